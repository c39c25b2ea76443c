"""gnomon check: non-inferiority, columns of one file, slices, intervals, classes, runs; in both languages."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import gnomon as gn

ONE = ("--label", "default", "--score", "new")


@pytest.fixture(scope="module")
def loans(tmp_path_factory):
    """Two models' predictions in one file, and each in a file of its own."""
    folder = tmp_path_factory.mktemp("loans")
    table = pd.DataFrame(gn.samples.credit(4000)).rename(columns={"p_new": "new", "p_old": "old"}).reset_index(names="id")
    table.to_csv(folder / "loans.csv", index=False)
    table.drop(columns="old").to_csv(folder / "new.csv", index=False)
    table.drop(columns="new").rename(columns={"old": "new"}).sample(frac=1, random_state=0).to_csv(folder / "shuffled.csv", index=False)
    return folder


def pair_of(loans, a="new", b="old", metric="roc_auc"):
    table = pd.read_csv(loans / "loans.csv")
    return gn.compare(table.default, {a: table[a], b: table[b]}, metrics=metric, curves=())[metric]


def test_two_columns_of_one_file(run, loans):
    ask = ("check", loans / "loans.csv", "--label", "default", "--score", "old", "--baseline-score", "new", "--margin", "roc_auc=0")
    ended = run(*ask)
    pair = pair_of(loans, "old", "new")
    p = stats.norm.sf(-pair.difference / pair.error)
    assert ended.code == 1
    assert f"{pair.value_a:.4f}  {pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]" in ended.out
    assert f"the loss is real (one-sided p {'< .001' if p < 0.001 else f'= {p:.3f}'} after Holm, delong)" in ended.out
    back = run("check", loans / "loans.csv", *ONE, "--baseline-score", "old", "--margin", "roc_auc=0")
    assert back.code == 0


def test_labels_of_one_file(run, loans, tmp_path):
    table = pd.read_csv(loans / "loans.csv").assign(said=lambda t: (t.old > 0.2).astype(int), before=lambda t: t.default)
    table.to_csv(tmp_path / "labels.csv", index=False)
    ended = run("check", tmp_path / "labels.csv", "--label", "default", "--prediction", "said", "--baseline-prediction", "before")
    assert ended.code == 1
    assert "accuracy" in ended.out
    assert "mcnemar" in ended.out


def test_non_inferiority_wants_the_loss_shown_to_be_small(run, loans):
    pair = pair_of(loans, "new", "old")
    ask = ("check", loans / "loans.csv", *ONE, "--baseline-score", "old", "--non-inferior", "--margin")
    # The better model is non-inferior at any margin; a model that is the same by chance only where the interval clears it.
    ended = run(*ask, "roc_auc=0.01")
    p = stats.norm.cdf((-pair.difference - 0.01) / pair.error)
    assert ended.code == 0
    assert f"the loss is below 0.01 (one-sided p {'< .001' if p < 0.001 else f'= {p:.3f}'}, delong)" in ended.out
    turned = ("check", loans / "loans.csv", "--label", "default", "--score", "old", "--baseline-score", "new", "--non-inferior", "--margin")
    worst = -pair_of(loans, "old", "new").low
    ninety = pair_of(loans, "old", "new")
    bound = -(ninety.difference - stats.norm.ppf(0.95) * ninety.error)
    assert run(*turned, f"roc_auc={bound * 1.001}").code == 0, "one side of 95 % is an end of 90 %"
    failed = run(*turned, f"roc_auc={bound * 0.999}")
    assert failed.code == 1
    assert "is not ruled out (one-sided p = 0.05" in failed.out
    assert bound < worst
    assert (
        run(*turned, "0").err
        == "error: --non-inferior: the margin of the number for all is 0; no data shows that a loss is below 0: allow some\n"
    )
    assert "say how much worse is still fine" in run(*turned[:-1]).err


def test_few_rows_pass_one_gate_and_fail_the_other(run, loans, tmp_path):
    """What is not shown passes --no-worse-than, and fails --non-inferior."""
    pd.read_csv(loans / "loans.csv").iloc[:120].to_csv(tmp_path / "few.csv", index=False)
    ask = ("check", tmp_path / "few.csv", "--label", "default", "--score", "old", "--baseline-score", "new", "--margin", "roc_auc=0.005")
    assert run(*ask).code == 0
    assert run(*ask, "--non-inferior").code == 1


