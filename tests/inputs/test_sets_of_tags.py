"""A set in a row names the row's labels on every path: unlike a list, it is never a row of a matrix of 0 and 1."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

TRUE = [{7}, {1}, {0, 1}, {1}]
SAID = [{1}, {1}, {0, 1}, {0}]
AS_TEXT = [[[f"label {tag}" for tag in sorted(row)] for row in side] for side in (TRUE, SAID)]
F1 = gn.f1(*AS_TEXT, average="samples")


def objects(rows):
    made = np.empty(len(rows), object)
    made[:] = rows
    return made


@pytest.mark.parametrize("kind", [list, tuple, objects, pd.Series, lambda rows: [frozenset(row) for row in rows]])
def test_sets_name_labels_in_any_container(kind):
    assert gn.f1(kind(TRUE), kind(SAID), average="samples") == F1 == 0.5
    assert gn.f1(kind([{7}]), kind([{1}]), average="samples") == 0
    assert gn.LabelSets.of(kind(TRUE), kind(SAID)).labels == (0, 1, 7)


def test_sets_of_nothing_but_0_and_1_are_labels():
    assert gn.f1([{1}, {1}], [{1}, {0}], average="samples") == 0.5
    assert gn.f1([{0, 1}, {1}], [{0, 1}, {0}], average="samples") == 0.5
    assert gn.f1([{0, 1}, set()], [{0}, set()], average="micro") == pytest.approx(2 / 3)


def test_every_path_reads_them_alike():
    true, said = TRUE * 5, SAID * 5
    other = [{1}] * 20
    name = "f1(average=samples)"
    assert gn.interval(name, true, said).value == pytest.approx(F1)
    for given in (
        gn.compare(true, {"a": said, "b": other}, metrics=name),
        gn.compare({"y": true, "a": said, "b": other}, label="y", prediction=["a", "b"], metrics=name),
    ):
        assert given[name].value_a == pytest.approx(F1)
        assert given[name].value_b == pytest.approx(gn.f1(true, other, average="samples"))
    assert gn.evaluate({"y": true, "a": said}, label="y", prediction="a", metrics=name)[name] == pytest.approx(F1)
    with pytest.warns(gn.DroppedRowsWarning):
        assert gn.f1([*TRUE, None], [*SAID, {1}], average="samples", missing="drop") == F1
