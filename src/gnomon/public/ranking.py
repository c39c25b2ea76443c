"""Public functions of ranked lists: (relevance, score, group), a Ranked, and (y_true, y_score, group) for AUC within groups."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..catalog import Entry, Reference
from ..errors import InputError, UndefinedMetricError, check_undefined, value_if_undefined, warn_of_undefined
from ..inputs import DEFAULT_POSITIVE, HIGHER, binary_rows, to_array
from ..inputs.arrays import same_length
from ..inputs.groups import encode_groups
from ..inputs.labels import plain
from ..inputs.numbers import as_floats
from ..inputs.ranked import UNSAID, ranked_rows, refuse_sizes
from ..inputs.rows import drop_missing
from ..inputs.sizes import GroupSizes
from ..messages import Message
from ..messages.language import either, listed, say
from ..metrics.grouped import GroupAreas, areas_of_lists, areas_of_rows, table_of, with_single_class
from ..metrics.ranking import CONVENTIONS, NOTHING, WEIGHTS, AveragingScale, OverQueries, preset
from ..summary import QueryValues, Ranked, Summary
from ..types import Floats
from .signature import describe_ranking, with_preset

if TYPE_CHECKING:
    from ..types import Array


def ranking_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of ranked lists."""

    def function(
        relevance: object,
        score: object = None,
        group: object = UNSAID,
        *,
        item: object = None,
        per_query: bool = False,
        group_weight: object = None,
        missing_queries: object = None,
        judged_only: object = False,
        convention: object = None,
        direction: object = HIGHER,
        missing: str = "error",
        undefined: str | float = "warn",
        **options: Any,
    ) -> Any:
        if several_cuts(options.get("k")) and "k" in entry.options:
            arrays = {"score": score, "group": group, "item": item, "missing": missing}
            rest = {"per_query": per_query, "group_weight": group_weight, "missing_queries": missing_queries, "convention": convention}
            rest["judged_only"] = judged_only
            return _at_each(function, relevance, arrays, {**rest, "undefined": undefined, **options})
        options = with_preset(entry, preset, options)
        options, missing_queries = conventional(entry, convention, options, missing_queries)
        entry.check(options)
        check_undefined(undefined)
        if isinstance(relevance, Summary):
            given = score is not None or group is not UNSAID or item is not None or missing != "error" or direction != HIGHER
            ranked = _given_lists(entry, relevance, given)
        else:
            ranked = Ranked.of_rows(ranked_rows(relevance, score, group, item, missing, direction=direction))
        found = _queried(entry, ranked, options, group_weight, missing_queries, judged_only)
        if undefined == "warn" and not np.isnan(found.values).all():
            _warn_of_level(entry, ranked, options, undefined)
        return over_queries(entry, found, per_query, entry.reason(ranked), undefined)

    describe_ranking(function, entry, preset, name or entry.name)
    return function


def several_cuts(k: object) -> bool:
    """Whether ``k`` names cuts rather than being one."""
    return isinstance(k, (list, tuple, range, set, frozenset)) or (hasattr(k, "__len__") and not isinstance(k, (str, bytes)))


def _at_each(function: Callable[..., Any], relevance: object, arrays: dict[str, Any], options: dict[str, Any]) -> dict[int, Any]:
    """What the metric is at each of several cuts; the lists are ranked once."""
    given = options.pop("k")
    cuts = [plain(k) for k in (sorted(given) if isinstance(given, (set, frozenset)) else given)]
    if not cuts:
        raise InputError("public.ranking_k_empty")
    if len(set(cuts)) < len(cuts):
        raise InputError("public.ranking_k_duplicate", k=next(k for k in cuts if cuts.count(k) > 1))
    for k in cuts:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise InputError("compat.k_not_whole_number", k=k)
    if not isinstance(relevance, Summary):
        relevance, arrays = Ranked.of_rows(ranked_rows(relevance, **arrays)), {}
    return {k: function(relevance, **arrays, k=k, **options) for k in cuts}


def _given_lists(entry: Entry, summary: Summary, arrays: bool) -> Ranked:
    """The lists that were passed in place of arrays, beside which nothing else is."""
    if arrays:
        raise InputError("public.ranked_with_arrays", name=entry.name)
    if not isinstance(summary, Ranked):
        raise InputError("public.ranked_type_mismatch", name=entry.name, type=type(summary).__name__)
    return summary


class ValuesByQuery(NamedTuple):
    """A metric's value of each query (NaN where it has none), and what each weighs in the mean; None where all weigh the same."""

    names: NDArray[Any]
    values: Floats
    weights: Floats | None


def queried(reference: Reference, ranked: Ranked | QueryValues) -> ValuesByQuery:
    """What a metric reference says of each query of a Ranked, or was kept of it."""
    if isinstance(ranked, QueryValues):
        return ValuesByQuery(*ranked.parts[str(reference)])
    entry, over = reference.entry, dict(reference.over)
    options, missing_queries = conventional(entry, over.pop("convention", None), reference.arguments, over.pop("missing_queries", None))
    return _queried(entry, ranked, options, over.pop("group_weight", None), missing_queries, over.pop("judged_only", False))


