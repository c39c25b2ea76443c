"""gnomon scorecard: a card from a file to a file, by commands alone."""

import csv
import io
import json

import duckdb
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from gnomon.cli import app

HOW = ["--label", "bad", "--special", "bureau=-999", "--exclude", "id", "--exclude", "month", "--exclude", "segment"]
FEATURES = ["age", "income", "bureau", "utilisation", "housing", "segment"]


def run(*words, capsys, code=0):
    with pytest.raises(SystemExit) as ended:
        app([*map(str, words)])
    said = capsys.readouterr()
    assert ended.value.code == code, said.err
    return said.out if code == 0 else said.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("cards")
    rows = gn.samples.applications(4000)
    frame = pd.DataFrame({"id": np.arange(4000), **{name: rows[name] for name in [*FEATURES, "month", "bad"]}})
    frame.to_parquet(made / "train.parquet", index=False)
    frame.to_csv(made / "train.csv", index=False)
    with pytest.raises(SystemExit) as ended:
        app(["scorecard", "fit", str(made / "train.parquet"), *HOW, "-o", str(made / "card.json")])
    assert ended.value.code == 0
    return made


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("GNOMON_LANG", "en")


def test_fit_is_what_python_fits(folder):
    rows = gn.samples.applications(4000)
    features = [name for name in FEATURES if name != "segment"]
    card = gn.Scorecard(gn.Binning(special={"bureau": [-999]}), features=features).fit(rows, rows["bad"])
    assert gn.Card.load(folder / "card.json") == card.card_


def test_text_files_give_the_same_card(folder, capsys, tmp_path):
    told = run("scorecard", "fit", folder / "train.csv", *HOW, "-o", tmp_path / "c.json", capsys=capsys)
    assert gn.Card.load(tmp_path / "c.json") == gn.Card.load(folder / "card.json")
    for part in ("every row begins with", "log-odds of being bad =", "standard_error", "card  "):
        assert part in told
    again = run("scorecard", "fit", folder / "train.csv", *HOW, "--lang", "zh", "-o", tmp_path / "c.json", capsys=capsys)
    assert "每行的基础分为" in again
    assert "坏的对数几率" in again


def test_scores_reasons_and_chosen_columns(folder, capsys, tmp_path):
    card = gn.Scorecard.load(folder / "card.json")
    rows = pd.read_parquet(folder / "train.parquet")
    run(
        "scorecard",
        "score",
        folder / "card.json",
        folder / "train.csv",
        "-o",
        tmp_path / "s.csv",
        "--keep",
        "id",
        "--reasons",
        2,
        capsys=capsys,
    )
    lines = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text())))
    assert list(lines[0]) == ["id", "score", "probability_bad", "reason_1", "reason_2"]
    assert [line["id"] for line in lines] == [str(one) for one in range(4000)], "as they were written"
    assert [int(line["score"]) for line in lines] == card.score(rows).tolist()
    assert [float(line["probability_bad"]) for line in lines] == card.probability(rows).tolist()
    assert [line["reason_1"] or None for line in lines] == card.reasons(rows, top=1)[:, 0].tolist()
    run("scorecard", "score", folder / "card.json", folder / "train.parquet", "-o", tmp_path / "s.parquet", capsys=capsys)
    found = pd.read_parquet(tmp_path / "s.parquet")
    assert found["score"].tolist() == card.score(rows).tolist()
    assert found.columns.tolist() == [*rows.columns, "score", "probability_bad"]
    assert found["income"].isna().sum() == rows["income"].isna().sum()
    printed = run("scorecard", "score", folder / "card.json", folder / "train.csv", "--keep", "id", capsys=capsys)
    assert len(printed.splitlines()) == 4001
    (tmp_path / "odd.csv").write_text("id,age,income,bureau,utilisation,housing\n007,30,,-999,0.50,owner\n1e3,41,5000,600,0.25,\n")
    printed = run("scorecard", "score", folder / "card.json", tmp_path / "odd.csv", capsys=capsys)
    assert [line.rsplit(",", 2)[0] for line in printed.splitlines()] == [
        "id,age,income,bureau,utilisation,housing",
        "007,30,,-999,0.5,owner",
        "1e3,41,5000,600,0.25,",
    ]


