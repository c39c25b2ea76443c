"""Kernels of clustering against plain twins: every row counted, every chance weighed, every distance looked at; any number of threads."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from gnomon import _core

THREADS = (1, 2, 5)


@pytest.mark.parametrize("n", [0, 1, 7, 300_000])
@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (80, 90), (400, 300)])
def test_cells(n, rows, columns):
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, rows, n, np.uint32), rng.integers(0, columns, n, np.uint32)
    weight = rng.integers(0, 8, n) / 8  # sums of eighths are exact
    want, heavy = np.zeros((rows, columns), np.int64), np.zeros((rows, columns))
    np.add.at(want, (a, b), 1)
    np.add.at(heavy, (a, b), weight)
    for threads in THREADS:
        np.testing.assert_array_equal(_core.contingency(a, b, None, rows, columns, threads), want)
        np.testing.assert_array_equal(_core.contingency(a, b, weight, rows, columns, threads), heavy)


def test_codes_past_the_table_are_left_out():
    a, b = np.array([0, 9, 1], np.uint32), np.array([0, 0, 7], np.uint32)
    assert _core.contingency(a, b, None, 2, 2, 1).tolist() == [[1, 0], [0, 0]]
    with pytest.raises(ValueError, match="differ in length"):
        _core.contingency(a, b[:2], None, 2, 2, 1)


def plain_expectation(a, b, n):
    """With exact probabilities."""
    total = 0.0
    for x in a:
        for y in b:
            for k in range(max(1, x + y - n), min(x, y) + 1):
                chance = Fraction(math.comb(x, k) * math.comb(n - x, y - k), math.comb(n, y))
                total += float(chance * k / n) * math.log(n * k / (x * y))
    return total


@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), st.lists(st.integers(1, 30), min_size=1, max_size=6))
def test_expected_information(a, b):
    n = max(sum(a), sum(b))
    a, b = ([*sizes, *([n - sum(sizes)] if n > sum(sizes) else [])] for sizes in (a, b))
    (sizes, times), (others, counts) = (zip(*Counter(part).items(), strict=True) for part in (a, b))
    columns = [np.array(one, float) for one in (sizes, times, others, counts)]
    want = plain_expectation(a, b, n)
    found = [_core.expected_information(*columns, float(n), threads) for threads in THREADS]
    assert found[0] == pytest.approx(want, rel=1e-12, abs=1e-15)
    assert len({*found}) == 1


def together(points, labels):
    order = np.argsort(labels, kind="stable")
    return points[order], labels[order], np.append(0, np.cumsum(np.bincount(labels))).astype(np.int64)


def plain_silhouettes(apart, labels):
    found, nearest = [], []
    for i, own in enumerate(labels):
        mean = {k: apart[i, labels == k].sum() / max((labels == k).sum() - (k == own), 1) for k in {*labels.tolist()}}
        b, other = min((value, k) for k, value in mean.items() if k != own)
        a = mean[own]
        found.append((b - a) / max(a, b) if (labels == own).sum() > 1 and max(a, b) else 0.0)
        nearest.append(other)
    return np.array(found), nearest


@pytest.mark.parametrize("distance", ["euclidean", "sqeuclidean", "manhattan", "chebyshev"])
@pytest.mark.parametrize(("n", "d"), [(9, 1), (40, 2), (131, 5), (1100, 3)])
def test_silhouettes(distance, n, d):
    rng = np.random.default_rng(n)
    points, labels, starts = together(rng.normal(size=(n, d)), np.append([0, 1, 2], rng.integers(0, 3, n - 3)))
    apart = cdist(points, points, {"manhattan": "cityblock"}.get(distance, distance))
    want, nearest = plain_silhouettes(apart, labels)
    for threads in THREADS:
        found, near = _core.silhouettes(points, starts, distance, threads)
        np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-14)
        assert near.tolist() == nearest
        again, _ = _core.silhouettes(points, starts, distance, 1)
        np.testing.assert_array_equal(found, again)
    sizes = np.diff(starts)
    found, near = _core.silhouettes_of_distances(apart, labels.astype(np.uint32), sizes, 2)
    np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-14)
    assert near.tolist() == nearest


def test_starts_must_fit():
    points = np.zeros((4, 2))
    for starts in ([0, 2], [0, 2, 5], [1, 4], [0, 3, 3, 4], [0]):
        with pytest.raises(ValueError, match=r"starts do not fit|a cluster has no points"):
            _core.silhouettes(points, np.array(starts, np.int64), "euclidean", 1)
        with pytest.raises(ValueError, match=r"starts do not fit|a cluster has no points"):
            _core.density_validity(points, np.array(starts, np.int64), "euclidean", 1)
    with pytest.raises(ValueError, match="no such distance"):
        _core.silhouettes(points, np.array([0, 2, 4]), "hamming", 1)
    with pytest.raises(ValueError, match="past the last"):
        _core.silhouettes_of_distances(np.zeros((2, 2)), np.array([0, 7], np.uint32), np.array([1, 1]), 1)


def test_density_does_not_depend_on_threads():
    rng = np.random.default_rng(4)
    points, _, starts = together(rng.normal(size=(300, 3)), np.append([0, 0, 1, 1, 2, 2], rng.integers(0, 3, 294)))
    want = _core.density_validity(points, starts, "euclidean", 1)
    for threads in THREADS[1:]:
        for one, other in zip(_core.density_validity(points, starts, "euclidean", threads), want, strict=True):
            np.testing.assert_array_equal(one, other)