def test_a_file_that_is_its_own_baseline_is_pointed_out(run, loans, tmp_path):
    same = run("check", loans / "new.csv", *ONE, "--no-worse-than", loans / "new.csv")
    assert same.code == 0
    assert "new.csv is its own baseline: no loss can show, and nothing was tested" in same.out
    (tmp_path / "copy.csv").write_bytes((loans / "new.csv").read_bytes())
    copied = run("check", loans / "new.csv", *ONE, "--no-worse-than", tmp_path / "copy.csv")
    assert "say the same of every row: nothing was tested" in copied.out
    run("metrics", loans / "new.csv", *ONE, "--format", "json", "-o", tmp_path / "e.json")
    saved = run("check", tmp_path / "e.json", "--baseline", tmp_path / "e.json")
    assert "e.json is its own baseline" in saved.out
    other = run("check", loans / "loans.csv", *ONE, "--baseline-score", "old")
    assert "●" not in other.out


def test_rows_matched_by_a_key_or_different_rows(run, loans):
    ask = ("check", loans / "new.csv", *ONE, "--no-worse-than", loans / "shuffled.csv", "--margin", "roc_auc=0")
    assert run(*ask).code == 2
    matched = run(*ask, "--key", "id")
    assert matched.code == 0
    pair = pair_of(loans)
    assert f"{pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]" in matched.out
    apart = run(*ask, "--unpaired")
    table = pd.read_csv(loans / "loans.csv")
    given = {"new": {"y": table.default, "p": table.new}, "old": {"y": table.default, "p": table.old}}
    wide = gn.compare(given, label="y", score="p", metrics="roc_auc", paired=False)["roc_auc"]
    assert f"[{wide.low:+.4f}, {wide.high:+.4f}]" in apart.out


def test_every_slice_is_held_to_its_mark(run, loans):
    table = pd.read_csv(loans / "loans.csv")
    values = {name: gn.roc_auc(part.default, part.new) for name, part in table.groupby("region")}
    worst = min(values, key=values.get)
    ask = ("check", loans / "loans.csv", *ONE, "--by", "region", "--min")
    assert run(*ask, f"roc_auc={values[worst] - 1e-6}").code == 0
    ended = run(*ask, f"roc_auc={values[worst] + 1e-6}")
    assert ended.code == 1
    failed = [line for line in ended.out.split("\n") if "FAIL" in line]
    assert [f"new, region = {worst}" in line for line in failed] == [True]
    assert f"{len(values)} of {len(values) + 1} passed, 1 failed" in ended.out


def test_no_slice_may_be_worse(run, loans, tmp_path):
    table = pd.read_csv(loans / "loans.csv")
    worse = table.region == table.region.iloc[0]
    table.loc[worse, "new"] = 1 - table.loc[worse, "old"]
    table.to_csv(tmp_path / "worse.csv", index=False)
    ask = ("check", tmp_path / "worse.csv", *ONE, "--margin", "roc_auc=0.09")
    ended = run(*ask, "--baseline-score", "old", "--by", "region")
    failed = [line for line in ended.out.split("\n") if "FAIL" in line]
    assert ended.code == 1
    assert len(failed) == 1
    assert f"new, region = {table.region.iloc[0]}" in failed[0]
    part = table[worse]
    pair = gn.compare(part.default, {"new": part.new, "old": part.old}, metrics="roc_auc", curves=())["roc_auc"]
    assert f"{pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]" in failed[0]
    table[["id", "default", "old", "region"]].rename(columns={"old": "new"}).to_csv(tmp_path / "old.csv", index=False)
    files = run(*ask, "--no-worse-than", tmp_path / "old.csv", "--by", "region")
    assert files.out == ended.out
    shuffled = pd.read_csv(tmp_path / "old.csv").sample(frac=1, random_state=1)
    shuffled.to_csv(tmp_path / "old.csv", index=False)
    assert run(*ask, "--no-worse-than", tmp_path / "old.csv", "--by", "region", "--key", "id").out == ended.out


def test_slices_against_a_saved_baseline(run, loans, tmp_path):
    for name, options in (("with", ("--by", "region")), ("without", ())):
        run("metrics", loans / "loans.csv", *ONE, *options, "--format", "json", "-o", tmp_path / f"{name}.json")
    ask = ("check", loans / "loans.csv", *ONE, "--by", "region", "--tolerance", "roc_auc=0", "--baseline")
    ended = run(*ask, tmp_path / "with.json")
    regions = pd.read_csv(loans / "loans.csv").region.nunique()
    assert ended.code == 0
    assert f"{regions + 1} of {regions + 1} passed" in ended.out
    assert "--by: the baseline was not evaluated by region (it has no slices)" in run(*ask, tmp_path / "without.json").err


