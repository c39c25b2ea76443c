"""The figure of cut-offs: both curves are the ledger's, the cut-off of most profit is marked, and without a profit there is one curve."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking

RNG = np.random.default_rng(6)
Y = (RNG.random(900) < 0.2).astype(int)
S = np.round(np.clip(0.25 * Y + 0.5 * RNG.random(900), 0, 1), 2)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_bad_rate_and_profit_along_the_approval_rate():
    table = gn.cutoff_table(Y, S, cutoffs="all", profit_good=1, loss_bad=4)
    ax = table.plot(label="new")
    beside = ax.figure.axes[1]
    (bad,), (profit, best) = ax.get_lines(), beside.get_lines()
    np.testing.assert_allclose(np.column_stack(bad.get_data()), np.column_stack([table.approval_rate, table.bad_rate]), rtol=1e-12)
    np.testing.assert_allclose(np.column_stack(profit.get_data()), np.column_stack([table.approval_rate, table.profit]), rtol=1e-12)
    assert (best.get_xdata()[0], best.get_ydata()[0]) == (table.best.approval_rate, table.best.profit)
    assert f"{table.best.cutoff:.4g}" in beside.texts[0].get_text()
    assert "new" in ax.get_title(loc="left")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["bad rate among the approved", "profit"]


def test_without_a_profit_and_in_chinese():
    assert len(gn.cutoff_table(Y, S).plot().figure.axes) == 1
    with speaking("zh"):
        ax = gn.cutoff_table(Y, S, profit_good=1, loss_bad=4).plot()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("通过率", "通过客户的坏账率")
    assert ax.figure.axes[1].get_ylabel() == "利润"
