"""The rows that a card is made of, elsewhere: each thing its making asks of them is summed up where they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch, Projection, Source, open_source
from ..engines.source import Places, place_at
from ..errors import InputError
from ..inputs.variables import as_variable
from ..summary import Bins, Layout
from ..summary.packing import pack, unpack
from ..types import Floats
from .card_columns import MEMORY
from .counting_apart import CountRequest as CountAsked
from .counting_apart import counted_apart, variable_for
from .fitting_apart import fit_columns
from .newton import LossPoint, newton
from .regression import EndlessError, FittedRegression, fitted_at
from .rows_here import BinnedRows, ByPeriod, refuse_sides
from .segments import refuse_unwritable
from .totals import LabelAndWeight, Totals, counted_from, summed_up


class RemoteRows:
    """Rows elsewhere: the columns of the variables, those of label and weight, and that of periods if any."""

    def __init__(self, source: Source, names: Sequence[str], beside: LabelAndWeight, periods: str | None = None) -> None:
        self.source, self.names, self.beside, self._periods = source, list(names), beside, periods
        self.totals = counted_apart(source, CountAsked({}, beside=beside)).totals

    def refuse_one_class(self) -> None:
        """Refuse rows that are all good or all bad."""
        refuse_sides(self.totals.good, self.totals.bad)

    def fit(self, binning: Any) -> None:
        """Fit a Binning to the variables, whichever label it takes for the bad one."""
        over = binning.stable_over
        if over is not None and (not isinstance(over, str) or over not in self.source.columns):
            raise InputError("scorecards.stable_over_unknown", name=over)
        if binning.positive is not None:
            binning.positive = None
        fit_columns(binning, self.source, self.names, self.beside)
        binning.n_features_in_ = len(self.names) + (over is not None)

    def placed(self, layouts: Mapping[str, Layout]) -> "RemoteBins":
        """The rows by bin."""
        return RemoteBins(self.source, layouts, self.beside, self._periods, self.totals)

    def assigned(self, layouts: Mapping[str, Layout]) -> BinnedRows:
        """The bin of each row, brought here; of very many rows, of a random part of them."""
        from .gathering_apart import gathered

        return gathered(self.source, layouts, self.beside, self.totals.rows)

    def segments(self, column: str) -> "dict[Any, RemoteRows]":
        """The rows of each value of a column, in the order of these."""
        found = counted_apart(self.source, CountAsked({}, beside=self.beside, over=column))
        if found.gone:
            raise InputError("scorecards.segment_missing_apart", name=column, count=found.gone)
        met = np.empty(len(found.periods), object)
        met[:] = list(found.periods)
        names = as_variable(met, column, categories=True).names or ()
        refuse_unwritable(column, names)
        return {name: RemoteRows(self._where(column, name), self.names, self.beside, self._periods) for name in names}

    def _where(self, column: str, value: object) -> Source:
        from pyspark.sql import functions as f

        source: Any = self.source
        return open_source(source.frame.filter(f.col("`" + column.replace("`", "``") + "`") == f.lit(value)), MEMORY)


class RemoteBins:
    """Rows elsewhere in the bins of variables."""

    def __init__(self, source: Source, layouts: Mapping[str, Layout], beside: LabelAndWeight, periods: str | None, totals: Totals) -> None:
        self._source, self._layouts, self._beside, self._periods, self._totals = source, layouts, beside, periods, totals
        self._counted = counted_apart(source, self._count(layouts))
        for reason in self._counted.failed.values():
            raise InputError(reason)

    def _count(self, layouts: Mapping[str, Layout], over: str | None = None) -> CountAsked:
        return CountAsked(layouts, categories_of(layouts), self._beside, True, over)

    def bins(self, name: str) -> Bins:
        """Good and bad rows by bin."""
        return self._counted.of(name)

    def by_period(self, names: Sequence[str]) -> ByPeriod:
        """Rows by period and bin."""
        found = counted_apart(self._source, self._count({name: self._layouts[name] for name in names}, self._periods))
        if found.gone:
            raise InputError("scorecards.period_missing_in_fitting", name=self._periods)
        periods = found.ordered()
        order = periods.places.argsort()
        total, squares = found.weights[order].T
        row = np.divide(squares, total, out=np.ones(len(order)), where=total > 0)
        return ByPeriod(periods.names, {name: found.bins[name].sum(axis=2)[order] for name in names}, row)

    def together(self, evidence: Mapping[str, Floats]) -> Floats:
        """How WOE vary together; their means are known from the bins."""
        weight = self._totals.weight
        centre = np.array([woe @ (self.bins(name).good + self.bins(name).bad) / weight for name, woe in evidence.items()])
        return self._summed(evidence, SumRequest(centre=centre)).information / weight

    def regression(self, evidence: Mapping[str, Floats], C: float | None, relative: Floats | None = None) -> FittedRegression:
        """Log-odds of being bad by WOE: each step of Newton's is a pass over the rows."""
        totals = self._totals
        start = np.zeros(2 if relative is not None else len(evidence) + 1)
        start[0] = np.log(totals.bad / totals.good)

        def look(at: Floats) -> LossPoint:
            point = self._summed(evidence, SumRequest(at=at, relative=relative))
            if C is None and point.lowest_bad > point.highest_good:  # rows that some coefficients part have none that are best
                raise EndlessError(True)
            return point

        return fitted_at(*newton(look, start, totals.weight, C), C)

    def _summed(self, evidence: Mapping[str, Floats], sums: "SumRequest") -> LossPoint:
        layouts = {name: self._layouts[name] for name in evidence}
        work = SumsWork(layouts, dict(evidence), self._beside, sums)
        names = [*dict.fromkeys([*layouts, *self._beside.names])]
        return read_point(summed_up(self._source, Projection((), (), names), work))


