"""Clusters of points: against scikit-learn, a plain reading of the paper on density-based validation, and what does not depend on order."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn import metrics as sk

import gnomon as gn
from gnomon.catalog import entries
from refusals import raises_id, warns_undefined

ENTRIES = [entry for entry in entries() if entry.summary is gn.Points]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
METRICS = ("euclidean", "sqeuclidean", "manhattan", "chebyshev", "cosine")


def blobs(seed, n=90, d=3, k=4):
    rng = np.random.default_rng(seed)
    labels = np.append(np.arange(k), rng.integers(0, k, n - k))
    return rng.normal(size=(n, d)) + 3 * rng.normal(size=(k, d))[labels], labels


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("n", "d", "k"), [(90, 3, 4), (33, 1, 2), (700, 17, 9), (9, 2, 7)])
def test_silhouettes_as_scikit_learn(metric, n, d, k):
    points, labels = blobs(n, n, d, k)
    if metric == "cosine" and d == 1:
        return  # on a line there are two directions, and every distance is 0 or 2
    found = gn.silhouette(points, labels, per_point=True, metric=metric)
    want = sk.silhouette_samples(points, labels, metric={"manhattan": "cityblock"}.get(metric, metric))
    np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-13)  # scikit-learn's distances are differences of products
    assert gn.silhouette(points, labels, metric=metric) == pytest.approx(want.mean(), rel=1e-12, abs=1e-13)
    matrix = cdist(points, points, {"manhattan": "cityblock"}.get(metric, metric))
    np.fill_diagonal(matrix, 0)
    matrix = (matrix + matrix.T) / 2
    np.testing.assert_allclose(gn.silhouette(matrix, labels, metric="precomputed", per_point=True), want, rtol=1e-11, atol=1e-12)


def davies_bouldin(points, labels):
    """By its definition, with the distances that SciPy takes coordinate by coordinate."""
    parts = [points[labels == label] for label in np.unique(labels)]
    centres = np.array([part.mean(axis=0) for part in parts])
    spread = np.array([cdist(part, [centre]).mean() for part, centre in zip(parts, centres, strict=True)])
    apart = cdist(centres, centres)
    np.fill_diagonal(apart, np.inf)
    return float(((spread[:, None] + spread) / apart).max(axis=1).mean())


@given(st.integers(0, 10**6))
@settings(max_examples=30)
@example(690)
@example(92104)
def test_the_others_as_scikit_learn(seed):
    points, labels = blobs(seed, n=20 + seed % 60, d=1 + seed % 5, k=2 + seed % 6)
    # scikit-learn's distances are differences of products, which lose half of their digits where points lie close, or are one.
    found = gn.davies_bouldin(points, labels)
    assert found == pytest.approx(davies_bouldin(points, labels), rel=1e-12 * max(found, 1))
    assert found == pytest.approx(sk.davies_bouldin_score(points, labels), rel=1e-7 + 1e-12 * found**2)
    assert gn.calinski_harabasz(points, labels) == pytest.approx(sk.calinski_harabasz_score(points, labels), rel=1e-12)


def least_tree(reach, apart):
    """Kruskal's tree; of edges that reach as far the shorter first."""
    n = len(reach)
    part, edges = list(range(n)), []
    for _, _, i, j in sorted((reach[a, b], apart[a, b], a, b) for a in range(n) for b in range(a)):
        if part[i] != part[j]:
            edges.append((i, j))
            part = [part[i] if one == part[j] else one for one in part]
    return edges


