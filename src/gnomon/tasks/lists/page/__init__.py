"""Ranked lists on the page: metrics along k, the queries behind the mean, the worst ones, lists by length, AUC beside GAUC."""

from .section import SECTIONS

__all__ = ["SECTIONS"]
