"""Small pieces that a kind of evaluation is described by: columns it reads, facts it states, options it takes, figures it draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["number", "label", "key"]
"""How a column is read: as numbers, as labels that share one vocabulary, or as whatever it holds (slices, clusters, queries)."""


@dataclass(frozen=True)
class Part:
    """A column that a pass reads: the argument that named it, and as what it is read.

    ``finite``: infinite values are refused. ``blank``: a missing value is a value, as in a slice; elsewhere it is a fault.
    """

    argument: str
    column: str
    kind: Kind
    finite: bool = True
    negative: bool = True
    blank: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Where a block of rows has the column: one may be read in several ways."""
        return self.kind, self.column


@dataclass(frozen=True)
class Fact:
    """Something that header, text and JSON say of the rows: words in both languages with the values that fill them.

    ``en_one`` is for a count of one.
    """

    en: str
    zh: str
    values: Mapping[str, Any] = field(default_factory=dict)
    en_one: str = ""

    def text(self, lang: str = "en") -> str:
        """The fact in one of the two languages."""
        if lang == "zh":
            return self.zh.format(**self.values)
        one = self.en_one and str(self.values.get("count", "")) == "1"
        return (self.en_one if one else self.en).format(**self.values)


@dataclass(frozen=True)
class Option:
    """An option that only one kind of evaluation takes, in Python as a keyword and on the command line as ``--name``.

    ``check`` turns what was given into a value, or raises an InputError; ``column``: it names a column.
    """

    name: str
    help: str
    default: Any = None
    check: Callable[[Any], Any] = lambda value: value
    column: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure that ``evaluation.plot(name)`` draws: ``draw(evaluation, models, ax, style)`` returns the axes."""

    name: str
    draw: Callable[[Any, list[str], Any, dict[str, Any]], Any]
    aliases: tuple[str, ...] = ()
