"""The page of detections in a browser: a confidence to move, and everything that follows from it."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from components import needs
from gnomon.report.figures import headings_of
from refusals import raises_id

CELLS = "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.dataset.raw)))"


@pytest.fixture(scope="module")
def streets():
    return gn.samples.streets(80)


@pytest.fixture(scope="module")
def evaluation(streets):
    return gn.evaluate(
        streets["truth"], prediction={"sharp": streets["sharp"], "loose": streets["loose"]}, task="detection", name="streets"
    )


def rates(page):
    return {key: float(page.get_attribute(f'[data-rate="{key}"]', "data-raw")) for key in ("precision", "recall", "f1")}


def counts(page):
    return {key: int(page.get_attribute(f'[data-count="{key}"]', "data-raw")) for key in ("found", "missed", "vain")}


def move(page, place):
    """Move the slider."""
    page.eval_on_selector("#confidence", f"slider => {{ slider.value = '{place}'; slider.dispatchEvent(new Event('input')); }}")


def test_figures_follow_the_confidence(opened, evaluation, streets):
    page = opened(evaluation)
    found = gn.detection_map(streets["truth"], streets["sharp"])
    best = found.best_confidence
    assert rates(page) == pytest.approx({"precision": best.precision, "recall": best.recall, "f1": best.f1}, rel=1e-12)
    for place in (5, 40, 120):
        move(page, place)
        confidence = float(page.input_value("#confidence-number"))
        named = {"precision": gn.detection_precision, "recall": gn.detection_recall, "f1": gn.detection_f1}
        assert rates(page) == pytest.approx({key: one(found.matches, confidence=confidence) for key, one in named.items()}, rel=1e-12)
        matrix = found.confusion(confidence).matrix.tolist()
        assert page.eval_on_selector_all("#detection-matrix tbody tr", CELLS) == matrix
        assert counts(page)["found"] == sum(matrix[k][k] for k in range(6))
        assert counts(page)["missed"] + counts(page)["found"] == sum(map(sum, matrix[:-1]))


def test_a_class_has_its_own(opened, evaluation, streets):
    page = opened(evaluation)
    found = gn.detection_map(streets["truth"], streets["sharp"])
    page.select_option("#detection-class", label="bus")
    confidence = float(page.input_value("#confidence-number"))
    along = found.along_confidence(category="bus")
    last = int((along.confidence >= confidence).sum()) - 1
    assert rates(page)["recall"] == pytest.approx(along.recall[last], rel=1e-12)
    assert rates(page)["precision"] == pytest.approx(along.precision[last], rel=1e-12)
    assert f"AP {found.curve('bus').ap:.4f}" in page.text_content('figure[data-detection="curve"]')
    page.click("#confidence-best")
    assert float(page.input_value("#confidence-number")) == pytest.approx(best_of(along), abs=0.05)  # the page keeps some of the scores


def best_of(along):
    return float(along.confidence[along.f1.argmax()])


def test_classes_and_errors(opened, evaluation, streets):
    page = opened(evaluation)
    found = gn.detection_map(streets["truth"], streets["sharp"])
    names = page.eval_on_selector_all("#detection-classes tbody th", "cells => cells.map(cell => cell.textContent)")
    assert names == sorted(found.per_class, key=found.per_class.get)
    costs = page.eval_on_selector_all("#detection-errors tbody tr", "rows => rows.map(row => Number(row.lastChild.dataset.raw))")
    assert costs == pytest.approx(found.errors.cost.tolist(), rel=1e-12)
    page.click("label:has-text('loose')")
    other = gn.detection_map(streets["truth"], streets["loose"])
    costs = page.eval_on_selector_all("#detection-errors tbody tr", "rows => rows.map(row => Number(row.lastChild.dataset.raw))")
    assert costs == pytest.approx(other.errors.cost.tolist(), rel=1e-12)


def test_marks_follow_the_confidence(opened, evaluation):
    page = opened(evaluation)
    worst = evaluation.held("sharp")["worst_images"].marked
    assert page.locator("#marked figure").count() == len(worst)
    for place in (3, 60):
        move(page, place)
        confidence = float(page.input_value("#confidence-number"))
        said = page.eval_on_selector_all("#marked .behind", "parts => parts.map(part => part.textContent)")
        for one, text in zip(worst, said, strict=True):
            found = int(((one.kind == 0) & (one.score >= confidence)).sum())
            missed = int((one.kind == 0).sum()) - found
            vain = int(((one.kind == 3) & (one.score >= confidence)).sum())
            assert text == f"{found} found, {missed} missed, {vain} false"


def test_chinese_narrow_and_paper(opened, evaluation):
    page = opened(evaluation, "zh", width=390)
    assert "哪些目标找得到" in page.text_content("#detection h2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "重复检测" in page.text_content("#detection-errors")
    page.emulate_media(media="print")
    assert not page.is_visible("#confidence")
    assert page.is_visible("#detection-matrix")


def test_everything_is_reached_by_keys(opened, evaluation):
    page = opened(evaluation)
    for name in ("#confidence", "#confidence-number", "#confidence-best", "#detection-class"):
        page.focus(name)
        assert page.evaluate("document.activeElement.id") == name[1:]
    before = page.input_value("#confidence-number")
    page.focus("#confidence")
    page.keyboard.press("ArrowRight")
    assert float(page.input_value("#confidence-number")) > float(before)
    assert "precision" in page.get_attribute("#confidence", "aria-valuetext")


def test_no_detections_and_other_protocols(opened, streets):
    page = opened(gn.evaluate(streets["truth"], prediction=[], task="detection", ci=None))
    assert page.is_visible("#detection-classes")
    page = opened(gn.evaluate(streets["truth"], prediction=streets["sharp"], protocol="voc2010", ci=None))
    page.select_option("#detection-class", label="car")
    assert "area" in page.text_content('[data-detection-hint="curve"]')
    page = opened(gn.evaluate(streets["truth"], prediction=streets["sharp"], thresholds=[0.3], ci=None))
    assert page.inner_text("#detection-errors") == ""
    assert page.inner_text("#lost-why").startswith("Errors are told apart at IoU 0.5")


def test_pictures_are_embedded_small(opened, streets, tmp_path):
    image, drawn = needs("PIL.Image"), {}
    for one in streets["truth"]["images"]:
        kind = one["width"], one["height"], Path(one["file_name"]).suffix
        if kind in drawn:
            shutil.copy(drawn[kind], tmp_path / one["file_name"])
        else:
            drawn[kind] = tmp_path / one["file_name"]
            image.effect_noise((one["width"] * 3, one["height"] * 3), 90).convert("RGB").save(drawn[kind])
    made = gn.evaluate(streets["truth"], prediction=streets["sharp"], images=tmp_path, ci=None)
    path = made.report(tmp_path / "r.html")
    assert 10_000 < path.stat().st_size < 2_000_000
    pictures = re.findall(r"data:image/jpeg;base64,[\w+/=]+", path.read_text())
    assert len(pictures) == 12
    page = opened(path)
    assert page.locator("#marked image").count() == 12
    with raises_id("detection.picture_missing"):
        gn.evaluate(streets["truth"], prediction=streets["sharp"], images=tmp_path.parent, ci=None)


def test_many_classes_stay_within_bounds(tmp_path):
    """300 classes, 3,000 objects and 9,000 detections make a page of bounded size."""
    rng = np.random.default_rng(0)
    images = [{"id": k, "width": 500, "height": 500} for k in range(300)]
    boxes = rng.uniform(0, 400, (3000, 4)).round(1) + np.array([0, 0, 5, 5])
    kinds = rng.integers(1, 301, 3000).tolist()
    truth = {
        "images": images,
        "categories": [{"id": k, "name": f"class {k}"} for k in range(1, 301)],
        "annotations": [
            {"id": k + 1, "image_id": k % 300, "category_id": kinds[k], "bbox": boxes[k].tolist(), "area": 25.0, "iscrowd": 0}
            for k in range(3000)
        ],
    }
    said = [
        {"image_id": k % 300, "category_id": kinds[k % 3000] if k % 3 else 1 + k % 300, "bbox": boxes[k % 3000].tolist(), "score": float(s)}
        for k, s in enumerate(rng.random(9000))
    ]
    made = gn.evaluate(json.loads(json.dumps(truth)), prediction=said, ci=None)
    path = made.report(tmp_path / "r.html")
    assert path.stat().st_size < 2_000_000
    payload = json.loads(re.search(r'id="payload">(.*?)</script>', path.read_text(), re.S)[1])["sections"]["detection"]["models"][0]
    assert (len(payload["classes"]), payload["count"], len(payload["matrix"]["labels"])) == (100, 300, 12)


def test_an_overlap_in_a_heading_says_what_it_is():
    assert headings_of("detection_ap(iou=0.5)")[0].endswith("detections at IoU 0.5")
    assert headings_of("detection_ap(iou=0.5)")[1].endswith("IoU 为 0.5")
    assert headings_of("detection_ap(area=small)")[0].endswith("small objects")


def test_where_nothing_is_detected_everything_is_missed(opened):
    streets = gn.samples.streets(20)
    page = opened(gn.evaluate(streets["truth"], prediction=[], task="detection", ci=None))
    matrix = gn.detection_map(streets["truth"], []).confusion(0.5).matrix.tolist()
    assert page.eval_on_selector_all("#detection-matrix tbody tr", CELLS) == matrix


CHARTS = ("overlap", "along", "curve")


def empty_texts(page):
    """What stands in the middle of each chart in place of a curve."""
    texts = {name: page.locator(f'figure[data-detection="{name}"] .empty') for name in CHARTS}
    return {name: text.text_content() for name, text in texts.items() if text.count()}


@pytest.mark.parametrize(("lang", "said"), [("en", "The truth has no objects to be found."), ("zh", "真值中没有需要检出的目标。")])
def test_a_truth_without_objects_says_so_in_every_chart(opened, lang, said):
    streets = gn.samples.streets(20)
    page = opened(gn.evaluate({**streets["truth"], "annotations": []}, prediction=streets["sharp"], task="detection", ci=None), lang)
    assert empty_texts(page) == dict.fromkeys(CHARTS, said)
    assert page.inner_text("#lost-why") == said
    assert page.text_content('[data-detection-hint="along"]') == ""
    assert page.locator("figure[data-detection] .marker-line:visible").count() == 0


def test_where_nothing_is_detected_charts_say_so(opened):
    streets = gn.samples.streets(20)
    page = opened(gn.evaluate(streets["truth"], prediction=[], task="detection", ci=None))
    assert empty_texts(page) == dict.fromkeys(("along", "curve"), "This model has no detections to draw.")
    assert page.inner_text("#lost-why").startswith("Every object is missed")
    bar = page.eval_on_selector_all("#lost-bar rect", "parts => parts.map(part => [part.dataset.kind, part.getAttribute('width')])")
    assert bar[-1] == ["missed", "1000"]
    assert page.text_content('[data-detection-hint="along"]') == ""


def test_a_class_without_objects_or_detections_says_which(opened):
    streets = gn.samples.streets(40)
    truth = {**streets["truth"], "annotations": [one for one in streets["truth"]["annotations"] if one["category_id"] != 1]}
    names = {one["id"]: one["name"] for one in truth["categories"]}
    page = opened(gn.evaluate(truth, prediction=[one for one in streets["sharp"] if one["category_id"] != 2], task="detection", ci=None))
    assert empty_texts(page) == {}
    assert page.is_hidden("#lost-why")
    page.select_option("#detection-class", label=names[1])
    assert empty_texts(page) == dict.fromkeys(CHARTS, "There are no objects of this class.")
    page.select_option("#detection-class", label=names[2])
    assert empty_texts(page) == dict.fromkeys(("along", "curve"), "This model detects nothing of this class.")


def test_no_detection_is_right(opened):
    streets = gn.samples.streets(20)
    far = [{**one, "bbox": [0.0, 0.0, 1.0, 1.0]} for one in streets["sharp"]]
    page = opened(gn.evaluate(streets["truth"], prediction=far, task="detection", ci=None))
    assert page.text_content('[data-detection-hint="along"]') == "No detection is right, so that F1 is 0 from any confidence on."
    assert "best at" not in page.text_content("#detection")


def card_texts(page):
    return page.eval_on_selector_all('.cards[data-for-model="0"] h3', "heads => heads.map(head => head.textContent)")


def test_cards_have_all_sizes_and_no_more(opened, evaluation, streets):
    page = opened(evaluation)
    values = page.eval_on_selector_all('.cards[data-for-model="0"] .figure', "cards => cards.map(card => Number(card.dataset.raw))")
    found = gn.detection_map(streets["truth"], streets["sharp"])
    names = ("ap", "ap50", "ap75", "ar_100", "ap_small", "ap_medium", "ap_large")
    assert values == pytest.approx([getattr(found, name) for name in names], rel=1e-12)
    tops = page.eval_on_selector_all('.cards[data-for-model="0"] .card', "cards => cards.map(card => card.getBoundingClientRect().top)")
    assert [tops.count(top) for top in sorted(set(tops))] == [4, 3]
    for asked, count in (("detection_f1@0.5", 8), ("detection_f1@0.5,detection_recall@0.5", 6)):  # these stand first
        more = gn.evaluate(streets["truth"], prediction=streets["sharp"], metrics=f"default,{asked}", ci=None)
        texts = card_texts(opened(more))
        assert len(texts) == count
        assert sum("objects" in text for text in texts) == (3 if count == 8 else 0)
    ends = {f"s{k}": (k * 1000, k * 1000 + 1000) for k in range(12)}
    many = gn.evaluate(streets["truth"], prediction=streets["sharp"], area_ranges=ends, ci=None)
    assert len(card_texts(opened(many))) == 9


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh", "dark")])
def test_the_matrix_fits_narrow_screens(opened, evaluation, lang, scheme):
    """A matrix of few classes is whole, one of many scrolls in its box, and the page never scrolls sideways."""
    box = "#detection-matrix"
    page = opened(evaluation, lang, width=390, color_scheme=scheme)
    assert page.eval_on_selector(box, "table => table.parentElement.scrollWidth <= table.parentElement.clientWidth")
    assert page.eval_on_selector(f"{box} thead bdi", "head => getComputedStyle(head).textOrientation") == "sideways"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    rng = np.random.default_rng(0)
    names = [f"kind number {k}" for k in range(30)]
    boxes = rng.uniform(0, 100, (2000, 2)).round(1).tolist()
    arrays = {"boxes": [[x, y, x + 20, y + 20] for x, y in boxes], "labels": [names[k] for k in rng.integers(0, 30, 2000)]}
    said = arrays | {"labels": [names[k] for k in rng.integers(0, 30, 2000)], "scores": rng.random(2000)}
    page = opened(gn.evaluate([arrays], prediction=[said], task="detection", ci=None, format="xyxy"), lang, width=390, color_scheme=scheme)
    inside = "table => [table.parentElement.scrollWidth > table.parentElement.clientWidth, getComputedStyle(table.parentElement).overflowX]"
    assert page.eval_on_selector(box, inside) == [True, "auto"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