def _queried(
    entry: Entry, ranked: Ranked, options: dict[str, Any], group_weight: object, missing_queries: str, judged_only: object = False
) -> ValuesByQuery:
    if judged_only not in (False, True, "False", "True"):
        raise InputError("public.judged_only_not_boolean", judged_only=judged_only)
    if "single_class" in entry.options:  # AUC within groups: the rows that are shown count, and no others
        return _of_areas(areas_of_lists(ranked, options.get("relevant", 1)), group_weight or "impressions", options)
    lists = ranked.judged_only() if judged_only in (True, "True") else ranked
    found = ValuesByQuery(ranked.queries, entry.function(lists, **options), weights_of(ranked, group_weight, options, entry))
    if missing_queries != "skip" or (ranked.sizes > 0).all():
        return found
    there = ranked.sizes > 0
    return ValuesByQuery(found.names[there], found.values[there], None if found.weights is None else found.weights[there])


def _warn_of_level(entry: Entry, ranked: Ranked, options: dict[str, Any], undefined: str | float) -> None:
    """Grades that all fall short of what counts as relevant are hardly meant so."""
    level = options.get("relevant", 1)
    if "relevant" in entry.options and 0 < ranked.highest < level:
        reason = Message("grades_below_relevant", highest=ranked.highest, level=level)
        warn_of_undefined(say("public.ranking_nothing_counted", name=entry.name, reason=reason), reason, undefined)


def conventional(entry: Entry, convention: object, options: dict[str, Any], missing_queries: object) -> tuple[dict[str, Any], str]:
    """The options that a convention sets, below those that the caller has set."""
    if convention is not None and not (isinstance(convention, str) and convention in CONVENTIONS):
        raise InputError("public.ranking_convention_unknown", convention=convention, choices=either(map(repr, CONVENTIONS)))
    chosen = preset(convention, entry.name)
    missing_queries = missing_queries or chosen.get("missing_queries", "zero")
    if missing_queries not in ("zero", "skip"):
        raise InputError("public.missing_queries_unknown", missing_queries=missing_queries)
    return {**{key: value for key, value in chosen.items() if key in entry.options}, **options}, missing_queries


def weights_of(ranked: Ranked, group_weight: object, options: dict[str, Any], entry: Entry) -> Floats | None:
    """The weight of each query in the mean; None where all weigh the same."""
    if group_weight is None:
        by_default = entry.averaging.weight if isinstance(entry.averaging, OverQueries) else None
        group_weight = "uniform" if by_default is None else by_default(**options)
    if isinstance(group_weight, str) and group_weight == "impressions":
        return ranked.sizes.astype(float)
    if isinstance(group_weight, str) and group_weight == "positives":
        return ranked.relevant(options.get("relevant", 1)).astype(float)
    return given_weights(group_weight, ranked.queries)


def given_weights(group_weight: object, names: NDArray[Any]) -> Floats | None:
    """Weights by name, or one for each group in the order of names."""
    if isinstance(group_weight, str):
        if group_weight != "uniform":
            raise InputError(
                "public.group_weight_unknown",
                group_weight=group_weight,
                names=listed(map(repr, WEIGHTS)),
            )
        return None
    if isinstance(group_weight, Mapping):
        missing = [name for name in names.tolist() if name not in group_weight]
        if missing:
            raise InputError(
                "public.group_weight_missing_for_group",
                missing=missing[0],
                count=len(missing),
            )
        group_weight = [group_weight[name] for name in names.tolist()]
    weights = as_floats(to_array(group_weight, "group_weight"), "group_weight").astype(float)
    if weights.ndim != 1 or weights.size != len(names):
        shape = weights.shape if weights.ndim != 1 else say("public.part_entries_count", count=weights.size)
        raise InputError(
            "public.group_weight_shape_mismatch",
            shape=shape,
            count=len(names),
        )
    wrong = np.flatnonzero(~(weights >= 0) | np.isinf(weights))
    if wrong.size:
        at = int(wrong[0])
        raise InputError(
            "public.group_weight_out_of_range",
            weights=weights[at],
            value=plain(names[at]),
        )
    if not weights.any():
        raise InputError("public.group_weight_all_zero")
    return weights


def over_queries(entry: Entry, found: ValuesByQuery, per_query: bool, reason: Message, undefined: str | float, quiet: bool = False) -> Any:
    """The mean over queries, or a value for each; queries without a value are warned of, raised, or given one.

    ``quiet``: leaving queries out is what the metric's own convention says, and worth no warning unless none is left.
    """
    names, values, weights = found
    gone = np.isnan(values)
    if gone.any() and not (quiet and not gone.all() and undefined in ("warn", "raise")):
        values = _queries_if_undefined(entry, names, values, gone, reason, undefined, per_query)
    if per_query:
        return dict(zip(names.tolist(), values.tolist(), strict=True))
    mean = mean_over(values, weights, scale_of(entry))
    if mean == mean or (gone.all() and gone.size and undefined == "warn"):  # warned of already
        return mean
    return value_if_undefined(entry.name, Message("no_query_weighs") if not gone.all() else reason, undefined)


