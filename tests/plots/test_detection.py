"""Figures of detections show the figures themselves."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn


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
    with pytest.raises(gn.InputError, match="there is no figure 'roc_of'"):
        loaded.plot("roc_of")
