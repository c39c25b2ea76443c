"""gn.interval: a metric's confidence interval from rows or from a summary."""

import inspect
import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalog import Reference, parse
from ..errors import InputError, OptionError
from ..inputs import DEFAULT_POSITIVE, HIGHER, binary_rows, class_rows, encode_pair, to_array
from ..inputs.arrays import one_column
from ..inputs.direction import Spelt, check_direction, refuse_classes, refuse_lower
from ..inputs.numbers import as_weight, is_number, refuse_no_distribution, refuse_outside_unit
from ..inputs.rows import drop_missing
from ..inputs.tags import several_labels
from ..messages.language import listed, say, term
from ..metrics.class_averages import reads_distributions
from ..summary import Counts, Ranked, Summary, Sweep, Sweeps
from .estimate import METHODS, REPLICATES, IntervalOptions, estimates
from .interval import Interval
from .measure import MetricCall
from .observed import ModelRows, PredictedLabels, clusters_of, value_of
from .sample import ResamplingData
from .significance import ALTERNATIVES
from .threshold_range import refuse_far_threshold

MOST_REPLICATES = 100_000
"""Ends of intervals move by less than they are printed with; more would only take time and memory."""
USUAL = {"missing": "error", "positive": DEFAULT_POSITIVE, "direction": HIGHER}
"""What arguments that go with rows are where nobody names them, if not None."""


def interval(
    metric: str | Reference,
    y_true: Any,
    y_score: Any = None,
    *,
    method: str = "auto",
    level: float = 0.95,
    replicates: int = REPLICATES,
    seed: int = 0,
    cluster: Any = None,
    weight: Any = None,
    positive: Any = DEFAULT_POSITIVE,
    labels: Any = None,
    missing: str = "error",
    group: Any = None,
    direction: Spelt = HIGHER,
    convention: str | None = None,
    item: Any = None,
    **options: Any,
) -> Interval:
    """The confidence interval of a metric.

    Parameters
    ----------
    metric
        A metric reference: "roc_auc", "f1@0.3", "average_precision(interpolation=trapezoid)".
    y_true, y_score
        Labels and scores; predicted labels for a metric that reads labels, such as "f1". Or a ``Sweep`` or ``Counts`` in place of both.
    method
        "auto" takes what suits the metric: "delong-wilson" for areas under the ROC curve ("delong": ± z standard errors), "wilson" for
        shares of rows ("clopper-pearson" and "agresti-coull" on request), "macro-wilson" for the macro average of recall, precision,
        F scores or Jaccard indices and for balanced accuracy, "mean" for means over rows, "gaps" for calibration errors,
        "mean-wilson" or "mean" for means over queries, "bias-corrected" for KS, a bootstrap of the summary for the rest ("bc"; also
        "bca", "percentile", "basic", "normal"; "logit", the standard error of the log-odds, where there are few clusters).
    level
        How often intervals made this way hold the truth.
    replicates, seed
        Of the bootstrap; the same seed gives the same interval, whatever the number of threads.
    cluster
        A column of users, queries, images: rows of one cluster are not independent, and are drawn together.
    weight
        Rows' weights. The row stays the unit that is drawn: a row of weight 2 is one observation that counts twice, not two.
    positive, labels, missing
        As in the metric's own function.
    group
        The query or user of each row, for metrics of ranked lists such as "ndcg@10"; queries are what is drawn. Or pass a ``Ranked``.
    direction
        "lower is positive" reads scores the other way round, as risk scores that are high for good customers ask for.
    convention
        Of metrics of ranked lists, the tool whose conventions are followed, as in the metric's own function.
    item
        The name of each row's item, by which some conventions order items of equal score.
    options
        What only some kinds of evaluation take, as ``classes`` and ``ignore`` of label maps; ``event=`` of "concordance_index" says of
        which rows the event was observed.

    >>> import gnomon as gn
    >>> gn.interval("accuracy", [1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0, 0])
    Interval(accuracy 0.625, 0.95 interval [0.305742, 0.863156], wilson)

    """
    reference = _under(one_value(metric), convention)
    how = how_of(method, level, replicates, seed)
    measure = MetricCall(reference, positive, check_direction(direction))
    rows = {"weight": weight, "cluster": cluster, "group": group, "labels": labels, "item": item}
    rows |= {"missing": missing, "positive": positive, "direction": measure.direction}
    if (found := _of_whole(reference, y_true, y_score, rows, how, options)) is not None:
        return found
    _refuse_direction(measure, y_true)
    if _is_other(reference, y_true):
        from ..evaluation.arrays import interval_of_arrays

        if group is not None or (labels is not None and not several_labels(y_true)):
            raise InputError("inference.labels_and_group_unsupported", reference=reference)
        return interval_of_arrays(reference, y_true, y_score, weight, cluster, missing, how, labels, options)
    refuse_strange(reference, options)
    if reference.entry.summary is Ranked:
        if any(given is not None for given in (cluster, weight, labels)):
            raise InputError(
                "inference.query_metric_options_conflict",
                reference=reference,
            )
        return _over_queries(measure, y_true, {"score": y_score, "group": group, "item": item}, missing, how)
    if item is not None:
        raise InputError("inference.item_not_ranked_by_metric", reference=reference)
    if group is not None:
        raise InputError("inference.group_needs_ranked_metric", reference=reference)
    if isinstance(y_true, Summary):
        if any(given is not None for given in (y_score, cluster, weight, labels)) or missing != "error":
            raise InputError("inference.summary_rows_missing", type=type(y_true).__name__)
        sample = of_summary(measure, y_true)
    else:
        columns = {"y_true": y_true, "y_score": y_score, "weight": weight, "cluster": cluster}
        sample = _of_rows(measure, columns, labels, missing, how)
    value, reason = value_of(measure, sample)
    found = estimates([measure], [value], sample, how)[0]
    if not found.defined:
        raise InputError("inference.interval_unsupported_by_metric", name=measure.name, value=reason or found.reason)
    return replace(found, direction="" if measure.direction == HIGHER else measure.direction)


