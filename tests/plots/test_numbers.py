"""Figures of predicted numbers: cells, lines and points are the figures of gnomon's own functions."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking
from gnomon.tasks.regression.shapes import gain_of, histogram_of, map_of, quantiles_of
from refusals import raises_id

TABLE = gn.samples.demand(2000)


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, label="sold", prediction=["forecast", "last_year"], ci=None)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize(("name", "shows"), [("scatter", "truth"), ("residuals", "error")])
def test_a_map_has_the_cells_of_one_model(evaluation, name, shows):
    ax = evaluation.plot(name, model="last_year")
    made = map_of(getattr(evaluation.held("last_year")["scatter"], shows), shows)
    cells = ax.collections[0].get_array()
    np.testing.assert_array_equal(cells.filled(0), made.counts)
    assert (ax.get_xlim(), ax.get_ylim()) == (made.x_ends, made.y_ends)
    assert ax.get_title(loc="left").endswith("— last_year")
    assert ax.get_title(loc="right") == f"{made.outside / 2000:.2%} of rows outside"
    right, *rest = ax.get_lines()
    if shows == "truth":
        assert (right.get_xdata().tolist(), rest) == (right.get_ydata().tolist(), [])
    else:
        table = gn.error_by_decile(evaluation.held("last_year")["amounts"])
        assert list(right.get_ydata()) == [0, 0]
        assert rest[0].get_ydata().tolist() == table.bias.tolist()
        assert ax.get_ylabel() == "error: prediction − truth"


def test_errors_are_densities_of_each_model(evaluation):
    ax = evaluation.plot("residual_distribution")
    for place, name in enumerate(("forecast", "last_year")):
        made = histogram_of(evaluation.held(name)["spread"])
        values, edges, _ = ax.patches[2 * place + 1].get_data()
        assert edges.tolist() == made.edges.tolist()
        outside = (made.below + made.above) / 2000
        assert (values * np.diff(edges)).sum() == pytest.approx(1 - outside, rel=1e-12)
        assert legend(ax)[place] == f"{name}  {outside:.2%} of rows outside"
    alone = histogram_of(gn.Spread.of([1, 2, 3], [1, 2, 4])).plot()
    assert alone.get_legend() is None


def test_quantiles_lie_beside_the_normal_line(evaluation):
    ax = evaluation.plot("qq")
    made = quantiles_of(evaluation.held("forecast")["spread"], 2000)
    normal, errors = ax.get_lines()[:2]
    assert errors.get_ydata().tolist() == made.error.tolist()
    np.testing.assert_allclose(normal.get_ydata(), made.centre + made.slope * made.normal[[0, -1]])
    assert legend(ax) == ["normal, same quartiles", "forecast", "last_year"]
    far = quantiles_of(gn.Spread.of(np.zeros(101), np.append(np.linspace(-1, 1, 100), 1e6)), 101).plot()
    assert far.get_ylim()[1] < 100


def test_deciles_and_gain_of_amounts(evaluation):
    ax = evaluation.plot("deciles")
    table = gn.error_by_decile(evaluation.held("forecast")["amounts"])
    assert ax.get_lines()[1].get_xdata().tolist() == table.mean_prediction.tolist()
    assert ax.get_lines()[1].get_ydata().tolist() == table.mean_truth.tolist()
    assert legend(ax) == ["predicted level", *(f"{name}  mean truth ± RMSE of the bin" for name in ("forecast", "last_year"))]
    ax = evaluation.plot("gain")
    made = gain_of(evaluation.held("forecast")["amounts"])
    drawn = np.transpose(ax.get_lines()[2].get_data())
    assert set(map(tuple, drawn)) <= set(zip(made.fraction.tolist(), made.share.tolist(), strict=True))
    gini = gn.gini_of_amounts(evaluation.held("forecast")["amounts"])
    assert legend(ax)[:3] == ["by the truths  Gini 1.000", "random  Gini 0.000", f"forecast  Gini {gini:.3f}"]


def test_figures_that_cannot_be_drawn_say_why(evaluation):
    negative = gn.evaluate({"y": np.arange(60.0) - 30, "p": np.arange(60.0)}, label="y", prediction="p", task="regression", ci=None)
    with raises_id("regression.gain_needs_amounts", least=-30.0):
        negative.plot("gain")
    scores = gn.evaluate({"y": [0, 1, 0, 1], "s": [0.1, 0.8, 0.3, 0.6]}, label="y", score="s", ci=None)
    with raises_id("regression.figure_needs_prediction", figure="scatter"):
        scores.plot("scatter")
    with raises_id("evaluation.figure_unknown_in_task", name="roc"):
        evaluation.plot("roc")
    # Both kinds have figures of these names, and each draws its own.
    assert scores.plot("gain").get_title(loc="left") == "Gain curve (CAP)"
    assert scores.plot("deciles").get_title(loc="left").startswith("Rate by score bin")
    assert evaluation.plot("gain").get_title(loc="left") == "Gain of amounts"


def test_figures_in_chinese(evaluation):
    with speaking("zh"):
        for name in ("scatter", "residuals", "residual_distribution", "qq", "deciles", "gain"):
            ax = evaluation.plot(name)
            texts = [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
            assert all(any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in texts), texts


@pytest.mark.parametrize("y", [[3.0], [0.0, 0.0], [5.0, 5.0, 7.0]])
def test_few_rows_are_drawn(y, tmp_path):
    e = gn.evaluate({"y": y, "p": [5.0] * len(y)}, label="y", prediction="p", task="regression", ci=None)
    for name in ("scatter", "residuals", "residual_distribution", "qq", "deciles"):
        e.plot(name).figure.savefig(tmp_path / "figure.png")


def test_a_figure_that_is_not_named_is_the_first_of_the_kind():
    numbers = gn.evaluate({"y": [1.5, 2, 3, 4], "p": [1.0, 2, 3, 5]}, label="y", prediction="p")
    assert numbers.plot().get_ylabel() == numbers.plot("scatter").get_ylabel()
    with raises_id("evaluation.figure_unknown_in_task", name="roc"):
        numbers.plot("roc")
    labels = gn.evaluate({"y": [0, 1, 1, 0], "p": [0, 1, 0, 0]}, label="y", prediction="p")
    assert labels.plot().get_ylabel() == labels.plot("confusion").get_ylabel()
    scores = gn.evaluate({"y": [0, 1, 1, 0], "p": [0.1, 0.9, 0.4, 0.5]}, label="y", score="p")
    assert scores.plot().get_ylabel() == scores.plot("roc").get_ylabel()
