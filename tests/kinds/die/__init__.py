"""Guesses of a die: a kind of evaluation that lives outside the package, in this one folder."""

from gnomon.catalog.registry import withdraw
from gnomon.messages import add_templates
from gnomon.tasks import register, unregister

from .aspect import DIE, DieTask
from .words import TEMPLATES

TASK = DieTask("die", "guesses of a die", "猜骰子", ("guesses",), ("hits", "hits"))
METRICS = ("hit_share", "hit_lift")


def enter():
    """The one line of registry that a kind takes."""
    register(DIE, TASK)
    add_templates(**TEMPLATES)


def leave():
    """Take it out again, for the sake of the other tests."""
    unregister(DIE, TASK)
    for name in METRICS:
        withdraw(name)
