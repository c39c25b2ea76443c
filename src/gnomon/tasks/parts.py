"""Small pieces that a kind of evaluation is described by: columns it reads, facts it states, options it takes, figures it draws."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..messages import Message
from ..messages.catalogue import template, texts
from ..messages.message import Trusted, filled
from ..messages.visible import visible

Kind = Literal["number", "label", "key", "text"]
"""How a column is read: as numbers, as labels that share one vocabulary, as whatever it holds (slices, clusters, queries), or as texts,
of which only what an aspect counts in them stays (:meth:`Aspect.derived`).
"""


@dataclass(frozen=True)
class ColumnRole:
    """A column that a pass reads: the argument that named it, and as what it is read.

    ``finite``: infinite values are refused. ``blank``: a missing value is a value, as in a slice; elsewhere it is a fault.
    ``met``: a number that is to be met, where others could mean classes. ``lists``: a key whose values are lists of labels, which share
    the vocabulary of labels; ``empty`` is what stands for a missing one.
    """

    argument: str
    column: str
    kind: Kind
    finite: bool = True
    negative: bool = True
    met: bool = False
    blank: bool = False
    lists: bool = False
    empty: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Where a block of rows has the column: one may be read in several ways."""
        return self.kind, self.column


@dataclass(frozen=True, eq=False)
class RowWarning:
    """Rows of a model that some metrics cannot take though others can: a code, which rows they are, and what the first of them shows."""

    code: str
    rows: NDArray[np.bool_]
    shown: str


@dataclass(frozen=True)
class HeaderItem:
    """Something that the head of text and report says of the rows: words in both languages, the values that fill them, and a name.

    Facts stand in the order of ``order``: how many rows is 0, the label's column 30, the weights' 50. For a count of one the id may have a
    twin that ends in ``_one``. ``aside`` puts the name in brackets; what is not ``brief`` is left to the report; a ``sentence`` has a line
    of its own below the others.
    """

    order: int
    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    name: Any = None
    aside: bool = False
    brief: bool = True
    warns: bool = False
    sentence: bool = False

    def words(self, lang: str = "en") -> str:
        """The words in one of the two languages, without the name."""
        if isinstance(self.message, Message):
            return self.message.text(lang)
        one = f"{self.message}_one"
        is_one = str(self.values.get("count", "")) == "1" and one in texts("en")
        return filled(template(one if is_one else self.message, lang), dict(self.values), lang)

    def text(self, lang: str = "en") -> str:
        """The words and the name."""
        return visible(self._text(lang))

    def _text(self, lang: str) -> str:
        if self.name is None:
            return self.words(lang)
        form = template("fact.named_aside" if self.aside else "fact.named", lang)
        return filled(form, {"words": Trusted(self.words(lang)), "name": Trusted(self.name)}, lang)


@dataclass(frozen=True)
class TaskOption:
    """An option that only one kind of evaluation takes, in Python as a keyword and on the command line as ``--name``.

    ``check`` turns what was given into a value, or raises an InputError; ``many``: on the command line it may be repeated; ``panel``
    is the heading under which --help lists it; ``file``: it names files to read; ``argument``: what it is called in Python, where that is
    another name;
    ``of_table(value, table, tables, models)`` is what it says of one of several tables.
    """

    name: str
    help: str
    default: Any = None
    check: Callable[[Any], Any] = lambda value: value
    many: bool = False
    metavar: str | None = None
    panel: str = "What to compute"
    file: bool = False
    argument: str = ""
    of_table: Callable[[Any, str, Sequence[str], Sequence[str]], Any] = lambda value, *_: value


EVALUATED = frozenset(
    {
        *("metrics", "ci", "replicates", "seed", "level", "method", "alternative"),
        *("min", "max", "sure", "baseline", "tolerance", "no_worse_than", "margin", "non_inferior"),
    }
)
"""Options of commands that ask something of an evaluation, whatever it was made of."""


@dataclass(frozen=True)
class Reader:
    """Another way in on the command line than a table: its options, and what evaluates them.

    ``evaluate(files, given, asked)`` gets the command's file arguments, the values of its options, and everything else that was asked.
    ``beside(given, other, names)`` puts another model's file beside the one that is named: the options as they are then, and the model.
    ``reads`` are the options of commands that it reads besides: whatever else is typed is refused. ``holds(path)``: whether a file is
    plainly one of its truths, and no table.
    """

    options: tuple[TaskOption, ...]
    evaluate: Callable[[list[str] | None, dict[str, Any], dict[str, Any]], Any]
    beside: Callable[[dict[str, Any], str, tuple[str, str]], tuple[dict[str, Any], str]]
    reads: frozenset[str] = EVALUATED
    holds: Callable[[str], bool] = lambda path: False

    @property
    def files(self) -> list[TaskOption]:
        """The options that name its files: the truth, and then what models say, one a model."""
        return [option for option in self.options if option.file]


@dataclass(frozen=True)
class Figure:
    """A figure that ``evaluation.plot(name)`` draws: ``draw(evaluation, models, ax, style)`` returns the axes.

    ``takes`` are its own options, where it leaves it to others to refuse what is none; ``artist``, "line" or "bar", has matplotlib's.
    """

    name: str
    draw: Callable[[Any, list[str], Any, dict[str, Any]], Any]
    aliases: tuple[str, ...] = ()
    takes: tuple[str, ...] | None = None
    artist: str = ""
