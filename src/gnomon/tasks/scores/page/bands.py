"""Bands of curves: where the whole curve of a model lies, as sure as the evaluation is."""

from typing import Any

import numpy as np

from ....evaluation import Evaluation
from ....report.section import View
from .views import SweptView

CURVES = ("roc", "pr", "gain")


def bands_of(e: Evaluation, view: View) -> dict[str, Any]:
    """The bands of a view's curves, to four decimals, which is less than a line is wide.

    A band without width is left out: resampling classes that are wholly parted says nothing of other rows.
    """
    if e.level is None or not isinstance(view, SweptView) or view.part is not None:
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
