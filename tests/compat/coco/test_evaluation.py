"""COCOeval in pycocotools' place: figures, tables, what was matched, printed lines, what is written into annotations, errors."""

import numpy as np
import pytest
from hypothesis import given, settings

from compat.coco.made import data
from compat.coco.sides import Mine, both, evaluated, everything, loaded
from detection.coco_data import problems

# pycocotools hands its pixels to NumPy in a way that NumPy is about to give up.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning")
KINDS = ("bbox", "segm", "keypoints")


def exact(kind):
    """Of keypoints exp() may differ in the last digit between this machine's NumPy and its C library."""
    return kind != "keypoints"


@given(problems(ignore=True, zero=True))
@settings(max_examples=60, deadline=None)
def test_boxes(problem):
    both(evaluated, *problem, "bbox")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_left_behind(kind, seed):
    both(evaluated, *data(seed, kind), kind, exact=exact(kind))


CHANGES = {
    "thresholds": lambda p: setattr(p, "iouThrs", np.array([0.3, 0.5, 0.75])),
    "one threshold": lambda p: setattr(p, "iouThrs", [0.5]),
    "thresholds in any order": lambda p: setattr(p, "iouThrs", np.array([0.75, 0.5, 0.0, 1.0])),
    "caps in any order": lambda p: setattr(p, "maxDets", [300, 2, 100]),
    "other caps": lambda p: setattr(p, "maxDets", [1, 2, 5]),
    "too few caps": lambda p: setattr(p, "maxDets", [5]),
    "more caps": lambda p: setattr(p, "maxDets", [1, 3, 10, 100]),
    "recalls": lambda p: setattr(p, "recThrs", np.linspace(0, 1, 11)),
    "recalls in any order": lambda p: setattr(p, "recThrs", np.array([0.9, 0.1, 0.0, 0.5])),
    "areas": lambda p: (setattr(p, "areaRng", [[0, 1e10], [0, 500]]), setattr(p, "areaRngLbl", ["all", "small"])),
    "images": lambda p: setattr(p, "imgIds", [9, 3, 9]),
    "an image that is not there": lambda p: setattr(p, "imgIds", [3, 1000]),
    "categories": lambda p: setattr(p, "catIds", [5, 1]),
    "a category that is not there": lambda p: setattr(p, "catIds", [1, 99]),
    "categories do not count": lambda p: setattr(p, "useCats", 0),
    "some categories do not count": lambda p: (setattr(p, "useCats", 0), setattr(p, "catIds", [5, 1])),
    "no images": lambda p: setattr(p, "imgIds", []),
    "no categories": lambda p: setattr(p, "catIds", []),
    "no detections count": lambda p: setattr(p, "maxDets", [0, 0, 0]),
    "as segm said long ago": lambda p: setattr(p, "useSegm", 0),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CHANGES)
def test_changed_params(name, kind):
    both(evaluated, *data(7, kind), kind, CHANGES[name], exact=exact(kind))


def odd(change):
    """A data set with something unusual in it."""
    truth, results = data(3)
    change(truth, results)
    return truth, results


ODD = {
    "no results": lambda truth, results: results.clear(),
    "no objects": lambda truth, results: truth["annotations"].clear(),
    "nothing": lambda truth, results: (truth["annotations"].clear(), results.clear()),
    "an id of 0": lambda truth, results: truth["annotations"][0].update(id=0),
    "a negative id": lambda truth, results: truth["annotations"][0].update(id=-4),
    "an id twice": lambda truth, results: truth["annotations"][0].update(id=5),
    "no iscrowd": lambda truth, results: truth["annotations"][0].pop("iscrowd"),
    "no area": lambda truth, results: truth["annotations"][0].pop("area"),
    "no box": lambda truth, results: truth["annotations"][0].pop("bbox"),
    "no score": lambda truth, results: results[3].pop("score"),
    "a score of text": lambda truth, results: results[3].update(score="0.5"),
    "a score that is none": lambda truth, results: results[3].update(score=float("nan")),
    "a whole score": lambda truth, results: results[3].update(score=1),
    "a box in a tuple": lambda truth, results: truth["annotations"][2].update(bbox=(1, 2, 30, 40)),
    "a box in an array": lambda truth, results: results[2].update(bbox=np.array([1.0, 2, 30, 40])),
    "a box of three": lambda truth, results: truth["annotations"][2].update(bbox=[1, 2, 30]),
    "a box that is not finite": lambda truth, results: results[2].update(bbox=[float("nan"), 2, 30, 40]),
    "a box without area": lambda truth, results: results[2].update(bbox=[5, 5, 0, 0]),
    "a box of negative width": lambda truth, results: results[2].update(bbox=[5, 5, -10, 10]),
    "single precision": lambda truth, results: [one.update(score=np.float32(one["score"])) for one in results],
    "an unknown category": lambda truth, results: results[0].update(category_id=77),
    "an image's name is text": lambda truth, results: renamed(truth, results),
    "a category's id is text": lambda truth, results: (
        [one.update(category_id=f"c{one['category_id']}") for one in (*truth["annotations"], *results)]
        + [one.update(id=f"c{one['id']}") for one in truth["categories"]]
    ),
    "ids of NumPy": lambda truth, results: [one.update(image_id=np.int64(one["image_id"])) for one in (*truth["annotations"], *results)],
    "crowds of 2": lambda truth, results: truth["annotations"][0].update(iscrowd=2),
    "a crowd of text": lambda truth, results: truth["annotations"][0].update(iscrowd="1"),
    "categories without a name": lambda truth, results: [one.pop("name") for one in truth["categories"]],
}