def test_long_keys_are_kept_digit_by_digit(folder, capsys, tmp_path):
    rows = pd.read_parquet(folder / "train.parquet").head(4)
    keys = pd.array([2**53 + 1, None, 2**62 + 3, 7], "Int64")
    rows.assign(key=keys).to_parquet(tmp_path / "k.parquet", index=False)
    words = ["scorecard", "score", folder / "card.json", tmp_path / "k.parquet", "--keep", "key"]
    printed = run(*words, capsys=capsys)
    assert [line.split(",")[0] for line in printed.splitlines()[1:]] == [str(2**53 + 1), "", str(2**62 + 3), "7"]
    run(*words, "-o", tmp_path / "s.parquet", capsys=capsys)
    found = pq.read_table(tmp_path / "s.parquet")["key"]
    assert found.to_pylist() == [2**53 + 1, None, 2**62 + 3, 7]
    assert str(found.type) == "int64"


def test_sql_runs_where_the_rows_are(folder, capsys):
    query = run("scorecard", "sql", folder / "card.json", "--table", "rows", "--dialect", "duckdb", capsys=capsys)
    rows = pd.read_parquet(folder / "train.parquet")
    assert duckdb.sql(query).fetchnumpy()["score"].tolist() == gn.Card.load(folder / "card.json").score(rows).tolist()


def test_the_card_is_shown_in_every_format(folder, capsys, tmp_path):
    card = gn.Card.load(folder / "card.json")
    assert run("scorecard", "show", folder / "card.json", capsys=capsys) == f"{card}\n\n{card.coefficients}\n"
    markdown = run("scorecard", "show", folder / "card.json", "--format", "markdown", capsys=capsys)
    assert markdown.startswith("| variable | bin | points |")
    assert "| variable | coefficient | cross_fitted |" in markdown
    html = run("scorecard", "show", folder / "card.json", "--format", "html", capsys=capsys)
    assert html.startswith("<table")
    assert html.count("<table") == 2
    assert run("scorecard", "show", folder / "card.json", "--format", "csv", capsys=capsys).startswith("variable,bin,points")
    assert gn.Card.from_dict(json.loads(run("scorecard", "show", folder / "card.json", "--format", "json", capsys=capsys))) == card
    run("scorecard", "pmml", folder / "card.json", "-o", tmp_path / "c.pmml", capsys=capsys)
    assert (tmp_path / "c.pmml").read_text(encoding="utf-8") == card.to_pmml()


