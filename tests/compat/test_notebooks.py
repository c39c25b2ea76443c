"""Results in notebooks: each has an HTML form of what its text shows, and nothing of the data is obeyed; reports stand in cells."""

import html
import re
import sys
import types
from html.parser import HTMLParser

import numpy as np
import pytest

import gnomon as gn
from browser import wait_until
from components import needs
from gnomon.markup import InNotebooks, html_of, text_table
from gnomon.result import Result
from gnomon.value import Value
from refusals import raises_id

EVIL = "<script>alert('x')</script>&amp;\"'"
RNG = np.random.default_rng(2)
N = 200
Y = RNG.integers(0, 2, N)
P, Q = (np.clip(0.4 * Y + RNG.uniform(0, 0.6, N), 0, 1) for _ in range(2))
NAMED = np.where(Y, EVIL, "b")
SAID = np.where(P > 0.5, EVIL, "b")
GRADE = RNG.choice([EVIL, "x", "y"], N)
TABLE = {"y": Y, EVIL: P, "q": Q, "age": RNG.integers(20, 70, N), "kind": GRADE}
VOID = {"br", "hr", "img", "line", "circle", "rect", "polyline", "path"}
BOXES = {"image_id": [1, 1, 2], "category": [EVIL, "b", "b"], "box": [[0, 0, 9, 9], [20, 20, 40, 40], [0, 0, 9, 9]]}


def card():
    return gn.Scorecard.by_hand({EVIL: {"(-inf, 25)": 10, "[25, inf)": 30}}, base=400)


