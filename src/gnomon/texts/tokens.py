"""How a text becomes words: by script, by one character, at spaces, as another tool does, or by a segmenter that one names."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from ..errors import InputError
from .porter import stem
from .scripts import WORDS, parted

Tokenize = Literal["auto", "rouge_score", "whitespace", "char", "jieba", "mecab", "pythainlp"]
Words = Callable[[str], list[str]]

_PLAIN = "".join(WORDS[code] for code in range(128))  # a table that is a string is looked up faster
_ASCII_WORDS = re.compile("[a-z0-9]+")


def by_script(text: str) -> list[str]:
    """Lower-case words of letters and digits; characters of scripts without spaces stand each for itself.

    >>> by_script("Gnomon ไทย v2: don't")
    ['gnomon', 'ไ', 'ท', 'ย', 'v2', 'don', 't']
    """
    if text.isascii():
        return text.lower().translate(_PLAIN).split()
    return parted(unicodedata.normalize("NFC", text).lower(), WORDS).split()


def ascii_words(text: str) -> list[str]:
    """Runs of a–z and 0–9 in lower case, as ROUGE's original and rouge_score have it: other scripts leave nothing."""
    return _ASCII_WORDS.findall(text.lower())


def characters(text: str) -> list[str]:
    """Every character but spaces, case kept, marks with what they belong to.

    >>> characters("é ab")
    ['é', 'a', 'b']
    """
    found: list[str] = []
    for character in "".join(unicodedata.normalize("NFC", text).split()):
        if found and unicodedata.category(character)[0] == "M":
            found[-1] += character
        else:
            found.append(character)
    return found


def _jieba() -> Words:
    cut = _module("jieba", "jieba").lcut
    return lambda text: [word for word in cut(text.lower()) if _says(word)]


def _mecab() -> Words:
    tagger = _module("MeCab", "mecab-python3").Tagger("-Owakati")
    return lambda text: [word for word in tagger.parse(text.lower()).split() if _says(word)]


def _pythainlp() -> Words:
    cut = _module("pythainlp.tokenize", "pythainlp").word_tokenize
    return lambda text: [word for word in cut(text.lower(), keep_whitespace=False) if _says(word)]


def _says(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _module(name: str, package: str) -> Any:
    if find_spec(name.split(".")[0]) is None:
        raise InputError(
            "texts.tokenizer_package_missing",
            tokenize=name.split(".")[0].lower(),
            package=package,
        )
    return import_module(name)


WAYS: dict[str, Callable[[], Words]] = {
    "auto": lambda: by_script,
    "rouge_score": lambda: ascii_words,
    "whitespace": lambda: str.split,
    "char": lambda: characters,
    "jieba": _jieba,
    "mecab": _mecab,
    "pythainlp": _pythainlp,
}


@lru_cache(maxsize=32)
def words_of(tokenize: str, stemmer: bool = False) -> Words:
    """The function that makes words of a text.

    >>> words_of("auto", stemmer=True)("Running ไท")
    ['run', 'ไ', 'ท']
    """
    split = WAYS[tokenize]()
    return (lambda text: [stem(word) for word in split(text)]) if stemmer else split


def tokenizer_name(tokenize: str, unspaced: bool) -> str:
    """What a signature calls the way: of ``auto`` what it came to, which differs only where a script without spaces occurs."""
    if tokenize != "auto":
        return tokenize
    return "words+characters" if unspaced else "words"
