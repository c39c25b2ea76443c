"""Rows of several evaluations brought together by a key, in place of their order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engines.columns import spelt
from ..errors import InputError
from ..inputs.moments import shown
from ..messages import Message
from ..messages.language import listed, say
from .kept_rows import StoredRows
from .result import Evaluation

Ids = NDArray[np.int64]


def matched(given: Mapping[str, StoredRows], key: Sequence[str], missing: str) -> tuple[dict[str, StoredRows], list[Message]]:
    """The rows of all in the first one's order, and what was left out.

    A key names one row: one that stands twice is refused. Rows that others lack are refused too, or left out and counted with
    ``missing="drop"``.
    """
    for name, one in given.items():
        if tuple(one.key) != tuple(key):
            has = say("evaluation.part_key_kept", names=listed(map(repr, one.key))) if one.key else say("evaluation.part_no_key_kept")
            raise InputError(
                "evaluation.key_column_not_kept",
                name=name,
                names=listed(map(repr, key)),
                has=has,
            )
    ids = _joint(given, key)
    for name, mine in ids.items():
        _refuse_twice(name, given[name], mine)
    common = _common(list(ids.values()))
    alone = {name: np.flatnonzero(~np.isin(mine, common)) for name, mine in ids.items()}
    lacking = {name: rows for name, rows in alone.items() if len(rows)}
    if not len(common) or (lacking and missing != "drop"):
        raise InputError(_unmatched(given, lacking, bool(len(common))))
    first = next(iter(ids.values()))
    order = first[np.isin(first, common)]
    made = {name: given[name].taken(_places(mine, order)) for name, mine in ids.items()}
    said = [Message("rows_of_one_only", name=name, count=len(rows), rows=len(given[name])) for name, rows in lacking.items()]
    return made, said


def _joint(given: Mapping[str, StoredRows], key: Sequence[str]) -> dict[str, Ids]:
    """Each row's key as a number that is the same in all."""
    known: list[dict[Any, int]] = [{} for _ in key]
    found = {name: [one.named_key(column) for column in key] for name, one in given.items()}
    spelled = [_spelled([found[name][at][0] for name in given]) for at in range(len(key))]
    columns: dict[str, list[Ids]] = {}
    for name in given:
        columns[name] = []
        for vocabulary, read, (names, codes) in zip(known, spelled, found[name], strict=True):
            names = [_spelt(value) for value in names] if read else names
            table = np.array([vocabulary.setdefault(value, len(vocabulary)) for value in names] or [0], np.int64)
            columns[name].append(table[codes])
    if len(key) == 1:
        return {name: codes[0] for name, codes in columns.items()}
    together = np.concatenate([np.column_stack(codes) for codes in columns.values()])
    joint = np.unique(together, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    ends = np.cumsum([len(one) for one in given.values()])[:-1]
    return dict(zip(columns, np.split(joint, ends), strict=True))


def _spelled(kinds: list[list[Any]]) -> bool:
    """Whether a column of keys is text in one table and something else in another, so that the text is read as what it spells."""
    texts = [all(isinstance(value, str) for value in names) for names in kinds]
    return any(texts) and not all(texts)


def _spelt(value: object) -> tuple[bool, Any]:
    """A key as labels are read: the text 7 is the number, 007 is none, a date is its text. True is not 1."""
    plain = spelt(value) if isinstance(value, str) else shown(value)
    return isinstance(plain, bool), plain


def _refuse_twice(name: str, rows: StoredRows, ids: Ids) -> None:
    order = np.argsort(ids, kind="stable")
    again = np.flatnonzero(np.diff(ids[order]) == 0)
    if not len(again):
        return
    later = order[again + 1]
    at = int(later.min())
    before = int(np.flatnonzero(ids[:at] == ids[at])[0])
    raise InputError(
        "evaluation.key_duplicate",
        said_key=rows.said_key(at),
        before=before,
        at=at,
        name=name,
        count=len(again),
    )


def _common(ids: list[Ids]) -> Ids:
    common = ids[0]
    for other in ids[1:]:
        common = np.intersect1d(common, other, assume_unique=True)
    return common


def _places(ids: Ids, wanted: Ids) -> Ids:
    order = np.argsort(ids)
    return np.asarray(order[np.searchsorted(ids, wanted, sorter=order)], np.int64)


def _unmatched(given: Mapping[str, StoredRows], lacking: Mapping[str, Ids], some: bool) -> str:
    first = {name: given[name].said_key(int(rows[0])) for name, rows in lacking.items()}
    said = [
        say(
            "evaluation.part_rows_unmatched",
            count=len(rows),
            count_2=len(given[name]),
            name=name,
            first=first[name],
        )
        for name, rows in lacking.items()
    ]
    if not some:
        return say(
            "evaluation.key_no_row_shared",
            names=listed(given),
            listed=say("inputs.part_list_separator").join(said),
        )
    return say("evaluation.key_rows_unmatched", listed=say("inputs.part_list_separator").join(said))


def shared_key(given: dict[str, Evaluation]) -> tuple[str, ...]:
    """The key that all evaluations kept their rows with; none where they differ, or where lists are matched by their queries."""
    keys = {tuple(one.kept.key) if one.kept is not None else () for one in given.values()}
    lists = any(aspect.waits(one.plan) for one in given.values() for aspect in one.plan.aspects)
    return keys.pop() if len(given) > 1 and len(keys) == 1 and not lists else ()


def match_rows(given: dict[str, Evaluation], key: tuple[str, ...], missing: str) -> tuple[dict[str, Evaluation], list[Message]]:
    """The evaluations with their rows brought together by a key: the one named, or the one that all were kept with."""
    key = key or shared_key(given)
    if not key:
        return given, []
    kept = {name: rows_of(one, name) for name, one in given.items()}
    if any(aspect.waits(one.plan) for one in given.values() for aspect in one.plan.aspects):
        raise InputError("evaluation.key_not_allowed_with_group")
    made, notes = matched(kept, key, missing)
    return {name: replace(one, kept=made[name], rows=len(made[name])) for name, one in given.items()}, notes


def rows_of(one: Evaluation, name: str) -> StoredRows:
    """The rows that an evaluation kept, or an error that says how to keep them."""
    if one.kept is None:
        raise InputError(
            "evaluation.comparison_rows_not_kept",
            name=name,
        )
    return one.kept
