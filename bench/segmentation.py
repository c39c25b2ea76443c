"""Label maps: the claims of segmentation_counts and of its intervals."""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from sklearn.metrics import confusion_matrix

import gnomon as gn
from measure import Row, at_most, best, faster

MAPS, SIDE, CLASSES = 500, 512, 21
FEW = 20
"""Maps that scikit-learn counts; its time is proportional to them."""


def _maps() -> tuple[np.ndarray, np.ndarray]:
    """Regions of 32 pixels, one in ten pixels of the prediction at random."""
    rng = np.random.default_rng(0)
    blocks = rng.integers(0, CLASSES, (MAPS, SIDE // 32, SIDE // 32), np.uint8)
    truth = blocks.repeat(32, 1).repeat(32, 2)
    wrong = rng.integers(0, 10, truth.shape, np.uint8) == 0
    return truth, np.where(wrong, rng.integers(0, CLASSES, truth.shape, np.uint8), truth)


def segmentation() -> list[Row]:
    """Counting 500 maps of 512 × 512, from a stack, one by one and from PNG files; and a thousand replicates."""
    truth, predicted = _maps()

    def peer() -> np.ndarray:
        return sum(confusion_matrix(t.ravel(), p.ravel(), labels=range(CLASSES)) for t, p in zip(truth[:FEW], predicted[:FEW], strict=True))

    np.testing.assert_array_equal(gn.segmentation_counts(truth[:FEW], predicted[:FEW], classes=CLASSES).matrix, peer())
    theirs = best(peer, 2) * MAPS / FEW
    whole = best(lambda: gn.segmentation_counts(truth, predicted, classes=CLASSES), 3)
    streamed = best(lambda: gn.segmentation_counts(iter(truth), iter(predicted), classes=CLASSES), 2)
    unnamed = best(lambda: gn.segmentation_counts(truth, predicted), 2)
    counts = gn.segmentation_counts(truth, predicted, classes=CLASSES)
    sure = best(lambda: gn.interval("mean_iou", counts), 3)
    name = f"scikit-learn's `confusion_matrix` per map, summed ({FEW} measured)"
    rows = [
        faster("`segmentation_counts`, 500 maps of 512 × 512, 21 classes", whole, name, theirs, 10),
        faster("the same from a generator, map by map", streamed, name, theirs, 5),
        faster("the same without `classes=`", unnamed, name, theirs, 5),
        at_most("1,000 bootstrap replicates of `mean_iou` over the 500 images", sure, "counting them", whole, 5),
    ]
    return [*rows, _from_files(truth[:FEW], predicted[:FEW])]


def _from_files(truth: np.ndarray, predicted: np.ndarray) -> Row:
    """Folders of PNG files, which decoding decides."""
    with tempfile.TemporaryDirectory() as folder:
        for side, maps in (("truth", truth), ("predicted", predicted)):
            (Path(folder) / side).mkdir()
            for place, one in enumerate(maps):
                Image.fromarray(one).save(Path(folder) / side / f"{place:04}.png")

        def peer() -> np.ndarray:
            files = [sorted((Path(folder) / side).glob("*.png")) for side in ("truth", "predicted")]
            read = ([np.asarray(Image.open(path)).ravel() for path in pair] for pair in zip(*files, strict=True))
            return sum(confusion_matrix(*pair, labels=range(CLASSES)) for pair in read)

        ours = best(lambda: gn.segmentation_counts(f"{folder}/truth", f"{folder}/predicted", classes=CLASSES), 3)
        return faster(f"`segmentation_counts` of {FEW} pairs of PNG files", ours, "Pillow and scikit-learn", best(peer, 2), 2)
