"""What may be made alike in both texts before they are compared: only what one names, in one order, and told in the signature."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from ..catalog.entry import NameCombination
from .numerals import in_digits
from .scripts import among_unspaced

Normaliser = Callable[[str], str]
Tokens = Literal["words", "characters", "mixed"]


class _Apart(dict[int, str]):
    """What each character becomes when those of unspaced scripts are set apart, found out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        mark = unicodedata.category(character)[0] == "M"
        self[code] = made = (f"{character} " if mark else f" {character} ") if among_unspaced(code) else character
        return made


_APART = _Apart()
_LONE_MARK = re.compile(r" (?=[\u0e00-\u1aaf\u302a-\u309a\ua9e0-\uaadf])")


def set_apart(text: str) -> str:
    """The text with spaces around each character of a script without spaces, marks staying with what they belong to.

    >>> set_apart("ไทยPython 3").split()
    ['ไ', 'ท', 'ย', 'Python', '3']
    """
    if text.isascii():
        return text
    made = text.translate(_APART)
    return _LONE_MARK.sub(lambda found: "" if unicodedata.category(made[found.end()])[0] == "M" else " ", made)


@lru_cache(maxsize=3)
def _signs(below: int) -> re.Pattern[str]:
    """Runs of punctuation by Unicode's categories, of characters below one: the fewer planes, the faster they are found."""
    found = "".join(c for c in map(chr, range(below)) if unicodedata.category(c)[0] == "P")
    return re.compile(f"[{re.escape(found)}]+")


def without_punctuation(text: str) -> str:
    """Without punctuation, but for apostrophes within words and points and commas within numbers.

    Where it stood between two words written with spaces, a space takes its place.

    >>> without_punctuation("Well-known, isn’t it? 3.5 km!")
    "Well known isn't it 3.5 km"
    """

    def instead(found: re.Match[str]) -> str:
        before, behind = text[: found.start()][-1:], text[found.end() :][:1]
        if found[0] in ("'", "’", "＇") and before.isalpha() and behind.isalpha():
            return "'"
        if found[0] in (".", ",") and before.isdigit() and behind.isdigit():
            return found[0]
        words = before.isalnum() and behind.isalnum()
        return " " if words and not among_unspaced(ord(before)) and not among_unspaced(ord(behind)) else ""

    below = 0x80 if text.isascii() else 0x10000 if max(text) < "\U00010000" else 0x20000  # no punctuation stands above
    return _signs(below).sub(instead, text)


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _unspaced_text(text: str) -> str:
    return "".join(text.split())


NORMALISERS: dict[str, Normaliser] = {
    "nfc": _nfc,
    "nfkc": _nfkc,
    "lower": str.lower,
    "numbers": in_digits,
    "punctuation": without_punctuation,
    "unspaced": _unspaced_text,
}
"""By name, in the order in which they are applied."""

NORMALISE = NameCombination(tuple(NORMALISERS), alone="none")
Normalize = Annotated[str, NORMALISE]

SAYS = {
    "normalize": "What is made alike in both texts first, names joined by +, applied in this order: nfc or nfkc (Unicode's forms), lower "
    "(lower case), numbers (English and Chinese number words as digits), punctuation (left out), unspaced (white space left out).",
    "tokens": '"words": what stands between white space; "characters": one by one, a run of white space counting as one; "mixed": '
    "characters of scripts without spaces (Chinese, Japanese, Thai) one by one, other words whole.",
}


def normalised(texts: Sequence[str], normalize: str) -> Sequence[str]:
    """The texts after the named normalisers."""
    for name in () if normalize == "none" else normalize.split("+"):
        texts = list(map(NORMALISERS[name], texts))
    return texts
