"""Guesses of a die as an aspect: what is particular to them, and nothing else."""

from typing import NamedTuple

import numpy as np

from gnomon.errors import InputError
from gnomon.tasks.aspect import Aspect
from gnomon.tasks.parts import ColumnRole, Figure, HeaderItem, TaskOption
from gnomon.tasks.task import Task

from .metrics import hit_share  # noqa: F401  # enters the metrics
from .summary import Guesses


class GuessRows(NamedTuple):
    roll: np.ndarray
    guess: np.ndarray
    weight: np.ndarray | None


def sides_of(given):
    try:
        sides = int(given)
    except (TypeError, ValueError):
        sides = 0
    if sides < 2:
        raise InputError(f"⟦sides⟧: {given!r} is no number of sides; pass a whole number from 2")
    return sides


class DieAspect(Aspect):
    argument = "prediction"

    def parts(self, plan):
        yield ColumnRole("label", plan.label, "number")
        yield from (ColumnRole("prediction", model.prediction, "number") for model in plan.models)

    def has(self, plan, model):
        return model.prediction is not None

    def observe(self, block, plan, model):
        return GuessRows(block.numbers(plan.label), block.numbers(model.prediction), block.weight(plan.weight))

    def summarise(self, rows, plan):
        return Guesses.of(rows.roll, rows.guess, weight=rows.weight)

    def refusal(self, reference, plan):
        return f"{reference} reads guesses of a die; say how many sides it has: ⟦sides=6⟧"

    def defaults(self, plan, summaries):
        return ["hit_share", f"hit_lift(sides={plan.options.get('sides', 6)})"]

    def amount(self, summary):
        return summary.total

    def tell(self, summary, plan, finished=None):
        return {"hits": summary.hits, "sides": plan.options.get("sides", 6)}

    def said(self, e):
        values = {"hits": f"{e.hits:g}", "sides": e.sides}
        return [HeaderItem(10, "die.hits", values)]

    def fair(self, e):
        return ("hit_share",)

    def rules(self):
        from .findings import RULES

        return RULES

    def figures(self):
        from .figure import draw

        return (Figure("hits", draw, ("die",)),)

    def sections(self):
        from .page import SECTIONS

        return SECTIONS


class DieTask(Task):
    def recognises(self, plan, survey):
        return "sides" in plan.options


SIDES = TaskOption("sides", "The sides of the die that was guessed; makes it an evaluation of guesses.", check=sides_of, panel="Dice")
DIE = DieAspect("guesses", Guesses, facts=("hits", "sides"), options=(SIDES,))
