"""Findings on tagged sentences: what one F1 of all types hides."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message

rule = RULES = FindingRules()
FEW = 20
"""Entities of a type below which its figures are mostly luck."""
CONFUSED = 0.15
"""The share of a type's entities called another type from which on the two are confused."""
FEWEST_CONFUSED = 5
BOUNDARY = 0.4
"""The share of errors that are of the ends alone from which on they are the first thing to mend."""
FEWEST_ERRORS = 20
MISFIT = 0.005
"""The share of predicted tags that fit no entity from which on it is said."""
FLATTERED = 0.2
SHIFTED = 0.3
"""The share of the entities that must fit a place further for that to be said."""


def _errors(e: FindingContext) -> dict[str, Any]:
    return {name: errors for name, errors in e.summaries_of("span_errors").items() if int(errors.fates.sum())}


@rule
def few_entities(e: FindingContext) -> Iterator[Finding]:
    """A type of which there are few examples: its figures are mostly luck, and weigh in a macro average like any other's."""
    for errors in list(_errors(e).values())[:1]:
        actual = errors.matrix[:-1].sum(1)
        rare = [k for k in range(len(errors.types)) if 0 < actual[k] < FEW]
        if rare:
            least = min(rare, key=lambda k: (int(actual[k]), errors.types[k]))
            known = {"type": errors.types[least], "entities": int(actual[least])}
            message = (
                Message("type_few_entities", **known)
                if len(rare) == 1
                else Message("types_few_entities", count=len(rare), most=FEW, **known)
            )
            yield Finding("few_entities", "caution", message, "entity_f1", None, known, weight=len(rare) / len(errors.types))


@rule
def type_never_predicted(e: FindingContext) -> Iterator[Finding]:
    """A type of which there are entities enough, and that the model never predicts."""
    for name, errors in _errors(e).items():
        actual, predicted = errors.matrix[:-1].sum(1), errors.matrix[:, :-1].sum(0)
        lost = [k for k in range(len(errors.types)) if actual[k] >= FEW and not predicted[k]]
        if lost and predicted.any():
            types = [errors.types[k] for k in lost]
            share = float(actual[lost].sum() / actual.sum())
            said = Message("type_never_predicted", model=name, types=types[:6], share=share)
            yield Finding(
                "type_never_predicted", "problem", said, "entity_recall", name, {"types": types, "share_of_entities": share}, 1 + share
            )


@rule
def spans_shifted(e: FindingContext) -> Iterator[Finding]:
    """Entities that would be right were their places one more, or one less."""
    for name, errors in _errors(e).items():
        actual, right = int(errors.fates[:5].sum()), errors.fate("correct")
        most = int(np.argmax(errors.shifts))
        found = int(errors.shifts[most])
        if found >= FEW and found >= SHIFTED * actual and found > 3 * right:
            known = {"entities": actual, "right": right, "right_when_shifted": found}
            said = Message(("spans_too_early", "spans_too_late")[most], model=name, share=found / actual, now=right / actual)
            yield Finding("spans_shifted", "problem", said, "entity_f1", name, known, 2.5)


@rule
def types_confused(e: FindingContext) -> Iterator[Finding]:
    """Two types of which one is taken for the other."""
    for name, errors in _errors(e).items():
        k = len(errors.types)
        inner, actual = errors.matrix[:k, :k].copy(), errors.matrix[:-1].sum(1)
        np.fill_diagonal(inner, 0)
        shares = np.where(inner >= FEWEST_CONFUSED, inner / np.maximum(actual, 1)[:, None], 0.0)
        if not k or shares.max(initial=0) < CONFUSED:
            continue
        row, place = divmod(int(np.argmax(shares)), k)
        share = float(shares[row, place])
        known = {"truth": errors.types[row], "predicted": errors.types[place], "share": share, "count": int(inner[row, place])}
        yield Finding(
            "types_confused",
            "problem" if share >= 0.4 else "caution",
            Message("types_confused", model=name, **known),
            "entity_f1",
            name,
            {"type": known["truth"], "called": known["predicted"], "share_of_type": share},
            weight=share,
        )


@rule
def boundaries(e: FindingContext) -> Iterator[Finding]:
    """Most errors are of the ends alone: the types are right, and the entities are cut too long or too short."""
    for name, errors in _errors(e).items():
        wrong = int(errors.fates[1:].sum())
        cut = errors.fate("wrong_ends")
        if wrong < FEWEST_ERRORS or cut < BOUNDARY * wrong:
            continue
        longer, shorter, shifted = (int(one) for one in errors.ends)
        most = max((longer, "boundary_errors_longer"), (shorter, "boundary_errors_shorter"), (shifted, "boundary_errors_shifted"))[1]
        yield Finding(
            "boundary_errors",
            "caution",
            Message(most, model=name, share=cut / wrong, count=cut),
            "span_scores",
            name,
            {"boundary_errors": cut, "share_of_errors": cut / wrong},
            weight=cut / wrong,
        )


@rule
def tags_that_do_not_fit(e: FindingContext) -> Iterator[Finding]:
    """Predicted tags that are in no entity, because the scheme does not allow them where they stand."""
    for name, errors in _errors(e).items():
        lost, tagged, _ = (int(one) for one in errors.misfits)
        if tagged and lost / tagged >= MISFIT:
            share = lost / tagged
            message = Message("tags_do_not_fit", model=name, count=lost, share=share, scheme=str(e.options.get("scheme")))
            yield Finding("tags_do_not_fit", "caution", message, "entity_f1", name, {"misfits": lost, "share_of_tags": share}, weight=share)


@rule
def tokens_flatter(e: FindingContext) -> Iterator[Finding]:
    """Token accuracy far above the F1 of entities: most tokens are in none."""
    for name in e.names:
        tokens, f1 = (e.values.get((name, metric)) for metric in ("token_accuracy", "entity_f1"))
        if tokens is not None and f1 is not None and tokens - f1 >= FLATTERED:
            yield Finding(
                "tokens_flatter",
                "caution",
                Message("tokens_flatter", model=name, accuracy=float(tokens), f1=float(f1)),
                "token_accuracy",
                name,
                {"token_accuracy": float(tokens), "entity_f1": float(f1)},
                weight=float(tokens - f1),
            )
