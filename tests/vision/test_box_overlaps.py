"""IoU and its kin: against pycocotools, exact fractions, formulas written here from the papers, and hand-worked values; every refusal."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pycocotools.mask
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import InputError
from refusals import raises_id

A, B = [0, 0, 2, 2], [1, 1, 3, 3]


def test_the_worked_example():
    assert gn.box_iou(A, B) == 1 / 7
    assert gn.box_iou([0, 0, 2, 2], [1, 1, 2, 2], format="xywh") == 1 / 7
    assert gn.box_iou([1, 1, 2, 2], [2, 2, 2, 2], format="cxcywh") == 1 / 7


def test_shapes_follow_what_was_given():
    """A box by itself adds no axis, so that the kind of result does not depend on how many boxes there are."""
    assert isinstance(gn.box_iou(A, B), float)
    assert gn.box_iou([A], [B]).shape == (1, 1)
    assert gn.box_iou([A, B, A], [B, A]).shape == (3, 2)
    assert gn.box_iou(A, [B, A]).tolist() == [1 / 7, 1]
    assert gn.box_iou([B, A], A).tolist() == [1 / 7, 1]
    assert gn.box_iou([A, A], [B, A], elementwise=True).tolist() == [1 / 7, 1]
    assert isinstance(gn.box_iou(A, B, elementwise=True), float)
    assert gn.box_iou([], [A, B]).shape == (0, 2)
    assert gn.box_iou(np.zeros((0, 4)), []).shape == (0, 0)
    assert gn.box_iou([], [], elementwise=True).shape == (0,)


def test_containers():
    frame = pd.DataFrame([A, B], columns=["x1", "y1", "x2", "y2"])
    expected = gn.box_iou([A, B], [A, B])
    for one in (frame, np.array([A, B], np.float32), np.array([A, B], np.int16), np.array([A, B], float)[:, ::1], (tuple(A), tuple(B))):
        np.testing.assert_array_equal(gn.box_iou(one, [A, B]), expected)
    strided = np.zeros((2, 8))
    strided[:, ::2] = [A, B]
    np.testing.assert_array_equal(gn.box_iou(strided[:, ::2], [A, B]), expected)


whole = st.integers(-50, 50)
side = st.integers(1, 60)
integer_box = st.builds(lambda x, y, w, h: [x, y, x + w, y + h], whole, whole, side, side)


def exact(a, b):
    """Shared area, area of a, area of either, and of the box around both."""
    wide, high = (max(0, min(a[2 + k], b[2 + k]) - max(a[k], b[k])) for k in (0, 1))
    areas = [(one[2] - one[0]) * (one[3] - one[1]) for one in (a, b)]
    around = [max(a[2 + k], b[2 + k]) - min(a[k], b[k]) for k in (0, 1)]
    return wide * high, areas[0], sum(areas) - wide * high, around


@given(integer_box, integer_box)
def test_integers_are_exact(a, b):
    both, own, every, around = exact(a, b)
    iou = Fraction(both, every)
    assert gn.box_iou(a, b) == float(iou) == gn.box_iou(b, a)
    assert gn.box_iou(a, b, crowd=True) == float(Fraction(both, own))
    hull = around[0] * around[1]
    assert gn.giou(a, b) == pytest.approx(float(iou - Fraction(hull - every, hull)), rel=1e-12, abs=1e-15)
    centres = [Fraction(a[k] + a[k + 2] - b[k] - b[k + 2], 2) for k in (0, 1)]
    distance = iou - sum(one**2 for one in centres) / (around[0] ** 2 + around[1] ** 2)
    assert gn.diou(a, b) == pytest.approx(float(distance), rel=1e-12, abs=1e-15)
    ratios = [math.atan((one[2] - one[0]) / (one[3] - one[1])) for one in (a, b)]
    v = 4 / math.pi**2 * (ratios[0] - ratios[1]) ** 2
    alpha = v / (1 - float(iou) + v) if v else 0
    assert gn.ciou(a, b) == pytest.approx(float(distance) - alpha * v, rel=1e-12, abs=1e-15)


@given(integer_box, integer_box)
def test_pixels_are_counted(a, b):
    """With pixel=True a box is the set of pixels from corner to corner, both included."""
    cells = [{(x, y) for x in range(one[0], one[2] + 1) for y in range(one[1], one[3] + 1)} for one in (a, b)]
    assert gn.box_iou(a, b, pixel=True) == len(cells[0] & cells[1]) / len(cells[0] | cells[1])


def test_a_box_of_one_pixel():
    assert gn.box_iou([3, 3, 3, 3], [3, 3, 4, 4], pixel=True) == 1 / 4
    with raises_id("vision.bad_box_at_position"):
        gn.box_iou([3, 3, 3, 3], [3, 3, 4, 4])


def test_worked_by_hand():
    """Two unit squares side by side with a gap of one: nothing shared, a box of 3 x 1 around both."""
    a, b = [0, 0, 1, 1], [2, 0, 3, 1]
    assert (gn.box_iou(a, b), gn.giou(a, b), gn.diou(a, b), gn.ciou(a, b)) == (0, -1 / 3, -4 / 10, -4 / 10)
    # A quarter inside the whole: IoU 1/4; centres are (1/2, 1/2) apart, the diagonal is that of the whole; no difference in ratio.
    a, b = [0, 0, 2, 2], [0, 0, 1, 1]
    assert (gn.giou(a, b), gn.diou(a, b), gn.ciou(a, b)) == (1 / 4, 1 / 4 - 0.5 / 8, 1 / 4 - 0.5 / 8)
    for measure in (gn.box_iou, gn.giou, gn.diou, gn.ciou):
        assert measure(a, a) == 1


number = st.floats(0, 1000, allow_subnormal=False)
extent = st.floats(1e-3, 1000)
boxes = st.lists(st.tuples(number, number, extent, extent), min_size=1, max_size=6)


@given(boxes, boxes, st.data())
def test_equal_to_pycocotools(a, b, data):
    """The same operations in the same order: equal to the last bit, crowds too; but never above 1, which rounding makes of some there."""
    crowd = data.draw(st.lists(st.booleans(), min_size=len(b), max_size=len(b)))
    a, b = np.array(a), np.array(b)
    expected = pycocotools.mask.iou(a, b, [int(one) for one in crowd])
    expected = np.minimum(expected, 1)
    np.testing.assert_array_equal(gn.box_iou(a, b, format="xywh", crowd=crowd), expected)
    for k in range(min(len(a), len(b))):
        assert gn.box_iou(a[k], b[k], format="xywh", crowd=crowd[k], elementwise=True) == expected[k, k]


@given(boxes, boxes)
def test_formats_agree(a, b):
    a, b = np.array(a), np.array(b)
    for measure in (gn.box_iou, gn.giou, gn.diou, gn.ciou):
        expected = measure(a, b, format="xywh")
        ends = [np.column_stack([one[:, :2], one[:, :2] + one[:, 2:]]) for one in (a, b)]
        centres = [np.column_stack([one[:, :2] + one[:, 2:] / 2, one[:, 2:]]) for one in (a, b)]
        # A side of 1e-3 at 1000 keeps nine digits of its width when it is written as two ends.
        np.testing.assert_allclose(measure(*ends), expected, rtol=1e-8, atol=1e-9)
        np.testing.assert_allclose(measure(*centres, format="cxcywh"), expected, rtol=1e-8, atol=1e-9)
        assert (expected <= 1).all()
        assert (expected >= {gn.box_iou: 0, gn.ciou: -1.5}.get(measure, -1)).all()


NAN, INF = math.nan, math.inf
REFUSED = [
    (([0, 0, 0, 2], B), {}, r"a has the box \[0.0, 0.0, 0.0, 2.0\] at position 0, whose x2 is not above x1"),
    (([A, [5, 5, 6, 5], [1, 1, 0, 0]], B), {}, r"a has the box \[5.0, 5.0, 6.0, 5.0\] at position 1 \(and 1 more of 3\)"),
    ((A, [[1, 1, 3, 3], [0, NAN, 1, 1]]), {}, r"b has the box \[0.0, nan, 1.0, 1.0\] at position 1, whose numbers are not all finite"),
    ((A, [0, 0, INF, 1]), {}, "b has the box .* not all finite"),
    ((A, [1, 1, 0, 3]), {"format": "xywh"}, "b has the box .* width or height is not above 0"),
    ((A, [1, 1, 2, -3]), {"format": "cxcywh"}, "b has the box .* width or height is not above 0"),
    (([5, 5, 4, 9], B), {"pixel": True}, "x2 is below x1"),
    ((A, B), {"pixel": True, "format": "xywh"}, 'pixel=True is for format="xyxy"'),
    ((A, B), {"pixel": "no"}, "pixel='no' is neither True nor False"),
    ((A, B), {"elementwise": "no"}, "elementwise='no' is neither True nor False"),
    ((A, B), {"format": "yxyx"}, "format='yxyx' is not 'xyxy' or 'xywh' or"),
    (([1, 2, 3], B), {}, r"a has shape \(3,\); boxes of format=\"xyxy\" are rows of 4 numbers"),
    ((A, np.zeros((2, 2, 4))), {}, r"b has shape \(2, 2, 4\)"),
    ((A, [0, 0, 1, 1, 0.5]), {}, "rows of 4 numbers"),
    ((A, "boxes"), {}, "b is a str"),
    ((A, None), {}, "b is None"),
    (([["0", "0", "1", "1"]], B), {}, "a holds strings"),
    ((A, [B, [1, 2]]), {}, "b is a ragged list"),
    (([A, A], [B]), {"elementwise": True}, "a holds 2 boxes and b 1"),
    ((A, [B, B]), {"crowd": [True]}, r"crowd has shape \(1,\)"),
    ((A, [B, B]), {"crowd": [0, 2]}, "crowd has 2 at position 1"),
    (([0, 0, 1e120, 1], B), {}, "past what areas can be computed of"),
    (([0, 0, 1e-120, 1], B), {}, "lost in the rounding"),
    (([1e20, 0, 1, 1], [1e20, 0, 1, 1]), {"format": "xywh"}, "lost in the rounding"),
]


@pytest.mark.parametrize(("args", "options", "text"), REFUSED)
def test_refused(args, options, text):
    with pytest.raises(InputError, match=text):
        gn.box_iou(*args, **options)


@pytest.mark.parametrize("name", ["giou", "diou", "ciou"])
def test_the_others_refuse_oriented_boxes_and_what_is_no_box(name):
    measure = getattr(gn, name)
    with pytest.raises(InputError, match=f"{name} is defined for boxes with upright sides.*use box_iou"):
        measure([0, 0, 1, 1, 0], [0, 0, 1, 1, 0], format="xywhr")
    with raises_id("vision.bad_box_at_position", name="b"):
        measure(A, [2, 2, 1, 1])
    with raises_id("vision.box_format_unknown", format="xxyy"):
        measure(A, B, format="xxyy")


def test_one_crowd_for_a_single_box():
    assert gn.box_iou([0, 0, 2, 2], [1, 1, 3, 3], crowd=[1]) == gn.box_iou([0, 0, 2, 2], [1, 1, 3, 3], crowd=1) == 0.25


@pytest.mark.parametrize("measure", [gn.giou, gn.diou, gn.ciou])
def test_pixels_that_belong_to_the_box(measure):
    a, b = np.array([[0, 0, 4, 4], [3, 3, 9, 3]]), np.array([[2, 2, 5, 7], [8, 0, 9, 1], [0, 0, 4, 4]])
    last = np.array([0, 0, 1, 1])
    np.testing.assert_allclose(measure(a, b, pixel=True), measure(a + last, b + last), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(measure(a, b[:2], pixel=True, elementwise=True), np.diag(measure(a, b, pixel=True)), rtol=1e-12)
    with raises_id("vision.pixel_not_allowed_with_format"):
        measure(a, b, format="xywh", pixel=True)
