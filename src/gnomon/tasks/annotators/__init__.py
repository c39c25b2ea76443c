"""Annotators: how far several of them agree on the same items."""

from ...summary import Ratings
from .aspect import RatingsAspect
from .task import AnnotatorsTask

ASPECTS = (RatingsAspect("ratings", Ratings, unit="items", facts=("items", "raters")),)
TASKS = (AnnotatorsTask("annotators", ("ratings",), ("items", "items"), whole=True, own_table=True),)
