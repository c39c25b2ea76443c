"""Porter's stemmer for English, with the changes of the one that rouge_score uses: shorter words, -y after consonants, irregular forms."""

from functools import lru_cache

_VOWELS = frozenset("aeiou")
_IRREGULAR = {
    "skies": "sky",
    "sky": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "innings": "inning",
    "inning": "inning",
    "outings": "outing",
    "outing": "outing",
    "cannings": "canning",
    "canning": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}
# Endings and what they become where the stem before them is long enough; of several that fit the first counts, also where it forbids.
_SECOND = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "fulli": "ful",
    "logi": "log",
}
_THIRD = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_FOURTH = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment"),
    *("ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"),
)


def _shape(word: str) -> str:
    """A word as consonants and vowels; y is a vowel after a consonant.

    >>> _shape("syzygy")
    'cvcvcv'
    """
    made: list[str] = []
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and bool(made) and made[-1] == "c")
        made.append("v" if vowel else "c")
    return "".join(made)


def _length(word: str) -> int:
    """How often a consonant follows a vowel: Porter's measure of a stem."""
    return _shape(word).count("vc")


def _short(word: str) -> bool:
    """Ends with consonant, vowel, consonant, the last none of w, x and y; or is just a vowel and a consonant."""
    shape = _shape(word)
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a lower-case English word; words of three letters or fewer, and those of other scripts, are their own.

    >>> [stem(word) for word in ("generalizations", "police", "killed", "sky", "été")]
    ['gener', 'polic', 'kill', 'sky', 'été']
    """
    if len(word) <= 3 or not word.isascii():
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    word = _past(_plural(word))
    if word.endswith("y") and len(word) > 2 and _shape(word)[-2] == "c":
        word = word[:-1] + "i"
    return _last(_without(_replaced(_second(word), _THIRD)))


def _plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _length(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and "v" in _shape(word[: -len(ending)]):
            return _restored(word[: -len(ending)])
    return word


def _restored(word: str) -> str:
    """What -ed or -ing was taken from, with the e that it had, or without the consonant that was doubled."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c":
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if _length(word) == 1 and _short(word) else word


def _second(word: str) -> str:
    while word.endswith("alli") and _length(word[:-4]):
        word = word[:-2]
    return _replaced(word, _SECOND)


def _replaced(word: str, rules: dict[str, str]) -> str:
    for ending, new in rules.items():
        if word.endswith(ending):
            before = word[: -len(ending)]
            # -logi is held against the stem with its l
            return before + new if _length(word[:-3] if ending == "logi" else before) else word
    return word


def _without(word: str) -> str:
    for ending in _FOURTH:
        if word.endswith(ending):
            before = word[: -len(ending)]
            fits = _length(before) > 1 and (ending != "ion" or before[-1] in "st")
            return before if fits else word
    return word


def _last(word: str) -> str:
    if word.endswith("e"):
        before = word[:-1]
        length = _length(before)
        if length > 1 or (length == 1 and not _short(before)):
            word = before
    return word[:-1] if word.endswith("ll") and _length(word[:-1]) > 1 else word
