"""Tags of tokens, as B-PER or O: read once into letters and types, so that everything after works on whole columns.

L and U of BILOU are read as E and S, which mean the same. A bare B, without a type, is of the type "_". The letter may stand last, as in
PER-B; what can be read with the letter first, as S-B, is read so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError
from ..types import Integers

LETTERS = "OBIESLU"
OUT, FIRST, INNER, LAST, SINGLE = range(5)
"""What letters mean: O, B, I, E and S."""
MEANT = np.array([OUT, FIRST, INNER, LAST, SINGLE, LAST, SINGLE], np.int8)
"""What each letter means: of BILOU, that of IOBES."""
NO_TYPE = "_"


def is_tag(tag: object) -> bool:
    """Whether something is O, or a letter and a type, as B-PER or PER-B."""
    return isinstance(tag, str) and (tag in set(LETTERS) or has_prefix(tag) or has_suffix(tag))


def has_prefix(tag: str) -> bool:
    """Whether a tag is a letter, a hyphen and a type."""
    return len(tag) > 2 and tag[0] in LETTERS[1:] and tag[1] == "-"


def has_suffix(tag: str) -> bool:
    """Whether a tag is a type, a hyphen and a letter, and can be read in no other way."""
    return len(tag) > 2 and tag[-1] in LETTERS[1:] and tag[-2] == "-" and not has_prefix(tag)


@dataclass(frozen=True, eq=False)
class TaggedTokens:
    """Tokens of sentences, one after the other: the code of each tag, and where each sentence starts.

    ``letter`` and ``kind`` say of each code its letter, a place in :data:`LETTERS`, and its type, a place among ``types``, -1 of O.
    """

    codes: NDArray[np.int32]
    starts: Integers
    letter: NDArray[np.int8]
    kind: NDArray[np.int32]
    types: tuple[str, ...]
    suffixed: NDArray[np.bool_]
    """Of each code, whether its letter stands last."""

    @property
    def letters(self) -> NDArray[np.int8]:
        """The letter of each token."""
        return self.letter[self.codes]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Integers:
        return np.diff(self.starts)

    def used(self) -> str:
        """The letters that occur."""
        return "".join(LETTERS[place] for place in np.flatnonzero(np.bincount(self.letter[np.unique(self.codes)], minlength=len(LETTERS))))

    def place(self, token: int) -> tuple[int, int]:
        """The sentence of a token, and its place in it."""
        sentence = int(np.searchsorted(self.starts, token, side="right")) - 1
        return sentence, token - int(self.starts[sentence])

    def tag(self, token: int) -> str:
        """A tag as it was written."""
        letter, kind = LETTERS[self.letter[self.codes[token]]], self.kind[self.codes[token]]
        if kind < 0 or self.types[kind] == NO_TYPE:
            return letter
        return f"{self.types[kind]}-{letter}" if self.suffixed[self.codes[token]] else f"{letter}-{self.types[kind]}"


def tagged(sentences: Sequence[Sequence[str]]) -> TaggedTokens | None:
    """Lists of tags; None where something is no list, or not every tag is one."""
    names: dict[str, int] = {}
    found = _core.tag_codes(sentences if type(sentences) is list else list(sentences), names)
    return None if found is None or not all(map(is_tag, names)) else _numbered(found[0], found[1], names)


def _numbered(codes: NDArray[np.int32], starts: Integers, names: Iterable[str]) -> TaggedTokens:
    suffixed = np.array([*map(has_suffix, names)] or [False])
    kinds = [None if tag == "O" else (tag[:-2] if last else tag[2:]) or NO_TYPE for tag, last in zip(names, suffixed, strict=False)]
    types = sorted({kind for kind in kinds if kind is not None})
    letter = np.array([LETTERS.index(tag[-1 if last else 0]) for tag, last in zip(names, suffixed, strict=False)] or [0], np.int8)
    kind = np.array([-1 if kind is None else types.index(kind) for kind in kinds] or [-1], np.int32)
    return TaggedTokens(codes, starts, letter, kind, tuple(types), suffixed)


def with_types(tags: TaggedTokens, types: Sequence[str]) -> TaggedTokens:
    """The same with its types among others."""
    place = np.array([*(types.index(name) for name in tags.types), -1], np.int32)  # the last is that of O
    return TaggedTokens(tags.codes, tags.starts, tags.letter, place[tags.kind], tuple(types), tags.suffixed)


def token_lines(truth: TaggedTokens, said: TaggedTokens) -> tuple[Integers, Integers]:
    """For each sentence how many tokens have the right tag, and how many there are; types of both are the same.

    E and L, S and U are told apart: a tag is right where it was written so.
    """
    ways = len(LETTERS)
    tags = [((one.kind + 1) * ways + one.letter)[one.codes] for one in (truth, said)]
    before = np.concatenate([[0], np.cumsum(tags[0] == tags[1])])
    return before[truth.starts[1:]] - before[truth.starts[:-1]], truth.lengths


def refuse_both_forms(truth: TaggedTokens, said: TaggedTokens, names: tuple[str, str], where: Callable[[int], Any]) -> None:
    """Refuse letters that stand last beside letters that stand first: tags as S-B could then be meant in either way."""
    if not (truth.suffixed.any() or said.suffixed.any()):
        return
    shown = []
    for last in (True, False):
        for one, name in ((truth, names[0]), (said, names[1])):
            typed = np.array([kind >= 0 and one.types[kind] != NO_TYPE for kind in one.kind])
            at = np.flatnonzero((typed & (one.suffixed == last))[one.codes])
            if len(at):
                shown.append((name, one.tag(int(at[0])), where(one.place(int(at[0]))[0])))
                break
    if len(shown) == 2:
        (first, tag, row), (second, tag_2, row_2) = shown
        raise InputError(
            "texts.tag_letter_places_differ",
            first=first,
            tag=tag,
            where=row,
            second=second,
            tag_2=tag_2,
            where_2=row_2,
        )


def same_lengths(truth: TaggedTokens, said: TaggedTokens, names: tuple[str, str], where: Callable[[int], Any]) -> None:
    """Refuse sentences that have more tags on one side than on the other."""
    apart = np.flatnonzero(truth.lengths != said.lengths)
    if len(apart):
        row = int(apart[0])
        raise InputError(
            "texts.tag_counts_differ",
            first=names[0],
            count=int(truth.lengths[row]),
            second=names[1],
            count_2=int(said.lengths[row]),
            where=where(row),
        )
