"""The report: one HTML file to explore and to send."""

from .page import page, write

__all__ = ["page", "write"]
