"""gnomon table, and what else the command line reads: sizes of groups, encodings, sheets, several models of several classes."""

import csv
import inspect
import io
import json

import numpy as np
import openpyxl
import pytest

import gnomon as gn
from refusals import raises_id

from .conftest import write


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def columns(small):
    held = rows_of(small.read_text())
    return [int(row["y"]) for row in held], [float(row["p"]) for row in held]


def test_tables_have_what_their_functions_give(run, small, columns):
    y, p = columns
    asked = (small, "--label", "y", "--score", "p")
    ended = run("table", "decile_table(bins=5)", *asked, "--format", "csv")
    assert ended.code == 0, ended.err
    want = gn.decile_table(y, p, bins=5)
    assert [float(row["rate"]) for row in rows_of(ended.out)] == want.rate.tolist()
    assert [int(row["n"]) for row in rows_of(ended.out)] == want.n.tolist()
    assert run("table", "decile_table", *asked).out.rstrip("\n") == str(gn.decile_table(y, p))
    found = json.loads(run("table", "best_threshold(objective=recall>=0.9)", *asked, "--format", "json").out)
    assert found["threshold"] == gn.best_threshold(y, p, objective="recall>=0.9").threshold
    found = json.loads(run("table", "best_threshold(fp_cost=1,fn_cost=5)", *asked, "--format", "json").out)
    assert (found["objective"], found["threshold"]) == ("cost", gn.best_threshold(y, p, objective="cost", fp_cost=1, fn_cost=5).threshold)
    ended = run("table", "best_threshold(objective=youden,fp_cost=1,fn_cost=5)", *asked)
    assert ended.code == 2
    assert 'goes with objective="cost"' in ended.err
    at = rows_of(run("table", "threshold_table(thresholds=[0.2,0.5])", *asked, "--format", "csv").out)
    assert [float(row["recall"]) for row in at] == gn.threshold_table(y, p, thresholds=[0.2, 0.5]).recall.tolist()
    whole = run("table", "threshold_table", *asked).out
    assert "more" not in whole  # every line of it
    assert len(whole.splitlines()) == len(gn.threshold_table(y, p)) + 1


def test_tables_of_labels_and_of_several_models(run, tmp_path):
    path = write(tmp_path / "l.csv", y=[0, 1, 1, 0], a=[0, 1, 0, 0], b=[1, 1, 1, 0])
    asked = (path, "--label", "y", "--prediction", "a", "--prediction", "b")
    want = {"a": gn.classification_report([0, 1, 1, 0], [0, 1, 0, 0]), "b": gn.classification_report([0, 1, 1, 0], [1, 1, 1, 0])}
    found = json.loads(run("table", "classification_report", *asked, "--format", "json").out)
    assert found == {name: one.to_dict() for name, one in want.items()}
    rows = rows_of(run("table", "classification_report", *asked, "--format", "csv").out)
    assert [(row["model"], float(row["recall"])) for row in rows] == [(n, r) for n, one in want.items() for r in one.recall.tolist()]
    assert str(want["b"]) in run("table", "classification_report", *asked).out
    matrix = rows_of(run("table", "confusion_matrix", *asked[:5], "--format", "csv").out)
    assert matrix == [{"labels": "0", "matrix 0": "2", "matrix 1": "0"}, {"labels": "1", "matrix 0": "1", "matrix 1": "1"}]


def test_tables_that_cannot_be_given_are_refused(run, small):
    asked = (small, "--label", "y", "--score", "p")
    for name, said in {
        "roc_auc": "roc_auc is one value, which gnomon metrics prints; tables and curves are: ",
        "classification_report": "classification_report reads labels; name a column of labels with --prediction",
        "decile_tabel": "decile_table",
        "decile_table(bins=1)": "bins=1 is not a whole number above 1",
    }.items():
        ended = run("table", name, *asked)
        assert (ended.code, ended.out) == (2, "")
        assert said in ended.err
    ended = run("metrics", *asked, "--metrics", "decile_table")
    assert "decile_table is a table, not one value; gnomon table decile_table … prints it" in ended.err