def _under(reference: Reference, convention: str | None) -> Reference:
    """The metric as a convention has it."""
    from ..public.spelling import with_convention

    if convention is None:
        return reference
    if "convention" not in reference.entry.over:
        raise InputError("inference.convention_unsupported", reference=reference)
    return with_convention(reference, convention)


def one_value(metric: str | Reference) -> Reference:
    """The reference of a metric that is one value, with all options that it needs."""
    reference = metric if isinstance(metric, Reference) else parse(metric)
    if reference.entry.kind != "value":
        raise InputError("inference.metric_not_single_value", reference=reference, kind=term(reference.entry.kind))
    try:
        reference.entry.check(reference.arguments)
    except OptionError as error:
        raise InputError(
            "inference.metric_reference_miswritten", reference=reference, said=error.said, written=reference.entry.written
        ) from None
    return reference


def _is_other(reference: Reference, y_true: object) -> bool:
    """Whether rows are of a kind that is asked for its own way to intervals: not one label a row, nor ranked lists."""
    if reference.entry.summary not in (Counts, Sweep, Ranked):
        return True
    return reference.entry.summary is not Ranked and several_labels(y_true)


def _of_whole(
    reference: Reference, truth: object, prediction: object, rows: dict[str, Any], how: IntervalOptions, options: dict[str, Any]
) -> Interval | None:
    """The interval of a metric of data that are no rows, as label maps; None where it is of rows, which take no options."""
    if not options and reference.entry.summary in (Counts, Sweep, Ranked):
        return None
    from ..evaluation.whole import interval_of_whole, refuse_beside_whole, whole_for

    whole = whole_for(None, [reference])
    if whole is not None:
        if whole.own_table and rows["cluster"] is not None:
            rows, options = {**rows, "cluster": None}, {**options, "cluster": rows["cluster"]}
        refuse_beside_whole({name: value for name, value in rows.items() if value is not USUAL.get(name)})
        return interval_of_whole(whole, reference, truth, prediction, how, options)
    return None


