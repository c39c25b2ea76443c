"""COCOeval in the place of pycocotools: evaluate, accumulate and summarize, against it and against faster-coco-eval."""

import contextlib
import copy
import io
import time
from typing import Any

import numpy as np

import gnomon as gn
from detection import CLASSES, DETECTIONS, IMAGES, OBJECTS, Dataset, Results, made, masked, run
from gnomon.compat.coco import COCO, COCOeval
from measure import Row, best, faster


def measured(library: tuple[Any, Any], truth: Dataset, results: Results, runs: int, kind: str = "bbox") -> tuple[float, Any]:
    """The shortest of several runs of the three steps, each on data loaded beforehand by the library's own COCO, and the figures."""
    times, figures = [], None
    for _ in range(runs):
        own_truth, own_results = copy.deepcopy((truth, results))
        with contextlib.redirect_stdout(io.StringIO()):
            known = library[0]()
            known.dataset = own_truth
            known.createIndex()
            evaluation = library[1](known, known.loadRes(own_results), kind)
            start = time.perf_counter()
            figures = run(evaluation)
            times.append(time.perf_counter() - start)
    return min(times), np.asarray(figures)[:12]


def coco_dropin() -> list[Row]:
    """Boxes against both, masks against pycocotools."""
    import faster_coco_eval
    import pycocotools.coco
    import pycocotools.cocoeval

    truth, results = made()
    ours, stats = measured((COCO, COCOeval), truth, results, 5)
    original = pycocotools.coco.COCO, pycocotools.cocoeval.COCOeval
    theirs, reference = measured(original, truth, results, 1)
    other, others = measured((faster_coco_eval.COCO, faster_coco_eval.COCOeval_faster), truth, results, 3)
    assert np.array_equal(stats, reference)
    assert np.allclose(stats, others, rtol=0, atol=1e-9)
    size = f"{IMAGES:,} images, {CLASSES} classes, {OBJECTS:,} objects, {DETECTIONS:,} detections"
    rows = [
        faster(f"`compat.coco.COCOeval`, {size}", ours, "faster-coco-eval", other, 3),
        faster("the same", ours, "pycocotools", theirs, 20),
    ]
    few = masked(*made(400, 3000, 12_000))
    ours, stats = measured((COCO, COCOeval), *few, 3, "segm")
    theirs, reference = measured(original, *few, 1, "segm")
    assert np.array_equal(stats, reference)
    rows.append(faster("masks, 400 images, 12,000 detections", ours, "pycocotools", theirs, 3))
    mine = best(lambda: gn.detection_map(*few, iou="mask"), 3)
    rows.append(faster("`gn.detection_map` of these masks, with reading", mine, "`compat.coco.COCOeval` without it", ours, 1))
    return rows
