"""Where a sentence has the words of the longest sequence that it shares with another."""

import numpy as np
from numpy.typing import NDArray

from .coding import numbers_of


def common_places(truth: str, said: str) -> list[int]:
    """Places in a coded line of the longest subsequence that another has too; of several such the one that ROUGE's original takes.

    It is read from the end: a word that both have there is taken; else the side is shortened without which more is left, the
    reference where that makes no difference.

    >>> common_places("abcd", "xbzd")
    [1, 3]
    """
    table = _table(truth, said)
    row, column, found = len(truth), len(said), []
    while row and column:
        if truth[row - 1] == said[column - 1]:
            row, column = row - 1, column - 1
            found.append(row)
        elif table[row][column - 1] > table[row - 1][column]:
            column -= 1
        else:
            row -= 1
    return found[::-1]


def _table(truth: str, said: str) -> list[list[int]]:
    """How long the subsequence of each pair of beginnings is: a row grows where its word is met, and never falls."""
    words, table = numbers_of(said), np.zeros((len(truth) + 1, len(said) + 1), np.int32)
    for row, word in enumerate(numbers_of(truth).tolist(), 1):
        here: NDArray[np.int32] = np.maximum(table[row - 1, 1:], table[row - 1, :-1] + (words == word))
        table[row, 1:] = np.maximum.accumulate(here)
    found: list[list[int]] = table.tolist()
    return found
