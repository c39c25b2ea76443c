"""Agreement of annotators: published figures, the package krippendorff, and laws."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from krippendorff import alpha

import gnomon as gn

FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
"""The worked example of Fleiss' kappa that handbooks print: 0.210."""
N = None
KRIPPENDORFF = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
]
"""Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: observers in rows, units in columns."""
LEVELS = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}


def test_fleiss_table():
    assert gn.fleiss_kappa(FLEISS) == pytest.approx(0.20993070442195522, rel=1e-12)


def test_fleiss_of_labels_is_that_of_their_counts():
    labels = [[category for category, count in enumerate(row) for _ in range(count)] for row in FLEISS]
    assert gn.fleiss_kappa(labels, form="labels") == gn.fleiss_kappa(FLEISS)


@pytest.mark.parametrize("level", LEVELS)
def test_krippendorffs_own_example(level):
    value = gn.krippendorff_alpha(KRIPPENDORFF, level=level, raters="rows")
    assert value == pytest.approx(LEVELS[level], abs=5e-4)  # printed to three digits
    table = np.array([[np.nan if one is None else one for one in row] for row in KRIPPENDORFF], float)
    assert value == pytest.approx(alpha(table, level_of_measurement=level), rel=1e-12)
    assert gn.krippendorff_alpha([list(unit) for unit in zip(*KRIPPENDORFF, strict=True)], level=level) == value


@pytest.mark.parametrize("level", LEVELS)
@given(data=st.data())
def test_as_the_package_has_it(level, data):
    items, raters = data.draw(st.integers(1, 8)), data.draw(st.integers(2, 4))
    cell = st.one_of(st.none(), st.integers(0, 4))
    table = data.draw(st.lists(st.lists(cell, min_size=raters, max_size=raters), min_size=items, max_size=items))
    floats = np.array([[np.nan if one is None else one for one in row] for row in table], float).T
    pairable = floats[:, (~np.isnan(floats)).sum(0) >= 2]
    assume(len(np.unique(pairable[~np.isnan(pairable)])) > 1)
    expected = alpha(floats, level_of_measurement=level)
    # Sums of products in another order: a value near 0 is what is left of two numbers near 1.
    assert gn.krippendorff_alpha(table, level=level) == pytest.approx(expected, rel=1e-12, abs=1e-13)


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), min_size=2, max_size=12), st.integers(1, 11))
def test_parts_add_up(table, cut):
    cut = min(cut, len(table) - 1)
    whole, parts = gn.Ratings.of(table), [gn.Ratings.of(table[:cut]), gn.Ratings.of(table[cut:])]
    assert parts[0] + parts[1] == whole == parts[1] + parts[0]
    assert gn.Ratings.from_bytes(whole.to_bytes()) == whole


def test_two_raters_and_many_items_are_near_cohens_kappa():
    """With two raters alike Fleiss' kappa is Scott's pi, which is Cohen's kappa where both use the categories alike."""
    rng = np.random.default_rng(0)
    a = rng.integers(0, 3, 4000)
    b = np.where(rng.random(4000) < 0.7, a, rng.integers(0, 3, 4000))
    assert gn.fleiss_kappa(np.column_stack([a, b]), form="labels") == pytest.approx(gn.kappa(a, b), abs=1e-3)


def test_undefined():
    with pytest.warns(gn.UndefinedMetricWarning, match="same category"):
        assert np.isnan(gn.fleiss_kappa([[3, 0], [3, 0]]))
    assert gn.krippendorff_alpha([["a", "a"]], undefined=1.0) == 1.0


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gn.fleiss_kappa([[1, 2], [2, 2]]), "some items have 3 ratings and others 4"),
        (lambda: gn.fleiss_kappa([["a", "b"]]), 'form="labels"'),
        (lambda: gn.fleiss_kappa([[1, 0], [0, 1]]), "needs two ratings"),
        (lambda: gn.fleiss_kappa([[1, 2], [3]]), "row 1 has 1 cells"),
        (lambda: gn.fleiss_kappa([[1.5, 2.5]]), "which is no count"),
        (lambda: gn.fleiss_kappa([1, 2]), "row 0"),
        (lambda: gn.krippendorff_alpha([["a", "b"]], level="interval"), "takes numbers, and 'a' is none"),
        (lambda: gn.krippendorff_alpha([["low", "high"]], level="ordinal"), "values="),
        (lambda: gn.krippendorff_alpha([[-1, 1]], level="ratio"), "from 0 up"),
        (lambda: gn.krippendorff_alpha([["a", "b"]], values=["a"]), "not among values"),
        (lambda: gn.krippendorff_alpha([["a", "b"]], form="tables"), "form"),
        (lambda: gn.krippendorff_alpha([["a", "b"]], level="metric"), "level"),
    ],
)
def test_refused(call, said):
    with pytest.raises(gn.InputError, match=said.replace("(", r"\(").replace(")", r"\)")):
        call()
