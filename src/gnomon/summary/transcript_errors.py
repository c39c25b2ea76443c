"""TranscriptErrors: which tokens of transcripts are confused, left out and added most, and how errors are spread over utterances."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .base import Summary
from .invariants import as_array, as_whole
from .packing import Arrays

MOST = 100_000
"""Different errors that are kept; once there are more, the rarer half is let go."""
LONGEST = 60
"""Characters that are kept of a token."""
BINS = 16
"""Utterances by their errors: none, 1, 2–3, 4–7, …; the last bin has the rest."""
TOLD = (
    *("utterances", "hit", "substituted", "deleted", "inserted", "silent", "empty", "cut_off", "left_at_end", "unspaced"),
    *("plain_errors", "plain_words"),
)
"""What is counted of utterances: those without a spoken word (``silent``), without a written one though something was said (``empty``),
whose end is missing (``cut_off``) with the tokens that are (``left_at_end``), those in scripts without spaces, and errors and words once
case and punctuation are made alike.
"""

Key = tuple[str, str]


@dataclass(frozen=True, eq=False, repr=False)
class TranscriptErrors(Summary):
    """``errors`` counts pairs of a token that was said and one that was written, an empty text where there is none.

    Counts are exact while ``floor`` is 0; else each may be short by up to ``floor``, and what is not among them is no more frequent.
    ``bins`` has for each bin of errors how many utterances there are, and how many errors they have.
    """

    errors: Mapping[Key, int] = field(default_factory=dict)
    told: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(TOLD), np.int64))
    bins: NDArray[np.int64] = field(default_factory=lambda: np.zeros((BINS, 2), np.int64))
    floor: int = 0
    growth: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        told = as_array(self.told, "told", "iu", np.int64, len(TOLD))
        bins = as_array(self.bins, "bins", "iu", np.int64, BINS, 2)
        errors = {_key(*key): as_whole(count, "count", 1) for key, count in self.errors.items()}
        if (told < 0).any() or (bins < 0).any() or len(errors) > MOST:
            raise InputError("summary.transcript_counts_out_of_range", most=MOST)
        if int(bins[:, 0].sum()) != int(told[0]) or int(bins[:, 1].sum()) != int(told[2:5].sum()):
            raise InputError("summary.utterance_totals_mismatch")
        self.__dict__.update(errors=errors, told=told, bins=bins, floor=as_whole(self.floor, "floor"))

    @classmethod
    def empty(cls) -> "TranscriptErrors":
        return cls()

    @classmethod
    def of(cls, errors: Mapping[Key, int], told: Mapping[str, int], each: Iterable[int]) -> "TranscriptErrors":
        """Of counted pairs, of what is told of the utterances, and of the errors of each."""
        wrong = np.asarray(list(each), np.int64)
        place = np.minimum(np.frexp(wrong.astype(np.float64))[1], BINS - 1)  # 0, 1, 2–3, 4–7, …
        bins = np.column_stack([np.bincount(place, minlength=BINS), np.bincount(place, wrong, BINS)]).astype(np.int64)
        cut: dict[Key, int] = {}
        for (truth, said), count in errors.items():
            key = truth[:LONGEST], said[:LONGEST]
            cut[key] = cut.get(key, 0) + count
        kept, floor = _limited(cut, 0)
        return cls(kept, np.array([told[name] for name in TOLD], np.int64), bins, floor)

    def __getitem__(self, name: str) -> int:
        return int(self.told[TOLD.index(name)])

    @property
    def wrong(self) -> int:
        """All errors."""
        return self["substituted"] + self["deleted"] + self["inserted"]

    def most(self, count: int) -> list[tuple[str, str, int]]:
        """The most frequent errors, of equal counts by their texts."""
        found = sorted(self.errors.items(), key=lambda item: (-item[1], item[0]))
        return [(*key, times) for key, times in found[:count]]

    def _merge(self, other: "TranscriptErrors") -> "TranscriptErrors":
        errors = dict(self.errors)
        for key, count in other.errors.items():
            errors[key] = errors.get(key, 0) + count
        kept, floor = _limited(errors, self.floor + other.floor)
        return _of_checked(kept, self.told + other.told, self.bins + other.bins, floor)

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        keys = sorted(self.errors)
        counts = np.array([self.errors[key] for key in keys], np.int64)
        return {"pairs": [[*key] for key in keys], "floor": self.floor}, {"counts": counts, "told": self.told, "bins": self.bins}

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "TranscriptErrors":
        pairs = [_key(*pair) for pair in meta["pairs"]]
        counts = as_array(arrays["counts"], "counts", "iu", np.int64, len(pairs))
        if len(set(pairs)) < len(pairs):
            raise InputError("summary.transcript_errors_duplicate")
        return cls(dict(zip(pairs, counts.tolist(), strict=True)), arrays["told"], arrays["bins"], meta["floor"])

    def __repr__(self) -> str:
        return f"TranscriptErrors({self.wrong:,} in {self['utterances']:,} utterances)"


def _of_checked(errors: dict[Key, int], told: NDArray[np.int64], bins: NDArray[np.int64], floor: int) -> TranscriptErrors:
    """Of what checked summaries hold: looking through every token again at each merge would cost more than the merge."""
    made = object.__new__(TranscriptErrors)
    made.__dict__.update(errors=errors, told=told, bins=bins, floor=floor)
    return made


def _limited(errors: dict[Key, int], floor: int) -> tuple[dict[Key, int], int]:
    """The errors that are kept, and by how much counts may be short then."""
    if len(errors) <= MOST:
        return errors, floor
    ordered = sorted(errors.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[: MOST // 2]), floor + ordered[MOST // 2][1]


def _key(truth: Any, said: Any) -> Key:
    for token in (truth, said):
        if not isinstance(token, str) or len(token) > LONGEST:
            raise InputError("summary.transcript_token_malformed", token=token)
    if not truth and not said:
        raise InputError("summary.transcript_pair_empty")
    return truth, said
