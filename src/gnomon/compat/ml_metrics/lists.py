"""Lists and what of them was predicted, ranks of two classes, and edits of texts."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...errors import InputError
from ...inputs import to_array
from ...public import function


def auc(actual: object, posterior: object) -> float:
    """The area under the ROC curve, rows whose ``actual`` is 1 against all others."""
    return float(function("roc_auc")(to_array(actual, "actual") == 1, posterior, undefined="raise"))


def apk(actual: Sequence[object], predicted: Sequence[object], k: int = 10) -> float:
    """The average precision of the first k of a list, over as many of the wanted items as fit; 1 where none is wanted.

    An item that stands in the list again is no second hit.
    """
    return _precisions(actual, predicted, k) / min(len(actual), k) if len(actual) else 1.0


def mapk(actual: Sequence[Sequence[Any]], predicted: Sequence[Sequence[Any]], k: int = 10) -> float:
    """The mean of that over lists."""
    return _mean(apk, actual, predicted, k)


def kdd_apk(actual: Sequence[object], predicted: Sequence[object], k: int = 10) -> float:
    """The same over all wanted items, as in the KDD Cup of 2012; 0 where none is wanted."""
    return _precisions(actual, predicted, k) / len(actual) if len(actual) else 0.0


def kdd_mapk(actual: Sequence[Sequence[Any]], predicted: Sequence[Sequence[Any]], k: int = 10) -> float:
    """The mean of that over lists."""
    return _mean(kdd_apk, actual, predicted, k)


def levenshtein(s1: Sequence[Any], s2: Sequence[Any], normalize: bool = False) -> float:
    """The fewest insertions, deletions and substitutions between two texts or lists; ``normalize`` divides by the longer's length."""
    if normalize and bool(len(s1)) != bool(len(s2)):
        raise InputError("compat.normalized_text_empty")
    if not len(s1) or not len(s2):
        return max(len(s1), len(s2))
    first, second = _letters(s1, s2)
    edits: int = round(function("levenshtein")([first], [second]))
    return edits / max(len(s1), len(s2)) if normalize else edits


def _precisions(actual: Sequence[object], predicted: Sequence[object], k: int) -> float:
    """The sum of precisions at the hits among the first k."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise InputError("compat.k_not_whole_number", k=k)
    wanted, hits, total = list(actual), 0, 0.0
    shown: list[Any] = []
    for place, item in enumerate(list(predicted)[:k], 1):
        if item in wanted and item not in shown:
            hits += 1
            total += hits / place
        shown.append(item)
    return total


def _mean(of: Callable[..., float], actual: Sequence[object], predicted: Sequence[object], k: int) -> float:
    if len(actual) != len(predicted):
        raise InputError("compat.lists_counts_differ", count=len(actual), count_2=len(predicted))
    if not len(actual):
        raise InputError("compat.actual_lists_missing")
    return float(np.mean([of(*pair, k) for pair in zip(actual, predicted, strict=True)]))


def _letters(*texts: Sequence[Any]) -> list[str]:
    """Texts as they are; of other lists a letter for each item, the same for equal ones."""
    if all(isinstance(text, str) for text in texts):
        return [str(text) for text in texts]
    known: dict[Any, str] = {}
    # Beyond the letters that stand for halves of others.
    return ["".join(known.setdefault(item, chr(0xE000 + len(known))) for item in text) for text in texts]
