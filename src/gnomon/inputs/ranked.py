"""Lists to be ranked, from whatever shape they come in: flat columns with a group, a matrix, lists of lists."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..messages.language import say
from ..types import Array
from .arrays import column_names, missing_mask, more, not_empty, one_column, one_dimension, same_length, to_array
from .direction import HIGHER, check_direction, read
from .groups import Groups, encode_groups
from .labels import plain
from .numbers import as_floats, refuse_not_finite
from .rows import drop_missing
from .sizes import GroupSizes


class QueryRows(NamedTuple):
    """Rows of queries: the grade and the score of each, its query, and where given the text of its item's name."""

    grade: NDArray[np.float64]
    score: Array
    groups: Groups
    item: list[bytes] | None


class ArgumentNames(NamedTuple):
    """What the caller's arguments are called, in errors."""

    relevance: str = "relevance"
    score: str = "score"


USUALLY = ArgumentNames()


class _Unsaid:
    """The default of group=: nothing was said of it, where None says that the rows are one list."""

    def __repr__(self) -> str:
        return "..."


UNSAID: Any = _Unsaid()


def ranked_rows(
    relevance: object,
    score: object,
    group: Any = UNSAID,
    item: object = None,
    missing: str = "error",
    called: ArgumentNames = USUALLY,
    direction: object = HIGHER,
) -> QueryRows:
    """Validate relevance and scores of the items of queries; what scores highest comes first, or lowest, as ``direction`` says.

    >>> rows = ranked_rows([[3, 2], [1]], [[0.5, 0.1], [0.2]])
    >>> rows.grade.tolist(), rows.groups.codes.tolist()
    ([3.0, 2.0, 1.0], [0, 0, 1])
    """
    for values in (relevance, score):
        refuse_judgments(values)
    unsaid, group = group is UNSAID, None if group is UNSAID else group
    g, s, group, item = _flat(relevance, score, group, item, called)
    one_dimension(g, called.relevance, "inputs.remedy_one_grade_a_row")
    one_dimension(s, called.score, "inputs.remedy_one_score_or_lists")
    not_empty(g.size, called.relevance)
    same_length(g.size, called.relevance, s.size, called.score)
    if unsaid and group is None:
        raise InputError(
            "inputs.group_missing_for_ranking",
            size=g.size,
        )
    lists = group if isinstance(group, Groups) else None
    if lists is not None:
        group = lists.codes
    if group is not None:
        refuse_sizes(group, g.size, called.relevance)
    if missing != "error":
        g, s, group, item = drop_missing({called.relevance: g, called.score: s, "group": group, "item": item}, missing)
    if lists is not None:
        groups = Groups(group, lists.names)
    else:
        groups = Groups(np.zeros(g.size, np.uint32), np.zeros(1, np.int64)) if group is None else encode_groups(group)
    grades, scores = as_floats(g, called.relevance), as_floats(s, called.score)
    _refuse_no_grade(grades, called.relevance)
    refuse_not_finite(scores, called.score, missing)
    scores, names = read(scores, check_direction(direction)), None if item is None else _texts(item, g.size, called)
    return QueryRows(grades.astype(np.float64, copy=False), scores, groups, names)


def refuse_judgments(values: object) -> None:
    """Judgments and runs by query are no rows, and have a way in of their own."""
    if isinstance(values, Mapping) or type(values).__module__.partition(".")[0] == "ranx":
        raise InputError(
            "inputs.judgments_given_as_rows",
            type=type(values).__name__,
        )


def _flat(relevance: object, score: object, group: object, item: object, called: ArgumentNames) -> tuple[Any, ...]:
    """Grades, scores, groups and items of each row; lists of lists and matrices are a group a line."""
    if score is None:
        raise InputError(
            "inputs.ranked_scores_missing",
            score=called.score,
            relevance=called.relevance,
        )
    if _nested(relevance) or _nested(score):
        relevance, score, group, item = _flattened(relevance, score, group, item, called)
    g, s = to_array(relevance, called.relevance), to_array(score, called.score)
    if g.ndim == 1:
        s = one_column(s)
    return _unrolled(g, s, group, item, called) if g.ndim == 2 or s.ndim == 2 else (g, s, group, item)


def _nested(values: object) -> bool:
    """Whether these are lists of lists, whose lengths may differ."""
    if isinstance(values, np.ndarray):
        return values.dtype == object and values.ndim == 1 and values.size > 0 and hasattr(values[0], "__len__")
    if isinstance(values, (list, tuple)):
        return len(values) > 0 and hasattr(values[0], "__len__") and not isinstance(values[0], (str, bytes))
    dtype = str(getattr(values, "dtype", getattr(values, "type", "")))
    return dtype.startswith(("List", "list", "Array")) or (dtype == "object" and _nested(np.asarray(values)))


def _flattened(relevance: Any, score: Any, group: Any, item: Any, called: ArgumentNames) -> tuple[Any, ...]:
    """Lists of lists as flat columns; ``group`` then names the lists."""
    columns = {called.relevance: relevance, called.score: score, **({} if item is None else {"item": item})}
    lists = {name: [list(part) if hasattr(part, "__len__") else part for part in values] for name, values in columns.items()}
    for name, parts in lists.items():
        flat = next((place for place, part in enumerate(parts) if not isinstance(part, list)), None)
        if flat is not None:
            raise InputError(
                "inputs.list_entry_not_list",
                name=name,
                parts=parts[flat],
                flat=flat,
            )
    sizes = [len(part) for part in lists[called.relevance]]
    for name, parts in lists.items():
        same_length(len(sizes), called.relevance, len(parts), name)
        for query, (part, size) in enumerate(zip(parts, sizes, strict=True)):
            if len(part) != size:
                raise InputError(
                    "inputs.list_lengths_differ",
                    name=name,
                    count=len(part),
                    query=query,
                    relevance=called.relevance,
                    size=size,
                )
    if not sum(sizes):
        raise InputError("inputs.lists_all_empty", relevance=called.relevance)
    names = _names_of_lists(group, len(sizes))
    flat_columns = {name: [value for part in parts for value in part] for name, parts in lists.items()}
    groups = Groups(np.repeat(names.codes, sizes), names.names)
    return flat_columns[called.relevance], flat_columns[called.score], groups, flat_columns.get("item")


