"""Numbers in words as digits, in English and Chinese: the same rule for references and hypotheses, so that only what differs counts."""

import re
import unicodedata
from pathlib import Path

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: k for k, word in enumerate(_SMALL)} | {word: 10 * k for k, word in enumerate(_TENS, 2)}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = "|".join(sorted((*_VALUES, "hundred", *_SCALES), key=len, reverse=True))
_ENGLISH = re.compile(rf"(?<!\w)(?:{_WORD})(?:(?:\s+|-)(?:and\s+)?(?:{_WORD}))*(?!\w)", re.IGNORECASE)
_GROUPED = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")


def _characters() -> dict[str, list[str]]:
    lines = (Path(__file__).parent / "chinese_numerals.txt").read_text(encoding="utf-8").splitlines()
    return {name: items.split() for name, _, items in (line.partition(": ") for line in lines if not line.startswith("#"))}


def _values(items: list[str]) -> dict[str, int]:
    return {item[0]: int(item[1:]) for item in items}


_READ = _characters()
_DIGITS, _UNITS, _SCALE_VALUES = _values(_READ["digits"]), _values(_READ["units"]), _values(_READ["scales"])
_ZEROS = "".join(character for character, value in _DIGITS.items() if value == 0)
_CHINESE = re.compile(f"[{''.join((*_DIGITS, *_UNITS, *_SCALE_VALUES))}]+")
_MEASURES = frozenset(_READ["measures"][0])
"""Characters before which a single numeral counts; before others it is part of a word."""
_BEFORE = frozenset(_READ["before"][0])
_NO_NUMBER = frozenset(_READ["no_number"])
"""A bit, very and their like: a numeral before a measure that counts nothing."""
_PRONOUN = re.compile(r"\b(?:no|any|every|some|each|another|which|this|that|the)[\s-]+$", re.IGNORECASE)


def in_digits(text: str) -> str:
    """Cardinal numbers in English words and Chinese characters as digits; digits of other scripts as 0–9, without commas between thousands.

    Ordinals, fractions and what stands before a point are left as they are; so are numerals that are part of another word.

    >>> in_digits("Twenty-three of one thousand and five, in nineteen eighty four: 1,024")
    '23 of 1005, in 19 84: 1024'
    >>> in_digits("no one has one")
    'no one has 1'
    """
    if not text.isascii():
        text = "".join(str(unicodedata.digit(c)) if not c.isascii() and unicodedata.category(c) == "Nd" else c for c in text)
        text = _CHINESE.sub(_chinese_in, text)
    text = _GROUPED.sub(lambda found: found[0].replace(",", ""), text)
    return _ENGLISH.sub(_english_in, text)


def _english_in(found: re.Match[str]) -> str:
    """What a run of number words becomes where it stands; one that is a pronoun, as in no one or one another, stays."""
    if found[0].lower() == "one":
        before, behind = found.string[: found.start()], found.string[found.end() :]
        if _PRONOUN.search(before[-16:]) or re.match(r"\s+another\b|['’]s\b", behind, re.IGNORECASE):
            return found[0]
    return _english(found[0])


def _chinese_in(found: re.Match[str]) -> str:
    """What a run of numerals becomes where it stands; a single one within a word stays."""
    before, behind = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    if len(found[0]) == 1:
        counts = behind in _MEASURES and behind and found[0] + behind not in _NO_NUMBER
        alone = not any("\u4e00" <= one <= "\u9fff" for one in (before, behind) if one)
        if not (counts or alone or (before in _BEFORE and before)):
            return found[0]
    return _chinese(found[0])


def _english(run: str) -> str:
    """A run of number words as the numbers that it says, one after the other."""
    words = re.split(r"[\s-]+", run.lower())
    made: list[str] = []
    while words:
        value, used = _one_number(words)
        made.append(str(value))
        words = words[used:]
        if words and words[0] == "and":
            made.append(words.pop(0))
    return " ".join(made)


def _one_number(words: list[str]) -> tuple[int, int]:
    """The number that words begin with, and how many of them it takes."""
    number, used = _Number(), 0
    for place, word in enumerate(words):
        if word == "and":
            if number.joins(words[place + 1]):
                continue
            break
        if not number.takes(word):
            break
        used = place + 1
    return number.total + number.current, used


class _Number:
    """A number that is being read, word by word."""

    def __init__(self) -> None:
        self.total, self.current, self.last = 0, 0, ""
        self.room = self.least = 10**15  # what may still be added, and the last scale that was named

    def joins(self, word: str) -> bool:
        """Whether "and" before a word joins it to what was read, as in a hundred and five."""
        return self.last in ("hundred", *_SCALES) and 0 < _VALUES.get(word, 0) < self.room

    def takes(self, word: str) -> bool:
        """Take one more word, where it goes on with the number."""
        taken = self._value(_VALUES[word]) if word in _VALUES else self._hundred() if word == "hundred" else self._scale(_SCALES[word])
        self.last = word if taken else self.last
        return taken

    def _value(self, value: int) -> bool:
        if value >= self.room or (self.last and value == 0):
            return False
        self.current, self.room = self.current + value, 10 if value >= 20 else 0
        return True

    def _hundred(self) -> bool:
        if self.last and not (self.last in _VALUES and 0 < self.current < 100):
            return False
        self.current, self.room = (self.current or 1) * 100, 100
        return True

    def _scale(self, scale: int) -> bool:
        if scale >= self.least or (self.last and not self.current):
            return False
        self.total, self.current, self.room, self.least = self.total + (self.current or 1) * scale, 0, 1000, scale
        return True


def _chinese(run: str) -> str:
    """A run of numerals as digits; left as it is where it is not a number."""
    if all(character in _DIGITS for character in run):
        return "".join(str(_DIGITS[character]) for character in run)
    value = _large(run)
    return run if value is None else str(value)


def _large(run: str) -> int | None:
    for sign, scale in _SCALE_VALUES.items():
        if sign in run:
            head, _, tail = run.rpartition(sign)
            above, below = _large(head), _below(tail, scale)
            return None if above is None or below is None or not above else above * scale + below
    return _hundreds(run)


def _below(tail: str, scale: int) -> int | None:
    """What follows a unit: nothing, a number below it, or one digit that counts tenths of it."""
    if not tail:
        return 0
    if len(tail) == 1 and tail in _DIGITS:
        return _DIGITS[tail] * scale // 10
    value = _large(tail.lstrip(_ZEROS)) if tail.strip(_ZEROS) else 0
    return value if value is not None and value < scale else None


def _hundreds(run: str) -> int | None:
    """A number below ten thousand."""
    if run in _DIGITS:
        return _DIGITS[run]
    for sign, unit in reversed(_UNITS.items()):
        if sign in run:
            head, _, tail = run.partition(sign)
            count = 1 if unit == 10 and not head else _DIGITS.get(head, 0)
            below = _below(tail, unit)
            return None if not count or below is None else count * unit + below
    return None
