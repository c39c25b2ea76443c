"""Whether two evaluations measured by the same rule, as protocols of detection are."""

from typing import Any, NamedTuple

from .result import Evaluation


class ProtocolDifference(NamedTuple):
    """An argument by which two evaluations measured differently, and what it was in either."""

    name: str
    mine: Any
    theirs: Any


def other_rule(one: Evaluation, other: Evaluation) -> ProtocolDifference | None:
    """The first argument by which they measured differently; None where all are alike."""
    for aspect in one.plan.aspects:
        mine, theirs = aspect.rule(one), aspect.rule(other)
        for name in mine:
            if mine[name] != theirs.get(name):
                return ProtocolDifference(name, mine[name], theirs.get(name))
    return None