def _unrolled(g: Array, s: Array, group: object, item: object, called: ArgumentNames) -> tuple[Any, ...]:
    """Matrices with a line for each query as flat columns; ``group`` then names the lines."""
    if g.shape != s.shape or g.ndim != 2:
        raise InputError(
            "inputs.list_shapes_differ",
            relevance=called.relevance,
            shape=g.shape,
            score=called.score,
            shape_2=s.shape,
        )
    names = _names_of_lists(group, g.shape[0])
    ids = None
    if item is not None:
        ids = to_array(item, "item")
        if ids.shape not in (g.shape, g.shape[1:]):
            raise InputError("inputs.item_shape_mismatch", shape=ids.shape, shape_2=g.shape)
        ids = np.broadcast_to(ids, g.shape).ravel()
    return g.ravel(), s.ravel(), Groups(np.repeat(names.codes, g.shape[1]), names.names), ids


def _names_of_lists(group: object, queries: int) -> Groups:
    """The name of each list, in which no row need stand."""
    if group is None:
        return Groups(np.arange(queries, dtype=np.uint32), np.arange(queries, dtype=np.int64))
    if isinstance(group, GroupSizes):
        raise InputError("inputs.group_sizes_with_lists")
    names = one_dimension(to_array(group, "group"), "group", "inputs.remedy_one_name_a_list")
    if names.size != queries:
        raise InputError(
            "inputs.group_count_mismatch",
            size=names.size,
            queries=queries,
        )
    seen = encode_groups(names)
    if len(seen.names) < queries:
        counts = np.bincount(seen.codes)
        raise InputError(
            "inputs.group_named_twice",
            value=plain(seen.names[int(np.argmax(counts > 1))]),
        )
    return seen


def refuse_sizes(group: object, rows: int, other: str) -> None:
    """A group that does not go with the rows; the sizes and borders that some tools take are told apart."""
    if isinstance(group, GroupSizes):
        group.refuse_other(rows, other)
    if not hasattr(group, "__len__") or column_names(group) or len(group) == rows:
        return
    numbers = to_array(group, "group")
    if numbers.dtype.kind in "iu" and numbers.ndim == 1 and numbers.size:
        if int(numbers.sum()) == rows:
            raise InputError(
                "inputs.group_holds_sizes",
                count=len(group),
                rows=rows,
            )
        if numbers[0] == 0 and numbers[-1] == rows and (np.diff(numbers.astype(np.int64)) >= 0).all():
            raise InputError(
                "inputs.group_holds_borders",
                count=len(group),
                rows=rows,
            )
    same_length(rows, other, len(group), "group")


def _refuse_no_grade(grades: Array, name: str) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(grades.sum()):  # one pass, no temporary; a sum that overflows is looked into below
            return
    broken = np.flatnonzero(~np.isfinite(grades))
    if broken.size:
        at = int(broken[0])
        value, remedy = f"{grades[at]:g}", say("inputs.remedy_finite_grades")
        if np.isnan(grades[at]):
            value, remedy = "NaN", say("inputs.remedy_drop_missing")
        raise InputError(
            "inputs.number_not_finite_or_huge",
            name=name,
            value=value,
            at=at,
            more=more(broken.size, grades.size),
            remedy=remedy,
        )


def _texts(item: object, n: int, called: ArgumentNames) -> list[bytes]:
    """The items' names as trec_eval compares them: text, byte by byte."""
    names = one_dimension(to_array(item, "item"), "item", "inputs.remedy_one_name_a_row")
    same_length(names.size, "item", n, called.relevance)
    missing = missing_mask(names)
    if missing is not None and missing.any():
        raise InputError("inputs.item_missing", value=int(np.argmax(missing)))
    return [str(name).encode("utf-8", "surrogatepass") for name in names.tolist()]


def order_by_name(rows: QueryRows, starts: Array, order: Array) -> NDArray[np.uint32]:
    """The places of each query's rows in the order of trec_eval 9: scores as 32-bit floats, then the names of items, both descending."""
    assert rows.item is not None
    out = np.empty(len(order), np.uint32)
    with np.errstate(over="ignore"):
        single = np.asarray(rows.score, np.float32)[order]
    names = [rows.item[row] for row in order.tolist()]
    for query, (first, end) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        part = range(first, end)
        if len({names[i] for i in part}) < len(part):
            _refuse_twice(names[first:end], rows.groups, query)
        places = sorted(sorted(part, key=names.__getitem__, reverse=True), key=lambda i: -single[i])
        out[first:end] = np.array(places, np.int64) - first
    return out


def _refuse_twice(names: list[bytes], groups: Groups, query: int) -> None:
    twice = next(name for place, name in enumerate(names) if name in names[:place])
    raise InputError(
        "inputs.item_duplicate_in_query",
        decode=twice.decode(),
        value=plain(groups.names[query]),
    )
