"""Segmentations as they are written, read into masks: COCO's strings and counts, polygons, pixels. What cannot be one is refused."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.arrays import to_array
from ..messages.language import say
from ..parallel import THREADS
from .masks import Masks

if TYPE_CHECKING:
    from ..types import Integers


Lengths = NDArray[np.int64]
FAULTS = (
    "",
    "vision.part_run_character",
    "vision.part_run_cut_off",
    "vision.part_run_negative",
    "vision.part_runs_too_long",
    "vision.part_runs_too_short",
)
"""What kernels find wrong with runs, by its number."""
FARTHEST = float(1 << 22)
"""Corners of polygons further off than any picture reaches are slips."""
MOST_PIXELS = (1 << 31) - 1


def masks_of(segmentations: object, height: object, width: object, source: str) -> Masks:
    """Masks of segmentations of any kind, or of an array of pixels."""
    if not isinstance(segmentations, (list, tuple)):
        return _of_pixels(to_array(segmentations, source), source)
    kinds = [_kind(one, at, source) for at, one in enumerate(segmentations)]
    highs, wides = _sizes(segmentations, kinds, height, width, source)
    parts, places = [], []
    for kind, read in (("string", of_strings), ("counts", _of_count_lists), ("polygons", _of_polygon_lists), ("pixels", _of_arrays)):
        at = [i for i, one in enumerate(kinds) if one == kind]
        if at:
            some = [segmentations[i]["counts"] if kind in ("string", "counts") else segmentations[i] for i in at]
            parts.append(read(some, highs[at], wides[at], source, at))
            places += at
    if len(parts) == 1:
        return parts[0]
    return Masks.joined(parts).take(np.argsort(places, kind="stable"))


def of_strings(texts: Sequence[Any], height: Lengths, width: Lengths, source: str, at: Sequence[int] | None = None) -> Masks:
    """Masks of COCO's strings."""
    texts = [text.encode(errors="surrogatepass") if isinstance(text, str) else bytes(text) for text in texts]
    starts = np.concatenate([[0], np.cumsum([len(text) for text in texts], dtype=np.int64)]).astype(np.int64)
    found = _core.mask_strings(np.frombuffer(b"".join(texts), np.uint8), starts, height, width, THREADS)
    return _masks(found, height, width, source, at)


def of_counts(counts: Lengths, starts: Lengths, height: Lengths, width: Lengths, source: str, at: Sequence[int] | None = None) -> Masks:
    """Masks of counts, those of mask i at ``counts[starts[i]:starts[i + 1]]``."""
    return _masks(_core.mask_counts(counts, starts, height, width, THREADS), height, width, source, at)


def of_polygons(
    corners: NDArray[np.float64],
    polygon_starts: Lengths,
    mask_starts: Lengths,
    height: Lengths,
    width: Lengths,
    source: str,
    at: Sequence[int] | None = None,
) -> Masks:
    """Masks of polygons: corners (x, y) of all of them, where those of each polygon start, and where the polygons of each mask do."""
    few = np.flatnonzero(np.diff(polygon_starts) < 3)
    with np.errstate(invalid="ignore"):
        far = np.flatnonzero(~(np.abs(corners) <= FARTHEST).all(axis=1))
    if few.size or far.size:
        polygon = int(few[0]) if few.size else int(np.searchsorted(polygon_starts, far[0], side="right")) - 1
        mask = int(np.searchsorted(mask_starts, polygon, side="right")) - 1
        first = polygon - int(mask_starts[mask])
        if few.size:
            raise InputError(
                "vision.polygon_corners_too_few",
                source=source,
                first=first,
                at=_place(mask, at),
                count=int(np.diff(polygon_starts)[polygon]),
            )
        raise InputError(
            "vision.polygon_corner_out_of_range",
            source=source,
            first=first,
            at=_place(mask, at),
            x=corners[far[0], 0],
            y=corners[far[0], 1],
        )
    return _masks(_core.mask_polygons(corners, polygon_starts, mask_starts, height, width, THREADS), height, width, source, at)


