"""Predicted numbers in the report: figures that are gnomon's own, the sections in a browser, pages of strange numbers."""

import json
import re
import warnings
from dataclasses import replace

import numpy as np
import pytest

import gnomon as gn
from browser import choose
from gnomon.evaluation import evaluate
from gnomon.evaluation.summaries import ModelSummaries
from gnomon.evaluation.text import percent
from gnomon.report import write
from gnomon.report.figures import headings_of
from gnomon.report.page import html
from gnomon.report.views import views_of
from gnomon.tasks.regression.naive import naive_forecasts
from gnomon.tasks.regression.page.naive_table import lines_of
from gnomon.tasks.regression.page.payload import ALL_CELLS, MOST_MODELS, amounts_of, errors_of
from gnomon.tasks.regression.page.section import SECTIONS
from refusals import raises_id
from report import samples
from report.test_page import overflow


def numbers(n=600, **more):
    """Truths and predictions of any kind, evaluated as numbers."""
    rng = np.random.default_rng(8)
    y = rng.gamma(2, 10, n)
    table = {"y": y, "p": y + rng.normal(0, 3, n)} | {name: make(y, rng) for name, make in more.items()}
    options = {"weight": "w"} if "w" in table else {}
    return quietly(evaluate, table, label="y", prediction="p", task="regression", **options)


