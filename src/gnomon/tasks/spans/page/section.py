"""The section of entity types: how well each is found, what it is taken for, and what went wrong."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ....evaluation import Evaluation
from ....evaluation.saved import plain_number
from ....report.names import shown
from ....report.section import Section, View, summary_of
from ....summary import SpanErrors
from ....summary.span_errors import ENDS, FATES
from ..tables import type_table
from . import words

MOST_TYPES = 200
IN_MATRIX = 20


class EntityTypes(Section):
    """How well is each type found?"""

    key = "entity_types"
    order = 4
    folder = Path(__file__).parent
    template = "types.html"
    scripts = ("types.js",)
    styles = ("types.css",)
    link = "entity_types_link"
    page_words = words.PAGE
    script_words = words.SCRIPT
    evidence_names = words.EVIDENCE

    def shown(self, e: Evaluation) -> bool:
        return any(summary_of(e, model, "span_errors") is not None for model in e.names)

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        return {"fates": FATES, "models": [_payload(e, model) for model in e.names]} if self.shown(e) else None

    def terms(self, e: Evaluation) -> Iterable[str]:
        return ("entity_f1", "entity_precision", "entity_recall", "span_scores", "token_accuracy") if self.shown(e) else ()


def _payload(e: Evaluation, model: str) -> dict[str, Any] | None:
    errors = summary_of(e, model, "span_errors")
    if errors is None:
        return None
    table = type_table((e.type_lines or {}).get(model, []), e.level)
    columns = (table.type, table.f1, table.low, table.high, table.precision, table.recall, table.actual, table.predicted)
    lines = [[shown(name), *map(plain_number, map(float, rest))] for name, *rest in zip(*columns, strict=True)]
    ends = dict(zip(ENDS, errors.ends.tolist(), strict=True))
    found = {"lines": lines[:MOST_TYPES], "types": len(lines), "fates": errors.fates.tolist(), "ends": ends}
    return found | {"misfits": errors.misfits.tolist(), **_matrix(errors)}


def _matrix(errors: SpanErrors) -> dict[str, Any]:
    """The most frequent types, true by predicted, with what was missed and what was marked in vain."""
    k = len(errors.types)
    size = errors.matrix[:k].sum(1) + errors.matrix[:, :k].sum(0)
    some = np.sort(np.argsort(-size, kind="stable")[:IN_MATRIX])
    which = np.array([*some.tolist(), k], np.int64)
    return {"names": [shown(errors.types[place]) for place in some], "matrix": errors.matrix[np.ix_(which, which)].tolist(), "all": k}


SECTIONS: tuple[Section, ...] = (EntityTypes(),)
