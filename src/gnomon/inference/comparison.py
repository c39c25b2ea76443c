"""Comparison: what came of comparing models, as a table for a terminal, for Markdown and for LaTeX."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..catalog import parse
from ..catalog.reference import asked_for
from ..errors import InputError
from ..markup import aligned
from ..messages import Message, text_in
from ..messages.language import language, listed
from ..messages.message import method_words
from ..messages.visible import markdown, markdown_row, visible
from ..result import Result, data_frame, decimals, plain
from .bootstrap import BOOTSTRAPS
from .dominance import Dominance
from .interval import Interval
from .pairs import Pair
from .significance import adjusted_once, benjamini_hochberg, holm

MARKS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = Message("legend_of_stars")
DRAWN = frozenset({*BOOTSTRAPS, "bias-corrected", "bootstrap", "randomization"})
"""Methods that resample."""
COUNTED = {
    "rows": ("so_many_rows", "rows_of", "rows_of_their_own"),
    "images": ("so_many_images", "images_of", "images_of_their_own"),
}
"""How the head says how many there are, of each model, and that they are not the same, by what is counted."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Models compared, on the same rows or on rows of their own (``paired`` is then False, and ``sizes`` has the rows of each model).

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
    weighted: bool = False
    clusters: int | None = None
    notes: tuple[str, ...] = ()
    paired: bool = True
    alternative: str = "two-sided"
    sizes: tuple[int, ...] = ()
    unit: str = "rows"
    """What ``rows`` and ``sizes`` count: rows of a table, or images."""
    baseline: str = ""
    """The model that each other one is compared with; empty where each is compared with each."""

    def __getitem__(self, key: str | tuple[str, str, str]) -> Pair:
        metric, *named = (key,) if isinstance(key, str) else key
        others = [name for name in self.models if name != self.baseline]
        a, b = named if len(named) == 2 else [*([self.baseline] if self.baseline else []), *others][:2]
        metric = asked_for(metric, self.metrics) or metric
        for pair in self.pairs:
            if pair.metric == metric and {pair.a, pair.b} == {a, b}:
                return pair if pair.a == a else turned(pair)
        known = ", ".join(self.metrics)
        if self.baseline and metric in self.metrics and {a, b} < {*self.models} and self.baseline not in (a, b):
            raise InputError(
                "inference.models_not_compared",
                a=a,
                b=b,
                baseline=self.baseline,
            )
        raise InputError(
            "inference.comparison_unknown",
            a=a,
            b=b,
            metric=metric,
            known=known,
            names=listed(self.models),
        )

    def table(self, lang: str = "en") -> list[list[str]]:
        """A line for each metric and pair, as text, the header first; of two models their names stand in it."""
        couples = {(pair.a, pair.b) for pair in self.pairs}
        alone = len(couples) == 1
        a, b = next(iter(couples)) if alone else ("a", "b")
        values = [a, b] if alone else [Message("value_of", name=name).text(lang) for name in "ab"]
        p = "p" if self.alternative == "two-sided" else f"p ({a} {'>' if self.alternative == 'greater' else '<'} {b})"
        ends = Message("column_interval" if self.alternative == "two-sided" else "column_bound", level=100 * self.level).text(lang)
        method = Message("column_method").text(lang)
        head = [Message("column_metric").text(lang), *([] if alone else ["a", "b"]), *values, f"{a} − {b}", ends, p, "p (Holm)", "", method]
        return [list(map(visible, row)) for row in (head, *(_cells(pair, not alone, lang) for pair in self.pairs))]

    @property
    def headline(self) -> str:
        return self.head()

    @property
    def drawn(self) -> bool:
        """Whether anything was resampled, so that replicates and seed matter."""
        made = [pair.method for pair in self.pairs] + [interval.method for interval in self.values.values()]
        return bool(self.dominance) or any(part in DRAWN for method in made for part in method.split(", "))

    def head(self, lang: str = "en") -> str:
        """What was compared, in one line."""
        many, of_one, apart = COUNTED[self.unit]
        if self.paired:
            words = [Message(many, rows=self.rows), Message("so_many_models", models=len(self.models))]
            words += [Message("compared_with_baseline", baseline=self.baseline)] if self.baseline else []
        else:
            sizes = [Message(of_one, name=name, rows=rows) for name, rows in zip(self.models, self.sizes, strict=False)]
            words = [*sizes, Message(apart)]
        words += [Message("weighted_rows")] if self.weighted else []
        words += [Message("so_many_clusters", clusters=self.clusters)] if self.clusters is not None else []
        words += [Message("drawn_so_often", replicates=self.replicates, seed=self.seed)] if self.drawn else []
        return " · ".join(word.text(lang) for word in words)

    def __str__(self) -> str:
        return self.text(language())

    def text(self, lang: str = "en") -> str:
        """The table and what is noted below it, in one of the two languages."""
        said = [f" {'✓' if one.verdict == 'encloses' else '●'} {text_in(one.sentence, lang)}" for one in self.dominance]
        said += [f" ● {text_in(note, lang)}" for note in self.notes]
        return "\n".join([self.head(lang), "", *_aligned(self.table(lang)), "", LEGEND.text(lang), *(["", *said] if said else [])])

    def __repr__(self) -> str:
        return str(self)

    def to_markdown(self, lang: str | None = None) -> str:
        """The table in Markdown, in the language of the moment unless another is named."""
        lang = lang or language()
        rows = self.table(lang)
        lines = list(map(markdown_row, rows))
        lines.insert(1, "|" + "|".join(_right(rows[0], "---:", "---")) + "|")
        return "\n".join([*lines, "", markdown(LEGEND.text(lang))])

    def to_latex(self, lang: str | None = None) -> str:
        """The table in LaTeX, for the booktabs package, in the language of the moment unless another is named."""
        lang = lang or language()
        table = self.table(lang)
        head, *rows = ([_latex(cell) for cell in row] for row in table)
        body = [" & ".join(row) + r" \\" for row in rows]
        start = [rf"\begin{{tabular}}{{{''.join(_right(table[0], 'r', 'l'))}}}", r"\toprule", " & ".join(head) + r" \\", r"\midrule"]
        return "\n".join([*start, *body, r"\bottomrule", r"\end{tabular}", f"% {LEGEND.text(lang)}"])

    def to_frame(self) -> Any:
        """A data frame with a line for each pair and metric."""
        names = [name for name, _ in self.pairs[0]._fields()] if self.pairs else []
        return data_frame({name: [plain(getattr(pair, name)) for pair in self.pairs] for name in names})

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects."""
        known = {"models": list(self.models), "metrics": list(self.metrics), "rows": self.rows, "level": self.level}
        values = [{"model": model, **interval.to_dict()} for (model, _), interval in self.values.items()]
        parts = {"pairs": [pair.to_dict() for pair in self.pairs], "dominance": [one.to_dict() for one in self.dominance]}
        known |= {"paired": self.paired, "alternative": self.alternative, "sizes": list(self.sizes), "unit": self.unit}
        known |= {"baseline": self.baseline} if self.baseline else {}
        drawn = {"replicates": self.replicates, "seed": self.seed, "weighted": self.weighted, "clusters": self.clusters}
        return {**known, **drawn, "notes": plain(self.notes), "values": values, **plain(parts)}


def assembled(
    pairs: Sequence[Pair], values: Mapping[tuple[str, str], Interval], models: Sequence[str], metrics: Sequence[str], **known: Any
) -> Comparison:
    """All pairs in the order of the metrics, their p-values allowing for each other; forms of one metric are one test."""
    ordered = sorted(pairs, key=lambda pair: metrics.index(pair.metric))
    p_values, tested = [pair.p_value for pair in ordered], [(pair.a, pair.b, parse(pair.metric).hypothesis) for pair in ordered]
    adjusted = zip(ordered, *(adjusted_once(rule, p_values, tested) for rule in (holm, benjamini_hochberg)), strict=True)
    return Comparison(
        models=tuple(models),
        metrics=tuple(metrics),
        values={key: one for key, one in values.items() if key[1] in metrics},
        pairs=tuple(replace(pair, p_holm=by_holm, p_bh=by_bh) for pair, by_holm, by_bh in adjusted),
        **known,
    )


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
        alternative={"greater": "less", "less": "greater"}.get(pair.alternative, pair.alternative),
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


def _cells(pair: Pair, named: bool, lang: str = "en") -> list[str]:
    arrow = {"higher": " ↑", "lower": " ↓"}.get(parse(pair.metric).entry.better or "", "")
    models = [pair.a, pair.b] if named else []
    value = [pair.metric + arrow, *models, *(_number(one) for one in (pair.value_a, pair.value_b)), _number(pair.difference, "+")]
    if not pair.defined:
        return [*value, "–", p_text(pair.p_value), p_text(pair.p_holm), "", text_in(pair.reason, lang)]
    method = method_words(pair.method)[1] if lang == "zh" else pair.method
    return [*value, ends_text(pair), p_text(pair.p_value), p_text(pair.p_holm), mark(pair.p_holm), method]


def ends_text(pair: Pair) -> str:
    """The interval of a difference, or the one end that it has."""
    if pair.alternative == "greater":
        return f"> {decimals(pair.low, '+')}"
    return f"< {decimals(pair.high, '+')}" if pair.alternative == "less" else f"[{decimals(pair.low, '+')}, {decimals(pair.high, '+')}]"


def _number(value: float, sign: str = "") -> str:
    return "–" if math.isnan(value) else decimals(value, sign)


def _right(head: list[str], right: str, left: str) -> list[str]:
    """How columns are aligned: figures and p-values to the right."""
    figures = {len(head) - place for place in (8, 7, 6, 4, 3)}
    return [right if place in figures else left for place in range(len(head))]


def _aligned(rows: list[list[str]]) -> list[str]:
    return [f" {line}" for line in aligned(rows, [side == "r" for side in _right(rows[0], "r", "l")])]


SIGNS = {"\\": r"\textbackslash ", "−": "$-$", "–": "--", "↑": r"$\uparrow$", "↓": r"$\downarrow$", "<": "$<$", "^": r"\^{}", "~": r"\~{}"}
LATEX = str.maketrans(SIGNS | {sign: f"\\{sign}" for sign in "%_&#${}"})


def _latex(text: str) -> str:
    """A text as LaTeX prints it; stars are raised."""
    return f"$^{{{text}}}$" if text and not text.strip("*") else text.translate(LATEX)
