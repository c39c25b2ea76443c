"""Ctrl-C ends every kernel that can run for a second, on any number of threads.

Nothing is timed: Ctrl-C comes when the kernel asks for the n-th time.
"""

import signal

import numpy as np
import pytest

from gnomon import _core

rng = np.random.default_rng(7)


def boxes(n):
    return np.column_stack([rng.random((n, 2)) * 50, rng.random((n, 2)) * 30 + 1])


def texts(*lengths):
    return rng.integers(97, 107, sum(lengths)).astype(np.uint32), np.cumsum(lengths)


def starts(*sizes):
    return np.append(0, np.cumsum(sizes)).astype(np.int64)


POINTS = rng.normal(size=(500, 4))
SIZES = np.arange(1.0, 31)
GOOD, BAD = rng.integers(1, 40, (2, 1000)).astype(float)
MANY = rng.random(20_000)
ONE_IMAGE = np.arange(60), starts(60), np.arange(60), starts(60)
PLAIN = np.zeros(500, np.uint8)
CROWDED = starts(500), boxes(500), starts(500), boxes(500), PLAIN, 0.0, False
PIXELS = rng.random((60, 20, 20)) < 0.5
STACK = rng.random((6, 50))
NO_KIND = np.zeros(500, np.int32)
STATE = np.ones((40, 500), np.uint8)


def masks():
    runs, ends, *_ = _core.mask_pixels(PIXELS.astype(np.uint8), 1)
    return runs, ends, np.full(60, 20)


def of_masks(threads):
    return _core.mask_overlaps(masks(), masks(), PLAIN[:60], *ONE_IMAGE, None, 0.0, threads)


def written_masks(threads):
    runs, ends, _ = masks()
    text, at = _core.mask_texts(runs, ends)
    return _core.mask_strings(text, at, np.full(60, 20), np.full(60, 20), threads)


def counted_masks(threads):
    runs, ends, _ = masks()
    return _core.mask_counts(runs.astype(np.int64), ends, np.full(60, 20), np.full(60, 20), threads)


def outlined_masks(threads):
    corners = rng.random((90, 2)) * 20
    return _core.mask_polygons(corners, starts(*[3] * 30), starts(*[1] * 30), np.full(30, 20), np.full(30, 20), threads)


def matched(threads):
    pairs = _core.box_pairs(*CROWDED, 1)
    lines = np.zeros((1, 500), np.uint8)
    return _core.match_images(
        CROWDED[0], NO_KIND, CROWDED[2], NO_KIND, *pairs, PLAIN, PLAIN, lines, lines, np.linspace(0.1, 0.9, 9), False, False, threads
    )


def averaged(threads):
    return _core.average_precisions(
        starts(500),
        np.arange(500),
        NO_KIND,
        STATE,
        np.zeros(40, np.int64),
        STATE[:1],
        NO_KIND,
        NO_KIND,
        "trapezoid",
        np.ones(9),
        None,
        threads,
    )


def tabled(threads):
    grid, caps, objects = np.linspace(0, 1, 101), np.full(9, 600), np.full((1, 1), 500)
    return _core.precision_tables(starts(500), np.arange(500), np.ones(500), NO_KIND, STATE, 40, objects, caps, grid, threads)


def optimised(_):
    good, bad = GOOD[:90], BAD[:90]
    return _core.optimal_bins(good, bad, np.zeros(0), np.zeros(0), good.sum(), bad.sum(), 9, 0.0, 0.0, 0.0, 0.5, 0)


def keypoints(threads):
    places = rng.random((60, 5, 3))
    return _core.keypoint_overlaps(places, places, boxes(60), np.ones(60), np.ones(5), *ONE_IMAGE, None, threads)


def said_and_references():
    return *texts(4000), *texts(*[9] * 300), starts(300)


def valued(threads):
    return _core.bin_values(MANY, np.array([0.5]), True, np.arange(30.0), np.ones(33), np.empty(20_000), threads)


