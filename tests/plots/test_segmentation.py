"""Figures of label maps: whose they are, what they take, and what is refused."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation.drawing import figures
from gnomon.tasks import registry
from refusals import raises_id

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 3, (6, 8, 8))
MODELS = {"unet": np.where(RNG.random(TRUTH.shape) < 0.8, TRUTH, (TRUTH + 1) % 3), "deeplab": TRUTH}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TRUTH, prediction=MODELS, task="segmentation", classes=["路", "car", "sky"], ci=None)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_whose_figure_it_is(evaluation):
    assert "— deeplab" in evaluation.plot("confusion", model="deeplab").get_title("left")
    assert [text.get_text() for text in evaluation.plot("iou").get_legend().get_texts()] == list(MODELS)
    assert evaluation.plot("iou", model="unet", label="mine").get_legend().get_texts()[0].get_text() == "mine"


def test_every_name_is_drawn_or_refused(evaluation):
    names = {name for aspect in registry.aspects() for one in aspect.figures() for name in (one.name, *one.aliases)}
    own = figures(evaluation)
    assert {"iou", "class_iou", "confusion", "confusion_matrix"} == own.keys() < names
    for name in names:
        if name in own:
            assert evaluation.plot(name).has_data()
        else:
            with pytest.raises(gn.InputError, match=f"there is no figure '{name}' of segmentation; there are: iou, confusion, comparison"):
                evaluation.plot(name)


BAD = {
    "class": ("iou", {"class_": "car"}, "the figure 'iou' takes no class_="),
    "matrix": ("confusion", {"confidence": 0.5}, "the figure 'confusion' takes no confidence=; it takes model, label$"),
    "one name": ("iou", {"label": "mine"}, "label='mine' is one name, and there are 2 models"),
    "model": ("confusion", {"model": "zzz"}, "there is no model 'zzz'"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_drawn_is_said(evaluation, case):
    name, style, said = BAD[case]
    with pytest.raises(gn.InputError, match=said):
        evaluation.plot(name, **style)


@pytest.mark.parametrize("name", ["iou", "confusion"])
def test_segments_alone_have_no_pixels_to_draw(name):
    segments = [np.stack([one, one], -1) for one in TRUTH]
    made = gn.evaluate(segments, prediction=segments, task="segmentation", metrics="mean_panoptic_quality", ci=None)
    with raises_id("segmentation.figure_needs_pixels"):
        made.plot(name)
