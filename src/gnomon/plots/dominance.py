"""Who is ahead along two curves."""

from typing import Any

from ..messages.language import say
from .style import FAINT, PALETTE, calm, legend

AXES = {"roc": ("plots.false_positive_rate", "TPR"), "pr": ("recall", "precision"), "gain": ("plots.fraction_of_rows", "recall")}


def draw(ax: Any, found: Any, *, label: str | None = None, **style: Any) -> None:
    """The difference in height with its simultaneous band; shaded where the band leaves zero."""
    across, up = AXES[found.curve]
    calm(
        ax,
        label or say("plots.title_curve_difference", a=found.a, b=found.b, curve=found.curve.upper()),
        across,
        say("plots.label_curve_difference", up=say(up)),
    )
    ax.axhline(0, color=FAINT, linewidth=1)
    ax.fill_between(
        found.x, found.low, found.high, color=FAINT, alpha=0.25, linewidth=0, label=say("plots.label_confidence_band", level=found.level)
    )
    ax.plot(found.x, found.difference, **{"color": "#333333", "linewidth": 1.6} | style)
    for sure, color, name in ((found.low > 0, PALETTE[0], found.a), (found.high < 0, PALETTE[1], found.b)):
        if sure.any():
            ax.fill_between(
                found.x,
                0,
                found.difference,
                where=sure,
                color=color,
                alpha=0.45,
                linewidth=0,
                label=say("plots.label_model_ahead", name=name),
            )
    legend(ax, loc="best")
