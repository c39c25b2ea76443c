"""Figures of tests: the scatter with its line and outliers, two distributions with their distance, histograms."""

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


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_scatter_has_its_line_and_its_outliers():
    x = np.arange(30.0)
    y = 2 * x + RNG.normal(size=30)
    y[7] = 500
    found = gn.correlation_test(x, y)
    ax = found.plot()
    points, line, rings = ax.get_lines()
    assert np.array_equal(points.get_xdata(), x)
    slope = np.polyfit(x, y, 1)[0]
    ends = np.asarray(line.get_ydata())
    assert (ends[1] - ends[0]) / 29 == pytest.approx(slope, rel=1e-9)
    assert (list(rings.get_xdata()), list(rings.get_ydata())) == ([7.0], [500.0])
    assert [text.get_text() for text in ax.texts] == ["7"]
    assert legend(ax) == [f"least squares, slope {slope:.3g}", "outlying, 1"]
    assert ax.get_title(loc="left") == found.sentence


def test_many_rows_are_shaded():
    x = RNG.normal(size=5000)
    ax = gn.correlation_test(x, x + RNG.normal(size=5000)).plot(label="new")
    assert len(ax.collections) == 1
    assert len(ax.get_lines()) == 2 - (not gn.correlation_test(x, x[::-1]).checks["outliers"].rows.size)
    assert ax.get_title(loc="left").endswith("— new")
    ax.figure.canvas.draw()


def test_a_dropped_row_does_not_shift_the_rings():
    x, y = np.arange(20.0), np.arange(20.0) + 0.1 * RNG.normal(size=20)
    x[2], y[9] = np.nan, 90
    with pytest.warns(gn.DroppedRowsWarning):
        ax = gn.correlation_test(x, y, missing="drop").plot()
    assert list(ax.get_lines()[2].get_ydata()) == [90]
    assert [text.get_text() for text in ax.texts] == ["9"]


def test_distributions_and_where_they_are_farthest_apart():
    a, b = RNG.normal(size=200), RNG.normal(0.5, 1, size=300)
    found = gn.ks_2samp(a, b)
    ax = found.plot()
    first, second, gap = ax.get_lines()
    assert legend(ax) == ["a  n = 200", "b  n = 300"]
    assert first.get_ydata()[-1] == second.get_ydata()[-1] == 1
    assert list(gap.get_xdata()) == [found.location] * 2
    assert gap.get_ydata()[1] - gap.get_ydata()[0] == pytest.approx(found.statistic, rel=1e-12)
    assert (np.mean(a <= found.location), np.mean(b <= found.location)) == pytest.approx(tuple(gap.get_ydata())[::-1], rel=1e-12)
    assert [text.get_text() for text in ax.texts] == [f"D {found.statistic:.3f} at {found.location:.3g}"]


def test_histograms_sum_to_one():
    found = gn.ks_2samp(RNG.normal(size=50), RNG.normal(1, 1, 70))
    ax = found.plot(kind="histogram", bins=10)
    stairs = ax.patches[0].get_data()
    assert stairs.values.sum() == pytest.approx(1)
    assert np.all(np.diff(stairs.edges) > 0)
    assert len(stairs.values) == 10
    with raises_id("plots.two_samples_kind_unknown", kind="bars"):
        found.plot(kind="bars")


def test_what_has_no_distance_or_no_line_is_drawn():
    assert len(gn.ks_2samp([1, 2], [1, 2]).plot().get_lines()) == 2
    gn.ks_2samp([1], [1]).plot(kind="histogram").figure.canvas.draw()
    ax = gn.correlation_test([1, 1, 1], [1, 2, 3], undefined=0).plot()
    assert len(ax.get_lines()) == 1


def test_figures_speak_chinese():
    with speaking("zh"):
        ax = gn.ks_2samp([1, 2, 3], [2, 3, 5]).plot()
        assert ax.get_ylabel() == "样本中不超过该值的比例"
        ax.figure.canvas.draw()
