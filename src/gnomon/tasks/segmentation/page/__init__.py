"""Label maps on the page: IoU by class, and the images that were predicted worst."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
