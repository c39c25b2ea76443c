"""What texts show besides what is counted in them: lines that are shifted, one text for all, unknown words, form alone."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..evaluation.rows import derived_name
from ..findings.finding import Finding, FindingRules
from ..findings.reading import FindingContext
from ..messages import Message
from ..texts.measure import SentencePairs
from ..texts.word_marks import FORM, MARKS, SAME, UNKNOWN, text_marks
from .row_order import Sides, marked_alike, order_observed

if TYPE_CHECKING:
    from ..evaluation.finished import Pass
    from ..evaluation.models import Model


rule = RULES = FindingRules()
LEAST_REPEATED, OFTEN, TIMES = 3, 0.05, 3
"""One text as often, in so large a share of the rows, and so many times as often as any reference: a model that answers the same to all."""
LEAST_UNKNOWN, MANY_UNKNOWN = 3, 0.01
LEAST_FORM, MOST_FORM = 10, 0.5
FEWEST = 30


class Outputs(NamedTuple):
    """Rows with a mark of unknown words, that equal a reference, that differ from one in form alone, and that differ at all."""

    unknown: int
    same: int
    form: int
    other: int


def columns_of(model: "Model", pairs: SentencePairs) -> dict[tuple[str, Any], NDArray[Any]]:
    """The marks of a batch of texts as columns of numbers."""
    return {("number", _column(model, name)): values for name, values in text_marks(pairs).items()}


def observed(finished: "Pass", has: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """What findings read of the marks, while the rows are at hand."""
    block, plan = finished.block, finished.plan
    if block is None:
        return {}
    known = {m.name: {name: block.numbers(_column(m, name)) for name in MARKS} for m in plan.models if has(plan, m)}
    found: dict[str, Any] = {"repeated": {name: one for name, marks in known.items() if (one := _repeated(marks)) is not None}}
    found["outputs"] = {name: _outputs(marks) for name, marks in known.items()}
    sides = {str(name): Sides(marked_alike, one["truth_word"], one["said_word"]) for name, one in known.items()}
    return found if plan.elsewhere else found | order_observed(sides, block.places())


def _column(model: "Model", name: str) -> str:
    return derived_name(str(model.prediction), f"marks:{name}")


def _outputs(marks: Mapping[str, NDArray[Any]]) -> Outputs:
    differ = marks["differ"].astype(np.int64)
    unknown, same, form = (int(np.count_nonzero(differ & flag)) for flag in (UNKNOWN, SAME, FORM))
    return Outputs(unknown, same, form, len(differ) - same)


def _repeated(marks: Mapping[str, NDArray[Any]]) -> tuple[int, int] | None:
    """How many outputs are the text that occurs most often, and the row where it first stands; None where references are as often alike."""
    known, first, counts = np.unique(marks["said"], return_index=True, return_counts=True)
    counts = np.where(known > 0, counts, 0)
    most = int(counts.argmax()) if len(counts) else 0
    if not len(counts) or counts[most] < LEAST_REPEATED:
        return None
    truths, times = np.unique(marks["truth"], return_counts=True)
    usual = int(times[truths > 0].max(initial=0))
    return (int(counts[most]), int(first[most])) if counts[most] >= TIMES * usual else None


@rule
def outputs_repeated(e: FindingContext) -> Iterator[Finding]:
    """One and the same output for many sentences, as of a model that has collapsed."""
    for name, (count, row) in (e.observed.get("repeated") or {}).items():
        part = count / max(e.rows, 1)
        if part >= OFTEN:
            said = Message("outputs_repeated", model=name, count=count, part=part, row=row + (e.first_row or 0))
            known = {"same_output": count, "share_of_sentences": part}
            yield Finding("outputs_repeated", "problem", said, "text_diversity", name, known, 1 + part)


@rule
def unknown_words(e: FindingContext) -> Iterator[Finding]:
    """Outputs with the mark of a word that a vocabulary lacks."""
    for name, seen in e.observed.get("outputs", {}).items():
        part = seen.unknown / max(e.rows, 1)
        if seen.unknown >= LEAST_UNKNOWN and part >= MANY_UNKNOWN:
            known = {"outputs": seen.unknown, "share_of_sentences": part}
            said = Message("unknown_words", model=name, count=seen.unknown, part=part)
            yield Finding("unknown_words", "problem" if part >= OFTEN else "caution", said, "length_ratio", name, known, 1 + part)


@rule
def form_alone(e: FindingContext) -> Iterator[Finding]:
    """Outputs that differ from their references in case, punctuation and spaces alone."""
    for name, seen in e.observed.get("outputs", {}).items():
        share = seen.form / max(seen.other, 1)
        if seen.form >= LEAST_FORM and share >= MOST_FORM:
            known = {"outputs": seen.form, "share_of_wrong_outputs": share}
            yield Finding(
                "form_alone", "problem", Message("form_alone", model=name, count=seen.form, share=share), "exact_match", name, known, share
            )


@rule
def outputs_are_references(e: FindingContext) -> Iterator[Finding]:
    """Each output is a reference, word for word, where no metric says so already."""
    for name, seen in e.observed.get("outputs", {}).items():
        if e.rows >= FEWEST and not seen.other and not any(metric.startswith(("exact_match", "wer", "cer")) for metric in e.metrics):
            said = Message("outputs_are_references", model=name, rows=e.rows)
            yield Finding("perfect_agreement", "problem", said, "exact_match", name, {"rows": e.rows}, 1.8)
