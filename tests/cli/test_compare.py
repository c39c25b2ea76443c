"""gnomon compare, and check --no-worse-than."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

BOTH = ("--label", "default", "--score", "new=p_new", "--score", "old=p_old")
ONE = ("--label", "default", "--score", "p")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two models' predictions of the same loans, each in a file of its own."""
    place = tmp_path_factory.mktemp("predictions")
    loans = pd.DataFrame(gn.samples.credit(4000))
    for name in ("new", "old"):
        loans.rename(columns={f"p_{name}": "p"})[["default", "p", "region"]].to_csv(place / f"{name}.csv", index=False)
    loans.to_csv(place / "loans.csv", index=False)
    loans.rename(columns={"p_new": "p"}).sample(frac=1, random_state=1).to_csv(place / "shuffled.csv", index=False)
    return place


def test_the_table_is_that_of_the_function(run, folder):
    loans = pd.read_csv(folder / "loans.csv")
    found = gn.compare(loans["default"], {"new": loans["p_new"], "old": loans["p_old"]}, metrics="roc_auc,ks")
    ended = run("compare", folder / "loans.csv", *BOTH, "--metrics", "roc_auc,ks")
    assert ended.code == 0
    assert [line.strip() for line in ended.out.strip().split("\n")] == [line.strip() for line in str(found).split("\n")]
    files = run("compare", f"new={folder / 'new.csv'}", f"old={folder / 'old.csv'}", *ONE, "--metrics", "roc_auc,ks")
    assert files.out == ended.out


def test_other_forms(run, folder, tmp_path):
    ask = ("compare", folder / "loans.csv", *BOTH, "--metrics", "roc_auc,f1@0.2")
    known = json.loads(run(*ask, "--format", "json").out)
    assert [pair["metric"] for pair in known["pairs"]] == ["roc_auc", "f1@0.2"]
    lines = list(csv.DictReader(io.StringIO(run(*ask, "--format", "csv").out)))
    assert float(lines[0]["p_value"]) == known["pairs"][0]["p_value"]
    assert run(*ask, "--format", "markdown").out.startswith("| metric |")
    ended = run(*ask, "--format", "latex", "-o", tmp_path / "t.tex")
    assert ended.out == ""
    assert (tmp_path / "t.tex").read_text().startswith(r"\begin{tabular}")


def test_evaluations_saved_with_their_rows(run, folder, tmp_path):
    for name in ("new", "old"):
        ended = run("report", folder / f"{name}.csv", *ONE, "--save", tmp_path / f"{name}.gnomon", "--keep-rows", "-o", tmp_path / "r.html")
        assert ended.code == 0, ended.err
    pair = ("compare", tmp_path / "new.gnomon", tmp_path / "old.gnomon", "--metrics", "roc_auc")
    direct = run("compare", f"new={folder / 'new.csv'}", f"old={folder / 'old.csv'}", *ONE, "--metrics", "roc_auc")
    assert run(*pair).out == direct.out
    ignored = run(*pair, "--cluster", "region")
    assert ignored.code == 2
    assert "new is an evaluation, whose columns are settled; leave --cluster out" in ignored.err
    filled = run("check", folder / "new.csv", "--no-worse-than", tmp_path / "old.gnomon")
    assert filled.code == 0, "columns that are not named are those of the evaluation"
    refused = run("report", folder / "new.csv", *ONE, "--keep-rows", "-o", tmp_path / "r.html")
    assert (refused.code, refused.err) == (2, "error: --keep-rows goes with --save FILE.gnomon, which holds them\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("{}/loans.csv", "--label", "default", "--score", "p_new"), "only 'p_new' is there; a comparison takes two models"),
        (("{}/loans.csv", *BOTH, "--level", "95"), "--level 95.0 is not between 0 and 1"),
        (("{}/loans.csv", *BOTH, "--method", "luck"), "is not 'auto'"),
        (("{}/loans.csv", *BOTH, "--format", "pdf"), "--format: 'pdf' is not table or markdown or latex or json or csv"),
        (("{}/loans.csv", *BOTH, "--cluster", "usr"), "--cluster: no column 'usr'"),
        (("new={}/new.csv", "new={}/old.csv", *ONE), "'new' is named twice"),
        (("new={}/new.csv", "old={}/shuffled.csv", *ONE), "were scored on different rows: the label at position"),
        (("{}/new.csv", "{}/old.csv", *ONE), "to compare a model in each, name them: new="),
    ],
)
def test_refusals(run, folder, arguments, message):
    ended = run("compare", *(text.format(folder) for text in arguments))
    assert ended.code == 2
    assert ended.out == ""
    assert message in ended.err


def test_a_model_that_is_no_worse_passes(run, folder):
    ended = run("check", folder / "new.csv", *ONE, "--no-worse-than", folder / "old.csv")
    assert ended.code == 0
    assert ended.out.count("✓ pass") == 3
    same = run("check", folder / "new.csv", *ONE, "--no-worse-than", folder / "new.csv")
    assert same.code == 0


def test_a_loss_that_is_real_fails_unless_the_margin_allows_it(run, folder):
    ask = ("check", folder / "old.csv", *ONE, "--no-worse-than", folder / "new.csv")
    ended = run(*ask)
    assert ended.code == 1
    assert "✖ FAIL" in ended.out
    assert "the loss is real (one-sided p = 0.001 after Holm, delong)" in ended.out
    assert "the loss is real (one-sided p < .001 after Holm, paired mean)" in ended.out
    assert run(*ask, "--margin", "0.5").code == 0
    loans = pd.read_csv(folder / "loans.csv")
    pair = gn.compare(loans["default"], {"old": loans["p_old"], "new": loans["p_new"]}, metrics="roc_auc")["roc_auc"]
    assert run(*ask, "--margin", f"roc_auc={-pair.high / 2}").code == 1, "the loss is surely more than −high"
    assert run(*ask, "--margin", f"roc_auc={-pair.difference}").code == 0


