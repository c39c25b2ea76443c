"""Figures of detections show the figures themselves."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import gnomon as gn
from gnomon.evaluation.drawing import figures
from gnomon.tasks import registry
from refusals import raises_id


@pytest.fixture(scope="module")
def streets():
    return gn.samples.streets(60)


@pytest.fixture(scope="module")
def evaluation(streets):
    return gn.evaluate(streets["truth"], prediction={name: streets[name] for name in ("sharp", "loose")}, task="detection", ci=None)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_curves_of_classes(evaluation, streets):
    axes = evaluation.plot("pr", model="sharp")
    found = gn.detection_map(streets["truth"], streets["sharp"])
    thick = axes.get_lines()[1::2]
    for line, name in zip(thick, found.per_class, strict=True):
        assert line.get_label().startswith(name)
        np.testing.assert_array_equal(line.get_ydata(), found.curve(name).read)
    only = evaluation.plot("pr", model="sharp", classes="bus", iou=0.75)
    assert [line.get_label() for line in only.get_lines()[1:]] == [f"bus  AP {found.curve('bus', 0.75).ap:.3f}"]


def test_ap_by_overlap(evaluation, streets):
    lines = evaluation.plot("ap_iou").get_lines()
    for line, name in zip(lines, ("sharp", "loose"), strict=True):
        np.testing.assert_array_equal(line.get_ydata(), list(gn.detection_map(streets["truth"], streets[name]).by_iou().values()))


def test_confusion_and_errors(evaluation, streets):
    found = gn.detection_map(streets["truth"], streets["loose"])
    axes = evaluation.plot("confusion", model="loose", confidence=0.5)
    counts = found.confusion(0.5)
    assert [text.get_text() for text in axes.get_xticklabels()] == list(counts.labels)
    assert axes.texts[0].get_text().startswith(f"{counts.matrix[0, 0]:,}")
    bars = evaluation.plot("errors", model="loose").patches
    np.testing.assert_array_equal([bar.get_width() for bar in bars], found.errors.cost)


def test_nothing_to_draw(streets):
    loaded = gn.evaluate(streets["truth"], prediction=[], ci=None)
    assert len(loaded.plot("confusion").texts)
    said = "no objects are left to be found once those missed are set aside"
    assert [text.get_text().strip() for text in loaded.plot("errors").texts] == [said]
    empty = gn.evaluate({**streets["truth"], "annotations": []}, prediction=streets["sharp"], ci=None)
    for name in ("pr", "ap_iou", "errors"):
        with raises_id("detection.nothing_to_draw"):
            empty.plot(name)
    assert len(empty.plot("confusion").texts)


def test_a_class_without_objects_says_so_in_the_legend(streets):
    truth = {**streets["truth"], "annotations": [one for one in streets["truth"]["annotations"] if one["category_id"] != 1]}
    name = next(one["name"] for one in truth["categories"] if one["id"] == 1)
    axes = gn.evaluate(truth, prediction=streets["sharp"], ci=None).plot("pr", classes=[name])
    assert axes.get_legend().get_texts()[0].get_text() == f"{name}  there are no objects to be found"


def test_whose_figure_it_is(evaluation):
    assert "— loose" in evaluation.plot("pr", model="loose").get_title("left")
    assert "— sharp" in evaluation.plot("confusion").get_title("left")
    assert "— mine" in evaluation.plot("pr", label="mine").get_title("left")
    (text,) = evaluation.plot("ap_iou", model="loose", label="mine").get_legend().get_texts()
    assert text.get_text() == "mine"


def test_style_is_matplotlibs(evaluation):
    bars = evaluation.plot("errors", color="#123456").patches
    lines = [line for name in ("pr", "ap_iou") for line in evaluation.plot(name, color="#123456").lines]
    assert {to_hex(one) for one in (*(bar.get_facecolor() for bar in bars), *(line.get_color() for line in lines))} == {"#123456"}


BAD = {
    "class": ("pr", {"class_": "bus"}, "the figure 'pr' takes no class_=; it takes model, classes, iou, label, and what matplotlib"),
    "option of another": ("ap_iou", {"confidence": 0.5}, "the figure 'ap_iou' takes no confidence="),
    "matrix": ("confusion", {"normalize": "true"}, "takes no normalize=; it takes model, confidence, iou, label$"),
    "errors": ("errors", {"bogus": 1}, "the figure 'errors' takes no bogus="),
    "no class": ("pr", {"classes": []}, "classes names no class"),
    "unknown class": ("pr", {"classes": ["zebra"]}, "zebra"),
    "overlap": ("pr", {"iou": "half"}, "iou='half' is no number"),
    "another overlap": ("confusion", {"iou": 0.77}, "iou=0.77 is not among the thresholds"),
    "confidence": ("confusion", {"confidence": "high"}, "confidence='high' is no number"),
    "one name": ("errors", {"label": "mine"}, "label='mine' is one name, and there are 2 models"),
    "model": ("pr", {"model": "zzz"}, "there is no model 'zzz'"),
    "another kind": ("roc", {}, "there is no figure 'roc' of detection; there are: pr, ap_iou, confusion, errors, comparison"),
    "no kind": ("roc_of", {}, "there is no figure 'roc_of' of detection"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_drawn_is_said(evaluation, case):
    name, style, said = BAD[case]
    with pytest.raises(gn.InputError, match=said):
        evaluation.plot(name, **style)


def test_every_name_is_drawn_or_refused(evaluation):
    """Names of figures of all kinds, each drawn or refused in words."""
    names = {name for aspect in registry.aspects() for one in aspect.figures() for name in (one.name, *one.aliases)}
    own = figures(evaluation)
    assert {"pr", "pr_curve", "precision_recall", "ap_iou", "confusion", "confusion_matrix", "errors"} == own.keys() < names
    for name in names | {"comparison"}:
        if name in own:
            assert evaluation.plot(name).has_data()
        else:
            with pytest.raises(gn.InputError, match=r"there is no figure|there is nothing compared"):
                evaluation.plot(name)
