"""Which end of a model's scores is the positive one: the option that says it, and what is said of it wherever a result is shown.

What reads one score a row, whole or in lists, shares it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..inputs import HIGHER, LOWER
from ..inputs.direction import check_direction
from ..messages import Message
from ..messages.language import listed, say
from .parts import HeaderItem, TaskOption

if TYPE_CHECKING:
    from ..evaluation.plan import Plan
    from ..evaluation.result import Evaluation


def check(given: object) -> Any:
    """One direction for all models, or {name: direction}; on the command line also NAME=lower."""
    if isinstance(given, Mapping):
        return {str(name): check_direction(one) for name, one in given.items()}
    if not isinstance(given, (list, tuple)):
        return check_direction(given)
    pairs = [text.rpartition("=") for text in map(str, given)]
    if len(pairs) == 1 and not pairs[0][1]:
        return check_direction(pairs[0][2])
    if unnamed := [way for name, _, way in pairs if not name]:
        raise InputError(
            say("tasks.direction_model_missing"),
            unnamed=unnamed[0],
        )
    return {name: check_direction(way) for name, _, way in pairs}


def of_table(given: object, table: str, tables: Sequence[str], models: Sequence[str]) -> Any:
    """The directions of one of several tables with the same models: a table's name stands for all of its models; None where unsaid."""
    if not isinstance(given, Mapping):
        return given
    full = {f"{one}: {model}": (one, model) for one in tables for model in models}
    for name in given:
        if name in tables and name in models:
            raise InputError(
                "tasks.direction_name_ambiguous",
                name=name,
                full=next(iter(full)),
            )
        if name not in tables and name not in models and name not in full:
            raise InputError(
                "tasks.direction_model_without_scores",
                strangers=name,
                names=listed(map(repr, [*tables, *models])),
            )
    if table in given:
        return given[table]
    named = {name: way for name, way in given.items() if name in models}
    return named | {full[name][1]: way for name, way in given.items() if full.get(name, ("",))[0] == table} or None


DIRECTION = TaskOption(
    "direction",
    "Which end of the scores is positive: higher (the default), or lower for scores that fall as the positive class gets likelier, such as "
    "risk scores that are high for good customers ('lower is bad' says the same), or distances; a row is then called positive when its "
    "score is at most the threshold. NAME=lower for one of several models.",
    check=check,
    many=True,
    metavar="[NAME=]lower",
    panel="How to read",
    of_table=of_table,
)


def with_direction(plan: "Plan") -> "Plan":
    """The plan with each model's direction, as the option says it."""
    given = plan.options.get("direction")
    if given is None or not plan.models:
        return plan
    scored = [model.name for model in plan.models if model.scored]
    if not scored:
        raise InputError("tasks.direction_without_scores")
    ways = given if isinstance(given, Mapping) else dict.fromkeys(scored, given)
    if strangers := [name for name in ways if name not in scored]:
        raise InputError(
            "tasks.direction_model_without_scores",
            strangers=strangers[0],
            names=listed(map(repr, scored)),
        )
    return plan.replace(models=tuple(replace(model, direction=ways.get(model.name, HIGHER)) for model in plan.models))


def no_probability(metric: str, model: str) -> str:
    """Why a metric of probabilities is refused beside scores that are lower for the positive class."""
    return say(
        "tasks.direction_conflict_with_metric",
        metric=metric,
        lower=LOWER,
        model=model,
    )


def notes_on_direction(known: Mapping[str, Any]) -> list[Message]:
    """The same beside a comparison of models, of which ``known`` is what is known of each."""
    return notes_on_models({name: one.model for name, one in known.items()})


def notes_on_models(models: Mapping[str, Any], baseline: Mapping[str, Any] | None = None) -> list[Message]:
    """Which models are read the other way round, and which of those that they are held against."""
    turned, before = ([name for name, model in some.items() if model.direction == LOWER] for some in (models, baseline or {}))
    said = [Message("read_lower", models=turned)] if turned else []
    return [*said, Message("baseline_read_lower", models=before)] if before else said


def said_of_direction(e: "Evaluation") -> list[HeaderItem]:
    """What the head says of scores that are read the other way round."""
    turned = [model.name for model in e.models if model.direction == LOWER]
    if not turned:
        return []
    if len(turned) == len([model for model in e.models if model.score is not None]):
        return [HeaderItem(41, "fact.lower_score_is_positive")]
    return [HeaderItem(41, "fact.lower_score_is_positive_for", {"names": ", ".join(turned)})]
