"""Guesses of a die: a kind of evaluation that lives outside the package, in this one folder."""

from gnomon.catalog.registry import withdraw
from gnomon.messages import add_messages
from gnomon.tasks import register, unregister

from .aspect import DIE, DieTask
from .words import MESSAGES

TASK = DieTask("die", ("guesses",), ("hits", "hits"))
METRICS = ("hit_share", "hit_lift")


def enter():
    """The one line of registry that a kind takes."""
    register(DIE, TASK)
    add_messages(**MESSAGES)


def leave():
    """Take it out again, for the sake of the other tests."""
    unregister(DIE, TASK)
    for name in METRICS:
        withdraw(name)
