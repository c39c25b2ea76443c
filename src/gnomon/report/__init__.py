"""The report: one HTML file with a threshold to drag."""

from .page import write

__all__ = ["write"]
