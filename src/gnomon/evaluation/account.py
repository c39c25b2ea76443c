"""The account of a pass: what it may hold of each kind, settled from the plan and the limit before anything is allocated."""

import math
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from ..memory import reading_share, said_bytes
from ..parallel import THREADS
from .slice_bins import binned
from .vocabulary import NAME_BYTES, slice_vocabularies

if TYPE_CHECKING:
    from ..engines import Batch
    from .plan import Plan
    from .survey import Survey

CELL_BYTES = 24
LONG = 2**23
"""Rows from which a second partial gains more than it costs."""
BATCHES = 5
"""Batches that are there at once: one in the making, one on its way, two that wait, one in hand."""
TEXT_BYTES = 200
"""A key that is a text, in a batch: as Arrow holds it, as a string of Python's, and its code."""
SENTENCE_BYTES = 2000
"""A text to be read, likewise, with its words."""
VALUE_BYTES = 16
"""A label or a slice in a batch; there are few different ones."""
WORKING, WORKING_COLUMN = 70, 48
"""Bytes that a row takes besides its own while a model's rows are summed up, and for each of that model's columns."""
WIDE = 64
FREE = 0.7
"""Of a large limit, what the reader and the batches leave at the least."""
LEAST_BATCH, LEAST_WIDE = 2**12, 2**14
"""Rows in a batch, and rows summarised together, below which reading would crawl."""
MOST_GRID_PARTS, MOST_SLICED_PARTS = 16, 4
"""How many times smaller than their usual size the tables of blocks may be made; those of slices are small already."""


def row_bytes(plan: "Plan") -> int:
    """What a row takes while it is at hand."""
    widths = {"number": 8, "label": 2, "key": 8, "text": 8}
    columns = sum(0 if part.blank else widths[part.kind] for part in plan.parts)
    columns += 8 * sum(aspect.derived_columns(plan) for aspect in plan.aspects) if plan.task is not None else 0
    return columns + 2 * _views(plan) + (8 if plan.missing == "drop" else 0)


def row_cost(plan: "Plan") -> int:
    """The same with what it takes to sum it up, model by model and slice by slice."""
    widest = max((len(model.columns) for model in plan.models), default=1)
    return row_bytes(plan) + WORKING + WORKING_COLUMN * max(widest, 1) + 8 * _views(plan)


def wide(plan: "Plan") -> bool:
    """Whether rows are so wide that many arrays of some megabytes come and go, of which the C library would keep the pages."""
    return row_bytes(plan) > WIDE


