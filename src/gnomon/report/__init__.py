"""The report: one HTML file to explore and to send."""

from .page import write

__all__ = ["write"]