def plain_dbcv(points, labels):
    """Moulavi and others (2014), definitions 1 to 7, with matrices."""
    d, clusters = points.shape[1], [points[labels == k] for k in np.unique(labels)]
    inner = []
    for cluster in clusters:
        apart = cdist(cluster, cluster)
        n = len(cluster)
        off = ~np.eye(n, dtype=bool)
        core = np.array([((1 / apart[i][off[i]]) ** d).sum() / (n - 1) for i in range(n)]) ** (-1 / d)
        reach = np.maximum(apart, np.maximum(core[:, None], core[None, :]))
        edges = least_tree(reach, apart)
        degree = np.bincount(np.ravel(edges), minlength=n)
        within = [reach[i, j] for i, j in edges if degree[i] > 1 and degree[j] > 1] or [reach[i, j] for i, j in edges]
        inside = np.flatnonzero(degree > 1) if (degree > 1).any() else np.arange(n)
        inner.append((cluster[inside], core[inside], max(within)))
    validity = []
    for i, (mine, core, sparse) in enumerate(inner):
        others = [(other, theirs) for j, (other, theirs, _) in enumerate(inner) if j != i]
        apart = min(np.maximum(cdist(mine, p), np.maximum(core[:, None], c[None, :])).min() for p, c in others)
        validity.append((apart - sparse) / max(apart, sparse))
    return sum(v * len(c) for v, c in zip(validity, clusters, strict=True)) / len(points)


@pytest.mark.parametrize("seed", range(8))
def test_density_based_validation_by_its_paper(seed):
    points, labels = blobs(seed, n=60 + 7 * seed, d=1 + seed % 4, k=2 + seed % 3)
    if np.bincount(labels).min() < 2:
        labels[labels == np.bincount(labels).argmin()] = 0
    assert gn.dbcv(points, labels) == pytest.approx(plain_dbcv(points, labels), rel=1e-11)  # powers and roots of sums


def test_noise_and_single_points_weigh_in_density_based_validation():
    points, labels = blobs(3, n=80, d=2, k=2)
    far = np.array([[50.0, 50.0], [60.0, 60.0]])
    want = gn.dbcv(points, labels) * 80 / 82
    both = np.concatenate([points, far])
    assert gn.dbcv(both, np.append(labels, [-1, -1]), noise=-1) == pytest.approx(want, rel=1e-12)
    assert gn.dbcv(both, np.append(labels, [7, 8])) == pytest.approx(want, rel=1e-12)


def test_points_at_one_place_have_core_distance_zero():
    twice = np.repeat([[0.0, 0.0], [0.0, 1.0], [9.0, 0.0], [9.0, 1.0]], 3, axis=0)
    labels = np.repeat([0, 0, 1, 1], 3)
    assert gn.dbcv(twice, labels) == pytest.approx((9 - 1) / 9, rel=1e-12)


def test_many_coordinates_do_not_overflow():
    points, labels = blobs(1, n=60, d=400, k=3)
    for scale in (1e-3, 1.0, 1e3):
        assert gn.dbcv(points * scale, labels) == pytest.approx(gn.dbcv(points, labels), rel=1e-9)  # 400th roots of 400th powers


@every_entry
def test_order_scale_and_summaries(entry):
    points, labels = blobs(11)
    call = getattr(gn, entry.name)
    want = call(points, labels)
    order = np.random.default_rng(0).permutation(len(points))
    assert call(points[order], labels[order]) == want == call(points, np.array([*"wxyz"])[labels])
    assert call(points * 4, labels) == pytest.approx(want, rel=1e-12)
    parts = [gn.Points.of(points[at], labels[at]) for at in np.array_split(order, 3)]
    assert sum(parts) == sum(parts[::-1]) == gn.Points.of(points, labels)
    assert call(sum(parts)) == want
    for held in (points.tolist(), np.asfortranarray(points), points.astype(np.float32).astype(float)):
        assert call(held, labels.tolist()) == pytest.approx(want, rel=1e-5)  # the last in single precision


@every_entry
def test_noise_is_left_out(entry):
    points, labels = blobs(12)
    labels[:9] = -1
    call = getattr(gn, entry.name)
    want = call(points[9:], labels[9:]) * (81 / 90 if entry.name == "dbcv" else 1)
    assert call(points, labels, noise=-1) == pytest.approx(want, rel=1e-12)
    assert call(points, labels) != call(points, labels, noise=-1)
    if entry.name == "silhouette":
        found = gn.silhouette(points, labels, noise=-1, per_point=True)
        assert np.isnan(found[:9]).all()
        np.testing.assert_array_equal(found[9:], gn.silhouette(points[9:], labels[9:], per_point=True))


