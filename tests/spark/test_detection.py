"""Objects in images on a cluster: matched where their rows are, image by image, as in memory."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn


def objects(n=120, seed=0):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"image": [f"im{k:02d}" for k in rng.integers(0, 20, n)], "class": rng.choice(["cat", "dog", "eel"], n)})
    for name, low, high in (("x", 0, 200), ("y", 0, 200), ("w", 10, 100), ("h", 10, 100)):
        table[name] = low + rng.random(n) * (high - low)
    return table.assign(iscrowd=rng.random(n) < 0.05, id=np.arange(n))


def detections(truth, seed):
    """Many of equal scores, which stand as in the data; a score past 1."""
    rng = np.random.default_rng(seed)
    found = truth.sample(frac=0.9, random_state=seed).drop(columns=["iscrowd", "id"])
    for name in "xywh":
        found[name] = (found[name] + rng.normal(0, 4, len(found))).clip(1)
    found["conf"] = np.round(rng.random(len(found)), 1)
    found.iloc[7, -1] = 1.5
    found.loc[rng.random(len(found)) < 0.1, "class"] = "dog"
    return found.rename(columns={"x": "left", "y": "top", "w": "width", "h": "height"})


def test_two_models_are_evaluated_as_in_memory(frame):
    truth = objects()
    models = {"a": detections(truth, 1), "b": detections(truth, 2)}
    asked = {"task": "detection", "ci": None, "images": ["im98", "im99"], "max_detections": 4}
    here = gn.evaluate(truth, prediction=models, **asked)
    there = gn.evaluate(frame(truth, 50), prediction={"a": frame(models["a"], 40), "b": frame(models["b"], [0, 1, 1])}, **asked)
    assert there.rows == here.rows == len(set(truth["image"])) + 2
    assert repr(there.values) == repr(here.values)
    for model in models:
        assert there.held(model) == here.held(model)
    mine, theirs = there.observed["detections"], here.observed["detections"]
    for model in models:
        assert mine[model]["without_cap"] == theirs[model]["without_cap"]
        assert mine[model]["unlike"] == theirs[model]["unlike"] != []
        assert [note.code for note in mine[model]["notes"]] == [note.code for note in theirs[model]["notes"]] == ["scores_outside"]
        assert mine[model]["notes"][0].values["count"] == 1


def test_the_same_is_refused(frame):
    truth = objects()
    said = detections(truth, 1)
    rows = frame(truth, 50)

    def refused(prediction, reason, there=rows):
        with pytest.raises(gn.InputError, match=reason):
            gn.evaluate(there, prediction=prediction, task="detection")

    stranger, cow, hole = said.copy(), said.copy(), said.copy()
    stranger.iloc[43, 0], cow.iloc[43, 1], hole.iloc[43, 2] = "zz", "cow", np.nan
    where = "in partition 1, at its position 3"
    refused(frame(stranger, 40), f"prediction: 'image' {where} is 'zz', an image that the truth does not have")
    refused(frame(cow, 40), f"prediction: 'class' {where} is 'cow', a class that is not among the 3 there are")
    refused(frame(hole, 40), f"prediction: 'left' {where} is None, which is missing")
    refused(frame(said.assign(image=1), 40), "'image' is of type whole, and the truth's 'image' of type text")
    refused(frame(said.drop(columns="conf"), 40), "prediction holds objects without scores")
    refused(said, "prediction: truth and predictions are matched where they are, and this side is no Spark data frame")
    twice = frame(truth.assign(id=truth["id"].replace(60, 3)), 50)
    refused(frame(said, 40), "truth: 'id' in partition 1, at its position 10 is 3, which 'id' in partition 0, at its position 3 has", twice)
    for read in (gn.Detections.of, lambda one: gn.Matches.of(one, said)):
        with pytest.raises(gn.InputError, match="rows of a Spark data frame are matched where they are"):
            read(rows)


def test_shares_are_not_taken_for_pixels(frame):
    """Whichever partition has whole boxes: all rows of a side decide."""
    truth, said = (side.copy() for side in (objects(), detections(objects(), 1)))
    whole = said.copy()
    for side, names in ((truth, ["x", "y", "w", "h"]), (said, ["left", "top", "width", "height"])):
        side[names] = side[names] / 1000
    refuse = pytest.raises(gn.InputError, match="all boxes lie within 0 and 1")
    for rows, others in ((truth, said), (truth, whole)):
        with refuse:
            gn.evaluate(frame(rows, 50), prediction=frame(others, 40), task="detection", ci=None)
    with pytest.raises(gn.InputError, match="boxes of Spark data frames are matched in pixels"):
        gn.evaluate(frame(truth, 50), prediction=frame(said, 40), task="detection", unit="share")
    there = gn.evaluate(frame(truth, 50), prediction=frame(said, 40), task="detection", unit="pixel", ci=None)
    here = gn.evaluate(truth, prediction=said, task="detection", unit="pixel", ci=None)
    assert repr(there.values) == repr(here.values)
