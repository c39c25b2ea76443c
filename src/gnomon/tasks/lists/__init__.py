"""Ranked lists within queries or users, and the task of ranking by grades."""

from ...summary import Ranked
from ..score_direction import DIRECTION
from .aspect import ListsAspect
from .options import OPTIONS
from .task import RankingTask

ASPECTS = (ListsAspect("lists", Ranked, unit="queries", facts=("group", "groups"), aliases=("ranked",), options=(*OPTIONS, DIRECTION)),)
TASKS = (RankingTask("ranking", ("lists",), ("groups", "groups"), grades=True),)
