"""Keys of a CSV and of a Parquet file, gates of one class or label, tables of several labels, names of metrics, strange labels."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

import gnomon as gn
from refusals import raises_id


def rows(n=400, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return pd.DataFrame({"id": np.arange(n), "y": y, "p": np.round(0.3 * y + 0.7 * rng.random(n), 4)})


def test_keys_match_by_their_spelling(run, tmp_path):
    table = rows()
    table.to_csv(tmp_path / "new.csv", index=False)
    old = table.assign(p=rows(seed=1).p).sample(frac=1, random_state=0)
    old.to_parquet(tmp_path / "old.parquet")
    expected = gn.compare(table.y, {"new": table.p, "old": old.sort_values("id").p.to_numpy()}, metrics="roc_auc")["roc_auc"]
    for given in ((tmp_path / "new.csv", tmp_path / "old.parquet"), (table, tmp_path / "old.parquet")):
        found = gn.compare(dict(zip(("new", "old"), given, strict=True)), label="y", score="p", key="id", metrics="roc_auc")["roc_auc"]
        assert (found.difference, found.p_value) == pytest.approx((expected.difference, expected.p_value), rel=1e-12)
    ended = run("compare", f"new={tmp_path / 'new.csv'}", f"old={tmp_path / 'old.parquet'}", "--label", "y", "--score", "p", "--key", "id")
    assert f"{expected.difference:+.4f}" in ended.out


def test_queries_match_by_their_spelling(tmp_path):
    table = rows(240).assign(user=lambda t: t.id // 8 + 5)  # 10 comes before 9 where names are text
    other = table.assign(p=rows(240, seed=1).p)
    table.to_csv(tmp_path / "a.csv", index=False)
    other.to_parquet(tmp_path / "b.parquet")
    files = {"a": tmp_path / "a.csv", "b": tmp_path / "b.parquet"}
    found = gn.compare(files, label="y", score="p", group="user", metrics="gauc,ndcg@5")
    alone = gn.compare(table.y, {"a": table.p, "b": other.p}, group=table.user, metrics="gauc,ndcg@5")
    for metric in ("gauc", "ndcg@5"):
        mine, theirs = found[metric], alone[metric]
        assert (mine.difference, mine.low, mine.p_value) == pytest.approx((theirs.difference, theirs.low, theirs.p_value), rel=1e-12)
    other.assign(y=1 - other.y).to_parquet(tmp_path / "b.parquet")
    with raises_id("lists.judgments_differ"):
        gn.compare(files, label="y", score="p", group="user", metrics="gauc")


def test_a_name_of_digits_is_no_number(tmp_path):
    table = rows(20)
    table.assign(id=[f"{k:03d}" for k in table.id]).to_csv(tmp_path / "padded.csv", index=False)
    table.to_parquet(tmp_path / "plain.parquet")
    files = {"a": tmp_path / "padded.csv", "b": tmp_path / "plain.parquet"}
    with pytest.raises(gn.InputError, match="no row is in all"):
        gn.compare(files, label="y", score="p", key="id")


def test_texts_that_spell_one_number_stay_two_keys(tmp_path):
    table = rows(20).assign(id=[f"v1.{k}" if k < 18 else ("1.1", "1.10")[k - 18] for k in range(20)])
    for name in ("a", "b"):
        table.to_csv(tmp_path / f"{name}.csv", index=False)
    assert gn.compare({name: tmp_path / f"{name}.csv" for name in ("a", "b")}, label="y", score="p", key="id").rows == 20


@pytest.fixture(scope="module")
def pets(tmp_path_factory):
    rng = np.random.default_rng(1)
    names = np.array(["cat", "dog", "owl"])
    truth = rng.integers(0, 3, 500)
    scores = rng.dirichlet([1, 1, 1], 500) + 0.4 * np.eye(3)[truth]
    table = pd.DataFrame({"y": names[truth], **{name: scores[:, k] for k, name in enumerate(names)}})
    table["w"], table["owner"] = rng.integers(1, 5, 500), rng.integers(0, 60, 500)
    path = tmp_path_factory.mktemp("pets") / "pets.csv"
    table.to_csv(path, index=False)
    return path


@pytest.mark.parametrize(("option", "column"), [("weight", "w"), ("cluster", "owner")])
def test_one_class_is_as_sure_as_it_is_alone(run, pets, option, column):
    table = pd.read_csv(pets)
    alone = gn.interval("roc_auc", table.y == "cat", table.cat, **{option: table[column]})
    scores = [part for name in ("cat", "dog", "owl") for part in ("--score", f"{name}={name}")]
    ask = ("check", pets, "--label", "y", *scores, f"--{option}", column, "--sure", "--min")
    assert run(*ask, f"roc_auc[cat]={alone.low - 1e-9}").code == 0
    ended = run(*ask, f"roc_auc[cat]={alone.low + 1e-9}")
    assert ended.code == 1
    assert f"[{alone.low:.4f}, {alone.high:.4f}]" in ended.out


@pytest.fixture(scope="module")
def tags(tmp_path_factory):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, (300, 3))
    said = np.where(rng.random((300, 3)) < 0.75, truth, 1 - truth)
    listed = [[[name for name, on in zip("abc", row, strict=True) if on] for row in side] for side in (truth, said)]
    scores = truth + rng.normal(size=truth.shape)
    table = pd.DataFrame(
        {"t": listed[0], "g": listed[1], "w": rng.integers(1, 4, 300)} | {f"s_{k}": scores[:, i] for i, k in enumerate("abc")}
    )
    path = tmp_path_factory.mktemp("tags") / "tags.parquet"
    table.to_parquet(path)
    return path, truth, said, scores


def test_gates_of_one_label(run, tags):
    path, truth, said, scores = tags
    weight = pd.read_parquet(path).w
    ask = ("check", path, "--label", "t", "--prediction", "g", "--min")
    recall = sk.recall_score(truth[:, 0], said[:, 0])
    assert run(*ask, f"recall[a]={recall - 1e-9}").code == 0
    assert run(*ask, f"recall[a]={recall + 1e-9}").code == 1
    for options, given in (((), {}), (("--weight", "w"), {"weight": weight})):
        alone = gn.interval("recall", truth[:, 0], said[:, 0], **given)
        assert f"[{alone.low:.4f}, {alone.high:.4f}]" in run(*ask, "recall[a]=0", "--sure", *options).out
    auc = sk.roc_auc_score(truth[:, 1], scores[:, 1])
    columns = [part for name in "abc" for part in ("--score", f"{name}=s_{name}")]
    of_scores = ("check", path, "--label", "t", *columns, "--min")
    assert run(*of_scores, f"roc_auc[b]={auc - 1e-9}").code == 0
    assert run(*of_scores, f"roc_auc[b]={auc + 1e-9}").code == 1
    sure = gn.interval("roc_auc", truth[:, 1], scores[:, 1], weight=weight)
    assert f"[{sure.low:.4f}, {sure.high:.4f}]" in run(*of_scores, "roc_auc[b]=0", "--sure", "--weight", "w").out
    assert "there is no class 'z'; there are: a, b, c" in run(*ask, "recall[z]=0.5").err
    assert "without an average" in run(*ask, "f1(average=macro)[a]=0.5").err


def test_the_report_of_several_labels(run, tags):
    path, truth, said, _ = tags
    made = gn.classification_report(truth, said)
    theirs = sk.classification_report(truth, said, output_dict=True, zero_division=np.nan)
    for name in ("precision", "recall", "f1"):
        key = "f1-score" if name == "f1" else name
        assert list(getattr(made, name)) == pytest.approx([theirs[str(k)][key] for k in range(3)], rel=1e-12)
        for average in ("micro", "macro", "weighted", "samples"):
            assert getattr(made, average)[name] == pytest.approx(theirs[f"{average} avg"][key], rel=1e-12)
    assert made.support.tolist() == truth.sum(0).tolist()
    assert made.accuracy == pytest.approx(sk.accuracy_score(truth, said), rel=1e-12)
    weight = pd.read_parquet(path).w
    weighed = gn.classification_report(truth, said, weight=weight)
    assert weighed.micro["recall"] == pytest.approx(sk.recall_score(truth, said, average="micro", sample_weight=weight), rel=1e-12)
    ended = run("table", "classification_report", path, "--label", "t", "--prediction", "g")
    assert ended.code == 0, ended.err
    assert [line.split()[0] for line in ended.out.split("\n") if line.strip()] == [
        "label",
        "a",
        "b",
        "c",
        "micro",
        "macro",
        "weighted",
        "samples",
    ]
    assert f"{made.recall[0]:.4f}" in ended.out
    assert "reads one label a row" in run("table", "confusion_matrix", path, "--label", "t", "--prediction", "g").err


def test_undefined_values_of_the_report_are_settled_as_asked():
    truth, said = np.array([[1, 0], [1, 0], [0, 0]]), np.array([[1, 0], [0, 0], [0, 0]])
    made = gn.classification_report(truth, said)
    assert np.isnan(made.precision[1])
    assert (made.macro["recall"], made.samples["precision"]) == (0.5, 1.0)
    zero = gn.classification_report(truth, said, undefined=0.0)
    assert zero.macro["recall"] == sk.recall_score(truth, said, average="macro", zero_division=0)
    assert zero.samples["precision"] == pytest.approx(sk.precision_score(truth, said, average="samples", zero_division=0), rel=1e-12)
    with pytest.raises(gn.UndefinedMetricError):
        gn.classification_report(truth, said, undefined="raise")


def test_a_metric_has_one_name_in_gates_and_metrics(run, tmp_path):
    qrels = [f"q{q} 0 d{d} {(q + d) % 2}" for q in range(12) for d in range(8)]
    runs = {
        name: [f"q{q} Q0 d{d} {d} {(7 * d * (k + 2) + q) % 11} {name}" for q in range(12) for d in range(8)] for k, name in enumerate("ab")
    }
    (tmp_path / "q.txt").write_text("\n".join(qrels) + "\n")
    for name, lines in runs.items():
        (tmp_path / f"{name}.run").write_text("\n".join(lines) + "\n")
    ask = ("check", "--qrels", tmp_path / "q.txt", "--run", tmp_path / "a.run")
    found = {}
    for name in ("P@5", "P_5", "precision_at@5", "precision@5"):
        assert "1 of 1 passed" in run(*ask, "--min", f"{name}=0").out
        ended = run(*ask, "--no-worse-than", tmp_path / "b.run", "--margin", f"{name}=1")
        assert ended.code == 0, ended.err
        found[name] = ended.out
    assert len(set(found.values())) == 1
    both = run(*ask, "--no-worse-than", tmp_path / "b.run", "--margin", "P@5=1", "--min", "P@5=0", "--convention", "trec_eval")
    assert "2 of 2 passed" in both.out, both.err


def test_groups_by_size_of_a_baseline(run, tmp_path):
    table = rows(60)
    table.to_csv(tmp_path / "p.csv", index=False)
    (tmp_path / "p.query").write_text("\n".join(["10"] * 6) + "\n")
    sizes = ("--group-sizes", tmp_path / "p.query")
    run("metrics", tmp_path / "p.csv", "--label", "y", "--score", "p", *sizes, "--format", "json", "-o", tmp_path / "old.json")
    assert run("check", tmp_path / "p.csv", "--baseline", tmp_path / "old.json", *sizes).code == 0
    refused = run("check", tmp_path / "p.csv", "--baseline", tmp_path / "old.json")
    assert refused.code == 2
    assert "--group-sizes: the baseline's groups are known by their sizes" in refused.err


def test_labels_that_are_in_the_way_are_named(run, tmp_path):
    table = rows(60)
    table.loc[3, "y"] = 2
    table.to_csv(tmp_path / "grey.csv", index=False)
    refused = run("metrics", tmp_path / "grey.csv", "--label", "y", "--score", "p", "--direction", "lower")
    assert "--direction: 'y' has 3 different labels (0, 1, 2), which is multiclass classification" in refused.err
    asked = run("metrics", tmp_path / "grey.csv", "--label", "y", "--score", "p", "--direction", "lower", "--task", "multiclass")
    assert "--direction: --task 'multiclass' is asked for" in asked.err


def test_a_table_says_which_way_scores_were_read(run, tmp_path):
    rows().to_csv(tmp_path / "p.csv", index=False)
    ask = ("table", "decile_table", tmp_path / "p.csv", "--label", "y", "--score", "p")
    assert "● p: lower scores are positive" in run(*ask, "--direction", "lower").out
    assert "●" not in run(*ask).out
