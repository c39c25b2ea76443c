"""Predicted labels on the page: the confusion matrix, and precision, recall and F1 by class."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
