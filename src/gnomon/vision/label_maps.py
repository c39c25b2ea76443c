"""Label maps: an image of class ids, one a pixel, from arrays, lists, generators, and folders of PNG files, paired image by image."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..inputs.arrays import to_array, type_shown
from ..inputs.labels import plain
from ..types import Array
from .class_ids import THRESHOLD
from .label_images import SUFFIX, is_path, maps_in, read_map

AT_ONCE = 2**24
"""Pixels of a stack that are read at a time."""
COLOURS = (3, 4)
WIDE = 16
"""Columns from which on a last axis of three or four can only be colours."""

ENDED = object()
"""What stands in the place of a map where there are no more."""


class MapBatch(NamedTuple):
    """Images of one shape: their names, the truth and what each model predicts, as stacks of maps."""

    names: list[Any]
    truth: Array
    predicted: dict[str, Array]


@dataclass(frozen=True)
class MapSource:
    """Where maps come from: ``names`` where the images have names of their own, ``stack`` where all lie in one array."""

    called: str
    maps: Iterable[Any]
    names: tuple[Any, ...] | None = None
    stack: Array | None = None
    count: int | None = None
    """How many there are, where that is known before they are read."""

    def at(self, name: object) -> str:
        """What an error calls one of the maps."""
        return f"{self.called}[{name!r}]"


def map_source(given: object, called: str) -> MapSource:
    """The maps that an argument holds: one map, a stack, a list, a generator, {name: map}, a PNG file or a folder of them."""
    if is_path(given):
        files = maps_in(given, called)
        return MapSource(called, files.values(), tuple(files), count=len(files))
    if isinstance(given, Mapping):
        names = tuple(map(plain, given))
        if not names:
            raise InputError("vision.label_maps_empty", called=called)
        return MapSource(called, given.values(), names, count=len(names))
    if isinstance(given, (list, tuple)) and not _one_map(given):
        if not given:
            raise InputError("vision.label_maps_empty", called=called)
        return MapSource(called, given, count=len(given))
    if isinstance(given, Iterator):
        return MapSource(called, given)
    return _of_array(to_array(given, called), called)


def predicted_source(given: object, called: str, threshold: float) -> MapSource:
    """The maps that a model predicts; files hold ids, which no threshold makes of them."""
    if threshold != THRESHOLD and is_path(given):
        raise InputError(
            "vision.threshold_not_allowed_with_png",
            called=called,
        )
    return map_source(given, called)


def is_one_map(given: Any) -> bool:
    """Whether this is the map of one image: pixels, or their categories and instances, in rows and columns, or a PNG file."""
    if is_path(given):
        return Path(given).suffix.lower() == SUFFIX and not Path(given).is_dir()
    if isinstance(given, (list, tuple)):
        return _one_map(given)
    shape: tuple[int, ...] = getattr(given, "shape", ())
    return len(shape) == 2 or (len(shape) == 3 and shape[-1] == 2)


def _one_map(given: Sequence[object]) -> bool:
    """Whether nested lists are the rows of one map, and no list of maps; numbers alone are no map either."""
    first = given[0] if given else None
    if isinstance(first, (int, float, np.number)):
        return True
    return isinstance(first, (list, tuple)) and bool(first) and not isinstance(first[0], (list, tuple)) and np.ndim(first[0]) == 0


def _of_array(array: Array, called: str) -> MapSource:
    if array.ndim == 2:
        array = array[None]
    if array.ndim == 3 and array.shape[-1] in COLOURS and array.shape[1] > WIDE:
        raise InputError(
            "vision.label_map_shape_of_colours",
            called=called,
            shape=array.shape,
            width=array.shape[-1],
        )
    if array.ndim == 3 and array.shape[-1] == 1 and array.shape[1] > WIDE:
        raise InputError(
            "vision.label_map_shape_of_channel",
            called=called,
            shape=array.shape,
            count=len(array),
        )
    if array.ndim != 3:
        raise InputError(
            "vision.label_maps_shape_mismatch",
            called=called,
            shape=array.shape,
        )
    if not len(array):
        raise InputError("vision.label_maps_empty", called=called)
    return MapSource(called, array, stack=array, count=len(array))


def map_batches(truth: MapSource, predicted: Mapping[str, MapSource], names: object = None) -> Iterator[MapBatch]:
    """The images in their order, truth and predictions side by side; maps of one stack come some at a time."""
    named = _paired_names(truth, list(predicted.values()), names)
    stacks = [truth.stack, *(one.stack for one in predicted.values())]
    if all(stack is not None for stack in stacks):
        yield from _of_stacks(truth, predicted, named)
        return
    sources = [truth, *predicted.values()]
    columns = [one.maps if one.names is None else _in_order(one, named) for one in sources]
    place = -1
    for place, row in enumerate(zip_longest(*columns, fillvalue=ENDED)):
        short = next((one for one, value in zip(sources, row, strict=True) if value is ENDED), None)
        if short is not None or (named is not None and place >= len(named)):
            _refuse_count(sources, short, place)
        name = place if named is None else named[place]
        maps = [as_map(value, one.at(name)) for one, value in zip(sources, row, strict=True)]
        for one, values in zip(sources[1:], maps[1:], strict=True):
            _same_shape(truth.at(name), maps[0].shape, one.at(name), values.shape)
        yield MapBatch([name], maps[0][None], {model: values[None] for model, values in zip(predicted, maps[1:], strict=True)})
    if place < 0:
        raise InputError("vision.label_maps_empty", called=truth.called)
    if named is not None and place + 1 < len(named):
        raise InputError("vision.map_names_count_mismatch", count=len(named), maps=place + 1)


def _refuse_count(sources: Sequence[MapSource], short: MapSource | None, place: int) -> None:
    if short is None:
        raise InputError("vision.map_names_too_few", count=place)
    longer = next(one for one in sources if one is not short)
    raise InputError(
        "vision.map_counts_differ",
        short=short.called,
        count=place,
        longer=longer.called,
    )


def _in_order(source: MapSource, named: Sequence[Any] | None) -> list[Any]:
    assert source.names is not None
    assert named is not None
    held = dict(zip(source.names, source.maps, strict=True))
    return [held[name] for name in named]


def _of_stacks(truth: MapSource, predicted: Mapping[str, MapSource], named: Sequence[Any] | None) -> Iterator[MapBatch]:
    assert truth.stack is not None
    stacks = {model: one.stack for model, one in predicted.items() if one.stack is not None}
    for model, one in predicted.items():
        if len(stacks[model]) != len(truth.stack):
            short, longer = sorted((truth, one), key=lambda source: source.count or 0)
            _refuse_count([short, longer], short, len(short.stack if short.stack is not None else ()))
        _same_shape(truth.called, truth.stack.shape[1:], one.called, stacks[model].shape[1:])
    count = len(truth.stack)
    step = max(1, AT_ONCE // max(1, int(np.prod(truth.stack.shape[1:]))))
    for first in range(0, count, step):
        last = min(first + step, count)
        names = list(range(first, last)) if named is None else list(named[first:last])
        checked = _checked(truth.stack[first:last], truth.at(names[0]))
        yield MapBatch(names, checked, {m: _checked(stack[first:last], predicted[m].at(names[0])) for m, stack in stacks.items()})


def _same_shape(mine: str, shape: tuple[int, ...], theirs: str, other: tuple[int, ...]) -> None:
    if shape != other:
        raise InputError(
            "vision.map_sizes_differ",
            theirs=theirs,
            rows=other[0],
            columns=other[1],
            mine=mine,
            height=shape[0],
            width=shape[1],
        )


def _paired_names(truth: MapSource, predicted: Sequence[MapSource], names: object) -> Sequence[Any] | None:
    """The images' names: those passed, else those of the data, which must be the same on all sides."""
    if names is not None:
        return _given_names([truth, *predicted], names)
    with_names = [one for one in (truth, *predicted) if one.names is not None]
    if not with_names:
        return None
    for one in (truth, *predicted):
        if one.names is None:
            raise InputError(
                "vision.map_names_on_one_side",
                named=with_names[0].called,
                unnamed=one.called,
            )
    assert truth.names is not None
    for one in predicted:
        assert one.names is not None
        _refuse_strangers(truth, one)
        _refuse_strangers(one, truth)
    return truth.names