def _masks(
    found: "tuple[NDArray[np.uint32], Integers, int, int, int]", height: Lengths, width: Lengths, source: str, at: Sequence[int] | None
) -> Masks:
    runs, starts, bad, fault, total = found
    if fault:
        high, wide = int(height[bad]), int(width[bad])
        reason = say(FAULTS[fault], total=total, height=high, width=wide, pixels=high * wide)
        raise InputError("vision.mask_unreadable", source=source, at=_place(bad, at), reason=reason)
    return Masks(runs, starts, height, width)


def _place(mask: int, at: Sequence[int] | None) -> int:
    return mask if at is None else at[mask]


def _kind(one: object, at: int, source: str) -> str:
    """What a segmentation is written as."""
    if isinstance(one, Mapping):
        counts = one.get("counts")
        if isinstance(counts, (str, bytes)):
            return "string"
        if isinstance(counts, (list, tuple, np.ndarray)):
            return "counts"
    elif isinstance(one, np.ndarray) and one.ndim == 2 and one.dtype.kind in "biu":
        return "pixels"
    elif isinstance(one, (list, tuple)) and len(one) and all(isinstance(polygon, (list, tuple, np.ndarray)) for polygon in one):
        return "polygons"
    raise InputError(
        "vision.mask_type_unsupported",
        source=source,
        value=f"{one!r:.60}",
        at=at,
    )


def _sizes(
    segmentations: list[Any] | tuple[Any, ...], kinds: list[str], height: object, width: object, source: str
) -> tuple[Lengths, Lengths]:
    """The size of each mask's image, as it says itself and as was given, which must be the same."""
    highs, wides = _known(height, len(kinds), source), _known(width, len(kinds), source)
    for at, (one, kind) in enumerate(zip(segmentations, kinds, strict=True)):
        said = one.shape if kind == "pixels" else one.get("size") if kind != "polygons" else None
        if said is not None:
            high, wide = _pair(said, at, source)
            if (highs[at] or high) != high or (wides[at] or wide) != wide:
                raise InputError(
                    "vision.mask_image_size_mismatch",
                    source=source,
                    at=at,
                    high=high,
                    wide=wide,
                    height=highs[at],
                    width=wides[at],
                )
            highs[at], wides[at] = high, wide
        if not (highs[at] > 0 and wides[at] > 0 and highs[at] * wides[at] <= MOST_PIXELS):
            _refuse_size(highs[at], wides[at], at, source)
    return np.array(highs, np.int64), np.array(wides, np.int64)


def _known(lengths: object, n: int, source: str) -> list[int]:
    """The height or width of each image as it was given, 0 where it was not."""
    column = np.asarray(0 if lengths is None else lengths)
    if column.ndim > 1 or column.dtype.kind not in "iu" or (column.ndim and len(column) != n):
        raise InputError(
            "vision.mask_heights_count_mismatch",
            source=source,
            n=n,
            given=f"{lengths!r:.60}",
        )
    return [int(one) for one in np.broadcast_to(column, n)]


def _refuse_size(height: int, width: int, at: int, source: str) -> NoReturn:
    raise InputError(
        "vision.mask_image_size_impossible",
        source=source,
        at=at,
        height=height,
        width=width,
    )


def _pair(size: Any, at: int, source: str) -> tuple[int, int]:
    some = isinstance(size, (list, tuple, np.ndarray)) and len(size) == 2
    if not some or not all(_is_whole(one) and abs(int(one)) <= MOST_PIXELS for one in size):
        raise InputError(
            "vision.mask_size_malformed",
            source=source,
            at=at,
            size=f"{size!r:.60}",
        )
    return int(size[0]), int(size[1])


def _is_whole(value: object) -> bool:
    return type(value) is int or isinstance(value, np.integer)