def moved():
    months = np.repeat(["2024-01", "2024-02"], N // 2)
    return gn.stability({"p": P, "m": months, "y": Y, EVIL: GRADE}, score="p", over="m", label="y", variables=[EVIL], reference="2024-01")


def maps():
    return gn.panoptic_quality([[[[1, 0], [2, 1]]]], [[[[1, 0], [2, 1]]]])


MADE = {
    "BestThreshold": lambda: gn.best_threshold(Y, P, objective="f1"),
    "BinomialTest": lambda: gn.binomial_test(Y, P),
    "CalibrationCurve": lambda: gn.calibration_curve(Y, P),
    "Ceiling": lambda: gn.ceiling({"y": Y, EVIL: GRADE}, label="y"),
    "ChiSquare": lambda: gn.chi_square(GRADE[:100], GRADE[100:]),
    "ClassificationReport": lambda: gn.classification_report(NAMED, SAID),
    "Comparison": lambda: gn.compare(Y, {EVIL: P, "q": Q}, metrics="roc_auc,f1@0.5"),
    "CorrelationTest": lambda: gn.correlation_test(P, Q),
    "Correlations": lambda: gn.correlations({EVIL: P, "q": Q}),
    "Cutoff": lambda: gn.cutoff_table(Y, P).at(0.5),
    "CutoffTable": lambda: gn.cutoff_table(Y, P),
    "DecileTable": lambda: gn.decile_table(Y, P),
    "DetectionMap": lambda: gn.detection_map(BOXES, BOXES | {"score": [0.9, 0.8, 0.7]}, format="xyxy"),
    "ErrorTable": lambda: gn.error_by_decile(P, Q),
    "GainCurve": lambda: gn.gain_curve(Y, P),
    "GaucTable": lambda: gn.gauc_table(Y, P, GRADE),
    "GradeTests": lambda: gn.grade_tests([100, 200], [3, 9], [0.02, 0.05], grade=[EVIL, "B"]),
    "HosmerLemeshow": lambda: gn.hosmer_lemeshow(Y, P),
    "Interval": lambda: gn.interval("roc_auc", Y, P),
    "KsCurve": lambda: gn.ks_curve(Y, P),
    "KsTest": lambda: gn.ks_2samp(P, Q),
    "LiftCurve": lambda: gn.lift_curve(Y, P),
    "LorenzCurve": lambda: gn.lorenz_curve(P, Q),
    "MannWhitneyTest": lambda: gn.mann_whitney(P, Q),
    "PanopticQuality": maps,
    "PointPairs": lambda: gn.pair_counts(NAMED, GRADE),
    "PrCurve": lambda: gn.pr_curve(Y, P),
    "PsiColumns": lambda: gn.psi_table({EVIL: P[:100], "k": GRADE[:100]}, {EVIL: P[100:], "k": GRADE[100:]}),
    "PsiTable": lambda: gn.psi_table(GRADE[:100], GRADE[100:]),
    "DieboldMarianoTest": lambda: gn.diebold_mariano([0.1, 0.2, 0.05, 0.12], [0.1, 0.1, 0.2, 0.3]),
    "ResampledTest": lambda: gn.corrected_resampled_t([0.1, 0.2, 0.05, 0.12], train=90, test=10),
    "RocCurve": lambda: gn.roc_curve(Y, P),
    "SampleSize": lambda: gn.sample_size("roc_auc", 0.8, half_width=0.02),
    "SpanScores": lambda: gn.span_scores([["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]]),
    "Stability": moved,
    "SwapSet": lambda: gn.swap_set(Y, P, Q, approve=0.5),
    "TTest": lambda: gn.t_test(P, Q),
    "ThresholdChoice": lambda: gn.threshold_choice(Y, P, objective="f1"),
    "ThresholdTable": lambda: gn.threshold_table(Y, P),
    "TranscriptAlignment": lambda: gn.transcript_alignment([f"a {EVIL}"], ["a b"]),
    "WoeTable": lambda: gn.woe_table(GRADE, Y),
    # Results that are no dataclasses.
    "Binning": lambda: gn.Binning(method="quantile", max_bins=4).fit({EVIL: P}, Y),
    "Card": lambda: card().card_,
    "Counts": lambda: gn.confusion_matrix(NAMED, SAID),
    "Evaluation": lambda: gn.evaluate(TABLE, label="y", score=[EVIL, "q"], by="kind"),
    "Point": lambda: gn.break_even_point(Y, P),
    "Scorecard": card,
    "Value": lambda: gn.evaluate(TABLE, label="y", score=EVIL, metrics="roc_auc")["roc_auc"],
}
"""An example of every result, its names from the data as bad as they come."""
DATA_NAMED = {
    "Ceiling",
    "ClassificationReport",
    "Comparison",
    "Correlations",
    "GaucTable",
    "GradeTests",
    "PsiColumns",
    "PsiTable",
    "Stability",
}
DATA_NAMED |= {"TranscriptAlignment", "WoeTable", "Card", "Counts", "Evaluation", "Scorecard"}


class Balanced(HTMLParser):
    """Every tag is closed by its own; what is shown is kept."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.shown = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.shown.append(data)


def parsed(text):
    made = Balanced()
    made.feed(text)
    made.close()
    assert not made.open
    return made


def known_results():
    """The classes of gn that are results: what is frozen and printed, or says that it is shown in notebooks."""
    found = [getattr(gn, name) for name in gn.__all__ if isinstance(getattr(gn, name), type)]
    return {one.__name__ for one in found if issubclass(one, (Result, InNotebooks)) or one in (gn.Evaluation, gn.Counts)}


@pytest.mark.filterwarnings("ignore::gnomon.UndefinedMetricWarning")  # some of the examples lack a class
@pytest.mark.parametrize("name", MADE)
def test_every_result_has_an_html_form_that_is_well_formed_and_obeys_nothing(name):
    result = MADE[name]()
    assert type(result).__name__ == name
    text = result._repr_html_()
    made = parsed(text)
    assert "script" not in made.tags
    assert "".join(made.shown).strip()
    assert not re.search(r"<script|on\w+=|href=|src=", text)
    if name in DATA_NAMED:
        assert "<script>alert" in "".join(made.shown)  # shown, and not obeyed


def test_no_result_is_left_out():
    assert known_results() - set(MADE) <= {"Characteristic", "Scaling", "SegmentedCard", "SegmentationCounts"}  # text as well
    for name in gn.__all__:
        one = getattr(gn, name)
        if isinstance(one, type) and (issubclass(one, Result) or name in known_results()):
            assert callable(one._repr_html_)
    assert callable(Value._repr_html_)


@pytest.mark.parametrize("name", ["ClassificationReport", "PsiTable", "Comparison", "WoeTable", "Ceiling", "SwapSet", "CutoffTable"])
@pytest.mark.filterwarnings("ignore::gnomon.UndefinedMetricWarning")
def test_the_html_says_what_the_text_says(name):
    """The words of the text, in its order; what is aligned there is a table here."""
    result = MADE[name]()
    made = parsed(result._repr_html_())
    assert "table" in made.tags
    assert "".join("".join(made.shown).split()) == "".join(str(result).split())


def test_curves_are_drawn_with_some_of_their_points():
    curve = gn.roc_curve(Y, P)
    made = parsed(curve._repr_html_())
    assert {"svg", "polyline", "table"} <= set(made.tags)
    line = re.search(r"points='([^']+)'", curve._repr_html_())[1].split()
    assert (line[0], line[-1]) == ("44.0,168.0", "278.0,22.0")  # from one corner of the frame to the other
    assert made.tags.count("tr") >= 10
    assert parsed(gn.ks_curve(Y, P)._repr_html_()).tags.count("polyline") == 2
    with pytest.warns(gn.UndefinedMetricWarning):
        nothing = gn.roc_curve([1, 1], [0.5, 0.6])
    assert "polyline" not in parsed(nothing._repr_html_()).tags


def test_tables_stand_aside_only_where_html_is_asked_for():
    assert text_table({"a": [1]}) == "a\n1"
    nested = html_of(lambda: f"above\n{text_table({'a': ['<b>']})}\nbelow")
    assert parsed(nested).shown == ["above", "a", "<b>", "below"]
    with pytest.raises(RuntimeError):
        html_of(lambda: (_ for _ in ()).throw(RuntimeError()))
    assert text_table({"a": [1]}) == "a\n1"


def test_long_tables_leave_the_middle_out():
    made = parsed(html_of(lambda: text_table({"n": np.arange(100)}, most=10)))
    assert "… 90 rows more …" in made.shown
    assert made.tags.count("tr") == 12


# Reports in cells.


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, label="y", score=[EVIL, "q"], by="kind")


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook's shell is asked to display, without one."""
    shown = []
    display = types.ModuleType("IPython.display")
    display.HTML, display.display = (lambda data: data), shown.append
    ipython = types.ModuleType("IPython")
    ipython.get_ipython, ipython.display = (lambda: types.SimpleNamespace()), display
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return ipython, shown


def test_the_report_stands_in_the_cell(evaluation, notebook):
    assert evaluation.show(lang="zh", height=500) is None
    ((text,),) = [notebook[1]]
    assert "height:500px" in text
    assert parsed(text).tags == ["div", "iframe"]
    inner = html.unescape(re.search(r'srcdoc="([^"]*)"', text)[1])
    from gnomon.report import page

    assert inner.replace('<base href="about:srcdoc">', "", 1) == page(evaluation, "zh")
    assert 'sandbox="allow-scripts' in text
    assert "allow-same-origin" not in text


def test_where_there_is_no_notebook_the_remedy_is_said(evaluation, notebook, monkeypatch):
    class TerminalInteractiveShell:
        pass

    for shell in (None, TerminalInteractiveShell()):
        notebook[0].get_ipython = lambda shell=shell: shell
        with raises_id("evaluation.not_in_notebook"):
            evaluation.show()
    monkeypatch.setitem(sys.modules, "IPython", None)
    with raises_id("evaluation.ipython_missing"):
        evaluation.show()


@pytest.mark.parametrize("asked", [{"height": 0}, {"height": "tall"}, {"height": True}, {"height": 10**9}, {"lang": "fr"}])
def test_what_cannot_be_shown_is_refused(evaluation, notebook, asked):
    with pytest.raises(gn.InputError, match=next(iter(asked))):
        evaluation.show(**asked)
    assert not notebook[1]


def test_with_the_real_library(evaluation, monkeypatch):
    """What IPython itself is given, in a shell that is no terminal's; a frame in HTML() must not make it warn."""
    needs("IPython")
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    shell = InteractiveShell.instance()
    try:
        with capture_output() as caught:
            evaluation.show(height=300)
        (made,) = caught.outputs
        assert made.data["text/html"].startswith("<div><iframe")
    finally:
        InteractiveShell.clear_instance()
        del shell


def page_of(tmp_path, cells, colours=""):
    path = tmp_path / "notebook.html"
    style = f"<style>:root{{color-scheme:light dark}} body{{font:14px sans-serif;background:Canvas;color:CanvasText;{colours}}}</style>"
    body = "".join(f"<section>{cell}</section>" for cell in cells)
    path.write_text(f"<!doctype html><html data-ready='true'><meta charset='utf-8'>{style}<body>{body}</body></html>", encoding="utf-8")
    return path


def test_several_reports_in_one_page(evaluation, opened, tmp_path):
    """Two frames in one page, each with its own threshold; no request, no complaint (which the fixture holds them to)."""
    from gnomon.evaluation.cell import framed

    page = opened(page_of(tmp_path, [framed(evaluation, "en", 600), framed(evaluation, "zh", 600)]))
    wait_until(page, "document.querySelectorAll('iframe').length === 2")
    frames = [frame for frame in page.frames if frame != page.main_frame]
    for frame in frames:
        frame.wait_for_selector('html[data-ready="true"]')
    assert [frame.evaluate("document.documentElement.lang")[:2] for frame in frames] == ["en", "zh"]
    frames[0].locator("nav a").nth(2).click()  # leads to a place of its own page, and not of the notebook's
    wait_until(frames[0], "scrollY > 0")
    assert frames[1].evaluate("scrollY") == 0
    box = page.locator("iframe").first.bounding_box()
    assert box["height"] == pytest.approx(602, abs=3)  # with its border


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_results_in_a_browser(opened, tmp_path, scheme):
    """Drawn on light and on dark in the colour of the text, within the width of a cell."""
    results = [MADE[name]() for name in ("RocCurve", "KsCurve", "ClassificationReport", "Comparison", "Counts", "Interval", "Value")]
    page = opened(page_of(tmp_path, [one._repr_html_() for one in results]), color_scheme=scheme)
    stroke = page.evaluate("getComputedStyle(document.querySelector('polyline')).stroke")
    assert stroke == page.evaluate("getComputedStyle(document.body).color")
    assert page.evaluate("document.querySelectorAll('script').length") == 0
    page.screenshot(path=tmp_path / f"{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