def quietly(call, *given, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        return call(*given, **options)


def rows_of(e, model):
    table = gn.samples.demand(3000)
    table["sold"][1234] = 5000.0
    return table["sold"], table[model]


def test_models_stand_beside_naive_forecasts():
    e = samples.demand()
    lines = lines_of(e)
    assert [line.place for line in lines] == [0, 1, None, None]
    for line, name in zip(lines, e.names, strict=False):
        assert [float(cell.raw) for cell in line.cells] == [float(e[metric, name]) for metric in ("r2", "rmse", "mae", "wape")]
        assert all(cell.interval for cell in line.cells)
    naive = naive_forecasts(e.held()["errors"], e.held()["spread"])
    for line, one in zip(lines[2:], naive, strict=True):
        assert [float(cell.raw) for cell in line.cells] == list(one.figures.values())
    assert "always the mean" in lines[2].name
    assert "一律预测中位数" in lines[3].name
    asked = quietly(evaluate, gn.samples.demand(300), label="sold", prediction="forecast", metrics="mae", ci=None)
    assert float(lines_of(asked)[0].cells[1].raw) == gn.rmse(gn.samples.demand(300)["sold"], gn.samples.demand(300)["forecast"])


def test_the_payload_holds_these_figures():
    e = samples.demand()
    made = errors_of(e)
    for name, model in zip(e.names, made["models"], strict=True):
        y, p = rows_of(e, name)
        size = np.abs(p - y)
        assert model["figures"] == {metric: float(e[metric, name]) for metric in ("r2", "rmse", "mbe", "medae")}
        beyond = model["beyond"]
        for at in range(0, len(beyond["threshold"]), 17):
            larger = size > beyond["threshold"][at]
            assert beyond["weight"][at] == larger.sum()
            assert beyond["squared"][at] == pytest.approx((size[larger] ** 2).sum() / (size**2).sum(), rel=1e-12)
        assert beyond["rows"][beyond["start"]] <= 0.05 < beyond["rows"][beyond["start"] - 1]
        for drawn in model["maps"].values():
            assert sum(drawn["weight"]) + drawn["outside"] == e.rows
        worst = np.lexsort((np.arange(len(y)), -size))[:20]
        assert [line[0] - e.first_row for line in model["worst"]] == worst.tolist()
        assert [line[3] for line in model["worst"]] == (p - y)[worst].tolist()
    for name, model in zip(e.names, amounts_of(e)["models"], strict=True):
        table = gn.error_by_decile(e.held(name)["amounts"])
        assert model["deciles"]["bias"] == table.bias.tolist()
        assert model["gain"]["gini"] == gn.gini_of_amounts(e.held(name)["amounts"])


def test_other_kinds_have_none_of_it():
    e = samples.credit()
    assert errors_of(e) is amounts_of(e) is None
    assert not any(section.shown(e) or list(section.terms(e)) or list(section.slice_columns(e)) for section in SECTIONS)


def test_the_section_of_errors(opened):
    e = samples.demand()
    page = opened(e)
    assert page.locator("nav a[href='#errors']").inner_text() == "Errors"
    assert page.locator("#naive tbody tr").count() == 4
    made = errors_of(e)["models"][0]
    cells = page.locator('[data-numbers="truth_map"] path[data-cells]')
    assert 2 <= cells.count() <= 6
    drawn = cells.evaluate_all("all => all.map(path => Number(path.dataset.cells)).reduce((a, b) => a + b)")
    assert drawn == len(made["maps"]["truth"]["weight"])
    outside = made["maps"]["truth"]["outside"]
    hint = page.locator('[data-hint="truth_map"]').inner_text()
    assert f"{outside:.0f} rows ({percent(outside / e.rows)}) lie outside." in hint
    assert page.locator('[data-numbers="truth_map"] .chart-headline').text_content() == f"R² {float(e['r2', 'forecast']):.4f}"
    # The mean error of each decile that the window holds.
    dots = page.locator('[data-numbers="error_map"] .bubble')
    assert dots.count() == 10
    assert dots.first.locator("title").text_content().startswith("predictions ")
    outlines = page.locator('[data-numbers="error_histogram"] path.curve')
    assert outlines.count() == 1
    page.locator("#overlay").uncheck()
    assert outlines.count() == 0
    rows = page.locator("#worst-rows tbody tr")
    assert rows.count() == 10
    assert rows.first.locator("th").inner_text() == "1,234"
    page.locator("#all-worst-rows").click()
    assert rows.count() == 20
    choose(page, 1)
    worst = errors_of(e)["models"][1]["worst"]
    assert [int(row.get_attribute("data-raw")) for row in rows.locator("th").all()] == [line[0] for line in worst]
    assert page.locator("#large-errors h3").inner_text() == "Which rows make the error? — last_year"
    assert overflow(page) <= 0


def test_the_threshold_of_error_moves_everything(opened):
    e = samples.demand()
    page = opened(e)
    y, p = rows_of(e, "forecast")
    size = np.abs(p - y)
    slider, said = page.locator("#error-threshold"), page.locator("#beyond")

    def check():
        at = float(said.get_attribute("data-threshold"))
        larger = size > at
        share = percent((size[larger] ** 2).sum() / (size**2).sum())
        expected = f"{larger.sum():,} rows ({percent(larger.mean())}) make {share} of the squared error"
        assert said.inner_text().replace("row (", "rows (").replace("makes", "make").startswith(expected)
        marks = page.locator('[data-numbers="error_histogram"] [data-marker]')
        assert [float(mark.get_attribute("data-x")) for mark in marks.all()] == [-at, at]
        bold = page.locator("#worst-rows tr.large").count()
        assert bold == min(larger.sum(), 10)
        return at

    first = check()
    rest = np.sqrt(np.mean(size[size <= first] ** 2))
    assert f"without them RMSE would be {float(f'{rest:.4g}'):g} instead of" in said.inner_text()
    slider.focus()
    page.keyboard.press("ArrowRight")
    second = check()
    assert second > first
    assert said.inner_text() in slider.get_attribute("aria-valuetext")
    page.keyboard.press("End")
    assert said.inner_text() == "No row is further off than that."
    page.keyboard.press("Home")
    assert said.inner_text().startswith(f"{np.count_nonzero(size):,} rows") or said.inner_text().startswith("All ")
    box = page.locator("#error-threshold-number")
    box.fill("20")
    box.press("Enter")
    assert check() == 20
    box.press("ArrowUp")
    assert check() > 20
    box.fill("-3")
    box.blur()
    assert check() > 20
    moved = said.get_attribute("data-threshold")
    choose(page, 1)
    assert said.get_attribute("data-threshold") != moved
    choose(page, 0)
    assert said.get_attribute("data-threshold") == moved


def test_a_typed_threshold_between_two_that_are_kept(opened):
    few = opened(numbers(60))
    box, said = few.locator("#error-threshold-number"), few.locator("#beyond")
    box.fill("1.23456")
    box.press("Enter")
    assert said.get_attribute("data-threshold") == "1.23456"
    e = numbers(60)
    y, p = np.array(e.held()["spread"].absolute.value), 1.23456
    assert said.inner_text().startswith(f"{(y > p).sum()} rows")
    many = opened(samples.demand())
    many.locator("#error-threshold-number").fill("1.23456")
    many.locator("#error-threshold-number").press("Enter")
    assert many.locator("#status").inner_text().startswith("The nearest threshold on this page is 1.2")
    kept = errors_of(samples.demand())["models"][0]["beyond"]["threshold"]
    assert float(many.locator("#beyond").get_attribute("data-threshold")) == min(kept, key=lambda other: abs(other - 1.23456))


def test_amounts_by_prediction(opened):
    e = samples.demand()
    page = opened(e)
    table = gn.error_by_decile(e.held("forecast")["amounts"])
    rows = page.locator("tr[data-decile]")
    assert rows.count() == 10
    raw = [[float(cell.get_attribute("data-raw")) for cell in row.locator("td").all()] for row in rows.all()]
    columns = (table.n, table.mean_prediction, table.mean_truth, table.bias, table.mae, table.rmse)
    np.testing.assert_array_equal(raw, np.transpose(columns))
    chart = page.locator('[data-amounts="amount_gain"]')
    gini = gn.gini_of_amounts(e.held("forecast")["amounts"])
    assert chart.locator(".chart-headline").text_content() == f"normalised Gini {gini:.4f}"
    assert chart.locator("path.reference").count() == chart.locator("path.curve").count() == 2
    assert page.locator('[data-amounts="amount_deciles"] .bubble').count() == 20
    negative = opened(numbers(y=lambda y, _: y - 20))
    assert not negative.locator('[data-amounts="amount_gain"]').is_visible()
    assert "some truths are negative" in negative.locator("#no-gain").inner_text()
    nothing = opened(numbers(y=lambda y, _: 0 * y))
    assert "every truth is 0" in nothing.locator("#no-gain").inner_text()


def test_slices_tell_mean_truth_and_mean_error(opened):
    e = samples.demand()
    page = opened(e)
    y, p = rows_of(e, "forecast")
    region = gn.samples.demand(3000)["region"]
    heads = [text.strip() for text in page.locator("#slice-table thead th").all_inner_texts()]
    assert heads[2:4] == ["Mean truth", "Mean error"]
    for row in page.locator("tr[data-slice]").all():
        which = region == row.locator("th").inner_text().removeprefix("region = ")
        told = [float(cell.get_attribute("data-raw")) for cell in row.locator("td").all()[1:3]]
        assert told == [pytest.approx(y[which].mean(), rel=1e-12), pytest.approx((p - y)[which].mean(), rel=1e-12)]
    whole = page.locator("#slice-table .whole td").nth(2)
    assert float(whole.get_attribute("data-raw")) == pytest.approx((p - y).mean(), rel=1e-12)
    choose(page, 1)
    other = rows_of(e, "last_year")[1]
    assert float(whole.get_attribute("data-raw")) == pytest.approx((other - y).mean(), rel=1e-12)


def test_all_of_it_in_chinese_and_on_a_phone(opened):
    e = samples.demand()
    page = opened(e, width=390, lang="zh")
    assert overflow(page) <= 0
    assert page.locator("#errors-title").inner_text() == "预测差多少？"
    assert "平方误差" in page.locator("#beyond").inner_text()
    for part in ("#errors", "#amounts"):
        assert not re.search(r"[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}", page.locator(part).inner_text())
        assert not re.search(r"[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}", " ".join(page.locator(f"{part} svg text").all_text_contents()))
    page.locator("#language-en").click()
    assert not re.search("[\u4e00-\u9fff]", page.locator("#errors").inner_text() + page.locator("#amounts").inner_text())
    assert overflow(page) <= 0
    for chart in page.locator("#errors svg.chart, #amounts svg.chart").all():
        assert all(chart.locator(f"#{name}").text_content() for name in chart.get_attribute("aria-labelledby").split())
    labels = page.locator("#errors [aria-label]").evaluate_all("all => all.map(e => e.getAttribute('aria-label')).join(' ')")
    assert "PNG: Distribution of errors" in labels
    assert "{" not in labels + page.locator("#errors").inner_text() + page.locator("#amounts").inner_text()
    missing = "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).map(a => a.hash)"
    assert page.evaluate(missing) == []


def test_tables_and_charts_can_be_taken_away(opened):
    page = opened(samples.demand(), permissions=["clipboard-read", "clipboard-write"])
    page.locator('[data-copy="worst_rows"]').click()
    lines = [line.split("\t") for line in page.evaluate("navigator.clipboard.readText()").split("\n")]
    assert lines[0] == ["Row", "Truth", "Prediction", "Error"]
    assert [float(cell) for cell in lines[1]] == errors_of(samples.demand())["models"][0]["worst"][0]
    page.locator('[data-numbers="truth_map"]').hover()
    page.locator('[data-numbers="truth_map"] [data-export="copy_svg"]').click()
    drawing = page.evaluate("navigator.clipboard.readText()")
    assert "var(" not in drawing
    assert 'fill-opacity="0.14"' in drawing


STRANGE = {
    "one row": lambda: numbers(1),
    "two rows": lambda: numbers(2),
    "right everywhere": lambda: numbers(p=lambda y, _: y),
    "one prediction": lambda: numbers(p=lambda y, _: 0 * y + 20),
    "one truth": lambda: numbers(y=lambda y, _: 0 * y + 3),
    "weights": lambda: numbers(w=lambda y, rng: 3 * rng.random(len(y))),
    "large": lambda: numbers(y=lambda y, _: 1e140 * y, p=lambda y, rng: 1e140 * (y + rng.normal(0, 3, len(y)))),
    "tiny": lambda: numbers(y=lambda y, _: 1e-300 * y, p=lambda y, rng: 1e-300 * (y + rng.normal(0, 3, len(y)))),
    "far off": lambda: numbers(p=lambda y, rng: np.append(y[1:] + rng.normal(0, 1, len(y) - 1), 1e12)),
    "the same error": lambda: numbers(p=lambda y, _: y + 3),
}


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_strange_numbers(opened, kind):
    page = opened(STRANGE[kind]())
    assert overflow(page) <= 0
    assert page.locator("#beyond").inner_text()
    for part in ("#errors", "#amounts"):
        for shape in page.locator(f"{part} svg.chart").all():
            drawn = shape.evaluate("all => all.innerHTML")
            assert "NaN" not in drawn
            assert "Infinity" not in drawn
    if kind == "weights":
        assert page.locator("#beyond").inner_text().startswith("Rows that weigh ")
        assert page.locator("#amount-deciles thead").inner_text().split("\t")[1] == "Weight"


def test_without_maps_the_rest_is_there(opened, tmp_path):
    """Coarse errors are approximate and say so; JSON holds figures only."""
    e = samples.demand()
    kept = {name: {key: one for key, one in held.items() if key != "scatter"} for name, held in e.summaries.items()}
    coarse = {name: ModelSummaries(held | {"spread": held["spread"].coarsened(256)}) for name, held in kept.items()}
    page = opened(replace(e, exact=False, summaries=coarse))
    assert page.locator("[data-maps]").count() == 0
    assert page.locator("#beyond").inner_text().startswith("≈ ")
    assert "figures are approximate" in page.locator("#error-thresholds").inner_text()
    e.save(tmp_path / "e.json")
    loaded = opened(gn.Evaluation.load(tmp_path / "e.json"))
    assert loaded.locator("#errors").count() == loaded.locator("#amounts").count() == 0


def test_what_a_file_claims_is_not_believed(tmp_path):
    e = samples.demand()
    known = e.to_dict()
    known["slices"][0]["facts"]["mean_error"] = {"forecast": "two-sided"}
    (tmp_path / "forged.json").write_text(json.dumps(known), encoding="utf-8")
    with raises_id("evaluation.saved_field_impossible"):
        gn.Evaluation.load(tmp_path / "forged.json")
    held = e.held("forecast") | {"errors": gn.Moments.empty()}
    made = errors_of(replace(e, summaries=e.summaries | {"forecast": ModelSummaries(held)}))["models"][0]
    assert len(made["quantiles"]["normal"]) == 1


def test_names_from_the_data_stay_text(opened):
    y = np.arange(60.0)
    table = {"y": y, samples.HOSTILE: y + 1, "\u202ep": 0.5 * y}
    page = opened(quietly(evaluate, table, label="y", prediction=[samples.HOSTILE, "\u202ep"], task="regression"))
    assert samples.HOSTILE in page.locator("#naive").inner_text()
    assert "\u202e" not in page.locator("#errors").inner_text()


def test_the_page_stays_small_for_many_models(tmp_path):
    rng = np.random.default_rng(9)
    y = rng.gamma(2, 10, 6000)
    table = {"y": y} | {f"m{k}": y + rng.normal(0, 1 + k, 6000) for k in range(MOST_MODELS + 2)}
    e = quietly(evaluate, table, label="y", prediction=[f"m{k}" for k in range(MOST_MODELS + 2)], ci=None)
    made = errors_of(e)
    assert made["models"][MOST_MODELS:] == [None, None]
    assert sum(len(one["weight"]) for model in made["models"][:MOST_MODELS] for one in model["maps"].values()) <= ALL_CELLS
    sizes = [len(json.dumps(section.payload(e, views_of(e)))) for section in SECTIONS]
    assert sum(sizes) < 2_000_000
    assert write(e, tmp_path / "many.html").stat().st_size < 3_000_000


def test_the_page_says_which_model_is_not_drawn(opened):
    table = gn.samples.demand(400)
    e = evaluate(table, label="sold", prediction=["forecast", "last_year"], ci=None)
    page = opened(replace(e, summaries=e.summaries | {"last_year": ModelSummaries({"errors": e.held("last_year")["errors"]})}))
    choose(page, 1)
    assert page.locator("#no-errors").is_visible()
    assert page.locator("#no-amounts").is_visible()
    assert not page.locator("#error-charts").is_visible()
    choose(page, 0)
    assert page.locator("#error-charts").is_visible()


def test_what_a_finding_rests_on_has_a_name():
    text = html(samples.demand())
    assert "spread of predictions" in text
    assert "预测与真值的离散程度之比" in text


def test_errors_in_percent_say_so_in_their_heading():
    assert headings_of("wape") == ["Weighted absolute percentage error (WAPE) %", "加权绝对百分比误差（WAPE） %"]
    assert "%" not in "".join(headings_of("wape(scale=fraction)") + headings_of("rmse"))
