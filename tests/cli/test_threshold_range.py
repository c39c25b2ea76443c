"""Thresholds outside the scores of a file, in metrics and gates: exit code 2, with both readings."""

import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    path = tmp_path_factory.mktemp("scores") / "scores.csv"
    path.write_text("y,p,half\n" + "".join(f"{i % 2},{0.1 + i % 7 / 10},{'ab'[i % 7 > 3]}\n" for i in range(60)))
    return path


@pytest.mark.parametrize(
    "ask",
    [
        ("metrics", "--metrics", "recall@50,f1@10"),
        ("check", "--min", "recall@50=0.1"),
        ("report", "--metrics", "recall@50"),
    ],
    ids=lambda ask: ask[0],
)
def test_both_readings_are_named(run, scores, tmp_path, ask):
    command, *rest = ask
    ended = run(command, scores, "--label", "y", "--score", "p", *rest, *(["-o", tmp_path / "r.html"] if command == "report" else []))
    assert ended.code == 2
    assert "recall@50: 50 is a threshold, and the scores of p are from 0 to 1" in ended.err
    assert "recall_at(k=50), with --group" in ended.err


def test_a_gate_holds_for_a_slice_below_its_threshold(run, scores):
    """The rule is about the scores of the whole: a slice may lie below the threshold, and its value is 0."""
    gate = ("check", scores, "--label", "y", "--score", "p", "--by", "half", "--min", "recall@0.6=0")
    assert run(*gate).code == 0
    assert gn.evaluate(scores, label="y", score="p", by="half", metrics="recall@0.6", ci=None).slices[0].values["p", "recall@0.6"] == 0


def test_a_name_of_two_metrics_is_refused_with_judgments_too(run, tmp_path):
    (tmp_path / "q.txt").write_text("q 0 a 1\nq 0 b 0\n")
    (tmp_path / "a.run").write_text("q 0 a 1 0.9 t\nq 0 c 2 0.5 t\n")
    ask = ("metrics", "--qrels", tmp_path / "q.txt", "--run", tmp_path / "a.run")
    ended = run(*ask, "hit_rate@10")
    assert ended.code == 2
    assert "success_at" in ended.err
    assert "hit_ratio" in ended.err
    assert "0.5000" in run(*ask, "judged@2").out
