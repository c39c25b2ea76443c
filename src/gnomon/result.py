"""Results that have more to say than one number: frozen, named, printable, convertible, drawable."""

import csv
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .errors import InputError, warn
from .markup import InNotebooks, html_of, table_html
from .markup import text_table as text_table
from .messages.language import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_SHOWN = 160
"""Characters of a field that a notebook shows."""
KEY_POINTS = 9
"""Points of a curve that a notebook tabulates."""


class Result(InNotebooks):
    """Base of the frozen dataclasses that metrics return. Subclasses add fields and a ``headline``."""

    key: ClassVar[str] = ""
    """The field that is NaN when the result is undefined; empty when it always is defined."""
    pictured: ClassVar[tuple[str, ...]] = ()
    """Of a curve, the field along the bottom and those that stand over it, as notebooks draw them."""

    @property
    def defined(self) -> bool:
        """Whether the data had what the result needs; its figures are NaN where not."""
        return not self.key or getattr(self, self.key) == getattr(self, self.key)

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name. An infinite threshold stays float("inf"), for which JSON has no standard."""
        return {name: plain(value) for name, value in self._fields()}

    def _fields(self) -> Iterator[tuple[str, Any]]:
        for f in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            yield f.name, getattr(self, f.name)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_equal(value, getattr(other, name)) for name, value in self._fields())

    __hash__ = None  # type: ignore[assignment]  # results hold arrays

    @property
    def headline(self) -> str:
        """What the repr says after the name: sizes and key figures, not arrays."""
        return ", ".join(f"{name}={show(value)}" for name, value in self._fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.headline})"

    def _repr_html_(self) -> str:
        """What the text shows; of what has no more of it than a line, the fields; of a curve, a drawing and some of its points."""
        if type(self).__repr__ is not Result.__repr__ or type(self).__str__ is not object.__str__:
            told = html_of(lambda: str(self))
        else:
            known = ((name, value) for name, value in self._fields() if value is not None and not isinstance(value, np.ndarray))
            fields = [[name, _brief(value)] for name, value in known if _brief(value)]
            told = f"<div><b>{type(self).__name__}</b></div>{table_html(fields, [False, False], headed=False) if fields else ''}"
        return f"<div>{told}{self._sketched()}</div>"

    def _sketched(self) -> str:
        from .sketch import sketch

        if not self.pictured:
            return ""
        x, *ys = (getattr(self, name) for name in self.pictured)
        picture = sketch(self.pictured[0], x, dict(zip(self.pictured[1:], ys, strict=True)))
        held = {name: value for name, value in self._fields() if isinstance(value, np.ndarray) and len(value) == len(x)}
        if isinstance(self, Table) or not len(x):
            return picture
        some = np.unique(np.linspace(0, len(x) - 1, KEY_POINTS).round().astype(np.int64))
        return picture + html_of(lambda: text_table({name: value[some] for name, value in held.items()}))

    def plot(self, ax: "Axes | None" = None, **style: Any) -> Any:
        """Draw on ``ax`` (default: new matplotlib axes) and return the axes. Needs the extra ``gnomon[plot]``.

        ``label`` names the model in the legend; ROC, PR, gain and lift curves mark the point of a ``threshold``; ``color``,
        ``linestyle`` and the like go to the line.
        """
        from . import plots

        return plots.draw(self, ax=ax, **style)


def _brief(value: object) -> str:
    """A field in a notebook."""
    text = show(value) if isinstance(value, (int, float, np.number)) and not isinstance(value, bool) else str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def _equal(a: object, b: object) -> bool:
    """Whether two fields hold the same, NaN being the same as NaN."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, Mapping):
        return isinstance(b, Mapping) and a.keys() == b.keys() and all(_equal(value, b[key]) for key, value in a.items())
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(_equal, a, b))
    if is_dataclass(a) and getattr(type(a), "__dataclass_params__").eq:  # noqa: B009  # its own comparison asks arrays for a truth value
        return type(a) is type(b) and all(_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return bool(a == b) or (a != a and b != b)


def plain(value: object) -> Any:
    """A value as plain Python: arrays as lists, NumPy scalars as numbers."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str):
        return str(value)  # of a message, its English text
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


def in_json(value: object) -> Any:
    """A value as JSON has it: None for what is undefined, the words "inf" and "-inf" for what has no end.

    >>> in_json({"cutoff": [0.5, math.inf], "bad_rate": math.nan})
    {'cutoff': [0.5, 'inf'], 'bad_rate': None}
    """
    if isinstance(value, Result):
        return in_json(value.to_dict())
    if isinstance(value, Mapping):
        return {str(key): in_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [in_json(item) for item in value]
    value = plain(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


class JsonSerializable:
    """A result whose ``to_dict`` can be written as JSON, whatever its figures."""

    def to_dict(self) -> dict[str, Any]:
        """Plain Python objects by field name, as JSON has them: None for what is undefined, "inf" and "-inf" for what has no end."""
        return {name: in_json(value) for name, value in self._fields()}  # type: ignore[attr-defined]  # a Result's


def show(value: Any) -> str:
    """A value in a repr: six significant digits, an array by its length."""
    if isinstance(value, np.ndarray):
        return f"array of {value.shape[0]:,}"
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}"
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return f"{value:,}"
    return repr(value)


class Point(float):
    """A value on a curve, a float that also knows the threshold at which it is reached.

    >>> point = Point(0.6, threshold=0.505)
    >>> point, point + 0, point.threshold
    (0.6 at threshold 0.505, 0.6, 0.505)
    """

    threshold: float

    def __new__(cls, value: float, threshold: float) -> "Point":
        point = super().__new__(cls, value)
        point.threshold = float(threshold)
        return point

    @property
    def value(self) -> float:
        return float(self)

    def to_dict(self) -> dict[str, float]:
        return {"value": float(self), "threshold": self.threshold}

    def __repr__(self) -> str:
        return f"{float(self):.6g} at threshold {self.threshold:.6g}"

    def _repr_html_(self) -> str:
        return html_of(lambda: repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Point, (float(self), self.threshold))


class Table(Result):
    """A result whose fields are columns of one length."""

    def columns(self) -> dict[str, Any]:
        """The columns by name."""
        return {name: value for name, value in self._fields() if isinstance(value, np.ndarray)}

    def __len__(self) -> int:
        return len(next(iter(self.columns().values())))

    def to_frame(self) -> Any:
        """A data frame: pandas where it is installed, else Polars."""
        return data_frame(self.columns())

    @property
    def note(self) -> str:
        """What stands above the table as text; empty where the columns say it all."""
        return ""

    def heading(self, column: str) -> str:
        """What a column is called in the table as text."""
        return column

    def naming(self, positive: object) -> "Table":
        """The table with the positive class called by its label, where it has words for it."""
        return self

    def __str__(self) -> str:
        text = text_table({self.heading(name): values for name, values in self.columns().items()}, most=24)
        return f"{self.note}\n{text}" if self.note else text

    def __repr__(self) -> str:
        return str(self)


FORMULA = re.compile("[=+\\-@\t\r\n＝＋－＠]")
"""What a cell begins with that a spreadsheet runs."""
FIGURE = re.compile(r"[+-][0-9.,]+(e[+-]?[0-9]+)?( ?%)?", re.IGNORECASE)
"""A text that begins so and is a number."""


def csv_text(columns: dict[str, list[Any]], raw: bool = False) -> str:
    r"""Columns as CSV. Texts that a spreadsheet would run get an apostrophe before them, with a warning, unless they are to stay ``raw``.

    >>> print(csv_text({"class": ["a", "-1"], "value": [-0.5, math.nan]}))
    class,value
    a,-0.5
    -1,
    """
    lines: list[str] = []
    guarded = 0

    def cell(value: object) -> Any:
        nonlocal guarded
        if isinstance(value, str) and not raw and FORMULA.match(value) and not FIGURE.fullmatch(value):
            guarded += 1
            return f"'{value}"
        return "" if value is None or value != value else repr(value) if isinstance(value, float) else value

    # The writer quotes what its own ends of lines consist of, so that a carriage return within a cell ends no line.
    writer = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n")
    writer.writerow(map(cell, columns))
    writer.writerows(map(cell, line) for line in zip(*columns.values(), strict=True))
    if guarded:
        warn(
            say(
                "core.note_formula_texts_quoted",
                count=guarded,
            )
        )
    return "\n".join(line.removesuffix("\r\n") for line in lines)


def data_frame(columns: dict[str, Any]) -> Any:
    """Columns as a data frame of whichever library is installed."""
    try:
        import pandas as pd

        return pd.DataFrame(columns)
    except ImportError:
        pass
    try:
        import polars as pl
    except ImportError:
        raise InputError("core.frame_library_missing") from None
    return pl.DataFrame(columns)


def decimals(value: float, sign: str = "") -> str:
    """Four decimals; of what is too small for them three digits, down to what rounding alone may leave."""
    return f"{value:{sign}.4f}" if not 1e-12 < abs(value) < 5e-5 else f"{value:{sign}.3g}"
