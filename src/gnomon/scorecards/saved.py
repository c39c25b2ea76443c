"""A Binning as JSON: parameters, bins and fine bins, with a checksum that tells what was altered."""

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..files import regular, write_file
from ..messages.language import said_by_system
from ..summary import Bins, Layout
from ..summary.invariants import same_totals
from .cutting import TRENDS
from .editing import places_in
from .fitting import FittedVariable, recounted
from .settings import rules_by_variable

if TYPE_CHECKING:
    from .binning import Binning


FORMAT, VERSION = "gnomon.binning", 1
_KEYS = {"format", "version", "parameters", "variables", "failed", "checksum"}
MOST_BYTES = 1 << 30


def to_dict(binning: Any) -> dict[str, Any]:
    """All that a Binning holds."""
    parameters = {name: _plain(value, name) for name, value in binning._used.get_params().items()}
    variables = {
        name: {"bins": _bins(fitted.bins), "fine": _bins(fitted.fine), "trend": fitted.trend, "row_weight": fitted.row_weight}
        | ({"edited": True} if fitted.edited else {})
        | ({} if fitted.values is None else {"values": fitted.values.tolist()})
        | ({} if fitted.even is None else {"even": fitted.even.tolist()})
        for name, fitted in binning._fitted.items()
    }
    state = {
        "format": FORMAT,
        "version": VERSION,
        "parameters": parameters,
        "variables": variables,
        "failed": dict(binning.failed_),
    }
    return {**state, "checksum": _checksum(state)}


def restored(kind: Any, state: Any) -> Any:
    """A Binning of what :func:`to_dict` made."""
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise InputError("scorecards.saved_binning_format_missing", format=FORMAT)
    if state.get("version") != VERSION:
        raise InputError(
            "scorecards.saved_version_unsupported",
            version=state.get("version"),
            known=VERSION,
        )
    if state.keys() != _KEYS or state["checksum"] != _checksum({key: state[key] for key in state if key != "checksum"}):
        raise InputError("scorecards.saved_checksum_mismatch")
    try:
        made = kind(**state["parameters"])
        fitted = {name: _fitted(one) for name, one in state["variables"].items()}
        failed = {str(name): str(reason) for name, reason in state["failed"].items()}
    except (TypeError, KeyError, AttributeError, ValueError, OverflowError, RecursionError) as reason:
        if isinstance(reason, InputError):
            raise
        raise InputError("scorecards.saved_binning_damaged", reason=str(reason)) from None
    if not fitted:
        raise InputError("scorecards.saved_binning_empty")
    rules_by_variable(made, fitted, 1.0, 1.0, failed)
    made._hold(fitted, failed)
    return made


def save(binning: "Binning", path: Any) -> Path:
    """Write JSON to a temporary name and rename it."""
    text = json.dumps(to_dict(binning), ensure_ascii=False, indent=1, allow_nan=False)
    return write_file(Path(path), (text + "\n").encode())


def load(kind: "type[Binning]", path: Any) -> Any:
    """Read a file that :func:`save` wrote."""
    try:
        if os.path.getsize(regular(path)) > MOST_BYTES:
            raise InputError("scorecards.saved_file_too_large", path=Path(path), most=MOST_BYTES)
        state = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as reason:
        raise InputError("scorecards.saved_file_unreadable", path=Path(path), reason=said_by_system(reason)) from None
    except (ValueError, RecursionError) as reason:
        if isinstance(reason, InputError):
            raise
        raise InputError("scorecards.saved_file_not_json", path=Path(path)) from None
    return restored(kind, state)


def _bins(bins: Bins) -> dict[str, Any]:
    assert bins.layout is not None
    return {"layout": bins.layout.to_dict(), "good": bins.good.tolist(), "bad": bins.bad.tolist()}


def _fitted(state: Any) -> FittedVariable:
    if state.keys() - {"edited", "values", "even"} != {"bins", "fine", "trend", "row_weight"} or state["trend"] not in TRENDS:
        raise KeyError("trend")
    if not isinstance(state["row_weight"], (int, float)) or not 0 < state["row_weight"] < float("inf"):
        raise KeyError("row_weight")
    bins, fine = (
        Bins(Layout.from_dict(one["layout"]), np.array(one["good"]), np.array(one["bad"])) for one in (state["bins"], state["fine"])
    )
    coarse, own = bins.layout, fine.layout
    assert coarse is not None
    assert own is not None
    alike = (coarse.special, coarse.closed, coarse.groups is None) == (own.special, own.closed, own.groups is None)
    if not alike or not set(coarse.edges) <= set(own.edges):
        raise InputError("scorecards.saved_binning_damaged", reason="bins, fine")
    again = recounted(fine, places_in(fine, coarse), coarse)
    if not (same_totals(again.good, bins.good) and same_totals(again.bad, bins.bad)) or not (bins.good.sum() > 0 < bins.bad.sum()):
        raise InputError("scorecards.saved_binning_damaged", reason="good, bad")
    values, even = _values_of(state.get("values"), own.regular), _even_of(state.get("even"), own.regular - 1)
    return FittedVariable(
        bins, fine, state["trend"], float(state["row_weight"]), edited=bool(state.get("edited", False)), values=values, even=even
    )


def _values_of(given: object, regular: int) -> NDArray[Any] | None:
    """How many different values each regular fine bin has, where that was saved."""
    values = None if given is None else np.array(given)
    if values is not None and (values.shape != (regular,) or values.dtype.kind != "i" or values.min() < 1):
        raise InputError("scorecards.saved_binning_damaged", reason="values")
    return values


def _even_of(given: object, edges: int) -> NDArray[np.bool_] | None:
    """Which edges of the fine bins stand at quantiles, where that was saved."""
    even = None if given is None else np.array(given, np.bool_)
    if even is not None and even.shape != (edges,):
        raise InputError("scorecards.saved_binning_damaged", reason="even")
    return even


def _plain(value: object, name: str) -> Any:
    """A parameter as JSON has it. Periods given as values are not kept: they are of the rows, which are not kept either."""
    if name == "stable_over" and not isinstance(value, (str, type(None))):
        return None
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {str(key): _plain(one, "") for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, np.ndarray)):
        return [_plain(one, "") for one in value]
    if not isinstance(value, (str, int, float, bool, type(None))):
        raise InputError("scorecards.parameter_not_json_writable", name=name, value=value)
    return value


def _checksum(state: dict[str, Any]) -> str:
    try:
        text = json.dumps(state, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        return ""
    return hashlib.sha256(text.encode()).hexdigest()
