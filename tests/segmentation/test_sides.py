"""Truth and predictions of label maps: what is one model, what is several, and what could be either."""

import pytest

import gnomon as gn
from refusals import raises_id
from segmentation.scenes import NAMES, noisy, scenes
from segmentation.test_counts import written

TRUTH = scenes(8)
MODELS = {"unet": noisy(TRUTH, 0.3, seed=1), "deeplab": noisy(TRUTH, 0.1, seed=2)}
ASKED = {"task": "segmentation", "ignore": 255, "classes": NAMES, "ci": None}


def by_name(maps, names="abcdef"):
    return dict(zip(names, maps, strict=False))


def test_maps_by_image_are_one_prediction_on_every_path(tmp_path):
    """The keys of a dictionary tell images from models, whether its values are arrays, rows or files."""
    truth, maps = by_name(TRUTH), by_name(MODELS["unet"])
    right = gn.mean_iou(TRUTH[:6], MODELS["unet"][:6], classes=NAMES, ignore=255)
    for folder, held in (("truth", truth), ("maps", maps)):
        written(tmp_path / folder, held.values(), names=list(held))
    files = {name: tmp_path / "maps" / f"{name}.png" for name in maps}
    rows = {name: one.tolist() for name, one in maps.items()}
    for true in (truth, tmp_path / "truth"):
        for given in (maps, dict(reversed(maps.items())), files, rows):
            made = gn.evaluate(true, prediction=given, **ASKED)
            assert made.names == ("prediction",)
            assert float(made["mean_iou"]) == right
            found = gn.interval("mean_iou", true, given, classes=NAMES, ignore=255, replicates=100)
            assert found.value == right
            with raises_id("evaluation.scores_too_few_models"):
                gn.compare(true, given, metrics="mean_iou", classes=NAMES, ignore=255)


def test_models_may_be_called_as_images_are():
    """What holds images is a model, whatever its name."""
    truth = by_name(TRUTH)
    made = gn.evaluate(truth, prediction={"a": by_name(MODELS["unet"]), "b": by_name(MODELS["deeplab"])}, **ASKED)
    assert made.names == ("a", "b")
    assert float(made["mean_iou", "b"]) == gn.mean_iou(TRUTH[:6], MODELS["deeplab"][:6], classes=NAMES, ignore=255)
    with raises_id("evaluation.prediction_too_many_models", count=2):
        gn.interval("mean_iou", truth, {"a": by_name(MODELS["unet"]), "b": by_name(MODELS["deeplab"])}, classes=NAMES, ignore=255)


def test_models_of_one_image_without_a_name():
    made = gn.evaluate(TRUTH[0], prediction={"new": MODELS["unet"][0], "old": MODELS["deeplab"][0]}, **ASKED)
    assert made.names == ("new", "old")


def test_models_of_one_file(tmp_path):
    """Beside a truth of one file, files are models, even where one is called as the image is."""
    truth, new, old = (written(tmp_path / name, maps[:1], names=["a"]) / "a.png" for name, maps in (("truth", TRUTH), *MODELS.items()))
    made = gn.evaluate(truth, prediction={"a": new, "b": old}, **ASKED)
    assert made.names == ("a", "b")
    assert float(made["mean_iou", "b"]) == gn.mean_iou(TRUTH[:1], MODELS["deeplab"][:1], classes=NAMES, ignore=255)


@pytest.mark.parametrize("strange", [{"g": MODELS["unet"][1]}, {"b": by_name(MODELS["unet"])}])
def test_images_beside_models_are_refused(strange):
    given = {"a": MODELS["unet"][0], **strange}
    for ask in (
        lambda: gn.evaluate(by_name(TRUTH), prediction=given, **ASKED),
        lambda: gn.interval("mean_iou", by_name(TRUTH), given, ignore=255),
        lambda: gn.compare(by_name(TRUTH), given, metrics="mean_iou", ignore=255),
    ):
        with pytest.raises(gn.InputError, match=rf"'a' names an image of the truth, and '{next(iter(strange))}' does not fit"):
            ask()


def test_an_image_that_one_prediction_lacks_is_named():
    with raises_id("vision.map_partner_missing", name="b"):
        gn.evaluate(by_name(TRUTH), prediction={"a": MODELS["unet"][0]}, **ASKED)
