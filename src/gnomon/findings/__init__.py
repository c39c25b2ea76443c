"""What it means: rules that read an evaluation and say what an expert would."""

from typing import TYPE_CHECKING

from .finding import SEVERITIES, SYMBOLS, Finding
from .reading import FindingContext

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


__all__ = ["SEVERITIES", "SYMBOLS", "Finding", "findings_of"]


def findings_of(evaluation: "Evaluation") -> tuple[Finding, ...]:
    """Every finding of every rule, those that hold for all and those that the task's aspects bring; the gravest first."""
    from ..tasks import registry
    from . import general, slices

    reading = FindingContext(evaluation)
    found = [finding for rule in (*general.RULES, *slices.RULES) for finding in rule(reading)]
    for aspect in map(registry.aspect, registry.task(evaluation.task).aspects):
        mine = aspect.reading(evaluation)
        found += [finding for rule in aspect.rules() for finding in rule(mine)]
    return tuple(sorted(found, key=lambda finding: (SEVERITIES.index(finding.severity), -finding.weight)))
