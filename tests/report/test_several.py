"""Several classes, slices and couples of models on the page: what stands first, what colours mean, that nothing is cut off."""

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from gnomon.evaluation import evaluate
from gnomon.evaluation.notebook import html_of
from gnomon.evaluation.slice_bins import bin_names, edges_of
from gnomon.evaluation.text import slices as slices_text
from gnomon.messages.language import speaking
from gnomon.report.palette import DARK, LIGHT
from gnomon.tasks.labels.confusions import confused_pairs
from gnomon.tasks.lists.duels import duel_of
from report import samples


@pytest.fixture
def classes():
    return samples.ten_classes()


def test_classes_come_first_with_their_figures(opened, classes):
    page = opened(classes)
    order = page.evaluate("[...document.querySelectorAll('main > section')].map((section) => section.id)")
    assert order.index("classes") < order.index("explorer")
    truth = classes.held("calm").labels
    lines = page.locator("#per-class tbody tr").all()
    sweeps = classes.held("calm")["classes"]
    for line, label in list(zip(lines, truth.labels, strict=True))[:3]:
        cells = line.locator("td").all()
        raw = [float(cell.get_attribute("data-raw")) for cell in cells]
        recall = gn.recall(truth, average=None)[truth.index(label)]
        assert raw[2] == pytest.approx(recall, rel=1e-12)
        assert raw[4] == pytest.approx(gn.roc_auc(sweeps[label]), rel=1e-12)
        ends = gn.interval("roc_auc", sweeps[label])
        assert cells[4].locator(".behind").inner_text() == f"[{ends.low:.3f}, {ends.high:.3f}]"
    pair = confused_pairs(truth)[0]
    assert (
        page.locator("#confused")
        .inner_text()
        .startswith(f"Most often confused: {pair.truth} called {pair.predicted} ({pair.rows:.0f} rows")
    )
    # Only the same class of the other model is laid over; colours are the models', and classes have none.
    page.locator("#overlay").check()
    assert page.locator('figure[data-chart="roc"] .curve.other').count() == 1
    assert page.locator('figure[data-chart="roc"] text.legend').all_text_contents()[1].startswith("bold")
    assert page.locator("#class-switch .swatch").count() == 0
    # Slices are headed in words; a copy has the references.
    heads = page.locator("#slice-table thead button").all_inner_texts()
    assert not any(mark in head for head in heads for mark in "(=_@")
    assert "AUC one-vs-rest, macro average" in heads[2]
    raw = page.locator("#slice-table thead th[data-raw]").first.get_attribute("data-raw")
    assert raw == "roc_auc(multiclass=ovr,average=macro)"


def test_several_classes_have_findings(classes):
    rules = {finding.rule for finding in classes.findings}
    assert {"confused_classes", "weakest_class", "top_uncalibrated"} <= rules
    confused = next(f for f in classes.findings if f.rule == "confused_classes")
    assert {confused.evidence["label"], confused.evidence["called"]} == {"one", "seven"}
    sure = [f for f in classes.findings if f.rule == "top_uncalibrated"]
    assert {f.model: f.sentence.code for f in sure}["bold"] == "top_overconfident"
    rng = np.random.default_rng(5)
    p = rng.dirichlet([1, 1, 1], 6000)
    y = np.array(["a", "b", "c"])[(rng.random((6000, 1)) > np.cumsum(p, axis=1)).sum(axis=1)]
    calm = evaluate({"y": y, "a": p[:, 0], "b": p[:, 1], "c": p[:, 2]}, label="y", score={"a": "a", "b": "b", "c": "c"}, ci=None)
    assert "top_calibrated" in {f.rule for f in calm.findings}
    assert not {"weakest_class", "top_uncalibrated"} & {f.rule for f in calm.findings}


