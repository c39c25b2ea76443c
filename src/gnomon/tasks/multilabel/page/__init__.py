"""Sets of labels on the page: a line for each label, the worst first, and how many labels are wrong in a row."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
