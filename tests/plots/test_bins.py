"""Figures of bins: shares as bars, bad rates or weights of evidence as a line that gaps are not part of."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking

X = np.arange(300.0)
Y = (X * 37 % 300 < X).astype(int)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_bars_are_shares_and_the_line_is_the_bad_rate():
    table = gn.woe_table(np.where(X % 10 == 0, np.nan, X), Y, bins=[100, 200])
    ax = table.plot(label="train")
    assert [bar.get_height() for bar in ax.patches] == (table.n / 300).tolist()
    beside = ax.figure.axes[1]
    line, alone, whole = beside.get_lines()
    assert list(line.get_ydata()) == table.bad_rate[:3].tolist()
    assert list(alone.get_ydata()) == table.bad_rate[3:].tolist()
    assert set(whole.get_ydata()) == {Y.mean()}
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["share of rows", "bad rate"]
    assert ax.get_title(loc="left") == "Bins — train"


def test_a_variable_of_a_binning():
    binning = gn.Binning().fit({"age": X, "sum": -X}, Y)
    ax = binning.plot("age", line="woe")
    assert list(ax.figure.axes[1].get_lines()[0].get_ydata()) == binning.table("age").woe.tolist()
    with speaking("zh"):
        ax = binning.plot("age")
    assert ax.get_title(loc="left") == "age 的分箱"
    assert ax.get_ylabel() == "行的占比"
    ax.figure.canvas.draw()
