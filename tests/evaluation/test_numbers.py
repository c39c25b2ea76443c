"""Evaluations of predicted numbers: recognised, computed, sliced, compared, saved, gated; and what is no such thing is refused."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

import gnomon as gn
from forked import gnomon
from refusals import raises_id

rng = np.random.default_rng(3)
N = 4000
X = rng.normal(size=N)
Y = np.round(100 + 20 * X + rng.normal(0, 8, N), 2)
TABLE = {
    "price": Y,
    "new": 100 + 20 * X + rng.normal(0, 3, N),
    "old": 95 + 15 * X + rng.normal(0, 10, N),
    "region": rng.choice(["north", "south"], N),
    "stake": rng.integers(1, 9, N) / 8,
    "shop": rng.integers(0, 80, N),
}
ASKED = {"label": "price", "prediction": ["new", "old"]}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, **ASKED, by="region", keep_rows=True, metrics="default,spearman,gini_of_amounts")


def test_values_are_those_of_scikit_learn(evaluation):
    expected = {
        "r2": sk.r2_score,
        "rmse": sk.root_mean_squared_error,
        "mae": sk.mean_absolute_error,
        "medae": sk.median_absolute_error,
        "mape": lambda y, p: 100 * sk.mean_absolute_percentage_error(y, p),
    }
    assert evaluation.task == "regression"
    for name, function in expected.items():
        for model in ("new", "old"):
            assert float(evaluation[name, model]) == pytest.approx(function(Y, TABLE[model]), rel=1e-12), name
        for part in evaluation.slices:
            which = TABLE["region"] == part.by["region"]
            assert float(part.values["new", name]) == pytest.approx(function(Y[which], TABLE["new"][which]), rel=1e-12)
    assert float(evaluation["wape", "new"]) == pytest.approx(100 * np.abs(TABLE["new"] - Y).sum() / np.abs(Y).sum(), rel=1e-12)
    assert (evaluation.mean_true, evaluation.zero_truths) == (pytest.approx(Y.mean(), rel=1e-14), 0)


def test_every_container_and_file_says_the_same(evaluation, tmp_path):
    frame = pd.DataFrame(TABLE)
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_parquet(tmp_path / "t.parquet")
    for data in (frame, tmp_path / "t.csv", tmp_path / "t.parquet"):
        found = gn.evaluate(data, **ASKED, by="region", metrics="default,spearman,gini_of_amounts")
        assert found.task == "regression"
        assert found.values == evaluation.values


def test_a_long_pass_says_the_same(evaluation, tmp_path, monkeypatch):
    pd.DataFrame(TABLE).to_parquet(tmp_path / "t.parquet")
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 300)
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 400)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 400)
    long = gn.evaluate(tmp_path / "t.parquet", **ASKED, by="region", metrics="default,spearman,gini_of_amounts")
    for key, value in evaluation.values.items():
        assert float(long.values[key]) == pytest.approx(float(value), rel=1e-14), key
        if key[1] not in ("spearman", "gini_of_amounts"):  # of which a long pass keeps no blocks
            width = value.high - value.low
            assert (long.values[key].low, long.values[key].high) == pytest.approx((value.low, value.high), abs=0.3 * width), key
    assert long.comparison["rmse"].p_value < 0.001
    held = long.held("new").scatter, evaluation.held("new").scatter
    assert held[0] == held[1], "the worst rows and the maps are the same however rows came"


def test_errors_that_no_longer_fit_lie_within_certain_bounds(monkeypatch):
    from gnomon.evaluation import account

    n = 50_000
    y = rng.gamma(2, 50, n)
    table = {"y": y, "p": y * 0.9 + rng.normal(0, 20, n)}
    exact = gn.evaluate(table, label="y", prediction="p", ci=None)
    real = account.settled
    monkeypatch.setattr("gnomon.evaluation.survey.settled", lambda *given, **known: real(*given, **known).replace(most_cells=20_000))
    coarse = gn.evaluate(table, label="y", prediction="p", metrics="default,gini_of_amounts,spearman")
    for name in ("medae", "gini_of_amounts", "spearman"):
        value = coarse[name]
        truth = float(exact[name]) if name == "medae" else getattr(gn, name)(table["y"], table["p"])
        assert value.approximate, name
        assert value.at_least <= truth <= value.at_most
        assert value.at_most - value.at_least < (0.3 if name == "spearman" else 0.1) * abs(float(value)), name  # ranks share one grid
    assert float(coarse["rmse"]) == float(exact["rmse"]), "sums are exact at any size"


def test_weights_and_clusters():
    plain = gn.evaluate(TABLE, label="price", prediction="new")
    heavy = gn.evaluate(TABLE, label="price", prediction="new", weight="stake")
    assert float(heavy["rmse"]) == pytest.approx(np.sqrt(np.average((TABLE["new"] - Y) ** 2, weights=TABLE["stake"])), rel=1e-13)
    twice = {name: np.repeat(column, 2) for name, column in TABLE.items()} | {"row": np.repeat(np.arange(N), 2)}
    known = gn.evaluate(twice, label="price", prediction="new", cluster="row")
    for name in ("rmse", "mae", "medae", "r2", "pearson"):
        assert float(known[name]) == pytest.approx(float(plain[name]), rel=1e-12)
        width = plain[name].high - plain[name].low
        assert known[name].high - known[name].low == pytest.approx(width, rel=0.25), name  # r2, pearson: other blocks are left out


def test_the_interval_of_a_mean_is_the_textbooks():
    from scipy import stats

    loss = np.abs(TABLE["new"] - Y)
    df = min(
        N - 1, 1 / (((loss - loss.mean()) ** 4).sum() / ((loss - loss.mean()) ** 2).sum() ** 2 - 1 / N)
    )  # Satterthwaite, of a skewed loss
    half = stats.t.ppf(0.975, df) * stats.sem(loss) / loss.mean()
    found = gn.interval("mae", Y, TABLE["new"])
    assert (found.low, found.high) == pytest.approx((loss.mean() * np.exp(-half), loss.mean() * np.exp(half)), rel=1e-10)
    bias = gn.interval("mbe", Y, TABLE["new"])
    e = TABLE["new"] - Y
    assert (bias.low, bias.high) == pytest.approx(stats.t.interval(0.95, N - 1, e.mean(), stats.sem(e)), rel=1e-10)


def test_paired_comparisons(tmp_path):
    from scipy import stats

    table = gn.evaluate(TABLE, **ASKED).comparison
    arrays = gn.compare(Y, {"new": TABLE["new"], "old": TABLE["old"]})
    alone = {name: gn.evaluate(TABLE, label="price", prediction=name, keep_rows=True) for name in ("new", "old")}
    saved = gn.compare({name: e.save(tmp_path / f"{name}.gnomon") for name, e in alone.items()})
    expected = stats.ttest_rel(np.abs(TABLE["new"] - Y), np.abs(TABLE["old"] - Y))
    for found in (table, arrays, saved):
        pair = found["mae"]
        assert pair.method == "paired mean"
        assert pair.p_value == pytest.approx(expected.pvalue, rel=1e-8)
        assert (pair.low, pair.high) == pytest.approx(tuple(expected.confidence_interval()), rel=1e-10)
        assert found["medae"].low < found["medae"].difference < found["medae"].high


@pytest.mark.parametrize("suffix", [".json", ".gnomon"])
def test_saved_and_loaded(evaluation, tmp_path, suffix):
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / f"e{suffix}"))
    assert loaded.to_dict() == evaluation.to_dict()
    assert loaded.mean_true == evaluation.mean_true
    assert str(loaded) == str(evaluation)


def test_what_is_recognised():
    whole = rng.integers(0, 500, 300)
    assert gn.evaluate({"y": Y, "p": Y}, label="y", prediction="p", ci=None).task == "regression"
    assert gn.evaluate({"y": whole, "p": whole + 0.5}, label="y", prediction="p", ci=None).task == "regression"
    few = rng.integers(0, 5, 300)
    assert gn.evaluate({"y": few, "p": few}, label="y", prediction="p", ci=None).task == "multiclass"
    assert gn.evaluate({"y": few, "p": few + 0.5}, label="y", prediction="p", ci=None, task="regression").task == "regression"
    grades = {"y": np.array([0, 0.5, 1.0] * 4), "s": np.arange(12.0), "q": np.repeat([0, 1, 2], 4)}
    assert gn.evaluate(grades, label="y", score="s", group="q", ci=None).task == "ranking"


REFUSED = {
    "either": ({"prediction": "whole"}, {"label": "count"}, 'Say task="regression" or task="multiclass"'),
    "probabilities of classes": ({"prediction": "p"}, {"label": "bit"}, 'numbers are predicted, pass task="regression"'),
    "numbers as score": ({"score": "p"}, {"label": "price"}, 'name them with prediction= and task="regression"'),
    "a class as prediction": ({"prediction": "name"}, {"label": "price"}, "prediction: 'name' holds text where numbers are meant"),
    "numbers as text": ({"prediction": "p"}, {"label": "text"}, "'text' holds numbers as text"),
    "a class that is meant": ({"prediction": "p", "positive": 1}, {"label": "price"}, "positive: 1 names a class"),
    "what is missing": ({"prediction": "p", "metrics": "adjusted_r2"}, {"label": "price"}, "write adjusted_r2(features=…)"),
    "at a point": ({"prediction": "p", "metrics": "adjusted_r2@3"}, {"label": "price"}, "point; write adjusted_r2(features=…)"),
    "text": ({"prediction": "name", "task": "regression"}, {"label": "price"}, "prediction: 'name' holds text where numbers are meant"),
    "truth of text": ({"prediction": "p", "task": "regression"}, {"label": "name"}, "label: 'name' holds text where numbers are meant"),
    "NaN": ({"prediction": "gap"}, {"label": "price"}, "prediction: 'gap' has NaN at position 1"),
    "infinite": ({"prediction": "endless"}, {"label": "price"}, "prediction: 'endless' has inf at position 1. Numbers must be finite"),
    "classes as numbers": (
        {"prediction": "p", "task": "regression"},
        {"label": "name"},
        'classes, pass task="multiclass" or task="binary"',
    ),
    "metric of scores": ({"prediction": "p", "metrics": "roc_auc"}, {"label": "price"}, "roc_auc is not of predicted numbers"),
    "metric of numbers": ({"score": "p", "metrics": "rmse"}, {"label": "bit"}, "rmse reads numbers that are predicted"),
    "order of truths": ({"prediction": "p", "metrics": "d2(loss=absolute)"}, {"label": "price"}, "write d2_absolute"),
    "negative": ({"prediction": "p", "metrics": "rmsle"}, {"label": "negative"}, "-1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused(name):
    given, label, message = REFUSED[name]
    n = 60
    table = {
        "price": Y[:n],
        "p": np.linspace(0.1, 0.9, n),
        "bit": np.arange(n) % 2,
        "count": np.arange(n),
        "whole": np.arange(n)[::-1],
        "name": [f"n{k}" for k in range(n)],
        "text": [f"{k / 7:.3f}" for k in range(n)],
        "gap": np.where(np.arange(n) == 1, np.nan, Y[:n]),
        "endless": np.where(np.arange(n) == 1, np.inf, Y[:n]),
        "negative": np.where(np.arange(n) == 7, -1.5, Y[:n]),
    }
    with pytest.raises(gn.InputError) as caught:
        gn.evaluate(table, **label, **given)
    assert message in str(caught.value)


def test_mape_says_how_many_truths_are_zero():
    y = np.where(np.arange(N) % 100 == 0, 0.0, np.abs(Y))
    e = gn.evaluate({"y": y, "p": Y}, label="y", prediction="p", metrics="default,mape", ci=None)
    assert "mape" not in gn.evaluate({"y": y, "p": Y}, label="y", prediction="p", ci=None).metrics
    assert np.isnan(e["mape"])
    assert "40" in e["mape"].reason
    assert "wape" in e["mape"].reason


def test_command_line(tmp_path):
    path = tmp_path / "prices.csv"
    pd.DataFrame(TABLE).to_csv(path, index=False)
    columns = [path, "--label", "price", "--prediction", "new"]
    said = gnomon("metrics", *columns, "--by", "region")
    assert said.returncode == 0, said.stderr
    assert "mean truth" in said.stdout
    assert gnomon("check", *columns, "--max", "rmse=20", "--min", "r2=0.5").returncode == 0
    assert gnomon("check", *columns, "--max", "rmse=2").returncode == 1
    compared = gnomon("compare", *columns, "--prediction", "old", "--metrics", "rmse,mae")
    assert (compared.returncode, "paired mean" in compared.stdout) == (0, True), compared.stderr
    written = gnomon("report", *columns, "-o", tmp_path / "r.html")
    assert (written.returncode, (tmp_path / "r.html").exists()) == (0, True), written.stderr


def rules(y, p, **asked):
    return {finding.rule for finding in gn.evaluate({"y": y, "p": p}, label="y", prediction="p", task="regression", **asked).findings}


def test_findings_are_about_the_predictions_and_not_about_one_wild_row():
    draw = np.random.default_rng(1)
    said = gn.evaluate({"y": draw.normal(10, 1, 100), "p": np.full(100, 50.0)}, label="y", prediction="p").findings
    assert any("it says 50," in finding.en for finding in said if finding.rule == "nearly_constant")
    y = draw.normal(10, 1, 500)
    p = y + draw.normal(0, 0.5, 500)
    y[3] = 1e6
    assert {"nearly_constant", "spread_grows"}.isdisjoint(rules(y, p, ci=None))
    assert "errors_of_few_rows" in rules(y, p, ci=None)
    for _ in range(10):
        signal = draw.normal(size=300)
        assert "worse_than_mean" not in rules(0.05 * signal + draw.normal(size=300), 0.05 * signal, ci=None)
        claim = draw.lognormal(0, 1, 400)
        assert "slope_is_not_one" not in rules(claim * draw.lognormal(-0.125, 0.5, 400), claim, ci=None), "right on average everywhere"


def test_what_one_row_decides_has_no_interval_and_no_test():
    other = Y + rng.normal(0, 3, N)
    pair = gn.compare(Y, {"a": TABLE["new"], "b": other}, metrics="max_error")["max_error"]
    assert pair.reason.code == "largest_of_rows"
    with raises_id("evaluation.interval_unsupported"):
        gn.interval("max_error", Y, TABLE["new"])


def test_methods_are_done_or_refused():
    for method in ("percentile", "delong", "wilson"):
        with raises_id("evaluation.interval_unsupported"):
            gn.interval("rmse", Y, TABLE["new"], method=method)


def test_quantiles_of_errors_hold_the_truth():
    draw, held = np.random.default_rng(2), 0
    for _ in range(200):
        held += 1.2815515655446004 in gn.interval("error_quantile(q=0.9)", np.zeros(200), draw.normal(size=200))
    assert held >= 182, held  # of 200: 95 % ± three standard errors


def test_a_number_that_a_metric_does_not_take_is_named_where_it_stands(tmp_path, monkeypatch):
    y = np.abs(Y) + 1
    y[3500] = -2.5
    frame = pd.DataFrame({"y": y, "p": np.abs(TABLE["new"]) + 1})
    frame.to_csv(tmp_path / "t.csv", index=False)
    for metric, bound in (("rmsle", "from 0"), ("gamma_deviance", "above 0"), ("tweedie_deviance(power=1.5)", "from 0")):
        with pytest.raises(gn.InputError, match=f"needs numbers {bound}, and 'y' has -2.5 at position 3500"):
            gn.evaluate(frame, label="y", prediction="p", metrics=metric)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 300)
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 400)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 400)
    with raises_id("regression.value_below_metric_bound", column="y", value=-2.5):
        gn.evaluate(tmp_path / "t.csv", label="y", prediction="p", metrics="rmsle")


def test_metrics_of_numbers_say_that_numbers_are_meant():
    """Whole numbers could be classes; who asks for RMSE has said what they are, on every path."""
    y, p = [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7]
    table = gn.evaluate({"y": y, "p": p}, label="y", prediction="p", metrics="rmse", ci=None)
    pair = gn.compare(y, {"a": p, "b": [2, 2, 3, 4, 5, 6]}, metrics="rmse")["rmse"]
    assert table.task == "regression"
    assert float(table["rmse"]) == pair.value_a == gn.interval("rmse", y, p).value == gn.rmse(y, p)


def test_who_is_not_ahead_is_compared_only_when_asked_for(tmp_path):
    models = {name: TABLE[name] for name in ("new", "old")}
    alone = {name: gn.evaluate(TABLE, label="price", prediction=name, keep_rows=True).save(tmp_path / f"{name}.gnomon") for name in models}
    paths = {
        "arrays": lambda **asked: gn.compare(Y, models, **asked),
        "table": lambda **asked: gn.compare(TABLE, **ASKED, **asked),
        "evaluate": lambda **asked: gn.evaluate(TABLE, **ASKED, **asked).comparison,
        "saved": lambda **asked: gn.compare(alone, **asked),
    }
    for name, path in paths.items():
        assert "mbe" not in path().metrics, name
        asked = path(metrics="mbe,mae")
        assert [pair.metric for pair in asked.pairs] == ["mbe", "mae"], name
        assert asked["mbe"].p_value == pytest.approx(paths["arrays"](metrics="mbe,mae")["mbe"].p_value, rel=1e-9)


def test_a_series_that_does_not_vary_goes_by_its_column():
    rows = {"y": np.arange(40.0), "p": np.full(40, 3.0)}
    assert str(gn.evaluate(rows, label="y", prediction="p", metrics="pearson")["pearson"].reason).startswith("p is 3 in every row")
    swapped = gn.evaluate(rows, label="p", prediction="y", metrics="pearson", task="regression")
    assert str(swapped["pearson"].reason).startswith("p is 3 in every row")
