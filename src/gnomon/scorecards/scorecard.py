"""gn.Scorecard: from rows to a card, and from a card to scores."""

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..engines import is_apart
from ..engines.columns import Column
from ..errors import InputError
from ..inputs.arrays import not_empty, one_column, one_dimension, same_length, to_array
from ..inputs.numbers import as_weight
from ..inputs.rows import DEFAULT_POSITIVE
from ..messages import Message
from ..messages.language import say
from ..types import Floats
from .by_hand import card_by_hand
from .card import Card
from .card_columns import require, source_of, whole
from .card_file import from_dict, load
from .classifier import Classifier
from .explained import Explained
from .making import CardSettings, FittedCard, make, refuse_other_label
from .rows_here import LocalRows, OutcomeRows
from .scaling import Scaling
from .segments import SegmentedCard, SegmentsCompared, refuse_unwritable, segments_of
from .selection import Dropped
from .settings import warn_of_codes
from .tables import bad_rows

if TYPE_CHECKING:
    from .card_table import CardTable


Parts = Callable[[], Mapping[Any, OutcomeRows]]


class Scorecard(Classifier):
    """A scorecard: variables in bins, the logistic regression of their weights of evidence, scaled to points. 1 in y is bad.

    score = offset − factor · log-odds(bad), so that good customers score high: ``points0`` points where ``odds0`` are good for one bad, and
    ``pdo`` points more where the odds are twice that.

    Parameters
    ----------
    binning
        A ``gn.Binning``; one that is fitted is taken as it is, with the bins that were edited by hand. Default: ``gn.Binning()``.
    points0, odds0, pdo
        The scale of the points; odds are good to bad.
    min_iv, max_iv
        Variables whose information value is less than this beyond what chance gives tell nothing; those with more than ``max_iv`` know
        the outcome already.
    max_correlation
        Of two variables whose WOE are correlated above this, the one with the lower IV is left out.
    max_psi, stable_over
        Variables whose PSI between the first period and a later one is above this are left out; ``stable_over`` is the column of periods.
    signs
        Leave out, one by one, variables whose coefficient goes against their WOE.
    weights
        "logistic", by regression. With a few hundred rows, "iv" or "ks": variables weigh as much as they tell by themselves. Or
        ``{variable: weight}``, as an expert says. In these only the scale comes from the rows.
    C
        Holds coefficients back, as in scikit-learn; None, the default, does not.
    features
        The columns to choose from; default: all but ``segment`` and ``stable_over``, the binning's as well.
    segment
        A column: a card of its own for each of its values. One without good and bad rows, or with nothing to go by, has the general card.
    rounded
        Points are whole numbers (halves to the even one), so that what is printed adds up to the score.
    spread_base
        Spread the base points evenly over the variables; whole points as whole points, so that scores stay the same.
    positive
        The label of the bad in y, unless it is 1.
    select
        "p" leaves out, one by one, the variable with the largest cross-fitted p-value above 0.05; "stepwise" takes in the one with the
        smallest and leaves out again what is significant no longer. None keeps what the steps before left.
    vif
        Leave out, one by one, the variable with the largest variance inflation factor above this.
    folds
        Into how many parts rows are dealt for cross-fitted errors and cross-validated AUC and KS (``validation_``). With None errors are
        those of the rows that the WOE were fitted to, and too small.

    >>> import gnomon as gn
    >>> rows = gn.samples.applications(5000)
    >>> card = gn.Scorecard(features=["age", "bureau", "utilisation"]).fit(rows, rows["bad"])
    >>> bool(np.all(card.score(rows) == card.card_.base + card.points(rows).sum(axis=1)))
    True

    """

    def __init__(
        self,
        binning: Any = None,
        *,
        points0: float = 600,
        odds0: float = 50,
        pdo: float = 20,
        min_iv: float = 0.02,
        max_iv: float | None = None,
        max_correlation: float = 0.7,
        max_psi: float | None = None,
        stable_over: str | None = None,
        signs: bool = True,
        weights: Any = "logistic",
        C: float | None = None,
        features: Any = None,
        segment: str | None = None,
        rounded: bool = True,
        spread_base: bool = False,
        positive: Any = None,
        select: str | None = None,
        vif: float | None = None,
        folds: int | None = 5,
    ) -> None:
        self.binning = binning
        self.points0, self.odds0, self.pdo = points0, odds0, pdo
        self.min_iv, self.max_iv = min_iv, max_iv
        self.max_correlation, self.max_psi, self.stable_over = max_correlation, max_psi, stable_over
        self.signs, self.weights, self.C = signs, weights, C
        self.features, self.segment = features, segment
        self.rounded, self.spread_base = rounded, spread_base
        self.positive = positive
        self.select, self.vif, self.folds = select, vif, folds

    def fit(self, X: Any, y: Any, *, weight: Any = None) -> "Scorecard":
        """Make the card of these rows; ``dropped_`` says why a variable is not on it, ``coefficients_`` how sure the others are,
        ``validation_`` how good the card is on rows that it has not seen.

        Of a Spark data frame ``y`` and ``weight`` name columns; bins are counted and the regression is summed up where the rows are, a
        pass for each of its steps, so that a frame that takes long to read is better cached first. Cross-fitting takes one more pass.
        """
        settings = CardSettings.of(self)
        rows, parts = self._rows_apart(X, y, weight) if is_apart(X) else self._rows(X, y, weight)
        refuse_other_label(self._binning(), self.classes_.tolist(), self.positive)
        whole_card = make(rows, self._binning(), settings)
        if whole_card.binning is not self.binning:
            warn_of_codes(whole_card.binning)
        self.card_: Card | SegmentedCard = whole_card.card
        self.binning_, self.coefficients_ = whole_card.binning, whole_card.coefficients
        self.dropped_: Dropped = whole_card.dropped
        self.validation_ = whole_card.validation
        self.segments_: dict[Any, FittedCard] = {}
        if self.segment is not None:
            self.card_ = self._by_segment(self.segment, parts(), settings, whole_card.card)
        self.n_features_in_ = len(rows.names)
        self.feature_names_in_ = np.array(rows.names, object)
        self._seen = self._fingerprint(X, rows.bad) if isinstance(rows, LocalRows) else None
        return self

    def _binning(self) -> Any:
        """The binning to use: as it is where it is fitted, else a new one of its parameters."""
        if self.binning is None:
            from .binning import Binning

            return Binning()
        if not hasattr(self.binning, "fit"):
            raise InputError("scorecards.binning_type_mismatch", type=type(self.binning).__name__)
        if hasattr(self.binning, "bins_"):
            return self.binning
        return type(self.binning)(**self.binning.get_params(deep=False))

    def _bad(self, y: object) -> NDArray[np.uint8]:
        """Which rows are bad."""
        return bad_rows(y, None, "X", DEFAULT_POSITIVE if self.positive is None else self.positive)

    def _rows(self, X: object, y: object, weight: object) -> tuple[OutcomeRows, Parts]:
        """The rows as they are binned, and how to part them by segment."""
        truth = one_dimension(one_column(to_array(y, "y")), "y")
        not_empty(len(truth), "y")
        bad = self._bad(truth)
        self.classes_ = np.unique(truth)
        self.bad_first_ = bool(len(self.classes_) == 2 and bad[np.argmax(truth == self.classes_[0])])
        source = source_of(X)
        named = self._features(source.columns)
        steady = self._steady()
        by_column = steady if isinstance(steady, str) else None
        asked = (("segment", self.segment), ("stable_over", self.stable_over), ("stable_over", by_column))
        apart = [source.require(argument, name) for argument, name in asked if name is not None]
        columns = whole(source, require(source, dict.fromkeys([*named, *apart])))
        same_length(len(truth), "y", len(next(iter(columns.values())).values), "X")
        for name in (self.stable_over, by_column):
            if name is not None and columns[name].gaps() is not None:
                raise InputError("scorecards.period_missing_in_fitting", name=name)
        periods = None if self.stable_over is None else columns[self.stable_over]
        if by_column is not None:
            steady = columns[by_column].encoded().values
        elif steady is not None:
            steady = one_dimension(one_column(to_array(steady, "stable_over")), "stable_over")
            same_length(len(steady), "stable_over", len(truth), "y")
        rows = LocalRows({name: columns[name] for name in named}, bad, as_weight(weight, len(truth), "X"), periods, steady)
        return rows, lambda: _parts(rows, columns[str(self.segment)], str(self.segment))

    def _rows_apart(self, X: object, y: object, weight: object) -> tuple[OutcomeRows, Parts]:
        """The same of a Spark data frame, whose columns of label and weight are named."""
        from .rows_apart import RemoteRows
        from .totals import LabelAndWeight

        source = source_of(X)
        beside = LabelAndWeight(
            source.require("y", y),
            None if weight is None else source.require("weight", weight),
            DEFAULT_POSITIVE if self.positive is None else self.positive,
        )
        for argument, name in (("segment", self.segment), ("stable_over", self.stable_over)):
            if name is not None:
                source.require(argument, name)
        named = require(source, self._features([name for name in source.columns if name not in beside.names]))
        rows = RemoteRows(source, named, beside, self.stable_over)
        self.classes_ = np.array(sorted(rows.totals.labels))
        self.bad_first_ = bool(len(self.classes_) == 2 and self._bad(self.classes_)[0])
        return rows, lambda: rows.segments(str(self.segment))

    def _steady(self) -> Any:
        """What the binning is to be stable over: a column, or values; a fitted one has its bins already."""
        return None if hasattr(self.binning, "bins_") else getattr(self.binning, "stable_over", None)

    def _features(self, columns: list[str]) -> list[str]:
        steady = self._steady()
        apart = [self.segment, self.stable_over, steady if isinstance(steady, str) else None]
        if self.features is None:
            return [name for name in columns if name not in apart]
        if isinstance(self.features, str) or not all(isinstance(name, str) for name in self.features):
            raise InputError("scorecards.features_not_list", features=self.features)
        named = list(dict.fromkeys(self.features))
        if not named:
            raise InputError("scorecards.features_empty")
        if isinstance(steady, str) and steady in named:
            raise InputError("scorecards.features_with_period_column", name=steady)
        return named

    def _by_segment(self, segment: str, parts: Mapping[Any, OutcomeRows], settings: CardSettings, general: Card) -> SegmentedCard:
        """A card for each segment; one that has none of its own takes the general one, and ``dropped_`` says why."""
        cards: dict[Any, Card] = {}
        for value, rows in parts.items():
            try:
                self.segments_[value] = make(rows, self._binning(), settings)
                cards[value] = self.segments_[value].card
            except InputError as reason:
                cards[value] = general
                self.dropped_[f"{segment} = {value}"] = Message("segment_without_card", reason=str(reason))
        return SegmentedCard(segment, cards, general)

    def _fingerprint(self, X: object, bad: NDArray[np.uint8]) -> int:
        """A number by which the rows of fitting are known again."""
        return zlib.crc32(bad.tobytes(), zlib.crc32(self.card_.score(X).tobytes()))

    def _fitted(self) -> Card | SegmentedCard:
        if not hasattr(self, "card_"):
            raise InputError("scorecards.scorecard_not_fitted")
        return self.card_

    def score(self, X: Any, y: Any = None) -> Any:
        """The score of each row, high for good customers. (Of an estimator scikit-learn would expect a figure: see ``predict_proba``.)"""
        if y is not None:
            raise InputError("scorecards.score_called_as_metric")
        return self._fitted().score(X)

    def points(self, X: Any) -> Floats:
        """The points of each row, a column for each variable."""
        return self._single().points(X)

    def probability(self, X: Any) -> Floats:
        """The probability of being bad that each score stands for."""
        return self._fitted().probability(X)

    def decision_function(self, X: Any) -> Floats:
        """The log-odds that each score stands for: of being bad, or as scikit-learn has it of the later of two labels in their order."""
        odds = self._fitted().log_odds(X)
        return -odds if self._bad_first() else odds

    def _bad_first(self) -> bool:
        """Whether the label of the bad comes before that of the good in ``classes_``."""
        return getattr(self, "bad_first_", False)

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities of both labels in the order of ``classes_``: of good and of bad, unless the bad label comes first."""
        bad = self.probability(X)
        return np.column_stack([bad, 1 - bad] if self._bad_first() else [1 - bad, bad])

    def predict(self, X: Any) -> NDArray[Any]:
        """The more probable label; where few are bad that is nearly always good, and a cut-off of scores says more."""
        labels = getattr(self, "classes_", np.array([0, 1]))
        return np.asarray(labels[((self.probability(X) >= 0.5) != self._bad_first()).astype(np.int64)])

    def reasons(self, X: Any, top: int = 4, against: str = "best") -> NDArray[np.object_]:
        """The variables that lack most points, the worst first."""
        return self._fitted().reasons(X, top, against)

    def explain(self, row: Any) -> Explained:
        """Where one row's points come from."""
        return self._fitted().explain(row)

    def table(self) -> "CardTable":
        """The whole card; of segments ``card_.cards`` has one each."""
        return self._single().table()

    def _single(self) -> Card:
        card = self._fitted()
        if not isinstance(card, Card):
            raise InputError("scorecards.segments_have_own_cards")
        return card

    def compared(self, X: Any, y: Any, weight: Any = None) -> SegmentsCompared:
        """Whether cards by segment rank these rows better than the one card: pass rows that fitting has not seen."""
        cards = self._fitted()
        if not isinstance(cards, SegmentedCard):
            raise InputError("scorecards.segments_missing")
        from ..evaluation import compare

        bad = self._bad(y)
        scores = {say("scorecards.label_by_segment"): cards.score(X), say("scorecards.label_one_card"): cards.general.score(X)}
        found = compare(bad, scores, metrics="roc_auc,ks", weight=weight, direction="lower is positive")
        return SegmentsCompared(found, self._fingerprint(X, bad) == getattr(self, "_seen", None))

    def report(self, data: Any, *, label: str, path: Any = "report.html", lang: str = "en", **options: Any) -> Path:
        """Write the report of the card's score on rows whose outcome is known, with the card on it; ``data`` as in gn.evaluate.

        ``over`` names a column of months or other periods: KS, Gini, bad rate and the score's PSI by period, against ``reference``, which
        is one of them, a table as the rows of fitting, or by default the first. Other ``options`` are those of gn.evaluate: weight, by,
        positive, metrics, ci, missing, …
        """
        from .report import card_report

        if self.positive is not None:
            options.setdefault("positive", self.positive)
        return card_report(self._fitted(), data, label, path, lang=lang, **options)[1]

    def to_sql(self, table: str | None = None, *, dialect: str = "generic") -> str:
        """The score as SQL."""
        return self._fitted().to_sql(table, dialect=dialect)

    def to_pmml(self, path: Any = None) -> str:
        """The card as PMML 4.4."""
        return self._single().to_pmml(path)

    def to_dict(self) -> dict[str, Any]:
        """The card as JSON has it."""
        return self._fitted().to_dict()

    def save(self, path: Any) -> Path:
        """Write the card as JSON, whole or not at all."""
        return self._fitted().save(path)

    @classmethod
    def of(cls, card: Card | SegmentedCard) -> "Scorecard":
        """A scorecard that scores by a card which is there already."""
        scaling = card.scaling
        made = cls() if scaling is None else cls(points0=scaling.points0, odds0=scaling.odds0, pdo=scaling.pdo)
        made.card_ = card
        if isinstance(card, Card) and (known := card.coefficients) is not None:
            made.coefficients_, made.validation_ = known, known.tests.validation
        return made

    @classmethod
    def from_dict(cls, state: Any) -> "Scorecard":
        """What :meth:`to_dict` made."""
        return cls.of(from_dict(state))

    @classmethod
    def load(cls, path: Any) -> "Scorecard":
        """Read a card, or the cards of segments, that were saved."""
        return cls.of(load(path))

    @classmethod
    def by_hand(
        cls, points: Any, *, weights: Any = None, base: float = 0.0, points0: Any = None, odds0: Any = None, pdo: Any = None
    ) -> "Scorecard":
        """A card without rows: ``{variable: {bin: points}}`` as an expert sets them, multiplied by ``weights`` of variables if any.

        Bins are written as tables print them: "(-inf, 25)", "[25, inf)", "missing", "other", "special: -999"; any other text is a
        category, a tuple several. Rows that fall into a bin which is not named are refused. ``points0``, ``odds0`` and ``pdo``, all
        three, say what the points stand for; without them there are no probabilities.

        >>> import gnomon as gn
        >>> card = gn.Scorecard.by_hand({"age": {"(-inf, 25)": 10, "[25, inf)": 30}}, base=400)
        >>> card.score({"age": [24, 25]}).tolist()
        [410.0, 430.0]
        """
        given = (points0, odds0, pdo)
        if any(one is None for one in given) and any(one is not None for one in given):
            raise InputError("scorecards.scaling_incomplete")
        return cls.of(card_by_hand(points, base, None if points0 is None else Scaling(points0, odds0, pdo), weights))

    def __str__(self) -> str:
        return str(self.card_) if hasattr(self, "card_") else repr(self)


def _parts(rows: LocalRows, column: Column, segment: str) -> dict[Any, OutcomeRows]:
    """The rows of each segment."""
    groups = segments_of(column, segment)
    refuse_unwritable(segment, groups.names or ())
    return {value: rows.part(groups.values == place) for place, value in enumerate(groups.names or ())}