ASKING = {
    "silhouettes": (lambda t: _core.silhouettes(POINTS, starts(250, 250), "euclidean", t), 40),
    "silhouettes_of_distances": (
        lambda t: _core.silhouettes_of_distances(np.ones((500, 500)), np.zeros(500, np.uint32), starts(500)[1:], t),
        250,
    ),
    "density_validity": (lambda t: _core.density_validity(POINTS, starts(250, 250), "euclidean", t), 20),
    "expected_information": (lambda t: _core.expected_information(SIZES, SIZES, SIZES, SIZES, 9e3, t), 33),
    "count_edits": (lambda t: _core.count_edits(*texts(4000), *texts(4000), 2, t), 4),
    "edit_steps": (lambda _: _core.edit_steps(*texts(4000), *texts(4000), 2), 3),
    "bleu_counts": (lambda t: _core.bleu_counts(*said_and_references(), 4, False, t), 1),
    "chrf_counts": (lambda t: _core.chrf_counts(*said_and_references(), 6, 0, 2.0, False, False, t), 4),
    "optimal_bins": (optimised, 5),
    "chi_merge": (lambda _: _core.chi_merge(GOOD, BAD, 1000, 0.0, 500.0, 1.0), 3),
    "tree_cuts": (lambda _: _core.tree_cuts(GOOD, BAD, 900, True, 0.0, 0.0), 3),
    "bin_places": (lambda t: _core.bin_places(MANY, np.array([0.5]), True, np.arange(30.0), t), 5),
    "bin_values": (valued, 5),
    "bin_counts": (lambda _: _core.bin_counts(MANY, np.array([0.5]), True, np.arange(30.0)), 5),
    "box_table": (lambda t: _core.box_table(boxes(500), boxes(500), None, 1, 0, False, t), 3),
    "quad_table": (lambda t: _core.quad_table(rng.random((30, 5)), rng.random((30, 5)), None, t), 3),
    "box_overlaps": (lambda t: _core.box_overlaps(boxes(60), boxes(60), PLAIN[:60], *ONE_IMAGE, None, False, t), 3),
    "quad_overlaps": (lambda t: _core.quad_overlaps(rng.random((60, 5)), rng.random((60, 5)), PLAIN[:60], *ONE_IMAGE, None, t), 3),
    "keypoint_overlaps": (keypoints, 3),
    "mask_overlaps": (of_masks, 3),
    "mask_pixels": (lambda t: _core.mask_pixels(PIXELS.astype(np.uint8), t), 60),
    "mask_strings": (written_masks, 60),
    "mask_counts": (counted_masks, 60),
    "mask_polygons": (outlined_masks, 30),
    "box_pairs": (lambda t: _core.box_pairs(*CROWDED, t), 4),
    "match_images": (matched, 9),
    "average_precisions": (averaged, 80),
    "precision_tables": (tabled, 3),
    "resample": (lambda t: _core.resample(np.ones(50), 30, 1, 0, t), 30),
    "stack_area": (lambda t: _core.stack_area(STACK, STACK, t), 6),
    "stack_gap": (lambda t: _core.stack_gap(STACK, STACK, t), 6),
    "stack_precision": (lambda t: _core.stack_precision(STACK, STACK, t), 6),
}
"""Kernels whose work grows faster than their input, called with a number of threads, and how often each asks at least."""

LINEAR = {
    "look at each row once": """absolute_error_at binarize cell_ceilings cell_losses class_spread columns confusion contingency cumulate
        exact_sum extent factorize floor_scores grid_curves largest_gap losses moments precision_sum product_sum quad_pairs
        segment_sums weighted_entries worst_of_ties""",
    "sort rows, on threads bucket by bucket": """amount_columns bundle coarsen deal dense_ranks density group_areas joint_columns joint_rows
        merge merge_joint middle_ranks monotone_precision ordered_pairs ordered_unit_pairs pairs_apart placements precision_recall
        quantile_cuts rank_pairs rank_products rank_rows row_gap shift_for sweep_columns sweep_pairs""",
    "walk each list of a ranking once": """ranked_area ranked_bpref ranked_cascade ranked_gain ranked_hits ranked_precision
        ranked_precision_least ranked_precision_retrieved ranked_reciprocal ranked_relevant ranked_share ranked_success""",
    "look at each pixel or run once": "far_from_borders label_pairs map_digests mask_extents mask_texts",
    "read each byte or text once": "coco_file coco_records find_repeat join_run read_trec tag_codes tag_entities",
    "are no kernels": "UNIT interrupt_after",
}


@pytest.fixture(autouse=True)
def ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    _core.interrupt_after(0)
    signal.signal(signal.SIGINT, before)


def questions(call):
    _core.interrupt_after(1 << 40)
    call(1)
    return (1 << 40) - _core.interrupt_after(0)


@pytest.mark.parametrize("name", ASKING)
def test_kernels_ask_and_end(name):
    call, least = ASKING[name]
    asked = questions(call)
    assert asked >= least
    for threads, question in ((1, 1), (1, least), (3, 1)):
        _core.interrupt_after(question)
        with pytest.raises(KeyboardInterrupt):
            call(threads)


def test_every_kernel_asks_or_is_linear():
    linear = " ".join(LINEAR.values()).split()
    bound = {name for name in dir(_core) if not name.startswith("__")}
    assert bound == {*ASKING, *linear}


def test_the_error_is_that_of_the_handler():
    class LateError(Exception):
        pass

    def late(*_):
        raise LateError

    signal.signal(signal.SIGINT, late)
    for threads in (1, 3):
        _core.interrupt_after(3 if threads == 1 else 1)
        with pytest.raises(LateError):
            ASKING["silhouettes"][0](threads)


def test_a_handler_that_returns_changes_nothing():
    want = ASKING["silhouettes"][0](1)
    signal.signal(signal.SIGINT, lambda *_: None)
    _core.interrupt_after(2)
    np.testing.assert_array_equal(ASKING["silhouettes"][0](1), want)
