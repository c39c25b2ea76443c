"""What is known of each metric: its entry, found by name or by search, its references and its explanation."""

from .entry import Above, Between, Entry, Number, Option, Within
from .explain import Explanation, explain
from .reference import Reference, parse, parse_list
from .registry import entries, find, get, metric
from .traits import Averaging, EquivalentTo, Shortcuts, Uncertainty

__all__ = [
    "Above",
    "Averaging",
    "Between",
    "Entry",
    "EquivalentTo",
    "Explanation",
    "Number",
    "Option",
    "Reference",
    "Shortcuts",
    "Uncertainty",
    "Within",
    "entries",
    "explain",
    "find",
    "get",
    "metric",
    "parse",
    "parse_list",
]
