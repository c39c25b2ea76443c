"""The ceiling: what no model of these features can exceed on these rows, because equal features have different labels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..markup import aligned
from ..messages import Message, text_in
from ..messages.language import Language, language, say, speaking
from ..metrics.areas import area
from ..randomness import stream
from ..result import JsonSerializable, Result, text_table
from ..summary import Sweep
from ..summary.cells import ratio
from ..types import Floats
from .combinations import FeatureCombinations, combined

SPLITS = 5
MOST_SPLITS = 1000
WORST = 10
"""Combinations that the table of conflicts names."""


@dataclass(frozen=True, eq=False, repr=False)
class Scores(JsonSerializable, Result):
    """Three figures of one score: how well it ranks, decides and predicts."""

    auc: float
    accuracy: float
    log_loss: float


@dataclass(frozen=True, eq=False, repr=False)
class Corrected(Scores):
    """The same of rows that the rates were not taken from: means over ``splits`` halvings, both ways.

    ``seen`` is the share of rows whose combination the other half has, too; the others are scored by the base rate.
    """

    seen: float
    splits: int


@dataclass(frozen=True, eq=False, repr=False)
class Ceiling(JsonSerializable, Result):
    """The best that any model of these features can do on these rows: each combination of them scored by its own rate of positives.

    ``conflicts`` are the rows whose combination occurs with both labels, ``conflict_share`` their share of all rows (by number, whatever
    they weigh); ``combinations`` counts the distinct combinations and ``conflicting`` those with both labels; ``single_share`` is the share
    of rows that nobody shares a combination with, which any model can remember. ``corrected`` is what is left of the figures where rates
    are taken from one half of the rows and score the other. ``worst`` has the combinations with the most unavoidable errors: the features'
    values, ``rows``, ``positives``, ``rate`` and ``errors``, the weight of the rarer label.
    """

    auc: float
    accuracy: float
    log_loss: float
    corrected: Corrected
    rows: int
    base_rate: float
    conflicts: int
    conflict_share: float
    combinations: int
    conflicting: int
    single_share: float
    features: tuple[str, ...]
    worst: dict[str, list[Any]]
    notes: tuple[Message, ...] = ()
    key: ClassVar[str] = "auc"

    def text(self, lang: Language = "en") -> str:
        """The figures, what they rest on and the worst conflicts in one of the two languages."""
        with speaking(lang):
            head = say("decisions.heading_ceiling", count=len(self.features), rows=self.rows)
            cells = [["", say("decisions.column_ceiling_on_rows"), say("decisions.column_ceiling_on_other_rows")]]
            for name, key in (
                ("AUC", "auc"),
                (say("decisions.label_accuracy_row"), "accuracy"),
                (say("decisions.label_log_loss"), "log_loss"),
            ):
                cells.append([name, *(f"{getattr(one, key):.4f}" for one in (self, self.corrected))])
            conflicts = f"{self.conflicts:,} ({self.conflict_share:.2%})"
            known = say("decisions.part_combinations_with_both", count=self.combinations, both=self.conflicting)
            lines = [
                (say("decisions.label_rows_in_conflict"), conflicts),
                (say("decisions.label_combinations_row"), known),
                (say("decisions.label_rows_alone"), f"{self.single_share:.2%}"),
            ]
            notes = [f" ● {text_in(note, lang)}" for note in self.notes]
            worst = [say("decisions.heading_unavoidable_errors"), text_table(_shown(self.worst), most=WORST)] if self.worst["rows"] else []
            return "\n".join([head, "", *aligned(cells), "", *aligned(lines, headed=False), "", *notes, *worst]).rstrip()

    def __str__(self) -> str:
        return self.text(language())

    def __repr__(self) -> str:
        return str(self)


def ceiling(
    frame: Any,
    *,
    label: str,
    features: Any = None,
    weight: str | None = None,
    positive: Any = DEFAULT_POSITIVE,
    missing: Literal["error", "drop"] = "error",
    splits: int = SPLITS,
    seed: int = 0,
) -> Ceiling:
    """What no model of these features can exceed on these rows: where equal features have different labels, any model errs on some.

    Parameters
    ----------
    frame
        A data frame of any library, or a dictionary of columns.
    label
        The column of the labels.
    features
        The columns that a model may read; default: all but label and weight. Numbers, text, dates; a missing value is a value of its own.
    weight
        A column of weights.
    positive
        The label of the positive class, where it is not 1.
    missing
        "drop" leaves rows without a label out.
    splits, seed
        How often the rows are halved for ``corrected``, and from where chance starts.

    >>> rows = {"age": [20, 20, 20, 30, 30, 40], "job": ["a", "a", "a", "b", "b", None], "bad": [1, 0, 0, 0, 0, 1]}
    >>> found = ceiling(rows, label="bad")
    >>> found.conflicts, found.combinations, round(found.accuracy, 4), found.auc
    (3, 3, 0.8333, 0.875)

    """
    splits, seed = _whole("splits", splits, 1, MOST_SPLITS), _whole("seed", seed, 0, 2**63 - 1)
    rows = combined(frame, features, label, weight, positive, missing)
    pos, neg = rows.summed()
    if not (pos.any() and neg.any()):
        raise InputError("decisions.ceiling_single_class", label=label)
    count = np.bincount(rows.code, minlength=len(rows))
    both = (pos > 0) & (neg > 0)
    best = _figures(ratio(pos, pos + neg), pos, neg)
    corrected = _corrected(rows, splits, seed)
    conflicts, alone = int(count[both].sum()), float((count == 1).sum() / len(rows.code))
    return Ceiling(
        best.auc,
        best.accuracy,
        best.log_loss,
        corrected,
        rows=len(rows.code),
        base_rate=float(pos.sum() / (pos.sum() + neg.sum())),
        conflicts=conflicts,
        conflict_share=conflicts / len(rows.code),
        combinations=len(rows),
        conflicting=int(both.sum()),
        single_share=alone,
        features=tuple(rows.features),
        worst=_worst(rows, pos, neg, count),
        notes=tuple(_notes(conflicts, alone, corrected)),
    )


def _figures(scores: Floats, pos: Floats, neg: Floats) -> Scores:
    """AUC, accuracy at one half and log loss where each combination has a score; those without rows weigh nothing."""
    there = pos + neg > 0
    scores, pos, neg = scores[there], pos[there], neg[there]
    thresholds, place = np.unique(-scores, return_inverse=True)
    positives, negatives = (np.bincount(place, weights=one, minlength=len(thresholds)) for one in (pos, neg))
    total = float(pos.sum() + neg.sum())
    right = np.where(scores >= 0.5, pos, neg)
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = -np.where(pos > 0, pos * np.log(scores), 0.0) - np.where(neg > 0, neg * np.log1p(-scores), 0.0)
    return Scores(area(Sweep(-thresholds + 0.0, positives, negatives)), float(right.sum()) / total, float(loss.sum()) / total)


def _corrected(rows: FeatureCombinations, splits: int, seed: int) -> Corrected:
    """Rates of one half score the other, both ways, again and again.

    A rate is drawn to the base rate by one row, (positives + base) / (rows + 1): a combination not seen has the base rate, and none says
    never.
    """
    found: list[list[float]] = []
    n, order = len(rows.code), _by_content(rows)
    for split in range(splits):
        half = np.empty(n, np.bool_)
        half[order] = stream(seed, split).permutation(n) < n // 2
        parts = [rows.summed(half), rows.summed(~half)]
        for (pos, neg), other in (parts, parts[::-1]):
            total, size = pos + neg, float((pos + neg).sum())
            rated = int((half if pos is parts[0][0] else ~half).sum())
            one = size / max(rated, 1)
            base = float(pos.sum()) / size if size else 0.5
            scored = _figures((pos + base * one) / (total + one), *other)
            weight = other[0] + other[1]
            found.append([scored.auc, scored.accuracy, scored.log_loss, float(weight[total > 0].sum() / weight.sum())])
    auc, accuracy, loss, seen = (_mean(column) for column in zip(*found, strict=True))
    return Corrected(auc, accuracy, loss, seen, splits)


def _by_content(rows: FeatureCombinations) -> NDArray[np.int64]:
    """Rows in an order that does not depend on how they came: by what their combination holds, then by label and weight.

    Combinations that hold the same are as good as each other.
    """
    pos, neg = rows.summed()
    code, weight = rows.code, rows.weight
    count = np.bincount(code, minlength=len(rows))
    place = np.empty(len(rows), np.int64)
    place[np.lexsort((count, neg, pos))] = np.arange(len(rows))
    return np.lexsort((rows.positive, place[code]) if weight is None else (weight, rows.positive, place[code]))


def _mean(values: Sequence[float]) -> float:
    """The mean of what is defined: a half of one class has no AUC."""
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else math.nan


def _worst(rows: FeatureCombinations, pos: Floats, neg: Floats, count: NDArray[np.int64]) -> dict[str, list[Any]]:
    """The combinations with the most errors that nobody can avoid, the most first."""
    errors = np.minimum(pos, neg)
    places = np.argsort(-errors, kind="stable")[:WORST]
    places = places[errors[places] > 0]
    columns = {name: rows.values(name, places) for name in rows.features}
    known = {"rows": count, "positives": pos, "rate": ratio(pos, pos + neg), "errors": errors}
    return columns | {name: values[places].tolist() for name, values in known.items()}


def _notes(conflicts: int, alone: float, corrected: Corrected) -> list[Message]:
    if alone == 1:
        return [Message("ceiling_trivial")]
    said = [Message("ceiling_without_conflict")] if not conflicts else []
    if alone >= 0.1:
        said.append(Message("ceiling_flattered", share=alone))
    return [*said, Message("ceiling_of_others", splits=corrected.splits, seen=corrected.seen)]


def _whole(name: str, given: object, least: int, most: int) -> int:
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (int, np.integer)) or not least <= given <= most:
        raise InputError("decisions.whole_number_out_of_range", name=name, given=given, least=least, most=most)
    return int(given)


def _shown(worst: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: ["–" if value is None else value for value in values] for name, values in worst.items()}
