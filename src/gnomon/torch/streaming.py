"""Streaming: metrics of tensors that come batch by batch."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import torch

from ..catalog import parse
from ..errors import InputError, check_undefined
from ..inference import interval
from .batches import Batch, batch_of, on_host
from .held import Held
from .ranks import exchanged, gathered, ranks, to_bytes, to_tensor
from .readings import MetricPlan, Numbers, recipe_of

HOST_ROWS = 2**18
"""Rows of tensors on the host that wait before they are summed up: long runs sort better, and there is no device to wait for."""


class ByReference(dict[str, Any]):
    """What was computed, by reference as it prints; any other spelling of a metric finds it, as ``["ece"]``."""

    def __missing__(self, key: str) -> Any:
        try:
            printed = str(parse(key))
        except (InputError, TypeError, AttributeError):
            raise KeyError(key) from None
        if printed not in self:
            raise KeyError(key)
        return self[printed]


class Streaming(torch.nn.Module):  # type: ignore[misc]  # torch has no types that are followed here
    """Metrics of all rows of all batches of all ranks: exact, as if they had come at once.

    Parameters
    ----------
    metrics
        References, as "roc_auc, expected_calibration_error, f1@0.3", in one text or a list. All of them must read ``preds`` and
        ``target`` alike: as scores of class 1 and labels 0 or 1; with ``classes`` as scores by class; as predicted labels ("accuracy",
        "f1"); as numbers ("rmse"); or, with ``group`` in ``update``, as ranked lists ("ndcg@10"), which go with scores as well.
    classes
        The number of classes, where ``preds`` has a column of scores for each and ``target`` holds 0, 1, …, classes - 1.
    logits
        Whether ``preds`` are logits: metrics of probabilities and thresholds then read their sigmoid or softmax in float64, and metrics
        that only rank two classes the logits themselves. Nothing is ever told from the values.
    ignore_index
        The target of rows that do not count, as -100.
    buffer_rows
        How many rows may wait on their device. ``update`` only queues copies there, and waits for no device; with this number it sums
        them up, and waits, whenever so many are there. By default tensors of the host are summed up as they come, and others wait
        for ``compute``, so that memory of the device grows with the rows.
    undefined
        As in every metric: "warn", "raise" or a number.
    process_group, sync_on_compute
        Whose ranks ``compute`` brings together where torch.distributed is initialised, and whether it does.

    >>> import torch
    >>> from gnomon.torch import Streaming
    >>> streaming = Streaming("roc_auc, f1@0.5")
    >>> streaming.update(torch.tensor([0.1, 0.8]), torch.tensor([0, 1]))
    >>> streaming.update(torch.tensor([0.4, 0.3]), torch.tensor([0, 1]))
    >>> streaming.compute()
    {'roc_auc': 0.75, 'f1@0.5': 0.6666666666666666}

    """

    def __init__(
        self,
        metrics: str | Sequence[str],
        *,
        classes: int | None = None,
        logits: bool = False,
        ignore_index: int | None = None,
        buffer_rows: int | None = None,
        undefined: str | float = "warn",
        process_group: object = None,
        sync_on_compute: bool = True,
    ) -> None:
        super().__init__()
        _check("classes", classes, 2)
        _check("buffer_rows", buffer_rows, 1)
        check_undefined(undefined)
        text = metrics if isinstance(metrics, str) else ",".join(map(str, metrics))
        self._asked = recipe_of(text, classes, bool(logits)).asked
        if ignore_index is not None and isinstance(self._recipe.reading, Numbers):
            raise InputError("torch.ignore_index_unsupported", metric=self.references[0])
        self._ignore_index, self._buffer_rows, self.undefined = ignore_index, buffer_rows, undefined
        self.process_group, self.sync_on_compute = process_group, sync_on_compute
        self.reset()

    @property
    def _recipe(self) -> MetricPlan:
        return recipe_of(*self._asked)

    @property
    def references(self) -> tuple[str, ...]:
        """The metrics, as they are written."""
        return tuple(map(str, self._recipe.references))

    def reset(self) -> None:
        """Forget all rows."""
        self._held = Held(self._recipe)
        self._waiting: list[Batch] = []
        self._rows_waiting = self._rows_seen = 0

    def update(self, preds: object, target: object, weight: object = None, group: object = None) -> None:
        """Take in a batch: its tensors are copied where they are, and their values are looked at later."""
        batch = batch_of(self._recipe, (preds, target, weight, group))
        if not len(batch[1]):
            return
        weighted = self._waiting[0][2] is not None if self._waiting else self._held.weighted
        if weighted is not None and weighted != (weight is not None):
            raise InputError("torch.weight_on_some_rows")
        self._waiting.append(batch)
        self._rows_waiting += len(batch[1])
        here = all(part is None or part.device.type == "cpu" for part in batch)
        if self._rows_waiting >= (self._buffer_rows or (HOST_ROWS if here else self._rows_waiting + 1)):
            self.fold()

    def fold(self) -> None:
        """Sum up the rows that wait, which waits for their device."""
        runs = [list(run) for _, run in groupby(self._waiting, lambda batch: batch[0].ndim)]  # labels may come between scores by class
        for run in runs:
            self._held.add(on_host(run, self._rows_seen, self._ignore_index))
            rows = sum(len(batch[1]) for batch in run)
            self._rows_seen, self._rows_waiting = self._rows_seen + rows, self._rows_waiting - rows
            del self._waiting[: len(run)]

    def compute(self) -> ByReference:
        """The metrics of all rows so far, of all ranks, by reference."""
        return ByReference(self._everywhere().values(self.undefined))

    def intervals(self, level: float = 0.95) -> ByReference:
        """The confidence interval of each metric, of rows without weights: what is summed up of scores and labels tells it."""
        everything = self._everywhere()
        found = {str(one): interval(one, everything.summary_of(str(one)), level=level) for one in self._recipe.references}
        return ByReference(found)

    def _everywhere(self) -> Held:
        if self.sync_on_compute and ranks()[1] > 1:
            return self._united(lambda data: gathered(data, self.process_group))
        self.fold()
        return self._held

    def _united(self, gather: Any) -> Held:
        """What all ranks hold together."""
        return Held.united(self._recipe, exchanged(self._folded, gather))

    def _folded(self) -> bytes:
        self.fold()
        return self._held.to_bytes(ranks())

    def merge(self, other: "Streaming") -> "Streaming":
        """Take in the rows of another that streams the same metrics."""
        self.fold()
        self._held.merge(Held.from_bytes(self._recipe, other._folded()))
        return self

    def get_extra_state(self) -> Any:
        """The rows of this rank, as a tensor of bytes that a ``state_dict`` holds."""
        return to_tensor(self._folded())

    def set_extra_state(self, state: object) -> None:
        """Go on from rows that were saved. Those of another rank are refused: they would be counted more than once."""
        held = Held.from_bytes(self._recipe, to_bytes(state))
        if ranks()[1] > 1 and held.rows and held.rank != ranks():
            raise InputError(
                "torch.state_rank_mismatch",
                saved=held.rank[0],
                of=held.rank[1],
                rank=ranks()[0],
                world=ranks()[1],
            )
        self.reset()
        self._held = held
        self._rows_seen = held.rows

    def _load_from_state_dict(self, state_dict: Any, prefix: str, *rest: Any) -> None:
        """Load what is saved; a checkpoint from before the metric was there has nothing of it, and leaves it as it is."""
        key = prefix + "_extra_state"
        if key not in state_dict:
            state_dict[key] = self.get_extra_state()
        super()._load_from_state_dict(state_dict, prefix, *rest)

    def extra_repr(self) -> str:
        """The metrics, where a module is printed."""
        return ", ".join(self.references)


def _check(name: str, value: object, least: int) -> None:
    """A whole number, or None."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
        raise InputError("torch.option_not_whole_number", name=name, value=value, least=least)