def test_how_sure_the_card_is_travels_with_it(folder, capsys, tmp_path):
    """What Python says of coefficients, information values, AUC and KS stands in the file, on the terminal and on the page."""
    rows = pd.read_parquet(folder / "train.parquet").assign(noise=np.random.default_rng(0).normal(size=4000))
    rows.to_parquet(tmp_path / "t.parquet", index=False)
    features = ["age", "income", "bureau", "utilisation", "housing", "noise"]
    binning = gn.Binning(special={"bureau": [-999]})
    how = ["--min-iv", -1, "--max-correlation", 1, "--folds", 4, "-o", tmp_path / "c.json"]
    told = run("scorecard", "fit", tmp_path / "t.parquet", *HOW, *how, capsys=capsys)
    meant = gn.Scorecard(binning, features=features, min_iv=-1, max_correlation=1, folds=4).fit(rows, rows["bad"])
    again = gn.Scorecard.load(tmp_path / "c.json")
    assert (again.coefficients_, again.validation_) == (meant.coefficients_, meant.validation_)
    assert "variables_unsure" in {note.code for note in again.coefficients_.notes}
    assert str(meant.coefficients_) in told
    run("scorecard", "report", tmp_path / "c.json", tmp_path / "t.parquet", "--label", "bad", "-o", tmp_path / "r.html", capsys=capsys)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    found, sure = meant.validation_, meant.coefficients_
    for figure in (found.auc, found.auc_cross_validated, found.auc_optimism, found.ks, found.ks_cross_validated, found.ks_optimism):
        assert f'<td class="n">{figure:.4f}</td>' in page
    for name in ("cross_fitted", "standard_error", "iv", "iv_chance"):
        assert all(f'<td class="n">{figure:.4f}</td>' in page for figure in getattr(sure, name))
    assert all(f"[{low:.4f}, {high:.4f}]" in page for low, high in zip(sure.iv_low, sure.iv_high, strict=True))
    assert 'data-note="variables_unsure"' in page
    assert "其系数可由偶然解释" in page
    run("scorecard", "fit", tmp_path / "t.parquet", *HOW, *how, "--select", "p", "--vif", 5, capsys=capsys)
    assert "noise" not in gn.Card.load(tmp_path / "c.json").names
    told = run("scorecard", "fit", tmp_path / "t.parquet", *HOW, *how, "--folds", 0, capsys=capsys)
    assert "fitted to, and too small" in told
    assert "select='q'" in run("scorecard", "fit", tmp_path / "t.parquet", *HOW, *how, "--select", "q", capsys=capsys, code=2)


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_report_holds_the_card_and_the_figures(folder, capsys, tmp_path, kind):
    words = ["--label", "bad", "--by", "segment", "-o", tmp_path / "r.html", "--quiet"]
    told = run("scorecard", "report", folder / "card.json", folder / f"train.{kind}", *words, capsys=capsys)
    rows = pd.read_parquet(folder / "train.parquet")
    score = gn.Card.load(folder / "card.json").score(rows)
    assert f"{gn.ks(rows['bad'], score, direction='lower is positive'):.4f}" in told
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert 'id="scorecard"' in page
    assert "评分卡" in page
    for name, one in gn.Card.load(folder / "card.json").variables.items():
        assert f'data-card="{name}"' in page
        assert f"{100 * (one.rows[0] / one.rows.sum()):.2f} %" in page
    assert '<a href="#scorecard"><span lang="en">The card</span><span lang="zh">评分卡</span></a>' in page
    assert "#scorecard>h3{margin-top:" in page
    assert '<td class="n">1,023</td>' in page, "owners, counted as the terminal counts them"
    assert page.count("PSI 0.0000") == 5, "these are the rows that the card was made of"


def test_profit_is_told_where_the_card_is_cut(folder, capsys, tmp_path):
    words = ["scorecard", "report", folder / "card.json", folder / "train.parquet", "--label", "bad", "-o", tmp_path / "r.html", "--quiet"]
    told = run(*words, "--profit-good", 1, "--loss-bad", 8, capsys=capsys)
    rows = pd.read_parquet(folder / "train.parquet")
    score = gn.Card.load(folder / "card.json").score(rows)
    best = gn.cutoff_table(rows["bad"], score, direction="lower is bad", profit_good=1, loss_bad=8).best
    assert f"{best.profit:,.0f}" in told
    assert f"{best.cutoff:g}" in told
    error = run(*words, "--profit-good", 1, capsys=capsys, code=2)
    assert "--loss-bad is missing" in error


def test_fit_tells_the_coefficients_of_each_segment(folder, capsys, tmp_path):
    words = ["--label", "bad", "--special", "bureau=-999", "--exclude", "id", "--exclude", "month", "--segment", "segment"]
    told = run("scorecard", "fit", folder / "train.csv", *words, "-o", tmp_path / "c.json", capsys=capsys)
    rows = pd.read_parquet(folder / "train.parquet")
    names = [name for name in FEATURES if name != "segment"]
    made = gn.Scorecard(gn.Binning(special={"bureau": [-999]}), features=names, segment="segment").fit(rows, rows["bad"])
    new, old, general = (told.index(title) for title in ("segment = new", "segment = returning", "the card of all rows"))
    assert new < told.index(str(made.segments_["new"].coefficients)) < old
    assert old < told.index(str(made.segments_["returning"].coefficients)) < general
    assert general < told.index(str(made.coefficients_))


