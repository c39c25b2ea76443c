"""The label of the bad: named once, read by one rule, whatever the labels are and whatever holds them."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from components import needs
from gnomon.cli import app
from refusals import raises_id

ROWS = gn.samples.applications(3000)
BAD = ROWS["bad"]
FEATURES = ["age", "utilisation", "housing"]
X = {name: ROWS[name] for name in FEATURES}
PLAIN = gn.Scorecard().fit(X, BAD)
LABELS = {
    "bad first": (np.where(BAD == 1, "bad", "good"), "bad"),
    "bad last": (np.where(BAD == 1, "坏", "不坏"), "坏"),
    "numbers": (BAD + 1, 2),
    "turned": (1 - BAD, 0),
    "truths": (BAD == 1, True),
}


@pytest.mark.parametrize("which", LABELS)
def test_named_labels_give_the_same_card(which):
    y, bad = LABELS[which]
    card = gn.Scorecard(positive=bad).fit(X, y)
    assert card.card_ == PLAIN.card_
    assert gn.Binning(positive=bad).fit(X, y).woe_["age"].tolist() == PLAIN.binning_.woe_["age"].tolist()
    both = gn.Scorecard(gn.Binning(positive=bad), positive=bad).fit(X, y)
    assert both.card_ == PLAIN.card_
    fitted = gn.Scorecard(gn.Binning(positive=bad).fit(X, y), positive=bad).fit(X, y)
    assert fitted.card_ == PLAIN.card_


@cache
def scores_of_plain():
    """AUC in three folds of the card to which 1 is bad."""
    selection = needs("sklearn.model_selection")
    return selection.cross_val_score(gn.Scorecard(), pd.DataFrame(X), BAD, cv=3, scoring="roc_auc").tolist()


@cache
def card_of_features():
    return gn.Scorecard(features=FEATURES).fit(X, BAD).card_


@pytest.mark.parametrize("which", LABELS)
def test_predictions_speak_in_the_labels(which):
    y, bad = LABELS[which]
    card = gn.Scorecard(positive=bad).fit(X, y)
    risk = PLAIN.probability(X)
    assert (card.predict(X) == bad).tolist() == (risk >= 0.5).tolist()
    assert card.predict_proba(X)[:, card.classes_ == bad].ravel().tolist() == risk.tolist()
    metrics, selection = needs("sklearn.metrics"), needs("sklearn.model_selection")
    assert metrics.get_scorer("roc_auc")(card, X, y) == pytest.approx(gn.roc_auc(BAD, risk), rel=1e-12), "not 1 − AUC"
    frame = pd.DataFrame(X)
    found = selection.cross_val_score(gn.Scorecard(positive=bad), frame, y, cv=3, scoring="roc_auc")
    assert found.tolist() == pytest.approx(scores_of_plain(), rel=1e-12)


def test_the_report_and_segments_know_the_label(tmp_path):
    y, bad = LABELS["bad first"]
    rows = {**ROWS, "outcome": y}
    cards = gn.Scorecard(features=FEATURES, segment="segment", positive=bad).fit(rows, y)
    plain = gn.Scorecard(features=FEATURES, segment="segment").fit(rows, BAD)
    assert cards.card_ == plain.card_
    assert str(cards.compared(rows, y)) == str(plain.compared(rows, BAD))
    page = cards.report(rows, label="outcome", path=tmp_path / "r.html", metrics="ks")
    assert page.read_text(encoding="utf-8").count("data-card=") == sum(len(one.names) for one in cards.card_.cards.values())


REFUSED = {
    r"y_true has the labels 'bad', 'good', neither 0/1 nor -1/1; say which is positive": {},
    r"positive='x' is not among the labels of y_true \('bad', 'good'\)": {"positive": "x"},
    r"binning has positive='bad', and to the Scorecard 'good' in y is bad": {"binning": gn.Binning(positive="bad"), "positive": "good"},
    r"binning has positive='bad', and to the Scorecard 1 in y is bad; pass positive='bad' to": {"binning": gn.Binning(positive="bad")},
}


@pytest.mark.parametrize("reason", REFUSED)
def test_refusals(reason):
    y = LABELS["bad first"][0]
    with pytest.raises(gn.InputError, match=reason):
        gn.Scorecard(**REFUSED[reason]).fit(X, BAD if "1 in y" in reason else y)


def test_unknown_outcomes_are_refused():
    y = np.where(np.arange(3000) == 7, None, LABELS["bad first"][0])
    with raises_id("scorecards.y_missing_at_position", at=7):
        gn.Scorecard(positive="bad").fit(X, y)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("labels")
    frame = pd.DataFrame({**X, "month": ROWS["month"], "bad": BAD, "text": LABELS["bad first"][0], "digit": BAD.astype(str)})
    frame["plus"], frame["truth"], frame["float"], frame["three"] = BAD + 1, BAD == 1, BAD.astype(float), BAD + (ROWS["age"] > 40)
    frame["lost"] = frame["text"].where(np.arange(3000) != 9, None)
    frame.to_csv(made / "rows.csv", index=False)
    frame.to_parquet(made / "rows.parquet", index=False)
    return made


def run(*words, capsys, code=0):
    with pytest.raises(SystemExit) as ended:
        app([*map(str, words)])
    said = capsys.readouterr()
    assert ended.value.code == code, said.err
    return said.out if code == 0 else said.err


TYPED = {"bad": None, "text": "bad", "digit": "1", "plus": "2", "truth": "True", "float": None}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("column", TYPED)
def test_commands_read_any_labels_by_one_rule(folder, capsys, tmp_path, monkeypatch, kind, column):
    monkeypatch.setenv("GNOMON_LANG", "en")
    typed = [] if TYPED[column] is None else ["--positive", TYPED[column]]
    file, label = folder / f"rows.{kind}", ["--label", column, *typed]
    run("scorecard", "fit", file, *label, *(f"--feature={name}" for name in FEATURES), "-o", tmp_path / "c.json", capsys=capsys)
    assert gn.Card.load(tmp_path / "c.json") == card_of_features()
    told = run("scorecard", "report", tmp_path / "c.json", file, *label, "--metrics", "ks", "--quiet", "-o", tmp_path / "r", capsys=capsys)
    assert f"{gn.ks(BAD, PLAIN.score(X), direction='lower is positive'):.4f}" in told
    watched = run("psi", file, "--over", "month", *label, "--column", "age", "--format", "csv", capsys=capsys)
    first = BAD[ROWS["month"] == "2025-01"]
    assert watched.splitlines()[1].startswith(f"2025-01,{len(first)},{len(first)},{float(first.mean())!r},")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_commands_refuse_by_the_names_of_options(folder, capsys, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("GNOMON_LANG", "en")
    file, fit = folder / f"rows.{kind}", ["scorecard", "fit"]
    out = ["-o", tmp_path / "c.json"]
    for words, reason in (
        (["text"], "--positive: the labels of 'text' are 'bad', 'good', neither 0/1 nor -1/1; say which is positive: --positive 'bad'"),
        (["text", "--positive", "x"], "--positive: 'x' is not among the labels of 'text'"),
        (["three"], "--label: 'three' has 3 labels (0, 1, 2) where two are meant, good and bad"),
        (["lost", "--positive", "bad"], "--label: 'lost' is missing in 1 rows (first at position 9)"),
    ):
        said = run(*fit, file, "--label", *words, *out, capsys=capsys, code=2)
        assert reason in " ".join(said.split())


def test_whole_numbers_that_floats_do_not_hold_are_no_variable_anywhere(tmp_path):
    """Past 2**53 neighbours would become equal: left out with the reason, or refused, whatever holds them."""
    keys = [2**53 + place % 6 for place in range(3000)]
    frame = pd.DataFrame({"age": X["age"], "key": keys})
    lost = frame.assign(key=pd.array([None, *keys[1:]], "Int64"))
    lost.to_csv(tmp_path / "rows.csv", index=False)
    lost.to_parquet(tmp_path / "rows.parquet", index=False)
    card = gn.Scorecard.by_hand({"key": {f"(-inf, {2**53})": 0, f"[{2**53}, inf)": 1, "missing": 2}})
    for rows in (frame, lost, {"age": X["age"], "key": keys}, tmp_path / "rows.csv", tmp_path / "rows.parquet"):
        made = gn.Scorecard(min_iv=0).fit(rows, BAD)
        assert "which float64 cannot hold exactly" in str(made.dropped_["key"]), rows
    for rows in (frame, lost):
        with pytest.raises(gn.InputError, match="which float64 cannot hold exactly"):
            card.score(rows)
