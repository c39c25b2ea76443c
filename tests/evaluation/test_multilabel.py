"""Several labels a row as people meet them: tables, files, slices, comparisons, findings, the page, the command line."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn.metrics as sk
from pyarrow.feather import write_feather

import gnomon as gn
from forked import gnomon
from gnomon.evaluation import Evaluation
from refusals import raises_id

rng = np.random.default_rng(31)
N = 1200
NAMES = np.array(["art", "books", "chess", "dance", "echo"])
Y = rng.random((N, 5)) < [0.4, 0.3, 0.2, 0.1, 0.05]
S = np.round(0.5 * Y + rng.random((N, 5)), 3)
P = S > 0.7
P[:, 3] = rng.random(N) < 0.1  # predicted as chance has it
P[:, 4] = False
Q = Y ^ (rng.random((N, 5)) < 0.04)


def listed(matrix):
    return [NAMES[row].tolist() for row in matrix]


TABLE = {
    "tags": listed(Y),
    "guesses": listed(P),
    "rival": listed(Q),
    "desk": rng.choice(["print", "web"], N).tolist(),
    "w": (rng.integers(1, 9, N) / 8).tolist(),
    "writer": rng.integers(0, 40, N).tolist(),
    **{f"s_{name}": S[:, k].tolist() for k, name in enumerate(NAMES)},
}
SCORES = {name: f"s_{name}" for name in NAMES.tolist()}
ASKED = {"label": "tags", "prediction": ["guesses", "rival"]}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, **ASKED, by="desk", keep_rows=True)


FEW = {name: column[:200] for name, column in TABLE.items()}
BRIEF = {**ASKED, "by": "desk", "metrics": "subset_accuracy,f1(average=macro)"}


@pytest.fixture(scope="module")
def few():
    """What is evaluated again from every place that rows live in: 200 rows, two metrics with intervals, slices."""
    return gn.evaluate(FEW, **BRIEF)


def theirs(metric, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return metric(Y, P, zero_division=np.nan, **options)


def test_values_are_scikit_learns(evaluation):
    assert evaluation.task == "multilabel"
    assert evaluation.classes == tuple(NAMES)
    assert float(evaluation["subset_accuracy", "guesses"]) == sk.accuracy_score(Y, P)
    assert float(evaluation["hamming_loss", "guesses"]) == pytest.approx(sk.hamming_loss(Y, P), rel=1e-14)
    for average in ("micro", "macro", "samples"):
        assert float(evaluation[f"f1(average={average})", "guesses"]) == pytest.approx(theirs(sk.f1_score, average=average), rel=1e-12)
    assert evaluation.labels_per_row == pytest.approx(Y.sum(1).mean(), rel=1e-14)
    assert evaluation.unlabelled == (~Y.any(1)).sum()


def test_every_place_that_rows_live_in(few, tmp_path):
    frame = pd.DataFrame(FEW)
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    write_feather(pa.table(FEW), tmp_path / "t.arrow", compression="uncompressed")
    sets = {**FEW, **{key: [set(row) for row in FEW[key]] for key in ("tags", "guesses", "rival")}}
    places = [frame, pl.DataFrame(FEW), pa.table(FEW), pl.LazyFrame(FEW), sets, pd.DataFrame(sets), *tmp_path.iterdir()]
    for data in places:
        found = gn.evaluate(data, **BRIEF)
        assert found.values == few.values
        assert [(s.name, s.rows, s.values) for s in found.slices] == [(s.name, s.rows, s.values) for s in few.slices]


@pytest.mark.parametrize("mark", [";", " | "])
def test_text_with_a_separator(few, tmp_path, mark):
    text = {**FEW, **{key: [mark.join(row) for row in FEW[key]] for key in ("tags", "guesses", "rival")}}
    pd.DataFrame(text).to_csv(tmp_path / "t.csv", index=False)
    gaps = {**text, "tags": [cell or None for cell in text["tags"]]}
    for data in (text, gaps, pd.DataFrame(text), pl.DataFrame(gaps), tmp_path / "t.csv"):
        assert gn.evaluate(data, **BRIEF, separator=mark).values == few.values


def test_labels_that_are_numbers(tmp_path):
    numbers = {"y": [[1, 2], [3], []], "p": [[1], [3, 2], [2]]}
    frame = pd.DataFrame(numbers)
    frame.to_parquet(tmp_path / "t.parquet")
    pd.DataFrame({key: [";".join(map(str, row)) for row in rows] for key, rows in numbers.items()}).to_csv(tmp_path / "t.csv", index=False)
    whole = gn.evaluate(numbers, label="y", prediction="p")
    assert whole.classes == (1, 2, 3)
    assert gn.evaluate(tmp_path / "t.parquet", label="y", prediction="p").values == whole.values
    assert gn.evaluate(tmp_path / "t.csv", label="y", prediction="p", separator=";").classes == (1, 2, 3)
    columns = {f"s{k}": [0.1 * k, 0.5, 0.2] for k in (1, 2, 3)}
    scored = gn.evaluate({**numbers, **columns}, label="y", score={str(k): f"s{k}" for k in (1, 2, 3)})
    assert scored["roc_auc(average=macro)"] == scored["roc_auc(average=macro)"], "columns match labels as text"


def test_scores_of_each_label():
    e = gn.evaluate(TABLE, label="tags", score=SCORES, metrics="default,f1(average=macro)@0.7,roc_auc(average=weighted)")
    assert float(e["roc_auc(average=macro)"]) == pytest.approx(sk.roc_auc_score(Y, S), rel=1e-13)
    assert float(e["roc_auc(average=weighted)"]) == pytest.approx(sk.roc_auc_score(Y, S, average="weighted"), rel=1e-13)
    assert float(e["average_precision(average=micro)"]) == pytest.approx(sk.average_precision_score(Y, S, average="micro"), rel=1e-12)
    assert float(e["f1(average=macro)@0.7"]) == pytest.approx(sk.f1_score(Y, S >= 0.7, average="macro"), rel=1e-13)
    some = Y.any(1)
    found = float(e["label_ranking_average_precision"])
    assert found == pytest.approx(sk.label_ranking_average_precision_score(Y[some], S[some]), rel=1e-13)
    assert all(value.low < value < value.high for value in e.values.values())


def test_log_loss_is_that_of_each_label():
    p = {name: np.clip(S[:, k] / 1.6, 0.01, 0.99) for k, name in enumerate(SCORES.values())}
    e = gn.evaluate({"tags": TABLE["tags"], **p}, label="tags", score=SCORES, metrics="log_loss")
    each = [sk.log_loss(Y[:, k], column) for k, column in enumerate(p.values())]
    assert float(e["log_loss"]) == pytest.approx(np.mean(each), rel=1e-12)
    assert gn.log_loss(Y, np.column_stack(list(p.values()))) == pytest.approx(np.mean(each), rel=1e-12)


def test_weights_and_clusters():
    e = gn.evaluate(TABLE, **ASKED, weight="w")
    w = np.array(TABLE["w"])
    assert float(e["f1(average=macro)", "rival"]) == pytest.approx(sk.f1_score(Y, Q, average="macro", sample_weight=w), rel=1e-12)
    assert float(e["subset_accuracy", "guesses"]) == pytest.approx(sk.accuracy_score(Y, P, sample_weight=w), rel=1e-12)
    wide = gn.evaluate(TABLE, **ASKED, cluster="writer")["hamming_loss", "guesses"]
    assert wide.low < wide < wide.high


def test_intervals_are_as_wide_as_a_bootstraps():
    value = gn.interval("f1(average=macro)", Y, P)
    draws = np.random.default_rng(0)
    found = [theirs_on(draws.integers(0, N, N)) for _ in range(200)]
    assert value.high - value.low == pytest.approx(2 * 1.96 * np.std(found), rel=0.25)
    assert gn.interval("roc_auc(average=macro)", TABLE["tags"], S, labels=NAMES.tolist()).low > 0.5


def theirs_on(rows):
    return sk.f1_score(Y[rows], P[rows], average="macro", zero_division=0)


def test_a_long_pass_has_the_same_values_and_intervals_alike(evaluation, tmp_path, monkeypatch):
    pd.DataFrame(TABLE).to_parquet(tmp_path / "t.parquet")
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 200)
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 300)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 300)
    long = gn.evaluate(tmp_path / "t.parquet", **ASKED, by="desk")
    for key, value in evaluation.values.items():
        assert float(long.values[key]) == float(value)
        assert long.values[key].high - long.values[key].low == pytest.approx(value.high - value.low, rel=0.4)
    scored = gn.evaluate(tmp_path / "t.parquet", label="tags", score=SCORES)
    assert scored["roc_auc(average=macro)"].low < scored["roc_auc(average=macro)"] < scored["roc_auc(average=macro)"].high


def test_comparisons_are_the_same_from_everywhere(evaluation, tmp_path):
    metrics = "f1(average=macro),subset_accuracy"
    alone = {name: gn.evaluate(TABLE, label="tags", prediction=name, keep_rows=True) for name in ("guesses", "rival")}
    saved = {name: e.save(tmp_path / f"{name}.gnomon") for name, e in alone.items()}
    models = {"guesses": TABLE["guesses"], "rival": TABLE["rival"]}
    ways = [
        gn.compare(TABLE, **ASKED, metrics=metrics),
        gn.compare(TABLE["tags"], models, metrics=metrics),
        gn.compare(Y, {"guesses": P, "rival": Q}, metrics=metrics),
        gn.compare(saved, metrics=metrics),
    ]
    for name in metrics.split(","):
        pair = evaluation.comparison[name]
        assert pair.p_value < 0.001
        for found in ways:
            for field in ("difference", "low", "high", "p_value"):
                assert getattr(found[name], field) == pytest.approx(getattr(pair, field), rel=1e-9), (name, field)


@pytest.mark.parametrize("suffix", [".json", ".gnomon"])
def test_saved_and_loaded(evaluation, tmp_path, suffix):
    loaded = Evaluation.load(evaluation.save(tmp_path / f"e{suffix}"))
    assert loaded.to_dict() == evaluation.to_dict()
    if suffix == ".gnomon":
        assert loaded.held("guesses").label_sets == evaluation.held("guesses").label_sets


def test_terminal_and_notebook(evaluation):
    assert "5 labels, 1.0" in str(evaluation)
    assert f"{evaluation.unlabelled:.0f} rows without labels" in str(evaluation)
    assert "subset_accuracy" in evaluation._repr_html_()


def rules(e):
    return {(finding.rule, finding.model): finding for finding in e.findings}


def test_findings(evaluation):
    found = rules(evaluation)
    assert "'echo' is never predicted" in found["labels_never_predicted", "guesses"].en
    assert "从不预测 'echo'" in found["labels_never_predicted", "guesses"].zh
    assert "'dance' has an F1 of" in found["label_far_below", "guesses"].en
    assert not {name for name, model in found if model == "rival"}
    strange = gn.evaluate({"y": [["a"], ["b"]] * 40, "p": [["a"], ["c"]] * 40}, label="y", prediction="p")
    assert "'c' is predicted (50 % of all predicted labels) and true in no row" in rules(strange)["labels_never_true", "p"].en


def test_what_two_figures_say_together():
    wide = rng.random((600, 20)) < 0.2
    said = wide ^ (rng.random((600, 20)) < 0.06)
    made = gn.evaluate({"y": _numbered(wide), "p": _numbered(said)}, label="y", prediction="p")
    assert "rows are right in full" in rules(made)["right_labels_wrong_rows", "p"].en
    assert ("no_better_than_no_labels", "p") not in rules(made)
    vain = gn.evaluate({"y": _numbered(wide), "p": _numbered(rng.random((600, 20)) < 0.3)}, label="y", prediction="p")
    assert "no lower than that of predicting no label at all" in rules(vain)["no_better_than_no_labels", "p"].en


def _numbered(matrix):
    return [[f"t{k}" for k in np.flatnonzero(row)] for row in matrix]


def test_figure(evaluation):
    pytest.importorskip("matplotlib").use("Agg")
    axes = evaluation.plot("labels")
    assert [text.get_text() for text in axes.get_yticklabels()][:2] == ["echo", "dance"]
    worst = axes.lines[0].get_xdata()
    assert worst.tolist() == sorted(sk.f1_score(Y, P, average=None).tolist())


REFUSED = {
    "'desk' holds one value a row, where a list of labels is meant": {"label": "tags", "prediction": "desk"},
    "by: 'rival' holds lists": {"label": "tags", "prediction": "guesses", "by": "rival"},
    "cluster: 'rival' holds lists": {"label": "tags", "prediction": "guesses", "cluster": "rival"},
    "prediction: 'guesses' holds lists": {"label": "desk", "prediction": "guesses", "positive": "web"},
    "score: 'guesses' holds lists": {"label": "desk", "score": "guesses", "positive": "web"},
    "binary classification reads one label a row": {"label": "tags", "prediction": "guesses", "task": "binary"},
    "say how to average: f1": {"label": "tags", "prediction": "guesses", "metrics": "f1"},
    "subset_accuracy wants every label": {"label": "tags", "prediction": "guesses", "metrics": "accuracy"},
    "roc_auc reads scores": {"label": "tags", "prediction": "guesses", "metrics": "roc_auc"},
    "each against its absence": {"label": "tags", "score": SCORES, "metrics": "roc_auc(multiclass=ovo)"},
    "hamming_loss reads predicted labels": {"label": "tags", "score": SCORES, "metrics": "hamming_loss"},
    "no column of scores is named for 'art'": {"label": "tags", "score": {"books": "s_books", "chess": "s_chess"}},
    "not among labels=": {"label": "tags", "prediction": "guesses", "labels": ["art", "books"]},
    "holds lists already": {"label": "tags", "prediction": "guesses", "separator": ";"},
    "separates nothing": {"label": "tags", "prediction": "guesses", "separator": ""},
    "takes no such option": {"label": "writer", "prediction": "w", "task": "multiclass", "labels": ["a"]},
}


def test_numbers_are_not_separated():
    with raises_id("multilabel.separator_with_numbers", name="y"):
        gn.evaluate({"y": [0, 1, 0, 1], "p": [0.1, 0.9, 0.3, 0.4]}, label="y", score="p", separator=";")


@pytest.mark.parametrize("message", REFUSED)
def test_what_does_not_fit_is_refused(message):
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate(TABLE, **REFUSED[message])


@pytest.mark.parametrize(
    ("message", "rows"),
    {
        "nothing but 0 and 1": [[0, 1], [1, 0]],
        "names 1 twice": [[0, 1, 1], [1, 0, 0]],
        "has no value at position 1": [["a"], None],
        "names None, which is no label": [["a"], ["b", None]],
        "lists within a list ": [["a"], [["b"]]],
        "text \\('a'\\) and numbers \\(1\\)": [["a"], [1]],
        "names 0.5": [["a"], [0.5]],
    }.items(),
)
def test_lists_that_are_no_labels_are_refused(message, rows):
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate({"y": rows, "p": rows[::-1]}, label="y", prediction="p")


def test_one_label_a_row_stays_what_it_was():
    classes = gn.evaluate({"y": ["a", "b", "c"] * 9, "p": ["a", "b", "b"] * 9}, label="y", prediction="p")
    assert classes.task == "multiclass"
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate({"y": ["a", "b", "c"] * 9, "p": ["a", "b", "b"] * 9}, label="y", prediction="p", metrics="f1(average=samples)")
    with raises_id("evaluation.metrics_reason"):
        gn.evaluate({"y": [0, 1], "p": [0.1, 0.9]}, label="y", score="p", metrics="hamming_loss")


def test_command_line_and_gate(tmp_path):
    path = tmp_path / "tags.parquet"
    pd.DataFrame(TABLE).to_parquet(path)
    columns = [path, "--label", "tags", "--prediction", "guesses"]
    written = gnomon("report", *columns, "--by", "desk", "-o", tmp_path / "r.html")
    assert (written.returncode, (tmp_path / "r.html").exists()) == (0, True), written.stderr
    assert "5 labels" in written.stdout
    assert gnomon("check", *columns, "--min", "f1(average=micro)=0.3").returncode == 0
    assert gnomon("check", *columns, "--max", "hamming_loss=0.01").returncode == 1
    scored = gnomon("metrics", path, "--label", "tags", *(word for pair in SCORES.items() for word in ("--score", "=".join(pair))))
    assert "label_ranking_loss" in scored.stdout, scored.stderr
    text = tmp_path / "tags.csv"
    pd.DataFrame({key: [";".join(row) for row in TABLE[key]] for key in ("tags", "guesses")}).to_csv(text, index=False)
    split = gnomon("metrics", text, "--label", "tags", "--prediction", "guesses", "--separator", ";")
    assert split.returncode == 0, split.stderr
    strange = gnomon("metrics", text, "--label", "tags", "--prediction", "guesses", "--separator", ";", "--labels", "art")
    assert "not among --labels ('art')" in strange.stderr


def test_section_in_the_browser(evaluation, opened):
    page = opened(evaluation)
    rows = page.locator("#per-label tbody tr")
    assert rows.first.inner_text().split("\t")[0] == "echo"
    assert rows.count() == 5 + 3
    assert page.locator('tr[data-average="labels_samples"]').count() == 1
    assert "Most missed: " in page.locator("#labels-said").inner_text()
    share = page.locator("#label-mistakes tbody tr").first.locator("td").inner_text()
    assert share == f"{100 * sk.accuracy_score(Y, P):.1f} %"
    page.locator("#model-switch label", has_text="rival").click()
    assert rows.first.inner_text().split("\t")[0] != ""
    assert page.locator("#label-mistakes tbody tr").first.locator("td").inner_text() == f"{100 * sk.accuracy_score(Y, Q):.1f} %"
    page.locator("#language-zh").click()
    assert "多标签分类" in page.locator("h1").inner_text()
    assert "漏得最多" in page.locator("#labels-said").inner_text()
    assert page.locator("#glossary-subset_accuracy").count() == 1
    assert page.locator('nav a[href="#multilabel"]').count() == 1


def test_scores_tell_what_they_leave_out_and_which_labels_they_cannot_tell(tmp_path):
    scored = gn.evaluate({**TABLE, "s_books": (-S[:, 1]).tolist(), "s_chess": rng.random(N).tolist()}, label="tags", score=SCORES)
    empty = 1 - Y.any(axis=1).mean()
    for metric in ("label_ranking_average_precision", "coverage_error"):
        assert scored[metric].reason.values["part"] == pytest.approx(empty, rel=1e-12)
    assert scored["label_ranking_loss"].reason.values["part"] == pytest.approx(1 - (Y.any(axis=1) & ~Y.all(axis=1)).mean(), rel=1e-12)
    found = {finding.rule: finding.evidence["labels"] for finding in scored.findings}
    assert found["label_scores_reversed"] == ["books"]
    assert found["label_scores_tell_nothing"] == ["chess"]
    right = gn.evaluate(TABLE, label="tags", score=SCORES)
    assert not {finding.rule for finding in right.findings} & {"label_scores_reversed", "label_scores_tell_nothing"}
    page = right.report(tmp_path / "scores.html").read_text()
    assert 'id="per-label"' in page
    assert "label_ap" in page
