"""COCO: a data set's annotations, images and categories at hand, as pycocotools.coco has them."""

import copy
import json
import time
from collections import defaultdict
from itertools import chain
from typing import Any

import numpy as np

from ...errors import InputError
from . import mask
from .demands import holds
from .results import prepared

Annotation = dict[str, Any]


class COCO:
    """A data set in COCO's format: a path to its JSON, or the dictionary itself."""

    def __init__(self, annotation_file: Any = None) -> None:
        self.dataset: dict[str, Any] = {}
        self.anns: dict[Any, Annotation] = {}
        self.cats: dict[Any, Annotation] = {}
        self.imgs: dict[Any, Annotation] = {}
        self.imgToAnns: dict[Any, list[Annotation]] = defaultdict(list)
        self.catToImgs: dict[Any, list[Any]] = defaultdict(list)
        if annotation_file is not None:
            print("loading annotations into memory...")
            began = time.time()
            if isinstance(annotation_file, dict):
                dataset = annotation_file
            else:
                with open(annotation_file) as file:
                    dataset = json.load(file)
            holds(type(dataset) is dict, f"annotation file format {type(dataset)} not supported")
            print(f"Done (t={time.time() - began:0.2f}s)")
            self.dataset = dataset
            self.createIndex()

    def createIndex(self) -> None:
        """Find annotations by their ids, images and categories."""
        print("creating index...")
        anns: dict[Any, Annotation] = {}
        of_images: dict[Any, list[Annotation]] = defaultdict(list)
        of_categories: dict[Any, list[Any]] = defaultdict(list)
        for ann in self.dataset.get("annotations", ()):
            of_images[ann["image_id"]].append(ann)
            anns[ann["id"]] = ann
        imgs = {img["id"]: img for img in self.dataset.get("images", ())}
        cats = {cat["id"]: cat for cat in self.dataset.get("categories", ())}
        if "categories" in self.dataset:
            for ann in self.dataset.get("annotations", ()):
                of_categories[ann["category_id"]].append(ann["image_id"])
        print("index created!")
        self.anns, self.imgToAnns, self.catToImgs, self.imgs, self.cats = anns, of_images, of_categories, imgs, cats

    def info(self) -> None:
        """Print what the data set says of itself."""
        for key, value in self.dataset["info"].items():
            print(f"{key}: {value}")

    def getAnnIds(self, imgIds: Any = (), catIds: Any = (), areaRng: Any = (), iscrowd: Any = None) -> list[Any]:
        """The ids of annotations of these images and categories, of areas between two, crowds or not."""
        images, kinds = _several(imgIds), _several(catIds)
        if len(images):
            anns = list(chain.from_iterable(self.imgToAnns[image] for image in images if image in self.imgToAnns))
        else:
            anns = self.dataset["annotations"]
        if len(kinds):
            wanted = _members(kinds)
            anns = [ann for ann in anns if ann["category_id"] in wanted]
        if len(areaRng):
            anns = [ann for ann in anns if ann["area"] > areaRng[0] and ann["area"] < areaRng[1]]
        if iscrowd is None:
            return [ann["id"] for ann in anns]
        return [ann["id"] for ann in anns if ann["iscrowd"] == iscrowd]

    def getCatIds(self, catNms: Any = (), supNms: Any = (), catIds: Any = ()) -> list[Any]:
        """The ids of categories with these names, of these groups, among these ids."""
        cats = self.dataset["categories"]
        for field, given in (("name", catNms), ("supercategory", supNms), ("id", catIds)):
            wanted = _several(given)
            if len(wanted):
                cats = [cat for cat in cats if cat[field] in wanted]
        return [cat["id"] for cat in cats]

    def getImgIds(self, imgIds: Any = (), catIds: Any = ()) -> list[Any]:
        """The ids of images among these that have all of these categories."""
        images, kinds = _several(imgIds), _several(catIds)
        if len(images) == len(kinds) == 0:
            return list(self.imgs.keys())
        found = set(images)
        for place, kind in enumerate(kinds):
            if place == 0 and not found:
                found = set(self.catToImgs[kind])
            else:
                found &= set(self.catToImgs[kind])
        return list(found)

    def loadAnns(self, ids: Any = ()) -> Any:
        """The annotations with these ids."""
        return _loaded(self.anns, ids)

    def loadCats(self, ids: Any = ()) -> Any:
        """The categories with these ids."""
        return _loaded(self.cats, ids)

    def loadImgs(self, ids: Any = ()) -> Any:
        """The images with these ids."""
        return _loaded(self.imgs, ids)

    def showAnns(self, anns: Any, draw_bbox: bool = False) -> Any:
        """Draw annotations onto the current axes of matplotlib, or print captions."""
        if len(anns) == 0:
            return 0
        if "segmentation" in anns[0] or "keypoints" in anns[0]:
            from .drawing import draw

            return draw(self, anns, draw_bbox)
        if "caption" not in anns[0]:
            raise Exception("datasetType not supported")
        for ann in anns:
            print(ann["caption"])
        return None

    def loadRes(self, resFile: Any) -> "COCO":
        """Results of a model, a path to their JSON, a list, or an array of image, x, y, width, height, score and category."""
        res = COCO()
        res.dataset["info"] = copy.deepcopy(self.dataset.get("info", {}))
        res.dataset["images"] = list(self.dataset["images"])
        print("Loading and preparing results...")
        began = time.time()
        if type(resFile) is str:
            with open(resFile) as file:
                anns = json.load(file)
        else:
            anns = self.loadNumpyAnnotations(resFile) if type(resFile) is np.ndarray else resFile
        holds(type(anns) is list, "results in not an array of objects")
        known = set(self.getImgIds())
        holds({ann["image_id"] for ann in anns} <= known, "Results do not correspond to current coco set")
        prepared(anns, self, res)
        print(f"DONE (t={time.time() - began:0.2f}s)")
        res.dataset["annotations"] = anns
        res.createIndex()
        return res

    def download(self, tarDir: Any = None, imgIds: Any = ()) -> None:
        """Refused: gnomon opens no connection."""
        raise InputError("compat.coco_download_unsupported")

    def loadNumpyAnnotations(self, data: Any) -> list[Annotation]:
        """Rows of image, x, y, width, height, score and category as a list of results."""
        print("Converting ndarray to lists...")
        holds(type(data) is np.ndarray)
        print(data.shape)
        holds(data.shape[1] == 7)
        found = []
        for place, row in enumerate(data):
            if place % 1_000_000 == 0:
                print(f"{place}/{len(data)}")
            found.append({"image_id": int(row[0]), "bbox": list(row[1:5]), "score": row[5], "category_id": int(row[6])})
        return found

    def annToRLE(self, ann: Annotation) -> Any:
        """The mask of an annotation as run lengths, whatever it is written as."""
        image = self.imgs[ann["image_id"]]
        high, wide = image["height"], image["width"]
        segmentation = ann["segmentation"]
        if type(segmentation) is list:
            return mask.merge(mask.frPyObjects(segmentation, high, wide))
        if type(segmentation["counts"]) is list:
            return mask.frPyObjects(segmentation, high, wide)
        return segmentation

    def annToMask(self, ann: Annotation) -> Any:
        """The mask of an annotation as pixels, height × width."""
        return mask.decode(self.annToRLE(ann))


def _several(given: object) -> Any:
    """What holds several is taken as it is, one thing as a list of it."""
    return given if hasattr(given, "__iter__") and hasattr(given, "__len__") else [given]


def _members(given: Any) -> Any:
    """The same for asking what is in it; a set answers at once."""
    try:
        return set(given) if type(given) in (list, tuple) else given
    except TypeError:
        return given


def _loaded(held: dict[Any, Annotation], ids: object) -> list[Any] | None:
    if hasattr(ids, "__iter__") and hasattr(ids, "__len__"):
        return [held[id] for id in ids]
    return [held[ids]] if type(ids) is int else None