def scale_of(entry: Entry) -> AveragingScale | None:
    """The scale on which a metric's queries are averaged; None: their own."""
    return entry.averaging.scale if isinstance(entry.averaging, OverQueries) else None


def mean_over(values: Floats, weights: Floats | None, scale: AveragingScale | None = None) -> float:
    """The mean of the queries that have a value; NaN where none has."""
    if scale is not None:
        return float(scale.back(mean_over(scale.to(values), weights)))
    here = ~np.isnan(values)
    total = float(here.sum()) if weights is None else float(weights[here].sum())
    if weights is not None and not weights.any():  # micro, nothing relevant anywhere, and a value chosen for that
        weights, total = None, float(here.sum())
    if total <= 0:
        return float("nan")
    return float((values[here] if weights is None else values[here] * weights[here]).sum() / total)


def _queries_if_undefined(
    entry: Entry, names: NDArray[Any], values: Floats, gone: "Array", cause: Message, undefined: str | float, per_query: bool
) -> Floats:
    if undefined not in ("warn", "raise"):
        return np.where(gone, float(undefined), values)
    counted: dict[str, Any] = {"cause": cause, "queries": len(names)}
    if gone.all():
        reason = Message("in_no_query", **counted) if len(names) > 1 else cause
        if undefined == "warn" and cause.code == NOTHING.code:
            reason = Message("ask_for_relevance", cause=reason)
    else:
        counted |= {"count": gone.sum(), "first": repr(plain(names[int(np.argmax(gone))]))}
        reason = Message("in_some_queries" if per_query or undefined == "raise" else "queries_left_out", **counted)
    text = say("core.value_undefined", name=entry.name, reason=reason)
    if undefined == "raise":
        raise UndefinedMetricError(text, reason)
    warn_of_undefined(text, reason, undefined)
    return values


def grouped_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of the AUC within groups, a value or its table."""

    def function(
        y_true: object,
        y_score: object = None,
        group: object = None,
        *,
        positive: object = DEFAULT_POSITIVE,
        direction: object = HIGHER,
        group_weight: object = "impressions",
        weight: object = None,
        per_query: bool = False,
        missing: str = "error",
        undefined: str | float = "warn",
        **options: Any,
    ) -> Any:
        entry.check(with_preset(entry, preset, options))
        if per_query and entry.kind == "table":
            raise TypeError(f"{entry.name}() has a line for each group already, and takes no per_query")
        check_undefined(undefined)
        if isinstance(y_true, Summary):
            columns = any(column is not None for column in (y_score, group, weight)) or direction != HIGHER
            ranked = _given_lists(entry, y_true, columns or positive is not DEFAULT_POSITIVE or missing != "error")
            areas = areas_of_lists(ranked, options.get("relevant", 1))
        else:
            if "relevant" in options:
                raise InputError("public.relevant_with_arrays")
            areas = _grouped_areas(y_true, y_score, group, positive, weight, missing, direction)
        if entry.kind == "table":
            table = table_of(areas, _weights_of_areas(areas, group_weight), options.get("single_class", "drop"))
            if not table.defined and undefined in ("warn", "raise"):
                value_if_undefined(entry.name, entry.reason(areas), undefined)
            return table
        return over_queries(entry, _of_areas(areas, group_weight, options), per_query, entry.reason(areas), undefined, quiet=True)

    describe_ranking(function, entry, preset, name or entry.name)
    return function


def _grouped_areas(
    y_true: object, y_score: object, group: object, positive: object, weight: object, missing: str, direction: object
) -> GroupAreas:
    if group is None:
        raise InputError("public.ranking_group_missing")
    if isinstance(group, GroupSizes):
        group.refuse_other(len(to_array(y_true, "y_true")), "y_true")
    if missing != "error":
        y_true, y_score, group, weight = drop_missing({"y_true": y_true, "y_score": y_score, "group": group, "weight": weight}, missing)
    rows = binary_rows(y_true, y_score, weight, positive, several="inputs.remedy_rank_grades", direction=direction)
    refuse_sizes(group, len(rows.score), "y_true")
    groups = encode_groups(group)
    same_length(len(rows.score), "y_true", len(groups.codes), "group")
    return areas_of_rows(rows, groups)


def _of_areas(areas: GroupAreas, group_weight: object, options: dict[str, Any]) -> ValuesByQuery:
    """The AUC of each group and its weight in the mean."""
    return ValuesByQuery(
        areas.names, with_single_class(areas.auc, options.get("single_class", "drop")), _weights_of_areas(areas, group_weight)
    )


def _weights_of_areas(areas: GroupAreas, group_weight: object) -> Floats:
    if isinstance(group_weight, str) and group_weight in ("impressions", "positives"):
        return areas.impressions if group_weight == "impressions" else areas.positives
    weights = given_weights(group_weight, areas.names)
    return np.ones(len(areas)) if weights is None else weights
