"""The sections of detection."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