@pytest.mark.parametrize("reference", ["lift_at(0.1)", "lift_at@0.1"])
def test_a_fraction_in_parentheses_is_read_everywhere(run, small, columns, reference):
    y, p = columns
    want = gn.lift_at(y, p, fraction=0.1)
    assert gn.interval(reference, y, p).value == want
    e = gn.evaluate({"y": y, "p": p}, label="y", score="p", metrics=reference, ci=None)
    assert e["lift_at(0.1)"] == e["lift_at@0.1"] == want
    assert gn.compare(y, {"a": p, "b": p[::-1]}, metrics=reference).pairs[0].value_a == want
    asked = (small, "--label", "y", "--score", "p")
    assert float(rows_of(run("metrics", *asked, "--metrics", reference, "--format", "csv").out)[0]["value"]) == want
    assert run("check", *asked, "--min", f"{reference}=0.1").code == 0
    assert run("check", *asked, "--min", f"{reference}=100").code == 1


def test_only_what_stands_behind_at_may_stand_alone_in_parentheses():
    for reference in ("f1(0.3)", "roc_auc(0.3)", "lift_at(0.3)@0.2", "f_score(0.3)"):
        with raises_id("catalog.reference_option_unknown", part="0.3"):
            gn.catalog.parse(reference)
    assert str(gn.catalog.parse("ndcg(10, gain=linear)")) == "ndcg(gain=linear)@10"


RNG = np.random.default_rng(5)
GRADES, ONE, TWO = RNG.integers(0, 3, 60), RNG.random(60).round(1), RNG.random(60).round(1)
SIZES = [20, 25, 15]


@pytest.fixture
def log(tmp_path):
    (tmp_path / "log.query").write_text("\n".join(map(str, SIZES)))
    names = [f"d{at % 9}{at}" for at in range(60)]
    return write(tmp_path / "log.csv", y=GRADES, a=ONE, b=TWO, q=np.repeat([0, 1, 2], SIZES), item=names)


def test_sizes_of_groups_come_from_a_file(run, log):
    asked = ("--label", "y", "--score", "a", "--score", "b", "--metrics", "ndcg@5", "--format", "csv")
    sizes, ids = ("--group-sizes", log.with_suffix(".query")), ("--group", "q")
    for command in ("metrics", "compare"):
        mine, theirs = (run(command, log, *asked, *how) for how in (sizes, ids))
        assert mine.code == 0, mine.err
        assert mine.out == theirs.out
    assert "--group-sizes stands in for --group; name one of them" in run("metrics", log, *asked, *sizes, *ids).err
    assert run("check", log, "--label", "y", "--score", "a", *sizes, "--min", "ndcg@5=0.01").code == 0
    assert "add up to 60 rows" in run("metrics", log, log, *asked, *sizes).err
    assert "log.csv, line 1: 'y,a,b,q,item' is no size" in run("metrics", log, *asked, "--group-sizes", log).err


@pytest.mark.parametrize("convention", ["sklearn", "trec_eval", "lightgbm"])
def test_conventions_hold_for_tables(run, log, convention):
    names = [f"d{at % 9}{at}" for at in range(60)]
    ranked = gn.Ranked.of(GRADES, ONE, group=np.repeat([0, 1, 2], SIZES), item=names)
    want = [gn.ndcg(ranked, k=5, convention=convention), gn.mean_average_precision(ranked, convention=convention)]
    table = {"y": GRADES, "a": ONE, "q": np.repeat([0, 1, 2], SIZES), "item": names}
    asked = {"label": "y", "score": "a", "group": "q", "item": "item", "convention": convention}
    e = gn.evaluate(table, metrics="ndcg@5,map", ci=None, **asked)
    assert list(map(float, e.values.values())) == want
    assert e.metrics == (f"ndcg(convention={convention})@5", f"mean_average_precision(convention={convention})")
    assert gn.evaluate(table, ci=None, **asked).metrics[0] == f"ndcg(convention={convention})@10"
    both = gn.compare(table | {"b": TWO}, metrics="ndcg@5", **{**asked, "score": ["a", "b"]})
    assert both.pairs[0].value_a == want[0]
    options = ("--label", "y", "--score", "a", "--group", "q", "--item", "item", "--convention", convention)
    ended = run("metrics", log, *options, "--metrics", "ndcg@5,map", "--format", "csv")
    assert [float(row["value"]) for row in rows_of(ended.out)] == want, ended.err


