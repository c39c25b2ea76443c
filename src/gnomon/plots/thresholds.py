"""Rates along the threshold."""

from typing import Any

import numpy as np

from ..messages.language import say, term
from .style import BOX, DASHES, PALETTE, calm, legend, lower, thin, titled


def draw(ax: Any, table: Any, *, label: str | None = None) -> None:
    """Precision, recall, F1 and the alert rate over the threshold; the best F1 is marked."""
    calm(
        ax,
        titled(say("plots.title_rates_by_threshold"), label),
        say("plots.label_threshold_lower_positive") if lower(table) else say("plots.label_threshold"),
        "plots.rate",
    )
    for place, name in enumerate(("precision", "recall", "f1", "alert_rate")):
        values = np.nan_to_num(getattr(table, name))
        at = thin(table.threshold, values)
        ax.plot(
            table.threshold[at],
            values[at],
            color=PALETTE[place],
            linestyle=DASHES[place],
            linewidth=1.6,
            label=term(name.replace("_", " ")),
        )
    best = int(np.argmax(np.nan_to_num(table.f1)))
    ax.plot(table.threshold[best], table.f1[best], "o", color=PALETTE[2], markeredgecolor="white", markersize=7)
    text = say("plots.label_ks_at_threshold", name="F1", value=table.f1[best], threshold=table.threshold[best])
    ax.annotate(text, (table.threshold[best], table.f1[best]), xytext=(8, 8), textcoords="offset points", fontsize=9, bbox=BOX)
    ax.set_ylim(-0.01, 1.02)
    legend(ax, loc="best")
