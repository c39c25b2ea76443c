"""What approving a row is worth: the options that say it, and the cut-off of most profit wherever a result is shown."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...decisions.ledger import Ledger
from ...decisions.money import money_of, money_text
from ...errors import InputError
from ...messages import Message
from ...summary import Sweep
from ..parts import HeaderItem, TaskOption

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.result import Evaluation


NAMES = ("profit_good", "loss_bad")


def _checked(name: str) -> Any:
    def check(given: object) -> float:
        """A number, on the command line as text."""
        value = given
        if isinstance(given, str):
            try:
                value = float(given)
            except ValueError:
                raise InputError("scores.profit_not_numeric", name=name, given=given) from None
        if hasattr(value, "__len__"):
            raise InputError("scores.profit_too_many_numbers", name=name)
        money = money_of(**(dict.fromkeys(NAMES, 0.0) | {name: value}), amount=None, rows=0)
        return float(getattr(money, name))

    return check


OPTIONS = (
    TaskOption(
        "profit_good",
        "What a negative row earns that is called negative: a good customer that is approved. With --loss-bad, the cut-off of most profit "
        "is told, and the page begins with both.",
        check=_checked("profit_good"),
        metavar="NUMBER",
    ),
    TaskOption(
        "loss_bad",
        "What a positive row loses that is called negative: a bad customer that is approved; without a sign.",
        check=_checked("loss_bad"),
        metavar="NUMBER",
    ),
)


def check_profit(plan: "Plan") -> None:
    """Both or neither, and scores to cut."""
    given = [name for name in NAMES if plan.options.get(name) is not None]
    if not given or not plan.models:
        return
    if len(given) == 1:
        lacking = next(name for name in NAMES if name not in given)
        raise InputError("decisions.profit_part_missing", name=lacking)
    if not any(model.scored for model in plan.models):
        raise InputError("scores.profit_needs_scores")


def most_profit(options: Mapping[str, object], sweeps: Mapping[str, object]) -> Iterator[Message]:
    """Of each model with scores of both classes, the cut-off of most profit; of equals the one that rejects fewest."""
    if any(options.get(name) is None for name in NAMES):
        return
    for name, sweep in sweeps.items():
        if not isinstance(sweep, Sweep) or not (sweep.positives and sweep.negatives):
            continue
        ledger = Ledger.of_sweep(sweep, money_of(options["profit_good"], options["loss_bad"], None, 0))
        assert ledger.profit is not None
        place = ledger.best
        approved = float(ledger.approved[place])
        yield Message(
            "most_profit",
            model=name,
            profit=money_text(float(ledger.profit[place])),
            cutoff=f"{ledger.cutoffs[place]:.6g}",
            approved=approved / float(ledger.approved[0]),
            bad=float(ledger.bads[place]) / approved if approved else 0.0,
        )


def notes_on_profit(known: Mapping[str, Any]) -> list[Message]:
    """The same beside a comparison of models, of which some have rows and no summary yet."""
    options: Mapping[str, Any] = next((one.plan.options for one in known.values()), {})
    if not all(name in options for name in NAMES):
        return []
    swept = {name: Sweep.of_rows(one.rows) if one.summary is None and one.rows is not None else one.summary for name, one in known.items()}
    return list(most_profit(options, swept))


def said_of_profit(e: "Evaluation") -> list[HeaderItem]:
    """What the head says of it."""
    sweeps = {name: held.get("scores") for name, held in e.summaries.items()}
    return [HeaderItem(80, note, sentence=True) for note in most_profit(e.options, sweeps)]
