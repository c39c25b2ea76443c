"""Small drawings of curves for notebooks: inline SVG in the colour of the text, so that it is read on light and on dark."""

from collections.abc import Mapping
from html import escape

import numpy as np

from .types import Floats

WIDTH, HEIGHT, SIDE, EDGE = 300, 190, 44, 22
"""Of the whole, and around the frame: to its left, where heights are written, and elsewhere."""
MOST = 240
"""Points of a line: more would not be told apart."""
DASHES = {"": "—", "5 3": "- -", "1 3": "···"}
"""How lines are dashed one after the other, and how a legend shows it."""


def sketch(along: str, x: object, lines: Mapping[str, object]) -> str:
    """Lines over one axis, with the names of both; nothing where no two points are finite."""
    across = np.asarray(x, np.float64)
    found = {name: _finite(across, np.asarray(values, np.float64)) for name, values in lines.items()}
    drawn = {name: points for name, points in found.items() if len(points[0]) > 1}
    if not drawn:
        return ""
    spans = [_span(np.concatenate([points[axis] for points in drawn.values()])) for axis in (0, 1)]
    dashes = [list(DASHES)[place % len(DASHES)] for place in range(len(drawn))]
    paths = "".join(_path(points, spans, dash) for points, dash in zip(drawn.values(), dashes, strict=True))
    legend = " · ".join(f"{name} {DASHES[dash]}" for name, dash in zip(drawn, dashes, strict=True)) if len(drawn) > 1 else next(iter(drawn))
    title = f"<title>{escape(', '.join(drawn))} / {escape(along)}</title>"
    look = "role='img' font-size='10' font-family='sans-serif' fill='currentColor'"
    size = f"width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}'"
    return f"<div><svg {size} {look}>{title}{_frame()}{paths}{_words(along, legend, spans)}</svg></div>"


def _frame() -> str:
    inner = f"width='{WIDTH - SIDE - EDGE}' height='{HEIGHT - 2 * EDGE}'"
    return f"<rect x='{SIDE}' y='{EDGE}' {inner} fill='none' stroke='currentColor' stroke-opacity='.35'/>"


def _words(along: str, legend: str, spans: list[tuple[float, float]]) -> str:
    (left, right), (low, high) = spans
    bottom, end = HEIGHT - EDGE, WIDTH - EDGE
    placed = [
        (SIDE, EDGE - 7, "start", legend),
        (SIDE - 4, EDGE + 8, "end", f"{high:.4g}"),
        (SIDE - 4, bottom, "end", f"{low:.4g}"),
        (SIDE, bottom + 13, "start", f"{left:.4g}"),
        ((SIDE + end) / 2, bottom + 13, "middle", along),
        (end, bottom + 13, "end", f"{right:.4g}"),
    ]
    return "".join(f"<text x='{x:g}' y='{y:g}' text-anchor='{anchor}'>{escape(text)}</text>" for x, y, anchor, text in placed)


def _finite(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The points that can be drawn, thinned out evenly with both ends kept."""
    there = np.isfinite(x) & np.isfinite(y)
    x, y = x[there], y[there]
    kept = np.unique(np.linspace(0, len(x) - 1, min(MOST, len(x))).round().astype(np.int64))
    return x[kept], y[kept]


def _span(values: Floats) -> tuple[float, float]:
    """From the least to the largest; shares have the whole of theirs."""
    low, high = float(values.min()), float(values.max())
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def _path(points: tuple[Floats, Floats], spans: list[tuple[float, float]], dash: str) -> str:
    wide, tall = WIDTH - SIDE - EDGE, HEIGHT - 2 * EDGE
    # Halves, whose difference cannot overflow; a span that is lost to rounding is a line in the middle.
    shares = [(v / 2 - low / 2) / ((high / 2 - low / 2) or 1.0) for v, (low, high) in zip(points, spans, strict=True)]
    places = " ".join(f"{SIDE + wide * a:.1f},{EDGE + tall * (1 - u):.1f}" for a, u in zip(*shares, strict=True))
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<polyline points='{places}' fill='none' stroke='currentColor' stroke-width='1.5'{dashed}/>"
