"""Two samples: their distribution functions with the largest distance between them, or their histograms."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..messages.language import say
from .style import BOX, INK, PALETTE, calm, legend, thin, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes


KINDS = ("cumulative", "histogram")


def draw(ax: Any, test: Any, *, label: str | None = None, kind: str = "cumulative", bins: int = 50) -> None:
    """``kind="cumulative"`` draws both empirical distribution functions and D where it stands, "histogram" how each sample is spread."""
    if kind not in KINDS:
        raise InputError("plots.two_samples_kind_unknown", kind=kind)
    names = [f"{name}  n = {size:,}" for name, size in zip("ab", test.sizes, strict=True)]
    if kind == "histogram":
        calm(ax, titled(test.sentence, label), "plots.value", "plots.share_of_the_sample")
        _histograms(ax, test.sweep, names, bins)
    else:
        calm(ax, titled(test.sentence, label), "plots.value", "plots.share_of_the_sample_at_or_below")
        ax.set_ylim(-0.01, 1.02)
        _functions(ax, test, names)
    legend(ax, loc="best")


def _functions(ax: Any, test: Any, names: list[str]) -> None:
    sweep = test.sweep
    for cumulated, total, name, color, dash in zip(
        (sweep.tps, sweep.fps), (sweep.positives, sweep.negatives), names, PALETTE, ("-", "--"), strict=False
    ):
        x, y = np.append(sweep.thresholds[:1], sweep.thresholds), np.append(0.0, cumulated / total)
        at = thin(x, y)
        ax.plot(x[at], y[at], drawstyle="steps-post", color=color, linestyle=dash, linewidth=1.8, label=name)
    if not test.sign:
        return
    place = int(np.searchsorted(sweep.thresholds, test.location))
    ends = sorted((float(sweep.tps[place] / sweep.positives), float(sweep.fps[place] / sweep.negatives)))
    ax.plot([test.location] * 2, ends, color=INK, linewidth=1.3, marker="_", markersize=9)
    text = say("plots.label_ks_at_threshold", name="D", value=test.statistic, threshold=test.location)
    beside = {"xytext": (8, 0), "textcoords": "offset points", "va": "center", "fontsize": 9, "color": INK, "bbox": BOX}
    ax.annotate(text, (test.location, sum(ends) / 2), **beside)


def _histograms(ax: "Axes", sweep: Any, names: list[str], bins: int) -> None:
    edges, *counts = sweep.histogram(bins)
    if edges[0] == edges[-1]:
        edges = np.array([edges[0], np.nextafter(edges[0], np.inf)])
    totals = sweep.positives, sweep.negatives
    for weight, total, name, color, hatch in zip(counts, totals, names, PALETTE, ("", "///"), strict=False):
        ax.stairs(weight / total, edges, fill=True, alpha=0.35, color=color, hatch=hatch, label=name)
        ax.stairs(weight / total, edges, color=color, linewidth=1.4)
    ax.set_ylim(bottom=0)
