"""gnomon check --by: slices against a baseline's, slices of lists, small slices; which way scores are read on either side."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id


def people(seed, n=3000, reversed_above=None):
    """Ages, labels and scores; the scores are the wrong way round above an age."""
    rng = np.random.default_rng(seed)
    age, y = rng.integers(18, 80, n), rng.integers(0, 2, n)
    p = np.round(0.35 * y + 0.6 * rng.random(n), 4)
    return pd.DataFrame({"age": age, "y": y, "p": np.where(age > (reversed_above or 99), 1 - p, p)})


@pytest.fixture(scope="module")
def ages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ages")
    for name, table in (("old", people(0)), ("new", people(1, reversed_above=66))):
        table.to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet")
        table.to_json(folder / f"{name}.jsonl", orient="records", lines=True)
    return folder


def lines_of(said, word):
    return [line for line in said.split("\n") if word in line]


@pytest.mark.parametrize("old", ["csv", "parquet"])
@pytest.mark.parametrize("new", ["csv", "parquet", "jsonl"])
def test_numbers_are_cut_where_the_baseline_cut_them(run, ages, tmp_path, old, new):
    saved = tmp_path / "old.json"
    run(
        "metrics",
        ages / f"old.{old}",
        "--label",
        "y",
        "--score",
        "p",
        "--by",
        "age",
        "--metrics",
        "roc_auc",
        "--format",
        "json",
        "-o",
        saved,
    )
    edges = gn.Evaluation.load(saved).facts["binned"]["age"]
    ended = run("check", ages / f"new.{new}", "--baseline", saved, "--by", "age", "--tolerance", "roc_auc=0.3")
    assert ended.code == 1
    failed = lines_of(ended.out, "FAIL")
    assert len(failed) == 1
    above = people(1, reversed_above=66).query(f"age > {edges[-1]}")
    assert f"p, age > {edges[-1]:g}" in failed[0]
    assert f"{gn.roc_auc(above.y, above.p):.4f}" in failed[0]
    assert "5 of 6 passed, 1 failed" in ended.out


@pytest.mark.parametrize("suffix", ["csv", "parquet", "jsonl"])
def test_a_table_has_the_same_slices_in_every_format(ages, suffix):
    e = gn.evaluate(ages / f"old.{suffix}", label="y", score="p", by="age", metrics="roc_auc", ci=None)
    table = people(0)
    edges = e.facts["binned"]["age"]
    expected = table.groupby(np.searchsorted(edges, table.age)).apply(lambda part: gn.roc_auc(part.y, part.p), include_groups=False)
    assert len(e.slices) == 5
    assert sorted(float(part.values["p", "roc_auc"]) for part in e.slices) == pytest.approx(sorted(expected), rel=1e-12)


def test_numbers_that_are_names_stay_names(tmp_path):
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"y": rng.integers(0, 2, 600), "p": rng.random(600), "zip": [f"0{k % 30:04d}" for k in range(600)]})
    table.to_csv(tmp_path / "zip.csv", index=False)
    e = gn.evaluate(tmp_path / "zip.csv", label="y", score="p", by="zip", metrics="roc_auc", ci=None)
    assert len(e.slices) == 30
    assert "binned" not in e.facts


def test_text_after_numbers_is_a_slice_of_its_own(tmp_path):
    from gnomon.engines import Column
    from gnomon.evaluation.slice_bins import binned

    column = Column(np.array([0, 1, 2, -1]), ("7", "unknown", "31.5"), np.array([False, False, False, True]))
    made = binned({"age": column}, {"age": (25.0,)}, spells=True)["age"]
    assert [made.names[code] if code >= 0 else None for code in made.values] == ["≤ 25", "unknown", "> 25", None]


def test_borders_can_be_named(run, ages):
    e = gn.evaluate(people(0), label="y", score="p", by={"age": [30, 50]}, metrics="roc_auc", ci=None)
    assert {part.name for part in e.slices} == {"age ≤ 30", "age = (30, 50]", "age > 50"}
    each = gn.evaluate(people(0), label="y", score="p", by={"age": "each"}, metrics="roc_auc", ci=None)
    assert len(each.slices) == 62
    said = run("check", ages / "old.csv", "--label", "y", "--score", "p", "--min", "roc_auc=0.5", "--by", "age=30,50")
    assert lines_of(said.out, "age > 50")
    assert "4 of 4 passed" in said.out
    wrong = run("check", ages / "old.csv", "--label", "y", "--score", "p", "--min", "roc_auc=0.5", "--by", "age=50,30")
    assert "name its borders as ascending numbers" in wrong.err
    with raises_id("evaluation.by_borders_not_ascending"):
        gn.evaluate(people(0), label="y", score="p", by={"age": None})


def test_slices_that_only_one_side_has_do_not_pass(run, tmp_path):
    table = people(2, 900).assign(region=lambda t: np.where(t.age < 40, "north", np.where(t.age < 60, "south", "west")))
    old, new = table[table.region != "west"], table[table.region != "south"]
    old.to_csv(tmp_path / "old.csv", index=False)
    new.to_csv(tmp_path / "new.csv", index=False)
    run("metrics", tmp_path / "old.csv", "--label", "y", "--score", "p", "--by", "region", "--format", "json", "-o", tmp_path / "old.json")
    ask = ("check", tmp_path / "new.csv", "--baseline", tmp_path / "old.json", "--by", "region", "--tolerance", "roc_auc=0.5")
    ended = run(*ask)
    assert ended.code == 1
    assert not lines_of(ended.out, "FAIL")
    assert ["region = south" in line or "region = west" in line for line in lines_of(ended.out, "– not compared")] == [True, True]
    assert "2 of 4 passed" in ended.out
    assert run(*ask, "--allow-unmatched").code == 0
    said = run(*ask, "--lang", "zh").out
    assert len(lines_of(said, "– 未比较")) == 2
    assert "not compared" not in said


def test_saved_evaluations_cut_elsewhere_are_refused(run, ages, tmp_path):
    for name in ("old", "new"):
        e = gn.evaluate(ages / f"{name}.csv", label="y", score="p", by={"age": [30, 50] if name == "old" else [35, 50]}, metrics="roc_auc")
        e.save(tmp_path / f"{name}.json")
    ended = run("check", tmp_path / "new.json", "--baseline", tmp_path / "old.json")
    assert ended.code == 2
    assert "--by: 'age' is cut at 35, 50 here and at 30, 50 in the baseline" in ended.err


def test_small_slices_are_shown_and_not_judged(run, tmp_path):
    table = people(3, 400)
    table["region"] = np.where(np.arange(400) < 4, "isle", "main")
    table.loc[:3, "y"] = 0
    table["old"] = table.p
    table.to_csv(tmp_path / "p.csv", index=False)
    ask = ("check", tmp_path / "p.csv", "--label", "y", "--score", "p", "--by", "region")
    run("metrics", *ask[1:], "--format", "json", "-o", tmp_path / "old.json")
    for gate in (("--min", "roc_auc=0.5"), ("--baseline", tmp_path / "old.json", "--tolerance", "roc_auc=0.1")):
        ended = run(*ask, *gate)
        assert ended.code == 0, ended.out
        assert ["region = isle" in line for line in lines_of(ended.out, "– small")] == [True]
        assert "2 of 3 passed" in ended.out
        assert "1 small: slices with fewer than 30 rows, or fewer than 5 of either class, are shown, and neither pass nor fail" in ended.out
    tested = run(*ask, "--baseline-score", "old", "--margin", "roc_auc=0.1", "--non-inferior")
    assert tested.code == 0, tested.out
    assert ["region = isle" in line for line in lines_of(tested.out, "– small")] == [True]
    assert "样本太少" in run(*ask, "--min", "roc_auc=0.5", "--lang", "zh").out


@pytest.fixture(scope="module")
def clicks(tmp_path_factory):
    """Lists of forty users; on tablets the new model ranks backwards."""
    rng = np.random.default_rng(4)
    user = np.repeat(np.arange(40), 12)
    table = pd.DataFrame({"user": user, "device": np.where(user % 2, "phone", "tablet"), "y": rng.integers(0, 2, user.size)})
    table["old"] = np.round(table.y + rng.normal(size=user.size), 4)
    table["new"] = np.where(table.device == "tablet", -table.old, table.old + np.round(0.2 * rng.normal(size=user.size), 4))
    path = tmp_path_factory.mktemp("clicks") / "clicks.csv"
    table.to_csv(path, index=False)
    return path


@pytest.mark.parametrize("metric", ["gauc", "ndcg@5"])
@pytest.mark.parametrize("burden", [(), ("--non-inferior",)])
def test_lists_are_compared_within_slices(run, clicks, metric, burden):
    ask = ("check", clicks, "--label", "y", "--group", "user", "--margin", f"{metric}=0.1", *burden)
    ended = run(*ask, "--score", "new", "--baseline-score", "old", "--by", "device")
    assert ended.code == 1
    table = pd.read_csv(clicks)
    for device, part in table.groupby("device"):
        pair = gn.compare(part, label="y", score=["new", "old"], group="user", metrics=metric)[metric]
        line = lines_of(ended.out, f"device = {device}")[0]
        assert f"{pair.difference:+.4f} [{pair.low:+.4f}, {pair.high:+.4f}]" in line
        assert ("FAIL" in line) == (device == "tablet")


def test_lists_of_two_files_are_compared_within_slices(run, clicks, tmp_path):
    table = pd.read_csv(clicks)
    for name in ("new", "old"):
        table[["user", "device", "y", name]].rename(columns={name: "p"}).to_csv(tmp_path / f"{name}.csv", index=False)
    ask = ("check", tmp_path / "new.csv", "--no-worse-than", tmp_path / "old.csv", "--label", "y", "--score", "p", "--group", "user")
    ended = run(*ask, "--margin", "gauc=0.3", "--by", "device")
    assert ended.code == 1
    assert len(lines_of(ended.out, "device = ")) == 2
    assert any("device = tablet" in line for line in lines_of(ended.out, "FAIL"))


@pytest.fixture(scope="module")
def turned(tmp_path_factory):
    """One model's points, low for the positive class, and a probability beside them."""
    table = people(5, 800)
    table["points"] = 1000 - 1000 * table.p
    folder = tmp_path_factory.mktemp("turned")
    table.to_csv(folder / "both.csv", index=False)
    table.assign(p=table.points).to_csv(folder / "points.csv", index=False)
    return folder