def _refuse_strangers(mine: MapSource, theirs: MapSource) -> None:
    there = set(theirs.names or ())
    strangers = [name for name in mine.names or () if name not in there]
    if strangers:
        raise InputError(
            "vision.map_partner_missing",
            theirs=theirs.called,
            name=strangers[0],
            mine=mine.called,
            count=len(strangers),
        )


def _given_names(sources: Sequence[MapSource], names: Any) -> list[Any]:
    own = next((one for one in sources if one.names is not None), None)
    if own is not None:
        raise InputError("vision.map_names_already_known", called=own.called)
    if isinstance(names, (str, bytes)):
        raise InputError("vision.map_names_is_text", names=names)
    given = [plain(name) for name in names]
    count = sources[0].count
    if count is not None and count != len(given):
        raise InputError("vision.map_names_count_mismatch", count=len(given), maps=count)
    return given


def as_map(value: object, called: str) -> Array:
    """One map of class ids or of probabilities."""
    if value is None:
        raise InputError("vision.label_map_is_none", called=called)
    array = read_map(value, called) if is_path(value) else to_array(value, called)
    if array.ndim != 2:
        raise InputError("vision.one_label_map_shape_mismatch", called=called, shape=array.shape)
    return _checked(array, called)


def _checked(array: Array, called: str) -> Array:
    if array.dtype.kind not in "biuf":
        raise InputError("vision.label_map_not_integer", called=called, type=type_shown(array))
    if not array.size:
        raise InputError("vision.label_map_without_pixels", called=called, shape=array.shape)
    return array
