"""COCO data made up, and what pycocotools says of it."""

import contextlib
import copy
import io

import numpy as np
from hypothesis import strategies as st
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

BOX_FIGURES = [
    *("ap", "ap50", "ap75", "ap_small", "ap_medium", "ap_large"),
    *("ar_1", "ar_10", "ar_100", "ar_small", "ar_medium", "ar_large"),
]


def evaluated(truth, results, kind="bbox", caps=None, sigmas=None):
    """pycocotools' evaluation, of copies, since it writes into what it is given."""
    truth, results = copy.deepcopy(truth), copy.deepcopy(results)
    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO()
        known.dataset = {"info": {}, **truth}  # earlier versions cannot do without
        known.createIndex()
        if results:
            said = known.loadRes(results)
        else:  # it cannot read an empty list
            said = COCO()
            said.dataset = {**truth, "annotations": []}
            said.createIndex()
        made = COCOeval(known, said, kind)
        if caps is not None:
            made.params.maxDets = list(caps)
        if sigmas is not None:
            made.params.kpt_oks_sigmas = np.array(sigmas)
        made.evaluate()
        made.accumulate()
        made.summarize()
    return made


def undefined_as_nan(values):
    """pycocotools says -1 where there is no value."""
    values = np.asarray(values, float)
    return np.where(values == -1, np.nan, values)


def assert_same(mine, theirs):
    np.testing.assert_allclose(mine, undefined_as_nan(theirs), rtol=1e-12, atol=1e-12)


def dataset(images, classes, annotations):
    return {
        "images": [{"id": image, "height": 200, "width": 200} for image in images],
        "categories": [{"id": kind, "name": f"class {kind}"} for kind in classes],
        "annotations": annotations,
    }


@st.composite
def boxes(draw):
    # Sides of few sizes on a coarse grid: overlaps of exactly 0.5 and 0.75, equal boxes, and all three sizes of objects are common.
    width, height = draw(st.sampled_from([10, 20, 40, 80, 120])), draw(st.sampled_from([10, 20, 40, 100]))
    return [float(draw(st.integers(0, 8)) * 5), float(draw(st.integers(0, 8)) * 5), float(width), float(height)]


@st.composite
def problems(draw, ignore=False, zero=False, most=12):
    """Truth and results: images in any order, ties in score, crowds, empty images, classes without objects."""
    images = draw(st.permutations(range(3, 3 + draw(st.integers(1, 4)))))
    classes = list(range(1, 1 + draw(st.integers(1, 3))))
    annotations = []
    for place in range(draw(st.integers(0, most))):
        box = draw(boxes())
        one = {"id": place + (0 if zero else 1), "image_id": draw(st.sampled_from(images)), "category_id": draw(st.sampled_from(classes))}
        one |= {"bbox": box, "area": box[2] * box[3] * draw(st.sampled_from([1.0, 0.5])), "iscrowd": int(draw(st.integers(0, 5)) == 0)}
        if ignore:
            one["ignore"] = int(draw(st.integers(0, 2)) == 0)
        annotations.append(one)
    results = []
    for _ in range(draw(st.integers(0, 2 * most))):
        near = bool(annotations) and draw(st.booleans())
        about = draw(st.sampled_from(annotations)) if near else None
        image, kind = (
            (about["image_id"], about["category_id"]) if about else (draw(st.sampled_from(images)), draw(st.sampled_from(classes)))
        )
        box = [*about["bbox"]] if about else draw(boxes())
        if about and draw(st.booleans()):
            box[draw(st.integers(0, 1))] += draw(st.sampled_from([-5.0, 2.5, 5.0, 10.0]))
        results.append({"image_id": image, "category_id": kind, "bbox": box, "score": draw(st.sampled_from([0.125, 0.25, 0.5, 0.75, 1.0]))})
    return dataset(images, classes, annotations), results
