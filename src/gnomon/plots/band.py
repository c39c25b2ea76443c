"""The band around a curve."""

from typing import Any

from .style import PALETTE, calm, first_model, model_line, unit_square

NAMES = {
    "roc": ("plots.roc_curve", "plots.false_positive_rate", "plots.true_positive_rate_recall"),
    "pr": ("plots.precision_recall_curve", "recall", "precision"),
    "gain": ("plots.gain_curve_cap", "plots.label_fraction_highest_first", "plots.share_of_positives_found_recall"),
}


def draw(ax: Any, band: Any, *, label: str | None = None, line: bool = True, color: str | None = None, **style: Any) -> None:
    """The curve within its band; ``line=False`` leaves the curve to others."""
    if line and first_model(ax):
        calm(ax, *NAMES[band.curve])
        unit_square(ax)
    if line:
        drawn = model_line(ax) | style
        ax.plot(band.x, band.y, label=label, **drawn)
        color = color or drawn["color"]
    ax.fill_between(band.x, band.low, band.high, color=color or PALETTE[0], alpha=0.15, linewidth=0)
