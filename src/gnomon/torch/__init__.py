"""gnomon where models are trained: metrics of tensors that come batch by batch, on one rank or on many.

:class:`Streaming` needs torch alone; :func:`metric` is the same as a metric of torchmetrics, which Lightning logs.
"""

from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .streaming import Streaming

if TYPE_CHECKING:
    from .torchmetrics import StreamingMetric


__all__ = ["Streaming", "metric"]


def metric(reference: str, **options: Any) -> "StreamingMetric":
    """One metric reference as a ``torchmetrics.Metric``: its ``compute`` gives a scalar tensor of float64.

    ``options`` are those of :class:`Streaming` (``classes=``, ``logits=``, ``ignore_index=``, ``buffer_rows=``, ``undefined=``), and those
    of ``torchmetrics.Metric`` (``sync_on_compute=``, ``process_group=``, …).
    """
    try:
        from .torchmetrics import StreamingMetric
    except ImportError as reason:
        raise InputError("torch.torchmetrics_missing", reason=reason) from None
    return StreamingMetric(reference, **options)
