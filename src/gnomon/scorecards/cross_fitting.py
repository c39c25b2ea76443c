"""Cross-fitting of a card: each row's WOE come from other rows, so that errors, p-values, AUC and KS are those of new rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..catalog import parse
from ..errors import InputError
from ..inputs.direction import HIGHER, read
from ..inputs.hashing import digest, mixed
from ..inputs.rows import BinaryRows as ScoredRows
from ..summary import Sweep
from ..types import Floats
from .card_validation import CardValidation
from .recutting import FineWoe, Recut
from .regression import EndlessError, FittedRegression, logistic
from .rows_here import BinnedRows, LocalRows, OutcomeRows, RowsInBins

if TYPE_CHECKING:
    from ..summary.bin_layout import Layout


Choose = Callable[["Training"], tuple[list[str], FittedRegression]]


@dataclass(frozen=True)
class Training:
    """Part of the rows in fine bins, and the evidence that these rows alone give each variable."""

    placed: RowsInBins
    weighed: dict[str, FineWoe]
    share: float
    """The part of all rows."""
    cross: "CrossFit"

    @property
    def evidence(self) -> dict[str, Floats]:
        """The WOE of each fine bin."""
        return {name: one.woe for name, one in self.weighed.items()}


class CrossFit:
    """Rows in the fine bins of their variables, dealt to folds at random with as many bad ones in each."""

    def __init__(self, placed: BinnedRows, recuts: Mapping[str, Recut], folds: int) -> None:
        self._rows, self._places, self.share = placed
        self._recuts, self.folds = recuts, folds
        self._fold = _dealt(self._rows.bad, folds)
        self._found: dict[tuple[str, tuple[int, ...]], FineWoe] = {}
        self._counts: dict[str, Floats] = {}
        self._own_places: Mapping[str, Any] = {}

    @classmethod
    def of(cls, sample: OutcomeRows, binning: object, names: list[str], folds: int) -> "CrossFit":
        """The rows that a card is made of, in an order that follows from what they hold."""
        recuts = {name: Recut.of(binning, name) for name in names}
        placed = sample.assigned({name: _layout(one) for name, one in recuts.items()})
        gathered = {name: recuts[name].gathered[places] for name, places in placed.places.items()}
        order = shuffled(gathered, placed.rows)
        made = cls(BinnedRows(placed.rows.part(order), {name: one[order] for name, one in gathered.items()}, placed.share), recuts, folds)
        made._own_places = {name: recuts[name].places[places[order]] for name, places in placed.places.items()}
        return made

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._fold)

    def log_odds(self, evidence: Mapping[str, Floats], fitted: FittedRegression) -> Floats:
        """What a regression on the WOE of the card's own bins says of each row."""
        X = np.column_stack([woe[self._own_places[name]] for name, woe in evidence.items()])
        return np.asarray(fitted.intercept + X @ fitted.coefficients)

    def weighed(self, name: str, folds: tuple[int, ...]) -> FineWoe:
        """The evidence of a variable by the rows of some folds."""
        if (name, folds) not in self._found:
            good, bad = self._by_fold(name)[list(folds)].sum(axis=0)
            self._found[name, folds] = self._recuts[name].weigh(good, bad)
        return self._found[name, folds]

    def _by_fold(self, name: str) -> Floats:
        """Rows of a variable by fold, class and fine bin."""
        if name not in self._counts:
            recut = self._recuts[name]
            size = int(recut.gathered[-1]) + 1
            keys = (2 * self._fold + self._rows.bad) * size + self._places[name]
            counted = np.bincount(keys, self._rows.weight, 2 * self.folds * size).reshape(self.folds, 2, size)
            self._counts[name] = counted / (1.0 if self._rows.weight is None else recut.rules.row_weight)
        return self._counts[name]

    def regression(self, names: list[str], C: float | None, relative: Floats | None = None) -> FittedRegression | None:
        """Log-odds by WOE of earlier folds alone; None where rows are too few.

        With WOE of *all* other folds the parts would know of each other, and z of a variable that tells nothing would spread by √2 too
        far. By earlier folds each term has mean 0 whatever came before, so that z is that of a martingale.
        """
        try:
            tables = {name: np.stack([self.weighed(name, tuple(range(k))).woe for k in range(1, self.folds)]) for name in names}
            later = np.flatnonzero(self._fold > 0)
            which = self._fold[later] - 1
            X = np.column_stack([table[which, self._places[name][later]] for name, table in tables.items()])
            weight = None if self._rows.weight is None else self._rows.weight[later]
            return logistic(X if relative is None else (X @ relative)[:, None], self._rows.bad[later], weight, C)
        except (EndlessError, InputError, ValueError, np.linalg.LinAlgError):
            return None

    def validated(self, choose: Choose, own: Floats) -> CardValidation | None:
        """The card's figures on rows that did not make it: ``choose`` makes a card of part of the rows; ``own`` are its log-odds of all."""
        told = np.full(len(own), np.nan)
        try:
            for fold in range(self.folds):
                names, fitted = choose(training := self._training(fold))
                here = np.flatnonzero(self._fold == fold)
                evidence = training.evidence
                X = np.column_stack([evidence[name][self._places[name][here]] for name in names])
                told[here] = fitted.intercept + X @ fitted.coefficients
        except (EndlessError, InputError, ValueError, np.linalg.LinAlgError):
            return None
        (auc, gap), (auc_new, gap_new) = self._figures(own), self._figures(told)
        return CardValidation(auc, auc_new, gap, gap_new, self.folds)

    def _training(self, fold: int) -> Training:
        folds = tuple(k for k in range(self.folds) if k != fold)
        rows = np.flatnonzero(self._fold != fold)
        part, places = self._rows.part(rows), {name: one[rows] for name, one in self._places.items()}
        layouts = {name: _layout(one) for name, one in self._recuts.items()}
        weighed = {name: self.weighed(name, folds) for name in self._recuts}
        share = self.share * len(rows) / len(self._fold)
        inner = CrossFit(BinnedRows(part, places, share), self._recuts, self.folds)
        return Training(RowsInBins(part, layouts, places), weighed, share, inner)

    def _figures(self, log_odds: Floats) -> tuple[float, float]:
        """AUC and KS."""
        sweep = Sweep.of_rows(ScoredRows(self._rows.bad, read(log_odds, HIGHER), self._rows.weight, HIGHER))
        auc, gap = (float(parse(name).entry.function(sweep)) for name in ("roc_auc", "ks"))
        return auc, gap


