"""Masks as pycocotools.mask has them: run lengths in COCO's strings, encoded, decoded, measured, merged and held against each other.

Arguments, types and errors are those of pycocotools; the work is done by gnomon's kernels.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import _core
from ...parallel import THREADS
from ...types import Array
from ...vision.masks import Masks
from ...vision.segmentations import FARTHEST, of_polygons
from .demands import holds

Rle = dict[str, Any]
C_NAMES = {
    "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int", "I": "unsigned int", "l": "long",
    "L": "unsigned long", "q": "long long", "Q": "unsigned long long", "f": "float", "d": "double", "g": "long double",
    "O": "Python object",
}  # fmt: skip
"""What errors call the type of an array."""


def encode(bimask: Any) -> list[dict[str, Any]] | dict[str, Any] | None:
    """The run lengths of a mask (height × width), or of several (height × width × masks): uint8 in Fortran's order."""
    shape = bimask.shape
    if len(shape) == 3:
        return _encoded(bimask)
    if len(shape) == 2:
        return _encoded(bimask.reshape((*shape, 1), order="F"))[0]
    return None


def decode(rleObjs: Any) -> Array:
    """The pixels of a mask, or of a list of them, uint8 in Fortran's order."""
    if type(rleObjs) is not list:
        return _decoded([rleObjs])[:, :, 0]
    return _decoded(rleObjs)


def area(rleObjs: Any) -> Any:
    """How many pixels a mask has, or each of a list."""
    if type(rleObjs) is not list:
        return area([rleObjs])[0]
    masks = masks_of_strings(rleObjs)
    return _core.mask_extents(masks.columns)[0].astype(np.uint32)


def toBbox(rleObjs: Any) -> Any:
    """The box around a mask, or around each of a list: x, y, width, height."""
    if type(rleObjs) is not list:
        return toBbox([rleObjs])[0]
    return masks_of_strings(rleObjs).boxes


def iou(dt: Any, gt: Any, pyiscrowd: Any) -> list[Any] | Array:
    """Intersection over union of each of dt with each of gt, boxes or masks; of a crowd, the share of dt that lies in it."""
    crowd = np.array(pyiscrowd, dtype=np.uint8)
    if crowd.ndim != 1:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 1, got {crowd.ndim})")
    one, other = _regions(dt), _regions(gt)
    holds(len(pyiscrowd) == len(other), "iou(iscrowd=) must have the same length as gt")
    if not len(one) or not len(other):
        return []
    if type(one) is not type(other):
        raise Exception("The dt and gt should have the same data type, either RLEs, list or np.ndarray")
    return _mask_table(one, other, crowd) if isinstance(one, Masks) else box_table(one, other, crowd)


def merge(rleObjs: Any, intersect: Any = 0) -> Rle:
    """The union of masks, or what all of them share."""
    masks = masks_of_strings(rleObjs)
    if len(masks) == 1:
        text = rleObjs[0]["counts"]
        return {"size": _size(rleObjs[0]), "counts": text.encode() if type(text) is str else text}
    if not len(masks) or (masks.height != masks.height[0]).any() or (masks.width != masks.width[0]).any():
        return {"size": [0, 0], "counts": b""}
    ends = [np.cumsum(masks.runs[first:last], dtype=np.int64) for first, last in zip(masks.starts[:-1], masks.starts[1:], strict=True)]
    pixels = int(masks.height[0] * masks.width[0])
    turns = np.concatenate([one[:-1] for one in ends])
    steps = np.concatenate([1 - 2 * (np.arange(len(one) - 1) % 2) for one in ends])
    at, place = np.unique(turns, return_inverse=True)
    covering = np.cumsum(np.bincount(place, steps, len(at))).round().astype(np.int64)
    inside = covering == len(masks) if intersect else covering > 0
    changes = at[np.diff(inside, prepend=False)]
    runs = np.diff(changes[changes < pixels], prepend=0, append=pixels)
    return _written(runs.astype(np.uint32), np.array([0, len(runs)]), masks.height[:1], masks.width[:1])[0]


def frPyObjects(pyobj: Any, h: Any, w: Any) -> Any:
    """Run lengths of boxes (an array), of polygons, or of counts that are not packed; of one, or of a list of them."""
    if type(pyobj) is np.ndarray or (type(pyobj) is list and len(pyobj[0]) == 4):
        return _of_boxes(pyobj, h, w)
    if type(pyobj) is list and len(pyobj[0]) > 4:
        return _of_polygons(pyobj, h, w)
    if type(pyobj) is list and _is_packed(pyobj[0]):
        return [_of_counts(one) for one in pyobj]
    if _is_packed(pyobj):
        return _of_counts(pyobj)
    raise Exception("input type is not supported.")


