"""Boxes, masks, keypoints and label maps: what is in images, how it is read, and how much of it overlaps."""

from .boxes import box_iou, ciou, diou, giou
from .detections import Categories, Detections, Images
from .masks import Masks

__all__ = ["Categories", "Detections", "Images", "Masks", "box_iou", "ciou", "diou", "giou"]
