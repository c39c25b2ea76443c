"""Public functions of detection: truth and predictions in any form that is read, or a Matches."""

from collections.abc import Callable
from inspect import Parameter
from typing import Any

from ..catalog import Entry
from ..errors import InputError, check_undefined, value_if_undefined
from ..summary import Matches, Summary
from ..vision.protocols import protocol_of
from .signature import describe_columns, with_preset

SHARED = {"protocol": "coco", "format": None, "classes": None, "unit": None, "undefined": "warn"}


def detection_function(entry: Entry, preset: dict[str, Any], name: str | None = None) -> Callable[..., Any]:
    """The public function of a metric of detections."""

    def function(
        truth: Any, predictions: Any = None, *, protocol: Any = "coco", format: Any = None, classes: Any = None, unit: Any = None,
        undefined: str | float = "warn", **options: Any,
    ) -> Any:  # fmt: skip
        options = entry.check(with_preset(entry, preset, options))
        check_undefined(undefined)
        if isinstance(truth, Summary):
            if not isinstance(truth, Matches):
                raise InputError("public.annotators_type_mismatch", name=entry.name, type="Matches", type_2=type(truth).__name__)
            if protocol != "coco" or any(one is not None for one in (predictions, format, classes, unit)):
                raise InputError("public.summary_with_arrays", name=entry.name, type="Matches")
            given = truth
        else:
            given = Matches.of(truth, predictions, format=format, classes=classes, unit=unit, **_rule(protocol, options))
        value = entry.function(given, **options)
        return value_if_undefined(entry.name, entry.reason(given), undefined) if value != value else float(value)

    describe_columns(function, entry, {"truth": Parameter.empty, "predictions": None}, SHARED, preset, name or entry.name)
    return function


def _rule(protocol: object, options: dict[str, Any]) -> dict[str, Any]:
    """How to match for a metric: under the protocol, and where it names another overlap or a higher cap, at that."""
    rule = protocol_of(protocol)
    iou, cap = options.get("iou"), options.get("max_detections")
    known = iou is None or any(abs(iou - threshold) < 1e-9 for threshold in rule.thresholds)
    return {
        "protocol": rule,
        "thresholds": None if known else [iou],
        "max_detections": "protocol" if cap is None or cap <= rule.cap else cap,
    }
