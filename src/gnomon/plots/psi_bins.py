"""Two samples bin by bin: the share of each, and under the title the index they make."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import PALETTE, calm, legend, titled


def draw(ax: Any, table: Any, *, label: str | None = None) -> None:
    """Bars of both shares side by side."""
    calm(ax, titled(f"PSI {table.psi:.4f}", label), "", "plots.share_of_the_sample")
    places = np.arange(len(table))
    for side, share, name, color, hatch in zip(
        (-0.2, 0.2),
        (table.expected_share, table.actual_share),
        (say("plots.label_expected"), say("plots.label_actual")),
        PALETTE,
        ("", "///"),
        strict=False,
    ):
        ax.bar(places + side, share, 0.4, color=color, alpha=0.75, hatch=hatch, label=name)
    ax.set_xticks(places, [str(name) for name in table.bin], rotation=45, ha="right", fontsize=8)
    ax.grid(False, axis="x")
    legend(ax, loc="best")
