"""Oriented boxes: against shapely, exact fractions where corners are whole, upright boxes at right angles, and every refusal."""

from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import InputError
from refusals import raises_id

place = st.floats(-100, 100, allow_subnormal=False)
length = st.floats(0.5, 100)
angle = st.floats(-2 * np.pi, 2 * np.pi, allow_subnormal=False)
turned = st.tuples(place, place, length, length, angle)


def corners(box):
    x, y, w, h, r = box
    along, down = np.array([np.cos(r), np.sin(r)]) * w / 2, np.array([-np.sin(r), np.cos(r)]) * h / 2
    return np.array([x, y]) + np.array([-along - down, along - down, along + down, down - along])


def by_shapely(a, b):
    one, other = shapely.Polygon(a), shapely.Polygon(b)
    both = one.intersection(other).area
    return both / (one.area + other.area - both), both / one.area


@given(turned, turned)
@example((0, 0, 2, 2, 0), (0, 0, 2, 2, 0))
@example((0, 0, 2, 2, 0), (2, 0, 2, 2, 0))
@example((0, 0, 2, 2, 0), (2, 2, 2, 2, 0))
@example((0, 0, 2, 2, 0), (1, 0, 2, 2, 0))
@example((0, 0, 2, 2, 0.3), (0, 0, 1, 1, 0.3))
@example((0, 0, 10, 1, 0.3), (0, 0, 10, 1, 0.3 + 1e-9))
def test_against_shapely(a, b):
    """To 1e-9: corners of either side are rounded apart from each other, and edges that almost coincide multiply what that leaves."""
    expected, of_crowd = by_shapely(corners(a), corners(b))
    for one, other, options in ((a, b, {"format": "xywhr"}), (corners(a), corners(b), {"format": "corners"})):
        assert gn.box_iou(one, other, **options) == pytest.approx(expected, rel=1e-9, abs=1e-12)
        assert gn.box_iou(one, other, crowd=True, **options) == pytest.approx(of_crowd, rel=1e-9, abs=1e-12)
        assert gn.box_iou(one, one, **options) == pytest.approx(1, rel=1e-12)


def exact_area(polygon):
    following = [*polygon[1:], polygon[0]]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(polygon, following, strict=True)) / 2


def exact_cut(polygon, a, b):
    def side(p):
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    kept = []
    for p, q in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if side(p) >= 0:
            kept.append(p)
        if side(p) * side(q) < 0:
            share = side(p) / (side(p) - side(q))
            kept.append(tuple(p[k] + share * (q[k] - p[k]) for k in (0, 1)))
    return kept


def exact_iou(a, b):
    sides = []
    for one in (a, b):
        polygon = [tuple(map(Fraction, corner)) for corner in one]
        sides.append(polygon if exact_area(polygon) > 0 else polygon[::-1])
    first, second = sides
    left = first
    for k in range(4):
        left = exact_cut(left, second[k], second[(k + 1) % 4]) if left else left
    both = exact_area(left) if left else Fraction(0)
    return both / (exact_area(first) + exact_area(second) - both)


whole = st.integers(-8, 8)
quads = st.lists(st.tuples(whole, whole), min_size=4, max_size=4, unique=True)


def is_convex(points):
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(edges, [*edges[1:], edges[0]], strict=True)]
    return any(turns) and (min(turns) >= 0 or max(turns) <= 0)


def around(points):
    """The points in the order of their angle about their middle."""
    middle = np.mean(points, axis=0)
    return sorted(points, key=lambda p: np.arctan2(p[1] - middle[1], p[0] - middle[0]))


@given(quads, quads)
def test_whole_corners_are_exact(a, b):
    """Corners that are small whole numbers: the same as with fractions, also where edges and corners touch."""
    a, b = around(a), around(b)
    assume(is_convex(a) and is_convex(b))
    expected = float(exact_iou(a, b))
    assert gn.box_iou(a, b, format="corners") == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert gn.box_iou(a[::-1], b, format="corners") == pytest.approx(expected, rel=1e-12, abs=1e-15), "either way round"
    assert gn.box_iou(a[1:] + a[:1], b, format="corners") == pytest.approx(expected, rel=1e-12, abs=1e-15), "from any corner"
    assert gn.box_iou(a, a, format="corners") == pytest.approx(1, rel=1e-14)


