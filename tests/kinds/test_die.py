"""A kind of evaluation from outside the package goes through everything, without a line of it in src."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

HERE = Path(__file__).parent
rng = np.random.default_rng(5)
N = 3000
ROLL = rng.integers(1, 7, N)
TABLE = {
    "roll": ROLL,
    "psychic": np.where(rng.random(N) < 0.3, ROLL, rng.integers(1, 7, N)),
    "blind": rng.integers(1, 7, N),
    "table": rng.choice(["red", "green"], N),
    "night": rng.integers(0, 40, N),
    "stake": rng.integers(1, 9, N) / 8,
}
ASKED = {"label": "roll", "prediction": ["psychic", "blind"], "sides": 6}


@pytest.fixture(scope="module", autouse=True)
def die():
    sys.path.insert(0, str(HERE))
    import die

    die.enter()
    yield die
    die.leave()
    for name in [name for name in sys.modules if name == "die" or name.startswith("die.")]:
        del sys.modules[name]
    sys.path.remove(str(HERE))


@pytest.fixture(scope="module")
def evaluation(die):
    return gn.evaluate(TABLE, **ASKED, by="table", keep_rows=True)


def share(which="psychic", rows=slice(None)):
    return float((TABLE[which][rows] == ROLL[rows]).mean())


def test_values_facts_and_task(evaluation):
    assert evaluation.task == "die"
    assert float(evaluation["hit_share", "psychic"]) == share()
    assert float(evaluation["hit_lift(sides=6)", "blind"]) == pytest.approx(6 * share("blind"), rel=1e-15)
    assert (evaluation.hits, evaluation.sides, evaluation.total) == (share() * N, 6, N)
    assert evaluation.positives is None, "a fact of another kind"


def test_frames_files_and_small_batches(evaluation, tmp_path, monkeypatch):
    frame = pd.DataFrame(TABLE)
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_csv(tmp_path / "t.csv", index=False)
    for data in (frame, tmp_path / "t.parquet", tmp_path / "t.csv"):
        e = gn.evaluate(data, **ASKED, by="table")
        assert e.values == evaluation.values
        assert [(s.name, s.rows, s.values) for s in e.slices] == [(s.name, s.rows, s.values) for s in evaluation.slices]
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 300)
    monkeypatch.setattr("gnomon.evaluation.run.LEAST_ROWS", 400)
    monkeypatch.setattr("gnomon.evaluation.run.MOST_ROWS", 400)
    long = gn.evaluate(tmp_path / "t.parquet", **ASKED, by="table")
    for key, value in evaluation.values.items():
        assert float(long.values[key]) == float(value)
        width = value.high - value.low
        assert (long.values[key].low, long.values[key].high) == pytest.approx((value.low, value.high), abs=0.3 * width)
    assert all(v.low < v < v.high for part in long.slices for v in part.values.values())


def test_intervals(evaluation):
    value = evaluation["hit_share", "psychic"]
    assert value.method == "jackknife"
    exact = 1.96 * np.sqrt(share() * (1 - share()) / N)
    assert (value.low, value.high) == pytest.approx((share() - exact, share() + exact), abs=0.3 * exact)
    alone = gn.interval("hit_share", ROLL, TABLE["psychic"])
    assert (alone.value, alone.low, alone.high) == (float(value), value.low, value.high)
    wide = gn.evaluate(TABLE, **ASKED, cluster="night", metrics="hit_share")["hit_share", "psychic"]
    heavy = gn.evaluate(TABLE, **ASKED, weight="stake", metrics="hit_share")["hit_share", "psychic"]
    assert wide.low < wide < wide.high
    assert float(heavy) == pytest.approx(np.average(TABLE["psychic"] == ROLL, weights=TABLE["stake"]), rel=1e-14)


def test_slices_worst_first(evaluation):
    assert [part.rows for part in evaluation.slices] == [int((TABLE["table"] == part.by["table"]).sum()) for part in evaluation.slices]
    for part in evaluation.slices:
        assert float(part.values["psychic", "hit_share"]) == share(rows=TABLE["table"] == part.by["table"])
        assert part.hits == part.values["psychic", "hit_share"] * part.rows
    values = [float(part.values["psychic", "hit_share"]) for part in evaluation.slices]
    assert values == sorted(values)


def test_comparisons(evaluation, tmp_path):
    pair = evaluation.comparison["hit_share"]
    assert pair.method == "jackknife"
    assert pair.p_value < 0.001
    assert pair.low < share() - share("blind") < pair.high
    arrays = gn.compare(ROLL, {"psychic": TABLE["psychic"], "blind": TABLE["blind"]}, metrics="hit_share", sides=6)
    table = gn.compare(TABLE, **ASKED, metrics="hit_share")
    alone = {name: gn.evaluate(TABLE, label="roll", prediction=name, sides=6, keep_rows=True) for name in ("psychic", "blind")}
    saved = gn.compare({name: e.save(tmp_path / f"{name}.gnomon") for name, e in alone.items()}, metrics="hit_share")
    for found in (arrays, table, saved):
        assert found["hit_share"] == found["hit_share"]
        for field in ("difference", "low", "high", "p_value"):
            assert getattr(found["hit_share"], field) == pytest.approx(getattr(pair, field), rel=1e-12), field


@pytest.mark.parametrize("suffix", [".json", ".gnomon"])
def test_saved_and_loaded(evaluation, tmp_path, suffix):
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / f"e{suffix}"))
    assert loaded.to_dict() == evaluation.to_dict()
    assert (loaded.hits, loaded.options) == (evaluation.hits, {"sides": 6})
    if suffix == ".gnomon":
        assert loaded.held("blind").guesses == evaluation.held("blind").guesses


def test_terminal_notebook_and_finding(evaluation):
    text = str(evaluation)
    assert f"{evaluation.hits:g} hits on a 6-sided die" in text
    assert "hit_lift(sides=6)" in text
    assert "hit_share" in evaluation._repr_html_()
    found = next(f for f in gn.evaluate({**TABLE, "psychic": ROLL}, **ASKED).findings if f.rule == "loaded_die")
    assert "100 % of the guesses hit" in found.en
    assert "灌了铅" in found.zh
    assert "loaded_die" not in {f.rule for f in evaluation.findings}


def test_figure(evaluation):
    pytest.importorskip("matplotlib").use("Agg")
    for name in ("hits", "die"):
        axes = evaluation.plot(name)
        assert [bar.get_height() for bar in axes.patches] == [share(), share("blind")]


def test_section_in_the_browser(evaluation, opened):
    page = opened(evaluation)
    said = page.locator("#die-said")
    assert said.inner_text() == f"psychic hit {share() * N:,.0f} of 3,000, with a 6-sided die"
    page.locator("#model-switch label", has_text="blind").click()
    assert said.inner_text().startswith("blind hit")
    page.locator("#language-zh").click()
    assert "6 面骰子" in said.inner_text()
    assert "猜骰子" in page.locator("h1").inner_text()
    assert page.locator("#glossary-hit_share").count() == 1
    assert page.locator('nav a[href="#die"]').count() == 1


def test_what_does_not_fit_is_refused():
    for message, call in {
        "sides: '1' is no number of sides": lambda: gn.evaluate(TABLE, label="roll", prediction="blind", sides="1"),
        "roc_auc reads scores; name their column with score=": lambda: gn.evaluate(TABLE, **ASKED, metrics="roc_auc"),
        "hit_share reads guesses of a die; say how many sides": lambda: gn.evaluate(
            {"y": [0, 1], "p": [0.1, 0.9]}, label="y", score="p", metrics="hit_share"
        ),
        "sides: task='binary' is asked for, which is binary classification and takes no such option": lambda: gn.evaluate(
            {"y": [0, 1], "p": [0.1, 0.9]}, label="y", score="p", task="binary", sides=6
        ),
        "prediction: 'blind' has NaN at position 2": lambda: gn.evaluate({**TABLE, "blind": [1, 2, np.nan] * 1000}, **ASKED),
    }.items():
        with pytest.raises(gn.InputError, match=message):
            call()
    with pytest.raises(TypeError, match="unexpected keyword argument 'side'; did you mean sides="):
        gn.evaluate(TABLE, label="roll", prediction="blind", side=6)


def gnomon(*arguments):
    """The command line of a program that brings the kind."""
    start = f"import sys; sys.path.insert(0, {str(HERE)!r}); import die; die.enter(); from gnomon.__main__ import main; main()"
    command = [sys.executable, "-c", start, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_command_line_and_gate(tmp_path):
    path = tmp_path / "rolls.csv"
    pd.DataFrame(TABLE).to_csv(path, index=False)
    columns = [path, "--label", "roll", "--prediction", "psychic", "--sides", "6"]
    said = gnomon("metrics", *columns)
    assert said.returncode == 0, said.stderr
    assert "6-sided die" in said.stdout
    assert "The sides of the die that was guessed" in gnomon("metrics", "--help").stdout
    assert gnomon("check", *columns, "--min", "hit_share=0.3").returncode == 0
    failed = gnomon("check", *columns, "--min", "hit_share=0.9")
    assert (failed.returncode, "FAIL" in failed.stdout) == (1, True)
    written = gnomon("report", *columns, "-o", tmp_path / "r.html")
    assert (written.returncode, (tmp_path / "r.html").exists()) == (0, True), written.stderr
    compared = gnomon("compare", *columns, "--prediction", "blind", "--metrics", "hit_share")
    assert (compared.returncode, "jackknife" in compared.stdout) == (0, True), compared.stderr
    wrong = gnomon("metrics", path, "--label", "roll", "--prediction", "psychic", "--sides", "one")
    assert (wrong.returncode, wrong.stderr.splitlines()[0]) == (
        2,
        "error: --sides: 'one' is no number of sides; pass a whole number from 2",
    )
    assert "How often the die was guessed" in gnomon("explain", "hit_share").stdout
