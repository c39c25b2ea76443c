"""What a check takes from the model that it is held against: columns, options and borders of slices; and what is said of one of the two."""

from collections.abc import Mapping
from typing import Any

from ..engines.sized import BY_SIZE
from ..errors import InputError
from ..evaluation import Evaluation, losses
from ..evaluation.models import models_of
from ..evaluation.run import checked_options
from ..evaluation.tables import options_of
from ..inputs import HIGHER
from . import options as o


def filled(asked: Mapping[str, Any], before: Evaluation) -> dict[str, Any]:
    """The columns asked for, and for those that were not named the ones that the baseline was computed from."""
    if before.group == BY_SIZE and not asked["group"]:
        raise InputError("cli.group_sizes_missing_for_rows")
    known: dict[str, Any] = {"label": before.label, "weight": before.weight, "group": before.group}
    known["positive"] = None if before.positive is None else str(before.positive)
    if not asked["score"] and not asked["prediction"]:
        scores = {model.name: model.scores or model.score for model in before.models if model.scored}
        alone = len(before.models) == 1 and isinstance(before.models[0].scores, dict)
        known["score"] = before.models[0].scores if alone else scores or None
        known["prediction"] = {model.name: model.prediction for model in before.models if model.prediction} or None
    return {name: value or known.get(name) for name, value in asked.items()}


def options_beside(given: Mapping[str, Any], asked: Mapping[str, Any], before: Evaluation) -> dict[str, Any]:
    """The options of kinds of evaluation that were typed, and for the others those of the baseline.

    A direction is that of a column of scores: it holds for the models that read the same one.
    """
    known = {name: value for name, value in before.options.items() if name != "direction"}
    ways = {model.score: model.direction for model in before.models if model.direction != HIGHER}
    named = asked["score"] or asked["prediction"]
    models = models_of(o.named("score", asked["score"]), o.named("prediction", asked["prediction"]))[0] if named else before.models
    turned = {model.name: ways[model.score] for model in models if model.score in ways}
    return {**known, **({"direction": turned} if turned else {}), **{name: value for name, value in given.items() if value}}


def options_of_side(kinds: Mapping[str, Any], side: str, given: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The options of one of the two models: where an option names models, the one checked is "new", the other "baseline"."""
    of_tables = {option.name for option in o.kind_options(with_readers=False)}
    typed = checked_options({name: value for name, value in kinds.items() if value and name in of_tables})
    if o.reader_of(dict(kinds)) is not None or not typed:
        return dict(kinds)
    columns = {name: o.named(name, asked[name]) for name in ("score", "prediction")}
    return {**kinds, **dict.fromkeys(typed), **options_of(typed, side, given, columns)}


def cut_like(by: Any, before: Evaluation) -> Any:
    """The columns to slice by, with numbers cut where the baseline's are, unless borders were typed."""
    named = o.slices_named(by)
    if not named:
        return named
    cut = before.facts.get("binned") or {}
    known = {column: cut.get(column, "each") if column in before.by else "auto" for column in named}
    typed = named if isinstance(named, dict) else {}
    return known | {column: borders for column, borders in typed.items() if borders != "auto"}


def models_of_sides(both: Evaluation) -> tuple[dict[str, Any], dict[str, Any]]:
    """The models of one evaluation that are checked, and those that they are held against, by what their columns are called."""
    named = [(model.name == losses.OLD, model.score or model.prediction or model.name, model) for model in both.models]
    return {name: model for old, name, model in named if not old}, {name: model for old, name, model in named if old}
