"""What is embedded in the page: the thresholds that are kept, escapes, size, contrast."""

import json
import math
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.messages.visible import visible_lines
from gnomon.report import write
from gnomon.report.comparison import comparison_of
from gnomon.report.glossary import html_of
from gnomon.report.page import html
from gnomon.report.palette import DARK, LIGHT
from gnomon.report.payload import embedded
from gnomon.report.words import evidence_names, page_words, script_words
from gnomon.tasks.scores.page.points import hull, kept
from refusals import raises_id
from report import samples


def large_sweep():
    return gn.Sweep.of(*samples.scored(200_000))


def test_every_threshold_is_kept_where_there_are_few():
    sweep = gn.Sweep.of(*samples.scored(900))
    assert kept(sweep, 1000).tolist() == list(range(900))


@pytest.mark.parametrize("most", [300, 1000])
def test_the_best_thresholds_are_among_those_kept(most):
    sweep = large_sweep()
    thresholds = set(sweep.thresholds[kept(sweep, most)].tolist())
    assert len(thresholds) <= max(most, 600)
    assert {sweep.thresholds[0], sweep.thresholds[-1]} <= thresholds
    costs = [{"objective": "cost", "fp_cost": 1.0, "fn_cost": fn} for fn in (0.1, 0.7, 1.0, 3.3, 5.0, 40.0, 1e4)]
    marks = [{"objective": f"{rate}>={mark}"} for rate in ("recall", "precision") for mark in (0.1, 0.33, 0.5, 0.62, 0.8)]
    for wanted in [{"objective": "youden"}, {"objective": "f1"}, {"objective": "accuracy"}, *costs, *marks]:
        best = gn.best_threshold(sweep, **wanted).threshold
        assert best in thresholds or best == math.inf, wanted


def test_the_ks_threshold_of_reversed_scores_is_kept():
    y, s = samples.scored(5000)
    sweep = gn.Sweep.of(y, -s)
    assert gn.ks_curve(sweep).threshold in sweep.thresholds[kept(sweep, 300)]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_no_point_lies_above_the_hull(steps):
    x, y = np.cumsum(np.array(steps), axis=0).T
    corners = hull(x, y)
    assert corners[-1] == len(x) - 1
    at = np.append(-1, corners)
    outline = np.append(0, x)[at + 1], np.append(0, y)[at + 1]
    slopes = [math.atan2(dy, dx) for dx, dy in zip(*map(np.diff, outline), strict=True)]
    assert all(a >= b - 1e-12 for a, b in pairwise(slopes))
    for a, b in pairwise(at):
        x0, y0, x1, y1 = (0 if k < 0 else int(v[k]) for k in (a, b) for v in (x, y))
        assert all((x1 - x0) * (int(y[k]) - y0) <= (y1 - y0) * (int(x[k]) - x0) for k in range(a + 1, b))


@given(st.text())
def test_no_text_breaks_out_of_the_embedded_json(text):
    made = embedded({"name": text})
    assert not re.search("[<>&\u2028\u2029]", made)
    assert json.loads(made) == {"name": visible_lines(text)}


def test_embedded_thresholds_come_back_to_the_last_digit():
    e = samples.huge()
    found = re.search(r'id="payload">(.*?)</script>', html(e), re.DOTALL)
    assert json.loads(found[1])["sections"]["explorer"]["views"][0]["thresholds"] == e.held().scores.thresholds.tolist()


def test_names_stay_text():
    page = html(samples.hostile())
    assert "<script>alert" not in page
    assert "onerror=alert(1)>" not in page
    assert page.count("<script") == 2
    assert "&lt;script&gt;alert" in page


def test_twenty_models_and_fifty_slices_stay_below_two_megabytes(tmp_path):
    size = write(samples.many(), tmp_path / "many.html").stat().st_size
    assert size < 2_000_000
    assert len(json.dumps(comparison_of(samples.many(), set()))) < 0.1 * size


def test_the_page_names_nothing_outside_itself():
    page = html(samples.credit())
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", page))
    assert addresses <= {"http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg"}


def test_another_language_is_refused(tmp_path):
    with raises_id("report.language_unknown", lang="fr", choices="'en' or 'zh'"):
        write(samples.few(), tmp_path / "page.html", "fr")


def luminance(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_contrast(theme, ground):
    """Text is read at 4.5 : 1 or more, and the lines of figures at 3 : 1."""
    for name in ("ink", "quiet", "accent", "problem", "caution", "fine"):
        assert contrast(theme[name], theme[ground]) >= 4.5, name
    for name in ("positive", "negative", "axis", *(name for name in theme if name.startswith("series"))):
        assert contrast(theme[name], theme[ground]) >= (2.8 if name == "axis" else 3), name


def test_both_themes_have_the_same_colours():
    assert LIGHT.keys() == DARK.keys()


def test_words_take_the_same_values_in_both_languages():
    for table in (page_words(), script_words()):
        assert table
        for key, (en, zh) in table.items():
            assert sorted(re.findall(r"\{\w+\}", en)) == sorted(re.findall(r"\{\w+\}", zh)), key


def test_formulas_become_mathml():
    made = html_of(r"Text <b> with $$\mathrm{KS} = \max_t x$$ and $t < 1$.")
    assert made.count("<math") == 2
    assert "&lt;b&gt;" in made
    assert "KS" in made


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("entry", list(gn.catalog.entries()), ids=lambda entry: entry.name)
def test_every_formula_becomes_mathml(entry, lang):
    made = html_of(str(gn.explain(entry.name, lang=lang)))
    assert "<math" in made
    assert "$" not in made
    assert "\\" not in re.sub(r"<annotation.*?</annotation>", "", made)


def test_evidence_is_named_in_both_languages():
    """What findings rest on is called by a word of the page or by a metric's heading, unless the data itself names it."""
    from pathlib import Path

    from gnomon import findings
    from gnomon.report.evidence import evidence_of

    modules = [path for path in Path(findings.__file__).parent.glob("*.py") if path.stem != "finding"]
    source = "".join(path.read_text(encoding="utf-8") for path in modules)
    # Of a stretch of a curve the page writes the winner and the two ends.
    for name in set(re.findall(r'"([a-z_]+(?:@[0-9.]+)?)": ', source)) - {"binary", "multiclass", "winner", "from", "to"}:
        assert name in evidence_names() or gn.catalog.parse(name), name
    [(heading, text)] = evidence_of({"expected_calibration_error": -0.25})
    assert "期望校准误差" in heading
    assert text == "−0.25"
