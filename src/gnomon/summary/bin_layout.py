"""Where a variable is cut: edges of numbers or sets of categories, with bins of their own for special codes and for missing values."""

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..inputs.numbers import is_number
from ..inputs.variables import Variable
from ..messages.language import say
from ..parallel import THREADS
from .invariants import as_whole

MOST_BINS = 100_000
KEYS = {"edges", "groups", "special", "closed", "missing_in"}


@dataclass(frozen=True)
class Layout:
    """Bins in their order: the regular ones, one for each special code, the missing, and the other (categories nobody named).

    Numbers are cut at ``edges``; ``closed`` says which end of a bin belongs to it: "left" is [a, b), "right" is (a, b]. Categories are
    gathered in ``groups``, and then there are no edges.

    >>> from gnomon.inputs.variables import as_variable
    >>> cut = Layout(edges=(18, 65), special=(-1,))
    >>> cut.names, cut.assign(as_variable([17, 18, 65, -1, None])).tolist()
    (('(-inf, 18)', '[18, 65)', '[65, inf)', 'special: -1', 'missing', 'other'), [0, 1, 2, 3, 4])
    """

    edges: tuple[float, ...] = ()
    groups: tuple[tuple[Any, ...], ...] | None = None
    special: tuple[Any, ...] = ()
    closed: str = "left"
    missing_in: int | None = None
    """The place of the regular bin that missing values are counted in; None where they have their own."""

    def __post_init__(self) -> None:
        if self.closed not in ("left", "right"):
            raise InputError("scorecards.closed_unknown", closed=self.closed)
        groups = None if self.groups is None else _as_groups(self.groups)
        special = _distinct(self.special, "special")
        if groups is not None and (both := [one for one in special if any(one in group for group in groups)]):
            raise InputError("summary.special_code_in_group", value=both[0])
        edges = _as_edges(self.edges)
        if self.missing_in is not None:
            as_whole(self.missing_in, "missing_in", 0, (len(edges) + 1 if groups is None else len(groups)) - 1)
        if groups is not None and edges:
            raise InputError("summary.edges_with_groups")
        if self.groups is None and not all(is_number(one) for one in special):
            wrong = next(one for one in special if not is_number(one))
            raise InputError("summary.special_code_not_numeric", value=wrong)
        self.__dict__.update(edges=edges, groups=groups, special=tuple(float(one) for one in special) if groups is None else special)

    @property
    def regular(self) -> int:
        """How many bins there are besides those of special codes, missing and other values."""
        return len(self.edges) + 1 if self.groups is None else len(self.groups)

    @property
    def missing(self) -> int:
        """The place of the bin of missing values."""
        return self.regular + len(self.special)

    @property
    def other(self) -> int:
        """The place of the bin of categories that no group names; numbers never fall there."""
        return self.missing + 1

    @property
    def size(self) -> int:
        """How many bins there are in all."""
        return self.other + 1

    @property
    def names(self) -> tuple[str, ...]:
        """What each bin holds, as text."""
        if self.groups is None:
            ends = ["-inf", *_told_apart(self.edges), "inf"]
            left, right = "[)" if self.closed == "left" else "(]"
            regular = [f"{left}{a}, {b}{right}" for a, b in pairwise(ends)]
            regular[0] = "(" + regular[0][1:]
            regular[-1] = regular[-1][:-1] + ")"
        else:
            regular = [", ".join(map(str, group)) for group in self.groups]
        special = [say("summary.part_special_code", code=_shown(code)) for code in self.special]
        return (*regular, *special, say("summary.part_missing"), say("summary.part_other"))

    def name_of(self, place: int) -> str:
        """What one bin holds, as text."""
        if self.groups is not None or not 0 < place < len(self.edges):
            return self.names[place]
        near = self.edges[max(place - 2, 0) : place + 2]  # edges that read alike stand side by side
        texts = dict(zip(near, _told_apart(near), strict=True))
        left, right = "[)" if self.closed == "left" else "(]"
        return f"{left}{texts[self.edges[place - 1]]}, {texts[self.edges[place]]}{right}"

    def assign(self, variable: Variable) -> NDArray[np.int64]:
        """The bin of each row."""
        if self.groups is None:
            return self._of_numbers(variable)
        if variable.names is None:
            raise InputError("summary.numbers_in_category_bins")
        found = self.of_names(variable.names)
        return found[variable.values]  # the last place is that of -1, which is missing

    def _of_numbers(self, variable: Variable) -> NDArray[np.int64]:
        if variable.names is not None:
            raise InputError("summary.value_not_numeric_for_bins", value=next(iter(variable.names), ""))
        values = variable.values
        places = _core.bin_places(
            values, np.array(self.edges, np.float64), self.closed == "left", np.array(self.special, np.float64), THREADS
        )
        if self.missing_in is not None:
            places[places == self.missing] = self.missing_in
        return places

    def of_names(self, names: tuple[Any, ...]) -> NDArray[np.int64]:
        """The bin of each category, and after them that of a missing one."""
        known = {name: place for place, group in enumerate(self.groups or ()) for name in group}
        known |= {code: self.regular + place for place, code in enumerate(self.special)}
        return np.array(
            [*(known.get(name, self.other) for name in names), self.missing if self.missing_in is None else self.missing_in], np.int64
        )

    def to_dict(self) -> dict[str, Any]:
        """All there is, as JSON has it."""
        cut: dict[str, Any] = {"edges": list(self.edges)} if self.groups is None else {"groups": [list(group) for group in self.groups]}
        merged = {} if self.missing_in is None else {"missing_in": self.missing_in}
        return {**cut, "special": list(self.special), "closed": self.closed, **merged}

    @classmethod
    def from_dict(cls, state: Any) -> "Layout":
        """What :meth:`to_dict` made, checked as if it were written by hand."""
        if not isinstance(state, dict) or not {"edges", "groups"} & state.keys() or state.keys() - KEYS:
            raise InputError("summary.bin_state_malformed", state=state)
        cut = (state.get("edges", ()), state.get("groups"), state.get("special", ()), state.get("closed", "left"))
        return cls(*cut, state.get("missing_in"))


