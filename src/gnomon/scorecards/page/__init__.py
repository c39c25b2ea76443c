"""The card on the page of a report."""

from .section import CardSection

__all__ = ["CardSection"]
