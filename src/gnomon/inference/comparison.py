"""Comparison: what came of comparing models, as a table for a terminal, for Markdown and for LaTeX."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InputError
from ..result import Result, data_frame, plain
from .dominance import Dominance
from .interval import Interval
from .pairs import Pair

MARKS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = "* p < .05, ** p < .01, *** p < .001 after Holm's correction"


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Models compared on the same rows.

    ``pairs`` hold the difference of each two models on each metric with its interval and p-values, ``dominance`` who is ahead along the
    curves, ``values`` each model's own interval. ``comparison["roc_auc"]`` is a metric's pair (with more models, of the first two; name
    them for others: ``comparison["roc_auc", "new", "old"]``).
    """

    models: tuple[str, ...]
    metrics: tuple[str, ...]
    rows: int
    level: float
    values: Mapping[tuple[str, str], Interval]
    pairs: tuple[Pair, ...]
    dominance: tuple[Dominance, ...]
    replicates: int
    seed: int

    def __getitem__(self, key: str | tuple[str, str, str]) -> Pair:
        metric, *named = (key,) if isinstance(key, str) else key
        a, b = named if len(named) == 2 else self.models[:2]
        for pair in self.pairs:
            if pair.metric == metric and {pair.a, pair.b} == {a, b}:
                return pair if pair.a == a else turned(pair)
        known = ", ".join(self.metrics)
        raise InputError(f"there is no comparison of {a!r} and {b!r} by {metric!r}; metrics: {known}; models: {', '.join(self.models)}")

    def table(self) -> list[list[str]]:
        """Metric, models, difference, interval, p-value and mark, as text: the header first."""
        head = [
            "metric",
            "a",
            "b",
            "value of a",
            "value of b",
            "a − b",
            f"{self.level * 100:.6g} % interval",
            "p",
            "p (Holm)",
            "",
            "method",
        ]
        return [head, *([*_cells(pair)] for pair in self.pairs)]

    def __str__(self) -> str:
        lines = _aligned(self.table())
        said = [f" {'✓' if one.verdict == 'encloses' else '●'} {one.sentence}" for one in self.dominance]
        head = f"{self.rows:,} rows · {len(self.models)} models · {self.replicates:,} replicates, seed {self.seed}"
        return "\n".join([head, "", *lines, "", LEGEND, *(["", *said] if said else [])])

    def __repr__(self) -> str:
        return str(self)

    def to_markdown(self) -> str:
        """The table in Markdown."""
        rows = [["|".join(cell.split("|")).replace("|", "\\|").replace("*", "\\*") for cell in row] for row in self.table()]
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        lines.insert(1, "|---|---|---|---:|---:|---:|---|---:|---:|---|---|")
        return "\n".join([*lines, "", LEGEND.replace("*", "\\*")])

    def to_latex(self) -> str:
        """The table in LaTeX, for the booktabs package."""
        head, *rows = ([_latex(cell) for cell in row] for row in self.table())
        body = [" & ".join(row) + r" \\" for row in rows]
        start = [r"\begin{tabular}{lllrrrlrrll}", r"\toprule", " & ".join(head) + r" \\", r"\midrule"]
        return "\n".join([*start, *body, r"\bottomrule", r"\end{tabular}", f"% {LEGEND}"])

    def to_frame(self) -> Any:
        """A data frame with a line for each pair and metric."""
        names = [name for name, _ in self.pairs[0]._fields()] if self.pairs else []
        return data_frame({name: [getattr(pair, name) for pair in self.pairs] for name in names})

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects."""
        known = {"models": list(self.models), "metrics": list(self.metrics), "rows": self.rows, "level": self.level}
        values = [{"model": model, **interval.to_dict()} for (model, _), interval in self.values.items()]
        parts = {"pairs": [pair.to_dict() for pair in self.pairs], "dominance": [one.to_dict() for one in self.dominance]}
        return {**known, "replicates": self.replicates, "seed": self.seed, "values": values, **plain(parts)}


def turned(pair: Pair) -> Pair:
    """The same pair seen from the other side."""
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        value_a=pair.value_b,
        value_b=pair.value_a,
        difference=-pair.difference,
        low=-pair.high,
        high=-pair.low,
    )


def mark(p_value: float) -> str:
    """Stars for a p-value; nothing where it is above .05 or there is none."""
    return next((stars for most, stars in MARKS if p_value < most), "")


def p_text(p_value: float) -> str:
    """A p-value as papers print it.

    >>> p_text(0.0312), p_text(0.00002), p_text(1.0)
    ('.031', '< .001', '1')
    """
    if math.isnan(p_value):
        return "–"
    if p_value >= 0.9995:
        return "1"
    return "< .001" if p_value < 0.001 else f"{p_value:.3f}"[1:]


def _cells(pair: Pair) -> list[str]:
    value = [pair.metric, pair.a, pair.b, f"{pair.value_a:.4f}", f"{pair.value_b:.4f}", f"{pair.difference:+.4f}"]
    if not pair.defined:
        return [*value, "–", "–", "–", "", pair.reason]
    return [*value, f"[{pair.low:+.4f}, {pair.high:+.4f}]", p_text(pair.p_value), p_text(pair.p_holm), mark(pair.p_holm), pair.method]


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = {3, 4, 5, 7, 8}
    lines = [[cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))] for row in rows]
    return [" " + "  ".join(line).rstrip() for line in lines]


LATEX = str.maketrans({"\\": r"\textbackslash ", "−": "$-$", "<": "$<$", "^": r"\^{}", "~": r"\~{}", **{c: f"\\{c}" for c in "%_&#${}"}})


def _latex(text: str) -> str:
    """A text as LaTeX prints it; stars are raised."""
    return f"$^{{{text}}}$" if text and not text.strip("*") else text.translate(LATEX)
