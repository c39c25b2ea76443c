"""What it means: rules that read an evaluation and say what an expert would."""

from typing import Any

from .finding import RULES, SEVERITIES, SYMBOLS, Finding
from .reading import Reading

__all__ = ["SEVERITIES", "SYMBOLS", "Finding", "findings_of"]


def findings_of(evaluation: Any) -> tuple[Finding, ...]:
    """Every finding of every rule, the gravest first."""
    from . import data, labels, models, ranking, scores, slices, sureness  # noqa: F401  # each enters its rules

    reading = Reading(evaluation)
    found = [finding for rule in RULES for finding in rule(reading)]
    return tuple(sorted(found, key=lambda finding: (SEVERITIES.index(finding.severity), -finding.weight)))
