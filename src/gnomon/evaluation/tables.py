"""Sets of rows by name, as gn.compare takes them: which they are, and what is said of one of them alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engines.formats import saved_evaluation
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..messages.language import listed
from ..tasks import registry
from .models import models_of
from .result import Evaluation


def several_of(given: object, label: str | None) -> dict[str, Any] | None:
    """Tables, evaluations or files by name; None when one table was passed. A list of files is one table where columns are named."""
    if isinstance(given, Mapping):
        alone = not given or not all(_whole(one) for one in given.values())
        return None if alone else {str(name): one for name, one in given.items()}
    if not isinstance(given, (list, tuple)) or label is not None or not given:
        return None
    if not all(isinstance(one, (Evaluation, str, Path)) for one in given):
        return None
    loaded = [one if isinstance(one, Evaluation) else Evaluation.load(one) for one in given]
    names = [one.names[0] if len(one.names) == 1 else one.source for one in loaded]
    if len(set(names)) < len(names):
        raise InputError("evaluation.evaluation_names_duplicate", names=names[0])
    return dict(zip(names, loaded, strict=True))


def _whole(one: object) -> bool:
    """Whether this is a set of rows of its own, and not a column of one."""
    return isinstance(one, (Evaluation, str, Path, Mapping)) or hasattr(one, "columns")


def is_evaluation(one: object) -> bool:
    """Whether this is an evaluation, or a file that holds one."""
    return isinstance(one, Evaluation) or (isinstance(one, (str, Path)) and saved_evaluation(str(one)))


def refuse_settled(several: dict[str, Any], columns: dict[str, Any]) -> None:
    """Evaluations have their columns, weights and clusters already; what is named for them would be ignored."""
    settled = [name for name, one in several.items() if is_evaluation(one)]
    named = [f"⟦{key}=⟧" for key, value in columns.items() if value is not None and value is not DEFAULT_POSITIVE]
    if settled and len(settled) == len(several) and named:
        raise InputError(
            "evaluation.columns_settled_by_evaluation",
            settled=settled[0],
            names=listed(named),
        )
    if settled and named and any(columns[key] is not None for key in ("weight", "cluster")):
        raise InputError(
            "evaluation.weights_settled_by_evaluation",
            settled=settled[0],
        )


def refuse_same_file(several: Mapping[str, object]) -> None:
    """Two names of one file are the same rows twice, and no samples of their own."""
    seen: dict[str, str] = {}
    for name, one in several.items():
        place = str(Path(one).resolve()) if isinstance(one, (str, Path)) else ""
        if place and seen.setdefault(place, name) != name:
            raise InputError("evaluation.unpaired_files_same", seen=seen[place], name=name)


def options_of(options: Mapping[str, object], name: str, given: Mapping[str, object], columns: Mapping[str, object]) -> dict[str, Any]:
    """The options of one of several tables: those that name models may name tables, and not evaluations, whose options are settled."""
    if not options:
        return {}
    tables = [table for table, one in given.items() if not is_evaluation(one)]
    models = [model.name for model in models_of(columns["score"], columns["prediction"])[0] if model.scored]
    known = {option.name: option for aspect in registry.aspects() for option in aspect.options}
    made = {key: known[key].of_table(value, name, tables, models) for key, value in options.items()}
    return {key: value for key, value in made.items() if value is not None}
