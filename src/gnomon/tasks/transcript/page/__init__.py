"""Transcripts on the page: kinds of errors, and what is confused most."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
