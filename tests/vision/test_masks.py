"""Masks: read, drawn, measured and compared to the pixel as pycocotools does it; what is no mask is refused with its place."""

import numpy as np
import pycocotools.mask as coco
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gnomon.errors import InputError
from gnomon.vision import Masks
from gnomon.vision.segmentations import of_polygons
from refusals import raises_id

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # pycocotools' own
sizes = st.tuples(st.integers(1, 40), st.integers(1, 40))
grids = st.sampled_from([1, 5, 10, 16, 1000])


@st.composite
def polygons(draw):
    """Corners on grids that rounding to fifths of a pixel meets in every way, inside the image and far outside."""
    grid, reach = draw(grids), draw(st.sampled_from([3, 60]))
    coordinate = st.integers(-reach * grid // 2, reach * grid).map(lambda value: value / grid)
    return draw(st.lists(coordinate, min_size=6, max_size=16).filter(lambda one: len(one) % 2 == 0))


@st.composite
def pixel_maps(draw):
    height, width = draw(sizes)
    count = draw(st.integers(1, 4))
    bits = draw(st.lists(st.binary(min_size=height * width, max_size=height * width), min_size=count, max_size=count))
    level = draw(st.sampled_from([1, 60, 128, 250]))
    return np.array([np.frombuffer(one, np.uint8).reshape(height, width) >= level for one in bits])


def runs_of(masks, i):
    return masks.runs[masks.starts[i] : masks.starts[i + 1]].tolist()


def counts_of(rle):
    """The runs of pycocotools' mask, decoded by looking at its pixels."""
    flat = np.concatenate([[0], coco.decode(rle).T.ravel()]).astype(int)
    return np.diff(np.concatenate([[0], np.flatnonzero(np.diff(flat)), [flat.size - 1]])).tolist()


@given(sizes, st.lists(polygons(), min_size=1, max_size=3))
@example((10, 10), [[2, 2, 2, 2, 2, 2]])
@example((10, 10), [[2.3, 2.3, 2.31, 2.3, 2.3, 2.31]])
@example((10, 10), [[-5, -5, 20, -5, 20, 20, -5, 20]])
@example((10, 10), [[-5, -5, -1, -5, -1, -1], [50, 50, 60, 50, 60, 60]])
@example((10, 10), [[0, 0, 10, 0, 10, 10, 0, 10], [3, 3, 6, 3, 6, 6]])
@example((1, 1), [[0, 0, 1, 0, 1, 1, 0, 1]])
@example((7, 9), [[0, 0, 9, 7, 9, 0, 0, 7]])
def test_polygons_are_drawn_as_pycocotools_draws_them(size, several):
    drawn = coco.merge(coco.frPyObjects(several, *size))
    masks = Masks.of([several], *size)
    assert runs_of(masks, 0) == counts_of(drawn)
    assert masks.area[0] == coco.area(drawn)
    assert masks.boxes[0].tolist() == coco.toBbox(drawn).tolist()


def test_large_polygons_are_drawn_alike():
    rng = np.random.default_rng(0)
    several = [
        [(np.column_stack([np.cos(a), np.sin(a)]) * rng.uniform(2, 900, (len(a), 1)) + rng.uniform(-50, 1200, 2)).ravel().tolist()]
        for a in (np.sort(rng.random(rng.integers(3, 60)) * 2 * np.pi) for _ in range(300))
    ]
    masks = Masks.of(several, 1080, 1333)
    for i, one in enumerate(several):
        assert runs_of(masks, i) == counts_of(coco.frPyObjects(one, 1080, 1333)[0])


@given(pixel_maps())
def test_every_way_of_writing_a_mask_reads_alike(pixels):
    """Pixels, counts, and strings of text and bytes that pycocotools wrote; and back to pixels."""
    written = [coco.encode(np.asfortranarray(one, np.uint8)) for one in pixels]
    size = list(pixels.shape[1:])
    masks = Masks.of(pixels)
    counts = [{"counts": runs_of(masks, i), "size": size} for i in range(len(pixels))]
    texts = [{"counts": one["counts"].decode(), "size": size} for one in written]
    for other in (Masks.of(written), Masks.of(texts), Masks.of(counts, *size), Masks.of(list(pixels)), Masks.of(pixels.astype(np.int16))):
        for name in ("runs", "starts", "height", "width"):
            np.testing.assert_array_equal(getattr(other, name), getattr(masks, name))
    for i, one in enumerate(pixels):
        np.testing.assert_array_equal(masks.to_array(i), one)
        assert runs_of(masks, i) == counts_of(written[i])
    assert masks.area.tolist() == coco.area(written).tolist()
    assert masks.boxes.tolist() == coco.toBbox(written).tolist()


def test_several_kinds_stay_in_their_order():
    pixels = np.zeros((4, 4), bool)
    pixels[1:3, 1:3] = True
    square = {"counts": [5, 2, 2, 2, 5], "size": [4, 4]}
    text = coco.frPyObjects(square, 4, 4)
    whole = [[0, 0, 4, 0, 4, 4, 0, 4]]
    masks = Masks.of([whole, square, pixels, text, whole, pixels], [4] * 6, 4)
    assert masks.area.tolist() == [16, 4, 4, 4, 16, 4]
    assert all(np.array_equal(masks.to_array(i), pixels) for i in (1, 2, 3, -1))
    some = masks.take([4, 1, 1])
    assert some.area.tolist() == [16, 4, 4]
    assert np.array_equal(some.to_array(2), pixels)
    assert len(Masks.joined([masks, some])) == 9
    assert Masks.joined([masks, some]).area.tolist() == [16, 4, 4, 4, 16, 4, 16, 4, 4]
    nothing = Masks.of([])
    assert (len(nothing), nothing.area.tolist(), nothing.starts.tolist()) == (0, [], [0])
    assert len(Masks.of(np.zeros((0, 5, 5), bool))) == 0
    with pytest.raises(IndexError):
        masks.to_array(6)


def test_runs_of_no_pixels_are_left_out():
    masks = Masks.of([{"counts": [0, 0, 3, 0, 2, 0, 0, 1], "size": [2, 3]}, {"counts": [2, 0, 4], "size": [2, 3]}])
    assert (runs_of(masks, 0), runs_of(masks, 1)) == ([5, 1], [6])


def test_corners_as_columns():
    """What readers of files call: polygons without a list for each."""
    corners = np.array([[0, 0], [4, 0], [4, 4], [0, 4], [1, 1], [3, 1], [3, 3]], float)
    masks = of_polygons(corners, np.array([0, 4, 7]), np.array([0, 1, 2]), np.array([4, 4]), np.array([4, 4]), "truth")
    expected = Masks.of([[[0, 0, 4, 0, 4, 4, 0, 4]], [[1, 1, 3, 1, 3, 3]]], 4, 4)
    np.testing.assert_array_equal(masks.runs, expected.runs)


GOOD = {"counts": [4], "size": [2, 2]}
TRIANGLE = [0, 0, 1, 0, 1, 1]
REFUSED = [
    (
        [GOOD, {"counts": [3], "size": [2, 2]}],
        {},
        "mask at position 1 cannot be read: its runs add up to 3 pixels, and an image of 2 x 2 has 4",
    ),
    ([{"counts": [3, 9], "size": [2, 2]}], {}, "position 0 .* more than the 4 pixels of an image of 2 x 2"),
    ([{"counts": [2**70], "size": [2, 2]}], {}, "more than the 4 pixels"),
    ([{"counts": [-(2**70), 4], "size": [2, 2]}], {}, "one of its runs is negative"),
    ([{"counts": [5, -1], "size": [2, 2]}], {}, "more than the 4 pixels"),
    ([{"counts": [3, -1, 2], "size": [2, 2]}], {}, "one of its runs is negative"),
    ([{"counts": [2.5, 1.5], "size": [2, 2]}], {}, "has 2.5 among its counts; counts are whole numbers"),
    ([{"counts": [True, 3], "size": [2, 2]}], {}, "has True among its counts"),
    ([{"counts": "4\x7f", "size": [2, 2]}], {}, "a character that no run is written with"),
    ([{"counts": "4é", "size": [2, 2]}], {}, "a character that no run is written with"),
    ([{"counts": "P", "size": [2, 2]}], {}, "ends in the middle of a number"),
    ([{"counts": b"O", "size": [2, 2]}], {}, "one of its runs is negative"),
    ([{"counts": "", "size": [2, 2]}], {}, "add up to 0 pixels"),
    ([{"counts": "4", "size": [2, 3]}], {}, "add up to 4 pixels, and an image of 2 x 3 has 6"),
    ([{"counts": [4]}], {}, "position 0 is of an image of 0 x 0 pixels; give its image's height and width"),
    ([{"counts": [4], "size": [2]}], {}, r"has the size \[2\]; a size is the height and the width"),
    ([{"counts": [4], "size": [2.0, 2]}], {}, r"has the size \[2.0, 2\]"),
    ([{"counts": [4], "size": [-2, -2]}], {}, "an image of -2 x -2 pixels"),
    ([{"counts": [2**32], "size": [2**16, 2**16]}], {}, "an image of 65536 x 65536 pixels"),
    ([{"counts": [4], "size": [10**30, 1]}], {}, "has the size"),
    ([GOOD], {"height": 2, "width": 3}, "position 0 is 2 x 2 pixels, and its image 2 x 3"),
    ([GOOD], {"height": [2, 2], "width": 2}, r"1 masks, and heights or widths \[2, 2\]; give one whole number for all"),
    ([GOOD], {"height": 2.0, "width": 2}, "heights or widths 2.0"),
    ([[TRIANGLE]], {}, "an image of 0 x 0 pixels"),
    ([[TRIANGLE, [0, 0, 1, 1]]], {"height": 4, "width": 4}, "polygon 1 of the mask at position 0 has 2 corners; a polygon has at least 3"),
    ([[[0, 0, 1, 0, 1]]], {"height": 4, "width": 4}, "polygon 0 of the mask at position 0 has 5 numbers"),
    ([[TRIANGLE], [[0, 0, np.nan, 0, 1, 1]]], {"height": 4, "width": 4}, r"polygon 0 of the mask at position 1 has a corner at \(nan, 0\)"),
    ([[TRIANGLE], [[0, 0, 1e9, 0, 1, 1]]], {"height": 4, "width": 4}, r"a corner at \(1e\+09, 0\); corners are finite, and near the image"),
    ([[TRIANGLE], [TRIANGLE, [0, 0, "x", 0, 1, 1]]], {"height": 4, "width": 4}, "polygon 1 of the mask at position 1 holds 'x'"),
    ([[[0, 0, None, 0, 1, 1]]], {"height": 4, "width": 4}, r"a corner at \(nan, 0\)"),
    ([[[0, 0, 10**400, 0, 1, 1]]], {"height": 4, "width": 4}, "polygon 0 of the mask at position 0 holds 1000"),
    ([GOOD, []], {"height": 2, "width": 2}, r"\[\] at position 1 is no mask; pass a list of polygons"),
    ([TRIANGLE], {"height": 2, "width": 2}, r"\[0, 0, 1, 0, 1, 1\] at position 0 is no mask"),
    ([GOOD, None], {}, "None at position 1 is no mask"),
    ([{"counts": None, "size": [2, 2]}], {}, "at position 0 is no mask"),
    ([{"size": [2, 2]}], {}, "at position 0 is no mask"),
    ([np.zeros((2, 2))], {}, "at position 0 is no mask"),
    (np.zeros((2, 2), bool), {}, r"segmentations has shape \(2, 2\)"),
    (np.zeros((1, 2, 2)), {}, "of type float64; pixels are true or false: compare probabilities with a threshold"),
    (np.full((1, 2, 2), 3), {}, "position 0 has the pixel 3; pixels are 0 or 1"),
    ([np.zeros((2, 2), int), np.full((2, 2), 7)], {}, "position 1 has the pixel 7"),
    (np.zeros((1, 0, 2), bool), {}, "an image of 0 x 2 pixels"),
]


@pytest.mark.parametrize(("given", "options", "text"), REFUSED)
def test_refused(given, options, text):
    with pytest.raises(InputError, match=text):
        Masks.of(given, **options)


def test_the_source_is_named():
    with raises_id("vision.mask_unreadable", source="val.json", at=0):
        Masks.of([{"counts": [3], "size": [2, 2]}], source="val.json")