def test_conventions_are_for_lists(run, log):
    assert (
        "--convention: that is for ranked lists; name the column of queries or users with --group"
        in run("metrics", log, "--label", "y", "--score", "a", "--convention", "sklearn").err
    )
    with raises_id("public.metric_convention_unknown", convention="trek"):
        gn.evaluate({"y": [0, 1], "p": [0, 1], "q": [0, 0]}, label="y", score="p", group="q", convention="trek")
    groups = np.repeat([0, 1, 2], SIZES)
    with raises_id("lists.item_with_arrays"):
        gn.compare(GRADES, {"a": ONE, "b": TWO}, group=groups, metrics="ndcg@5", item="item")
    asked = ("--label", "y", "--score", "a", "--group", "q", "--convention", "trec_eval", "--metrics", "ndcg@5")
    assert "needs the names of the items; pass --item" in run("metrics", log, *asked).err
    arrays = gn.compare(GRADES, {"a": ONE, "b": TWO}, group=groups, metrics="ndcg@5", convention="sklearn")
    assert arrays.pairs[0].value_a == gn.ndcg(GRADES, ONE, groups, k=5, convention="sklearn")


def test_two_models_of_several_classes(run, tmp_path):
    rng = np.random.default_rng(2)
    y = rng.choice(["cat", "dog", "emu"], 90)
    models, classes = (("new", "n"), ("old", "o")), ("cat", "dog", "emu")
    held = {f"{short}_{name}": rng.random(90).round(4) for _, short in models for name in classes}
    path = write(tmp_path / "p.csv", y=y, **held)
    columns = [f"{model}:{name}={short}_{name}" for model, short in models for name in classes]
    scores = [part for column in columns for part in ("--score", column)]
    metric = "roc_auc(multiclass=ovr,average=macro)"
    ended = run("metrics", path, "--label", "y", *scores, "--metrics", metric, "--format", "csv")
    assert ended.code == 0, ended.err
    matrices = {model: np.column_stack([held[f"{short}_{name}"] for name in classes]) for model, short in models}
    want = {model: gn.roc_auc(y, matrix, multiclass="ovr") for model, matrix in matrices.items()}
    assert {row["model"]: float(row["value"]) for row in rows_of(ended.out)} == pytest.approx(want, rel=1e-12)
    pair = rows_of(run("compare", path, "--label", "y", *scores, "--metrics", metric, "--format", "csv").out)[0]
    assert float(pair["difference"]) == pytest.approx(want["new"] - want["old"], rel=1e-10)  # a difference of nearly equal numbers
    for wrong, said in {
        ("--score", "new:cat=n_cat", "--score", "dog=n_dog"): "'dog' is not MODEL:CLASS as others are",
        ("--score", "new:cat=n_cat", "--score", "new:cat=n_dog"): "'new:cat' is named twice",
        (*scores, "--score", "new:fox=n_cat"): "'new' and 'old' score different classes: 'fox' is only in one",
    }.items():
        ended = run("metrics", path, "--label", "y", *wrong)
        assert ended.code == 2
        assert said in ended.err


def test_encodings_and_sheets(run, tmp_path):
    rows = [(1, 0.9), (0, 0.1), (1, 0.3), (0, 0.4)]
    (tmp_path / "a.csv").write_bytes(("标签,分数\n" + "".join(f"{y},{p}\n" for y, p in rows)).encode("gbk"))
    asked = ("--label", "标签", "--score", "分数", "--metrics", "roc_auc", "--format", "csv", "--ci", "none")
    guessed, named = run("metrics", tmp_path / "a.csv", *asked), run("metrics", tmp_path / "a.csv", *asked, "--encoding", "gbk")
    assert "note: a.csv is not UTF-8, and is read as Chinese in GB18030" in guessed.err
    assert named.err == ""
    assert guessed.out == named.out
    assert rows_of(named.out)[0]["value"] == "0.75"
    book = openpyxl.Workbook()
    for page in (book.active, book.create_sheet("二")):
        page.append(["标签", "分数"])
        for row in rows:
            page.append(row)
    book.save(tmp_path / "b.xlsx")
    assert run("metrics", tmp_path / "b.xlsx", *asked, "--sheet", "二").out == named.out
    assert "--sheet: b.xlsx has 2 sheets" in run("metrics", tmp_path / "b.xlsx", *asked).err
    assert "leave --encoding, --sheet out" in run("metrics", "--qrels", "q", "--run", "r", "--encoding", "gbk", "--sheet", "x").err


def test_every_command_that_prints_takes_a_language(run, small):
    from gnomon.cli.app import app

    groups = [app, *(group.typer_instance for group in app.registered_groups)]
    commands = [command.callback for group in groups for command in group.registered_commands]
    assert [one.__name__ for one in commands if "lang" not in inspect.signature(one).parameters] == []
    ended = run("table", "roc_curve", small, "--label", "nobody", "--score", "p", "--lang", "zh")
    assert (ended.code, "没有列 'nobody'" in ended.err) == (2, True)