@pytest.mark.parametrize("width", [1280, 400, 360])
def test_nothing_is_cut_off(opened, classes, width):
    for e in (classes, samples.credit()):
        page = opened(e, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = "[...document.querySelectorAll('.scroll')].filter((part) => part.scrollWidth > part.clientWidth + 1)"
        assert page.evaluate(f"{cut}.map((part) => part.querySelector('table').dataset.table)") == []


def test_colours_of_models_mean_nothing_else():
    for theme in (LIGHT, DARK):
        series = {colour for name, colour in theme.items() if name.startswith("series")}
        assert not series & {theme[name] for name in ("positive", "negative", "fine", "problem", "caution")}
        assert theme["positive"] != theme["negative"]


def test_the_objective_stays_and_the_panel_tells_both_sides(opened):
    e = samples.credit()
    page = opened(e)
    page.locator('[data-objective="f1"]').click()
    for model, name in enumerate(e.names):
        choose(page, model)
        best = gn.best_threshold(e.held(name).scores, objective="f1")
        assert float(page.locator("#threshold-number").input_value()) == best.threshold
        cut = e.held(name).scores.at(best.threshold).matrix
        shown = {key: float(page.locator(f'[data-figure="{key}"]').get_attribute("data-value")) for key in ("pass_rate", "missed_rate")}
        assert shown["pass_rate"] == pytest.approx(cut[:, 0].sum() / cut.sum(), rel=1e-12)
        assert shown["missed_rate"] == pytest.approx(cut[1, 0] / cut[:, 0].sum(), rel=1e-12)
    # A threshold set by hand is not an objective, and stays with its model.
    page.locator("#threshold").press("ArrowLeft")
    moved = page.locator("#threshold-number").input_value()
    choose(page, 0)
    choose(page, 1)
    assert page.locator("#threshold-number").input_value() == moved


def test_score_bands_have_totals_and_mean_predictions(opened):
    e = samples.credit()
    page = opened(e)
    whole = [cell.get_attribute("data-raw") for cell in page.locator("#deciles tr.whole td").all()]
    sweep = e.held("new").scores
    assert [float(raw) for raw in whole[2:5]] == [e.rows, e.positives, e.rows - e.positives]
    mean = float((sweep.pos + sweep.neg) @ sweep.thresholds) / e.rows
    assert [float(raw) for raw in whole[5:7]] == pytest.approx([e.positives / e.rows, mean], rel=1e-12)
    # Slices: what was predicted beside what came true, of the model chosen.
    assert [part.mean_prediction.keys() for part in e.slices] == [{"new", "old"}] * len(e.slices)
    table = gn.samples.credit(2500)
    part = e.slices[0]
    rows = np.asarray(table["region"]) == part.by["region"]
    for name, column in (("new", "p_new"), ("old", "p_old")):
        assert part.mean_prediction[name] == pytest.approx(np.asarray(table[column])[rows].mean(), rel=1e-12)


def test_a_band_out_of_order_is_found():
    rng = np.random.default_rng(8)
    score = rng.random(20_000)
    rate = np.where((score > 0.5) & (score < 0.6), 0.75, score)
    y = (rng.random(20_000) < rate).astype(int)
    found = [f for f in evaluate({"y": y, "s": score}, label="y", score="s").findings if f.rule == "bands_out_of_order"]
    assert len(found) == 1
    assert found[0].evidence["band"] == 5
    y = (rng.random(20_000) < score).astype(int)
    assert "bands_out_of_order" not in {f.rule for f in evaluate({"y": y, "s": score}, label="y", score="s").findings}


def sliced_table(n=3000):
    rng = np.random.default_rng(9)
    y, s = samples.scored(n, seed=9)
    shop = np.where(np.arange(n) < 20, "tiny", np.array(["a", "b"])[rng.integers(0, 2, n)])
    return {"y": y, "s": s, "age": rng.integers(18, 80, n), "shop": shop}


def test_slices_are_one_list_with_a_least_size_and_bins():
    table = sliced_table()
    e = evaluate(table, label="y", score="s", by=["age", "shop"])
    small = [e.small(part) for part in e.slices]
    assert small == sorted(small)
    assert any(small)
    values = [float(part.values["s", "roc_auc"]) for part, few in zip(e.slices, small, strict=True) if not few]
    assert values == sorted(values)
    assert len({len(part.by) for part in e.slices[:6]}) == 2, "crossings stand in their place"
    edges = e.facts["binned"]["age"]
    assert edges == sorted(float(f"{cut:.3g}") for cut in np.quantile(table["age"], [0.2, 0.4, 0.6, 0.8], method="inverted_cdf"))
    alone = {part.by["age"]: part.rows for part in e.slices if list(part.by) == ["age"]}
    assert alone == {
        name: int(k) for name, k in zip(bin_names(tuple(edges)), np.bincount(np.searchsorted(edges, table["age"])), strict=True)
    }
    text, html = str(e), e._repr_html_()
    shown = [part.name for part in e.slices]
    assert all(name in text for name in shown[:5])
    assert "or fewer than 5 of either class, stand last" in text
    assert "age is cut into 5 bins" in text
    assert "age is cut into 5 bins" in html
    assert "age &gt; " in html
    with speaking("zh"):
        shown_in_chinese = slices_text(e)
    for said in (shown_in_chinese, html_of(e, "zh")):
        assert "age 是数值列" in said
        assert "或任一类不足 5 行的切片排在最后（" in said
        assert "cut into" not in said
        assert "stand last" not in said


def test_few_numbers_and_text_are_slices_each():
    assert edges_of([]) is None
    few = evaluate({"y": [0, 1] * 60, "s": np.linspace(0, 1, 120), "g": np.arange(120) % 5}, label="y", score="s", by="g")
    assert sorted(part.by["g"] for part in few.slices) == [0, 1, 2, 3, 4]
    assert "binned" not in few.facts


def test_missing_numbers_are_a_slice_of_their_own():
    table = sliced_table()
    age = table["age"].astype(float)
    age[::10] = np.nan
    e = evaluate(table | {"age": age}, label="y", score="s", by="age")
    assert {part.by["age"]: part.rows for part in e.slices}[None] == 300


def test_queries_won_and_lost(opened):
    e = samples.graded()
    page = opened(e)
    made = duel_of("ndcg@10", e.held("dense").ranked, e.held("new").ranked)
    values = [samples.quietly(gn.ndcg, e.held(name).ranked, k=10, per_query=True) for name in ("dense", "new")]
    gained = {query: values[0][query] - values[1][query] for query in values[0] if values[0][query] == values[0][query]}
    assert made.won == sum(gain > 1e-12 for gain in gained.values())
    assert made.lost == sum(gain < -1e-12 for gain in gained.values())
    assert made.won + made.tied + made.lost == len(gained)
    assert abs(gained[made.moved[0][0]]) == max(map(abs, gained.values()))
    row = page.locator('[data-duel="ndcg@10"] td.n')
    assert [int(cell.get_attribute("data-raw")) for cell in row.all()] == [made.won, made.tied, made.lost]
    assert page.locator("[data-moved]").count() == 10
    turned = duel_of("ndcg@10", e.held("new").ranked, e.held("dense").ranked)
    assert (turned.won, turned.lost) == (made.lost, made.won)
