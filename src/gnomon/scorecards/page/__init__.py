"""The card on the page of a report, and how its score holds by period."""

from .section import CardSection
from .watched import StabilitySection

__all__ = ["CardSection", "StabilitySection"]
