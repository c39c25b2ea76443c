"""Long texts among short ones: NumPy's strings would give every row the width of the longest one."""

import tracemalloc

import numpy as np
import pytest

import gnomon as gn
from gnomon.inputs.arrays import to_array
from gnomon.inputs.labels import check_labels
from refusals import raises_id

Y, P = ["a", "b"] * 500, ["a", "b"] * 500
Y[3] = "y" * 10**6
P[4] = "p" * 10**6
BITS, SCORES = [0, 1] * 500, np.linspace(0, 1, 1000).tolist()
PATHS = {
    "function": lambda: gn.accuracy(Y, P),
    "positive": lambda: gn.roc_auc(["a", "b" * 10**6] * 500, SCORES, positive="b" * 10**6),
    "interval": lambda: gn.interval("accuracy", Y, P),
    "cluster": lambda: gn.interval("accuracy", BITS, BITS[::-1], cluster=Y),
    "compare": lambda: gn.compare(Y, {"one": P, "other": Y}, metrics="accuracy"),
    "evaluate": lambda: gn.evaluate({"y": Y, "p": P}, label="y", prediction="p", metrics="accuracy"),
    "slice": lambda: gn.evaluate({"y": BITS, "p": SCORES, "place": Y}, label="y", score="p", by="place", metrics="roc_auc"),
    "group": lambda: gn.ndcg([1] * 1000, SCORES, group=Y),
    "clusters": lambda: gn.adjusted_rand(Y, P),
    "matrix of tags": lambda: gn.f1([[one, one + "!"] for one in Y], [[one] for one in P], average="samples"),
    "psi": lambda: gn.psi(Y, P),
    "scikit-learn": lambda: __import__("gnomon.compat.sklearn", fromlist=["accuracy_score"]).accuracy_score(Y, P),
}


@pytest.mark.parametrize("path", PATHS)
def test_a_long_text_takes_its_own_length_on_every_path(path):
    """The width of the longest for each row would be 4 GB."""
    tracemalloc.start()
    try:
        PATHS[path]()
        assert tracemalloc.get_traced_memory()[1] < 3e8
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "values", [["a", "b"], [b"a", b"b"], ("a",), [["a", "b"], ["c", "d"]], [np.str_("a"), "b"], ["a", None], ["a", float("nan")]]
)
def test_lists_of_texts_stay_objects(values):
    array = to_array(values, "y_true")
    assert array.dtype == object
    assert array.shape == np.shape(np.asarray(values, object))


@pytest.mark.parametrize("values", [["b", "a"], np.array(["b", "a"], object), [b"b", b"a"]])
def test_labels_that_are_texts_stay_objects(values):
    assert check_labels(to_array(values, "y_true"), "y_true").dtype == object


@pytest.mark.parametrize(
    ("values", "kind"), [([1, 2], int), ([1.5, 2.0], float), ([True, False], bool), ([1, 2.5], float), ([[1, 2], [3, 4]], int)]
)
def test_lists_of_numbers_are_arrays_of_numbers(values, kind):
    array = to_array(values, "y_true")
    assert array.dtype == np.dtype(kind)
    assert array.tolist() == values


def test_whole_numbers_past_64_bits_stay_as_they_are():
    assert to_array([2**70, 1], "y_true").tolist() == [2**70, 1]


@pytest.mark.parametrize("values", [[["a"], ["b", "c"]], [[1], [2, 3]], [["a"], "b"]])
def test_ragged_lists_are_refused(values):
    with raises_id("inputs.rows_ragged", name="y_true"):
        to_array(values, "y_true")


@pytest.mark.parametrize(("values", "said"), [(["a", 1], r"1 \(int\) at position 1"), ([1, 2.5, "a"], r"1 \(int\) at position 0")])
def test_mixtures_are_refused(values, said):
    with pytest.raises(gn.InputError, match="y_true mixes types: " + said):
        to_array(values, "y_true")


def test_texts_that_numpy_makes_and_those_of_python_are_the_same_labels():
    assert gn.accuracy(np.array(["a", "b"]), ["a", "b"]) == gn.accuracy(["a", np.str_("b")], np.array(["a", "b"], object)) == 1