def _of_count_lists(lists: Sequence[Any], height: Lengths, width: Lengths, source: str, at: Sequence[int]) -> Masks:
    for one, place in zip(lists, at, strict=True):
        if set(map(type, one)) <= {int}:
            continue
        for value in one:
            if not _is_whole(value):
                raise InputError(
                    "vision.mask_counts_not_integer",
                    source=source,
                    at=place,
                    value=value,
                )
    starts = np.concatenate([[0], np.cumsum([len(one) for one in lists], dtype=np.int64)]).astype(np.int64)
    try:
        counts = np.fromiter(chain.from_iterable(lists), np.int64, int(starts[-1]))
    except OverflowError:  # past any image: any number that is will do
        most = 1 << 40
        counts = np.fromiter((max(-1, min(int(count), most)) for count in chain.from_iterable(lists)), np.int64, int(starts[-1]))
    return of_counts(counts, starts, height, width, source, at)


def _of_polygon_lists(lists: Sequence[Any], height: Lengths, width: Lengths, source: str, at: Sequence[int]) -> Masks:
    sizes = [len(polygon) for one in lists for polygon in one]
    try:
        flat = np.fromiter(chain.from_iterable(chain.from_iterable(lists)), np.float64, sum(sizes))
    except (TypeError, ValueError, OverflowError):
        _refuse_text(lists, source, at)
        raise
    for one, place in zip(lists, at, strict=True):
        for first, polygon in enumerate(one):
            if len(polygon) % 2:
                raise InputError(
                    "vision.polygon_numbers_odd",
                    source=source,
                    first=first,
                    at=place,
                    count=len(polygon),
                )
    polygon_starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64) // 2]).astype(np.int64)
    mask_starts = np.concatenate([[0], np.cumsum([len(one) for one in lists], dtype=np.int64)]).astype(np.int64)
    return of_polygons(flat.reshape(-1, 2), polygon_starts, mask_starts, height, width, source, at)


def _refuse_text(lists: Sequence[Any], source: str, at: Sequence[int]) -> None:
    for one, place in zip(lists, at, strict=True):
        for first, polygon in enumerate(one):
            for value in polygon:
                try:
                    float(value)
                except (TypeError, ValueError, OverflowError):
                    raise InputError(
                        "vision.polygon_not_numeric",
                        source=source,
                        first=first,
                        at=place,
                        value=f"{value!r:.40}",
                    ) from None


def _of_arrays(arrays: Sequence[Any], height: Lengths, width: Lengths, source: str, at: Sequence[int]) -> Masks:
    del height, width  # each array has its own
    return Masks.joined([_of_pixels(array[None], source, at[i]) for i, array in enumerate(arrays)])


def _of_pixels(pixels: NDArray[Any], source: str, place: int | None = None) -> Masks:
    """Masks of pixels, objects × height × width."""
    if pixels.ndim != 3:
        raise InputError("vision.mask_array_shape_mismatch", source=source, shape=pixels.shape)
    n, height, width = pixels.shape
    if pixels.dtype.kind not in "biu":
        raise InputError(
            "vision.mask_array_type_not_boolean",
            source=source,
            type=pixels.dtype,
        )
    if pixels.dtype.kind != "b":
        wrong = np.flatnonzero(((pixels != 0) & (pixels != 1)).any(axis=(1, 2)))
        if wrong.size:
            at = int(wrong[0])
            value = pixels[at][(pixels[at] != 0) & (pixels[at] != 1)][0]
            raise InputError(
                "vision.mask_pixel_out_of_range",
                source=source,
                at=at if place is None else place,
                value=value,
            )
    if height * width > MOST_PIXELS or (n and not height * width):
        _refuse_size(height, width, place or 0, source)
    runs, starts, *_ = _core.mask_pixels(np.ascontiguousarray(pixels).astype(np.uint8, copy=False), THREADS)
    return Masks(runs, starts, np.full(n, height), np.full(n, width))