def masks_of_strings(rleObjs: Any) -> Masks:
    """Masks of dictionaries with COCO's strings."""
    texts = []
    for one in rleObjs:
        text = one["counts"]
        if type(text) is not bytes:
            if type(text) is not str:
                raise TypeError(f"Expected bytes, got {type(text).__name__}")
            text = text.encode()
        texts.append(text)
    sizes = np.array([_size(one) for one in rleObjs], np.int64).reshape(-1, 2)
    height, width = np.ascontiguousarray(sizes[:, 0]), np.ascontiguousarray(sizes[:, 1])
    starts = np.append(0, np.cumsum([len(text) for text in texts], dtype=np.int64)).astype(np.int64)
    if (sizes > 0).all() and (height * width < 1 << 31).all():
        runs, run_starts, _, fault, _ = _core.mask_strings(np.frombuffer(b"".join(texts), np.uint8), starts, height, width, THREADS)
        if not fault:
            return Masks(runs, run_starts, height, width)
    # Runs that do not fill their image are read all the same.
    loose = [_loose_runs(text) for text in texts]
    ends = np.append(0, np.cumsum([len(one) for one in loose])).astype(np.int64)
    return Masks(np.array([run for one in loose for run in one], np.uint32), ends, height, width)


def polygon_masks(polygons: Sequence[Any], mask_starts: Array, height: Array, width: Array) -> list[Rle]:
    """Run lengths of masks that have one polygon or several, each an array of x and y in turn."""
    counts = np.array([len(one) // 2 for one in polygons], np.int64)
    flat = [one[: 2 * count] for one, count in zip(polygons, counts.tolist(), strict=True)]
    corners = np.concatenate([np.zeros(0), *flat]).reshape(-1, 2)
    starts = np.append(0, np.cumsum(counts)).astype(np.int64)
    if not (np.abs(corners) <= FARTHEST).all():
        many = np.flatnonzero(counts > 2)  # where each is, gnomon's own reader says
        of_polygons(
            np.concatenate([np.zeros((0, 2)), *(corners[starts[k] : starts[k + 1]] for k in many)]),
            np.append(0, np.cumsum(counts[many])), np.arange(len(many) + 1), np.repeat(height[:1], len(many)),
            np.repeat(width[:1], len(many)), "polygons",
        )  # fmt: skip
    runs, run_starts, *_ = _core.mask_polygons(corners, starts, mask_starts.astype(np.int64), height, width, THREADS)
    return _written(runs, run_starts, height, width)


def box_table(dt: Array, gt: Array, crowd: Array) -> Array:
    """Intersection over union of boxes x, y, width, height, operation by operation as pycocotools has it, whatever the numbers are."""
    d, g = dt.T[:, :, None], gt.T[:, None, :]
    with np.errstate(all="ignore"):
        wide = np.fmin(d[2] + d[0], g[2] + g[0]) - np.fmax(d[0], g[0])
        high = np.fmin(d[3] + d[1], g[3] + g[1]) - np.fmax(d[1], g[1])
        shared, own = wide * high, d[2] * d[3]
        ratio = shared / np.where(crowd.astype(bool), own, own + g[2] * g[3] - shared)
    return np.asfortranarray(np.where((wide <= 0) | (high <= 0), 0.0, ratio))


def _mask_table(dt: Masks, gt: Masks, crowd: Array) -> Array:
    everything = np.arange(len(gt)), np.array([0, len(gt)]), np.arange(len(dt)), np.array([0, len(dt)])
    found = _core.mask_overlaps(gt.columns, dt.columns, crowd, *everything, None, 0.0, THREADS).reshape(len(dt), len(gt))
    other = (dt.height[:, None] != gt.height) | (dt.width[:, None] != gt.width)
    if other.any():  # pixels of images of different size cannot be compared
        found = np.where(other, np.where(box_table(dt.boxes, gt.boxes, crowd) > 0, -1.0, 0.0), found)
    return np.asfortranarray(found)


def _regions(given: Any) -> Any:
    """Boxes as an array, or masks; nothing stays what it is."""
    if len(given) == 0:
        return given
    if type(given) is np.ndarray:
        if given.ndim == 1:
            given = given.reshape((given[0], 1))
        if given.ndim != 2 or given.shape[1] != 4:
            raise Exception("numpy ndarray input is only for *bounding boxes* and should have Nx4 dimension")
        return given.astype(np.double)
    if type(given) is not list:
        raise Exception("unrecognized type.  The following type: RLEs (rle), np.ndarray (box), and list (box) are supported.")
    if all(len(one) == 4 and type(one) in (list, np.ndarray) for one in given):
        return np.array(given, dtype=np.double)
    if all(type(one) is dict for one in given):
        return masks_of_strings(given)
    raise Exception("list input can be bounding box (Nx4) or RLEs ([RLE])")


def _encoded(pixels: Array) -> list[Rle]:
    """Runs of equal pixels of each mask, the first of them background: any change of value begins a run, as there."""
    if pixels.dtype.char not in "B?":
        raise ValueError(f"Buffer dtype mismatch, expected 'uint8_t' but got '{C_NAMES.get(pixels.dtype.char, pixels.dtype.name)}'")
    if not pixels.flags.f_contiguous:
        raise ValueError("ndarray is not Fortran contiguous")
    high, wide, count = pixels.shape
    written: list[Rle] = []
    for flat in pixels.view(np.uint8).reshape((high * wide, count), order="F").T:
        changes = np.flatnonzero(np.diff(flat, prepend=np.uint8(0)))
        runs = np.diff(changes, prepend=0, append=len(flat)).astype(np.uint32)
        written += _written(runs, np.array([0, len(runs)]), np.array([high]), np.array([wide]))
    return written


def _decoded(rleObjs: list[Any]) -> Array:
    masks = masks_of_strings(rleObjs)
    high, wide = (int(masks.height[0]), int(masks.width[0])) if len(masks) else (0, 0)
    pixels = np.zeros((high * wide, len(masks)), np.uint8, order="F")
    for k, (first, last) in enumerate(zip(masks.starts[:-1], masks.starts[1:], strict=True)):
        runs = masks.runs[first:last].astype(np.int64)
        if runs.sum() > len(pixels):
            raise ValueError("Invalid RLE mask representation")
        drawn = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
        pixels[: len(drawn), k] = drawn
    return pixels.reshape((high, wide, len(masks)), order="F")


def _of_boxes(boxes: Array | list[Any], h: object, w: object) -> list[Rle]:
    if type(boxes) is not np.ndarray:
        raise TypeError(f"Argument 'bb' has incorrect type (expected numpy.ndarray, got {type(boxes).__name__})")
    high, wide = _length(h), _length(w)
    if boxes.ndim != 2:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 2, got {boxes.ndim})")
    if boxes.dtype.char != "d":
        raise ValueError(f"Buffer dtype mismatch, expected 'double_t' but got '{C_NAMES.get(boxes.dtype.char, boxes.dtype.name)}'")
    x, y, x2, y2 = boxes[:, 0], boxes[:, 1], boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
    return _outlined(list(np.column_stack([x, y, x, y2, x2, y2, x2, y])), high, wide)


def _of_polygons(polygons: list[Any], h: object, w: object) -> list[Rle]:
    high, wide = _length(h), _length(w)
    return _outlined([polygon_corners(one) for one in polygons], high, wide)


def polygon_corners(polygon: Any) -> Array:
    """A polygon's numbers."""
    numbers = np.array(polygon, dtype=np.double)
    if numbers.ndim != 1:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 1, got {numbers.ndim})")
    return numbers


