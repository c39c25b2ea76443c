"""Figures of stability: shares by bin, columns with their intervals, lines over periods."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking
from refusals import raises_id

RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_shares_by_bin():
    table = gn.psi_table(RNG.normal(size=300), RNG.normal(1, 1, size=300), bins=5)
    ax = table.plot()
    heights = [bar.get_height() for bar in ax.patches]
    assert heights == [*table.expected_share, *table.actual_share]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == table.bin.tolist()
    with speaking("zh"):
        assert [text.get_text() for text in table.plot().get_legend().get_texts()] == ["基准", "当前"]


def test_columns_with_their_intervals():
    a, b = ({"x": RNG.normal(size=300), "y": RNG.normal(by, 1, size=300)} for by in (0, 1))
    found = gn.psi_table(a, b)
    ax = found.plot()
    assert ax.get_lines()[0].get_xdata().tolist() == found.psi.tolist()
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["y", "x"]


def test_lines_over_periods():
    table = {"month": [1] * 200 + [2] * 200, "x": RNG.normal(size=400), "s": RNG.normal(size=400), "bad": [0, 1] * 200}
    found = gn.stability(table, score="s", label="bad", variables=["x"])
    score, x = found.plot().get_lines()[:2]
    assert score.get_ydata().tolist() == found.score_psi.tolist()
    assert x.get_ydata().tolist() == found.variable_psi["x"].tolist()
    assert found.plot(kind="ks").get_lines()[0].get_ydata().tolist() == found.ks.tolist()
    with raises_id("plots.stability_kind_unknown", kind="auc"):
        found.plot(kind="auc")
    with raises_id("plots.stability_kind_missing", kind="ks"):
        gn.stability({"month": [1, 2], "x": [1, 2]}).plot(kind="ks")