def batch_rows(plan: "Plan", limit: int) -> int:
    """Rows to read at a time, so that the batches that are there at once take a tenth."""
    return min(max(limit // 10 // (BATCHES * _batch_bytes(plan)), LEAST_BATCH), 2**20)


def survey_rows(plan: "Plan", limit: int) -> int:
    """Rows whose every column the survey may keep."""
    return max(limit // 8 // _batch_bytes(plan), LEAST_BATCH)


def _batch_bytes(plan: "Plan") -> int:
    widths = {"number": 8, "label": VALUE_BYTES, "key": TEXT_BYTES, "text": SENTENCE_BYTES}
    return plan.text_bytes + (sum(VALUE_BYTES if part.blank else widths[part.kind] for part in plan.parts) or VALUE_BYTES)


def has_texts(plan: "Plan") -> bool:
    """Whether there are columns whose texts may be long: those that are sliced by."""
    return any(part.blank for part in plan.parts)


def text_bytes(plan: "Plan", batch: "Batch") -> int:
    """What the texts of slices take in a row of a batch; 0 where they are as short as names are."""
    total = 0
    for name in {part.column for part in plan.parts if part.blank} & {*batch}:
        lengths = np.array([len(one) if isinstance(one, str) else 0 for one in batch[name].names or ()])
        mean = float(lengths[batch[name].values].mean()) if len(lengths) and len(batch[name].values) else 0.0
        total += math.ceil(mean) if mean > VALUE_BYTES else 0
    return total


def _views(plan: "Plan") -> int:
    return len(plan.by) + (len(plan.by) > 1)


def settled(plan: "Plan", found: "Survey", few: bool) -> "Plan":
    """The plan with what tables of blocks and names of keys will take set aside; refused where not even the least of all fits.

    ``few`` says that all rows will be at hand.
    """
    if plan.limit is None:
        return plan
    size = min(plan.batch_rows, batch_rows(plan, plan.limit))  # columns may be wider than labels were thought to be
    batches = BATCHES * size * _batch_bytes(plan)
    free = max(plan.limit - _reading(plan, plan.limit) - max(batches - plan.limit // 16, 0), 1)  # what rows take has slack for the rest
    names = min(_name_bytes(plan, found), free * 5 // 8)
    slices = _slices(plan, found)
    tables, each, count = _table_bytes(plan, found, slices, few)
    most_parts = MOST_SLICED_PARTS if each else MOST_GRID_PARTS
    parts = min(max(math.ceil(tables / max((free - names) / 2, 1)), 1), most_parts)
    room = (free - names - tables // parts) // 2
    curves = sum(max(len(model.columns), 1) for model in plan.models) * (1 + slices)
    least = max(LEAST_WIDE * row_cost(plan), 2**8 * 2 * CELL_BYTES * curves)
    if room < least:
        # Tables that are made smaller take up to half, names up to five eighths.
        needed = max(4 * least if tables else 0, 2 * least + tables // most_parts)
        raise too_little(plan, min(needed + _name_bytes(plan, found), needed * 8 / 3))
    return plan.replace(
        grid_parts=parts,
        batch_rows=size,
        most_names=free * 5 // 8,
        most_tables=count + room // 4 // max(each // parts, 1) if each else None,
        most_cells=min(plan.most_cells, room // (2 * CELL_BYTES)),
        most_rows=min(plan.most_rows, max(room // row_cost(plan), LEAST_WIDE)),
        most_waiting=min(plan.most_waiting, room // 2),
    )


def _reading(plan: "Plan", limit: int) -> int:
    return reading_share(limit, len(plan.wanted.names))


def _name_bytes(plan: "Plan", found: "Survey") -> int:
    """What the names of keys may come to, were all rows as varied as the first."""
    total = 0
    for part in plan.parts if found.batches else ():
        if part.kind == "key" and not part.blank and part.column not in plan.integer_keys:
            first = found.batches[0][part.column].encoded()
            share = len(first.names or ()) / max(len(first.values), 1)
            total += int(NAME_BYTES * share * (found.likely or 2**62))
    return total


def _slices(plan: "Plan", found: "Survey") -> int:
    """How many slices the first rows have."""
    vocabularies = slice_vocabularies(plan.by)
    for batch in found.sliced if plan.by else ():
        cut = binned(batch, plan.slice_edges) if plan.slice_edges else batch
        for vocabulary in vocabularies:
            vocabulary.codes(cut)
    return sum(map(len, vocabularies))


def _table_bytes(plan: "Plan", found: "Survey", slices: int, few: bool) -> tuple[int, int, int]:
    """What tables of blocks take at their usual size, all of them and the largest of a slice, and how many there will be."""
    total = each = count = 0
    for aspect in plan.aspects:
        if few or plan.seed is None or aspect.waits(plan) or not aspect.needs_blocks(plan):
            continue
        sliced = slices if aspect.needs_blocks(plan, sliced=True) else 0
        for model in (model for model in plan.models if aspect.has(plan, model)):
            of_slice = aspect.table_bytes(plan, model, len(found.names), True) if sliced else 0
            total += aspect.table_bytes(plan, model, len(found.names), False) + sliced * of_slice
            each, count = max(each, of_slice), count + 1 + sliced
    partials = min(THREADS, 2) if (found.likely or 0) > LONG else 1  # each has tables of its own
    return total * partials, each * partials, count


def for_rows(plan: "Plan", rows: int) -> str:
    """The limit at which so many rows would all be at hand, as the argument takes it."""
    return said_bytes(_rounded(_limit_for(plan, 2 * rows * row_cost(plan))))


def _limit_for(plan: "Plan", free: float) -> float:
    """The limit that leaves so many bytes free once the reader and the batches have their share."""
    batches = BATCHES * LEAST_BATCH * _batch_bytes(plan)
    return max(free / FREE, (free + batches + _reading(plan, 0)) / 0.95, plan.limit or 0)


def rows_apart(plan: "Plan", rows: int) -> InputError:
    """The refusal to compare rows that are not all at hand."""
    if plan.elsewhere:
        return InputError(
            "evaluation.cluster_rows_too_many",
            most=plan.most_kept,
            rows=rows,
        )
    return InputError(
        "evaluation.compared_rows_exceed_memory",
        rows=rows,
        needed=for_rows(plan, rows),
    )


def groups_too_large(plan: "Plan", name: object, size: int, groups: int, rows: int) -> InputError:
    """The refusal of groups that do not fit where their rows were brought together."""
    return InputError(
        "evaluation.partition_exceeds_memory",
        rows=rows,
        groups=groups,
        column=plan.group,
        limit=said_bytes(plan.limit or 0),
        name=name,
        size=size,
        needed=said_bytes(_rounded(2 * (plan.limit or 0))),
    )


def too_little(plan: "Plan", bytes_needed: float) -> InputError:
    """The refusal of what does not fit, with the limit that would do: a quarter of it is the reader's."""
    assert plan.limit is not None
    needed = _limit_for(plan, bytes_needed)
    return InputError(
        "evaluation.results_exceed_memory",
        limit=said_bytes(plan.limit),
        models=len(plan.models),
        columns=len(plan.wanted.names),
        needed=said_bytes(_rounded(needed)),
    )


def too_many_names(plan: "Plan", column: str, names: int, share: float) -> InputError:
    """The refusal of keys whose names no longer fit; ``share`` is how much of the rows has been read, as far as that is known."""
    assert plan.limit is not None
    return InputError(
        "evaluation.text_names_exceed_memory",
        column=column,
        names=names,
        limit=said_bytes(plan.limit),
        needed=said_bytes(_rounded(plan.limit / share)),
    )


def _rounded(amount: float) -> int:
    """Up to two digits."""
    unit = 10 ** max(math.floor(math.log10(max(amount, 1))) - 1, 0)
    return int(math.ceil(amount / unit) * unit)
