"""The PSI of many columns with their intervals, the largest on top, and the bands of habit."""

from typing import Any

import numpy as np

from ..messages.language import say
from .style import FAINT, PALETTE, calm, titled

MOST = 40
BANDS = (0.10, 0.25)


def draw(ax: Any, found: Any, *, label: str | None = None) -> None:
    """A point and its interval for each column."""
    calm(ax, titled(say("plots.title_stability_of_columns"), label), "plots.population_stability_index_psi", "")
    shown = min(len(found), MOST)
    places = np.arange(shown)[::-1]
    value = found.psi[:shown]
    ends = np.abs(np.array([value - found.low[:shown], found.high[:shown] - value]))
    ax.errorbar(value, places, xerr=ends, fmt="o", color=PALETTE[0], markersize=5, elinewidth=1.2)
    ax.set_yticks(places, [str(name) for name in found.column[:shown]])
    for band in BANDS:
        ax.axvline(band, color=FAINT, linewidth=1, linestyle=(0, (4, 4)))
    ax.set_xlim(left=0)
