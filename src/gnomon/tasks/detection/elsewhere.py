"""Detections of Spark data frames: images are brought together where the rows are, matched there, and their matches are merged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...engines import Batch, Column, Projection, is_apart, open_source
from ...engines.columns import joined, occurring
from ...engines.source import Places, place
from ...engines.spark_sides import below, picked, places_of
from ...errors import InputError
from ...memory import memory_limit
from ...messages import Message
from ...messages.language import say
from ...metrics.detection import detection_ap
from ...metrics.detection_map import reading_notes, unlike_theirs, unusual_objects
from ...summary import Matches, Summary
from ...summary.packing import pack, unpack
from ...vision import Detections
from ...vision.protocols import Protocol, as_pycocotools
from ...vision.reading.given import Sizes, class_names, image_sizes
from ...vision.reading.placing import detections_of
from ...vision.reading.rows import Origin
from ...vision.reading.tables import ColumnRoles, rows_of_columns
from ...vision.reading.units import PIXEL, SHARE, beyond_shares, ends_of, known_unit, refuse_silent_shares
from .sides import is_path
from .worst import MOST_IMAGES, Worst, marked_images, worst_places

if TYPE_CHECKING:
    from ...summary.worst_images import WorstImages
    from ...vision.reading.rows import AnnotationRows


IMAGE, CLASS = "image", "class"
MOST_CLASSES = 100_000


class SideColumns(NamedTuple):
    """Truth or a model: what errors call it, and which of its columns holds what."""

    name: str
    table: ColumnRoles

    def columns(self) -> dict[str, str]:
        """Its own columns by the names that all sides share."""
        boxes = {f"box {at}": name for at, name in enumerate(self.table.box)}
        others = {what: name for what, name in self.table.columns.items() if name is not None}
        return {**others, **boxes, **{f"side {at}": name for at, name in enumerate(self.table.sides)}}


class MatchRequest(NamedTuple):
    """What is matched: the sides, the truth first, their rule and classes, and images that are named beside the truth's."""

    sides: tuple[SideColumns, ...]
    rule: Protocol
    classes: dict[Any, str] | None
    images: Sizes
    unit: str | None

    def read(self, batch: Batch | None) -> tuple[Detections, list[Detections]]:
        """Truth and predictions of rows, which hold whole images; of no rows where there are none."""
        real = self._detections(batch, 0, None)
        return real, [self._detections(batch, at, real) for at in range(1, len(self.sides))]

    def _detections(self, batch: Batch | None, at: int, truth: Detections | None) -> Detections:
        side, own, places = self.sides[at], {}, np.zeros(0, np.int64)
        if batch is not None:
            rows = np.flatnonzero(batch["side"].values == at)
            rows = rows[np.argsort(batch["place"].values[rows], kind="stable")]  # a shuffle brings them in any order
            places = places_of(batch["place"].values[rows])
            own = {name: occurring(batch[shared].part(rows)) for shared, name in side.columns().items()}
        origin = Origin(side.name, lambda row, field: say("detection.part_field_at_place", field=field, where=place(int(places[row]), 0)))
        images = self._images(batch) if truth is None else None
        found = rows_of_columns(side.table, own, origin, self.classes if truth is None else None, images, truth)
        if truth is not None:
            _refuse_strangers(found, truth)
        return replace(detections_of(replace(found, unit=PIXEL), truth, "refuse"), notes=())

    def _images(self, batch: Batch | None) -> Sizes:
        """The images named beside the truth's that rows are of; without rows all of them."""
        if batch is None or not self.images:
            return self.images
        met = {int(name) if isinstance(name, float) and name.is_integer() else name for name in batch[IMAGE].encoded().names or ()}
        return {name: size for name, size in self.images.items() if name in met}

    def matched(self, batch: Batch | None) -> "PartialMatches":
        """Every model's matches of rows."""
        truth, said = self.read(batch)
        found = [Matches.of(truth, one, protocol=self.rule) for one in said]
        shares = [_in_shares(one) for one in (truth, *said)] if self.unit is None else []
        return PartialMatches(found, unusual_objects(truth), [_outside(one, batch, at) for at, one in enumerate(said, 1)], shares)


