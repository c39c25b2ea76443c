"""Characters as parts of words: which separate, which join, and which scripts put no space between words.

The choice is made character by character, with one table for every text: no corpus, batch or sentence is read by another rule than its
neighbours, and Latin words inside Chinese stay whole.
"""

import unicodedata
from collections.abc import Callable

# Scripts that write words without spaces between them, by blocks of Unicode; Tibetan and Korean separate theirs.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19FF),  # Tai Le, New Tai Lue, Khmer symbols
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x2E80, 0x2FDF),  # radicals of Chinese characters
    (0x3005, 0x3007),  # 々 〆 〇
    (0x3021, 0x3029),
    (0x3031, 0x303C),
    (0x3041, 0x312F),  # hiragana, katakana, bopomofo
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Chinese characters
    (0x4E00, 0x9FFF),
    (0xA000, 0xA4CF),  # Yi
    (0xA9E0, 0xA9FF),  # Burmese, extended
    (0xAA60, 0xAADF),  # Burmese, extended; Tai Viet
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # katakana of half width
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),
)
# Signs that are written among them, as 。 and 「.
_SIGNS = (
    (0x3000, 0x303F),
    (0x31C0, 0x31EF),
    (0x3200, 0x33FF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFF0F),
    (0xFF1A, 0xFF20),
    (0xFF3B, 0xFF40),
    (0xFF5B, 0xFF65),
)
# Quotation marks, dashes, dots, arrows, signs and forms of full width, which sacrebleu's zh sets apart besides.
_MARKS = ((0x2001, 0x2A6D), (0x2FF0, 0x2FFF), (0xFF00, 0xFFEF))
_STYLES = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # variation selectors: they change how a character looks, not which it is
_JOINERS = {0x200C, 0x200D}
# Stands before a mark of an unspaced script until the mark has joined what it belongs to; no text keeps it, being a control character.
_TO_JOIN = "\x01"


def unspaced(code: int) -> bool:
    """Whether a character belongs to a script without spaces between words, marks and digits included.

    >>> [unspaced(ord(character)) for character in "中ไa한"]
    [True, True, False, False]
    """
    return code > 0xDFF and _within(code, _UNSPACED)


def among_unspaced(code: int) -> bool:
    """Whether a character belongs to such a script, or is a sign written in it."""
    return code > 0xDFF and (_within(code, _UNSPACED) or _within(code, _SIGNS))


def _within(code: int, blocks: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in blocks)


class Parting(dict[int, str]):
    """What each character becomes before a text is split at spaces, found out when a character is first met."""

    def __init__(self, others: Callable[[int], str]) -> None:
        super().__init__()
        self.others = others

    def __missing__(self, code: int) -> str:
        self[code] = found = self._found(code)
        return found

    def _found(self, code: int) -> str:
        character = chr(code)
        kind = unicodedata.category(character)
        if unspaced(code) and kind[0] == "M":
            return f"{_TO_JOIN}{character} "
        if (unspaced(code) and kind[0] == "L") or code in (0x3007, *range(0x3021, 0x302A)):
            return f" {character} "
        return self.others(code)


def _letters(code: int) -> str:
    """Letters, digits and marks stay; whatever else separates."""
    if _within(code, _STYLES):
        return ""
    kind = unicodedata.category(chr(code))[0]
    return chr(code) if kind in "LNM" or code in _JOINERS else " "


def _as_they_are(code: int) -> str:
    """Everything stays; signs of unspaced scripts stand alone."""
    return f" {chr(code)} " if _within(code, _SIGNS) else chr(code)


def _marks_alone(code: int) -> str:
    """The same, and marks that such scripts share with others stand alone."""
    return f" {chr(code)} " if _within(code, _MARKS) else _as_they_are(code)


WORDS = Parting(_letters)
APART = Parting(_as_they_are)
MARKS_APART = Parting(_marks_alone)
"""Of texts that hold a script without spaces, as Thai; in other texts “ and — stay with the word beside them, as in sacrebleu's 13a."""


def parted(text: str, table: Parting) -> str:
    """The text with spaces around what stands for itself; marks stay with the character that they belong to."""
    made = text.translate(table)
    return made.replace(f" {_TO_JOIN}", "").replace(_TO_JOIN, "") if _TO_JOIN in made else made


def has_unspaced(text: str) -> bool:
    """Whether any character belongs to a script without spaces between words, or to its signs."""
    return not text.isascii() and any(map(among_unspaced, map(ord, set(text))))
