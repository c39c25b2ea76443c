"""Several classes on the page: one of them is chosen, and its curves against the rest are explored."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
