"""Predicted numbers on the page: how far off they are, which rows make the error, where predictions are too high or too low."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
