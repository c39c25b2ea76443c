"""A metric of torchmetrics: the same rows and the same merging, under the names that its trainers call."""

from typing import Any

import torch
from torchmetrics import Metric

from ..errors import InputError
from .streaming import Streaming

OWN = ("classes", "logits", "ignore_index", "buffer_rows", "undefined")


class StreamingMetric(Metric):  # type: ignore[misc]  # torchmetrics has no types that are followed here
    """One metric reference; see :func:`gnomon.torch.metric`.

    States are no tensors that could be added or averaged, so that none is registered: what merges them is gnomon's own summaries.
    """

    is_differentiable = False
    full_state_update = False

    def __init__(self, reference: str, **options: Any) -> None:
        own = {name: options.pop(name) for name in OWN if name in options}
        super().__init__(**options)
        rows = Streaming(reference, **own, sync_on_compute=False)
        if len(rows.references) > 1:
            raise InputError(
                "torch.metrics_too_many",
                references=", ".join(rows.references),
            )
        self.__dict__.update(_rows=rows, _everywhere=None)  # no part of the module: what is saved of it is said below
        self._keeps = False
        self._update_count: int = 0
        entry = rows._recipe.references[0].entry
        self.__dict__["higher_is_better"] = {"higher": True, "lower": False}.get(entry.better or "")

    def update(self, preds: object, target: object, weight: object = None, group: object = None) -> None:
        """Take in a batch, as :meth:`Streaming.update` does: without waiting for a device."""
        self._rows.update(preds, target, weight, group)

    def compute(self) -> Any:
        """The metric of all rows, of all ranks once they are synchronised, as a scalar tensor of float64."""
        if self._everywhere is None:
            self._rows.fold()
        held = self._rows._held if self._everywhere is None else self._everywhere
        return self._scalar(held.values(self._rows.undefined))

    def _scalar(self, values: dict[str, float]) -> Any:
        (value,) = values.values()
        device = torch.device("cpu") if self.device.type == "mps" else self.device  # which has no float64
        return torch.tensor(value, dtype=torch.float64, device=device)

    def forward(self, preds: object, target: object, weight: object = None, group: object = None) -> Any:
        """Take in a batch, and the metric of it alone, of this rank unless ``dist_sync_on_step``; its values must be waited for."""
        self.update(preds, target, weight, group)
        metrics, classes, logits = self._rows._asked
        ranks = {"sync_on_compute": self.dist_sync_on_step, "process_group": self.process_group}
        own = {"ignore_index": self._rows._ignore_index, "undefined": self._rows.undefined}
        batch = Streaming(metrics, classes=classes, logits=logits, **own, **ranks)
        batch.update(preds, target, weight, group)
        self._forward_cache = self._scalar(batch.compute())
        return self._forward_cache

    def reset(self) -> None:
        """Forget all rows."""
        super().reset()
        self._rows.reset()
        self.__dict__["_everywhere"] = None

    def _sync_dist(self, dist_sync_fn: Any = None, process_group: object = None) -> None:
        group = process_group or self.process_group
        self.__dict__["_everywhere"] = self._rows._united(lambda data: dist_sync_fn(data.to(self.device), group))

    def unsync(self, should_unsync: bool = True) -> None:
        """Go back to the rows of this rank."""
        super().unsync(should_unsync)
        if should_unsync:
            self.__dict__["_everywhere"] = None

    def merge_state(self, incoming_state: object) -> None:
        """Take in the rows of another metric of the same reference."""
        if not isinstance(incoming_state, StreamingMetric):
            raise InputError("torch.merge_type_mismatch", kind="StreamingMetric", type=type(incoming_state).__name__)
        self._rows.merge(incoming_state._rows)
        self._update_count += incoming_state._update_count
        self._computed = None

    def persistent(self, mode: bool = False) -> None:
        """Whether checkpoints hold the rows; as everywhere in torchmetrics they do not, unless it is said."""
        self._keeps = mode

    def state_dict(self, destination: object = None, prefix: str = "", keep_vars: bool = False) -> Any:
        """The rows of this rank as a tensor of bytes, where the metric is persistent."""
        found = super().state_dict(destination=destination, prefix=prefix, keep_vars=keep_vars)
        if self._keeps:
            found[prefix + "rows"] = self._rows.get_extra_state()
        return found

    def _load_from_state_dict(self, state_dict: Any, prefix: str, *rest: Any) -> None:
        state = state_dict.pop(prefix + "rows", None)
        if state is not None:
            self._rows.set_extra_state(state)
            self._update_count, self._computed = max(self._update_count, 1), None
        super()._load_from_state_dict(state_dict, prefix, *rest)
