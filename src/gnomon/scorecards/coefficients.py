"""The coefficients of a card: how sure they are, what the variables tell, and how good the card is on rows that it has not seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inference.comparison import p_text
from ..messages import Message, text_in
from ..messages.language import language, say, term
from ..result import JsonSerializable, Table, in_json, text_table
from ..types import Floats
from .card_table import html_of, markdown_of
from .card_validation import CardValidation
from .information import Information
from .psi_chance import ALPHA
from .regression import FittedRegression


class CoefficientTests(NamedTuple):
    """How coefficients were tested: in so many folds, by part of the rows where these were very many, and what the card is worth."""

    folds: int | None = None
    part: int | None = None
    free: bool = True
    """Whether each coefficient comes from the rows; else weights were set beforehand."""
    penalty: float | None = None
    validation: CardValidation | None = None

    @property
    def how(self) -> str:
        """What holds for all coefficients."""
        if not self.free:
            return say("scorecards.note_weights_set_beforehand")
        return "" if self.penalty is None else say("scorecards.note_coefficients_held_back", C=self.penalty)

    def notes(self, names: Sequence[str], p: Floats) -> tuple[Message, ...]:
        """What is to be said of p-values, and of AUC and KS."""
        if self.folds is None:
            return (Message("errors_in_sample"),)
        notes = [Message("card_not_validated", folds=self.folds) if self.validation is None else self.validation.message]
        if self.part is not None:
            notes.append(Message("cross_fitted_part", count=self.part))
        if np.isnan(p).all():
            notes.append(Message("errors_unknown"))
        elif unsure := [name for name, one in zip(names, p.tolist(), strict=True) if one >= ALPHA]:
            notes.append(Message("variables_unsure", count=len(unsure), names=unsure))
        return tuple(notes)


@dataclass(frozen=True, eq=False, repr=False)
class Coefficients(JsonSerializable, Table):
    """The variables of a card with their coefficients on WOE, how sure these are, and the information value of each.

    ``coefficient`` is the card's. ``cross_fitted`` is the coefficient where each row's WOE come from other rows; ``standard_error``,
    ``z`` and ``p`` are its. ``iv_chance`` is the information value of a variable that tells nothing, ``iv_low`` and ``iv_high`` the 95 %
    interval of what remains without chance.
    """

    variable: NDArray[np.object_]
    coefficient: Floats
    cross_fitted: Floats
    standard_error: Floats
    z: Floats
    p: Floats
    iv: Floats
    iv_chance: Floats
    iv_low: Floats
    iv_high: Floats
    intercept: float
    intercept_error: float
    tests: CoefficientTests

    @property
    def notes(self) -> tuple[Message, ...]:
        """What is to be said of p-values, and of AUC and KS."""
        return self.tests.notes(self.variable.tolist(), self.p)

    @property
    def note(self) -> str:
        text = say("scorecards.note_log_odds_formula", intercept=self.intercept)
        return f"{text}\n{self.tests.how}" if self.tests.how else text

    def cells(self) -> tuple[list[str], list[list[str]]]:
        """Headings and lines as text."""
        columns = self.columns()
        lines = [[_cell(name, values[at]) for name, values in columns.items()] for at in range(len(self.variable))]
        return [term(name) for name in columns], lines

    @property
    def _note_texts(self) -> list[str]:
        return [text_in(note, language()) for note in self.notes]

    def __str__(self) -> str:
        heads, lines = self.cells()
        columns = {head: np.array([line[at] for line in lines], object) for at, head in enumerate(heads)}
        return "\n".join([self.note, text_table(columns, most=len(lines)), *(f" ● {note}" for note in self._note_texts)])

    def to_markdown(self) -> str:
        """A table to paste into a document."""
        return markdown_of(*self.cells(), 1, [*self.note.split("\n"), *self._note_texts])

    def to_html(self) -> str:
        """A table to paste into a page."""
        return html_of(*self.cells(), [*self.note.split("\n"), *self._note_texts])

    def to_dict(self) -> dict[str, Any]:
        """The columns, the intercept, how coefficients are held, and the notes, as JSON has them."""
        return self._plain() | {"how": self.tests.how, "notes": [str(note) for note in self.notes]}

    def to_json(self) -> dict[str, Any]:
        """All there is, for the file of the card."""
        validation = self.tests.validation
        return self._plain() | {"tests": self.tests._replace(validation=None)._asdict() | {"validation": in_json(validation)}}

    def _plain(self) -> dict[str, Any]:
        return {name: in_json(value) for name, value in self._fields() if name != "tests"}

    @classmethod
    def from_json(cls, state: Any) -> "Coefficients":
        """What :meth:`to_json` wrote; ``ValueError`` where a figure is none or stands alone."""
        names = np.array(state["variable"], object)
        figures = {name: _figures(state[name], len(names)) for name in COLUMNS}
        validation = state["tests"]["validation"]
        known = CoefficientTests(**{**state["tests"], "validation": None if validation is None else CardValidation(**validation)})
        if validation is not None and not all(
            0 <= validation[name] <= 1 for name in ("auc", "auc_cross_validated", "ks", "ks_cross_validated")
        ):
            raise ValueError("AUC and KS lie between 0 and 1")
        if ((figures["p"] < 0) | (figures["p"] > 1)).any() or (figures["iv_low"] > figures["iv_high"]).any():
            raise ValueError("p lies between 0 and 1, and iv_low is at most iv_high")
        return cls(names, **figures, intercept=float(state["intercept"]), intercept_error=float(state["intercept_error"]), tests=known)


def _cell(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    return "–" if np.isnan(value) else p_text(value) if name == "p" else f"{value:.4f}"


COLUMNS = ("coefficient", "cross_fitted", "standard_error", "z", "p", "iv", "iv_chance", "iv_low", "iv_high")


def _figures(given: Any, count: int) -> Floats:
    """A column as it was written."""
    figures = np.array([np.nan if one is None else float(one) for one in given], np.float64)
    if len(figures) != count:
        raise ValueError(f"{len(figures)} figures for {count} variables")
    return figures


def coefficients_of(
    fitted: FittedRegression, names: list[str], information: list[Information], sure: FittedRegression | None, tests: CoefficientTests
) -> Coefficients:
    """Coefficients with their tests: z is the coefficient of ``sure`` by its error, p that chance alone brings one as far from 0.

    Without ``sure``, where rows are too few to be parted, there are no tests.
    """
    nothing = np.full(len(names), np.nan)
    cross, errors = (nothing, nothing) if sure is None else (sure.coefficients, sure.errors)
    return Coefficients(
        variable=np.array(names, object),
        coefficient=fitted.coefficients,
        cross_fitted=cross,
        standard_error=errors,
        z=cross / errors,
        p=nothing if sure is None else sure.p,
        iv=np.array([one.value for one in information]),
        iv_chance=np.array([one.chance for one in information]),
        iv_low=np.array([one.interval.low for one in information]),
        iv_high=np.array([one.interval.high for one in information]),
        intercept=fitted.intercept,
        intercept_error=float(np.sqrt(fitted.covariance[0, 0])),
        tests=tests,
    )
