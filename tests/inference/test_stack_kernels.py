"""Kernels of resampled sweeps against NumPy, digit by digit."""

import numpy as np
import pytest

from gnomon import _core
from gnomon.inference.bands import CURVES, GRID

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("step", [1, 3, 9, 40, 300, 700])
def test_sums_of_segments_are_those_of_reduceat(step):
    values = RNG.normal(0, 1, (5, 1000)) * 10.0 ** RNG.integers(-5, 5, 1000)
    starts = np.arange(0, 1000, step)
    assert np.array_equal(_core.segment_sums(values, starts, 1), np.add.reduceat(values, starts, axis=1))


@pytest.mark.parametrize("weighted", [False, True])
def test_few_entries_make_the_product_with_the_whole_table(weighted):
    table = np.zeros((50, 40))
    block, column = np.array([3, 3, 7, 49, 0]), np.array([0, 5, 5, 5, 39])
    values = RNG.normal(0, 1, 5) if weighted else np.ones(5)
    table[block, column] = values
    weights = RNG.poisson(1, (20, 50)).astype(float)
    made = _core.weighted_entries(weights, block, column, values if weighted else None, np.array([0, 1, 4]), 40, 1)
    assert np.allclose(made, weights @ table, rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("starts", [[0, 0], [2, 1], [0, 10], [-1]])
def test_segments_out_of_order_are_refused(starts):
    with pytest.raises(ValueError, match="not in order"):
        _core.segment_sums(np.ones((1, 10)), np.array(starts), 1)


@pytest.mark.parametrize("curve", CURVES)
def test_curves_are_read_as_interp_reads_them(curve):
    rng = np.random.default_rng(4)
    pos, neg = rng.poisson(0.6, (30, 200)).astype(float), rng.poisson(0.6, (30, 200)).astype(float)
    pos[0], neg[1], pos[2], neg[2] = 0, 0, 0, 0
    pos[1, :5] = 0
    pos[3, :5], neg[3, :5] = 0, 2
    with np.errstate(divide="ignore", invalid="ignore"):
        tps, fps = np.cumsum(pos, axis=1), np.cumsum(neg, axis=1)
        tpr, fpr, called = tps / tps[:, -1:], fps / fps[:, -1:], tps + fps
        precision, share = np.where(called > 0, tps / called, 1.0), called / called[:, -1:]
    across, up = {"roc": (fpr, tpr), "pr": (tpr, precision), "gain": (share, tpr)}[curve]
    for row, found in enumerate(_core.grid_curves(pos, neg, GRID, CURVES.index(curve), 1)):
        if not tps[row, -1] or (curve == "roc" and not fps[row, -1]):
            assert np.isnan(found).all(), "rows without the class have no curve"
            continue
        start = up[row, np.argmax(across[row] > 0)] if curve == "pr" else 0.0
        assert np.array_equal(found, np.interp(GRID, np.append(0.0, across[row]), np.append(start, up[row]))), row


def test_average_precision_of_a_stack_leaves_empty_cells_out():
    pos, neg = np.array([[0.0, 1, 0, 2, 0]]), np.array([[0.0, 0, 3, 1, 0]])
    assert _core.stack_precision(pos, neg, 1)[0] == (1 * 1 / 1 + 2 * 3 / 7) / 3
    assert np.isnan(_core.stack_precision(np.zeros((1, 3)), np.ones((1, 3)), 1)[0])
