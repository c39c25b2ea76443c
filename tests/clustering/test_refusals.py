"""What is refused of two columns of labels, and of tables put together by hand."""

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id


def test_columns():
    for given, match in (
        (([1, 2], [1, 2, 3]), "labels_true has 2 rows but labels_pred has 3"),
        (([], []), "labels_true has no rows"),
        (([1, 2], None), "labels_pred is missing: pass"),
        (([1, None], [1, 2]), "labels_true is missing at position 1"),
        (([1, 2], [0.25, 1]), "labels_pred has 0.25 at position 0 where a class or a cluster is meant"),
        (([[1, 2]], [1, 2]), "labels_true has shape"),
        (([1, "a"], [1, 2]), "mixes types"),
    ):
        with pytest.raises(gn.InputError, match=match):
            gn.adjusted_rand(*given)
    with pytest.warns(gn.DroppedRowsWarning):
        assert gn.adjusted_rand([1, 1, 2, None], [1, 1, 2, 2], missing="drop") == 1


def test_noise():
    with raises_id("summary.noise_type_mismatch", noise=-1):
        gn.nmi([1, 2], ["a", "b"], noise=-1)
    with raises_id("summary.noise_as_unknown", noise_as="lost"):
        gn.nmi([1, 2], [1, 2], noise=-1, noise_as="lost")
    with raises_id("summary.noise_not_label"):
        gn.nmi([1, 2], [1, 2], noise=[-1])


def test_tables():
    table = gn.Contingency.of([1, 2], ["a", "b"])
    with raises_id("public.summary_with_arrays", type="Contingency"):
        gn.nmi(table, [1, 2])
    with raises_id("public.annotators_type_mismatch", type="Contingency", type_2="Counts"):
        gn.nmi(gn.Counts.of([1, 0], [1, 0]))
    with raises_id("inputs.group_types_mixed"):
        table + gn.Contingency.of([1, 2], [3, 4])
    good = ([1, 2], [1, 2], [0, 1], [0, 1], [1, 1])
    for place, wrong, match in (
        (0, [2, 1], "classes must be ascending"),
        (2, [0, 2], "row must be places among the 2 names"),
        (2, [1, 0], "ascending by row and column"),
        (4, [1, 0], "weight must be above 0"),
        (4, [1, -1], "none negative"),
        (3, [0, 0], "every class and every cluster must have a point"),
    ):
        given = list(good)
        given[place] = wrong
        with pytest.raises(gn.InputError, match=match):
            gn.Contingency(*given)
    assert np.asarray(gn.Contingency(*good)).tolist() == [[1, 0], [0, 1]]
