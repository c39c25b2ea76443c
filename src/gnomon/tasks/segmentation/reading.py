"""Label maps evaluated: all models in one go over the images, each of which is read once."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference
from ...errors import InputError
from ...evaluation.finish import evaluation_of
from ...evaluation.models import Model, metrics_of
from ...evaluation.partial import PrecomputedSummaries
from ...evaluation.plan import Plan
from ...evaluation.result import Evaluation
from ...evaluation.run import how_of, read_units
from ...inference.estimate import REPLICATES
from ...inputs.labels import plain
from ...messages.language import listed
from ...metrics.segmentation import IOU
from ...summary import BoundaryCounts, PanopticCounts, SegmentationCounts, Summary, WorstMaps
from ...summary.boundary_counts import RATIO, BoundaryTables, checked_ratio
from ...summary.regions import Regions
from ...summary.segmentation_counts import ImageTables
from ...summary.worst_maps import small_map
from ...vision.class_ids import THRESHOLD, ClassIds
from ...vision.label_images import holds_maps, is_path
from ...vision.label_maps import COLOURS, MapBatch, map_batches, map_source, predicted_source
from ...vision.map_pairs import MapPairs, SideNames, labelled, map_pairs
from ...vision.segments import is_panoptic
from .sides import models_of

if TYPE_CHECKING:
    from ...types import Array
    from .task import SegmentationTask


MAPS = ("classes", "ignore", "threshold", "names", "dilation_ratio")
TRUTH = "⟦truth⟧"
SEGMENTS = ("things", "truth_images", "prediction_images")
ASKED = ("task", "prediction", "metrics", "ci", "replicates", "seed", "name", "progress", *MAPS, *SEGMENTS)


def are_maps(data: object) -> bool:
    """Whether these are label maps or segments: PNG files, a COCO panoptic file, maps of whole numbers, or their counts."""
    if is_panoptic(data):
        return True
    if is_path(data):
        return holds_maps(data)
    if isinstance(data, (list, tuple)):
        return bool(data) and all(_is_map(one) for one in data)
    if isinstance(data, Mapping):
        return bool(data) and all(_is_map(one) for one in data.values())
    array = isinstance(data, np.ndarray) and data.ndim == 3 and data.dtype.kind in "biu" and data.shape[-1] not in COLOURS
    return array or isinstance(data, (SegmentationCounts, PanopticCounts))


def _is_map(one: object) -> bool:
    return isinstance(one, np.ndarray) and one.ndim == 2 and one.dtype.kind in "biu"


def evaluate_maps(task: "SegmentationTask", data: object, given: Mapping[str, Any]) -> Evaluation:
    """The evaluation of label maps; ``given`` are arguments of gn.evaluate."""
    _refuse(given)
    references, defaults = metrics_of(given.get("metrics", "default"))
    how = how_of(given.get("ci", 0.95), given.get("replicates", REPLICATES), given.get("seed", 0))
    predictions = models_of(data, given.get("prediction"), given.get("names"))
    plan = Plan(
        label=_label(data),
        models=tuple(Model(model, prediction=model) for model in predictions),
        metrics=references,
        defaults=defaults,
        positive=None,
        task=task,
        seed=None if how is None else how.seed,
    )
    for reference in references:
        plan.check(reference)
    summaries, classes = _read(data, given, references)
    plan = plan.replace(options=_told(given, classes))
    first = next(iter(summaries.values()))
    units = PrecomputedSummaries(summaries, [], len(first), {})  # type: ignore[arg-type]  # what holds images has a length
    found = evaluation_of(given.get("name") or _label(data), read_units(plan, [units]), how)
    files = [one for one in (data, *predictions.values()) if is_path(one)]
    return replace(found, inputs=tuple(os.path.realpath(one) for one in files))


def _told(given: Mapping[str, object], classes: ClassIds | None) -> dict[str, Any]:
    """What the evaluation says of how maps were read."""
    told: dict[str, Any] = {"ignore": classes.ignore} if classes is not None and classes.ignore else {}
    return told | {name: given[name] for name in ("dilation_ratio",) if name in given}


def _refuse(given: Mapping[str, object]) -> None:
    strange = [name for name in given if name not in ASKED]
    if strange:
        raise InputError("segmentation.option_with_label_maps", name=strange[0], names=listed(("prediction", *MAPS)))


def _label(data: Any) -> str:
    return Path(data).name if is_path(data) else "label maps"


def _read(
    data: object, given: Mapping[str, object], references: Sequence[Reference]
) -> tuple[dict[tuple[str, str], Summary], ClassIds | None]:
    """What is kept of each model, by aspect: of pixels, or of segments where the metrics are of these."""
    kinds = {reference.entry.summary for reference in references}
    if (
        PanopticCounts in kinds
        or is_panoptic(data)
        or _has_counted(PanopticCounts, models_of(data, given.get("prediction"), given.get("names")))
    ):
        return _of_segments(data, given, references), None
    strange = next((name for name in SEGMENTS if name in given), None)
    if strange is not None:
        raise InputError("segmentation.needs_segment_metric", name=strange)
    return _summaries(data, given, BoundaryCounts in kinds)


def _of_segments(data: object, given: Mapping[str, object], references: Sequence[Reference]) -> dict[tuple[str, str], Summary]:
    """The segments of each model, matched with the true ones."""
    other = next((reference for reference in references if reference.entry.summary is not PanopticCounts), None)
    if other is not None:
        raise InputError("segmentation.pixel_with_segment_metrics", other=other)
    taken = [*SEGMENTS, "classes", "ignore"]
    strange = next((name for name in MAPS if name in given and name not in taken), None)
    if strange is not None:
        raise InputError("segmentation.option_with_segments", name=strange)
    asked = {name: given[name] for name in taken if name in given}
    predictions = models_of(data, given.get("prediction"), given.get("names"))
    if _has_counted(PanopticCounts, predictions):
        if asked:
            raise InputError("segmentation.option_with_panoptic_counts", name=next(iter(asked)))
        _refuse_uncounted(data, predictions, PanopticCounts)
        same_segments(predictions)
        return {(model, "segments"): one for model, one in predictions.items()}
    if len(predictions) > 1 and "prediction_images" in asked:
        raise InputError("segmentation.one_folder_several_models")
    return {(model, "segments"): PanopticCounts.of(data, one, **asked) for model, one in predictions.items()}


def _summaries(data: object, given: Mapping[str, object], boundaries: bool) -> tuple[dict[tuple[str, str], Summary], ClassIds | None]:
    """What is kept of each model, by aspect."""
    predictions = models_of(data, given.get("prediction"), given.get("names"))
    if _has_counted(BoundaryCounts, predictions):
        return _of_boundaries(data, predictions, given), None
    if _has_counted(SegmentationCounts, predictions):
        return _of_counts(data, predictions, given, boundaries), None
    classes = ClassIds.of(*(given.get(name, default) for name, default in zip(MAPS[:3], (None, None, THRESHOLD), strict=True)))
    several = len(predictions) > 1
    called = {model: f"⟦prediction[{model!r}]⟧" if several else "⟦prediction⟧" for model in predictions}
    sources = {model: predicted_source(maps, called[model], classes.threshold) for model, maps in predictions.items()}
    gathered = {model: _Gathered(classes, _ratio(given, boundaries)) for model in sources}
    for batch in map_batches(map_source(data, TRUTH), sources, given.get("names")):
        for model, source in sources.items():
            gathered[model].add(batch, model, source.called)
    return {(model, key): summary for model, one in gathered.items() for key, summary in one.summaries()}, classes


def _ratio(given: Mapping[str, object], boundaries: bool) -> float | None:
    """How far boundaries reach; None where no metric reads them."""
    if not boundaries and "dilation_ratio" in given:
        raise InputError("segmentation.needs_boundary_metric")
    return checked_ratio(given.get("dilation_ratio", RATIO)) if boundaries else None


def _of_counts(data: object, predictions: dict[str, Any], given: Mapping[str, object], boundaries: bool) -> dict[tuple[str, str], Summary]:
    """Models whose maps come counted: the truth is in the counts."""
    extra = [name for name in MAPS if name in given]
    if extra or boundaries:
        raise _holds_truth(extra[0] if extra else "classes")
    _refuse_uncounted(data, predictions, SegmentationCounts)
    same_truth(predictions)
    return {(model, "pixels"): one for model, one in predictions.items()}


def _has_counted(kind: type[Summary], predictions: Mapping[str, object]) -> bool:
    """Whether a model comes counted so."""
    return any(isinstance(one, kind) for one in predictions.values())


def _refuse_uncounted(data: object, predictions: Mapping[str, object], kind: type[Summary]) -> None:
    """Models that come counted are all counted alike, and hold the truth."""
    wrong = next((name for name, one in predictions.items() if not isinstance(one, kind)), None)
    if wrong is not None:
        raise InputError("segmentation.maps_beside_counted_models", name=wrong)
    if not isinstance(data, (kind, type(None))):
        raise _holds_truth("classes")


def _holds_truth(name: str) -> InputError:
    return InputError("segmentation.option_with_counted_maps", name=name)


def _of_boundaries(data: object, predictions: dict[str, Any], given: Mapping[str, object]) -> dict[tuple[str, str], Summary]:
    """Boundaries that come counted."""
    extra = [name for name in MAPS if name in given]
    if extra:
        raise InputError("segmentation.option_with_boundary_counts", name=extra[0])
    _refuse_uncounted(data, predictions, BoundaryCounts)
    same_truth(predictions)
    return {(model, "boundaries"): one for model, one in predictions.items()}


class _Gathered:
    """One model's tables as images come."""

    def __init__(self, classes: ClassIds, ratio: float | None) -> None:
        self.classes = classes
        self.tables = ImageTables(classes)
        self.boundaries = None if ratio is None else BoundaryTables(classes, ratio)
        self.worst = WorstMaps.empty()

    def add(self, batch: MapBatch, model: str, called: str) -> None:
        """Take in some images."""
        said = SideNames(batch.names, TRUTH, called)
        truth, predicted = batch.truth, batch.predicted[model]
        pairs = map_pairs(truth, predicted, self.classes, said)
        self.tables.add(batch.names, pairs)
        if self.boundaries is not None:
            self.boundaries.add(said, truth, predicted)
        self._keep(said, truth, predicted, pairs)

    def _keep(self, called: SideNames, truth: "Array", predicted: "Array", pairs: MapPairs) -> None:
        """Keep small maps of images that are among the worst so far."""
        found = pairs.summed(pairs.truth, pairs.truth == pairs.predicted)
        regions = Regions(found, pairs.summed(pairs.truth), pairs.summed(pairs.predicted))
        values = IOU.value(regions, {})
        for place, (name, value) in enumerate(zip(called.names, values.tolist(), strict=True)):
            if value < 1 and self.worst.takes(value, name):
                true, said, classes = labelled(truth[place][None], predicted[place][None], self.classes, called)
                left = np.isin(true[0], classes.ignore) if classes.ignore else None
                there = np.flatnonzero(regions.union[place])
                ids = np.array(pairs.ids, np.int64)[there]
                made = small_map(name, value, true[0], said[0], left, ids, classes.labels(ids.tolist()))
                self.worst = self.worst + WorstMaps((made,))

    def summaries(self) -> Iterator[tuple[str, Summary]]:
        """What was gathered, by aspect."""
        yield "pixels", self.tables.counts()
        if self.boundaries is not None:
            yield "boundaries", self.boundaries.counts()
        yield "worst_maps", self.worst


