"""Binning: variables cut into bins by one of five methods, and their weights of evidence."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..engines import is_apart
from ..errors import InputError, warn
from ..inputs.arrays import same_length
from ..inputs.labels import encode_truth
from ..inputs.numbers import as_weight
from ..inputs.rows import DEFAULT_POSITIVE
from ..inputs.variables import Variable, as_variable
from ..messages.language import listed, say, term
from ..parallel import THREADS
from ..summary import Bins, Layout
from ..types import Floats
from .columns import columns_of, each_on_threads, variables_of
from .editing import Editing
from .estimator import in_frame
from .fitting import FittedVariable, TrendPeriods, fit_variable, with_missing_merged
from .progress import counter
from .recutting import chance_of
from .same_kind import refuse_texts
from .settings import codes_not_met, rules_by_variable, special_codes, warn_of_codes
from .tables import WoeTable, bad_rows, evidence, refuse_one_class, table_of, weight_of_row
from .variable_summary import VariableTable, summary_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Binning(Editing):
    """Variables cut into bins, with the weight of evidence of each; fitted and used as scikit-learn's transformers are.

    ``method`` is "optimal" (the greatest information value within the rules, exactly, over ``fine`` pre-bins), "chi" (neighbours merged
    while a chi-square test at ``confidence`` does not tell them apart), "tree" (best-first splits by ``criterion``), "quantile" or "width".
    At most ``max_bins`` regular bins, each with at least ``min_fraction`` of the rows and ``min_events`` good and bad ones; neighbours'
    bad rates differ by ``min_difference``. ``monotonic`` is the trend of the bad rate along bins: "up", "down", "peak" and "valley" (one
    turn at most), "either" (up or down), "auto" or None. With "auto" the optimal method takes what gives the greatest information value of
    up, down, peak and valley, the plainer of equals; the other methods cut by their own rule alone. ``stable_over`` is a column of X, or
    its values: each step between bins goes the same way in each of its periods. ``max_bins``, ``min_fraction`` and ``monotonic`` may be
    dictionaries by variable; a variable that is not named has the default.

    Missing values are a bin of their own, or with ``missing="merge"`` counted with the bin of the nearest bad rate. ``special`` codes
    (a list, or a list for each column) are bins of their own; those of a column also where no row of fitting has them.
    A category that fitting has not seen is refused by transform, or has WOE 0 with ``unseen="zero"``, or that of missing values with
    ``unseen="missing"``.

    >>> import gnomon as gn
    >>> binning = gn.Binning(min_fraction=0.2).fit({"age": [18, 22, 30, 41, 45, 52, 60, 33]}, [1, 1, 1, 0, 1, 0, 0, 0])
    >>> binning.bins_["age"].layout.edges, binning.transform({"age": [20, 50]}).round(3).tolist()
    ((33.0,), [[1.946], [-1.386]])
    """

    def __init__(
        self,
        method: str = "optimal",
        *,
        max_bins: int | dict[str, int] = 8,
        min_fraction: float | dict[str, float] = 0.05,
        monotonic: str | dict[str, str | None] | None = "auto",
        min_events: float = 0,
        min_difference: float = 0,
        stable_over: Any = None,
        fine: int = 100,
        special: Any = None,
        closed: str = "left",
        missing: str = "own",
        unseen: str = "error",
        smoothing: float | None = 0.5,
        direction: Any = "bad/good",
        confidence: float = 0.95,
        criterion: str = "entropy",
        positive: Any = None,
    ) -> None:
        self.method = method
        self.max_bins = max_bins
        self.min_fraction = min_fraction
        self.monotonic = monotonic
        self.min_events = min_events
        self.min_difference = min_difference
        self.stable_over = stable_over
        self.fine = fine
        self.special = special
        self.closed = closed
        self.missing = missing
        self.unseen = unseen
        self.smoothing = smoothing
        self.direction = direction
        self.confidence = confidence
        self.criterion = criterion
        self.positive = positive

    def fit(self, X: Any, y: Any, *, weight: Any = None, progress: bool | None = None) -> "Binning":
        """Cut every column of ``X``: a frame, a dictionary of columns, a matrix, or one column. ``y`` is 1 for the bad rows.

        A column that cannot be cut is left out with a warning, and ``failed_`` says why; the others go on. ``progress`` shows a bar; by
        default long work does so. Of a Spark frame ``y`` and ``weight`` name columns, and what is fitted is what its executors count.
        """
        self.fit_quietly(X, y, weight, progress)
        if self.failed_:
            warn(say("scorecards.columns_left_out", names=listed(map(repr, self.failed_))))
        warn_of_codes(self)
        return self

    def fit_quietly(self, X: Any, y: Any, weight: Any = None, progress: bool | None = None) -> None:
        if is_apart(X):
            from .fitting_apart import fit_frame

            self.n_features_in_ = fit_frame(self, X, y, weight)
            return
        columns = columns_of(X)
        count = len(columns)
        periods = self._periods(columns)
        variables, failed = variables_of(columns)
        if not variables:
            raise InputError("scorecards.no_column_binnable", reasons=_reasons(failed))
        first = next(iter(variables))
        n = len(variables[first])
        for name, variable in variables.items():
            same_length(len(variable), repr(name), n, repr(first))
        if periods is not None:
            same_length(len(periods.codes), "stable_over", n, repr(first))
        bad = bad_rows(y, n, "X", DEFAULT_POSITIVE if self.positive is None else self.positive)
        self.fit_rows(variables, bad, as_weight(weight, n, "X"), failed=failed, periods=periods, progress=progress)
        self.n_features_in_ = count

    def fit_rows(
        self,
        variables: dict[str, Variable],
        bad: NDArray[np.uint8],
        weight: Floats | None,
        *,
        failed: dict[str, str] | None = None,
        periods: TrendPeriods | None = None,
        progress: bool | None = False,
    ) -> "Binning":
        """Cut variables that are validated already."""
        refuse_one_class(bad, weight)
        row_weight = weight_of_row(weight)
        failed = dict(failed or {})
        rows = float(len(bad)) if weight is None else float(weight.sum()) / row_weight
        rules = rules_by_variable(self, variables, rows, row_weight, failed)
        special = special_codes(self.special, variables, tuple(failed))
        threads = THREADS if len(variables) == 1 else 1

        def one(name: str) -> FittedVariable | str:
            try:
                return fit_variable(name, variables[name], bad, weight, rules[name], special[name], periods, threads)
            except InputError as reason:
                return str(reason)
            finally:
                tell()

        fitted: dict[str, FittedVariable] = {}
        with counter(len(variables), len(bad), progress) as tell:
            results = each_on_threads(one, list(variables))
        for name, found in results:
            if isinstance(found, FittedVariable):
                fitted[name] = found
            else:
                failed[name] = found
        if not fitted:
            raise InputError("scorecards.no_column_binnable", reasons=_reasons(failed))
        self._hold(fitted, failed)
        return self

    def _hold(self, fitted: dict[str, FittedVariable], failed: dict[str, str]) -> None:
        self._used = Binning(**self.get_params())  # what is set from now on is for the next fit
        self._fitted = fitted
        self.failed_ = failed
        self.variables_ = tuple(fitted)
        self.n_features_in_ = len(fitted) + len(failed)
        for name in fitted:
            self._weigh(name)

    def _weigh(self, name: str) -> None:
        """Bins as they count, and their weights of evidence."""
        if not hasattr(self, "woe_") or self.woe_.keys() - self._fitted.keys():
            self.bins_: dict[str, Bins] = {}
            self.woe_: dict[str, Floats] = {}
            self.merged_: dict[str, int] = {}
        bins = self._fitted[name].bins
        layout = bins.layout
        assert layout is not None
        self.merged_.pop(name, None)
        used = self._used
        if used.missing == "merge":
            bins, target = with_missing_merged(bins)
            if target is not None:
                self.merged_[name] = target
        woe = evidence(bins, used.smoothing, self._fitted[name].row_weight)[0]
        if used.direction == "good/bad":
            woe = -woe + 0.0
        if name in self.merged_:
            woe[layout.missing] = woe[self.merged_[name]]
        if used.unseen == "missing":
            woe[layout.other] = woe[layout.missing]
        self.bins_[name], self.woe_[name] = bins, woe

    @property
    def fitted(self) -> bool:
        """Whether there are bins."""
        return hasattr(self, "variables_")

    def __sklearn_is_fitted__(self) -> bool:
        return self.fitted

    def layout(self, name: str | None = None) -> Layout:
        """Where a variable is cut; its name may be left out where there is only one."""
        layout = self.bins_[self._named(name)].layout
        assert layout is not None
        return layout

    def table(self, name: str | None = None) -> WoeTable:
        """Weight of evidence of a variable, bin by bin, as counted in fitting."""
        name = self._named(name)
        layout = self.layout(name)
        used = self._used
        notes = [say("scorecards.note_bins_found_by", binning=repr(used))]
        trend = self._fitted[name].trend
        if trend != "none":
            notes.append(say("scorecards.note_trend_of_bad_rate", trend=term(trend)))
        if name in self.merged_:
            notes.append(say("scorecards.note_missing_counted_in_bin", bin=layout.names[self.merged_[name]]))
        if layout.groups is not None:
            notes.append(say(_UNSEEN[used.unseen]))
        if codes := codes_not_met(self.bins_[name]):
            notes.append(say("scorecards.note_special_codes_unseen", codes=listed(codes)))
        notes += self._fitted[name].cut_between()
        weight = self._fitted[name].row_weight
        merged = name in self.merged_
        return table_of(
            self.bins_[name],
            used.smoothing,
            used.direction,
            row_weight=weight,
            merged=merged,
            variable=name,
            notes=tuple(notes),
            chance=chance_of(self, name),
        )

    def summary(self, later: Any = None) -> VariableTable:
        """Every variable in a line: missing, unique, information value with chance and interval, KS, and PSI of ``later`` rows.

        ``later`` is a frame or a dictionary of columns that has the variables; without it there is no PSI.

        >>> import gnomon as gn
        >>> rows = {"age": [18, 22, 30, 41, 45, 52, 60, None], "home": list("oororror")}
        >>> table = gn.Binning(min_fraction=0.2).fit(rows, [1, 1, 1, 0, 1, 0, 0, 0]).summary()
        >>> sorted(zip(table.variable.tolist(), table.missing.tolist(), table.unique.tolist()))
        [('age', 0.125, 7.0), ('home', 0.0, 2.0)]
        """
        self._check_fitted()
        return summary_of(self, later)

    def plot(self, name: str | None = None, ax: "Axes | None" = None, **style: Any) -> Any:
        """Draw the bins of a variable: share of rows, bad rate and WOE."""
        return self.table(name).plot(ax=ax, **style)

    def transform(self, X: Any, *, output: str | None = None) -> Any:
        """The weight of evidence of each variable: a matrix of float64, rows × variables; with ``output="frame"`` a frame like X.

        A Spark data frame comes back with a column ``{variable}_woe`` for each, which Spark computes; what would be refused has none.
        """
        self._check_fitted()
        if output not in (None, "array", "frame"):
            raise InputError("scorecards.output_unknown", output=output)
        if is_apart(X):
            from .spark_columns import woe_frame

            return woe_frame(self, X)
        columns = columns_of(X)
        if isinstance(X, np.ndarray) and X.ndim == 2 and X.shape[1] != self.n_features_in_:
            raise InputError(
                "scorecards.unnamed_columns_mismatch",
                given=X.shape[1],
                meant=self.n_features_in_,
            )
        lacking = [name for name in self.variables_ if name not in columns]
        if lacking:
            raise InputError(
                "scorecards.binned_column_missing",
                name=lacking[0],
                count=len(lacking),
                names=", ".join(map(repr, list(columns)[:5])),
            )
        n = len(columns[self.variables_[0]])
        out = np.empty((n, len(self.variables_)), order="F")
        threads = THREADS if len(self.variables_) == 1 else 1

        def one(name: str) -> str | None:
            try:
                self._look_up(name, columns[name], out[:, self.variables_.index(name)], threads)
            except InputError as reason:
                return reason.marked
            return None

        for _, reason in each_on_threads(one, list(self.variables_)):
            if reason is not None:
                raise InputError(reason)
        if output == "array" or (output is None and self.output == "default"):
            return out
        return in_frame(out, list(self.variables_), X, "frame" if output == "frame" else self.output)

    def fit_transform(self, X: Any, y: Any, *, weight: Any = None) -> Any:
        """Fit, then transform the same rows."""
        return self.fit(X, y, weight=weight).transform(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Names of the columns that transform() gives."""
        self._check_fitted()
        return np.array(self.variables_, object)

    def _look_up(self, name: str, column: object, out: Floats, threads: int) -> None:
        layout, woe = self.layout(name), self.woe_[name]
        variable = as_variable(column, name, categories=True if layout.groups is not None else None)
        same_length(len(variable), repr(name), len(out), repr(self.variables_[0]))
        if layout.groups is None and variable.names is None:
            codes = np.array(layout.special, np.float64)
            _core.bin_values(variable.values, np.array(layout.edges), layout.closed == "left", codes, woe, out, threads)
            return
        refuse_texts(layout, variable, repr(name))
        places = layout.assign(variable)
        if self._used.unseen == "error" and layout.groups is not None:
            _refuse_unseen(variable, places == layout.other, name)
        np.take(woe, places, out=out)

    def _periods(self, columns: dict[str, Any]) -> TrendPeriods | None:
        """The period of each row; a column of X that names them is no variable."""
        given = self.stable_over
        if given is None:
            return None
        if isinstance(given, str):
            if given not in columns:
                raise InputError("scorecards.stable_over_unknown", name=given)
            given = columns.pop(given)
        codes = encode_truth(given)
        return TrendPeriods(codes.values.astype(np.int64) - codes.low, len(codes.names))

    def to_dict(self) -> dict[str, Any]:
        """Parameters and bins, as JSON has them."""
        from .saved import to_dict

        self._check_fitted()
        return to_dict(self)

    @classmethod
    def from_dict(cls, state: Any) -> "Binning":
        """What :meth:`to_dict` made; anything else, and anything altered, is refused."""
        from .saved import restored

        made: Binning = restored(cls, state)
        return made

    def save(self, path: Any) -> Path:
        """Write parameters and bins as JSON, whole or not at all."""
        from .saved import save

        self._check_fitted()
        return save(self, path)

    @classmethod
    def load(cls, path: Any) -> "Binning":
        """Read what :meth:`save` wrote."""
        from .saved import load

        made: Binning = load(cls, path)
        return made


_UNSEEN = {
    "error": "scorecards.unseen_category_raises",
    "zero": "scorecards.unseen_category_woe_0",
    "missing": "scorecards.unseen_category_as_missing",
}


def _refuse_unseen(variable: Variable, unseen: NDArray[np.bool_], name: str) -> None:
    if not unseen.any():
        return
    at = int(np.argmax(unseen))
    assert variable.names is not None
    raise InputError(
        "scorecards.category_unseen_in_fitting",
        name=name,
        value=variable.names[variable.values[at]],
        at=at,
        count=int(unseen.sum()),
    )


def _reasons(failed: dict[str, str]) -> str:
    return "; ".join(list(failed.values())[:3]) + (" …" if len(failed) > 3 else "")
