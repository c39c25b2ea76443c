"""The kernels of label maps against their twins."""

import numpy as np
import pytest

from gnomon import _core
from kernels import twins

TYPES = [np.uint8, np.uint16, np.int32, np.int64]


@pytest.mark.parametrize("first", TYPES)
@pytest.mark.parametrize("second", TYPES)
@pytest.mark.parametrize("ignore", [None, 2, 90])
def test_label_pairs(first, second, ignore):
    rng = np.random.default_rng(0)
    truth, predicted = rng.integers(0, 9, (3, 50)).astype(first), rng.integers(0, 9, (3, 50)).astype(second)
    truth[1, 7] = 90
    for low, span in ((0, 9), (1, 5), (0, 91)):
        made = _core.label_pairs(truth, predicted, low, span, ignore, 2)
        np.testing.assert_array_equal(made, twins.label_pairs(truth, predicted, low, span, ignore))


@pytest.mark.parametrize("images", [1, 3])
@pytest.mark.parametrize("span", [5, 100])
def test_threads_and_large_tables_change_nothing(images, span):
    rng = np.random.default_rng(1)
    truth, predicted = rng.integers(0, span, (2, images, 300_000)).astype(np.uint8)
    expected = [np.bincount(t.astype(int) * span + p, minlength=span * span) for t, p in zip(truth, predicted, strict=True)]
    for threads in (1, 2, 7):
        made = _core.label_pairs(truth, predicted, 0, span, None, threads)
        np.testing.assert_array_equal(made[:, :-2], expected)
        assert not made[:, -2:].any()


def test_labels_below_zero_and_at_the_ends():
    ends = np.array([[-(2**63), 2**63 - 1, -1, 0]])
    assert _core.label_pairs(ends, ends, -1, 2, None, 1).tolist() == [[1, 0, 0, 1, 2, 0]]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("ignore", [None, 2, -1])
@pytest.mark.parametrize("pixels", [0, 1, 7, 8, 9, 17, 100])
def test_map_digests(dtype, ignore, pixels):
    rng = np.random.default_rng(pixels)
    for most in (2, 9):
        maps = rng.integers(0, most, (3, pixels)).repeat(int(rng.integers(1, 12)), 1)[:, :pixels].astype(dtype)
        maps = np.ascontiguousarray(maps)
        for width in (1, 5):
            np.testing.assert_array_equal(_core.map_digests(maps, width, ignore, 2), twins.map_digests(maps, width, ignore))


def test_digests_of_labels_below_zero_and_on_threads():
    ends = np.array([[-(2**63), 2**63 - 1, -1, 0]])
    np.testing.assert_array_equal(_core.map_digests(ends, 4, -1, 1), twins.map_digests(ends, 4, -1))
    maps = np.random.default_rng(0).integers(0, 3, (9, 70_000)).astype(np.uint8)
    assert (_core.map_digests(maps, 7, None, 7) == _core.map_digests(maps, 7, None, 1)).all()


@pytest.mark.parametrize("reach", [0, 1, 2, 5, 40])
def test_far_from_borders(reach):
    rng = np.random.default_rng(reach)
    for shape in ((1, 1), (1, 9), (9, 1), (14, 11), (23, 30)):
        labels = np.kron(rng.integers(0, 2, (-(-shape[0] // 6), -(-shape[1] // 7))), np.ones((6, 7), int))[: shape[0], : shape[1]]
        labels = np.ascontiguousarray(labels, np.int64)
        np.testing.assert_array_equal(_core.far_from_borders(labels, reach), twins.far_from_borders(labels, reach))


def test_what_does_not_fit_is_refused():
    maps = np.zeros((1, 4), np.uint8)
    with pytest.raises(ValueError, match="differ in length"):
        _core.label_pairs(maps, np.zeros((1, 5), np.uint8), 0, 2, None, 1)
    with pytest.raises(ValueError, match="too far apart"):
        _core.label_pairs(maps, maps, 0, 5000, None, 1)
    with pytest.raises(ValueError, match="maps must be"):
        _core.label_pairs(maps.astype(np.int16), maps, 0, 2, None, 1)