def _on_the_same_images(summaries: Mapping[str, Any]) -> Iterator[tuple[str, Any, str, Any]]:
    """The first model beside each other one, where both have the same images; else each pair says of itself that these differ."""
    for (called, first), (name, other) in product(list(summaries.items())[:1], list(summaries.items())[1:]):
        if np.array_equal(first.images, other.images):
            yield called, first, name, other


def _same_digests(first: Any, other: Any) -> Any:
    """Which images have the same truth, as far as that is known of both."""
    return (first.digest == other.digest) | (first.digest == 0) | (other.digest == 0)


def same_truth(summaries: Mapping[str, object]) -> None:
    """Refuse models whose images have other true pixels: they were not asked the same."""
    for called, first, name, other in _on_the_same_images(summaries):
        labels = [label for label in first.labels if label in other.labels]
        mine, theirs = (one.regions.actual[:, [one.labels.index(label) for label in labels]] for one in (first, other))
        same = (mine == theirs).all(1) & (first.regions.actual.sum(1) == other.regions.actual.sum(1)) & _same_digests(first, other)
        if not same.all():
            raise InputError(
                "segmentation.true_pixels_differ",
                first=called,
                name=name,
                image=plain(first.images[int(np.argmin(same))]),
            )


def same_segments(summaries: Mapping[str, object]) -> None:
    """Refuse models whose images have other true segments."""
    for called, first, name, other in _on_the_same_images(summaries):
        same = (first.counts[:, [0, 2]].sum((1, 2)) == other.counts[:, [0, 2]].sum((1, 2))) & _same_digests(first, other)
        if not same.all():
            raise InputError(
                "segmentation.true_segments_differ",
                first=called,
                name=name,
                image=plain(first.images[int(np.argmin(same))]),
            )