def test_segments_go_all_the_way(folder, capsys, tmp_path):
    words = ["--label", "bad", "--special", "bureau=-999", "--exclude", "id", "--exclude", "month", "--segment", "segment"]
    run("scorecard", "fit", folder / "train.csv", *words, "-o", tmp_path / "c.json", capsys=capsys)
    cards = gn.Scorecard.load(tmp_path / "c.json")
    assert set(cards.card_.cards) == {"new", "returning"}
    assert "segment = new" in run("scorecard", "show", tmp_path / "c.json", capsys=capsys)
    rows = pd.read_parquet(folder / "train.parquet")
    printed = run("scorecard", "score", tmp_path / "c.json", folder / "train.csv", "--keep", "id", capsys=capsys)
    assert [int(line.split(",")[1]) for line in printed.splitlines()[1:]] == cards.score(rows).tolist()
    run(
        "scorecard",
        "report",
        tmp_path / "c.json",
        folder / "train.csv",
        "--label",
        "bad",
        "-o",
        tmp_path / "r.html",
        "--quiet",
        capsys=capsys,
    )
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "<h3>segment = new</h3>" in page
    assert "<h3>segment = returning</h3>" in page


def test_what_goes_wrong_is_one_line(folder, capsys, tmp_path):
    card, train = folder / "card.json", folder / "train.csv"
    (tmp_path / "altered.json").write_text(card.read_text().replace('"base"', '"Base"', 1))
    (tmp_path / "few.csv").write_text("age,bad\n30,1\n")
    (tmp_path / "castle.csv").write_text(
        "age,income,bureau,utilisation,housing\n30,1,600,0.5,owner\n30,1,600,0.5,castle\n30,1,600,0.5,castle\n"
    )
    (tmp_path / "scored.csv").write_text(train.read_text().replace("id,", "score,", 1))
    cases = [
        (["fit", train, "--label", "default", "-o", tmp_path / "c.json"], r"^error: --label: no column 'default' in .*train.csv"),
        (["fit", train, "--label", "bda", "-o", tmp_path / "c.json"], "--label: no column 'bda' .*; did you mean 'bad'"),
        (["fit", train, "--label", "bad", "--exclude", "idd", "-o", tmp_path / "c.json"], "--exclude: no column 'idd'"),
        (["fit", train, "--label", "bad", "--feature", "agee", "-o", tmp_path / "c.json"], "--feature: no column 'agee'"),
        (["fit", train, "--label", "bad", "--segment", "segmnt", "-o", tmp_path / "c.json"], "--segment: no column 'segmnt'"),
        (["fit", train, "--label", "bad", "--weight", "w", "-o", tmp_path / "c.json"], "--weight: no column 'w'"),
        (
            ["fit", train, "--label", "bad", "--stable-over", "mnth", "--max-psi", 1, "-o", tmp_path / "c.json"],
            "--stable-over: no column 'mnth'",
        ),
        (["score", card, train, "--keep", "idd"], "--keep: no column 'idd' .*; did you mean 'id'"),
        (["report", card, train, "--label", "bda", "-o", tmp_path / "r.html"], "--label: no column 'bda'"),
        (["report", card, train, "--label", "bad", "--weight", "w", "-o", tmp_path / "r.html"], "--weight: no column 'w'"),
        (
            ["score", card, tmp_path / "castle.csv"],
            "'housing' has 'castle' at position 1 .*category that the card does not know.* --unseen .zero. .*or --unseen .missing.",
        ),
        (["fit", train, "--label", "bad", "--special", "bureau", "-o", tmp_path / "c.json"], "--special: 'bureau' is not COLUMN=CODES"),
        (["fit", train, "--label", "bad", "--stable-over", "month", "-o", tmp_path / "c.json"], "--stable-over goes with --max-psi"),
        (["fit", train, "--label", "bad", "--weights", "auc", "-o", tmp_path / "c.json"], "--weights 'auc' is not"),
        (["fit", train, "--label", "bad", "-o", train], "it is .*train.csv, which is read, and would be lost"),
        (["fit", train, "--label", "month", "-o", tmp_path / "c.json"], "y_true|label|month|positive"),
        (["score", card, tmp_path / "few.csv"], "lacks 4 of the card's columns"),
        (["score", card, tmp_path / "scored.csv"], "has a column 'score' of its own"),
        (["score", card, train, "-o", card], "which is read, and would be lost"),
        (["score", card, train, "-o", tmp_path / "s.txt"], "neither .csv nor .parquet"),
        (["score", tmp_path / "altered.json", train], "altered.json: the card was altered"),
        (["score", train, train], "train.csv is no JSON; name a card"),
        (["sql", card, "--dialect", "oracle"], "--dialect: 'oracle' is not generic or duckdb or mysql"),
        (["show", card, "--format", "pdf"], "--format: 'pdf' is not table or markdown"),
        (["report", card, train, "--label", "bad", "-o", train], "which is read, and would be lost"),
        (["fitt", train], "there is no command 'fitt'; did you mean fit"),
    ]
    import re

    for words, told in cases:
        error = run("scorecard", *words, capsys=capsys, code=2)
        assert error.startswith("error: "), words
        assert re.search(told, error), (words, error)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert before == ["altered.json", "castle.csv", "few.csv", "scored.csv"], "nothing was written"


