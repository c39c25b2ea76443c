"""Figures of amounts: drawn, named in both languages, several models on one axes."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking

RNG = np.random.default_rng(0)
Y = RNG.gamma(2, size=2000)
P = Y * RNG.gamma(9, 1 / 9, size=2000)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_the_lorenz_curve_names_its_gini_and_its_order():
    ranked, best = gn.lorenz_curve(Y, P), gn.lorenz_curve(Y, P, by="truth")
    ax = ranked.plot()
    assert legend(ax) == ["equal amounts  Gini 0.000", f"Gini {ranked.gini:.3f} by prediction"]
    assert ax.get_xlabel() == "share of rows, lowest predictions first"
    assert gn.lorenz_curve(Y, P, by="truth").plot().get_xlabel() == "share of rows, lowest amounts first"
    both = gn.plots.overlay({"model": ranked, "amounts themselves": best})
    assert legend(both)[2] == f"amounts themselves  Gini {best.gini:.3f} by truth"
    with speaking("zh"):
        assert legend(ranked.plot()) == ["金额相等  基尼 0.000", f"按预测排序的基尼 {ranked.gini:.3f}"]


def test_bins_show_truth_over_prediction(tmp_path):
    table = gn.error_by_decile(Y, P)
    ax = table.plot(label="rates")
    assert ax.get_title(loc="left") == "Truth by bin of prediction"
    assert legend(ax) == ["predicted level", "rates  mean truth ± RMSE of the bin"]
    points = ax.get_lines()[1].get_xydata()
    np.testing.assert_allclose(points, np.stack([table.mean_prediction, table.mean_truth], axis=1))
    ax.figure.savefig(tmp_path / "bins.png")
    assert (tmp_path / "bins.png").stat().st_size > 5000
    with speaking("zh"):
        assert table.plot().get_ylabel() == "平均真值"