def _refuse_strangers(rows: "AnnotationRows", truth: Detections) -> None:
    """Refuse images that the truth does not name; those of other parts are not known here, and need not be."""
    known = set(truth.images.names.tolist())
    for code, name in enumerate(rows.image.names):
        if name not in known and (met := rows.image.codes == code).any():
            what = say("detection.part_image_not_in_truth")
            rows.origin.refuse(int(np.argmax(met)), rows.fields[0], name, what)


def _outside(said: Detections, batch: Batch | None, side: int) -> list[float]:
    """Scores outside [0, 1]: how many, the place of the first as Spark numbers it, and the score."""
    assert said.score is not None
    outside = (said.score < 0) | (said.score > 1)
    if batch is None or not outside.any():
        return [0, -1, 0.0]
    places = np.sort(batch["place"].values[batch["side"].values == side])[outside]
    return [int(outside.sum()), int(places.min()), float(said.score[outside][np.argmin(places)])]


def _in_shares(side: Detections) -> list[bool]:
    """Of boxes that there are: whether all lie within 0 and 1, and whether one of these is not of whole numbers."""
    ends = ends_of(side.boxes)
    return [not beyond_shares(ends).any(), bool((ends != np.floor(ends)).any())]


class PartialMatches(NamedTuple):
    """Matches of each model, annotations that another tool treats in its own way, and scores that are no probabilities.

    ``shares`` tells of each side whether its boxes lie within 0 and 1, and whether they are fractions; empty where the unit is given.
    """

    found: list[Matches]
    unusual: dict[str, int]
    outside: list[list[float]]
    shares: list[list[bool]]

    def __add__(self, other: Any) -> "PartialMatches":
        found = [one + two for one, two in zip(self.found, other.found, strict=True)]
        unusual = {name: count + other.unusual[name] for name, count in self.unusual.items()}
        outside = []
        for one, two in zip(self.outside, other.outside, strict=True):
            first = min((x for x in (one, two) if x[0]), key=lambda x: x[1], default=one)
            outside.append([one[0] + two[0], first[1], first[2]])
        shares = [[one[0] and two[0], one[1] or two[1]] for one, two in zip(self.shares, other.shares, strict=True)]
        return PartialMatches(found, unusual, outside, shares)

    def to_bytes(self) -> bytes:
        """All there is."""
        arrays = {str(at): np.frombuffer(one.to_bytes(), np.uint8) for at, one in enumerate(self.found)}
        return pack("Matched", {"unusual": self.unusual, "outside": self.outside, "shares": self.shares}, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "PartialMatches":
        """What :meth:`to_bytes` wrote."""
        _, meta, arrays = unpack(data)
        return cls([Matches.from_bytes(one.tobytes()) for one in arrays.values()], meta["unusual"], meta["outside"], meta["shares"])


class MatchWork:
    """What is done with rows where they are: whole images are matched, and matches of others added."""

    def __init__(self, asked: MatchRequest) -> None:
        self.asked = asked

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        batch = _whole(batches)
        return b"" if batch is None else self.asked.matched(batch).to_bytes()

    def joined(self, parts: Iterable[bytes]) -> bytes:
        whole = added(parts)
        return b"" if whole is None else whole.to_bytes()


def added(parts: Iterable[bytes]) -> PartialMatches | None:
    """What parts come to; None where no part has rows."""
    whole: PartialMatches | None = None
    for part in parts:
        if part:
            one = PartialMatches.from_bytes(part)
            whole = one if whole is None else whole + one
    return whole


def _whole(batches: Iterator[tuple[Batch, Places]]) -> Batch | None:
    held = [batch for batch, _ in batches]
    return {name: joined([batch[name] for batch in held]) for name in held[0]} if held else None


class NamesWork:
    """The different names in a column of one side."""

    def __init__(self, column: str) -> None:
        self.column = column

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        batch = _whole(batches)
        column = Column(np.zeros(0)) if batch is None else batch[self.column].part(batch["side"].values == 0)
        encoded = column.encoded()
        return self._packed([(encoded.names or ())[code] for code in np.unique(encoded.values[encoded.values >= 0])])

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return self._packed([name for part in parts for name in unpack(part)[1]["names"]])

    def _packed(self, names: list[Any]) -> bytes:
        distinct = list(dict.fromkeys(names))
        if len(distinct) > MOST_CLASSES:
            raise InputError("detection.class_values_too_many", name=self.column, most=MOST_CLASSES)
        return pack("Names", {"names": distinct}, {})


class IdsWork:
    """Refuses an id that two objects of the truth share; rows of an id are in one part."""

    def __init__(self, side: SideColumns) -> None:
        self.side = side

    def made(self, batches: Iterator[tuple[Batch, Places]]) -> bytes:
        batch = _whole(batches)
        if batch is None:
            return b""
        rows = np.flatnonzero((batch["side"].values == 0) & ~np.isnan(batch["id"].values))
        rows = rows[np.argsort(batch["place"].values[rows], kind="stable")]
        ids, places = batch["id"].values[rows], places_of(batch["place"].values[rows])
        _, first, of = np.unique(ids, return_index=True, return_inverse=True)
        again = np.flatnonzero(first[of] != np.arange(len(ids)))
        if len(again):
            row = int(again[0])
            origin = Origin(
                self.side.name, lambda at, field: say("detection.part_field_at_place", field=field, where=place(int(places[at]), 0))
            )
            before = origin.row(int(first[of][row]), "id")
            origin.refuse(row, "id", int(ids[row]), say("detection.part_id_of_other_place", place=before))
        return b""

    def joined(self, parts: Iterable[bytes]) -> bytes:
        return b"".join(parts)


def of_frames(
    data: object, models: Mapping[str, object], given: Mapping[str, object], rule: Protocol
) -> tuple[dict[tuple[str, str], Summary], dict[str, Any]]:
    """What is kept of each model, by aspect, and what only the data themselves say."""
    frames = Frames(data, models, given, rule)
    matched = frames.matched(rule)
    summaries: dict[tuple[str, str], Summary] = {}
    seen: dict[str, Any] = {}
    others = frames.matched(as_pycocotools(rule, not rule.compatible)).found if frames.unlike(matched) else []
    free = frames.matched(replace(rule, caps=(None,))).found if any(one.columns.dropped.any() for one in matched.found) else []
    most = max(MOST_IMAGES // len(models), 3)
    for at, model in enumerate(models):
        found = matched.found[at]
        summaries[model, "matches"] = found
        summaries[model, "worst_images"] = frames.worst(found, at, most)
        unlike = unlike_theirs(matched.unusual, rule, found, others[at]) if others else []
        seen[model] = {"unlike": unlike, "notes": frames.notes(matched, at, found)}
        if found.columns.dropped.any():
            seen[model]["without_cap"] = detection_ap(free[at])
    return summaries, seen


class Frames:
    """Truth and predictions as frames, one below the other under names that they share."""

    def __init__(self, data: object, models: Mapping[str, Any], given: Mapping[str, Any], rule: Protocol) -> None:
        called = {"truth": data} | {f"prediction[{model!r}]" if len(models) > 1 else "prediction": one for model, one in models.items()}
        for name, one in called.items():
            if not is_apart(one):
                raise InputError(
                    "detection.side_not_spark",
                    name=name,
                )
        sources: list[Any] = [open_source(one, memory_limit(None)) for one in called.values()]
        sides = tuple(SideColumns(name, ColumnRoles(source, given.get("format"))) for name, source in zip(called, sources, strict=True))
        images = given.get("images")
        self.pictures = images if is_path(images) else None
        self._rows = _below(sources, sides)
        classes = class_names(given.get("classes"))
        unit = known_unit(given.get("unit"))
        if unit == SHARE:
            raise InputError("detection.unit_unsupported_on_spark")
        self.asked = MatchRequest(sides, rule, classes, (None if self.pictures is not None else image_sizes(images)) or {}, unit)
        if classes is None:
            self.asked = self.asked._replace(classes=self._classes())
        if sides[0].table.columns["id"] is not None:
            self._rows.spread(Projection((), (), ["side", "place", "id"]), IdsWork(sides[0]), _silent, together="id")

    def _classes(self) -> dict[Any, str]:
        """The truth's classes, each named by itself; what is no name is refused where it stands."""
        work = NamesWork(CLASS)
        found = unpack(work.joined(self._rows.spread(Projection((), (), ["side", CLASS]), work, _silent)))[1]["names"]
        whole = [int(name) if isinstance(name, float) and name.is_integer() else name for name in found]
        return {name: str(name) for name in whole if isinstance(name, (int, str)) and not isinstance(name, bool)}

    def matched(self, rule: Protocol) -> PartialMatches:
        """Every model's matches, images in which nothing is among them."""
        asked = self.asked._replace(rule=rule)
        wanted = Projection((), (), self._rows.columns)
        whole = added(self._rows.spread(wanted, MatchWork(asked), _silent, together=IMAGE))
        met = set() if whole is None else set(whole.found[0].images.tolist())
        rest = asked._replace(images={name: size for name, size in asked.images.items() if name not in met}).matched(None)
        made = rest if whole is None else whole + rest
        for side, (within, fractional) in zip(self.asked.sides, made.shares, strict=False):
            if within and fractional:
                refuse_silent_shares(side.name)
        return made

    def unlike(self, matched: PartialMatches) -> bool:
        """Whether there is what another tool treats in its own way."""
        return self.asked.rule.name == "coco" and any(matched.unusual.values())

    def worst(self, found: Matches, at: int, most: int) -> "WorstImages":
        """The worst images of a model, whose rows alone come here."""
        worst = worst_places(found, most)
        names = [found.images.tolist()[one] for one in worst.places]
        batch = self._rows.rows_of(IMAGE, names)
        truth, said = self.asked.read(batch if batch else None)
        small = Matches.of(truth, said[at], protocol=found.protocol)
        there = {name: one for one, name in enumerate(small.images.tolist())}
        return marked_images(small, truth, said[at], Worst([there[name] for name in names], worst.errors, worst.level), self.pictures)

    def notes(self, matched: PartialMatches, at: int, found: Matches) -> tuple[Message, ...]:
        """What is worth knowing of a model's rows."""
        count, first, score = matched.outside[at]
        side = self.asked.sides[at + 1]
        notes: tuple[Message, ...] = ()
        if count:
            where = say("detection.part_field_at_place", field="score", where=place(int(places_of(int(first))), 0))
            notes = (Message("scores_outside", source=side.name, count=int(count), first=where, score=score),)
        nothing = self.asked.read(None)[0]
        return (*notes, *reading_notes(nothing, nothing, self.asked.rule, found))


def _silent(rows: int) -> None:
    """Rows are told by nobody: what is counted here are images."""


def _below(sources: list[Any], sides: tuple[SideColumns, ...]) -> Any:
    """All sides one below the other, after asking whether their names are of one type."""
    columns = [side.columns() for side in sides]
    shared = list(dict.fromkeys(name for one in columns for name in one))
    numbers = [name for name in shared if name not in (IMAGE, CLASS)]
    for source, side, own in zip(sources, sides, columns, strict=True):
        for name in own.values():
            source.require(side.name, name)
        _refuse_texts(source, side, [own[name] for name in numbers if name in own])
    for what in (IMAGE, CLASS):
        kinds = [source.holds(own[what]) for source, own in zip(sources, columns, strict=True)]
        if len(set(kinds)) > 1:
            other = next(at for at, kind in enumerate(kinds) if kind != kinds[0])
            raise InputError(
                "detection.column_types_differ",
                name=sides[other].name,
                column=columns[other][what],
                kind=kinds[other],
                own=columns[0][what],
                theirs=kinds[0],
            )
    frames = []
    for at, (source, own) in enumerate(zip(sources, columns, strict=True)):
        frames.append(picked(source, {name: own.get(name) for name in shared}, numbers, at))
    return below(frames)


def _refuse_texts(source: Any, side: SideColumns, names: list[str]) -> None:
    for name in names:
        if (kind := source.holds(name)) not in ("whole", "numbers", "boolean"):
            raise InputError(
                "detection.column_not_numeric",
                source=side.name,
                name=name,
                kind=kind,
            )
