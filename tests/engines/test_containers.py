"""One body over every container that rows can come in."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gnomon as gn
from components import needs
from refusals import raises_id

Y = np.array([0, 1, 0, 1, 1, 0, 0, 1])
S = np.array([0.125, 0.75, 0.5, 0.5, 0.875, 0.25, 0.625, 0.375])
NAMES = np.array(["no", "yes"])[Y]


class WithArray:
    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return self.values


class WithDlpack:
    def __init__(self, values):
        self.values = np.asarray(values).copy()

    def __dlpack__(self, **keywords):
        return self.values.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class WithArrow:
    def __init__(self, values):
        self.values = pa.chunked_array([np.asarray(values)])

    def __arrow_c_stream__(self, requested_schema=None):
        return self.values.__arrow_c_stream__(requested_schema)


def torch_tensor(values):
    return needs("torch").tensor(np.asarray(values))


NUMERIC = {
    "list": lambda v: np.asarray(v).tolist(),
    "tuple": lambda v: tuple(np.asarray(v).tolist()),
    "generator": lambda v: (x for x in np.asarray(v).tolist()),
    "numpy": np.asarray,
    "pandas": pd.Series,
    "pandas nullable": lambda v: pd.Series(v, dtype="Int64" if np.asarray(v).dtype.kind == "i" else "Float64"),
    "pandas arrow": lambda v: pd.Series(v, dtype="int64[pyarrow]" if np.asarray(v).dtype.kind == "i" else "double[pyarrow]"),
    "pandas odd index": lambda v: pd.Series(v, index=np.arange(len(v))[::-1]),
    "polars": pl.Series,
    "pyarrow array": pa.array,
    "pyarrow chunked": lambda v: pa.chunked_array([v[:3], v[3:]]),
    "__array__": WithArray,
    "dlpack": WithDlpack,
    "arrow capsule": WithArrow,
    "torch": torch_tensor,
    "memoryview": lambda v: memoryview(np.asarray(v)),
}


@pytest.mark.parametrize("container", NUMERIC)
def test_numbers(container):
    make = NUMERIC[container]
    assert gn.roc_auc(make(Y), make(S)) == gn.roc_auc(Y, S)
    assert gn.f1(make(Y), make((S > 0.4).astype(int))) == gn.f1(Y, (S > 0.4).astype(int))
    assert gn.ks(make(Y), make(S), weight=make(S + 1)) == gn.ks(Y, S, weight=S + 1)


STRINGS = {
    "list": list,
    "numpy": np.asarray,
    "numpy object": lambda v: np.asarray(v, object),
    "pandas": pd.Series,
    "pandas categorical": lambda v: pd.Series(v, dtype="category"),
    "polars": pl.Series,
    "polars categorical": lambda v: pl.Series(v, dtype=pl.Categorical),
    "pyarrow": lambda v: pa.array(list(v)),
    "pyarrow dictionary": lambda v: pa.array(list(v)).dictionary_encode(),
}


@pytest.mark.parametrize("container", STRINGS)
def test_strings(container):
    make = STRINGS[container]
    assert gn.roc_auc(make(NAMES), S, positive="yes") == gn.roc_auc(Y, S)
    counts = gn.confusion_matrix(make(NAMES), make(NAMES[::-1].copy()))
    assert counts.labels == ("no", "yes")
    np.testing.assert_array_equal(np.asarray(counts), np.asarray(gn.confusion_matrix(Y, Y[::-1])))


@pytest.mark.parametrize("container", ["list", "numpy", "pandas", "polars", "pyarrow"])
def test_nulls_are_missing(container):
    s = [None if i == 2 else x for i, x in enumerate(S.tolist())]
    make = {
        "list": list,
        "numpy": lambda v: np.asarray(v, object),
        "pandas": lambda v: pd.Series(v, dtype="Float64"),
        "polars": pl.Series,
        "pyarrow": pa.array,
    }[container]
    with raises_id("inputs.score_not_finite"):
        gn.roc_auc(Y, make(s))
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 8 rows with missing values: y_score in 1"):
        got = gn.roc_auc(Y, make(s), missing="drop")
    assert got == gn.roc_auc(np.delete(Y, 2), np.delete(S, 2))


def test_frames_of_scores_by_class():
    y = [0, 1, 2, 1]
    scores = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6], [0.3, 0.3, 0.4]])
    expected = gn.roc_auc(y, scores, multiclass="ovr")
    for frame in (pd.DataFrame(scores), pl.DataFrame(scores), scores.tolist(), np.asfortranarray(scores)):
        assert gn.roc_auc(y, frame, multiclass="ovr") == expected
    with raises_id("inputs.frame_not_one_column", names="'a', 'b'"):
        gn.roc_auc(pd.DataFrame({"a": ["x"], "b": ["y"]}), [1])


def test_torch_tensors_with_gradients_and_half_precision():
    torch = needs("torch")
    s = torch.tensor(S, requires_grad=True)
    assert gn.roc_auc(torch.tensor(Y), s) == gn.roc_auc(Y, S)
    assert gn.roc_auc(torch.tensor(Y), s.bfloat16()) == gn.roc_auc(Y, S)  # eighths are exact in eight bits
    assert gn.roc_auc(torch.tensor(Y), s.half()) == gn.roc_auc(Y, S)


def test_no_copy_of_arrays_that_need_none():
    from gnomon.inputs import binary_rows

    rows = binary_rows(Y, S)
    assert rows.score is S


def test_columns_named_after_the_classes_are_matched_by_name():
    y = ["cat", "dog", "eel", "cat", "dog", "eel"]
    scores = np.random.default_rng(0).dirichlet((1, 1, 1), 6)
    frame = pd.DataFrame(scores, columns=["cat", "dog", "eel"])
    for turned in (frame[["eel", "cat", "dog"]], pl.DataFrame(frame[["eel", "cat", "dog"]])):
        assert gn.log_loss(y, turned) == gn.log_loss(y, scores)
        assert gn.roc_auc(y, turned, multiclass="ovr") == gn.roc_auc(y, scores, multiclass="ovr")
    with raises_id("inputs.labels_and_columns_differ"):
        gn.log_loss(y, frame, labels=["eel", "cat", "dog"])
    other = frame.set_axis(["p1", "p2", "p3"], axis=1)
    assert gn.log_loss(y, other, labels=["cat", "dog", "eel"]) == gn.log_loss(y, scores)
    with raises_id("inputs.class_columns_mismatch"):
        gn.log_loss(y, other)


def test_ordered_categories_keep_their_order():
    order = ["low", "mid", "high"]
    y, p = ["low", "mid", "high", "mid", "low"], ["low", "high", "high", "low", "mid"]
    expected = gn.kappa(y, p, weights="quadratic", labels=order)
    assert expected != gn.kappa(y, p, weights="quadratic")
    ordered = [
        lambda v: pd.Categorical(v, categories=order, ordered=True),
        lambda v: pd.Series(v, dtype=pd.CategoricalDtype(order, ordered=True)),
        lambda v: pl.Series(v, dtype=pl.Enum(order)),
    ]
    for make in ordered:
        assert gn.kappa(make(y), make(p), weights="quadratic") == expected
        assert gn.confusion_matrix(make(y), make(p)).labels == tuple(order)
    for make in ordered[1:]:
        with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 6"):
            assert gn.kappa(make([*y, None]), make([*p, "low"]), weights="quadratic", missing="drop") == expected
    assert gn.confusion_matrix(ordered[0](["low", "high"]), ordered[0](["low", "low"])).labels == ("low", "high")