def test_the_interval_must_clear_the_mark(run, loans, tmp_path):
    table = pd.read_csv(loans / "loans.csv")
    sure = gn.interval("roc_auc", table.default, table.new)
    ask = ("check", loans / "loans.csv", *ONE, "--min")
    assert run(*ask, f"roc_auc={sure.value - 1e-6}").code == 0
    ended = run(*ask, f"roc_auc={sure.value - 1e-6}", "--sure")
    assert ended.code == 1
    assert f"[{sure.low:.4f}, {sure.high:.4f}]" in ended.out
    assert run(*ask, f"roc_auc={sure.low - 1e-6}", "--sure").code == 0
    assert run("check", loans / "loans.csv", *ONE, "--max", f"roc_auc={sure.high - 1e-6}", "--sure").code == 1
    wide = gn.interval("roc_auc", table.default, table.new, level=0.99)
    assert run(*ask, f"roc_auc={(wide.low + sure.low) / 2}", "--sure", "--level", "0.99").code == 1
    run("metrics", loans / "loans.csv", *ONE, "--ci", "0.9", "--format", "json", "-o", tmp_path / "e.json")
    saved = run("check", tmp_path / "e.json", "--min", "roc_auc=0.5", "--sure")
    assert "was saved with intervals of 0.9, and --level is 0.95" in saved.err
    assert run("check", tmp_path / "e.json", "--min", "roc_auc=0.5", "--sure", "--level", "0.9").code == 0


@pytest.fixture(scope="module")
def digits(tmp_path_factory):
    rng = np.random.default_rng(1)
    names = np.array(["seven", "eight", "nine"])
    truth = rng.integers(0, 3, 600)
    scores = rng.dirichlet([1, 1, 1], 600) + 0.5 * np.eye(3)[truth]
    table = pd.DataFrame({"y": names[truth], "said": names[scores.argmax(1)], **{f"p_{k}": scores[:, i] for i, k in enumerate(names)}})
    path = tmp_path_factory.mktemp("digits") / "digits.csv"
    table.to_csv(path, index=False)
    return path


def test_one_class(run, digits):
    table = pd.read_csv(digits)
    recall = gn.recall(table.y == "eight", table.said == "eight")
    sure = gn.interval("recall", table.y == "eight", table.said == "eight")
    ask = ("check", digits, "--label", "y", "--prediction", "said", "--min")
    assert run(*ask, f"recall[eight]={recall - 1e-9}").code == 0
    ended = run(*ask, f"recall[eight]={recall + 1e-9}")
    assert ended.code == 1
    assert "recall[eight]" in ended.out
    assert run(*ask, f"recall[eight]={sure.low - 1e-9}", "--sure").code == 0
    assert run(*ask, f"recall[eight]={sure.low + 1e-9}", "--sure").code == 1
    assert "there is no class 'ten'; there are: eight, nine, seven" in run(*ask, "recall[ten]=0.5").err
    scores = [part for name in ("seven", "eight", "nine") for part in ("--score", f"{name}=p_{name}")]
    auc = gn.roc_auc(table.y == "eight", table.p_eight)
    both = ("check", digits, "--label", "y", *scores, "--min", f"roc_auc[eight]={auc - 1e-9}", "--max", f"roc_auc[eight]={auc + 1e-9}")
    assert run(*both).code == 0
    assert run(*both, "--sure").code == 1


