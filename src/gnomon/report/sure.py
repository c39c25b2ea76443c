"""How sure the page's figures are: intervals as they are written, the bands of curves, and what the script needs for its own."""

from statistics import NormalDist
from typing import Any

import numpy as np
from markupsafe import Markup

from ..evaluation import Evaluation, Value
from ..evaluation.text import number
from .page_words import PAGE, Pair
from .sure_words import method_words
from .views import View
from .words import LANGUAGES, in_both

CURVES = ("roc", "pr", "gain")


def level_text(level: float) -> str:
    """A level as it is written.

    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * level:.6g} %"


def plain(text: str) -> str:
    """A number's text with a minus as wide as a plus."""
    return text.replace("-", "−")


def interval_of(value: Value, level: float | None) -> Markup | None:
    """A value's interval in brackets; None where it has none."""
    if level is None or value.low is None or value.high is None:
        return None
    return bracketed(plain(number(value.low)), plain(number(value.high)), (value.low, value.high), value.method)


def bracketed(low: str, high: str, raw: tuple[float, float], method: str, kind: str = "interval_by") -> Markup:
    """Two ends as HTML; the script titles them with their level and method in the language shown."""
    by = Markup("") if kind == "interval_by" else Markup(' data-by="{}"').format(kind)
    made = '<span class="interval" data-low="{!r}" data-high="{!r}"{} data-method="{}">[{}, {}]</span>'
    return Markup(made).format(float(raw[0]), float(raw[1]), by, method, low, high)


def methods_of(e: Evaluation) -> dict[str, Pair]:
    """What the methods of the page's intervals and tests are called."""
    return {method: method_words(method) for method in methods_used(e)}


def methods_used(e: Evaluation) -> list[str]:
    """The methods of the page's intervals and tests, and of what the script computes itself."""
    used = {value.method for value in e.values.values()} | ({"wilson"} if alike(e) else set())
    used |= set() if e.comparison is None else {pair.method for pair in e.comparison.pairs}
    return sorted(used - {""})


def unsure_of(value: Value, level: float | None) -> Markup | None:
    """That a value has no interval, titled with the reason."""
    if level is None or value.low is not None or not value.unsure or not value.defined:
        return None
    return Markup("").join(
        Markup('<span lang="{}" class="unsure" title="{}">{}</span>').format(lang, reason, PAGE["no_interval"][k])
        for k, (lang, reason) in enumerate(zip(LANGUAGES, in_both(value.unsure), strict=True))
    )


def alike(e: Evaluation) -> bool:
    """Whether rows count alike and apart from each other, so that counts alone tell how sure a share is."""
    return e.level is not None and e.weight is None and e.cluster is None and e.task != "ranking"


def quantile(e: Evaluation) -> float | None:
    """The normal quantile of the level, from which the script makes Wilson's intervals; None where counts do not tell."""
    return NormalDist().inv_cdf((1 + e.level) / 2) if e.level is not None and alike(e) else None


def bands_of(e: Evaluation, view: View) -> dict[str, Any]:
    """The bands of a view's curves, to four decimals, which is less than a line is wide.

    A band without width is left out: resampling classes that are wholly parted says nothing of other rows.
    """
    if e.level is None or view.sweep is None or view.label is not None:
        return {}
    bands = {curve: e.band(curve, view.model) for curve in CURVES}
    made = {
        curve: {"x": _steps(band.x), **{name: np.round(getattr(band, name), 4).tolist() for name in ("low", "high")}}
        for curve, band in bands.items()
        if band is not None and np.isfinite([band.low, band.high]).all() and (band.high - band.low).max() > 1e-9
    }
    return {"bands": made} if made else {}


def _steps(x: Any) -> list[float]:
    """Places as even steps: the first and the last."""
    return [round(float(x[0]), 9), round(float(x[-1]), 9)]