@given(st.lists(st.tuples(whole, whole), min_size=4, max_size=4))
def test_what_is_not_convex_is_refused(points):
    """Four points pass if and only if they are the corners of a convex polygon with an area, in turn."""
    area = exact_area([tuple(map(Fraction, point)) for point in points])
    if is_convex(points) and area:
        assert gn.box_iou(points, points, format="corners") == pytest.approx(1, rel=1e-12)
    else:
        with raises_id("vision.bad_box_at_position", name="a"):
            gn.box_iou(points, points, format="corners")


@given(st.tuples(place, place, length, length), st.tuples(place, place, length, length), st.integers(-4, 4))
def test_right_angles_are_upright_boxes(a, b, quarter):
    upright = gn.box_iou(a, b, format="cxcywh")
    sides = (b[2], b[3]) if quarter % 2 == 0 else (b[3], b[2])
    found = gn.box_iou((*a, 0), (*b[:2], *sides, quarter * np.pi / 2), format="xywhr")
    assert found == pytest.approx(upright, rel=1e-12, abs=1e-12)


def test_far_from_the_origin_nothing_is_lost():
    near = gn.box_iou([0, 0, 3, 2, 0.4], [1, 0.5, 2, 3, 1.1], format="xywhr")
    far = gn.box_iou([2.0**40, 2.0**40, 3, 2, 0.4], [2.0**40 + 1, 2.0**40 + 0.5, 2, 3, 1.1], format="xywhr")
    assert far == pytest.approx(near, rel=1e-12)


def test_a_diamond_in_its_square():
    square, diamond = [0, 0, 2, 2, 0], [0, 0, 2**0.5, 2**0.5, np.pi / 4]
    assert gn.box_iou(square, diamond, format="xywhr") == pytest.approx(1 / 2, rel=1e-12)
    assert gn.box_iou([[0, 0, 2, 0, 2, 2, 0, 2]], [[1, 0, 2, 1, 1, 2, 0, 1]], format="corners").tolist() == [[0.5]]
    table = gn.box_iou([square, diamond], [square, diamond, square], format="xywhr")
    pairs = gn.box_iou([square, diamond], [diamond, diamond], format="xywhr", elementwise=True)
    assert table.shape == (2, 3)
    assert pairs.tolist() == table[:, 1].tolist()


REFUSED = [
    ([0, 0, 1, 1, 45], "xywhr", "angle is more than a full turn; angles are in radians"),
    ([0, 0, 1, 0, 0.5], "xywhr", "width or height is not above 0"),
    ([0, 0, 1, 1, np.nan], "xywhr", "not all finite"),
    ([0, 0, 1, 1], "xywhr", "rows of 5 numbers"),
    ([0, 0, 1, 1, 1, 0, 0, 1], "corners", "sides cross"),
    ([0, 0, 4, 0, 1, 1, 0, 4], "corners", "bend inwards"),
    ([0, 0, 1, 1, 2, 2, 3, 3], "corners", "enclose nothing"),
    ([5, 5, 5, 5, 5, 5, 5, 5], "corners", "enclose nothing"),
    ([0, 0, 1, 0, 1, 1, 0], "corners", "rows of 8 numbers"),
    ([0, 0, 1e-130, 0, 1e-130, 1e-130, 0, 1e-130], "corners", "enclose nothing"),
]


@pytest.mark.parametrize(("box", "format", "text"), REFUSED)
def test_refused(box, format, text):
    good = {"xywhr": [0, 0, 1, 1, 0], "corners": [0, 0, 1, 0, 1, 1, 0, 1]}[format]
    with pytest.raises(InputError, match=rf"b .*{text}"):
        gn.box_iou(good, box, format=format)
