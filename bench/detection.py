"""Detection: COCO's figures from lists, and average precision of images drawn again."""

import contextlib
import copy
import io
import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import gnomon as gn
from measure import Row, at_most, best, faster, fresh

IMAGES, CLASSES, OBJECTS, DETECTIONS = 2000, 80, 15_000, 125_000
SIDE = 640
Dataset = dict[str, Any]
Results = list[dict[str, Any]]


def made(images: int = IMAGES, objects: int = OBJECTS, detections: int = DETECTIONS) -> tuple[Dataset, Results]:
    """Truth and results as COCO's files hold them: two detections in five are about an object, the rest of the background."""
    rng = np.random.default_rng(0)
    corner, sides = rng.random((objects, 2)) * 400, rng.gamma(2, 30, (objects, 2)) + 3
    boxes = np.column_stack([corner, sides])
    image, kind = rng.integers(images, size=objects), rng.integers(CLASSES, size=objects)
    annotations = [
        {"id": k + 1, "image_id": int(image[k]) + 1, "category_id": int(kind[k]) + 1, "bbox": boxes[k].tolist(),
         "area": float(sides[k].prod() * 0.7), "iscrowd": int(rng.random() < 0.01)}
        for k in range(objects)
    ]  # fmt: skip
    about = np.where(rng.random(detections) < 0.4, rng.integers(objects, size=detections), -1)
    said = np.column_stack([rng.random((detections, 2)) * 400, rng.gamma(2, 30, (detections, 2)) + 3])
    near = about >= 0
    said[near] = boxes[about[near]]
    said[near, :2] += rng.normal(0, 0.12, (near.sum(), 2)) * said[near, 2:]
    said_image = np.where(near, image[about], rng.integers(images, size=detections)) + 1
    right = near & (rng.random(detections) < 0.9)
    said_kind = np.where(right, kind[about], rng.integers(CLASSES, size=detections)) + 1
    score = rng.random(detections) ** np.where(near, 0.5, 2)
    columns = zip(said_image.tolist(), said_kind.tolist(), said.tolist(), score.tolist(), strict=True)
    results = [{"image_id": i, "category_id": k, "bbox": box, "score": s} for i, k, box, s in columns]
    truth = {"images": [{"id": k + 1, "height": SIDE, "width": SIDE} for k in range(images)], "annotations": annotations}
    return truth | {"categories": [{"id": k + 1, "name": f"class {k}"} for k in range(CLASSES)]}, results


def pycocotools(truth: Dataset, results: Results, kind: str = "bbox") -> Any:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO()
        known.dataset = truth
        known.createIndex()
        return run(COCOeval(known, known.loadRes(results), kind))


def faster_coco_eval(truth: Dataset, results: Results) -> Any:
    from faster_coco_eval import COCO, COCOeval_faster

    with contextlib.redirect_stdout(io.StringIO()):
        known = COCO(truth)
        return run(COCOeval_faster(known, known.loadRes(results), "bbox"))


def timed(tool: Callable[..., Any], truth: Dataset, results: Results, runs: int, *kind: str) -> float:
    """The shortest of several runs, each on a copy made beforehand, since the tools write into what they are given."""
    times = []
    for _ in range(runs):
        own = copy.deepcopy((truth, results))
        times.append(best(partial(tool, *own, *kind), 1))
    return min(times)


def run(evaluation: Any) -> Any:
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
    return evaluation.stats


def masked(truth: Dataset, results: Results) -> tuple[Dataset, Results]:
    """The same with masks for boxes: polygons for objects, packed run lengths for detections."""
    from pycocotools import mask

    def polygon(box: list[float]) -> list[list[float]]:
        x, y, w, h = box
        return [[x, y + h / 3, x + w / 2, y, x + w, y + h / 3, x + w * 0.8, y + h, x + w * 0.2, y + h]]

    annotations = [{**one, "segmentation": polygon(one["bbox"]), "iscrowd": 0} for one in truth["annotations"]]
    packed = [mask.merge(mask.frPyObjects(polygon(one["bbox"]), SIDE, SIDE)) for one in results]
    said = [
        {"image_id": one["image_id"], "category_id": one["category_id"], "score": one["score"],
         "segmentation": {"size": [SIDE, SIDE], "counts": rle["counts"].decode()}}
        for one, rle in zip(results, packed, strict=True)
    ]  # fmt: skip
    return {**truth, "annotations": annotations}, said


def detection() -> list[Row]:
    """Boxes against both tools of COCO, masks against pycocotools, memory, and replicates against one evaluation."""
    truth, results = made()
    ours = gn.detection_map(truth, results)
    theirs = pycocotools(*copy.deepcopy((truth, results)))
    assert abs(ours.ap - theirs[0]) < 1e-12
    assert abs(ours.ar_100 - theirs[8]) < 1e-12
    once = best(lambda: gn.detection_map(truth, results), 5)
    size = f"{IMAGES:,} images, {CLASSES} classes, {OBJECTS:,} objects, {DETECTIONS:,} detections"
    rows = [
        faster(f"`detection_map`, {size}, from lists", once, "pycocotools", timed(pycocotools, truth, results, 1), 30),
        faster("the same", once, "faster-coco-eval", timed(faster_coco_eval, truth, results, 2), 3),
    ]
    rows += _from_files(truth, results)
    weights = np.random.default_rng(1).poisson(1.0, (1000, IMAGES)).astype(float)
    drawn = best(lambda: ours.matches.averages([(0, None)], weights), 3)
    rows.append(at_most("AP of 1,000 draws of the images", drawn, "one `detection_map`", once, 5))
    few_truth, few = masked(*made(400, 3000, 12_000))
    assert abs(gn.detection_map(few_truth, few, iou="mask").ap - pycocotools(*copy.deepcopy((few_truth, few)), "segm")[0]) < 1e-12
    mine = best(lambda: gn.detection_map(few_truth, few, iou="mask"), 3)
    rows.append(faster("masks, 400 images, 12,000 detections", mine, "pycocotools", timed(pycocotools, few_truth, few, 1, "segm"), 3))
    return rows


def _from_files(truth: Dataset, results: Results) -> list[Row]:
    """The same from files, and the most memory that each side takes, in a process of its own."""
    from faster_coco_eval import COCO, COCOeval_faster

    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "truth.json", Path(folder) / "results.json"
        for path, data in zip(paths, (truth, results), strict=True):
            path.write_text(json.dumps(data))
        a, b = map(str, paths)

        def theirs() -> None:
            with contextlib.redirect_stdout(io.StringIO()):
                known = COCO(a)
                run(COCOeval_faster(known, known.loadRes(b), "bbox"))

        tools = "from pycocotools.coco import COCO; from pycocotools.cocoeval import COCOeval; "
        ran = f"k = COCO({a!r}); e = COCOeval(k, k.loadRes({b!r}), 'bbox'); e.evaluate(); e.accumulate(); e.summarize()"
        peaks = _peak(f"import gnomon as gn; gn.detection_map({a!r}, {b!r})"), _peak(tools + ran)
        return [
            faster("the same, from files", best(lambda: gn.detection_map(a, b), 3), "faster-coco-eval", best(theirs, 1), 3),
            at_most("peak memory of that", peaks[0], "pycocotools", peaks[1], 0.5, unit="B"),
        ]


def _peak(code: str) -> int:
    """The most memory that a process takes, in bytes."""
    # Not ru_maxrss, in which a process inherits what its parent had.
    said = fresh(f"{code}\nprint(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])")
    return int(said.split()[-1]) * 1024