def test_each_side_has_its_direction(run, turned):
    auc = gn.roc_auc(people(5, 800).y, people(5, 800).p)
    columns, margin = ("--label", "y", "--score", "p"), ("--margin", "roc_auc=0.01")
    ask = ("check", turned / "both.csv", *columns, "--no-worse-than", turned / "points.csv", *margin)
    ended = run(*ask, "--direction", "baseline=lower")
    assert ended.code == 0, ended.err
    assert f"{auc:.4f}" in ended.out
    assert f"baseline {auc:.4f}" in ended.out
    assert "● baseline p: lower scores are positive" in ended.out
    back = run("check", turned / "points.csv", *columns, "--no-worse-than", turned / "both.csv", *margin, "--direction", "new=lower")
    assert back.code == 0, back.err
    assert f"baseline {auc:.4f}" in back.out
    assert "● p: lower scores are positive" in back.out
    both = run(*ask, "--direction", "lower")
    assert f"{1 - auc:.4f}" in both.out
    assert lines_of(both.out, "● p: lower"), "what is said of all is said of both"
    assert lines_of(both.out, "● baseline p: lower")
    assert "there are no scores of 'odl'" in run(*ask, "--direction", "odl=lower").err


def test_a_mark_beside_a_baseline_file_reads_the_new_side(run, turned):
    auc = gn.roc_auc(people(5, 800).y, people(5, 800).p)
    ask = (
        "check",
        turned / "points.csv",
        "--label",
        "y",
        "--score",
        "p",
        "--no-worse-than",
        turned / "both.csv",
        "--direction",
        "new=lower",
    )
    ended = run(*ask, "--min", f"roc_auc={auc - 1e-6}")
    assert ended.code == 0, ended.out


