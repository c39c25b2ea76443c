"""Findings on a score for each label: labels that the scores cannot tell, or tell the wrong way round."""

from collections.abc import Iterator

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message
from ...metrics.areas import area
from ..scores.reading import chance
from .findings import FEW, labels_shown

rule = RULES = FindingRules()


@rule
def label_scores_tell_nothing(e: FindingContext) -> Iterator[Finding]:
    """Labels with rows enough whose scores rank no better than chance, and those that rank worse."""
    for name, sweeps in e.summaries_of("label_scores").items():
        areas = {}
        for label, part in sweeps.parts.items():
            counts = e.rows_of(part.positives), e.rows_of(part.negatives)
            if min(counts) >= FEW:
                areas[label] = area(part), chance(*counts)
        backwards = {label: auc for label, (auc, spread) in areas.items() if auc < 0.5 - max(0.02, 3 * spread)}
        idle = {label: auc for label, (auc, spread) in areas.items() if auc - 1.96 * spread <= 0.5 and label not in backwards}
        for found, code in ((backwards, "label_scores_reversed"), (idle, "label_scores_tell_nothing")):
            if found:
                worst = min(found, key=lambda label: found[label])
                said = Message(code, model=name, labels=labels_shown(list(found)), label=repr(worst), auc=found[worst])
                evidence = {"labels": [str(label) for label in found], "roc_auc": found[worst]}
                yield Finding(code, "problem", said, "roc_auc", name, evidence, 2 - found[worst])
