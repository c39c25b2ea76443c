"""Errors of predicted numbers: exact sums over rows, from which R², RMSE, MAE and their like follow."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...catalog import Reference, parse
from ...engines.source import place
from ...errors import InputError
from ...evaluation.models import Model
from ...evaluation.schema import FINITE, MAYBE_NUMBER, NUMBER, WHOLE
from ...messages import Message
from ...messages.language import say
from ...summary import Moments
from ...summary.losses import below
from ..aspect import ModelData
from ..parts import HeaderItem
from .mistakes import carrying_share, observed
from .rows import NumberRows, NumbersAspect, pairs_of
from .sure import notes_on_order
from .tails import remark_on_largest, remark_on_smallest
from .terms import build_of, least_asked

if TYPE_CHECKING:
    from ...evaluation.finished import Pass
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..parts import Figure


class ErrorsAspect(NumbersAspect):
    """Sums of errors, relative errors, squares and products, exact in any order."""

    fact_shapes = {
        "mean_true": MAYBE_NUMBER,
        "sd_true": MAYBE_NUMBER,
        "zero_truths": FINITE,
        "first_row": WHOLE,
        "mean_error": {str: NUMBER},
    }

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        rows = super().observe(block, plan, model)
        for reference, leasts in least_asked(plan):
            for values, column, least in zip(rows[:2], (plan.label, model.prediction), leasts, strict=True):
                wrong = below(values, rows.weight, least)
                if least is not None and wrong.any():
                    at = int(np.argmax(wrong))
                    raise InputError(
                        "regression.value_below_metric_bound",
                        name=str(reference),
                        bound=say("inputs.part_bound_above") if least[1] else say("inputs.part_bound_from"),
                        least=least[0],
                        column=column,
                        value=float(values[at]),
                        where=place(int(block.places()[at]), plan.first_row),
                    )
        return rows

    def summarise(self, rows: NumberRows, plan: "Plan") -> Moments:
        return Moments.of_rows(pairs_of(rows, plan), **build_of(plan))

    def notes(self, known: Mapping[str, ModelData]) -> list[Message]:
        plan = next((one.plan for one in known.values()), None)
        if plan is None:
            return []
        asked = plan.metrics or tuple(map(parse, self.defaults(plan, {name: one.summary for name, one in known.items()})))
        return notes_on_order(known, [reference for reference in asked if self.reads(reference)])

    def defaults(self, plan: "Plan", summaries: Mapping[str, Any]) -> list[str]:
        zeros = any(float(held.sum("zeros")) for held in summaries.values())
        mine = ("r2", "rmse", "mae", "wape", *(() if zeros else ("mape",)), "mbe", "pearson")
        return list(mine)

    def objection(self, reference: Reference, plan: "Plan") -> str:
        if reference.entry.name == "d2" and reference.arguments.get("loss") in ("absolute", "pinball"):
            return say("regression.order_of_truths_missing", reference=reference, loss=reference.arguments["loss"])
        return ""

    def amount(self, summary: Moments) -> float | None:
        return float(summary.n)

    def check_beside(self, summary: Moments, others: Mapping[str, object], rows: int) -> None:
        if summary.rows > rows:
            raise InputError("regression.row_counts_differ", count=summary.rows, rows=rows)

    def tell(self, summary: Moments, plan: "Plan", finished: "Pass | None" = None) -> dict[str, Any]:
        if not summary.rows:
            return {}
        weight = float(summary.weight)
        return {
            "mean_true": float(summary.y) / weight,
            "sd_true": (float(summary.y_spread) / weight) ** 0.5,
            "zero_truths": float(summary.sum("zeros")),
        }

    def tell_pass(self, finished: "Pass") -> dict[str, Any]:
        task = finished.plan.task
        return {"first_row": finished.plan.first_row} if task is not None and task.numbers else {}

    def said(self, evaluation: "Evaluation") -> list[HeaderItem]:
        if evaluation.mean_true is None:
            return []
        values = {"mean": f"{evaluation.mean_true:.6g}", "sd": f"{evaluation.sd_true:.6g}"}
        return [HeaderItem(10, "fact.truth", values)]

    def observed(self, finished: "Pass", columns: list[str]) -> dict[str, Any]:
        from ...inference.likeness import BELONG

        named = [name for name in columns if BELONG.search(name)]
        return observed(finished, self) | {"belonging": named}

    def remarks(self, evaluation: "Evaluation") -> dict[tuple[str, str], Message]:
        found: dict[tuple[str, str], Message | None] = {}
        for name, metric in evaluation.values:
            entry = parse(metric).entry.name
            held: Mapping[str, Any] = evaluation.summaries.get(name, {})
            if "spread" in held and entry == "rmse":
                found[name, metric] = remark_on_largest(held["spread"], evaluation.effective_rows)
            elif "spread" in held and entry == "mape" and self.key in held:
                found[name, metric] = remark_on_smallest(held[self.key], held["spread"], evaluation.effective_rows)
        return {key: remark for key, remark in found.items() if remark is not None}

    def fair(self, evaluation: "Evaluation") -> Sequence[str]:
        # Amounts are larger in some slices than in others: errors relative to them are comparable, and R² is to the slice's own spread.
        return ("wape", "r2")

    def explained(self, evaluation: "Evaluation", metric: str, part: object, others: Sequence[Any], value: float) -> float:
        """Errors of one size are a larger share of small amounts, and of amounts that hardly differ."""
        name, fact = parse(metric).entry.name, {"wape": "mean_true", "r2": "sd_true"}[parse(metric).entry.name]
        here = getattr(part, fact)
        around = sum(other.rows * getattr(other, fact) for other in others) / sum(other.rows for other in others)
        if not 0 < here < around:
            return 0.0
        return float(value * (around / here - 1) if name == "wape" else (1 - value) * ((around / here) ** 2 - 1))

    def carrying(self, evaluation: "Evaluation", model: str, metric: str) -> float:
        """By the moments of squared errors, of which R² is made, or of absolute ones."""
        held: Mapping[str, Any] = evaluation.summaries.get(model, {})
        return carrying_share(held.get("spread"), 2 if parse(metric).entry.name == "r2" else 1)

    def tell_model(self, summary: Moments, plan: "Plan") -> dict[str, Any]:
        return {"mean_error": float(summary.error / summary.weight)} if summary.rows else {}

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS

    def rules(self) -> "Sequence[Rule]":
        from . import findings, mistake_findings

        return (*findings.RULES, *mistake_findings.RULES)
