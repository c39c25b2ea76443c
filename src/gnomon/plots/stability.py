"""A score by period: its KS with the interval, or how far it and the variables have moved."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..messages.language import say
from .style import DASHES, FAINT, PALETTE, calm, legend, titled

if TYPE_CHECKING:
    from ..types import Integers


KINDS = ("psi", "ks", "gini", "bad_rate")
MOST = 6
BANDS = (0.10, 0.25)


def draw(ax: Any, found: Any, *, label: str | None = None, kind: str = "psi") -> None:
    """``kind="psi"`` draws score and the variables that moved most; "ks", "gini" and "bad_rate" that figure with its interval."""
    if kind not in KINDS:
        raise InputError("plots.stability_kind_unknown", kind=kind)
    places = np.arange(len(found.period))
    names = {"psi": "PSI", "ks": "KS", "gini": "Gini", "bad_rate": say("plots.part_bad_rate")}
    calm(ax, titled(say("plots.title_figure_by_period", figure=names[kind]), label), "", names[kind])
    if kind == "psi":
        _moved(ax, found, places)
    else:
        value, low, high = (getattr(found, kind + end) for end in ("", "_low", "_high"))
        if not (value == value).any():
            raise InputError("plots.stability_kind_missing", kind=kind)
        ax.fill_between(places, low, high, color=PALETTE[0], alpha=0.15, linewidth=0)
        ax.plot(places, value, "o-", color=PALETTE[0], linewidth=1.8, markersize=5)
        ax.set_ylim(bottom=0)
    ax.set_xticks(places, [str(period) for period in found.period], rotation=45, ha="right", fontsize=8)


def _moved(ax: Any, found: Any, places: "Integers") -> None:
    lines = {say("plots.label_score"): found.score_psi} if (found.score_psi == found.score_psi).any() else {}
    lines |= dict(list(found.variable_psi.items())[:MOST])
    for order, (name, values) in enumerate(lines.items()):
        line = {"color": PALETTE[order % len(PALETTE)], "linestyle": DASHES[order // len(PALETTE) % len(DASHES)]}
        ax.plot(places, values, marker="o", markersize=4, linewidth=1.6, label=name, **line)
    for band in BANDS:
        ax.axhline(band, color=FAINT, linewidth=1, linestyle=(0, (4, 4)))
    ax.set_ylim(bottom=0)
    if lines:
        legend(ax, loc="best")