def test_one_point_alone_has_silhouette_zero():
    found = gn.silhouette([[0.0], [1.0], [9.0]], ["a", "a", "b"], per_point=True)
    assert found.tolist() == [1 - 1 / 9, 1 - 1 / 8, 0.0]


def test_clusters_at_one_place():
    same = [[0.0, 0.0]] * 4
    assert gn.silhouette(same, [0, 0, 1, 1]) == 0
    for name in ("davies_bouldin", "calinski_harabasz"):
        with warns_undefined("clusters_coincide"):
            assert math.isnan(getattr(gn, name)(same, [0, 0, 1, 1]))
    assert gn.calinski_harabasz([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1]) == math.inf
    assert gn.davies_bouldin([[-1.0], [1.0], [-2.0], [2.0]], [0, 0, 1, 1]) == math.inf


@every_entry
def test_no_comparison_is_refused_of_arrays_and_undefined_of_summaries(entry):
    points, labels = blobs(2)
    call = getattr(gn, entry.name)
    with raises_id("public.too_few_clusters", count=1):
        call(points, np.zeros(90))
    with raises_id("public.too_few_clusters", count=0, noise=" besides noise"):
        call(points, np.zeros(90), noise=0)
    with raises_id("public.every_cluster_single_point", count=90):
        call(points, np.arange(90))
    with pytest.warns(gn.UndefinedMetricWarning, match="one cluster only"):
        assert math.isnan(call(gn.Points.of(points, np.zeros(90))))
    with warns_undefined("clusters_are_points"):
        assert math.isnan(call(gn.Points.of(points, np.arange(90))))
    with raises_id("public.summary_with_arrays", type="Points"):
        call(gn.Points.of(points, labels), labels)


def test_what_is_no_matrix_of_distances():
    points, labels = blobs(2, n=20)
    matrix = cdist(points, points)

    def refused(changed, match):
        with pytest.raises(gn.InputError, match=match):
            gn.silhouette(changed, labels, metric="precomputed")

    refused(matrix[:, :9], r"points has shape \(20, 9\); metric=\"precomputed\" reads a square matrix")
    for at, wrong, match in (
        ((3, 5), -1.0, r"points has -1 in row 3, column 5, which is below 0"),
        ((3, 5), 99.0, r"points has 99 in row 3, column 5, and another value the other way round"),
        ((4, 4), 2.0, r"points has 2 from point 4 to itself; the diagonal of distances is 0"),
        ((2, 0), np.nan, r"points has NaN in row 2, column 0"),
    ):
        changed = matrix.copy()
        changed[at] = wrong
        refused(changed, match)
    with raises_id("metrics.points_with_precomputed"):
        gn.silhouette(gn.Points.of(points, labels), metric="precomputed")


def test_bad_points():
    points, labels = blobs(2, n=20)
    broken = points.copy()
    broken[7, 1] = np.inf
    for wrong, match in (
        (broken, "points has inf in row 7, column 1"),
        (points[:, 0], r"points has shape \(20,\) where a row a point and a column a coordinate are meant"),
        (points[:9], "points has 9 rows but labels has 20"),
        ([["a", "b"]] * 20, "points holds strings"),
    ):
        with pytest.raises(gn.InputError, match=match):
            gn.silhouette(wrong, labels)
    with raises_id("inputs.coordinates_all_zero", name="points", row=4):
        gn.silhouette(np.where(np.arange(20)[:, None] == 4, 0, points), labels, metric="cosine")
    with raises_id("inputs.group_missing", argument="labels", at=0):
        gn.silhouette(points, [None, *labels[1:]])
    with pytest.raises(TypeError, match="takes no per_point"):
        gn.dbcv(points, labels, per_point=True)
