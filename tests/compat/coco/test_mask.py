"""mask in pycocotools' place: the same strings, pixels, areas, boxes and overlaps, of the same types, and the same errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from compat.coco.sides import both
from refusals import raises_id

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning")
ROUND = {"size": [4, 5], "counts": b"5220003"}
OTHER = {"size": [2, 2], "counts": b"13"}
sizes = st.tuples(st.integers(1, 9), st.integers(1, 9))


def stacks(most=1):
    """Several masks of one size, in Fortran's order."""
    values = st.integers(0, most)
    made = sizes.flatmap(lambda size: st.integers(1, 4).flatmap(lambda n: arrays(np.uint8, (*size, n), elements=values)))
    return made.map(np.asfortranarray)


@given(stacks())
@settings(max_examples=60, deadline=None)
def test_there_and_back(pixels):
    def script(library, pixels):
        packed = library.mask.encode(pixels)
        one = library.mask.encode(np.asfortranarray(pixels[:, :, 0]))
        text = {"size": one["size"], "counts": one["counts"].decode()}
        crowd = [k % 2 for k in range(len(packed))]
        merged = [library.mask.merge(packed, intersect) for intersect in (0, 1, False, True)]
        drawn = library.mask.decode(packed)
        assert drawn.flags.f_contiguous
        np.testing.assert_array_equal(drawn, pixels)
        return (
            packed, one, drawn, library.mask.decode(one), library.mask.decode(text), library.mask.area(packed), library.mask.area(one),
            library.mask.toBbox(packed), library.mask.toBbox(text), library.mask.iou(packed, packed[::-1], crowd), merged,
        )  # fmt: skip

    both(script, pixels)


@given(stacks(3))
@settings(max_examples=30, deadline=None)
def test_any_change_of_value_begins_a_run(pixels):
    both(lambda library, pixels: library.mask.encode(pixels), pixels)


numbers = st.floats(-20, 40) | st.integers(-5, 30).map(float) | st.integers(-5, 60).map(lambda k: k / 2)


@given(st.lists(st.lists(numbers, min_size=5, max_size=15), min_size=1, max_size=3), sizes.map(lambda size: (3 * size[0], 3 * size[1])))
@settings(max_examples=150, deadline=None)
def test_polygons(polygons, size):
    def script(library, polygons):
        packed = library.mask.frPyObjects(polygons, *size)
        return packed, library.mask.merge(packed), library.mask.area(packed), library.mask.toBbox(packed)

    both(script, polygons)


@given(st.lists(st.tuples(numbers, numbers, numbers, numbers), min_size=1, max_size=5), sizes)
@settings(max_examples=60, deadline=None)
def test_boxes_drawn(boxes, size):
    both(lambda library, boxes: library.mask.frPyObjects(boxes, *size), np.array(boxes))


@given(st.lists(st.lists(numbers, min_size=4, max_size=4), max_size=4), st.lists(st.lists(numbers, min_size=4, max_size=4), max_size=4))
@settings(max_examples=60, deadline=None)
def test_overlaps_of_boxes(one, other):
    def script(library, one, other):
        iou = library.mask.iou
        found = iou(one, other, [k % 2 for k in range(len(other))])
        return found, iou(np.array(one).reshape(-1, 4), np.array(other).reshape(-1, 4), [True] * len(other))

    both(script, one, other)


def test_large_masks():
    """Runs of several digits, and differences below 0."""
    rng = np.random.default_rng(0)
    for _ in range(3):
        counts = rng.integers(1, 3000, 41).tolist()
        width = sum(counts) // 100
        counts[-1] -= sum(counts) - width * 100
        if counts[-1] < 0:
            continue
        both(lambda library, one: [library.mask.frPyObjects(one, 0, 0), library.mask.decode(library.mask.frPyObjects(one, 1, 1))],
             {"size": [100, width], "counts": counts})  # fmt: skip


def _measured(mask, counts):
    packed = mask.frPyObjects({"size": [4, 5], "counts": counts}, 4, 5)
    return packed, mask.decode(packed), mask.area(packed), mask.toBbox(packed), mask.iou([packed], [ROUND], [0])