def renamed(truth, results):
    for one in (*truth["annotations"], *results):
        one["image_id"] = f"picture {one['image_id']}"
    for one in truth["images"]:
        one["id"] = f"picture {one['id']}"


@pytest.mark.parametrize("name", ODD)
def test_unusual_data(name):
    truth, results = odd(ODD[name])
    both(evaluated, truth, results, "bbox")


def test_detections_with_ids_of_their_own():
    """One that is not above 0 leaves its object free in pycocotools."""

    def script(library, truth, results):
        said = [{**one, "id": place - 3, "area": one["bbox"][2] * one["bbox"][3], "iscrowd": 0} for place, one in enumerate(results)]
        made = library.COCOeval(loaded(library, truth), loaded(library, {**truth, "annotations": said}), "bbox")
        made.evaluate()
        made.accumulate()
        made.summarize()
        return everything(made)

    both(script, *data(2))


def test_a_kind_set_later():
    """The error is Python's own, of a name that nothing was bound to, and worded by its version."""

    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), "bbox")
        made.params.iouType = "box"
        found = []
        for step in (made.evaluate, lambda: made.computeIoU(3, 1)):
            try:
                step()
            except NameError as error:
                found.append(type(error).__name__)
            except Exception as error:
                found.append(str(error))
        return found

    assert both(script, *data(1)) == ["NameError", "unknown iouType for iou computation"]


def test_an_earlier_evaluation_is_looked_at_late():
    """Overlaps are those of the results that were evaluated, whatever the evaluation holds by now."""

    def script(library, truth, results):
        known, said = loaded(library, truth, results)
        made = library.COCOeval(known, said, "bbox")
        made.evaluate()
        made.cocoDt = known.loadRes([{**one, "bbox": [0, 0, 1, 1]} for one in results])
        made.params.imgIds.clear()
        made.params.maxDets = [1]
        return {key: np.asarray(value) for key, value in made.ious.items()}, list(made.evalImgs)

    both(script, *data(10))


@pytest.mark.parametrize("kind", ["", None, "box"])
def test_kinds_that_there_are_not(kind):
    both(lambda library, *given: evaluated(library, *given, kind), *data(1))


@pytest.mark.parametrize("kind", KINDS)
def test_accumulated_by_other_params(kind):
    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), kind)
        made.evaluate()
        import copy

        found = []
        for name, value in (
            ("maxDets", [20, 100]), ("maxDets", [7, 100, 10]), ("areaRng", [[0, 1e10]]), ("catIds", [3]), ("imgIds", [6, 9]),
            ("recThrs", [0.5]), ("useCats", 0), ("iouThrs", np.array([0.5])), ("iouThrs", np.linspace(0.1, 0.9, 20)),
        ):  # fmt: skip
            p = copy.deepcopy(made.params)
            setattr(p, name, value)
            try:
                made.accumulate(p)
            except Exception as error:
                found.append((type(error).__name__, str(error)))
                continue
            found.append([made.eval[key] for key in ("counts", "precision", "recall", "scores")])
        return found

    both(script, *data(4, kind), exact=exact(kind))


def test_steps_out_of_order():
    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), "bbox")
        found = [made.evalImgs, made.eval, made.stats, made.ious, made._paramsEval]
        for step in (made.summarize, made.accumulate, made.evaluate, made.summarize):
            try:
                step()
            except Exception as error:
                found.append((type(error).__name__, str(error)))
        made.accumulate()
        try:
            str(made)
        except TypeError as error:
            found.append(str(error))
        return found, made.stats

    both(script, *data(5))


def test_evaluated_twice():
    """Without categories the first run leaves -1 for them behind, and the second finds nothing."""

    def script(library, truth, results, use):
        made = library.COCOeval(*loaded(library, truth, results), "bbox")
        made.params.useCats = use
        for _ in range(2):
            made.evaluate()
            made.accumulate()
            made.summarize()
        return everything(made)

    for use in (0, 1, True):
        both(script, *data(6), use)


def test_without_a_data_set():
    def script(library):
        made = library.COCOeval(iouType="bbox")
        found = vars(made.params)
        made.evaluate()
        return found

    both(script)


def test_what_is_read_of_columns_is_what_images_say():
    """The tables out of columns and those out of what was matched in each image are the same."""
    for kind in KINDS:
        made = Mine.COCOeval(*loaded(Mine, *data(8, kind)), kind)
        made.evaluate()
        assert made._cells is not None
        made.accumulate()
        columns = dict(made.eval)
        assert made._images is None, "nobody looked"
        assert len(made.evalImgs) == 3 * len(made.params.areaRng) * 6
        made.accumulate()
        for key in ("precision", "recall", "scores"):
            np.testing.assert_array_equal(columns[key], made.eval[key])


def test_an_index_that_was_changed_is_heeded():
    def script(library, truth, results):
        known, said = loaded(library, truth, results)
        said.imgToAnns[3] = said.imgToAnns[3][::-1][:-1]
        said.imgToAnns[6], said.imgToAnns[9] = said.imgToAnns[9], said.imgToAnns[6]
        said.anns[5] = dict(said.anns[5], score=0.99)
        known.imgToAnns[12].pop()
        made = library.COCOeval(known, said, "bbox")
        made.evaluate()
        made.accumulate()
        made.summarize()
        return everything(made)

    both(script, *data(9))
