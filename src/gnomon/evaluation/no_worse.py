"""No worse than a saved evaluation: what ``gnomon check --no-worse-than`` asks, for callers in Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalog import parse
from ..errors import InputError
from ..inference.public import check_level
from ..messages import Message
from ..messages.language import language
from . import losses
from .compare import compare
from .gate_text import gates_text
from .gates import Gate, notes_on, refuse_other_rules
from .matching import rows_of
from .models import metrics_of
from .result import Evaluation
from .run import key_of


@dataclass(frozen=True)
class Verdict:
    """Whether a model is no worse than its baseline: the gates, what is to be known of them, and the comparison they rest on."""

    gates: tuple[Gate, ...]
    notes: tuple[Message, ...]
    new: Evaluation
    old: Evaluation
    metrics: tuple[str, ...]
    settings: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether no gate failed."""
        return not any(gate.failed for gate in self.gates)

    def text(self, lang: str | None = None) -> str:
        """The gates, and below them the comparison of the two."""
        lang = lang or language()
        both = compare({losses.NEW: self.new, losses.OLD: self.old}, metrics=list(self.metrics), curves=(), **self.settings)
        return f"{gates_text(self.gates, self.notes, lang)}\n\n{both.text(lang)}"


def no_worse(
    new: Evaluation,
    old: Evaluation,
    *,
    metrics: object = None,
    margin: object = 0.0,
    level: float = 0.95,
    non_inferior: bool = False,
    paired: bool = True,
    key: object = None,
    seed: int = 0,
) -> Verdict:
    """Whether an evaluation is no worse than another, by the rule of ``gnomon check --no-worse-than``.

    ``margin`` is how much worse is still fine, one number for all or {metric: number}, which then are the metrics compared unless
    ``metrics`` names them. ``non_inferior`` turns the burden round: a loss must be shown to be below its margin.
    """
    refuse_other_rules(new, old)
    settled = losses.settled(_margins(metrics, margin), new.options)
    if non_inferior and not (settled and all(settled.values())):
        raise InputError("evaluation.margin_of_non_inferior_missing")
    wanted = losses.compared_on(settled, new.metrics, [*new.models, *old.models])
    if paired and any(one.plan.task is not None and not one.plan.task.whole for one in (new, old)):
        for name, one in ((losses.NEW, new), (losses.OLD, old)):
            rows_of(one, name)
    settings = {"paired": paired, "level": check_level(level), "seed": seed}
    tested = losses.losses_of(new, old, wanted, key_of(key, keep_rows=True), "error", **settings)
    gates = losses.gates_of(tested, settled, level, non_inferior)
    notes = [*notes_on(gates, new), *([Message("same_as_baseline")] if losses.same_throughout(tested) else [])]
    return Verdict(tuple(gates), tuple(notes), new, old, tuple(wanted), settings | {"key": key})


def _margins(metrics: Any, margin: Any) -> dict[str, float]:
    """Losses that may be, by metric; under the empty name that of all, as the command line has them."""
    given = dict(margin) if isinstance(margin, Mapping) else {"": margin}
    for name, loss in given.items():
        if isinstance(loss, bool) or not isinstance(loss, (int, float)) or not 0 <= loss < float("inf"):
            raise InputError("evaluation.margin_out_of_range", loss=loss)
        if name and metrics is not None and str(parse(name)) not in _named(metrics):
            raise InputError("evaluation.margin_not_among_metrics", name=name)
    by_name = {str(parse(name)) if name else "": float(loss) for name, loss in given.items()}
    if metrics is None or not _named(metrics):
        return by_name if by_name != {"": 0.0} else {}
    found = {name: by_name.get(name, by_name.get("", 0.0)) for name in _named(metrics)}
    without = next((name for name in found if parse(name).entry.better is None), None)
    if without is not None:
        raise InputError("evaluation.metric_without_better_end", name=without)
    return found


def _named(metrics: object) -> Sequence[str]:
    return [str(reference) for reference in metrics_of(metrics)[0]]
