"""The card's page by period: the figures of gn.stability, as a table and as lines, from every door."""

import json
import re

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.cli import app
from refusals import raises_id

TRAIN = gn.samples.applications(4000)
LATER = gn.samples.applications(3000, seed=5)
FEATURES = ["age", "bureau", "utilisation", "housing"]


@pytest.fixture(scope="module")
def card():
    return gn.Scorecard(gn.Binning(special={"bureau": [-999]}), features=FEATURES).fit(TRAIN, TRAIN["bad"])


def payload_of(path):
    found = re.search(r'<script type="application/json" id="payload">(.*?)</script>', path.read_text(encoding="utf-8"), re.S)
    return json.loads(found[1])["sections"]["stability"]


def watched(card, rows, **how):
    asked = {"score": "points", "label": "bad", "over": "month", "variables": [], "direction": "lower is positive"}
    return gn.stability({**rows, "points": card.score(rows)}, **asked, **how)


@pytest.mark.parametrize("reference", [None, "2025-03", TRAIN])
def test_the_page_has_the_figures_of_stability(card, tmp_path, reference):
    held = {**TRAIN, "points": card.score(TRAIN)} if isinstance(reference, dict) else reference
    meant = watched(card, LATER, reference=held, level=0.9)
    page = card.report(LATER, label="bad", path=tmp_path / "r.html", over="month", reference=reference, ci=0.9, metrics="ks")
    found = payload_of(page)
    assert found["periods"] == meant.period.tolist()
    assert found["psi"]["value"] == meant.score_psi.tolist()
    for name in ("bad_rate", "ks", "gini"):
        for key, end in (("value", ""), ("low", "_low"), ("high", "_high")):
            assert found[name][key] == getattr(meant, name + end).tolist()
    text = page.read_text(encoding="utf-8")
    said = {None: "the first of them, 2025-01", "2025-03": "is against 2025-03, cut"}
    assert (said[reference] if not isinstance(reference, dict) else "is against a table of its own") in text
    assert f"{meant.ks[4]:.4f}" in text
    assert "90 % intervals" in text


def test_every_door_gives_the_same_page(card, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GNOMON_LANG", "en")
    card.save(tmp_path / "card.json")
    frames = {"train": pd.DataFrame(TRAIN), "later": pd.DataFrame(LATER)}
    for name, frame in frames.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        frame.to_parquet(tmp_path / f"{name}.parquet", index=False)
    meant = payload_of(card.report(LATER, label="bad", path=tmp_path / "p.html", over="month", reference=TRAIN, metrics="ks"))
    for kind in ("csv", "parquet"):
        words = ["--label", "bad", "--over", "month", "--train", tmp_path / f"train.{kind}", "--metrics", "ks", "--quiet"]
        with pytest.raises(SystemExit) as ended:
            app([*map(str, ["scorecard", "report", tmp_path / "card.json", tmp_path / f"later.{kind}", *words, "-o", tmp_path / "c.html"])])
        assert ended.value.code == 0, capsys.readouterr().err
        assert payload_of(tmp_path / "c.html") == meant
        assert f"the rows of train.{kind}" in (tmp_path / "c.html").read_text(encoding="utf-8")
        later, train = tmp_path / f"later.{kind}", tmp_path / f"train.{kind}"
        again = card.report(later, label="bad", path=tmp_path / "q.html", over="month", reference=train, metrics="ks")
        assert payload_of(again) == meant


def test_rows_that_have_no_outcome_yet_count_for_the_psi_alone(card, tmp_path):
    bad = LATER["bad"].astype(float)
    bad[LATER["month"] == "2025-12"] = np.nan
    young = {**LATER, "bad": bad}
    with raises_id("evaluation.row_value_at_fault", argument="label", name="bad", value="NaN"):
        card.report(young, label="bad", path=tmp_path / "r.html", over="month", metrics="ks")
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 264 of 3,000 rows"):
        page = card.report(young, label="bad", path=tmp_path / "r.html", over="month", missing="drop", metrics="ks")
    found, meant = payload_of(page), watched(card, LATER)
    assert found["psi"]["value"] == meant.score_psi.tolist()
    assert found["ks"]["value"] == [*meant.ks.tolist()[:-1], None]
    known = {name: values[~np.isnan(bad)] for name, values in young.items()}
    whole = card.report(known, label="bad", path=tmp_path / "w.html", metrics="ks").read_text(encoding="utf-8")
    tables = [re.findall(r'<table class="numbers" data-card="age">.*?</table>', text, re.S) for text in (page.read_text("utf-8"), whole)]
    assert tables[0] == tables[1]
    assert tables[0]


def test_a_card_for_each_segment_is_watched_too(tmp_path):
    cards = gn.Scorecard(gn.Binning(special={"bureau": [-999]}), features=FEATURES, segment="segment").fit(TRAIN, TRAIN["bad"])
    page = cards.report(LATER, label="bad", path=tmp_path / "r.html", over="month", metrics="ks", ci=None)
    found = payload_of(page)
    assert found["ks"] == {"value": watched(cards, LATER).ks.tolist()}, "without intervals"
    assert "In brackets" not in page.read_text(encoding="utf-8")


def test_refusals_name_what_was_typed(card, tmp_path):
    with raises_id("engines.column_unknown", argument="over", value="mont"):
        card.report(LATER, label="bad", path=tmp_path / "r.html", over="mont")
    with raises_id("scorecards.reference_needs_over"):
        card.report(LATER, label="bad", path=tmp_path / "r.html", reference="2025-01")
    with raises_id("scorecards.reference_period_unknown", given="2024-01", first="2025-01", last="2025-12"):
        card.report(LATER, label="bad", path=tmp_path / "r.html", over="month", reference="2024-01")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_lines_are_drawn(card, opened, tmp_path, lang):
    page = opened(card.report(LATER, label="bad", path=tmp_path / "r.html", over="month", lang=lang, metrics="ks"))
    figures = page.locator("#stability figure")
    assert figures.count() == 3
    assert figures.nth(0).locator("circle.bubble").count() == 24, "KS and Gini of twelve months"
    assert figures.nth(0).locator("path.band").count() == 2
    assert figures.nth(2).locator("path.reference").count() == 2, "the limits 0.10 and 0.25"
    heights = [float(one) for one in figures.nth(1).locator("circle.bubble").evaluate_all("all => all.map(one => one.getAttribute('cy'))")]
    meant = watched(card, LATER).bad_rate
    assert np.array_equal(np.argsort(heights), np.argsort(-meant)), "the higher the rate, the higher the point"
    assert page.locator("#stability tbody tr").count() == 12
    assert ("基准" if lang == "zh" else "reference") in page.locator("#stability tbody tr").first.inner_text()
    assert page.locator('nav a[href="#stability"], a[href="#stability"]').count() >= 1
