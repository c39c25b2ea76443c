"""Kernels of detection against plain twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import _core
from kernels import twins

seeds = st.integers(0, 2**32 - 1)


def scene(rng, images=4, classes=3, most=9):
    """Detections and objects by image and class, on a coarse grid, so that overlaps tie and meet thresholds exactly."""

    def side(rows):
        image, kind = rng.integers(0, images, rows), rng.integers(0, classes, rows)
        order = np.lexsort((kind, image))
        boxes = np.column_stack([rng.integers(0, 5, (rows, 2)) * 5.0, rng.choice([10.0, 15.0, 20.0], (rows, 2))])
        starts = np.append(0, np.cumsum(np.bincount(image, minlength=images))).astype(np.int64)
        return starts, kind[order].astype(np.int32), boxes[order], image[order].astype(np.int32)

    return side(rng.integers(0, 3 * most)), side(rng.integers(0, most))


def flags(rng, *shape, share=0.25):
    return (rng.random(shape) < share).astype(np.uint8)


@given(seeds, st.sampled_from([0.1, 0.5, 1 / 3]), st.booleans(), st.sampled_from([1, 3]))
@settings(max_examples=100, deadline=None)
def test_box_pairs(seed, least, pixel, threads):
    rng = np.random.default_rng(seed)
    (starts, _, boxes, _), (truth_starts, _, truth_boxes, _) = scene(rng)
    crowd = flags(rng, len(truth_boxes))
    at, truth, iou = _core.box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, least, pixel, threads)
    row = np.repeat(np.arange(len(boxes)), np.diff(at))
    assert list(zip(row, truth, iou, strict=True)) == twins.box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, least, pixel)


@given(seeds, st.booleans(), st.booleans(), st.sampled_from([1, 3]))
@settings(max_examples=200, deadline=None)
def test_match_images(seed, best_only, last_of_equals, threads):
    rng = np.random.default_rng(seed)
    (starts, kind, boxes, image), (truth_starts, truth_kind, truth_boxes, _) = scene(rng)
    areas, thresholds = 2, np.array([0.2, 0.5, 1.0])
    crowd, unmatched = flags(rng, len(truth_kind)), flags(rng, len(truth_kind), share=0.1)
    left_out, outside = flags(rng, areas, len(truth_kind)) | crowd, flags(rng, areas, len(kind))
    pairs = _core.box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, 0.1, False, 1)
    state, partner = _core.match_images(
        starts, kind, truth_starts, truth_kind, *pairs, crowd, unmatched, left_out, outside, thresholds, best_only, last_of_equals, threads
    )
    plain = twins.box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, 0.1, False)
    for area in range(areas):
        for level, threshold in enumerate(thresholds):
            given_ = (crowd, unmatched, left_out[area], outside[area], threshold, best_only, last_of_equals)
            theirs = twins.match_images(image, kind, truth_kind, plain, *given_)
            assert state[area * len(thresholds) + level].tolist() == theirs[0]
            if area == 0:
                assert partner[level].tolist() == theirs[1]


GRIDS = {"grid": np.linspace(0, 1, 11), "envelope": np.zeros(1), "trapezoid": np.linspace(0, 1, 101), "truncated": np.linspace(0, 1, 101)}


@given(seeds, st.sampled_from(sorted(GRIDS)), st.booleans(), st.sampled_from([1, 3]))
@settings(max_examples=200, deadline=None)
def test_average_precisions(seed, interpolation, weighted, threads):
    rng = np.random.default_rng(seed)
    images, classes, lines, rows, objects = 5, 3, 4, int(rng.integers(0, 40)), int(rng.integers(0, 30))
    kind, image = np.sort(rng.integers(0, classes, rows)), rng.integers(0, images, rows).astype(np.int32)
    row = rng.permutation(rows)
    order, scattered = np.argsort(row).astype(np.int64), image.copy()
    scattered[order] = image
    state = rng.integers(0, 3, (lines, rows)).astype(np.uint8)
    counted = flags(rng, 2, objects, share=0.7)
    truth_image, truth_kind = (rng.integers(0, most, objects).astype(np.int32) for most in (images, classes))
    weights = rng.poisson(1.0, (6, images)).astype(float) if weighted else None
    starts = np.searchsorted(kind, np.arange(classes + 1)).astype(np.int64)
    line_area = np.array([0, 1, 0, 1])
    grid = GRIDS[interpolation]
    ap, recall = _core.average_precisions(
        starts, order, scattered, state, line_area, counted, truth_image, truth_kind, interpolation, grid, weights, threads
    )
    for r, copies in enumerate(np.ones((1, images)) if weights is None else weights):
        for line in range(lines):
            for k in range(classes):
                here = order[starts[k] : starts[k + 1]]
                many = (counted[line_area[line]] * copies[truth_image])[truth_kind == k].sum()
                theirs = twins.average_precision(state[line, here], copies[scattered[here]], many, interpolation, grid)
                if many and theirs[1] > 1:  # no matching finds more objects than there are
                    continue
                mine = ap[r, line * classes + k], recall[r, line * classes + k]
                np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)


def plain_table(states, scores, objects, grid):
    """Precision and score at each recall, as COCO's own tool has it: of the first detection that reaches it, the best from there on."""
    tp, fp = np.cumsum(states == 1), np.cumsum(states == 0)
    precision = np.maximum.accumulate((tp / (fp + tp + np.spacing(1)))[::-1])[::-1]
    found = np.zeros((2, len(grid)))
    for r, place in enumerate(np.searchsorted(tp / objects, grid, side="left")):
        if place == len(states):
            break
        found[:, r] = precision[place], scores[place]
    return *found, tp[-1] / objects if len(tp) else 0.0


