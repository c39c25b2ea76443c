"""Ranked lists within queries or users, and the task of ranking by grades."""

from ...summary import Ranked
from .aspect import ListsAspect
from .task import RankingTask

ASPECTS = (ListsAspect("lists", Ranked, unit="queries", facts=("group", "groups"), aliases=("ranked",)),)
TASKS = (RankingTask("ranking", "ranking", "排序", ("lists",), ("groups", "groups"), grades=True),)