def _layout(recut: Recut) -> "Layout":
    assert recut.fine.layout is not None
    return recut.fine.layout


def shuffled(places: Mapping[str, object], rows: LocalRows) -> NDArray[np.int64]:
    """A random order of rows that follows from what they hold, in whatever order they come; rows that hold the same are interchangeable."""
    key = row_keys(places, rows.bad, rows.weight)
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    alike = np.arange(len(key)) - np.repeat(starts, np.diff([*starts, len(key)]))
    return np.asarray(order[np.argsort(copy_keys(ordered, alike, 1), kind="stable")])


def row_keys(places: Mapping[str, Any], bad: NDArray[Any], weight: Floats | None) -> NDArray[np.uint64]:
    """A number for each row that follows from its bins, its label and its weight."""
    key = mixed(bad, 0) if weight is None else mixed(bad, 0) + mixed(weight.view(np.uint64), 1)
    for name, one in places.items():
        key += mixed(np.arange(int(one.max(initial=0)) + 1), digest(name))[one]
    return key


def copy_keys(keys: NDArray[np.uint64], copies: NDArray[Any], seed: int) -> NDArray[np.uint64]:
    """A random number for each of the rows that hold the same."""
    return mixed(keys + mixed(copies, 0), seed)


def _dealt(bad: NDArray[np.uint8], folds: int) -> NDArray[np.int64]:
    """The fold of each row: rows are in random order, and good and bad ones are dealt out in turn."""
    found = np.empty(len(bad), np.int64)
    for which in (0, 1):
        rows = np.flatnonzero(bad == which)
        found[rows] = np.arange(len(rows)) % folds
    return found
