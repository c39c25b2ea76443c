"""Scores on the page: a threshold to drag with its curves, and how far the scores can be trusted."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
