"""Public functions of clusters: (labels_true, labels_pred) or a Contingency; (points, labels) or a Points."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..inputs.arrays import not_empty, same_length
from ..inputs.coordinates import as_distances, as_points, unit_vectors
from ..inputs.groups import encode_groups
from ..inputs.partitions import Part, encode_part
from ..messages.language import say
from ..metrics.cluster_shapes import OfPoints, silhouettes
from ..parallel import THREADS
from ..result import Result
from ..summary import Contingency, Points, Summary
from ..summary.contingency import check_noise, refuse_other_kind
from .averaging import result_if_undefined
from .signature import TAIL, Parameter, describe_columns, with_preset

if TYPE_CHECKING:
    from ..types import Array, Floats


SHARED: dict[str, Any] = {"noise": None, "noise_as": "singletons", **TAIL}


def contingency_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of an agreement of classes and clusters."""

    def function(labels_true: object, labels_pred: object = None, *, undefined: str | float = "warn", **rest: Any) -> Any:
        given = {key: rest.pop(key) for key in SHARED if key in rest}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        table = _table(entry, labels_true, labels_pred, given)
        value = entry.function(table.partitions, **options)
        if isinstance(value, Result):
            return result_if_undefined(entry, value, table, undefined)
        return value_if_undefined(entry.name, entry.reason(table), undefined) if np.isnan(value) else float(value)

    describe_columns(function, entry, {"labels_true": Parameter.empty, "labels_pred": None}, SHARED, preset, name or entry.name)
    return function


def _table(entry: Entry, labels_true: object, labels_pred: object, given: dict[str, Any]) -> Contingency:
    """The table that was given, or that of the arrays."""
    if not isinstance(labels_true, Summary):
        return Contingency.of(labels_true, labels_pred, **given)
    if labels_pred is not None or any(value is not None and value != SHARED[key] for key, value in given.items()):
        raise InputError(
            "public.summary_with_arrays",
            name=entry.name,
            type=type(labels_true).__name__,
        )
    if not isinstance(labels_true, Contingency):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type="Contingency", type_2=type(labels_true).__name__)
    return labels_true


def points_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of how clusters of points hold together."""
    each = isinstance(entry.averaging, OfPoints) and entry.averaging.each

    def function(
        points: object,
        labels: object = None,
        *,
        noise: object = None,
        per_point: bool = False,
        undefined: str | float = "warn",
        **rest: Any,
    ) -> Any:
        if per_point and not each:
            raise TypeError(f"{entry.name}() is one value of all points, and takes no per_point")
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        if isinstance(points, Summary):
            return _of_summary(entry, points, labels is not None or noise is not None, per_point, options, undefined)
        part, matrix = _part(labels, noise), options.get("metric") == "precomputed"
        coordinates = as_distances(points) if matrix else as_points(points)
        not_empty(len(coordinates), "points")
        same_length(len(coordinates), "points", len(part.codes), "labels")
        _refuse_no_comparison(entry, part, noise)
        if matrix:
            values = _of_matrix(coordinates, part, noise)
            return values if per_point else float(np.nanmean(values))
        if options.get("metric") == "cosine":
            unit_vectors(coordinates)  # refuses points without a direction by the rows that they were passed in
        held, order = Points.of_part(coordinates, part, noise)
        if not per_point:
            value = entry.function(held, **options)
            return value_if_undefined(entry.name, entry.reason(held), undefined) if value != value else float(value)
        values = np.full(len(held), np.nan)
        kept = _no_noise(part, noise)[order]
        values[order[kept]] = silhouettes(held.clustered, options.get("metric", "euclidean"))
        return values

    shared = {"noise": None, **({"per_point": False} if each else {}), "undefined": "warn"}
    describe_columns(function, entry, {"points": Parameter.empty, "labels": None}, shared, preset, name or entry.name)
    return function


def _of_summary(entry: Entry, points: Summary, others: bool, per_point: bool, options: dict[str, Any], undefined: str | float) -> float:
    if not isinstance(points, Points):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type="Points", type_2=type(points).__name__)
    if others or per_point:
        raise InputError("public.summary_with_arrays", name=entry.name, type="Points")
    value = entry.function(points, **options)
    return value_if_undefined(entry.name, entry.reason(points), undefined) if value != value else float(value)


def _part(labels: object, noise: object) -> Part:
    if labels is None:
        raise InputError("public.clustering_labels_missing")
    check_noise(noise, "singletons")
    part = encode_part(labels, "labels")
    refuse_other_kind(noise, part.names)
    return part


def _no_noise(part: Part, noise: object) -> "Array":
    """Which points are in a cluster."""
    return np.ones(len(part.codes), bool) if noise is None else np.asarray(part.names != noise)[part.codes]


def _refuse_no_comparison(entry: Entry, part: Part, noise: object) -> None:
    """Refuse one cluster alone, and as many clusters as points."""
    kept = part.codes[_no_noise(part, noise)]
    clusters = len(np.unique(kept))
    if clusters < 2:
        raise InputError(
            "public.too_few_clusters",
            count=clusters,
            noise="" if noise is None else say("public.part_besides_noise"),
            name=entry.name,
        )
    if clusters == len(kept):
        raise InputError(
            "public.every_cluster_single_point",
            count=len(kept),
            name=entry.name,
        )


def _of_matrix(distances: "Floats", part: Part, noise: object) -> "Array":
    """The silhouette of each point from a matrix of distances; NaN for noise."""
    kept = _no_noise(part, noise)
    codes, names = encode_groups(part.codes[kept])
    inner = distances if kept.all() else np.ascontiguousarray(distances[np.ix_(kept, kept)])
    sizes = np.bincount(codes, minlength=len(names)).astype(np.int64)
    values = np.full(len(kept), np.nan)
    values[kept] = _core.silhouettes_of_distances(inner, codes, sizes, THREADS)[0]
    return values
