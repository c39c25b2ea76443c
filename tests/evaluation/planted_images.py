"""Images whose findings are known beforehand: models of which there is little to say, and models with one fault planted in them."""

import numpy as np

import gnomon as gn

CLASSES = ("car", "person", "sign", "dog")
CELLS = [(160.0 * column, 120.0 * row) for column in range(4) for row in range(3)]
"""Objects stand one in a cell, so that none hides another."""


def streets(rng, images, rare=None):
    """Five objects an image, a third of them small; of the class ``rare`` one in fifty."""
    often = np.ones(len(CLASSES))
    if rare is not None:
        often[CLASSES.index(rare)] = 0.06
    truth = []
    for _ in range(images):
        count = 5
        at = np.array(CELLS)[rng.choice(len(CELLS), count, replace=False)]
        sides = np.where(rng.random((count, 1)) < 1 / 3, rng.uniform(18, 30, (count, 2)), rng.uniform(40, 100, (count, 2)))
        corner = at + rng.uniform(0, 1, (count, 2)) * (np.array([160, 120]) - sides)
        labels = rng.choice(CLASSES, count, p=often / often.sum())
        truth.append({"boxes": np.concatenate([corner, sides], 1), "labels": labels})
    return truth


def detected(rng, truth, spread=0.03, missed=0.1, small=None, taken=(), again=0.0, strays=0.5, never=(), flood=0):
    """What a model says: most objects well placed, and something where nothing is; each argument plants a fault."""
    said, known = [], [name for name in CLASSES if name not in never]
    for image in truth:
        boxes, labels, scores = [], [], []

        def say(box, label, sure, boxes=boxes, labels=labels, scores=scores):
            boxes.append(box)
            labels.append(label)
            scores.append(1 / (1 + np.exp(-sure - rng.normal(0, 0.7))))

        for box, label in zip(image["boxes"], image["labels"], strict=True):
            share = small if small is not None and box[2] * box[3] < 32**2 else missed
            if rng.random() < share or label in never:
                continue
            called = taken[1] if taken and label == taken[0] and rng.random() < taken[2] else label
            for _ in range(1 + (rng.random() < again)):
                say(np.maximum(box + rng.normal(0, spread, 4) * np.tile(box[2:], 2), 2), called, 2.0)
        for _ in range(rng.poisson(strays)):
            say(
                [*rng.uniform(0, 500, 1), *rng.uniform(0, 250, 1), *rng.uniform(15, 90, 2)],
                rng.choice(known),
                -0.5,
            )
        for _ in range(flood):
            say([*rng.uniform(0, 500, 1), *rng.uniform(0, 250, 1), *rng.uniform(15, 90, 2)], CLASSES[0], -3.0)
        said.append({"boxes": np.array(boxes).reshape(-1, 4), "labels": labels, "scores": scores})
    return said


def detection_rules(seed, images=40, rare=None, **fault):
    """The rules that find something amiss with a detector."""
    rng = np.random.default_rng(seed)
    truth = streets(rng, images, rare)
    made = gn.evaluate(truth, prediction=detected(rng, truth, **fault), task="detection", format="xywh", ci=None)
    return {one.rule for one in made.findings}


DETECTION = {
    "few_objects": {"rare": "dog"},
    "cap_reached": {"flood": 120, "images": 24},
    "duplicates_dominate": {"again": 0.35},
    "loose_boxes": {"spread": 0.11},
    "small_objects_missed": {"small": 0.6},
    "classes_confused": {"taken": ("dog", "person", 0.35)},
    "class_never_detected": {"never": ("sign",)},
}
"""The fault that each rule is to find."""


EVEN = {
    "good": {},
    "middling": {"missed": 0.3, "spread": 0.05, "strays": 2.0, "again": 0.05, "taken": ("dog", "person", 0.03)},
}
"""Models whose errors are of every kind, and none of them striking."""


def scenes(rng, images):
    """Maps of road below sky, a third each, with patches of cars and trees."""
    maps = np.zeros((images, 24, 32), np.int64)
    maps[:, :8] = 2
    for one in maps:
        for kind in (1, 1, 3, 3):
            y, x = rng.integers(4, 18), rng.integers(0, 25)
            one[y : y + 6, x : x + 7] = kind
    return maps


def painted(rng, maps, noise=0.06):
    """Predictions with some pixels at random."""
    return np.where(rng.random(maps.shape) < noise, rng.integers(0, 4, maps.shape), maps)


def clean_maps(rng, images, noise=0.06):
    truth = scenes(rng, images)
    return truth, painted(rng, truth, noise)


def rare_class(rng, images):
    truth = scenes(rng, images)
    truth[: images // 10, -3:, -3:] = 4
    return truth, painted(rng, truth)


def class_forgotten(rng, images):
    truth = scenes(rng, images)
    said = painted(rng, truth)
    return truth, np.where(said == 3, 0, said)


def class_taken(rng, images):
    truth = scenes(rng, images)
    said = painted(rng, truth)
    return truth, np.where((truth == 1) & (rng.random(truth.shape) < 0.4), 3, said)


def mostly_background(rng, images):
    """Nearly all is road, and half of the few cars are not seen."""
    truth = np.zeros((images, 24, 32), np.int64)
    for one in truth:
        y, x = rng.integers(0, 20), rng.integers(0, 27)
        one[y : y + 4, x : x + 5] = 1
    return truth, np.where((truth == 1) & (rng.random(truth.shape) < 0.6), 0, truth)


def few_images_lost(rng, images):
    """Large images are painted at random, of which there are few: the mean over images does not tell."""
    truth = scenes(rng, images)
    small = [one[:12, :16] for one in truth[images // 6 :]]
    large = [np.kron(one, np.ones((3, 3), np.int64)) for one in truth[: images // 6]]
    said = [painted(rng, one, 0.8) for one in large] + [painted(rng, one, 0.02) for one in small]
    return large + small, said


SEGMENTATION = {
    "few_examples": rare_class,
    "never_predicted": class_forgotten,
    "regions_confused": class_taken,
    "background_dominates": mostly_background,
    "images_unlike_the_whole": few_images_lost,
}


def segmentation_rules(seed, make, images=40):
    """The rules that find something amiss with label maps."""
    truth, said = make(np.random.default_rng(seed), images)
    return {one.rule for one in gn.evaluate(truth, prediction=said, task="segmentation", ci=None).findings}
