"""Clusters on the page: the table of classes and clusters, and silhouettes."""

from .section import SECTIONS, SHAPES

__all__ = ["SECTIONS", "SHAPES"]
