"""Findings on several scores a row: whether the highest of them says how often its class is right."""

from collections.abc import Iterator

import numpy as np

from ...findings.finding import Finding, Rules, ends
from ...findings.reading import Reading
from ...metrics.calibration import calibration_curve, expected_calibration_error
from ...words import Message

rule = RULES = Rules()
ENOUGH_CELLS = 2**20


@rule
def top_label_calibration(e: Reading) -> Iterator[Finding]:
    """The highest score against how often its class is right, where there are rows enough to tell."""
    for name, ranks in e.summaries_of("ranks").items():
        top = ranks.top.coarsened(ENOUGH_CELLS)
        if not top.probable or len(top) < 2:
            continue
        error, curve = expected_calibration_error(top), calibration_curve(top)
        rows = np.maximum(e.rows_of(curve.weight), 1e-9)
        # Three standard deviations of a rate of so many rows: a smaller gap is chance.
        noise = 3 * np.sqrt(np.clip(curve.predicted * (1 - curve.predicted), 1e-4, None) / rows)
        real = (np.abs(curve.gap) > noise) & (curve.weight >= 0.005 * curve.weight.sum())
        evidence = {"top_label_ece": error}
        if not (real & (np.abs(curve.gap) > 0.03)).any():
            if error < 0.02:
                yield Finding("top_calibrated", "fine", Message("top_calibrated", model=name, error=error), "top_label_ece", name, evidence)
            continue
        worst = int(np.argmax(np.where(real, np.abs(curve.gap) * np.sqrt(curve.weight), 0)))
        gap, (low, high) = float(curve.gap[worst]), ends(float(curve.low[worst]), float(curve.high[worst]))
        yield Finding(
            "top_uncalibrated",
            "problem" if error > 0.1 else "caution",
            Message("top_overconfident" if gap < 0 else "top_underconfident", model=name, low=low, high=high, gap=abs(gap), error=error),
            "top_label_ece",
            name,
            evidence | {"low": float(curve.low[worst]), "high": float(curve.high[worst]), "gap": gap},
            weight=error + abs(gap) / 10,
        )