def _outlined(polygons: list[Array], high: int, wide: int) -> list[Rle]:
    """A mask for each polygon."""
    if not high or not wide:
        return [{"size": [high, wide], "counts": b"0"} for _ in polygons]
    n = len(polygons)
    return polygon_masks(polygons, np.arange(n + 1), np.full(n, high, np.int64), np.full(n, wide, np.int64))


def _is_packed(one: object) -> bool:
    return type(one) is dict and "counts" in one and "size" in one


def _of_counts(one: Rle) -> Rle:
    runs = np.array(one["counts"], dtype=np.uint32)
    if runs.ndim != 1:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 1, got {runs.ndim})")
    high, wide = _size(one)
    return _written(runs, np.array([0, len(runs)]), np.array([high]), np.array([wide]))[0]


def _size(one: Any) -> list[int]:
    size = one["size"]
    return [_length(size[0]), _length(size[1])]


def _length(value: object) -> int:
    """The height or width of an image; fractions are cut off, as there."""
    if not hasattr(value, "__int__"):
        raise TypeError("an integer is required")
    length = int(value)
    if length < 0:
        raise OverflowError("can't convert negative value to siz")
    return length


def _written(runs: Array, starts: Array, height: Array, width: Array) -> list[Rle]:
    """Masks as dictionaries."""
    characters, at = _core.mask_texts(runs, starts.astype(np.int64))
    text, places = characters.tobytes(), at.tolist()
    sizes = zip(height.tolist(), width.tolist(), strict=True)
    return [{"size": list(size), "counts": text[a:b]} for size, a, b in zip(sizes, places[:-1], places[1:], strict=True)]


def _loose_runs(text: bytes) -> list[int]:
    """The runs of a string that a strict reader would refuse; they are taken as 32 bits each."""
    runs: list[int] = []
    value = shift = 0
    for character in text.split(b"\0")[0]:
        digit = (character - 48) & 0xFF
        value |= (digit & 31) << shift
        shift += 5
        if digit & 32:
            continue
        if digit & 16:
            value -= 1 << shift
        runs.append((value + (runs[-2] if len(runs) > 2 else 0)) & 0xFFFFFFFF)
        value = shift = 0
    return runs
