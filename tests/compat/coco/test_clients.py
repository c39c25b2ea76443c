"""What people's code does with pycocotools, done with gnomon under its name."""

import contextlib
import copy
import io
import pickle
import subprocess
import sys

import numpy as np
import pytest

from compat.coco.made import data
from compat.coco.sides import Mine, both, evaluated, everything, loaded

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation doesn't accept a copy keyword:DeprecationWarning")


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
def test_images_in_parts_gathered_by_the_first(kind):
    """A training loop evaluates batch by batch without a word, gathers what was matched, and accumulates it once."""

    def script(library, truth, results):
        known = loaded(library, truth)
        made = library.COCOeval(known, iouType=kind)
        names, parts = [], []
        for batch in ([3, 6], [9], [12, 15, 18]):
            some = [one for one in results if one["image_id"] in batch]
            with contextlib.redirect_stdout(io.StringIO()):
                made.cocoDt = known.loadRes(some) if some else library.COCO()
                if not some:
                    made.cocoDt.dataset["annotations"] = []
                made.params.imgIds = list(batch)
                made.evaluate()
            names.append(made.params.imgIds)
            parts.append(np.asarray(made.evalImgs).reshape(-1, len(made.params.areaRng), len(made.params.imgIds)))
        every, where = np.unique(np.concatenate(names), return_index=True)
        made.evalImgs = list(np.concatenate(parts, 2)[..., where].flatten())
        made.params.imgIds = list(every)
        made._paramsEval = copy.deepcopy(made.params)
        made.accumulate()
        made.summarize()
        return made.stats, made.eval["precision"], made.eval["recall"], made.eval["scores"]

    both(script, *data(11, kind), exact=kind != "keypoints")


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
def test_one_image_at_a_time(kind):
    """The methods inside, called by those who loop over images themselves."""

    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), kind)
        p = made.params
        p.maxDets = sorted(p.maxDets)
        made._prepare()
        measure = made.computeOks if kind == "keypoints" else made.computeIoU
        made.ious = {(image, label): measure(image, label) for image in p.imgIds for label in p.catIds}
        made.evalImgs = [
            made.evaluateImg(image, label, areas, p.maxDets[-1]) for label in p.catIds for areas in p.areaRng for image in p.imgIds
        ]
        made._paramsEval = copy.deepcopy(p)
        made.accumulate()
        made.summarize()
        return everything(made), {key: [one["id"] for one in some] for key, some in made._gts.items()}

    both(script, *data(12, kind))


def test_a_step_of_ones_own():
    """An evaluation that halves overlaps is not gone around."""

    def script(library, truth, results):
        class Strict(library.COCOeval):
            def computeIoU(self, imgId, catId):
                found = super().computeIoU(imgId, catId)
                return found / 2 if len(found) else found

        made = Strict(*loaded(library, truth, results), "bbox")
        made.evaluate()
        made.accumulate()
        made.summarize()
        return everything(made)

    both(script, *data(13))


def test_a_data_set_that_chooses_itself():
    def script(library, truth, results):
        class Few(library.COCO):
            def getAnnIds(self, *given, **named):
                return super().getAnnIds(*given, **named)[::2]

        known, said = loaded(library, truth, results)
        said.__class__ = known.__class__ = Few
        made = library.COCOeval(known, said, "bbox")
        made.evaluate()
        made.accumulate()
        made.summarize()
        return everything(made)

    both(script, *data(14))


def test_what_is_changed_after_looking_counts():
    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), "bbox")
        made.evaluate()
        for one in made.evalImgs:
            if one is not None:
                one["dtIgnore"][:] = True
        made.accumulate()
        made.summarize()
        return made.stats

    both(script, *data(15))


def test_per_class_table_and_pickle():
    """Precision of each class, as reports print it, out of an evaluation that went through another process."""

    def script(library, truth, results):
        made = library.COCOeval(*loaded(library, truth, results), "bbox")
        made.evaluate()
        made.accumulate()
        made = pickle.loads(pickle.dumps(made))
        made.summarize()
        table = {}
        for place, label in enumerate(made.cocoGt.getCatIds()):
            known = made.eval["precision"][:, :, place, 0, -1]
            table[made.cocoGt.loadCats(label)[0]["name"]] = float(np.mean(known[known > -1]))
        return table, made.stats, list(made.evalImgs)

    both(script, *data(16))


def test_the_walk_through_of_the_demonstration(tmp_path):
    """Categories, images, annotations, masks; then results, a subset of the images, and the figures."""
    truth, results = data(17, "segm")

    def script(library, truth, results):
        coco = loaded(library, truth)
        names = [one["name"] for one in coco.loadCats(coco.getCatIds())]
        groups = {one["supercategory"] for one in coco.loadCats(coco.getCatIds())}
        kinds = coco.getCatIds(catNms=["class 0", "class 1"])
        images = sorted(coco.getImgIds(catIds=kinds))
        anns = coco.loadAnns(coco.getAnnIds(imgIds=images[:1], catIds=kinds, iscrowd=None))
        masks = [coco.annToMask(ann) for ann in anns]
        made = library.COCOeval(coco, coco.loadRes(results), "segm")
        made.params.imgIds = sorted(coco.getImgIds())[:4]
        made.evaluate()
        made.accumulate()
        made.summarize()
        return names, sorted(groups), images, masks, made.stats

    both(script, truth, results)


def test_both_kinds_of_objects_meet():
    """Data sets of pycocotools' own class can be evaluated too."""
    from compat.coco.sides import Theirs

    truth, results = data(18)
    with contextlib.redirect_stdout(io.StringIO()):
        made = Mine.COCOeval(*loaded(Theirs, *copy.deepcopy((truth, results))), "bbox")
        made.evaluate()
        made.accumulate()
        made.summarize()
        theirs = evaluated(Theirs, *copy.deepcopy((truth, results)), "bbox")
    np.testing.assert_array_equal(made.stats, theirs["stats"])


INSTALLED = """
import gnomon.compat.coco as stand_in
stand_in.install()
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval, Params
import pycocotools.mask as mask_util
from pycocotools import mask
assert COCO is stand_in.COCO and COCOeval is stand_in.COCOeval and Params is stand_in.Params and mask is mask_util is stand_in.mask
import importlib.util
assert importlib.util.find_spec("pycocotools") and importlib.util.find_spec("pycocotools.cocoeval")
stand_in.install()
stand_in.uninstall()
import pycocotools.coco
assert pycocotools.coco.COCO is not stand_in.COCO
kept = pycocotools.coco
stand_in.install()
import pycocotools.coco
assert pycocotools.coco.COCO is stand_in.COCO
stand_in.uninstall()
stand_in.uninstall()
import pycocotools.coco
assert pycocotools.coco is kept
"""


def test_under_the_other_name():
    subprocess.run([sys.executable, "-c", INSTALLED], check=True)


def test_nothing_heavy_comes_with_it():
    code = "import sys, gnomon.compat.coco; print(*(name for name in ('matplotlib', 'pycocotools', 'pandas') if name in sys.modules))"
    assert not subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
