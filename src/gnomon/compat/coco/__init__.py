"""pycocotools' COCO, COCOeval and mask on gnomon's kernels: ``from gnomon.compat.coco import COCO, COCOeval, mask`` is the whole change.

Names, arguments, attributes, printed lines and errors are pycocotools' own, and so are its habits, also those that gnomon's own
functions do not share (``gn.detection_map`` heeds ``ignore`` and ids of 0).
"""

from . import mask
from .dataset import COCO
from .evaluation import COCOeval
from .params import Params
from .standing_in import install, uninstall

__all__ = ["COCO", "COCOeval", "Params", "install", "mask", "uninstall"]
