"""Schemes of tags: which tags start an entity, go on with it and end it; and the entities that tags mean.

Two ways to read them. *Strict*: a run of tags is an entity where the scheme says so from its start to its end, and else is none. As
*conlleval* does: whatever the scheme, an entity starts where a tag cannot go on with what stands before it: every tag but O is in one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..messages.language import either
from ..types import Integers
from .tags import FIRST, INNER, LAST, LETTERS, MEANT, OUT, SINGLE, TaggedTokens

Table = NDArray[np.bool_]
ANY = (OUT, FIRST, INNER, LAST, SINGLE)
SAME, EITHER, OTHER = (True,), (False, True), (False,)
Pattern = tuple[Iterable[int], Iterable[int], Iterable[bool]]
"""The letter before, the letter itself, and whether both are of one type."""


def _table(*patterns: Pattern) -> Table:
    made = np.zeros((5, 5, 2), bool)
    for before, letters, same in patterns:
        for one in before:
            for other in letters:
                for alike in same:
                    made[one, other, int(alike)] = True
    return made


@dataclass(frozen=True, eq=False)
class Scheme:
    """Letters that a scheme has, and where an entity starts, goes on, and has ended before a token."""

    name: str
    letters: str
    start: Table
    inside: Table
    end: Table


_IOB1 = Scheme(
    "IOB1",
    "OBI",
    _table(((OUT, FIRST), (INNER,), EITHER), ((INNER,), (INNER,), OTHER), ((INNER, FIRST), (FIRST,), SAME)),
    _table(((FIRST, INNER), (INNER,), SAME)),
    _table(
        ((INNER,), (INNER,), OTHER),
        ((INNER,), (OUT, FIRST), EITHER),
        ((FIRST,), (OUT,), EITHER),
        ((FIRST,), (INNER,), OTHER),
        ((FIRST,), (FIRST,), SAME),
    ),
)
_IOB2 = Scheme(
    "IOB2",
    "OBI",
    _table((ANY, (FIRST,), EITHER)),
    _table(((FIRST, INNER), (INNER,), SAME)),
    _table(((FIRST, INNER), (OUT, FIRST), EITHER), ((FIRST, INNER), (INNER,), OTHER)),
)
_IOE1 = Scheme(
    "IOE1",
    "OIE",
    _table(((OUT, LAST), (INNER, LAST), EITHER), ((INNER,), (INNER, LAST), OTHER)),
    _table(((INNER,), (INNER, LAST), SAME)),
    _table(((INNER,), (INNER, LAST), OTHER), ((INNER,), (OUT,), EITHER), ((LAST,), (INNER, LAST), SAME)),
)
_IOE2 = Scheme(
    "IOE2",
    "OIE",
    _table(((OUT, LAST), (INNER, LAST), EITHER), ((INNER,), (INNER, LAST), OTHER)),
    _table(((INNER,), (INNER, LAST), SAME)),
    _table(((LAST,), ANY, EITHER)),
)
_START, _INSIDE, _END = (
    _table((ANY, (FIRST, SINGLE), EITHER)),
    _table(((FIRST, INNER), (INNER, LAST), SAME)),
    _table(((SINGLE, LAST), ANY, EITHER)),
)
SCHEMES = {
    one.name: one
    for one in (
        _IOB1,
        _IOB2,
        _IOE1,
        _IOE2,
        Scheme("IOBES", "OBIES", _START, _INSIDE, _END),
        Scheme("BILOU", "OBILU", _START, _INSIDE, _END),
    )
}
# An entity ends after E and S, before B, S and O, and where the type changes; what is not O starts one behind such an end, and behind O.
_ENDED = _table(((LAST, SINGLE), ANY, EITHER), ((FIRST, INNER), (OUT, FIRST, SINGLE), EITHER), ((FIRST, INNER, LAST, SINGLE), ANY, OTHER))
CONLLEVAL = Scheme(
    "conlleval",
    LETTERS,
    _table((ANY, (FIRST, SINGLE), EITHER), ((OUT, LAST, SINGLE), (INNER, LAST), EITHER), (ANY, (FIRST, INNER, LAST, SINGLE), OTHER)),
    ~_ENDED,
    _ENDED | True,
)


class TokenSpans(NamedTuple):
    """Entities in tokens, one after the other: the sentence of each, its type, and its tokens from ``start`` to before ``end``."""

    sentence: Integers
    kind: Integers
    start: Integers
    end: Integers


def entities(tags: TaggedTokens, scheme: str | None) -> TokenSpans:
    """The entities that tags mean: strictly by a scheme, or as conlleval reads them where there is none."""
    rule = CONLLEVAL if scheme is None else SCHEMES[scheme]
    tables = (np.ascontiguousarray(table, np.uint8).reshape(-1) for table in (rule.start, rule.inside, rule.end))
    return TokenSpans(*_core.tag_entities(tags.codes, MEANT[tags.letter], tags.kind, tags.starts, *tables))


def misfits(tags: TaggedTokens, scheme: str) -> Integers:
    """The tokens whose tags are in no entity though they are not O: what does not fit the scheme."""
    found = entities(tags, scheme)
    change = np.zeros(len(tags.letters) + 1, np.int64)
    offset = tags.starts[found.sentence]
    np.add.at(change, offset + found.start, 1)
    np.add.at(change, offset + found.end, -1)
    return np.flatnonzero((np.cumsum(change[:-1]) == 0) & (tags.letters != OUT))


def check_letters(tags: TaggedTokens, scheme: str, name: str, where: Callable[[int], Any]) -> None:
    """Refuse tags with a letter that a scheme does not have."""
    allowed = np.array([letter in SCHEMES[scheme].letters for letter in LETTERS])
    wrong = np.flatnonzero(~allowed[tags.letters]) if set(tags.used()) - set(SCHEMES[scheme].letters) else np.zeros(0, np.int64)
    if len(wrong):
        sentence, token = tags.place(int(wrong[0]))
        raise InputError(
            "texts.tag_prefix_unknown_in_scheme",
            name=name,
            tag=tags.tag(int(wrong[0])),
            token=token,
            where=where(sentence),
            scheme=scheme,
            letters=either(SCHEMES[scheme].letters),
        )


def scheme_of(truth: TaggedTokens, said: TaggedTokens, name: str, where: Callable[[int], Any]) -> str:
    """The scheme that the true tags follow throughout; refused where they follow none, or could follow several."""
    used = truth.used().replace("O", "") or said.used().replace("O", "")
    if not used:
        return "IOB2"
    candidates = [scheme for scheme in _likely(used) if not len(misfits(truth, scheme))]
    if candidates:
        return candidates[0]
    raise _unlike(truth, used, name, where)


def _likely(used: str) -> tuple[str, ...]:
    """Schemes that such letters speak for, the likeliest first."""
    if set(used) <= set("BI"):
        return ("IOB2", "IOB1") if "B" in used else ()
    if set(used) <= set("IE"):
        return ("IOE2", "IOE1")
    return tuple(name for name in ("IOBES", "BILOU") if set(used) <= set(SCHEMES[name].letters))


def _unlike(truth: TaggedTokens, used: str, name: str, where: Callable[[int], Any]) -> InputError:
    """Why there is no scheme to be told."""
    likely = _likely(used)
    if not likely and used == "I":
        return InputError(
            "texts.scheme_ambiguous_inside_only",
            name=name,
        )
    if not likely:
        return InputError(
            "texts.tag_prefixes_fit_no_scheme",
            name=name,
            letters=either(used),
        )
    at = int(misfits(truth, likely[0])[0])
    sentence, token = truth.place(at)
    return InputError(
        "texts.tag_outside_entity",
        name=name,
        scheme=likely[0],
        tag=truth.tag(at),
        token=token,
        where=where(sentence),
    )
