"""One pass over the rows: every summary that any metric, model or slice needs, filled batch by batch."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines import Batch
from ..errors import InputError
from ..inputs import ClassRows, Rows
from ..inputs.labels import Codes as LabelCodes
from ..inputs.numbers import as_floats
from ..summary import Counts, Ranked, Sweep, Sweeps
from ..summary.sweeps import each_class, each_pair
from .classes import Clusters, Codes, View, views_of
from .dealing import Dealer
from .grouping import Grouping, grades_of
from .held import Held
from .labels import Labels
from .plan import Model, Plan
from .tower import CELL_BYTES, Tower
from .troubles import Troubles
from .waiting import Waiting, grown, pieces, power_below

Array = NDArray[Any]
LEAST_CHUNK, COARSE_CHUNK, MOST_CHUNK = 2**19, 2**21, 2**25
"""Rows summarised together: at the least, at the most once cells are coarse, and at the most."""


class Gather:
    """The summaries of a pass, within a budget of bytes for their cells."""

    def __init__(self, plan: Plan, budget: int, spells: bool = False, seed: int | None = None) -> None:
        self.plan = plan
        self.views: list[View] = views_of(plan.by)
        self.labels, self.rows = Labels(plan.label, spells), 0
        self.troubles = Troubles(plan)
        self._budget = budget
        # More rows at a time mean fewer merges; a row on its way to a cell takes some hundred bytes at the most.
        self._chunk = int(min(max(budget // 128, LEAST_CHUNK), MOST_CHUNK))
        self._waiting = Waiting()
        self._towers: dict[tuple[int, int, str], dict[Any, Tower]] = {}  # by view, slice and model; then by class or pair
        self._matrices: dict[tuple[int, str], Array] = {}
        self._weights = np.zeros((2, 0))  # of each label: the weights summed, and their squares
        self._sizes: list[Array] = [np.zeros(1, np.int64), *(np.zeros(0, np.int64) for _ in self.views)]
        self._resolutions: tuple[int, int] | None = None
        self._clusters = Clusters()
        self.grouping = None if plan.group is None else Grouping(plan.group, budget)
        self._seed = seed  # of the blocks, where intervals are wanted
        self.dealer: Dealer | None = None
        self._flushed = self._last = 0

    @property
    def positive(self) -> Any:
        """The positive label, once the labels are known."""
        return self.labels.positive(self.plan.positive)

    def _weigh(self, truth: Codes, weight: Array) -> None:
        sums = np.array([np.bincount(truth, weight, len(self.labels.names)), np.bincount(truth, weight**2, len(self.labels.names))])
        self._weights = grown(self._weights, sums.shape) + sums

    def refuse_weightless(self) -> None:
        """Weights that sum to nothing, or to more than can be multiplied, measure nothing."""
        total = float(self._weights[0].sum())
        if self.plan.weight is not None and not 1e-100 < total < 1e100:
            raise InputError(
                f"⟦weight⟧: {self.plan.weight!r} sums to {total:g}, which leaves nothing to measure by; give rows weights above 0"
            )

    @property
    def clusters(self) -> int | None:
        """How many clusters the rows belong to, where a column says so."""
        return None if self.plan.cluster is None else len(self._clusters)

    def refuse_one_cluster(self) -> None:
        """Rows that all belong to one cluster say nothing of others."""
        if self.plan.cluster is not None and self.plan.cluster != self.plan.group:
            self._clusters.refuse_one(self.plan.cluster)

    def effective_rows(self, *labels: Any) -> float:
        """How many rows of equal weight tell as much as those of some labels (Kish)."""
        places = [self.labels.names.index(label) for label in labels if label in self.labels.names]
        total, squares = self._weights[:, places].sum(axis=1)
        return float(total**2 / squares) if squares else 0.0

    @property
    def exact(self) -> bool:
        return self._resolutions is None

    def add(self, batch: Batch) -> None:
        """Take in a batch: check it, encode its labels and slices, and summarise when enough has come together."""
        batch = self.troubles.kept(batch)
        n = len(batch[self.plan.label].values)
        if self.troubles.fatal or not n:
            return
        truth = self.labels.codes(batch[self.plan.label])
        self.labels.refuse_fractions("label", grades=self.plan.group is not None and self.plan.task in (None, "ranking"))
        if not self.rows:
            self.plan = self.plan.settled(self.labels.ordered, self.labels.spells)
            for reference in self.plan.metrics or ():
                self.plan.check(reference)  # now, rather than after the last of a billion rows
        columns: dict[Any, Array] = {"truth": truth}
        for model in self.plan.models:
            if model.prediction:
                columns["prediction", model.name] = self.labels.codes(batch[model.prediction])
                self.labels.refuse_fractions("prediction")
            columns |= {("score", column): as_floats(batch[column].values, f"score {column!r}") for column in model.columns}
        self.labels.refuse_mixture(self.plan.task)
        if self.plan.weight is not None:
            weight = columns["weight"] = as_floats(batch[self.plan.weight].values, "weight").astype(np.float64, copy=False)
            self._weigh(truth, weight)
        if self.plan.cluster is not None:
            columns["cluster"] = self._clusters.codes(batch[self.plan.cluster])
        columns |= {("slice", place): view.codes(batch) for place, view in enumerate(self.views, 1)}
        if self.grouping is not None and self.plan.group is not None:
            self.grouping.add(columns, batch[self.plan.group])
        self.rows += n
        self._waiting.add(columns, self._chunk)
        if self._waiting.rows >= self._chunk:
            self.flush(more=True)

    def flush(self, more: bool = False) -> None:
        """Summarise the rows that wait; where more are to come, or have gone, they also go into the blocks that intervals may need."""
        rows = self._waiting
        if not rows.rows:
            return
        for place in range(len(self.views) + 1):
            self._count(place)
        for model in self.plan.models:
            if model.scored and self.plan.task != "ranking":
                self._sweep(model)
            if model.prediction or model.scores:
                self._tabulate(model)
        if self._seed is not None and (more or self._flushed) and self._needs_blocks:
            self._deal()
        self._flushed += 1
        self._last, rows.rows = rows.rows, 0
        self._keep_within_budget()

    @property
    def _needs_blocks(self) -> bool:
        """Whether summaries alone do not tell how sure a figure is."""
        plan = self.plan
        return bool(plan.weight or plan.cluster or len(plan.models) > 1 or any(model.scores for model in plan.models))

    def _deal(self) -> None:
        rows = self._waiting
        self.dealer = self.dealer or Dealer(self._seed or 0, self.plan.thresholds)
        dealing = self.dealer.deal(rows.rows, rows.get("cluster"))
        for model in self.plan.models:
            for part, swept, members in self._parts(model) if model.scored else ():
                if members is None:
                    so_far = self._towers[0, 0, model.name][part].total()
                    self.dealer.sweep(model.name, part, swept, dealing, so_far, len(model.scores or "1"))
            if (predicted := self.predicted(model)) is not None:
                self.dealer.count(model.name, rows["truth"], predicted, len(self.labels.names), self._weight, dealing)

    @property
    def at_hand(self) -> Waiting | None:
        """The rows themselves, where all of them still are: they were summarised at once."""
        if self._flushed != 1:
            return None
        self._waiting.rows = self._last
        return self._waiting

    def _slices(self, place: int) -> Codes:
        """The slice of each waiting row in a view; place 0, the whole, has none."""
        return self._waiting["slice", place] if place else np.zeros(0, np.uint16)

    def _count(self, place: int) -> None:
        sizes = np.bincount(self._slices(place)) if place else np.array([self._waiting.rows])
        self._sizes[place] = grown(self._sizes[place], sizes.shape) + grown(sizes, self._sizes[place].shape)

    def _parts(self, model: Model) -> Iterator[tuple[Any, Rows, Any]]:
        """What is swept of a model: its score, or each class's (or pair's) score; with the rows it concerns, None for all."""
        if model.score is not None:
            place = self.labels.names.index(self.positive) if self.positive in self.labels.names else -1
            positive = (self._waiting["truth"] == place).view(np.uint8)
            yield None, Rows(positive, self._waiting["score", model.score], self._weight), None
            return
        rows = self.class_rows(model)
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

    def class_rows(self, model: Model) -> ClassRows:
        """The waiting rows of a model that scores each class."""
        assert model.scores is not None
        truth, labels = self._waiting["truth"], self.labels.names
        places = {name: place for place, name in enumerate(model.scores)}
        codes = np.array([places.get(name, -1) for name in labels])[truth]
        if (codes < 0).any():
            stranger = labels[int(truth[np.argmax(codes < 0)])]
            raise InputError(f"⟦score⟧: no column is named for the class {stranger!r} of {self.plan.label!r}; add {{{stranger!r}: column}}")
        matrix = np.column_stack([self._waiting["score", column] for column in model.scores.values()])
        return ClassRows(LabelCodes(codes, tuple(model.scores), 0), matrix, self._weight)

    def _sweep(self, model: Model) -> None:
        for part, rows, members in self._parts(model):
            for place in range(len(self.views) + 1):
                codes = self._slices(place) if members is None or not place else self._slices(place)[members]
                for k, piece in pieces(rows, codes) if place else [(0, rows)]:
                    if len(piece.score):
                        self._tower(place, k, model.name, part).push(Sweep.of_rows(piece))

    def _tower(self, place: int, k: int, model: str, part: Any) -> Tower:
        towers = self._towers.setdefault((place, k, model), {})
        if part not in towers:
            towers[part] = Tower()
            if self._resolutions is not None:
                towers[part].coarsen(self._resolutions[place > 0], self.plan.thresholds)
        return towers[part]

    def predicted(self, model: Model) -> Array | None:
        """The waiting rows' predicted labels, as codes; of scores by class, the class scored highest."""
        if model.prediction or model.scores is None:
            return self._waiting.get(("prediction", model.name))
        rows = self.class_rows(model)
        return np.asarray(self.labels.codes_of(rows.codes.names)[np.argmax(rows.score, axis=1)])

    def _tabulate(self, model: Model) -> None:
        """Confusion matrices of a model's labels, whole and by slice."""
        predicted = self.predicted(model)
        assert predicted is not None
        k = len(self.labels.names)
        cell = self._waiting["truth"].astype(np.int64) * k + predicted
        for place, sizes in enumerate(self._sizes):
            slices = len(sizes)
            if slices * k * k > 5e7:
                raise InputError(f"⟦by⟧: {slices:,} slices of {k:,} classes make too many confusion matrices; slice by fewer values")
            within = self._slices(place).astype(np.int64) * (k * k) + cell if place else cell
            matrix = np.bincount(within, self._weight, slices * k * k).reshape(slices, k, k)
            before = self._matrices.get((place, model.name), np.zeros((0, 0, 0), matrix.dtype))
            self._matrices[place, model.name] = grown(before, matrix.shape) + matrix

    def _keep_within_budget(self) -> None:
        """Coarsen once the exact cells, and the copy that merging them takes, no longer fit."""
        towers = [(key[0] > 0, tower) for key, parts in self._towers.items() for tower in parts.values()]
        cells = sum(tower.cells for _, tower in towers)
        slices = sum(sliced for sliced, _ in towers)
        if self._resolutions is None:
            if cells * CELL_BYTES * 2 <= self._budget:
                return
        elif slices * self._resolutions[1] * CELL_BYTES * 2 <= self._budget:
            return
        most = self._budget // (4 * CELL_BYTES)
        whole = max(len(towers) - slices, 1)
        resolutions = (power_below(most // whole, 2**22), power_below(most // max(slices, 1), 2**20))
        self._resolutions = resolutions
        self._chunk = min(self._chunk, COARSE_CHUNK)
        for sliced, tower in towers:
            tower.coarsen(resolutions[sliced], self.plan.thresholds)

    def held(self, place: int, k: int, model: Model) -> Held:
        """What is kept of a model on one slice; (0, 0) is the whole."""
        towers = self._towers.get((place, k, model.name), {})
        matrix = self._matrices.get((place, model.name))
        labels = None if matrix is None else self._counts(matrix[k])
        ranked = self._lists(place, k, model)
        if self.plan.task == "ranking":
            return Held(ranked=ranked)
        if model.scores is None:
            tower = towers.get(None, Tower())
            return Held(tower.total() if model.scored else None, labels, tower.at, None, ranked)
        classes = {part: tower.total() for part, tower in towers.items() if not isinstance(part, tuple)}
        pairs = {part: tower.total() for part, tower in towers.items() if isinstance(part, tuple)}
        names = tuple(classes)
        every = {(a, b): pairs.get((a, b), Sweep.empty()) for a in names for b in names if a != b}
        return Held(Sweeps("ovr", names, classes), labels, {}, Sweeps("ovo", names, every) if pairs else None)

    def _lists(self, place: int, k: int, model: Model) -> Ranked | None:
        """The rows of a slice ranked by a model's score within their queries, where they belong to queries."""
        if self.grouping is None or model.score is None:
            return None
        positive = None if self.plan.task == "ranking" else self.positive
        return self.grouping.lists(model.score, grades_of(self.labels, positive, self.plan.task), place, k)

    def _counts(self, matrix: Array) -> Counts:
        ordered = self.labels.ordered
        places = {label: place for place, label in enumerate(self.labels.names)}
        order = [places[label] for label in ordered]
        return Counts(ordered, grown(matrix, (len(order), len(order)))[np.ix_(order, order)])

    def sizes(self, place: int) -> list[int]:
        """Rows of each slice of a view; place 0 is the whole."""
        return [int(n) for n in self._sizes[place]]
