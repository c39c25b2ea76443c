"""One pass over the rows: every summary that any metric, model or slice needs, filled batch by batch."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE, ClassRows, Rows
from ..inputs.labels import Codes as LabelCodes
from ..inputs.labels import choices
from ..inputs.numbers import as_floats
from ..summary import Counts, Sweep, Sweeps
from ..summary.counts import label_order
from ..summary.sweeps import each_class, each_pair
from .classes import Classes, Codes, View, views_of
from .plan import Model, Plan
from .tower import CELL_BYTES, Tower
from .troubles import Troubles
from .waiting import Waiting, pieces

Array = NDArray[Any]
LEAST_CHUNK, COARSE_CHUNK, MOST_CHUNK = 2**19, 2**21, 2**25
"""Rows summarised together: at the least, at the most once cells are coarse, and at the most."""


class Held(NamedTuple):
    """What is kept of one model on some rows."""

    scores: Sweep | Sweeps | None = None
    labels: Counts | None = None
    at: dict[float, Counts] = {}
    pairs: Sweeps | None = None


class Gather:
    """The summaries of a pass, within a budget of bytes for their cells."""

    def __init__(self, plan: Plan, budget: int) -> None:
        self.plan = plan
        self.views: list[View] = views_of(plan.by)
        self.classes = Classes("label", plan.label)
        self.rows = 0
        self.troubles = Troubles(plan)
        self._budget = budget
        # More rows at a time mean fewer merges; a row on its way to a cell takes some two hundred bytes at the most.
        self._chunk = int(min(max(budget // 192, LEAST_CHUNK), MOST_CHUNK))
        self._waiting = Waiting()
        self._towers: dict[tuple[int, int, str, Any], Tower] = {}
        self._matrices: dict[tuple[int, str], Array] = {}
        self._sizes: list[Array] = [np.zeros(1, np.int64), *(np.zeros(0, np.int64) for _ in self.views)]
        self._resolutions: tuple[int, int] | None = None

    @property
    def labels(self) -> list[Any]:
        """The labels met so far, in their order."""
        return sorted(self.classes.names, key=label_order)

    @property
    def exact(self) -> bool:
        return self._resolutions is None

    def add(self, batch: Batch) -> None:
        """Take in a batch: check it, encode its labels and slices, and summarise when enough has come together."""
        batch = self.troubles.kept(batch)
        n = len(batch[self.plan.label].values)
        if self.troubles.fatal or not n:
            return
        truth = self.classes.codes(batch[self.plan.label])
        if self.plan.task is None or not self.rows:
            self.plan = self.plan.settled(self.labels)
        self._refuse_third_class()
        columns: dict[Any, Array] = {"truth": truth}
        for model in self.plan.models:
            if model.prediction:
                columns["prediction", model.name] = self.classes.codes(batch[model.prediction], "prediction")
            columns |= {("score", column): as_floats(batch[column].values, f"score {column!r}") for column in model.columns}
        self._refuse_third_class()
        if self.plan.weight is not None:
            columns["weight"] = as_floats(batch[self.plan.weight].values, "weight").astype(np.float64, copy=False)
        columns |= {("slice", place): view.codes(batch) for place, view in enumerate(self.views, 1)}
        self.rows += n
        self._waiting.add(columns, self._chunk)
        if self._waiting.rows >= self._chunk:
            self.flush()

    def _refuse_third_class(self) -> None:
        """Two classes that turn out to be three were no binary task; text and numbers together are no one kind of label."""
        names = self.classes.names
        text = next((name for name in names if isinstance(name, str)), None)
        other = next((name for name in names if not isinstance(name, str)), None)
        if text is not None and other is not None:
            raise InputError(
                f"label: {self.plan.label!r} and the predictions hold text ({text!r}) and numbers ({other!r}) as labels; give all of "
                "them one type"
            )
        if self.plan.task == "binary" and len(self.classes.names) > 2:
            shown = ", ".join(map(repr, self.classes.names[:6])) + (", …" if len(self.classes.names) > 6 else "")
            raise InputError(
                f"label: {self.plan.label!r} and the predictions hold {len(self.classes.names)} labels ({shown}) where two are meant; "
                'pass task="multiclass", or keep two of them'
            )

    def flush(self) -> None:
        """Summarise the rows that wait."""
        rows = self._waiting
        if not rows.rows:
            return
        for place in range(len(self.views) + 1):
            self._count(place)
        for model in self.plan.models:
            if model.scored:
                self._sweep(model)
            if model.prediction or model.scores:
                self._tabulate(model)
        rows.rows = 0
        self._keep_within_budget()

    def _slices(self, place: int) -> Codes:
        """The slice of each waiting row in a view; place 0, the whole, has none."""
        return self._waiting["slice", place] if place else np.zeros(0, np.uint16)

    def _count(self, place: int) -> None:
        """Rows of each slice."""
        sizes = np.bincount(self._slices(place)) if place else np.array([self._waiting.rows])
        self._sizes[place] = _grown(self._sizes[place], sizes.shape) + _grown(sizes, self._sizes[place].shape)

    @property
    def positive(self) -> Any:
        """The positive label, once the labels are known."""
        names = self.classes.names
        positive = self.plan.positive
        if positive is DEFAULT_POSITIVE:
            if not set(names) <= {0, 1} and not set(names) <= {-1, 1}:
                listed = tuple(self.labels)
                shown = ", ".join(map(repr, listed))
                raise InputError(
                    f"positive: the labels of {self.plan.label!r} are {shown}, neither 0/1 nor -1/1; say which is positive: "
                    f"{choices(listed)}"
                )
            return True if names and all(isinstance(name, bool) for name in names) else 1
        for name in names:
            if name == positive and isinstance(name, str) == isinstance(positive, str):
                return name
        spelt = [name for name in names if str(name) == str(positive)]
        if spelt:
            return spelt[0]
        if len(names) == 2:
            shown = ", ".join(map(repr, names))
            raise InputError(f"positive: {positive!r} is not among the labels of {self.plan.label!r} ({shown}); name one of them")
        return positive

    def _parts(self, model: Model) -> Iterator[tuple[Any, Rows, Any]]:
        """What is swept of a model: its score, or each class's (or pair's) score; with the rows it concerns, None for all."""
        if model.score is not None:
            place = self.classes.names.index(self.positive) if self.positive in self.classes.names else -1
            positive = (self._waiting["truth"] == place).view(np.uint8)
            yield None, Rows(positive, self._waiting["score", model.score], self._weight), None
            return
        rows = self._class_rows(model)
        names = rows.codes.names
        for name, part in zip(names, each_class(rows), strict=True):
            yield name, part, None
        if self._pairs:
            for (a, b), part in each_pair(rows):
                members = np.concatenate([np.flatnonzero(rows.codes.values == k) for k in (a, b)])
                yield (names[a], names[b]), part, members

    @property
    def _weight(self) -> Array | None:
        return None if self.plan.weight is None else self._waiting["weight"]

    @property
    def _pairs(self) -> bool:
        return any(reference.over.get("multiclass") == "ovo" for reference in self.plan.metrics or ())

    def _class_rows(self, model: Model) -> ClassRows:
        assert model.scores is not None
        truth = self._waiting["truth"]
        known = {str(name): name for name in self.classes.names}
        names = tuple(known.get(str(key), key) for key in model.scores)
        places = {name: place for place, name in enumerate(names)}
        codes = np.array([places.get(name, -1) for name in self.classes.names])[truth]
        if (codes < 0).any():
            stranger = self.classes.names[int(truth[np.argmax(codes < 0)])]
            raise InputError(f"score: no column is named for the class {stranger!r} of {self.plan.label!r}; add {{{stranger!r}: column}}")
        matrix = np.column_stack([self._waiting["score", column] for column in model.scores.values()])
        return ClassRows(LabelCodes(codes, names, 0), matrix, self._weight)

    def _sweep(self, model: Model) -> None:
        for part, rows, members in self._parts(model):
            for place in range(len(self.views) + 1):
                codes = self._slices(place) if members is None or not place else self._slices(place)[members]
                for k, piece in pieces(rows, codes) if place else [(0, rows)]:
                    if len(piece.score):
                        self._tower(place, k, model.name, part).push(Sweep.of_rows(piece))

    def _tower(self, place: int, k: int, model: str, part: Any) -> Tower:
        key = (place, k, model, part)
        if key not in self._towers:
            self._towers[key] = Tower()
            if self._resolutions is not None:
                self._towers[key].coarsen(self._resolutions[place > 0], self.plan.thresholds)
        return self._towers[key]

    def _tabulate(self, model: Model) -> None:
        """Confusion matrices of a model's labels, whole and by slice; of scores by class, the class scored highest."""
        if ("prediction", model.name) in self._waiting:
            predicted = self._waiting["prediction", model.name]
        else:
            rows = self._class_rows(model)
            places = [self.classes.place(name) for name in rows.codes.names]
            predicted = np.array(places, np.uint16)[np.argmax(rows.score, axis=1)]
        k = len(self.classes.names)
        cell = self._waiting["truth"].astype(np.int64) * k + predicted
        for place, sizes in enumerate(self._sizes):
            slices = len(sizes)
            if slices * k * k > 5e7:
                raise InputError(f"by: {slices:,} slices of {k:,} classes make too many confusion matrices; slice by fewer values")
            within = self._slices(place).astype(np.int64) * (k * k) + cell if place else cell
            matrix = np.bincount(within, self._weight, slices * k * k).reshape(slices, k, k)
            before = self._matrices.get((place, model.name), np.zeros((0, 0, 0), matrix.dtype))
            self._matrices[place, model.name] = _grown(before, matrix.shape) + matrix

    def _keep_within_budget(self) -> None:
        """Coarsen once the exact cells, and the copy that merging them takes, no longer fit."""
        cells = sum(tower.cells for tower in self._towers.values())
        slices = sum(key[0] > 0 for key in self._towers)
        if self._resolutions is None:
            if cells * CELL_BYTES * 2 <= self._budget:
                return
        elif slices * self._resolutions[1] * CELL_BYTES * 2 <= self._budget:
            return
        most = self._budget // (4 * CELL_BYTES)
        whole = max(len(self._towers) - slices, 1)
        resolutions = (_power(most // whole, 2**22), _power(most // max(slices, 1), 2**20))
        self._resolutions = resolutions
        self._chunk = min(self._chunk, COARSE_CHUNK)
        for key, tower in self._towers.items():
            tower.coarsen(resolutions[key[0] > 0], self.plan.thresholds)

    def held(self, place: int, k: int, model: Model) -> Held:
        """What is kept of a model on one slice; (0, 0) is the whole."""
        towers = {key[3]: tower for key, tower in self._towers.items() if key[:3] == (place, k, model.name)}
        matrix = self._matrices.get((place, model.name))
        labels = None if matrix is None else self._counts(matrix[k])
        if model.scores is None:
            tower = towers.get(None, Tower())
            return Held(tower.total() if model.scored else None, labels, tower.at)
        classes = {part: tower.total() for part, tower in towers.items() if not isinstance(part, tuple)}
        pairs = {part: tower.total() for part, tower in towers.items() if isinstance(part, tuple)}
        names = tuple(classes)
        every = {(a, b): pairs.get((a, b), Sweep.empty()) for a in names for b in names if a != b}
        return Held(Sweeps("ovr", names, classes), labels, {}, Sweeps("ovo", names, every) if pairs else None)

    def _counts(self, matrix: Array) -> Counts:
        order = [self.classes.place(label) for label in self.labels]
        return Counts(self.labels, _grown(matrix, (len(order), len(order)))[np.ix_(order, order)])

    def sizes(self, place: int) -> list[int]:
        """Rows of each slice of a view; place 0 is the whole."""
        return [int(n) for n in self._sizes[place]]


def _power(most: int, limit: int) -> int:
    """The largest power of two up to both."""
    return max(min(1 << (max(int(most), 1).bit_length() - 1), limit), 2**8)


def _grown(array: Array, shape: tuple[int, ...]) -> Array:
    """The array with zeros added until it has at least the shape."""
    return np.pad(array, [(0, max(want - have, 0)) for have, want in zip(array.shape, shape, strict=True)])
