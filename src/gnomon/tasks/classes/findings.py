"""Findings on several scores a row: whether the highest of them says how often its class is right."""

from collections.abc import Iterator

from ...findings.finding import Finding, FindingRules, ends
from ...findings.reading import FindingContext
from ...messages import Message
from ...metrics.calibration import calibration_curve, expected_calibration_error
from ..scores.miscalibration import miscalibrated

rule = RULES = FindingRules()
ENOUGH_CELLS = 2**20
OVER, UNDER = ("top_overconfident", "top_overconfident_at"), ("top_underconfident", "top_underconfident_at")
"""What is said of highest scores between two values, and of those of one."""


@rule
def top_label_calibration(e: FindingContext) -> Iterator[Finding]:
    """The highest score against how often its class is right, where there are rows enough to tell."""
    for name, ranks in e.summaries_of("ranks").items():
        top = ranks.top.coarsened(ENOUGH_CELLS)
        if not top.probable or len(top) < 2:
            continue
        error = expected_calibration_error(top)
        worst = miscalibrated(calibration_curve(top), lambda right, wrong: e.rows_of(right + wrong))
        evidence = {"top_label_ece": error}
        if worst is None:
            if error < 0.02:
                yield Finding("top_calibrated", "fine", Message("top_calibrated", model=name, error=error), "top_label_ece", name, evidence)
            continue
        gap, (low, high) = worst.gap, ends(worst.lowest, worst.highest)
        code = (OVER if gap < 0 else UNDER)[low == high]
        yield Finding(
            "top_uncalibrated",
            "problem" if error > 0.1 else "caution",
            Message(code, model=name, low=low, high=high, gap=abs(gap), error=error),
            "top_label_ece",
            name,
            evidence | {"low": worst.lowest, "high": worst.highest, "gap": gap},
            weight=error + abs(gap) / 10,
        )