def test_a_slip_among_the_numbers_makes_no_categories(run, tmp_path):
    """One text in a column of numbers would make each of them a category, found unseen in the next file."""
    lines = [f"{k % 2},{k / 7:.2f}" for k in range(200)]
    lines[8] = "1,old"
    (tmp_path / "t.csv").write_text("\n".join(["bad,age", *lines]) + "\n")
    ended = run("scorecard", "fit", tmp_path / "t.csv", "--label", "bad", "-o", tmp_path / "card.json")
    assert ended.code == 2
    assert "row 9: column 'age' has 'old' where other values are numbers; correct it, or call it missing with --na" in ended.err


REFUSED = {
    "--points0 nan is no finite number": ["--points0", "nan"],
    "--odds0 0.0 is no number above 0": ["--odds0", "0"],
    "--max-correlation 2.0 is no number above 0 and up to 1": ["--max-correlation", "2"],
    "--max-psi needs --stable-over, the column of periods": ["--max-psi", "0.1"],
    "--max-bins 0 is no whole number from 1 to 50": ["--max-bins", "0"],
    "--min-fraction 0.9 is no number from 0 to below 0.5": ["--min-fraction", "0.9"],
    "--monotonic 'x' is none of": ["--monotonic", "x"],
    "--method 'x' is none of": ["--method", "x"],
    "--unseen 'x' is none of": ["--unseen", "x"],
    "--weights 'x' is not 'logistic' or 'iv' or 'ks'": ["--weights", "x"],
    "--special names 'foo', which is no column": ["--special", "foo=1"],
    "--weight: the column holds 'mortgage'; name a column of numbers": ["--weight", "housing"],
    "lower --min-iv, or bring other variables": ["--min-iv", "9"],
    "--exclude leaves no column to choose from": ["--exclude", "age", "--exclude", "utilisation"],
}


@pytest.mark.parametrize("reason", REFUSED)
def test_refusals_speak_of_options(folder, capsys, tmp_path, reason):
    words = ["--label", "bad", "--feature", "age", "--feature", "utilisation", "-o", tmp_path / "c.json"]
    said = run("scorecard", "fit", folder / "train.parquet", *words, *REFUSED[reason], capsys=capsys, code=2)
    assert reason in " ".join(said.split())


def test_other_commands_speak_of_options_too(folder, capsys, tmp_path):
    card, rows = folder / "card.json", folder / "train.parquet"
    for words, reason in (
        (["score", card, rows, "--reasons", 1, "--against", "x"], "--against 'x' is not"),
        (["report", card, rows, "--label", "bad", "--over", "month", "--reference", "1999"], "--reference: no period '1999'"),
        (
            ["report", card, rows, "--label", "bad", "--train", rows],
            "--train is what periods are held against; name their column with --over",
        ),
        (["report", card, rows, "--label", "bad", "--over", "month", "--train", rows, "--reference", "a"], "leave the other out"),
    ):
        assert reason in " ".join(run("scorecard", *words, capsys=capsys, code=2).split())
    for words, reason in (
        (["--bins", "5,4"], "--bins: edges has 4.0 at position 1, not above the one before"),
        (["--special", "foo=7"], "--special names 'foo', which is none of the columns"),
        (["--categories", "foo"], "--categories names 'foo', which is none of the columns"),
        (["--closed", "x"], "--closed 'x' is not"),
    ):
        assert reason in " ".join(run("psi", rows, rows, *words, capsys=capsys, code=2).split())
