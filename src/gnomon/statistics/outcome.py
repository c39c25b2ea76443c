"""Outcome: what came of a statistical test, as a sentence for a paper, a small table, a notebook and plain objects."""

import math
from html import escape
from typing import Any, ClassVar

from ..errors import value_if_undefined
from ..inference.comparison import p_text
from ..inference.interval import Interval
from ..messages import Message, text_in
from ..messages.language import Language, language, say, speaking
from ..messages.message import method_words
from ..messages.visible import padded, width
from ..result import Result, plain

Line = tuple[str, str]


class Outcome(Result):
    """Base of the results of tests: subclasses are frozen dataclasses with a ``p_value``, an ``alternative`` and a ``reason``.

    ``sentence`` is the result as papers print it. ``str()`` adds a table in the language of the moment; ``text(lang)`` in another.
    """

    key: ClassVar[str] = "p_value"
    kept: ClassVar[tuple[str, ...]] = ()
    """Fields that hold the data for a figure, and are not told."""
    p_value: float
    alternative: str
    reason: str
    notes: tuple[Message, ...]

    @property
    def sentence(self) -> str:
        """The result as papers print it."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What was tested, in the language of the moment."""
        raise NotImplementedError

    def lines(self) -> list[Line]:
        """The table: what each figure is called in the language of the moment, and the figure."""
        raise NotImplementedError

    def text(self, lang: Language = "en") -> str:
        """Sentence, table and notes in one of the two languages."""
        with speaking(lang):
            lines = self.lines()
            column = max(width(name) for name, _ in lines)
            table = [f" {padded(name, column)}  {value}" for name, value in lines]
            notes = [f" ● {note}" for note in self._remarks(lang)]
            return "\n".join([self.title, "", *table, *(["", *notes] if notes else [])])

    def _remarks(self, lang: str) -> list[str]:
        return [text_in(note, lang) for note in (*((self.reason,) if self.reason else ()), *self.notes)]

    def __str__(self) -> str:
        return self.text(language())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        lang = language()
        cell = "<td style='text-align:left;padding:2px 12px 2px 0'>{}</td>"
        rows = "".join(f"<tr>{''.join(cell.format(escape(text)) for text in line)}</tr>" for line in self.lines())
        notes = "".join(f"<li>{escape(note)}</li>" for note in self._remarks(lang))
        return f"<p><b>{escape(self.title)}</b></p><table>{rows}</table>" + (f"<ul>{notes}</ul>" if notes else "")

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name, and the sentence; the data itself is not among them."""
        told = {name: _plain(value) for name, value in self._fields() if name not in self.kept}
        return {**told, "sentence": self.sentence}

    def _p_line(self) -> Line:
        sides = {
            "two-sided": say("statistics.label_p_two_sided"),
            "greater": say("statistics.label_p_greater"),
            "less": say("statistics.label_p_less"),
        }
        return sides[self.alternative], p_text(self.p_value)


def _plain(value: object) -> Any:
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return plain(value)


def settled(outcome: Outcome, name: str, undefined: str | float) -> Any:
    """The outcome; one that has no p-value is warned of or raised, as a curve that is undefined."""
    if not outcome.defined and undefined in ("warn", "raise"):
        value_if_undefined(name, outcome.reason, undefined)
    return outcome


def p_phrase(p_value: float) -> str:
    """A p-value as a sentence gives it.

    >>> p_phrase(0.03451), p_phrase(0.0004), p_phrase(1.0), p_phrase(float("nan"))
    ('p = .035', 'p < .001', 'p > .999', 'p = –')
    """
    if p_value >= 0.9995:
        return "p > .999"
    text = p_text(p_value)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def bounded(value: float) -> str:
    """A figure between −1 and 1 with its sign of relation, to two digits and without the 0 before the point.

    >>> bounded(0.668696), bounded(-0.05), bounded(1.0), bounded(0.9987), bounded(-0.999), bounded(-0.001)
    ('= .67', '= -.05', '= 1.00', '> .99', '< -.99', '= .00')
    """
    if math.isnan(value):
        return "= –"
    text = f"{value:.2f}"
    if abs(float(text)) == 1 and abs(value) != 1:
        return "> .99" if value > 0 else "< -.99"
    return "= " + ("1.00" if text == "1.00" else "-1.00" if text == "-1.00" else text.replace("-0.00", "0.00").replace("0.", "."))


def decimal(value: float, digits: int = 2) -> str:
    """A figure to so many digits behind the point; a very large or small one to as many as count.

    >>> decimal(2.75299), decimal(0.0000123), decimal(123456789.0), decimal(float("inf"))
    ('2.75', '1.23e-05', '1.23457e+08', 'inf')
    """
    if math.isnan(value):
        return "–"
    if value and abs(value) < 10**-digits / 2:
        return f"{value:.3g}"
    return f"{value:.{digits}f}" if abs(value) < 1e7 else f"{value:.6g}"


def interval_line(interval: Interval, digits: int = 4) -> Line:
    """The interval of a table: its ends, and how they were found."""
    name = say("statistics.label_interval", level=100 * interval.level)
    if not interval.defined:
        return name, text_in(interval.reason, language())
    ends = f"[{decimal(interval.low, digits)}, {decimal(interval.high, digits)}]"
    how = method_words(interval.method)[language() == "zh"]
    return name, f"{ends}  {how}"