def test_a_loss_that_chance_explains_passes(run, tmp_path):
    rng = np.random.default_rng(0)
    y = (rng.random(300) < 0.3).astype(int)
    score = rng.normal(y, 1)
    for seed in range(20):
        r = np.random.default_rng(seed)
        tables = [pd.DataFrame({"y": y, "p": score + r.normal(0, 0.5, 300)}) for _ in range(2)]
        if gn.roc_auc(y, tables[0]["p"]) < gn.roc_auc(y, tables[1]["p"]):
            break
    for name, table in zip(("now", "before"), tables, strict=True):
        table.to_csv(tmp_path / f"{name}.csv", index=False)
    ended = run(
        "check", tmp_path / "now.csv", "--label", "y", "--score", "p", "--no-worse-than", tmp_path / "before.csv", "--margin", "roc_auc=0"
    )
    assert ended.code == 0
    assert "-0.0" in ended.out, "it is worse, but by no more than chance"


def test_gates_go_together(run, folder):
    ask = ("check", folder / "new.csv", *ONE, "--no-worse-than", folder / "old.csv")
    ended = run(*ask, "--min", "roc_auc=0.99")
    assert ended.code == 1
    assert "≥ 0.99" in ended.out
    assert "3 of 4 passed, 1 failed" in ended.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--margin", "0.1", "--min", "ks=0"), "--margin is what --no-worse-than allows"),
        (("--no-worse-than", "{}/shuffled.csv"), "were scored on different rows"),
        (("--no-worse-than", "{}/none.csv"), "there is no file"),
        (("--no-worse-than", "{}/old.csv", "--margin", "roc_auc=-1"), "--margin: 'roc_auc=-1' is negative; a margin is how much worse"),
        (("--no-worse-than", "{}/old.csv", "--margin", "prevalence@0.5=0"), "--margin: prevalence@0.5 has no better end"),
        (("--no-worse-than", "{}/old.csv", "--level", "2"), "--level 2.0 is not between 0 and 1"),
    ],
)
def test_gates_that_make_no_sense(run, folder, arguments, message):
    ended = run("check", folder / "new.csv", *ONE, *(text.format(folder) for text in arguments))
    assert ended.code == 2, ended.out
    assert message in ended.err


def test_intervals_on_the_command_line(run, folder):
    plain = run("metrics", folder / "new.csv", *ONE, "--ci", "none").out
    assert "[" not in plain.split("findings")[0]
    wide = run("metrics", folder / "new.csv", *ONE, "--ci", "0.99", "--metrics", "roc_auc").out
    loans = pd.read_csv(folder / "new.csv")
    one = gn.interval("roc_auc", loans["default"], loans["p"], level=0.99)
    assert f"[{one.low:.4f}, {one.high:.4f}]" in wide
    assert "99 % intervals" in wide
    refused = run("metrics", folder / "new.csv", *ONE, "--ci", "wide")
    assert refused.err == "error: --ci: 'wide' is no level; write 0.95, or none for no intervals\n"
    by_region = run("metrics", folder / "new.csv", *ONE, "--cluster", "region").out
    assert "clustered by region" in by_region


def test_rows_matched_by_a_key(run, folder, tmp_path):
    loans = pd.read_csv(folder / "loans.csv").reset_index(names="id")
    for name, order in (("new", loans), ("old", loans.sample(frac=1, random_state=3))):
        order.rename(columns={f"p_{name}": "p"}).to_csv(tmp_path / f"{name}.csv", index=False)
    ask = ("compare", f"new={tmp_path / 'new.csv'}", f"old={tmp_path / 'old.csv'}", *ONE, "--metrics", "roc_auc,ks")
    by_order = run(*ask)
    assert by_order.code == 2
    assert "--key COLUMN matches them by a column, --unpaired compares different rows" in by_order.err
    expected = run("compare", folder / "loans.csv", *BOTH, "--metrics", "roc_auc,ks").out
    assert run(*ask, "--key", "id").out == expected
    twice = run(*ask, "--key", "region")
    assert twice.code == 2
    assert "error: --key: the key of region = " in twice.err


def test_different_rows(run, folder, tmp_path):
    loans = pd.read_csv(folder / "new.csv")
    parts = {"train": loans[:2500], "test": loans[2500:]}
    for name, one in parts.items():
        one.to_csv(tmp_path / f"{name}.csv", index=False)
    ask = ("compare", *(f"{name}={tmp_path / name}.csv" for name in parts), *ONE, "--metrics", "roc_auc,ks", "--unpaired")
    found = gn.compare(parts, label="default", score="p", metrics="roc_auc,ks", paired=False)
    assert run(*ask).out.split("\n")[1].strip() == found.headline
    known = json.loads(run(*ask, "--format", "json", "--alternative", "greater").out)
    assert (known["paired"], known["alternative"], known["sizes"]) == (False, "greater", [2500, 1500])
    chinese = run(*ask, "--lang", "zh").out
    assert "train 2,500 行 · test 1,500 行 · 不同的行，按独立样本比较" in chinese
    assert "95 % 区间" in chinese
    one = run("compare", folder / "loans.csv", *BOTH, "--unpaired")
    assert "--unpaired: models of one table are on the same rows; name a file for each set of rows" in one.err
    same = run("compare", f"a={folder / 'new.csv'}", f"b={folder / 'new.csv'}", *ONE, "--unpaired")
    assert (same.code, "a and b are one file" in same.err) == (2, True)
    wrong = run(*ask, "--alternative", "better")
    assert "--alternative 'better' is not 'two-sided', 'greater', 'less'" in wrong.err
