"""What the page says of generated texts."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