def refuse_strange(reference: Reference, options: Mapping[str, object], taken: Sequence[str] = ()) -> None:
    """Refuse what an interval of rows does not take, with where it belongs if the metric itself knows it."""
    strange = next((name for name in options if name not in taken), None)
    if strange is None:
        return
    from ..public import function

    name = reference.entry.name
    if strange in reference.entry.options:
        raise InputError(
            "inference.option_outside_reference",
            option=strange,
            name=name,
            value=options[strange],
        )
    if strange in inspect.signature(function(name)).parameters:
        raise InputError("inference.option_not_taken_by_interval", option=strange, name=name)
    raise TypeError(f"interval() got an unexpected keyword argument {strange!r}")


def _of_rows(measure: MetricCall, columns: dict[str, Any], labels: object, missing: str, how: IntervalOptions) -> ResamplingData:
    """The sample of rows that come as arrays."""
    y_true, y_score, weight, cluster = columns.values() if missing == "error" else drop_missing(columns, missing)
    observed = observe(measure, y_true, y_score, weight, labels)
    at = [] if measure.reference.at is None else [measure.reference.at]
    sample = observed.sample(at, clusters_of(cluster, len(observed)), seed=how.seed)
    refuse_far_threshold(measure.reference, sample.scores, "y_score")
    return sample


def _refuse_direction(measure: MetricCall, y_true: object) -> None:
    """A direction belongs to rows of scores."""
    if measure.direction == HIGHER:
        return
    if isinstance(y_true, Summary):
        raise InputError("inference.direction_with_summary", type=type(y_true).__name__)
    entry = measure.reference.entry
    if entry.summary not in (Counts, Sweep, Ranked) or (measure.reads_labels and measure.reference.at is None):
        raise InputError("inference.direction_without_scores", name=measure.name)


def _over_queries(measure: MetricCall, y_true: object, columns: dict[str, Any], missing: str, how: IntervalOptions) -> Interval:
    from .queries import interval_of

    reference, positive = measure.reference, measure.positive
    if isinstance(y_true, Ranked):
        ranked = y_true
    elif isinstance(y_true, Summary):
        raise InputError(
            "inference.ranked_lists_missing",
            reference=reference,
            type=type(y_true).__name__,
        )
    else:
        if positive is not DEFAULT_POSITIVE:
            y_true = [label == positive for label in to_array(y_true, "y_true").tolist()]
        ranked = Ranked.of(y_true, **columns, missing=missing, direction=measure.direction)
    found = interval_of(reference, ranked, how)
    if not found.defined:
        hint = say("inference.remedy_name_query_group") if columns["group"] is None and len(ranked) == 1 else ""
        raise InputError("inference.interval_unsupported_with_hint", reference=reference, reason=found.reason, hint=hint)
    return replace(found, direction="" if measure.direction == HIGHER else measure.direction)


def how_of(method: object, level: object, replicates: object, seed: object) -> IntervalOptions:
    """Settings that can be worked with."""
    if method not in METHODS:
        raise InputError("evaluation.method_unknown", method=method, names=listed(map(repr, METHODS)))
    return IntervalOptions(check_level(level), method, *check_draws(replicates, seed, check_level(level)))


def check_level(level: Any, argument: str = "level") -> float:
    """A level strictly between 0 and 1."""
    if not is_number(level) or not 0 < float(level) < 1:
        raise InputError(
            "inference.level_out_of_range",
            argument=argument,
            level=level,
        )
    return float(level)


