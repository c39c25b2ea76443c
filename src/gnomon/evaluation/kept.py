"""Rows kept: what every model said of each row, for comparisons that need the rows themselves."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inference.observed import Observed, Predicted
from ..inference.sample import Clusters
from ..inputs import ClassRows, Rows
from ..inputs.labels import Codes

Array = NDArray[Any]
Which = Array | slice
ALL = slice(None)


@dataclass(frozen=True, eq=False)
class Kept:
    """Rows of one pass: the truth as places among ``labels``, and each model's scores (by class, where there are several) and labels."""

    labels: tuple[Any, ...]
    truth: Array
    scores: Mapping[str, Any] = field(default_factory=dict)
    predictions: Mapping[str, Array] = field(default_factory=dict)
    weight: Array | None = None
    cluster: Array | None = None

    def __len__(self) -> int:
        return len(self.truth)

    def observed(self, model: str, positive: Any, which: Which = ALL) -> Observed:
        """What one model said of some rows."""
        weight = None if self.weight is None else np.asarray(self.weight[which], np.float64)
        truth = self.truth[which]
        scores: Rows | ClassRows | None = None
        given = self.scores.get(model)
        if isinstance(given, Mapping):
            places = {name: place for place, name in enumerate(given)}
            codes = np.array([places.get(name, 0) for name in self.labels], np.int64)[truth]
            scores = ClassRows(Codes(codes, tuple(given), 0), np.column_stack([column[which] for column in given.values()]), weight)
        elif given is not None:
            place = self.labels.index(positive) if positive in self.labels else -1
            scores = Rows((truth == place).astype(np.uint8), np.ascontiguousarray(given[which]), weight)
        labels = None
        if model in self.predictions:
            labels = Predicted(truth.astype(np.int64), self.predictions[model][which].astype(np.int64), self.labels)
        return Observed(scores, labels, weight)

    def clusters(self, which: Which = ALL) -> Clusters | None:
        """The cluster of some rows, as 0, 1, 2, …"""
        if self.cluster is None:
            return None
        return np.unique(self.cluster[which], return_inverse=True)[1].reshape(-1).astype(np.int64)

    def copy(self) -> "Kept":
        """The same rows in arrays of their own."""
        scores = {m: {k: v.copy() for k, v in s.items()} if isinstance(s, Mapping) else s.copy() for m, s in self.scores.items()}
        others = [None if column is None else column.copy() for column in (self.weight, self.cluster)]
        return Kept(self.labels, self.truth.copy(), scores, {m: p.copy() for m, p in self.predictions.items()}, *others)

    def same_rows(self, other: "Kept", mine: str, theirs: str) -> None:
        """Refuse rows that are not the same ones in the same order, as far as labels and weights can tell."""
        remedy = "models are compared on the same rows in the same order"
        if len(self) != len(other):
            raise InputError(f"{mine} has {len(self):,} rows and {theirs} {len(other):,}; {remedy}")
        ours, others = (np.array(kept.labels, dtype=object)[kept.truth] for kept in (self, other))
        apart = np.flatnonzero(ours != others)
        if len(apart):
            at = int(apart[0])
            raise InputError(
                f"{mine} and {theirs} were scored on different rows: the label of row {at + 1:,} is {ours[at]!r} in one and "
                f"{others[at]!r} in the other ({len(apart):,} rows differ); {remedy}"
            )
        if (self.weight is None) != (other.weight is None):
            raise InputError(f"only one of {mine} and {theirs} has weights; give both the same, or none")
        if self.weight is not None and other.weight is not None and not np.array_equal(self.weight, other.weight):
            raise InputError(f"{mine} and {theirs} weigh the same rows differently; give both the same weights")

    def relabelled(self, model: str, labels: tuple[Any, ...]) -> Array:
        """A model's predicted labels as places among other labels."""
        strange = [name for name in self.labels if name not in labels]
        if strange:
            raise InputError(f"{model!r} predicts {strange[0]!r}, a label that the other evaluation has not seen; evaluate both together")
        return np.array([labels.index(name) for name in self.labels], np.int64)[self.predictions[model]]

    def to_bytes(self) -> bytes:
        """The rows as a NumPy archive, the names beside them."""
        arrays: dict[str, Array] = {"truth": self.truth}
        names: dict[str, Any] = {"labels": list(self.labels), "scores": [], "predictions": list(self.predictions)}
        for m, (model, given) in enumerate(self.scores.items()):
            classes = list(given) if isinstance(given, Mapping) else None
            names["scores"].append([model, classes])
            columns = list(given.values()) if isinstance(given, Mapping) else [given]
            arrays |= {f"scores.{m}.{c}": column for c, column in enumerate(columns)}
        arrays |= {f"predictions.{p}": column for p, column in enumerate(self.predictions.values())}
        arrays |= {name: column for name, column in (("weight", self.weight), ("cluster", self.cluster)) if column is not None}
        out = io.BytesIO()
        np.savez(out, names=np.frombuffer(json.dumps(names).encode(), np.uint8), **arrays)  # type: ignore[arg-type]  # arrays by name
        return out.getvalue()

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Kept":
        """The rows that :meth:`to_bytes` wrote."""
        with np.load(io.BytesIO(raw), allow_pickle=False) as arrays:
            names = json.loads(arrays["names"].tobytes())
            scores: dict[str, Any] = {}
            for m, (model, classes) in enumerate(names["scores"]):
                columns = [arrays[f"scores.{m}.{c}"] for c in range(len(classes or [0]))]
                scores[model] = dict(zip(classes, columns, strict=True)) if classes else columns[0]
            predictions = {model: arrays[f"predictions.{p}"] for p, model in enumerate(names["predictions"])}
            rest = [arrays.get(name) for name in ("weight", "cluster")]
            return cls(tuple(names["labels"]), arrays["truth"], scores, predictions, *rest)
