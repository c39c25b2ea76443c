"""Tagged sentences on the page."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