@pytest.fixture(scope="module")
def trec(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trec")
    rng = np.random.default_rng(0)
    qrels, runs = [], {"weak": [], "good": []}
    for query in range(1, 41):
        for document in range(15):
            grade = int(rng.integers(0, 3))
            qrels.append(f"q{query} 0 d{document} {grade}")
            for name, skill in (("weak", 0.3), ("good", 1.5)):
                runs[name].append(f"q{query} Q0 d{document} {document + 1} {skill * grade + rng.normal():.3f} {name}")
    (folder / "q.txt").write_text("\n".join(qrels) + "\n")
    for name, lines in runs.items():
        (folder / f"{name}.run").write_text("\n".join(lines) + "\n")
    return folder


def test_runs(run, trec):
    qrels = ("--qrels", trec / "q.txt")
    e = gn.evaluate_runs(trec / "q.txt", {name: trec / f"{name}.run" for name in ("good", "weak")}, metrics="ndcg@10,map")
    value = float(e["ndcg@10", "weak"])
    ask = ("check", *qrels, "--run", trec / "weak.run", "--min")
    assert run(*ask, f"ndcg@10={value - 1e-9}").code == 0
    ended = run(*ask, f"ndcg@10={value + 1e-9}", "--max", "map=1")
    assert ended.code == 1
    assert "1 of 2 passed" in ended.out
    pair = e.comparison["ndcg@10"]
    lost = run("check", *qrels, "--run", trec / "weak.run", "--no-worse-than", trec / "good.run", "--margin", "ndcg@10=0.01")
    assert lost.code == 1, lost.err
    assert f"{-pair.difference:+.4f}" in lost.out
    assert run("check", *qrels, "--run", trec / "good.run", "--no-worse-than", trec / "weak.run", "--margin", "ndcg@10=0.01").code == 0
    compared = run("compare", *qrels, "--run", trec / "good.run", "--run", trec / "weak.run", "ndcg@10,map")
    assert f"{pair.difference:+.4f}" in compared.out
    assert "40" in compared.out.split("\n")[1] or "600" in compared.out.split("\n")[1]
    one_sided = run("compare", *qrels, "--run", trec / "good.run", "--run", trec / "weak.run", "ndcg@10", "--alternative", "greater")
    assert "p (good > weak)" in one_sided.out


def test_each_query(run, trec):
    ask = ("metrics", "--qrels", trec / "q.txt", "--run", trec / "weak.run", "--run", trec / "good.run", "ndcg@10,mrr", "--per-query")
    lines = [line.split("\t") for line in run(*ask).out.strip().split("\n")]
    ranked = gn.Ranked.from_qrels(trec / "q.txt", trec / "weak.run")
    each = gn.ndcg(ranked, k=10, per_query=True)
    assert lines[0] == ["metric", "query", "weak", "good"]
    found = {query: float(weak) for metric, query, weak, _ in lines[1:] if metric == "ndcg@10"}
    assert found.pop("all") == pytest.approx(gn.ndcg(ranked, k=10), abs=5e-7)
    assert found == pytest.approx(dict(each), abs=5e-7)
    assert len(lines) == 1 + 2 * 41
    csv = run(*ask, "--format", "csv").out.strip().split("\n")
    assert csv[0] == "metric,query,weak,good"
    refused = run("metrics", trec / "none.csv", "--label", "y", "--score", "p", "--per-query")
    assert refused.code == 2


def test_each_query_of_rows_refuses(run, loans):
    refused = run("metrics", loans / "loans.csv", *ONE, "--per-query")
    assert refused.code == 2
    assert "--per-query: roc_auc has no value for each query" in refused.err


def test_chinese(run, loans):
    ended = run("check", loans / "loans.csv", "--label", "default", "--score", "old", "--baseline-score", "new", "--lang", "zh")
    assert ended.code == 1
    assert "✖ 未通过" in ended.out
    assert "确实变差（单侧 p" in ended.out
    assert "项未通过" in ended.out
    assert "the loss" not in ended.out
    assert "passed" not in ended.out
    small = run("check", loans / "loans.csv", *ONE, "--baseline-score", "old", "--margin", "roc_auc=0.01", "--non-inferior", "--lang", "zh")
    assert "变差不超过 0.01" in small.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sure", "--baseline-score", "old"), "--sure goes with --min and --max"),
        (("--non-inferior", "--min", "ks=0"), "--non-inferior goes with --no-worse-than or --baseline-score"),
        (("--baseline-score", "old", "--no-worse-than", "x.csv"), "name one of the two"),
        (("--baseline-score", "old", "--unpaired"), "columns of one file are of the same rows"),
        (("--baseline-prediction", "old"), "--baseline-score: name as many columns as with --score"),
        (("--min", "recall@0.5[1]=0.5"), "no such value of one class"),
    ],
)
def test_gates_that_make_no_sense(run, loans, arguments, message):
    ended = run("check", loans / "loans.csv", *ONE, *arguments)
    assert ended.code == 2, ended.out
    assert message in ended.err


def test_help_shows_what_to_type(run):
    said = run("check", "--help").out
    assert '"recall[eight]=0.9"' in said
    assert "METRIC[CLASS]" in said
