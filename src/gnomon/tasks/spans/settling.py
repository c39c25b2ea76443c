"""What the first rows settle of tagged sentences: the scheme of their tags, and the types."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...engines.source import place as said_place
from ...errors import InputError
from ...texts.columns import cells_of
from ...texts.measure import SentencePairs, at_position
from ...texts.schemes import scheme_of
from ...texts.span_cells import SpanList, tags_or_spans
from ...texts.span_measure import tagged_cells
from ...texts.spans import tagged_pair
from ...texts.tags import LETTERS, has_prefix

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.survey import Survey


OFFSETS = "offsets"
"""What stands in the place of a scheme where spans are given."""
LOOKED_AT = 200
"""Cells that tell whether a column holds tags."""


def looks_tagged(column: Any) -> bool:
    """Whether a column's first cells hold nothing but tags, or lists of spans, some of them of a type."""
    cells = [cell for cell in cells_of(column.part(slice(0, LOOKED_AT))) if cell is not None]
    read = [_read(cell) for cell in cells]
    if not read or any(one is None for one in read):
        return False
    if any(type(tag) is str and not _in_front(tag) for one in read if not isinstance(one, SpanList) for tag in one):
        return False  # Plan-B may be a class: only task="spans" says that it is a tag
    return any(isinstance(one, SpanList) and one for one in read) or any(
        len(tag) > 1 for one in read for tag in one or () if type(tag) is str
    )


def _read(cell: object) -> Any:
    """The tags or spans of a cell; None where it is something else."""
    if isinstance(cell, str) and not cell.lstrip().startswith("[") and not all(map(_in_front, cell.split())):
        return None
    found = tags_or_spans(cell)
    return found if isinstance(found, (list, tuple)) else None


def _in_front(tag: str) -> bool:
    """Whether a text is a tag whose letter stands first."""
    return has_prefix(tag) or tag in set(LETTERS)


def settled(plan: "Plan", survey: "Survey") -> "Plan":
    """The plan with the scheme and the types of the first rows, as far as they are not named."""
    columns = [plan.label, *(model.prediction for model in plan.models if model.prediction)]
    cells: list[list[Any]] = [[] for _ in columns]
    for batch in survey.batches:
        for place, column in enumerate(columns):
            if column in batch:
                cells[place] += cells_of(batch[column])
    types, schemes = set(plan.options.get("types") or ()), [] if plan.options.get("scheme") in (None, "auto") else [plan.options["scheme"]]
    for place, said in enumerate(cells[1:], 1):
        rows = [row for row in range(len(said)) if cells[0][row] is not None and said[row] is not None]
        names = (f"{columns[0]!r}", f"{columns[place]!r}")
        pairs = tagged_cells([cells[0][row] for row in rows], [said[row] for row in rows], names, _where(rows, plan))
        met, scheme = _of_pairs(pairs, plan)
        types |= met if not plan.options.get("types") else set()
        schemes += [scheme] if not schemes or scheme == OFFSETS else []
    return plan.replace(options={**plan.options, "scheme": schemes[-1] if schemes else "IOB2", "types": tuple(sorted(types))})


def _where(rows: Sequence[int], plan: "Plan") -> Any:
    return lambda row: said_place(rows[row], plan.first_row) if plan.first_row is not None else at_position(rows[row])


def _of_pairs(pairs: SentencePairs, plan: "Plan") -> tuple[set[str], str]:
    """The types of two columns, and the scheme of their tags."""
    sides = (pairs.truth, pairs.said)
    if any(isinstance(cell, SpanList) for side in sides if isinstance(side, (list, tuple)) for cell in side):
        return set(_named(sides)), OFFSETS
    truth, said = tagged_pair(pairs)
    if plan.options.get("mode") == "conlleval":
        return {*truth.types}, "auto"
    named = plan.options.get("scheme")
    return {*truth.types}, named if named not in (None, "auto") else scheme_of(truth, said, pairs.names[0], pairs.where)


def _named(sides: Iterable[Any]) -> Iterable[str]:
    return (span[0] for side in sides for cell in side if isinstance(cell, SpanList) for span in cell)


def refuse_strange(found: Iterable[str], plan: "Plan", name: str) -> None:
    """Refuse a type that the first rows do not have."""
    known = plan.options["types"]
    strange = sorted({*found} - {*known})
    if strange:
        shown = ", ".join(map(repr, known[:8])) + (", …" if len(known) > 8 else "")
        raise InputError(
            "spans.type_after_first_rows",
            name=name,
            strange=strange[0],
            shown=shown,
        )
