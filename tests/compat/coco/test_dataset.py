"""COCO in pycocotools' place: what it finds, loads, prints and draws."""

import json

import numpy as np
import pytest

from compat.coco.made import data
from compat.coco.sides import Mine, both, loaded
from refusals import raises_id

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning")
STATE = ("dataset", "anns", "cats", "imgs", "imgToAnns", "catToImgs")


def state(coco):
    return [dict(getattr(coco, name)) for name in STATE]


def test_a_file(tmp_path):
    truth, results = data(0)
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "said.json").write_text(json.dumps(results))
    (tmp_path / "list.json").write_text("[]")

    def script(library):
        known = library.COCO(str(tmp_path / "truth.json"))
        return state(known), state(known.loadRes(str(tmp_path / "said.json"))), state(library.COCO(tmp_path / "truth.json"))

    both(script)
    both(lambda library: library.COCO(str(tmp_path / "list.json")))
    both(lambda library: library.COCO(str(tmp_path / "none.json")))
    both(lambda library: state(library.COCO()))


def test_a_dictionary():
    truth, _ = data(0)
    made = Mine.COCO(truth)
    assert made.dataset is truth
    assert len(made.anns) == 25


ASKED = {
    "annotations": ("getAnnIds", [
        {}, {"imgIds": 3}, {"imgIds": [3, 9, 1000]}, {"imgIds": [6], "catIds": [1, 5]}, {"catIds": 3}, {"catIds": np.array([1, 3])},
        {"areaRng": [500, 4000]}, {"imgIds": (3, 6), "areaRng": [0, 1e5], "iscrowd": False}, {"iscrowd": True}, {"iscrowd": 0},
        {"catIds": [[1]]}, {"catIds": "1"}, {"imgIds": {3, 6}, "catIds": {1}},
    ]),
    "categories": ("getCatIds", [
        {}, {"catNms": "class 1"}, {"catNms": ["class 0", "class 2"]}, {"supNms": ["thing"]}, {"supNms": "thing", "catIds": [3]},
        {"catIds": 5}, {"catNms": ["none"]},
    ]),
    "images": ("getImgIds", [
        {}, {"imgIds": 3}, {"imgIds": [9, 3]}, {"catIds": 1}, {"catIds": [1, 3]}, {"imgIds": [3, 6, 9], "catIds": [5]}, {"catIds": [77]},
        {"imgIds": [1000]},
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_is_found(name):
    method, asked = ASKED[name]
    both(lambda library, truth: [getattr(loaded(library, truth), method)(**one) for one in asked], data(1)[0])


@pytest.mark.parametrize("method", ["loadAnns", "loadCats", "loadImgs"])
@pytest.mark.parametrize("ids", [(), [3], [3, 3], 3, np.int64(3), (3,), np.array([3]), 1000, [1000], None, "3"], ids=repr)
def test_what_is_loaded(method, ids):
    both(lambda library, truth: getattr(loaded(library, truth), method)(ids), data(1)[0])


def test_what_a_data_set_says_of_itself():
    both(lambda library, truth: loaded(library, truth).info(), data(1)[0])
    both(lambda library: library.COCO().info())


RESULTS = {
    "boxes": lambda: data(2)[1],
    "masks": lambda: data(2, "segm")[1],
    "keypoints": lambda: data(2, "keypoints")[1],
    "captions": lambda: [{"image_id": 3, "caption": "a cat"}, {"image_id": 9, "caption": "a dog"}],
    "an empty box first": lambda: [{**data(2, "segm")[1][0], "bbox": []}],
    "masks and boxes": lambda: [{**one, "bbox": [1, 2, 3, 4]} for one in data(2, "segm")[1]],
    "of no kind": lambda: [{"image_id": 3, "score": 0.5}],
    "another image": lambda: [{"image_id": 4, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}],
    "none": list,
    "a tuple": lambda: tuple(data(2)[1]),
    "a dictionary": lambda: {"image_id": 3},
    "an array": lambda: np.array([[3, 1, 2, 30, 40, 0.5, 1], [6, 1, 2, 30, 40, 0.25, 3]]),
    "an array of six": lambda: np.zeros((2, 6)),
    "a box of text": lambda: [{"image_id": 3, "category_id": 1, "bbox": "abcd", "score": 0.5}],
    "polygons": lambda: [{"image_id": 3, "category_id": 1, "segmentation": [[1, 1, 9, 1, 9, 9]], "score": 0.5}],
    "without an image": lambda: [{"category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}],
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_results(name):
    both(lambda library, truth, results: state(loaded(library, truth).loadRes(results)), data(2)[0], RESULTS[name]())


def test_masks_of_annotations():
    def script(library, truth):
        known = loaded(library, truth)
        return [(known.annToRLE(ann), known.annToMask(ann)) for ann in known.loadAnns(known.getAnnIds())]

    both(script, data(3, "segm")[0])


def test_nothing_is_downloaded(tmp_path):
    with raises_id("compat.coco_download_unsupported"):
        Mine.COCO().download(str(tmp_path))


@pytest.mark.parametrize("kind", ["segm", "keypoints", "bbox"])
def test_annotations_are_drawn(kind):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    def script(library, truth):
        for category in truth["categories"]:
            category["skeleton"] = [[1, 2], [2, 3]]
        known = loaded(library, truth)
        np.random.seed(0)
        figure = plt.figure(figsize=(2, 2))
        plt.gca().set(xlim=(0, 200), ylim=(200, 0))
        try:
            given = known.showAnns(known.loadAnns(known.getAnnIds(imgIds=[3, 6])), draw_bbox=True), known.showAnns([])
            figure.canvas.draw()
            return given, np.asarray(figure.canvas.buffer_rgba()).copy()
        finally:
            plt.close(figure)

    both(script, data(4, kind)[0])


def test_captions_are_printed():
    both(lambda library: library.COCO().showAnns([{"caption": "a cat"}, {"caption": "a dog"}]))