def _as_edges(edges: tuple[float, ...]) -> tuple[float, ...]:
    if not isinstance(edges, (list, tuple, np.ndarray)) or len(edges) > MOST_BINS:
        raise InputError("summary.edges_not_list", most=MOST_BINS, edges=edges)
    if all(type(edge) is float and isfinite(edge) for edge in edges) and all(a < b for a, b in pairwise(edges)):
        return tuple(edge + 0.0 for edge in edges)
    for at, edge in enumerate(edges):
        if not is_number(edge) or not np.isfinite(edge):
            raise InputError("summary.edge_not_finite", value=edge, at=at)
        if at and not edge > edges[at - 1]:
            raise InputError(
                "summary.edges_not_increasing",
                value=float(edge),
                at=at,
                before=float(edges[at - 1]),
            )
    return tuple(float(edge) + 0.0 for edge in edges)


def _as_groups(groups: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
    if not isinstance(groups, (list, tuple)) or not all(isinstance(group, (list, tuple, set, frozenset)) and group for group in groups):
        raise InputError("summary.groups_not_nested_lists", groups=groups)
    listed = tuple(tuple(group) for group in groups)
    _distinct([name for group in listed for name in group], "groups")
    return listed


def _distinct(values: tuple[Any, ...] | list[Any], name: str) -> tuple[Any, ...]:
    if not isinstance(values, (list, tuple, set, frozenset, np.ndarray)) or len(values) > MOST_BINS:
        raise InputError("scorecards.setting_not_list", name=name, values=values)
    seen: set[Any] = set()
    for value in values:
        if not isinstance(value, (str, bool, int, float, np.generic)) or value != value:
            raise InputError("summary.category_not_number_or_text", name=name, value=value)
        if value in seen:
            raise InputError("summary.category_duplicate", name=name, value=value)
        seen.add(value)
    return tuple(value.item() if isinstance(value, np.generic) else value for value in values)


def _told_apart(edges: tuple[float, ...]) -> list[str]:
    """Edges as text: twelve digits, and all of them where two edges would read alike."""
    short = [f"{edge:.12g}" for edge in edges]
    alike = {text for text, following in pairwise(short) if text == following}
    return [repr(edge) if text in alike else text for edge, text in zip(edges, short, strict=True)]


def _shown(value: object) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
