"""What all figures share: the palette, calm axes, thinned curves, and references drawn once."""

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# Okabe and Ito's palette, told apart by colour-blind readers.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
INK = "#333333"
FAINT = "#9a9a9a"
DASHES = ("-", "--", "-.", ":")
BOX = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}

_drawn: "WeakKeyDictionary[Any, dict[str, int]]" = WeakKeyDictionary()
_highest: "WeakKeyDictionary[Any, float]" = WeakKeyDictionary()


def axes_for(ax: "Axes | None") -> "Axes":
    """The given axes, or those of a new figure."""
    if ax is not None:
        if not hasattr(ax, "plot") or not hasattr(ax, "get_figure"):
            raise InputError("plots.ax_not_axes", ax=ax)
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise InputError("plots.needs_matplotlib") from None
    axes: Axes = plt.subplots(figsize=(5.2, 4.6), layout="constrained")[1]
    return axes


def is_style(name: str, artist: str) -> bool:
    """Whether matplotlib's lines, or bars, have a property."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    return hasattr({"line": Line2D, "bar": Rectangle}.get(artist), f"set_{name}")


def model_line(ax: "Axes") -> dict[str, Any]:
    """Colour and dash of the next model on these axes: both change, so that colour alone carries nothing."""
    state = _drawn.setdefault(ax, {"models": 0})
    place = state["models"]
    state["models"] += 1
    return {"color": PALETTE[place % len(PALETTE)], "linestyle": DASHES[place // len(PALETTE) % len(DASHES)], "linewidth": 1.8}


def first_model(ax: "Axes") -> bool:
    """Whether no model has been drawn here: the time for axes and reference lines."""
    return _drawn.get(ax, {}).get("models", 0) == 0


def calm(ax: "Axes", title: str, x: str, y: str) -> None:
    """Thin axes with names in the language of the moment, a faint grid, no box."""
    ax.set_title(say(title), loc="left", fontsize=11, color=INK, fontweight="bold")
    ax.set_xlabel(say(x), color=INK)
    ax.set_ylabel(say(y), color=INK)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(FAINT)
    ax.tick_params(colors=INK, width=0.6)
    ax.grid(True, color="#e6e6e6", linewidth=0.6)
    ax.set_axisbelow(True)


def unit_square(ax: "Axes", equal: bool = True) -> None:
    """Both axes from 0 to 1, with room for the line at the edge."""
    ax.set_xlim(-0.01, 1.01)
    ax.set_ylim(-0.01, 1.02)
    if equal:
        ax.set_aspect("equal")


def from_zero(ax: "Axes", *values: NDArray[Any]) -> None:
    """The vertical axis from 0 to above the highest value of this model and those before it."""
    _highest[ax] = max(_highest.get(ax, 0.0), float(np.nan_to_num(np.concatenate(values)).max(initial=0.0)))
    ax.set_ylim(0, 1.06 * _highest[ax] or 1.0)


def legend(ax: "Axes", **place: Any) -> None:
    """A legend without a box around it."""
    ax.legend(frameon=False, fontsize=9, **place)


def named(label: str | None, text: str) -> str:
    """The legend's text: the model's name, if it has one, before its figure."""
    return f"{label}  {text}" if label else text


def mark(ax: "Axes", x: float, y: float, text: str, color: str, *, right: bool = True) -> None:
    """A point with its text beside it, kept inside the axes and off the line; from the second model on, the point alone."""
    ax.plot([x], [y], "o", color=color, markersize=7, markeredgecolor="white", markeredgewidth=1.2, zorder=5)
    if _drawn.get(ax, {}).get("models", 0) > 1:
        return
    low, high = ax.get_xlim()
    right = right and (x - low) < 0.6 * (high - low)
    offset, align = ((9, -4), "left") if right else ((-9, -12), "right")
    ax.annotate(text, (x, y), xytext=offset, textcoords="offset points", ha=align, va="top", fontsize=9, color=INK, bbox=BOX, zorder=6)


def thin(x: NDArray[Any], y: NDArray[Any], most: int = 2000) -> NDArray[np.int64]:
    """Places of at most ``most`` points that keep the shape: even steps along the drawn line, the ends among them."""
    if len(x) <= most:
        return np.arange(len(x))
    scale = [max(float(np.ptp(v)), 1e-300) for v in (x, y)]
    steps = np.hypot(np.diff(x) / scale[0], np.diff(y) / scale[1])
    along = np.concatenate([[0.0], np.cumsum(steps)])
    places = np.searchsorted(along, np.linspace(0, along[-1], most - 1))
    kept: NDArray[np.int64] = np.unique(np.append(np.minimum(places, len(x) - 1), [0, len(x) - 1]))
    return kept


def lower(result: Any) -> bool:
    """Whether the scores behind a result are lower for the positive class."""
    return bool(result.direction == "lower is positive")


def way(result: object) -> str:
    """What the legend adds to a model whose scores were read the other way round."""
    return say("plots.part_lower_is_positive") if lower(result) else ""


def first_rows(result: object) -> str:
    """The axis along a ranking, from the most positive scores on."""
    return say("plots.label_fraction_lowest_first") if lower(result) else say("plots.label_fraction_highest_first")


def titled(title: str, label: str | None) -> str:
    """A title, and behind it the model where it has a name."""
    return f"{title} — {label}" if label else title


def at_threshold(curve: Any, threshold: float) -> int:
    """The place on a curve where rows scoring at least ``threshold`` are called positive; at most, where lower scores are."""
    sign = 1 if lower(curve) else -1
    return max(int(np.searchsorted(sign * curve.thresholds, sign * threshold, side="right")) - 1, 0)


def number(value: float) -> str:
    """A figure in a legend."""
    return f"{value:.3f}" if abs(value) < 100 else f"{value:,.0f}"