@given(seeds, st.booleans(), st.sampled_from([1, 3]))
@settings(max_examples=100, deadline=None)
def test_precision_tables(seed, sorted_grid, threads):
    rng = np.random.default_rng(seed)
    classes, areas, levels, rows = 3, 2, 2, int(rng.integers(0, 40))
    kind, score = np.sort(rng.integers(0, classes, rows)), rng.integers(0, 9, rows) / 8
    order, starts = np.lexsort((-score, kind)), np.searchsorted(kind, np.arange(classes + 1))
    rank, state = rng.integers(0, 5, rows).astype(np.int32), rng.integers(0, 3, (areas * levels, rows)).astype(np.uint8)
    objects, caps, grid = rng.integers(0, 2, (areas, classes)) * 40, np.array([0, 2, 100]), np.append(np.linspace(0, 1, 11), 0.25)
    if not sorted_grid:
        rng.shuffle(grid)
    grid = np.sort(grid) if sorted_grid else grid
    made = _core.precision_tables(starts, order, score, rank, state, levels, objects, caps, grid, threads)
    shape = (classes, areas, len(caps))
    precision, recall, scores = (
        made[0].reshape(levels, len(grid), *shape),
        made[1].reshape(levels, *shape),
        made[2].reshape(levels, -1, *shape),
    )
    for t, k, a, m in np.ndindex(levels, *shape):
        mine = precision[t, :, k, a, m], scores[t, :, k, a, m], recall[t, k, a, m]
        if not objects[a, k]:
            assert all((one == -1).all() for one in mine)
            continue
        here = order[starts[k] : starts[k + 1]]
        here = here[rank[here] < caps[m]]
        theirs = plain_table(state[a * levels + t, here], score[here], objects[a, k], grid)
        for one, other in zip(mine, theirs, strict=True):
            np.testing.assert_array_equal(one, other)


def test_tables_that_do_not_fit_are_refused():
    two, one = np.array([0, 1]), np.array([1])
    good = [np.array([0, 2]), two, np.ones(2), np.zeros(2, np.int32), np.zeros((1, 2), np.uint8), 1, np.array([[1]]), one, np.zeros(1), 1]
    assert _core.precision_tables(*good)[1].tolist() == [0.0]
    wrong = [(0, np.array([0, 3])), (0, np.array([1, 2])), (1, np.array([0, 2])), (1, np.array([-1, 0])), (2, np.ones(3)), (5, 2)]
    wrong += [(0, np.array([0, 2, 1, 2])), (6, np.ones((1, 2), np.int64)), (3, np.zeros(1, np.int32))]
    for place, value in wrong:
        with pytest.raises(ValueError, match=r"fit|length|no row"):
            _core.precision_tables(*good[:place], value, *good[place + 1 :])


def test_columns_that_do_not_fit_are_refused():
    one, none = np.array([0, 1]), np.zeros((0, 4))
    with pytest.raises(ValueError, match="starts does not fit"):
        _core.box_pairs(one, none, one, none, np.zeros(0, np.uint8), 0.1, False, 1)
    with pytest.raises(ValueError, match="differ in length"):
        _core.box_pairs(np.zeros(1, np.int64), none, np.zeros(1, np.int64), none, np.zeros(3, np.uint8), 0.1, False, 1)
