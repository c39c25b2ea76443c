"""Words as single characters, one for each different word, so that what compares strings quickly compares sentences."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Words = Callable[[str], list[str]]
MOST_WORDS = 1_000_000
"""Different words that one code holds; Unicode has room for few more."""


class Code(dict[str, str]):
    """A character for each word, given when the word is first met; surrogates, which no encoding takes, are left out.

    >>> code = Code()
    >>> len(code.line(["to", "be", "or", "not", "to", "be"])), len(code)
    (6, 4)
    """

    def __missing__(self, word: str) -> str:
        place = len(self) + 1
        if place > MOST_WORDS:
            raise InputError("texts.different_words_too_many", most=MOST_WORDS)
        self[word] = made = chr(place if place < 0xD800 else place + 0x800)
        return made

    def line(self, words: Iterable[str]) -> str:
        """A sentence with a character for each word."""
        return "".join(map(self.__getitem__, words))


def coded(words: Words, wordings: Sequence[str], said: Sequence[str], sentence: Sequence[int]) -> tuple[list[str], list[str]]:
    """Wordings, and what was said in the sentence that each belongs to, in one code; a new one is begun between two sentences where
    it grows full. Lists of words live no longer than it takes to write them down, which costs less than keeping them.
    """
    code, left, right = Code(), [], []
    last, line = -1, ""
    for text, row in zip(wordings, sentence, strict=True):
        if row != last:
            if len(code) > MOST_WORDS // 2:
                code = Code()
            last, line = row, code.line(words(said[row]))
        left.append(code.line(words(text)))
        right.append(line)
    return left, right


def packed(texts: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Texts in one piece, as code points, and where each ends."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    return codes, np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))


def numbers_of(line: str) -> NDArray[np.uint32]:
    """The numbers of a line's characters."""
    return np.frombuffer(line.encode("utf-32-le"), np.uint32)