def categories_of(layouts: Mapping[str, Layout]) -> frozenset[str]:
    """The variables whose bins are groups of categories."""
    return frozenset(name for name, layout in layouts.items() if layout.groups is not None)


class SumRequest(NamedTuple):
    """What is summed up: how WOE vary about a centre, or the loss of coefficients with its slope and curvature."""

    centre: Floats | None = None
    at: Floats | None = None
    relative: Floats | None = None


class SumsWork:
    """What is done with rows where they are: their WOE are looked up, and sums over rows are made of them."""

    def __init__(self, layouts: Mapping[str, Layout], evidence: dict[str, Floats], beside: LabelAndWeight, sums: SumRequest) -> None:
        self.layouts, self.evidence, self.beside, self.sums = layouts, evidence, beside, sums

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        points = [self._point(batch, place_at(start, 0)) for batch, start in batches]
        return written(added(points, self._width))

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return written(added([read_point(part) for part in parts], self._width))

    @property
    def _width(self) -> int:
        sums = self.sums
        return len(sums.centre if sums.centre is not None else sums.at if sums.at is not None else ())

    def _point(self, batch: Batch, start: int) -> LossPoint:
        bad, weight = Totals(self.beside).read(batch, start)
        assert bad is not None
        categories, columns = categories_of(self.layouts), []
        for name, layout in self.layouts.items():
            with counted_from(start):
                columns.append(self.evidence[name][layout.assign(variable_for(batch[name], name, layout, name in categories))])
        X = np.column_stack(columns)
        held = np.ones(len(X)) if weight is None else weight
        if self.sums.centre is not None:
            centred = X - self.sums.centre
            return LossPoint(0.0, np.zeros(len(centred.T)), centred.T @ (centred * held[:, None]), np.inf, -np.inf, 0.0)
        if self.sums.relative is not None:
            X = (X @ self.sums.relative)[:, None]
        return point_of(X, bad == 1, held, self.sums.at)


def point_of(X: Floats, bad: NDArray[np.bool_], weight: Floats, at: Floats | None) -> LossPoint:
    """The loss of rows at some coefficients, the intercept first, with its slope and curvature."""
    from scipy.special import expit

    whole = np.column_stack([np.ones(len(X)), X])
    log_odds = whole @ at
    chance = expit(log_odds)
    loss = weight @ (np.logaddexp(0, log_odds) - bad * log_odds)
    information = whole.T @ (whole * (weight * chance * (1 - chance))[:, None])
    lowest, highest = log_odds[bad].min(initial=np.inf), log_odds[~bad].max(initial=-np.inf)
    return LossPoint(float(loss), whole.T @ (weight * (chance - bad)), information, lowest, highest, np.abs(log_odds).max(initial=0.0))


def added(points: Sequence[LossPoint], width: int) -> LossPoint:
    """The sums over all rows."""
    whole = LossPoint(0.0, np.zeros(width), np.zeros((width, width)), np.inf, -np.inf, 0.0)
    for one in points:
        whole = LossPoint(
            whole.loss + one.loss,
            whole.gradient + one.gradient,
            whole.information + one.information,
            min(whole.lowest_bad, one.lowest_bad),
            max(whole.highest_good, one.highest_good),
            max(whole.farthest, one.farthest),
        )
    return whole


def written(point: LossPoint) -> bytes:
    """Sums as bytes."""
    ends = np.array([point.loss, point.lowest_bad, point.highest_good, point.farthest])
    return pack("Point", {}, {"gradient": point.gradient, "information": point.information, "ends": ends})


def read_point(data: bytes) -> LossPoint:
    """What :func:`written` wrote."""
    _, _, arrays = unpack(data)
    loss, lowest, highest, farthest = arrays["ends"].tolist()
    return LossPoint(loss, arrays["gradient"], arrays["information"], lowest, highest, farthest)
