"""COCOeval: results held against a data set, as pycocotools.cocoeval does it."""

import copy
import datetime
import time
from collections import defaultdict
from typing import Any

import numpy as np

from .accumulation import from_cells, from_images
from .cells import AnnotationCells, gathered
from .columns import AnnotationColumns, all_of
from .dataset import COCO
from .one_image import matched, point_similarities, region_overlaps
from .packing import with_packed_masks
from .params import Params
from .per_image import eval_images
from .summary_lines import summarized

Annotations = list[dict[str, Any]]
STEPS = ("_prepare", "computeIoU", "computeOks", "evaluateImg")
"""Methods that do an evaluation step by step: whoever replaces one has it called."""


class COCOeval:
    """Evaluate results: ``evaluate``, ``accumulate``, ``summarize``; ``params`` say how, ``eval`` and ``stats`` hold what came out.

    ``evalImgs`` and ``ious`` are made when they are first looked at.
    """

    def __init__(self, cocoGt: Any = None, cocoDt: Any = None, iouType: Any = "segm") -> None:
        if not iouType:
            print("iouType not specified. use default iouType segm")
        self.cocoGt, self.cocoDt = cocoGt, cocoDt
        self._cells: AnnotationCells | None = None
        self._held: list[Annotations | None] | None = None
        self._whole: AnnotationColumns | None = None
        self._asked: tuple[Any, dict[str, Any]] = (cocoDt, {})
        self._by_cell: list[Any] = [defaultdict(list), defaultdict(list)]
        self._images: Any = defaultdict(list)
        self._overlaps: Any = {}
        self.eval: dict[str, Any] = {}
        self.params = Params(iouType=iouType)
        self._paramsEval: Any = {}
        self.stats: Any = []
        if cocoGt is not None:
            self.params.imgIds = sorted(cocoGt.getImgIds())
            self.params.catIds = sorted(cocoGt.getCatIds())

    # What is made when it is looked at --------------------------------------------------------------------------------------------

    @property
    def evalImgs(self) -> Any:
        """Categories × areas × images: what was matched, or None where there is nothing."""
        if self._images is None and self._cells is not None:
            self._images = eval_images(self._cells)
        return self._images

    @evalImgs.setter
    def evalImgs(self, images: Any) -> None:
        self._images = images

    @property
    def ious(self) -> Any:
        """By image and category, the overlaps of detections × objects."""
        if self._overlaps is None and self._cells is not None:
            params = self._cells.params
            measure = point_similarities if params.iouType == "keypoints" else region_overlaps
            kinds = params.catIds if params.useCats else [-1]
            self._overlaps = {
                (image, kind): measure(params, *self._sides(image, kind, params)) for image in params.imgIds for kind in kinds
            }
        return self._overlaps

    @ious.setter
    def ious(self, overlaps: Any) -> None:
        self._overlaps = overlaps

    @property
    def _gts(self) -> Any:
        return self._grouped(0)

    @_gts.setter
    def _gts(self, groups: object) -> None:
        self._by_cell[0], self._held = groups, None

    @property
    def _dts(self) -> Any:
        return self._grouped(1)

    @_dts.setter
    def _dts(self, groups: object) -> None:
        self._by_cell[1], self._held = groups, None

    def _grouped(self, side: int) -> Any:
        """Annotations by image and category."""
        if self._by_cell[side] is None and self._held is not None:
            if self._held[side] is None:
                coco, asked = self._asked
                self._held[side] = coco.loadAnns(coco.getAnnIds(**asked))
            groups = defaultdict(list)
            for ann in self._held[side] or ():
                groups[ann["image_id"], ann["category_id"]].append(ann)
            self._by_cell[side] = groups
        return self._by_cell[side]

    # The steps --------------------------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Take the annotations that are evaluated, and mark the objects that need not be found."""
        p = self.params
        asked = {"imgIds": p.imgIds, "catIds": p.catIds} if p.useCats else {"imgIds": p.imgIds}
        gts = self.cocoGt.loadAnns(self.cocoGt.getAnnIds(**asked))
        # Detections are many: where columns can be read of all of them, which of them are asked for is told there.
        whole = all_of(self.cocoDt) if p.iouType != "segm" and _is_plain(self.cocoDt) else None
        dts = self.cocoDt.loadAnns(self.cocoDt.getAnnIds(**asked)) if whole is None else None
        if p.iouType == "segm":
            with_packed_masks(gts, self.cocoGt)
            with_packed_masks(dts or [], self.cocoDt)
        for gt in gts:
            gt["ignore"] = "iscrowd" in gt and gt["iscrowd"]
            if p.iouType == "keypoints":
                gt["ignore"] = (gt["num_keypoints"] == 0) or gt["ignore"]
        self._by_cell = [None, None]
        self._held, self._whole, self._asked = [gts, dts], whole, (self.cocoDt, {key: list(ids) for key, ids in asked.items()})
        self._cells = None
        self._images, self._overlaps = defaultdict(list), {}
        self.eval = {}

    def evaluate(self) -> None:
        """Match each image's detections to its objects."""
        began = time.time()
        print("Running per image evaluation...")
        p = self.params
        if p.useSegm is not None:
            p.iouType = "segm" if p.useSegm == 1 else "bbox"
            print(f"useSegm (deprecated) is not None. Running {p.iouType} evaluation")
        print(f"Evaluate annotation type *{p.iouType}*")
        p.imgIds = list(np.unique(p.imgIds))
        if p.useCats:
            p.catIds = list(np.unique(p.catIds))
        p.maxDets = sorted(p.maxDets)
        self.params = p
        self._prepare()
        if not self._at_once():
            self._one_by_one()
            self._paramsEval = copy.deepcopy(self.params)
        print(f"DONE (t={time.time() - began:0.2f}s).")

    def _at_once(self) -> bool:
        """Evaluate all images together, where no step is another's and columns hold the data."""
        replaced = any(step in vars(self) or getattr(type(self), step) is not getattr(COCOeval, step) for step in STEPS)
        if replaced or self._held is None:
            return False
        evaluated = copy.deepcopy(self.params)
        cells = gathered(AnnotationColumns(self._held[0] or []), self._whole or AnnotationColumns(self._held[1] or []), evaluated)
        self._whole = None
        if cells is None:
            return False
        for row, last in zip(cells.truth.rows.tolist(), cells.left_out[-1].tolist() if len(cells.left_out) else (), strict=False):
            cells.gts[row]["_ignore"] = last
        self._paramsEval, self._cells = evaluated, cells
        self._images = self._overlaps = None
        return True

    def _one_by_one(self) -> None:
        p = self.params
        kinds = p.catIds if p.useCats else [-1]
        if p.iouType not in ("segm", "bbox", "keypoints"):
            raise NameError("cannot access free variable 'computeIoU' where it is not associated with a value in enclosing scope")
        measure = self.computeOks if p.iouType == "keypoints" else self.computeIoU
        self.ious = {(image, kind): measure(image, kind) for image in p.imgIds for kind in kinds}
        most = p.maxDets[-1]
        self.evalImgs = [self.evaluateImg(image, kind, areas, most) for kind in kinds for areas in p.areaRng for image in p.imgIds]

    def _sides(self, image: object, kind: object, params: Params) -> tuple[Annotations, Annotations]:
        """Objects and detections of an image and category, or of all of its categories."""
        if params.useCats:
            return self._gts[image, kind], self._dts[image, kind]
        gt = [one for each in params.catIds for one in self._gts[image, each]]
        return gt, [one for each in params.catIds for one in self._dts[image, each]]

    def computeIoU(self, imgId: Any, catId: Any) -> Any:
        """The overlaps of boxes or masks in one image and category."""
        return region_overlaps(self.params, *self._sides(imgId, catId, self.params))

    def computeOks(self, imgId: Any, catId: Any) -> Any:
        """The similarities of keypoints in one image and category."""
        return point_similarities(self.params, self._gts[imgId, catId], self._dts[imgId, catId])

    def evaluateImg(self, imgId: Any, catId: Any, aRng: Any, maxDet: Any) -> dict[str, Any] | None:
        """Match one image and category in a range of areas."""
        gt, dt = self._sides(imgId, catId, self.params)
        overlaps = self.ious[imgId, catId] if gt or dt else []
        return matched(self.params, overlaps, gt, dt, (imgId, catId), aRng, maxDet)

    # What came out ----------------------------------------------------------------------------------------------------------------

    def accumulate(self, p: Any = None) -> None:
        """Tabulate precision and recall of all images in ``eval``."""
        print("Accumulating evaluation results...")
        began = time.time()
        cells = self._cells if self._images is None and self._cells is not None and self._cells.params is self._paramsEval else None
        if cells is None and not self.evalImgs:
            print("Please run evaluate() first")
        p = self.params if p is None else p
        p.catIds = p.catIds if p.useCats == 1 else [-1]
        found = None if cells is None else from_cells(cells, p)
        precision, recall, scores = from_images(self.evalImgs, p, self._paramsEval) if found is None else found
        self.eval = {
            "params": p,
            "counts": list(precision.shape),
            "date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
            "precision": precision,
            "recall": recall,
            "scores": scores,
        }
        print(f"DONE (t={time.time() - began:0.2f}s).")

    def summarize(self) -> None:
        """Print COCO's figures, and keep them in ``stats``."""
        if not self.eval:
            raise Exception("Please run accumulate() first")
        self.stats = summarized(self.eval, self.params)

    def __str__(self) -> str:
        self.summarize()
        return None  # type: ignore[return-value]  # as there, where str() of an evaluation prints the figures and then fails


def _is_plain(coco: object) -> bool:
    """Whether nobody has replaced how annotations are found."""
    steps = ("getAnnIds", "loadAnns")
    return isinstance(coco, COCO) and all(step not in vars(coco) and getattr(type(coco), step) is getattr(COCO, step) for step in steps)
