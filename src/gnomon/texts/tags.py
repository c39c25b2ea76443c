"""Tags of tokens, as B-PER or O: read once into letters and types, so that everything after works on whole columns.

L and U of BILOU are read as E and S, which mean the same. A bare B, without a type, is of the type "_".
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import InputError

Whole = NDArray[np.int64]
LETTERS = "OBIESLU"
OUT, FIRST, INNER, LAST, SINGLE = range(5)
"""What letters mean: O, B, I, E and S."""
MEANT = np.array([OUT, FIRST, INNER, LAST, SINGLE, LAST, SINGLE], np.int8)
"""What each letter means: of BILOU, that of IOBES."""
NO_TYPE = "_"


def is_tag(tag: Any) -> bool:
    """Whether something is O, or a letter and a type, as B-PER."""
    if not isinstance(tag, str) or not tag or tag[0] not in LETTERS:
        return False
    return len(tag) == 1 or (tag[0] != "O" and tag[1] == "-" and len(tag) > 2)


@dataclass(frozen=True, eq=False)
class Tagged:
    """Tokens of sentences, one after the other: the code of each tag, and where each sentence starts.

    ``letter`` and ``kind`` say of each code its letter, a place in :data:`LETTERS`, and its type, a place among ``types``, -1 of O.
    """

    codes: NDArray[np.int32]
    starts: Whole
    letter: NDArray[np.int8]
    kind: NDArray[np.int32]
    types: tuple[str, ...]

    @property
    def letters(self) -> NDArray[np.int8]:
        """The letter of each token."""
        return self.letter[self.codes]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Whole:
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
        return letter if kind < 0 or self.types[kind] == NO_TYPE else f"{letter}-{self.types[kind]}"


def tagged(sentences: Sequence[Sequence[str]]) -> Tagged | None:
    """Lists of tags; None where something is no list, or not every tag is one."""
    names: dict[str, int] = {}
    found = _core.tag_codes(sentences if type(sentences) is list else list(sentences), names)
    return None if found is None or not all(map(is_tag, names)) else _numbered(found[0], found[1], names)


def _numbered(codes: NDArray[np.int32], starts: Whole, names: Iterable[str]) -> Tagged:
    kinds = [None if tag == "O" else tag[2:] or NO_TYPE for tag in names]
    types = sorted({kind for kind in kinds if kind is not None})
    letter = np.array([LETTERS.index(tag[0]) for tag in names] or [0], np.int8)
    return Tagged(
        codes, starts, letter, np.array([-1 if kind is None else types.index(kind) for kind in kinds] or [-1], np.int32), tuple(types)
    )


def with_types(tags: Tagged, types: Sequence[str]) -> Tagged:
    """The same with its types among others."""
    place = np.array([*(types.index(name) for name in tags.types), -1], np.int32)  # the last is that of O
    return Tagged(tags.codes, tags.starts, tags.letter, place[tags.kind], tuple(types))


def token_lines(truth: Tagged, said: Tagged) -> tuple[Whole, Whole]:
    """For each sentence how many tokens have the right tag, and how many there are; types of both are the same.

    E and L, S and U are told apart: a tag is right where it was written so.
    """
    ways = len(LETTERS)
    tags = [((one.kind + 1) * ways + one.letter)[one.codes] for one in (truth, said)]
    before = np.concatenate([[0], np.cumsum(tags[0] == tags[1])])
    return before[truth.starts[1:]] - before[truth.starts[:-1]], truth.lengths


def same_lengths(truth: Tagged, said: Tagged, names: tuple[str, str], where: Callable[[int], Any]) -> None:
    """Refuse sentences that have more tags on one side than on the other."""
    apart = np.flatnonzero(truth.lengths != said.lengths)
    if len(apart):
        row = int(apart[0])
        raise InputError(
            "{first} has {count:,} tags and {second} {count_2:,} in the sentence {where}; give every token one tag on either side",
            first=names[0],
            count=int(truth.lengths[row]),
            second=names[1],
            count_2=int(said.lengths[row]),
            where=where(row),
        )
