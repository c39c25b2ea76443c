"""COCO's results into columns, from a file and from a list of dictionaries, against what other tools begin with."""

import contextlib
import io
import json
import tempfile
from pathlib import Path

import numpy as np
import orjson
from pycocotools.coco import COCO

import gnomon as gn
from measure import Row, best, faster

IMAGES, CLASSES, TRUTHS, DETECTIONS = 2000, 80, 15_000, 125_000


def data() -> tuple[dict[str, list[object]], list[dict[str, object]]]:
    """A data set and results of it, of the size of COCO's."""
    rng = np.random.default_rng(0)

    def boxes(n: int) -> list[list[float]]:
        sides = np.column_stack([rng.random((n, 2)) * [500, 350], rng.random((n, 2)) ** 2 * 200 + 3])
        rounded: list[list[float]] = np.round(sides, 2).tolist()
        return rounded

    images: list[object] = [{"id": 7 * i + 3, "height": 480, "width": 640, "file_name": f"{i:012d}.jpg"} for i in range(IMAGES)]
    categories: list[object] = [{"id": c + 1, "name": f"class {c}"} for c in range(CLASSES)]

    def rows(n: int) -> list[dict[str, object]]:
        where, what = (rng.integers(0, most, n).tolist() for most in (IMAGES, CLASSES))
        return [{"image_id": 7 * i + 3, "category_id": c + 1, "bbox": box} for i, c, box in zip(where, what, boxes(n), strict=True)]

    truths: list[object] = [{**row, "id": k + 1, "area": 900.5, "iscrowd": 0} for k, row in enumerate(rows(TRUTHS))]
    results = [{**row, "score": score} for row, score in zip(rows(DETECTIONS), rng.random(DETECTIONS).tolist(), strict=True)]
    return {"images": images, "annotations": truths, "categories": categories}, results


def vision_reading() -> list[Row]:
    """125,000 results of 2,000 images and 80 classes."""
    dataset, results = data()
    truth = gn.Detections.of(dataset)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.json"
        path.write_text(json.dumps(results))
        read = gn.Detections.of(path, truth=truth)
        assert np.array_equal(read.boxes, [row["bbox"] for row in results])
        from_file = best(lambda: gn.Detections.of(path, truth=truth), 5)
        by_json = best(lambda: json.loads(path.read_bytes()), 3)
        by_orjson = best(lambda: orjson.loads(path.read_bytes()), 3)
    from_list = best(lambda: gn.Detections.of(results, truth=truth), 5)
    with contextlib.redirect_stdout(io.StringIO()):
        api = COCO()
        api.dataset = dataset
        api.createIndex()
        by_coco = best(lambda: api.loadRes(results), 2)
    work = "`Detections.of`, a file of 125,000 results, parsed and checked"
    return [
        faster(work, from_file, "`json.loads` alone", by_json, 5),
        faster("the same", from_file, "`orjson.loads` alone", by_orjson, 2),
        faster("`Detections.of`, the same as a list of dictionaries", from_list, "pycocotools `loadRes`", by_coco, 2),
    ]
