"""Figures of ranked lists: the lines, bars and points are the figures of gnomon's own functions."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.tasks.lists.sizes import by_size
from gnomon.tasks.lists.tables import distribution_of, metrics_at_k, query_table
from refusals import raises_id

RNG = np.random.default_rng(3)
USER = np.repeat(np.arange(60), RNG.integers(1, 25, 60))
GRADE = RNG.integers(0, 3, len(USER))
TABLE = {"user": USER, "grade": GRADE, "new": GRADE + RNG.normal(0, 1, len(USER)), "old": GRADE + RNG.normal(0, 3, len(USER))}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, label="grade", score=["new", "old"], group="user")


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize(("column", "metric"), [("ndcg", gn.ndcg), ("precision", gn.precision_at), ("success", gn.success_at)])
@pytest.mark.filterwarnings("ignore::gnomon.errors.UndefinedMetricWarning")
def test_a_line_of_each_model_along_k(evaluation, column, metric):
    ax = evaluation.plot("at_k", metric=column)
    marks = [int(text.get_text()) for text in ax.get_xticklabels()]
    for line, name in zip(ax.get_lines(), ("new", "old"), strict=True):
        ranked = evaluation.held(name).ranked
        assert line.get_ydata().tolist() == [metric(ranked, k=k) for k in marks]
    assert legend(ax)[0] == f"new  @10 {metric(evaluation.held('new').ranked, k=10):.3f}"
    assert len(ax.collections) == (2 if column == "ndcg" else 0)
    assert ax.get_ylim()[1] > max(line.get_ydata().max() for line in ax.get_lines())


def test_queries_are_bars(evaluation):
    ax = evaluation.plot("queries", model="old")
    found = distribution_of("ndcg@10", evaluation.held("old").ranked)
    values, edges, _ = ax.patches[-1].get_data()
    assert values.tolist() == (found.queries / found.counted).tolist()
    assert edges.tolist() == np.linspace(0, 1, 21).tolist()
    assert legend(ax) == [f"old  {float(evaluation['ndcg@10', 'old']):.3f}, {found.zero / found.counted:.1%} at 0"]
    assert evaluation.plot("queries", metric="mrr").get_xlabel() == "mrr"
    assert len(legend(evaluation.plot("queries"))) == 2


def test_lists_by_length_are_points_with_their_interval(evaluation):
    ax = evaluation.plot("by_size")
    table = by_size(evaluation.held("new").ranked, level=0.95)
    assert [text.get_text() for text in ax.get_xticklabels()] == table.names
    assert ax.containers[0].lines[0].get_ydata().tolist() == table.ndcg.tolist()
    ends = [segment[:, 1].tolist() for segment in ax.containers[0].lines[2][0].get_segments()]
    np.testing.assert_allclose(ends, np.transpose([table.low, table.high]))
    assert legend(ax) == ["new", "old"]
    within = evaluation.plot("by_size", metric="gauc").containers[0].lines[0].get_ydata()
    np.testing.assert_array_equal(within, table.gauc)


def test_results_draw_themselves(evaluation, tmp_path):
    ranked = evaluation.held("new").ranked
    for made in (metrics_at_k(ranked), metrics_at_k(ranked, k=[20]), distribution_of("gauc", ranked), by_size(ranked)):
        ax = made.plot(color="red")
        assert ax.get_title(loc="left")
        assert ax.get_xlabel()
        assert ax.get_ylabel()
        ax.figure.savefig(tmp_path / "figure.png")
        assert (tmp_path / "figure.png").stat().st_size > 5000
    one = gn.Ranked.of([0], [1.0], group=None)
    for made in (metrics_at_k(one, level=0.95), distribution_of("ndcg@10", one), by_size(one, level=0.95)):
        made.plot().figure.canvas.draw()
        assert plt.gca().get_ylim() == (0, 1)


def test_what_cannot_be_drawn_says_so(evaluation):
    with raises_id("plots.metric_unknown_at_k", metric="nope"):
        evaluation.plot("at_k", metric="nope")
    with raises_id("plots.metric_unknown_at_k", metric="mrr", choices="'ndcg' or 'gauc'"):
        evaluation.plot("by_size", metric="mrr")
    with raises_id("plots.figure_missing_for_type", type="QueryTable"):
        query_table(evaluation.held("new").ranked).plot()
    plain = gn.evaluate({"y": [0, 1], "s": [0.1, 0.9]}, label="y", score="s")
    with raises_id("lists.ranked_lists_missing", name="at_k"):
        plain.plot("at_k")
    with raises_id("evaluation.figure_unknown", name="nope"):
        plain.plot("nope")
    with raises_id("scores.figure_needs_scores"):
        evaluation.plot("roc")