def test_the_direction_of_a_baseline_is_that_of_its_columns(run, turned, tmp_path):
    auc = gn.roc_auc(people(5, 800).y, people(5, 800).p)
    file, saved = turned / "both.csv", tmp_path / "points.json"
    run(
        "metrics",
        file,
        "--label",
        "y",
        "--score",
        "points",
        "--direction",
        "lower",
        "--metrics",
        "roc_auc",
        "--format",
        "json",
        "-o",
        saved,
    )
    same = run("check", file, "--baseline", saved)
    assert same.code == 0
    assert "● points: lower scores are positive" in same.out
    other = run("check", file, "--score", "p", "--baseline", saved)
    assert other.code == 0, other.out
    assert other.out.count(f"{auc:.4f}") == 2
    assert "● p: lower" not in other.out
    assert "● baseline points: lower scores are positive" in other.out
    assert "● 基线 points：得分越低越倾向正类" in run("check", file, "--score", "p", "--baseline", saved, "--lang", "zh").out


def test_a_file_saved_with_rows_keeps_its_direction(run, turned, tmp_path):
    table = pd.read_csv(turned / "both.csv")
    gn.evaluate(table, label="y", score="points", direction="lower", metrics="roc_auc", keep_rows=True).save(tmp_path / "old.gnomon")
    ended = run("check", turned / "both.csv", "--label", "y", "--score", "p", "--no-worse-than", tmp_path / "old.gnomon")
    assert ended.code == 0, ended.err
    assert "● baseline points: lower scores are positive" in ended.out
    assert "● p: lower" not in ended.out


def test_tables_that_are_compared_have_directions_of_their_own(run, turned):
    table = people(5, 800)
    given = {"a": table, "b": table.assign(p=-table.p)}
    auc = gn.roc_auc(table.y, table.p)
    for paired in (True, False):
        found = gn.compare(given, label="y", score="p", direction={"b": "lower"}, metrics="roc_auc", paired=paired)
        pair = found["roc_auc"]
        assert (pair.value_a, pair.value_b) == pytest.approx((auc, auc), rel=1e-12)
        assert [note.values["models"] for note in found.notes] == [["b"]]
    both = gn.compare(given, label="y", score="p", direction={"p": "lower"}, metrics="roc_auc")["roc_auc"]
    assert (both.value_a, both.value_b) == pytest.approx((1 - auc, auc), rel=1e-12)
    with raises_id("tasks.direction_model_without_scores", strangers="c"):
        gn.compare(given, label="y", score="p", direction={"c": "lower"}, metrics="roc_auc")
    with raises_id("tasks.direction_name_ambiguous"):
        gn.compare({"p": table, "b": table}, label="y", score="p", direction={"p": "lower"}, metrics="roc_auc")
    said = run(
        "compare", f"a={turned / 'both.csv'}", f"b={turned / 'points.csv'}", "--label", "y", "--score", "p", "--direction", "b=lower"
    )
    assert said.code == 0, said.err
    assert "b: lower scores are positive" in said.out