CALLS = {
    "encode by rows": lambda mask: mask.encode(np.ones((4, 5), np.uint8)),
    "encode several by rows": lambda mask: mask.encode(np.zeros((4, 5, 2), np.uint8)),
    "encode a view": lambda mask: mask.encode(np.asfortranarray(np.zeros((4, 5), np.uint8))[::2]),
    "encode bools": lambda mask: mask.encode(np.asfortranarray(np.eye(3, dtype=bool))),
    "encode floats": lambda mask: mask.encode(np.zeros((4, 5), order="F")),
    "encode whole numbers": lambda mask: mask.encode(np.zeros((4, 5), np.int32, order="F")),
    "encode a line": lambda mask: mask.encode(np.zeros(4, np.uint8)),
    "encode a list": lambda mask: mask.encode([[1]]),
    "encode nothing": lambda mask: mask.encode(np.zeros((0, 5), np.uint8, order="F")),
    "encode none": lambda mask: mask.encode(np.zeros((3, 5, 0), np.uint8, order="F")),
    "decode too long": lambda mask: mask.decode({**ROUND, "size": [2, 2]}),
    "decode a tuple": lambda mask: mask.decode((ROUND,)),
    "decode counts": lambda mask: mask.decode({"size": [4, 5], "counts": [1, 2]}),
    "decode without size": lambda mask: mask.decode({"counts": b"13"}),
    "decode without counts": lambda mask: mask.decode({"size": [4, 5]}),
    "decode by text": lambda mask: mask.decode({"size": ["4", 5], "counts": b"d0"}),
    "sizes that are not whole": lambda mask: mask.area({"size": [4.7, True], "counts": b"4"}),
    "heights that are not whole": lambda mask: mask.frPyObjects([[0, 0, 3, 0, 3, 3]], 4.0, 5),
    "a negative size": lambda mask: mask.area({"size": [-4, 5], "counts": b"d0"}),
    "a height of text": lambda mask: mask.frPyObjects([[0, 0, 3, 0, 3, 3]], "4", 5),
    "a negative width": lambda mask: mask.frPyObjects(np.zeros((1, 4)), 4, -5),
    "runs of nothing": lambda mask: _measured(mask, [0, 0, 0, 5, 2, 0, 3, 10]),
    "runs that end early": lambda mask: [mask.area(mask.frPyObjects({"size": [4, 5], "counts": [3, 4]}, 4, 5))],
    "area of none": lambda mask: mask.area([]),
    "area too long": lambda mask: mask.area([{**ROUND, "size": [2, 2]}, ROUND]),
    "box of none": lambda mask: mask.toBbox([]),
    "box of nothing": lambda mask: mask.toBbox({"size": [2, 2], "counts": b"4"}),
    "merge none": lambda mask: mask.merge([]),
    "merge one": lambda mask: mask.merge([ROUND]),
    "merge one of text": lambda mask: mask.merge([{"size": [4, 5], "counts": "5220003"}]),
    "merge of other size": lambda mask: mask.merge([ROUND, OTHER]),
    "merge a dictionary": lambda mask: mask.merge(ROUND),
    "overlap with nothing": lambda mask: [mask.iou([], [ROUND], [0]), mask.iou([ROUND], [], []), mask.iou([], [], [])],
    "overlap of kinds": lambda mask: mask.iou([ROUND], [[1, 1, 2, 2]], [0]),
    "overlap of tuples": lambda mask: mask.iou([(0, 0, 2, 2)], [[1, 1, 2, 2]], [0]),
    "overlap of a tuple": lambda mask: mask.iou(((0, 0, 2, 2),), [[1, 1, 2, 2]], [0]),
    "overlap of five": lambda mask: mask.iou([[1, 2, 3, 4, 5]], [[1, 1, 2, 2]], [0]),
    "overlap of None": lambda mask: mask.iou(None, [ROUND], [0]),
    "overlap of three columns": lambda mask: mask.iou(np.zeros((2, 3)), [ROUND], [0]),
    "overlap of a line": lambda mask: mask.iou(np.array([0.0, 0, 2, 2]), [[1, 1, 2, 2]], [0]),
    "too many crowds": lambda mask: mask.iou([[0, 0, 2, 2]], [[1, 1, 2, 2]], [0, 1]),
    "too few crowds": lambda mask: mask.iou([[0, 0, 2, 2]], [[1, 1, 2, 2], [0, 0, 1, 1]], [0]),
    "a crowd of None": lambda mask: mask.iou([[0, 0, 2, 2]], [[1, 1, 2, 2]], None),
    "overlap of other sizes": lambda mask: mask.iou([ROUND, ROUND], [OTHER, ROUND], [0, 0]),
    "overlap of nothing with nothing": lambda mask: mask.iou([{"size": [2, 2], "counts": b"4"}], [{"size": [2, 2], "counts": b"4"}], [0]),
}  # fmt: skip
OBJECTS = {
    "a box": [1, 2, 3, 4], "boxes in lists": [[1, 2, 3, 4]], "whole boxes": np.array([[1, 2, 3, 4]]), "a line": np.array([1.0, 2, 3, 4]),
    "a polygon": [1, 1, 3, 1, 3, 3.0], "of two corners": [[1, 1, 3, 1, 3, 3.0], [0, 0, 1, 1]], "an odd one": [[0, 0, 3, 0, 3, 3, 1]],
    "a polygon of text": [["a"] * 6], "a polygon in an array": [np.array([1, 1, 3, 1, 3, 3.0])], "of two axes": [np.ones((5, 2))],
    "counts": {"size": [4, 5], "counts": [5, 2, 13]}, "several": [{"size": [4, 5], "counts": [5, 2, 13]}] * 2,
    "counts of another size": {"size": [9, 9], "counts": [5, 2, 13]}, "counts as floats": {"size": [4, 5], "counts": [5.0, 2.0, 13.0]},
    "negative counts": {"size": [4, 5], "counts": [-5, 2, 13]}, "packed": ROUND, "packed ones": [ROUND], "nothing": [],
    "nothing in it": [[]],
    "a tuple": ((1, 2, 3, 4),), "two numbers": [[1, 2]], "text": "abc", "None": None, "no counts": {"size": [4, 5]},
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_corners(name):
    both(lambda library: CALLS[name](library.mask))


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_python(name):
    both(lambda library, given: library.mask.frPyObjects(given, 4, 5), OBJECTS[name])


def test_a_polygon_that_no_picture_holds_is_refused():
    """pycocotools draws on without end, or out of its memory."""
    from gnomon.compat.coco import mask

    for far in (float("nan"), float("inf"), 1e12):
        with raises_id("vision.polygon_corner_out_of_range"):
            mask.frPyObjects([[0, 0, far, 0, 3, 3]], 4, 5)
