"""Params: by what an evaluation goes, as pycocotools.cocoeval has it."""

from typing import Any

import numpy as np

from ...vision.keypoints import COCO_SIGMAS
from ...vision.protocols import LARGEST

SMALL, LARGE = 32**2, 96**2


class Params:
    """What is evaluated and by which rules; every attribute may be set before ``evaluate``."""

    def __init__(self, iouType: str = "segm") -> None:
        if iouType in ("segm", "bbox"):
            self.setDetParams()
        elif iouType == "keypoints":
            self.setKpParams()
        else:
            raise Exception("iouType not supported")
        self.iouType = iouType
        self.useSegm: Any = None

    def setDetParams(self) -> None:
        """Boxes and masks: ten thresholds, three sizes, at most 1, 10 and 100 detections of an image and category."""
        self._set([1, 10, 100], [("all", 0, LARGEST), ("small", 0, SMALL), ("medium", SMALL, LARGE), ("large", LARGE, LARGEST)])

    def setKpParams(self) -> None:
        """Keypoints: two sizes, at most 20 detections, and how far apart people put each point."""
        self._set([20], [("all", 0, LARGEST), ("medium", SMALL, LARGE), ("large", LARGE, LARGEST)])
        self.kpt_oks_sigmas: Any = np.array([10 * sigma for sigma in COCO_SIGMAS]).round(2) / 10.0

    def _set(self, caps: list[int], areas: list[tuple[str, float, float]]) -> None:
        self.imgIds: Any = []
        self.catIds: Any = []
        self.iouThrs: Any = np.linspace(0.5, 0.95, 10)
        self.recThrs: Any = np.linspace(0.0, 1.0, 101)
        self.maxDets: Any = caps
        self.areaRng: Any = [[low, high] for _, low, high in areas]
        self.areaRngLbl: Any = [name for name, _, _ in areas]
        self.useCats: Any = 1
