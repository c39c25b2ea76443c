"""The same done by pycocotools and by gnomon in its place, and what each made of it."""

import contextlib
import copy
import io
import re

import numpy as np
import pycocotools.coco
import pycocotools.cocoeval
import pycocotools.mask

from gnomon.compat import coco


class Theirs:
    COCO, COCOeval, mask = pycocotools.coco.COCO, pycocotools.cocoeval.COCOeval, pycocotools.mask


class Mine:
    COCO, COCOeval, mask = coco.COCO, coco.COCOeval, coco.mask


def told(library, script, *given):
    """What a script gives, prints (times apart) and raises, of copies, since these libraries write into what they are given."""
    printed, raised, made = io.StringIO(), None, None
    with contextlib.redirect_stdout(printed):
        try:
            made = script(library, *copy.deepcopy(given))
        except Exception as error:
            raised = type(error), str(error)
    return made, re.sub(r"t=\d+\.\d+s", "t=", printed.getvalue()), raised


def same(mine, theirs, where="", exact=True):
    """Equal in value, and in type as far as one can tell in use."""
    if isinstance(theirs, np.ndarray):
        assert isinstance(mine, np.ndarray), where
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), where
        if exact:
            np.testing.assert_array_equal(mine, theirs, err_msg=where)
        else:
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12, err_msg=where)
    elif isinstance(theirs, dict):
        assert isinstance(mine, dict), where
        assert list(mine) == list(theirs), where
        for key, value in theirs.items():
            same(mine[key], value, f"{where}[{key!r}]", exact)
    elif isinstance(theirs, (list, tuple)):
        assert (type(mine), len(mine)) == (type(theirs), len(theirs)), where
        for place, value in enumerate(theirs):
            same(mine[place], value, f"{where}[{place}]", exact)
    else:
        assert type(mine) is type(theirs), where
        assert mine == theirs or (mine != mine and theirs != theirs), where


def both(script, *given, exact=True):
    """Run a script on both, which must give, print and raise the same; gives what gnomon made of it."""
    theirs, mine = told(Theirs, script, *given), told(Mine, script, *given)
    assert mine[1] == theirs[1]
    assert mine[2] == theirs[2]
    same(mine[0], theirs[0], exact=exact)
    return mine[0]


def loaded(library, truth, results=None):
    """A data set, and its results: an empty list becomes a data set without annotations, since loadRes cannot read it."""
    known = library.COCO()
    known.dataset = {"info": {}, **truth}  # earlier versions cannot do without
    known.createIndex()
    if results is None:
        return known
    if results:
        return known, known.loadRes(results)
    said = library.COCO()
    said.dataset = {**truth, "annotations": []}
    said.createIndex()
    return known, said


def everything(made):
    """All that an evaluation leaves behind."""
    table = {key: value for key, value in made.eval.items() if key not in ("params", "date")}
    return {
        "stats": made.stats,
        "eval": table,
        "params": dict(vars(made.params)),
        "evalImgs": list(made.evalImgs),
        "ious": {key: np.asarray(value) for key, value in made.ious.items()},
        "truth": made.cocoGt.dataset["annotations"],
        "said": made.cocoDt.dataset["annotations"],
    }


def evaluated(library, truth, results, kind, change=None):
    """The usual three steps, after the params were changed."""
    made = library.COCOeval(*loaded(library, truth, results), kind)
    if change:
        change(made.params)
    made.evaluate()
    made.accumulate()
    made.summarize()
    return everything(made)
