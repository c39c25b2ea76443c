"""Boxes, masks, keypoints and label maps: what is in images, how it is read, and how much of it overlaps."""

from .detections import Categories, Detections, Images
from .masks import Masks

__all__ = ["Categories", "Detections", "Images", "Masks"]
