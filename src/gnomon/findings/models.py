"""Findings on several models: whether one curve encloses the other, or where they cross."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..metrics.areas import roc_auc
from ..summary import Sweep
from .finding import Finding, rule
from .reading import Reading

SLACK = 0.005
"""Differences in TPR below this are not worth a word."""
MOST_POINTS = 200_000


@rule
def curves_cross(e: Reading) -> Iterator[Finding]:
    """The model of the highest AUC against each other one."""
    models = e.sweeps
    if len(models) < 2:
        return
    best = max(models, key=lambda name: roc_auc(models[name]))
    enclosed: list[tuple[str, dict[str, Any]]] = []
    crossed: list[tuple[str, dict[str, Any]]] = []
    for name, sweep in models.items():
        if name == best:
            continue
        slack = max(SLACK, 1 / np.sqrt(max(e.positives_of(sweep.positives), 1)))  # two deviations of a share of so many positives
        above, below, where = _gaps(models[best], sweep)
        evidence: dict[str, Any] = {"other": name, "most_above": above, "most_below": below, "at_fpr": where}
        (crossed if below > slack else enclosed).append((name, evidence))
    for name, evidence in crossed[:3]:
        yield Finding(
            "curves_cross",
            "caution",
            f"{best} has the higher ROC AUC, but the curves cross: {name} finds up to {evidence['most_below']:.3f} more of the positives, "
            f"most near FPR {evidence['at_fpr']:.3f}; choose by the range you work in",
            f"{best} 的 ROC AUC 更高，但两条曲线相交：{name} 最多能多找出 {evidence['most_below']:.3f} 的正例"
            f"（在 FPR {evidence['at_fpr']:.3f} 附近）；按实际工作的区间来选",
            "roc_curve",
            best,
            evidence,
            weight=evidence["most_below"],
        )
    if enclosed:
        listed = ", ".join(name for name, _ in enclosed[:4]) + (f" and {len(enclosed) - 4} more" if len(enclosed) > 4 else "")
        most = max(evidence["most_below"] for _, evidence in enclosed) + 0.0
        more = f" 等 {len(enclosed)} 个模型" if len(enclosed) > 4 else ""
        yield Finding(
            "curve_encloses",
            "fine",
            f"{best} encloses {listed} on ROC: nowhere below by more than chance ({most:.3f} at the most)",
            f"{best} 的 ROC 曲线包住了 {'、'.join(name for name, _ in enclosed[:4])}{more}：没有一处低于对方超出偶然（最多 {most:.3f}）",
            "roc_curve",
            best,
            {name: evidence["most_below"] for name, evidence in enclosed},
        )


def _gaps(a: Sweep, b: Sweep) -> tuple[float, float, float]:
    """How far the ROC of a rises above that of b, how far it falls below, and at which FPR that is."""
    curves = [_curve(a), _curve(b)]
    x = np.union1d(curves[0][0], curves[1][0])
    difference = np.interp(x, *curves[0]) - np.interp(x, *curves[1])
    at = int(np.argmin(difference))
    return max(float(difference.max()), 0.0), max(0.0, -float(difference[at])), float(x[at])


def _curve(s: Sweep) -> tuple[NDArray[Any], NDArray[Any]]:
    """The ROC from (0, 0): of very many points every k-th, the last among them; at one FPR the highest TPR."""
    step = max(len(s) // MOST_POINTS, 1)
    at = np.unique(np.append(np.arange(0, len(s), step), len(s) - 1))
    fpr, tpr = np.append(0.0, s.fps[at] / s.negatives), np.append(0.0, s.tps[at] / s.positives)
    last = np.append(np.diff(fpr) > 0, True)
    first = np.append(True, np.diff(fpr) > 0)
    # Where the curve rises straight up, interpolation should start from the top and arrive at the bottom; the top is what counts.
    keep = last | first
    keep[1:] &= ~(first[1:] & ~last[1:])
    return fpr[keep], tpr[keep]
