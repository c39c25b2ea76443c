"""Findings on label maps: what a mean over classes, or over pixels, hides."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...findings.finding import Finding, FindingRules, class_called
from ...findings.reading import FindingContext
from ...messages import Message
from ...metrics.segmentation import iou_of
from ...summary.cells import mean_of_defined
from ..labels.confusions import confused_pairs

rule = RULES = FindingRules()
FEW_IMAGES = 10
FEW_PIXELS = 0.001
CONFUSED = 0.2
"""The share of a class's pixels called another from which on the two are confused."""
GAP = 0.2
"""How far pixel accuracy is above the mean IoU where the background carries it."""
MAJORITY = 0.5
APART = 0.1


def _counts(e: FindingContext) -> dict[str, Any]:
    return {name: counts for name, counts in e.summaries_of("pixels").items() if len(counts) and counts.n}


@rule
def few_examples(e: FindingContext) -> Iterator[Finding]:
    """A class of which few images, or few pixels, tell anything: its IoU is mostly luck, and weighs in the mean like any other."""
    for counts in list(_counts(e).values())[:1]:
        images, pixels = (counts.regions.actual > 0).sum(0), counts.actual
        share = pixels / counts.n
        rare = [k for k in np.flatnonzero(pixels > 0) if images[k] < min(FEW_IMAGES, len(counts)) or share[k] < FEW_PIXELS]
        if not rare:
            continue
        least = min(rare, key=lambda k: (int(images[k]), int(pixels[k])))
        known = {"label": str(counts.labels[least]), "images": int(images[least]), "share": float(share[least])}
        yield Finding(
            "few_examples",
            "caution",
            Message("class_few_pixels", **known) if len(rare) == 1 else Message("classes_few_pixels", count=len(rare), **known),
            "mean_iou",
            None,
            {"class": str(counts.labels[least]), "images": int(images[least]), "share_of_pixels": float(share[least])},
            weight=len(rare) / len(counts.labels),
        )


@rule
def never_predicted(e: FindingContext) -> Iterator[Finding]:
    """A class that the truth has and that no pixel was called."""
    for name, counts in _counts(e).items():
        gone = np.flatnonzero((counts.actual > 0) & (counts.predicted == 0))
        if len(gone):
            largest = max(gone, key=lambda k: int(counts.actual[k]))
            code = "class_never_painted" if len(gone) == 1 else "classes_never_painted"
            yield Finding(
                "never_predicted",
                "problem",
                Message(code, model=name, label=class_called(counts.labels[largest]), count=len(gone)),
                "mean_iou",
                name,
                {"class": str(counts.labels[largest]), "share_of_pixels": float(counts.actual[largest] / counts.n)},
                weight=len(gone) / len(counts.labels),
            )


@rule
def background_dominates(e: FindingContext) -> Iterator[Finding]:
    """Pixel accuracy high while the mean IoU is low: one large class carries it."""
    for name, counts in _counts(e).items():
        accuracy, mean = float(counts.correct / counts.n), float(mean_of_defined(iou_of(counts.regions.summed)))
        most = int(np.argmax(counts.actual))
        share = float(counts.actual[most] / counts.n)
        if share >= MAJORITY and accuracy - mean >= GAP:
            yield Finding(
                "background_dominates",
                "problem" if mean < 0.5 else "caution",
                Message(
                    "accuracy_of_background", model=name, accuracy=accuracy, mean=mean, label=class_called(counts.labels[most]), share=share
                ),
                "pixel_accuracy",
                name,
                {"pixel_accuracy": accuracy, "mean_iou": mean, "share_of_pixels": share},
                weight=accuracy - mean,
            )


@rule
def classes_confused(e: FindingContext) -> Iterator[Finding]:
    """Two classes of which one is taken for the other in many images."""
    for name, counts in _counts(e).items():
        for pair in confused_pairs(counts, least=CONFUSED):
            images = _images_of(counts, pair.truth, pair.predicted)
            if images < min(FEW_IMAGES, len(counts)):
                continue
            yield Finding(
                "regions_confused",
                "problem" if pair.share >= 0.5 else "caution",
                Message(
                    "regions_confused",
                    model=name,
                    truth=class_called(pair.truth),
                    predicted=class_called(pair.predicted),
                    share=pair.share,
                    images=images,
                ),
                "confusion_matrix",
                name,
                {"class": str(pair.truth), "called": str(pair.predicted), "share_of_class": pair.share, "images": images},
                weight=pair.share,
            )
            break


def _images_of(counts: Any, truth: Any, predicted: Any) -> int:
    """How many images have pixels of one class called another."""
    cell = counts.labels.index(truth) * len(counts.labels) + counts.labels.index(predicted)
    return int((counts.cells_of == cell).sum())


@rule
def images_unlike_the_whole(e: FindingContext) -> Iterator[Finding]:
    """The mean of the images' own IoU far from that of the data set: some images are unlike the rest, or classes are rare."""
    for name, counts in _counts(e).items():
        if len(counts) < FEW_IMAGES:
            continue
        by_image = float(mean_of_defined(mean_of_defined(iou_of(counts.regions))))
        whole = float(mean_of_defined(iou_of(counts.regions.summed)))
        if abs(by_image - whole) >= APART:
            code = "images_above_whole" if by_image > whole else "images_below_whole"
            yield Finding(
                "images_unlike_the_whole",
                "caution",
                Message(code, model=name, by_image=by_image, whole=whole),
                "mean_iou",
                name,
                {"mean_iou": whole, "mean_iou(aggregate=image)": by_image},
                weight=abs(by_image - whole),
            )
