"""Public functions of agreement among annotators: a table of ratings, or what was counted in it."""

from collections.abc import Callable
from typing import Any

from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..summary import Ratings, Summary
from .signature import Parameter, describe_columns, with_preset

FORMS = {"fleiss_kappa": "counts"}
"""What the rows of a table are where nobody says so: Fleiss' own table has counts, others what each rater said."""


def ratings_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of ratings."""
    shared: dict[str, Any] = {"form": FORMS.get(entry.name, "labels"), "values": None, "raters": "columns", "undefined": "warn"}

    def function(ratings: object, **rest: Any) -> float:
        given = {key: rest.pop(key, value) for key, value in shared.items()}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(given["undefined"])
        held = ratings_of(entry, ratings, {key: given[key] for key in ("form", "values", "raters")}, shared)
        value = float(entry.function(held, **options))
        return value_if_undefined(entry.name, entry.reason(held), given["undefined"]) if value != value else value

    describe_columns(function, entry, {"ratings": Parameter.empty}, shared, preset, name or entry.name)
    return function


def ratings_of(entry: Entry, ratings: object, given: dict[str, Any], usual: dict[str, Any]) -> Ratings:
    """The ratings that were passed, counted where they are not."""
    if not isinstance(ratings, Summary):
        return Ratings.of(ratings, **given)
    kind = type(ratings).__name__
    if not isinstance(ratings, Ratings):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type="Ratings", type_2=kind)
    if any(given[key] is not usual[key] for key in given):
        raise InputError("public.summary_with_arrays", name=entry.name, type=kind)
    return ratings