def check_alternative(alternative: object, level: float) -> None:
    """Refuse a side that no test has, and of one side a level that says less than nothing."""
    if not isinstance(alternative, str) or alternative not in ALTERNATIVES:
        raise InputError("inference.alternative_unknown", alternative=alternative, names=listed(map(repr, ALTERNATIVES)))
    if alternative != "two-sided" and level <= 0.5:
        raise InputError("inference.one_sided_level_too_low", level=level)


def check_draws(replicates: object, seed: object, level: float = 0.95) -> tuple[int, int]:
    """A number of replicates that quantiles can be read from, and a seed; a level nearer to 1 asks for more of them."""
    count, start = _whole(replicates), _whole(seed)
    if count is None or not 100 <= count <= MOST_REPLICATES:
        raise InputError(
            "inference.replicates_out_of_range",
            replicates=replicates,
            most=MOST_REPLICATES,
        )
    if start is None or not 0 <= start < 2**63:
        raise InputError("inference.seed_not_integer", seed=seed)
    return max(count, min(math.ceil(4 / (1 - level)), 10**6)), start


def _whole(number: Any) -> int | None:
    """A whole number of any kind, or None."""
    if isinstance(number, (bool, np.bool_)):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def of_summary(measure: MetricCall, summary: Summary) -> ResamplingData:
    """A sample of which there is only a summary: of whole counts, which tell how many rows there were."""
    counted = summary.matrix if isinstance(summary, Counts) else summary.pos if isinstance(summary, Sweep) else None
    if counted is not None and counted.dtype.kind == "f":
        raise InputError(
            "inference.summary_weight_spread_unknown",
            type=type(summary).__name__,
        )
    if isinstance(summary, Counts):
        if summary.drawn != "rows":
            raise InputError(
                "inference.interval_of_dependent_pixels",
                name=measure.name,
                type=type(summary).__name__,
            )
        return ResamplingData(labels=summary)
    if isinstance(summary, (Sweep, Sweeps)):
        refuse_far_threshold(measure.reference, summary, "y_score")
        return ResamplingData(scores=summary)
    raise InputError("inference.interval_unsupported_on_type", name=measure.name, type=type(summary).__name__)


def observe(
    measure: MetricCall, y_true: object, y_score: object, weight: object = None, labels: object = None, name: str | None = None
) -> ModelRows:
    """Rows as the metric reads them: scores of two classes, of several, or predicted labels; errors call those by ``name``."""
    entry = measure.reference.entry
    if measure.reads_labels and measure.reference.at is None:
        truth, predicted = encode_pair(y_true, y_score, labels, name=name or "y_pred")
        y, p = (codes.values.astype("int64") - codes.low for codes in (truth, predicted))
        names = truth.names
        if labels is None:  # integers that lie close are coded with those between them, which nobody has
            seen = np.flatnonzero(np.bincount(y, minlength=len(names)) + np.bincount(p, minlength=len(names)))
            places = np.zeros(len(names), np.int64)
            places[seen] = np.arange(len(seen))
            y, p, names = places[y], places[p], tuple(names[place] for place in seen)
        return ModelRows(labels=PredictedLabels(y, p, names), weight=as_weight(weight, y.size, "y_true"))
    name = name or "y_score"
    if (
        "multiclass" in measure.reference.over
        or labels is not None
        or (y_score is not None and one_column(to_array(y_score, name)).ndim == 2)
    ):
        refuse_classes(measure.direction)
        several = class_rows(y_true, y_score, weight, labels, name=name)
        if reads_distributions(measure.reference):
            refuse_no_distribution(several.score, name, several.weight)
        elif entry.probability:
            refuse_outside_unit(several.score, name)
        return ModelRows(several, weight=several.weight)
    rows = binary_rows(y_true, y_score, weight, measure.positive, name=name, direction=measure.direction)
    if entry.probability:
        refuse_lower(rows.direction, entry.name)
        refuse_outside_unit(rows.score, name)
    return ModelRows(rows, weight=rows.weight)
