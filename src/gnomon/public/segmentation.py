"""Public functions of metrics of label maps: (y_true, y_pred), or the summary of them."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..catalog import Entry
from ..errors import InputError, check_undefined, parts_if_undefined, value_if_undefined
from ..messages import Message
from ..metrics.segmentation import OverRegions, background, lacking, over_classes, regions_of
from ..summary import BoundaryCounts, Counts, PanopticCounts, SegmentationCounts, Summary
from .averaging import check_average, result_if_undefined
from .signature import Parameter, describe, describe_columns, with_preset

if TYPE_CHECKING:
    from ..types import Floats


AVERAGES = ("macro", None)


def segmentation_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of label maps."""
    takes = inspect.signature(entry.summary.of).parameters  # type: ignore[attr-defined]  # what such a kind has
    shared = {key: one.default for key, one in takes.items() if one.kind is one.KEYWORD_ONLY}

    def function(y_true: object, y_pred: object = None, *, average: object = "macro", undefined: str | float = "warn", **rest: Any) -> Any:
        arrays = {key: rest.pop(key) for key in shared if key in rest}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        check_average(average, AVERAGES)
        if isinstance(y_true, Summary):
            summary = _given(entry, y_true, y_pred is not None or any(value is not shared[key] for key, value in arrays.items()))
        else:
            summary = entry.summary.of(y_true, y_pred, **arrays)  # type: ignore[attr-defined]
        if average is None:
            return _by_class(entry, summary, options, undefined)
        value = entry.function(summary, **options)
        return value if value == value else value_if_undefined(entry.name, _reason(entry, summary, options), undefined)

    tail = {"average": "macro", "undefined": "warn"}
    describe(function, entry, {"y_true": None, "y_pred": None} | shared | tail, preset, name or entry.name)
    return function


def _given(entry: Entry, summary: Summary, arrays: bool) -> Summary:
    """The summary that was passed in place of maps, beside which nothing else is."""
    kind = type(summary).__name__
    if arrays:
        raise InputError("public.summary_with_arrays", name=entry.name, type=kind)
    if not isinstance(summary, Counts if entry.summary is SegmentationCounts else entry.summary):
        raise InputError("public.annotators_type_mismatch", name=entry.name, type=entry.summary.__name__, type_2=kind)
    return summary


def class_values(entry: Entry, summary: Any, options: dict[str, Any]) -> "Floats":
    """The value of each class that takes part, over all images together or as the mean of its values in the images that have it."""
    made = entry.averaging
    assert isinstance(made, OverRegions)
    regions = regions_of(summary, options)
    if not isinstance(summary, (SegmentationCounts, BoundaryCounts)):
        return made.by_class(regions, options)
    if options.get("aggregate", "dataset") == "dataset":
        return made.by_class(regions.summed, options)
    return over_classes(made.by_class(regions, options).T, lacking(regions).T, options)


def class_names(summary: Any, options: dict[str, Any]) -> list[Any]:
    """The classes that take part."""
    gone = None if options.get("include_background", True) else background(summary)
    return [label for place, label in enumerate(summary.labels) if place != gone]


def _by_class(entry: Entry, summary: Any, options: dict[str, Any], undefined: str | float) -> "Floats":
    if options.get("aggregate") == "image" and not isinstance(summary, (SegmentationCounts, BoundaryCounts)):
        entry.function(summary, **options)  # which says what is lacking
    assert isinstance(entry.averaging, OverRegions)
    values = np.asarray(class_values(entry, summary, options), np.float64)
    return parts_if_undefined(entry.name, values, class_names(summary, options), entry.averaging.lacking, undefined)


def _reason(entry: Entry, summary: Any, options: dict[str, Any]) -> Message:
    """Why there is no value: no pixel, none but of the background, or a class that is not there and was to count NaN."""
    absent = options.get("absent", "ignore")
    names = class_names(summary, options)
    if absent != absent and names:
        regions = regions_of(summary, options)
        whole = regions.summed if isinstance(summary, (SegmentationCounts, BoundaryCounts)) else regions
        gone = [name for name, lost in zip(names, lacking(whole), strict=True) if lost]
        if gone:
            return Message("class_absent", label=str(gone[0]), count=len(gone))
        if lacking(regions).any():
            return Message("class_absent_in_image")
    if len(names) < len(summary.labels) and regions_of(summary, {}).actual.any():
        return Message("background_alone")
    return entry.reason(summary)


def panoptic_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of segments."""
    takes = inspect.signature(PanopticCounts.of).parameters
    shared = {key: one.default for key, one in takes.items() if one.kind is one.KEYWORD_ONLY}

    def function(truth: object, predictions: object = None, *, undefined: str | float = "warn", **rest: Any) -> Any:
        arrays = {key: rest.pop(key) for key in shared if key in rest}
        options = entry.check(with_preset(entry, preset, rest))
        check_undefined(undefined)
        if isinstance(truth, Summary):
            summary = _given(entry, truth, predictions is not None or any(value is not None for value in arrays.values()))
        else:
            summary = PanopticCounts.of(truth, predictions, **arrays)
        found = entry.function(summary, **options)
        if entry.kind == "value":
            return found if found == found else value_if_undefined(entry.name, entry.reason(summary), undefined)
        return result_if_undefined(entry, found, summary, undefined)

    columns = {"truth": Parameter.empty, "predictions": None}
    describe_columns(function, entry, columns, {**shared, "undefined": "warn"}, preset, name or entry.name)
    return function
