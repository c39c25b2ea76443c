"""Every figure draws, says what it shows, and takes several models; how it looks is for eyes (`make docs` saves them)."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.plots import _FIGURES
from gnomon.plots.style import thin
from refusals import raises_id

RNG = np.random.default_rng(0)
Y = (RNG.random(3000) < 0.2).astype(int)
S = np.clip(0.25 * Y + 0.5 * RNG.random(3000), 0, 1)
CURVES = [gn.roc_curve, gn.pr_curve, gn.ks_curve, gn.gain_curve, gn.lift_curve, gn.calibration_curve]
OTHERS = [gn.decile_table, gn.threshold_table, gn.Sweep.of, lambda y, s: gn.confusion_matrix(y, (s > 0.4).astype(int))]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize("make", CURVES + OTHERS)
def test_draws_and_returns_the_axes(make, tmp_path):
    result = make(Y, S)
    ax = result.plot()
    assert ax.get_title(loc="left")
    assert ax.get_xlabel()
    assert ax.get_ylabel()
    ax.figure.savefig(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 5000
    mine = plt.subplots()[1]
    assert make(Y, S).plot(ax=mine) is mine


def test_legends_name_the_area():
    curve = gn.roc_curve(Y, S)
    assert legend(curve.plot()) == ["random  AUC 0.500", f"AUC {curve.auc:.3f}"]
    assert legend(gn.pr_curve(Y, S).plot())[1] == f"AP {gn.average_precision(Y, S):.3f}"
    assert legend(gn.gain_curve(Y, S).plot())[:2] == ["perfect  AR 1.000", "random  AR 0.000"]
    assert legend(gn.lift_curve(Y, S).plot())[1] == f"{gn.lift_at(Y, S):.2f} at 10 %"
    assert legend(gn.calibration_curve(Y, S).plot())[1] == f"ECE {gn.expected_calibration_error(Y, S):.3f}"


def test_ks_point_is_marked():
    curve = gn.ks_curve(Y, S)
    texts = [text.get_text() for text in curve.plot().texts]
    assert texts == [f"KS {curve.statistic:.3f} at {curve.threshold:.3g}"]


def test_lines_can_be_styled():
    ax = gn.roc_curve(Y, S).plot(color="red", linewidth=4)
    assert (ax.get_lines()[-1].get_color(), ax.get_lines()[-1].get_linewidth()) == ("red", 4)


def test_threshold_is_marked():
    ax = gn.roc_curve(Y, S).plot(threshold=0.4)
    counts = gn.Sweep.of(Y, S).at(0.4)
    assert ax.texts[0].get_text() == f"threshold 0.4\nTPR {gn.recall(counts):.3f}, FPR {gn.fpr(counts):.3f}"
    for make in (gn.pr_curve, gn.gain_curve, gn.lift_curve):
        assert "threshold 0.4" in make(Y, S).plot(threshold=0.4).texts[0].get_text()


@pytest.mark.parametrize("make", CURVES)
def test_several_models_on_one_axes(make):
    ax = gn.plots.overlay({"new": make(Y, S), "old": make(Y, RNG.random(3000))})
    names = legend(ax)
    assert any(name.startswith("new") for name in names)
    assert any(name.startswith("old") for name in names)
    lines = [line for line in ax.get_lines() if line.get_label().startswith(("new", "old"))]
    assert len({line.get_color() for line in lines}) == 2
    references = [name for name in names if not name.startswith(("new", "old"))]
    assert len(references) == len(set(references)), "references are drawn once"


def test_curves_of_a_million_points_are_thinned_within_a_pixel():
    x = np.linspace(0, 1, 1_000_000)
    y = np.sqrt(x)
    at = thin(x, y)
    assert len(at) <= 2001
    assert (at[0], at[-1]) == (0, len(x) - 1)
    assert np.abs(np.interp(x, x[at], y[at]) - y).max() < 1 / 1000


def test_one_row_a_class_and_ties():
    for y, s in (([0, 1], [0.5, 0.5]), ([0, 1], [0.1, 0.9])):
        for make in CURVES + OTHERS:
            ax = make(np.array(y), np.array(s)).plot()
            ax.figure.canvas.draw()
            assert ax.has_data()


def test_strange_scores_are_drawn():
    for scores in ([-1e300, 1e300], [5e-324, 1e-323], [0.0, 0.0]):
        gn.Sweep.of([0, 1], scores).plot().figure.canvas.draw()
    with pytest.warns(gn.UndefinedMetricWarning):
        curve = gn.lift_curve([0, 0], [0.1, 0.2])
    curve.plot().figure.canvas.draw()
    gn.threshold_table([0, 0], [0.1, 0.2], thresholds=[np.inf]).plot().figure.canvas.draw()


def test_what_cannot_be_drawn_says_so():
    with raises_id("plots.drawn_rows_empty", type="Sweep"):
        gn.Sweep.empty().plot()
    with raises_id("plots.results_not_dictionary", type="list"):
        gn.plots.overlay([gn.roc_curve(Y, S)])
    before = plt.get_fignums()
    with raises_id("plots.figure_missing_for_type", type="ClassificationReport"):
        gn.classification_report(Y, Y).plot()
    assert plt.get_fignums() == before
    with raises_id("plots.figure_missing_for_type", type="BestThreshold"):
        gn.best_threshold(Y, S).plot()
    with raises_id("plots.ax_not_axes"):
        gn.roc_curve(Y, S).plot(ax="here")
    with raises_id("plots.results_kinds_mixed", listed="PrCurve and RocCurve"):
        gn.plots.overlay({"a": gn.roc_curve(Y, S), "b": gn.pr_curve(Y, S)})
    with raises_id("plots.overlay_unsupported", pop="Sweep"):
        gn.plots.overlay({"a": gn.Sweep.of(Y, S)})
    with raises_id("plots.results_empty"):
        gn.plots.overlay({})


def test_every_figure_is_tested_here():
    sure = {"Band", "Comparison", "Dominance"}
    lists = {"MetricsAtK", "QueryDistribution", "SizeTable"}  # in test_ranked.py
    samples = {"CorrelationTest", "KsTest"}  # in test_samples.py
    numbers = {"AmountGain", "CellMap", "ErrorHistogram", "NormalQuantiles"}  # in test_numbers.py
    tables = {"Correlations", "CutoffTable", "ErrorTable", "LorenzCurve", "SegmentationCounts", "WoeTable"}  # in tests of their own
    moved = {"PsiColumns", "PsiTable", "Stability", "WorstSentences"}  # in test_stability.py, and in tests/text
    assert {type(make(Y, S)).__name__ for make in CURVES + OTHERS} | sure | lists | samples | numbers | tables | moved == set(_FIGURES)


@pytest.fixture(scope="module")
def compared():
    worse = np.clip(S + RNG.normal(0, 0.15, len(S)), 0.01, 0.99)
    return gn.evaluate({"y": Y, "new": np.clip(S, 0.01, 0.99), "old": worse}, label="y", score=["new", "old"])


def test_a_comparison_is_a_line_for_each_metric(compared):
    ax = compared.comparison.plot()
    drawn = [pair.metric for pair in compared.comparison.pairs if pair.high > pair.low]
    assert len(drawn) > 8
    assert [text.get_text() for text in ax.get_yticklabels()] == drawn
    assert len([text for text in ax.texts if "[" in text.get_text()]) == len(drawn)
    assert compared.plot("comparison").get_title(loc="left") == "Differences"


def test_bands_lie_around_their_curves(compared):
    with_bands = compared.plot("roc")
    assert len(with_bands.collections) == 2
    assert len(compared.plot("roc", band=False).collections) == 0
    assert len(compared.plot("roc", model="new").collections) == 1
    ax = compared.band("pr", "new").plot(label="new")
    assert ax.get_title(loc="left") == "Precision-recall curve"
    assert len(ax.get_lines()) == 1


def test_dominance_shades_who_is_ahead(compared):
    found = compared.comparison.dominance[0]
    ax = found.plot()
    assert found.winner == "new"
    assert "new ahead" in legend(ax)
    assert ax.get_ylabel() == "difference in TPR"
