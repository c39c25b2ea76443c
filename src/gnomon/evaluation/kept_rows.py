"""Rows kept with an evaluation: what every model said of each row, for comparisons with a later evaluation of the same rows."""

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..messages.language import listed, say
from ..summary.invariants import as_amounts, as_array, as_labels, as_scores, as_whole
from ..summary.packing import pack, unpack, whole
from ..types import Array
from .models import Model
from .rows import Block, Key, derived_from, derived_name

if TYPE_CHECKING:
    from .plan import Plan


REMEDY = "evaluation.part_same_rows_same_order"
OTHERWISE = "evaluation.remedy_match_by_key"


class StoredRows:
    """The rows of one pass in their order: a block with arrays of its own, and the columns that say what the truth and weights are."""

    def __init__(self, block: Block, label: str, weight: str | None, key: tuple[str, ...] = ()) -> None:
        self.block, self.label, self.weight, self.key = block, label, weight, key
        self.slices: list[tuple[str, Array]] = []
        """The rows of each slice by its name, while the evaluation is at hand; they are not saved."""
        self.unordered = False
        """Whether they came from a cluster, so that only a key tells which row is which."""

    @classmethod
    def of(cls, block: Block, plan: "Plan") -> "StoredRows":
        """The columns of a pass that comparisons read; slices are left out."""
        kept = {key: values.copy() for key, values in block.columns.items() if key[0] not in ("slice", "position")}
        made = cls(Block(kept, block.labels, block.ordered, block.keys, len(block)), plan.label, plan.weight, plan.key)
        made.unordered = plan.elsewhere
        return made

    def taken(self, which: Array) -> "StoredRows":
        """Some of the rows, in the order of their places."""
        made = StoredRows(self.block.take(which), self.label, self.weight, self.key)
        made.unordered = self.unordered
        made.slices = [(name, np.flatnonzero(np.isin(which, rows))) for name, rows in self.slices]
        return made

    def named_key(self, column: str) -> tuple[list[Any], Array]:
        """The different values of a column of the key, and the place of each row's among them."""
        names, codes = self.block.keys[column], self.block.columns["key", column]
        if names is not None:
            return names, codes
        found, places = np.unique(codes, return_inverse=True)
        return found.tolist(), places.reshape(-1)

    def said_key(self, at: int) -> str:
        """The key of a row in words; its position where there is none."""
        if not self.key:
            return say("evaluation.part_at_position", at=at)
        values = [names[codes[at]] for names, codes in map(self.named_key, self.key)]
        return say("evaluation.part_of_key", key=listed(f"{column} = {value!r}" for column, value in zip(self.key, values, strict=True)))

    def __len__(self) -> int:
        return len(self.block)

    @property
    def truth(self) -> Array:
        """The true value of each row: its label, or its number."""
        if ("label", self.label) in self.block.columns:
            return np.array(self.block.labels, dtype=object)[self.block.codes(self.label)]
        if ("key", self.label) in self.block.columns:
            return np.array(self.block.keys[self.label], dtype=object)[self.block.columns["key", self.label]]
        return self.block.numbers(self.label)

    @property
    def weights(self) -> Array | None:
        return self.block.weight(self.weight)

    def same_rows(self, other: "StoredRows", mine: str, theirs: str) -> None:
        """Refuse rows that are not the same ones in the same order, as far as labels and weights can tell."""
        if self is not other and not self.key and (self.unordered or other.unordered):
            raise no_order(mine, theirs)
        if len(self) != len(other):
            raise InputError(
                "evaluation.kept_row_counts_differ",
                mine=mine,
                count=len(self),
                theirs=theirs,
                count_2=len(other),
                remedy=say(REMEDY),
                otherwise=say(OTHERWISE),
            )
        ours, others = self.truth, other.truth
        apart = np.flatnonzero(ours != others)
        if len(apart):
            at = int(apart[0])
            raise InputError(
                "evaluation.kept_labels_differ",
                mine=mine,
                theirs=theirs,
                which=self.said_key(at),
                ours=ours[at],
                others=others[at],
                count=len(apart),
                remedy=say(REMEDY) if self.key else f"{say(REMEDY)}: {say(OTHERWISE)}",
            )
        if (self.weights is None) != (other.weights is None):
            raise InputError("evaluation.weights_on_one_side", mine=mine, theirs=theirs)
        if self.weights is not None and other.weights is not None and not np.array_equal(self.weights, other.weights):
            raise InputError("evaluation.weights_differ", mine=mine, theirs=theirs)

    def renamed(self, model: Model, called: str, columns: dict[Key, Array], labels: list[Any], keys: dict[str, Any]) -> Model:
        """Put a model's columns beside others under names of its own; the model as it is called there."""
        block = self.block
        if model.prediction is not None:
            strange = [name for name in block.labels if name not in labels]
            if strange:
                raise InputError(
                    "evaluation.predicted_label_unknown",
                    name=model.name,
                    strange=strange[0],
                )
            kind = next(kind for kind in ("label", "number", "key") if (kind, model.prediction) in block.columns)
            values = block.columns[kind, model.prediction]
            places = np.array([labels.index(name) for name in block.labels] or [0])
            columns[kind, f"{called}.prediction"] = places[values] if kind == "label" else values
            if kind == "key":
                keys[f"{called}.prediction"] = block.keys[model.prediction]
            for (_, name), held in block.columns.items():
                if (derived := derived_from(model.prediction, name)) is not None:
                    columns["number", derived_name(f"{called}.prediction", derived)] = held
        names = {column: f"{called}.{column}" for column in model.columns}
        columns |= {("number", new): block.numbers(column) for column, new in names.items()}
        return replace(
            model,
            name=called,
            score=None if model.score is None else names[model.score],
            scores=None if model.scores is None else {name: names[column] for name, column in model.scores.items()},
            prediction=None if model.prediction is None else f"{called}.prediction",
        )

    def to_bytes(self) -> bytes:
        """The rows as bytes."""
        meta: dict[str, Any] = {"label": self.label, "weight": self.weight, "labels": self.block.labels, "ordered": self.block.ordered}
        meta |= {
            "key": list(self.key),
            "keys": dict(self.block.keys),
            "columns": [list(key) for key in self.block.columns],
            "rows": len(self),
            "unordered": self.unordered,
        }
        return pack("KeptRows", meta, {str(place): values for place, values in enumerate(self.block.columns.values())})

    @classmethod
    def from_bytes(cls, raw: bytes) -> "StoredRows":
        """The rows that :meth:`to_bytes` wrote."""
        kind, meta, arrays = unpack(raw)
        if kind != "KeptRows":
            raise InputError("evaluation.bytes_not_rows", kind=kind)
        with whole("KeptRows"):
            columns = {(kind, name): arrays[str(place)] for place, (kind, name) in enumerate(meta["columns"])}
            block = Block(columns, meta["labels"], meta["ordered"], meta["keys"], as_whole(meta["rows"], "rows"))
            made = cls(block, meta["label"], meta["weight"], tuple(meta.get("key", ())))._checked()
            made.unordered = bool(meta.get("unordered", False))
            return made

    def _checked(self) -> "StoredRows":
        """The same, once it is sure that no column is of another length, no code without a name, and no number beyond all others."""
        block = self.block
        labels = as_labels(block.labels)
        if {*as_labels(block.ordered, "ordered")} != {*labels}:
            raise InputError("evaluation.ordered_labels_mismatch")
        for (kind, name), values in block.columns.items():
            if kind == "number":
                as_scores(values, name, len(block))
                continue
            codes = as_array(values, name, "iu", np.int64, len(block))
            names = labels if kind == "label" else block.keys[name]
            if names is not None and len(codes) and not 0 <= codes.min() <= codes.max() < len(names):
                raise InputError("evaluation.codes_out_of_range", name=name, count=len(names))
        if self.weight is not None:
            as_amounts(block.numbers(self.weight), self.weight, len(block))
        missing = [column for column in self.key if ("key", column) not in block.columns]
        if missing or not any((kind, self.label) in block.columns for kind in ("label", "number", "key")):
            raise InputError("evaluation.kept_column_missing", column=(*missing, self.label)[0])
        return self

    def with_columns_of(self, models: tuple[Model, ...]) -> "StoredRows":
        """The same, once it is sure that every model's columns are there."""
        held = self.block.columns
        for model in models:
            lacking = [column for column in model.columns if ("number", column) not in held]
            if model.prediction is not None and not any((kind, model.prediction) in held for kind in ("label", "number", "key")):
                lacking.append(model.prediction)
            if lacking:
                raise InputError("evaluation.kept_column_missing", column=lacking[0])
        return self

    @classmethod
    def from_version_2(cls, raw: bytes, known: dict[str, Any], models: tuple[Model, ...]) -> "StoredRows":
        """The rows that the second version wrote: a NumPy archive, columns by model."""
        with np.load(io.BytesIO(raw), allow_pickle=False) as arrays:
            names = json.loads(arrays["names"].tobytes())
            columns: dict[Key, Array] = {("label", known["label"]): arrays["truth"]}
            by_name = {model.name: model for model in models}
            for m, (name, classes) in enumerate(names["scores"]):
                columns |= {("number", column): arrays[f"scores.{m}.{c}"] for c, column in enumerate(by_name[name].columns)}
                if classes is not None and len(classes) != len(by_name[name].columns):
                    raise InputError("evaluation.kept_column_missing", column=name)
            for p, name in enumerate(names["predictions"]):
                if by_name[name].prediction is not None:
                    columns["label", by_name[name].prediction] = arrays[f"predictions.{p}"]
            if "weight" in arrays:
                columns["number", known["weight"]] = arrays["weight"]
            if "cluster" in arrays:
                columns["key", known["cluster"]] = arrays["cluster"]
            keys = {known["cluster"]: None} if "cluster" in arrays else {}
            block = Block(columns, names["labels"], names["labels"], keys, len(arrays["truth"]))
            return cls(block, known["label"], known["weight"])._checked()


def no_order(mine: str, theirs: str) -> InputError:
    """Why rows of a cluster are not matched without a key."""
    return InputError(
        "evaluation.key_missing_on_cluster",
        mine=mine,
        theirs=theirs,
    )
