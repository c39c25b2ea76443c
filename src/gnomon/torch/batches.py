"""Tensors of a batch: their shapes and types, which are known without waiting for a device, and their way to the host."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..errors import InputError
from .columns import TensorRows
from .readings import MetricPlan

NAMES = ("preds", "target", "weight", "group")
SHORT = (torch.float16, torch.float32, torch.float64)
"""Floats that NumPy has, too."""

Batch = tuple[Any, ...]
"""preds, target, weight and group; None where there is none."""


def batch_of(recipe: MetricPlan, given: Sequence[object]) -> Batch:
    """Copies of a batch's tensors, of which only shapes and types were looked at. Copying is queued on their device."""
    named = {name: _tensor(name, values) for name, values in zip(NAMES, given, strict=True) if values is not None}
    reading = recipe.reading
    widths = (1,) if reading is None else reading.widths
    preds = named["preds"] = _columns(named["preds"], widths)
    for name in named:
        if name != "preds":
            named[name] = _flat(name, named[name])
            if len(named[name]) != len(preds):
                raise InputError("torch.row_counts_differ", rows=len(preds), name=name, other=len(named[name]))
    if reading is not None and reading.labelled and preds.ndim == 1 and preds.dtype.is_floating_point:
        raise InputError(
            "torch.preds_not_integer_labels",
            dtype=str(preds.dtype).removeprefix("torch."),
            metric=reading.references[0],
        )
    _refuse_columns(recipe, named)
    return tuple(named[name].detach().clone() if name in named else None for name in NAMES)


def _tensor(name: str, values: object) -> Any:
    if not isinstance(values, torch.Tensor):
        raise InputError("torch.type_not_tensor", name=name, type=type(values).__name__)
    if values.dtype.is_complex:
        raise InputError("torch.dtype_not_real", name=name, dtype=str(values.dtype))
    return values


def _columns(preds: Any, widths: tuple[int, ...]) -> Any:
    """Predictions of one column, or of as many as there are classes."""
    if preds.ndim == 2 and preds.shape[1] in widths and preds.shape[1] > 1:
        return preds
    if max(widths) > 1 and not (1 in widths and (preds.ndim == 1 or preds.shape[1:] == (1,))):
        raise InputError(
            "torch.class_columns_mismatch",
            shape=tuple(preds.shape),
            classes=max(widths),
        )
    if preds.ndim == 2 and preds.shape[1] > 1:
        raise InputError(
            "torch.preds_columns_ambiguous",
            shape=tuple(preds.shape),
            columns=preds.shape[1],
        )
    return _flat("preds", preds)


def _flat(name: str, values: Any) -> Any:
    """One value a row: (n,), or (n, 1)."""
    if values.ndim == 1:
        return values
    if values.ndim == 2 and values.shape[1] == 1:
        return values[:, 0]
    if values.ndim == 2:
        raise InputError(
            "torch.target_columns_ambiguous",
            name=name,
            shape=tuple(values.shape),
        )
    raise InputError(
        "torch.tensor_not_one_dimensional",
        name=name,
        shape=tuple(values.shape),
    )


def _refuse_columns(recipe: MetricPlan, named: dict[str, Any]) -> None:
    """Groups go with lists, weights with everything else."""
    if recipe.lists and "group" not in named:
        raise InputError("torch.group_missing", metric=recipe.lists[0])
    if recipe.lists and "weight" in named:
        raise InputError("torch.weight_unsupported", metric=recipe.lists[0])
    if not recipe.lists and "group" in named:
        raise InputError("torch.group_unsupported", metric=recipe.references[0])
    if "group" in named and named["group"].dtype.is_floating_point:
        raise InputError("torch.group_not_integer", dtype=str(named["group"].dtype))


def on_host(batches: Sequence[Batch], first: int, ignore_index: int | None) -> TensorRows:
    """The rows of batches in NumPy: one copy a column, into pinned memory where they come from CUDA, and one wait for all."""
    columns = [[batch[place] for batch in batches] for place in range(len(NAMES))]
    copies = [None if parts[0] is None else _copied(parts) for parts in columns]
    for device in {part.device for parts in columns for part in parts if part is not None and part.is_cuda}:
        torch.cuda.current_stream(device).synchronize()
    arrays = [
        None if parts is None else np.concatenate([_signed(name, part.numpy()) for part in parts])
        for name, parts in zip(NAMES, copies, strict=True)
    ]
    made = TensorRows(arrays[0], arrays[1], arrays[2], arrays[3], first + np.arange(len(arrays[1])))  # type: ignore[arg-type]  # the first two are there
    return made if ignore_index is None else made.taken(made.target != ignore_index)


def _signed(name: str, values: Any) -> Any:
    """Whole numbers as NumPy joins them with others: beside unsigned ones of 64 bits it would make floats of all, and groups one."""
    if values.dtype != np.uint64:
        return values
    if values.max(initial=0) > np.iinfo(np.int64).max:
        raise InputError("torch.integer_past_int64", name=name, value=int(values.max()))
    return values.astype(np.int64)


def _copied(parts: Sequence[Any]) -> list[Any]:
    """Tensors on the host; those of one device and type are joined there first. Types are never mixed before NumPy has them."""
    if len({(part.device, part.dtype) for part in parts}) == 1:
        parts = [torch.cat(list(parts))]
    plain = [part.float() if part.dtype.is_floating_point and part.dtype not in SHORT else part for part in parts]
    return [part.to("cpu", non_blocking=part.is_cuda) for part in plain]
