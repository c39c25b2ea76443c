"""What people are told in their language is said as a whole: no English is put into a sentence as one of its values.

Every sentence that any test calls forth is looked at. A value may be a name, a number, something quoted or typed, or a sentence itself;
English words in a row that came from no sentence would stand in the midst of the Chinese.
"""

import re
import sys
from functools import wraps

import pytest

from gnomon import errors
from gnomon.messages import language, message

TYPED = re.compile(r"⟦[^⟧]*⟧|'(?:[^'\\]|\\.)*'|\"[^\"]*\"|`[^`]*`|\([^() ]*\)|\[[^\]]*\]|\{[^}]*\}")
SMALL = "a|an|the|of|in|at|and|or|is|are|on|for|with|by|row|rows|line|position|more|no|pass|holds|as"
WORDS = re.compile(rf"(?<![\w-])[A-Za-z]{{2,}} +\(?[A-Za-z]{{2,}}|(?<![\w./@-])(?:{SMALL}) | (?:{SMALL})(?![\w./@=(-])")
NAMES = re.compile(r"[^\s,]+(?:, [^\s,]+)*")
"""One name, or a list of them: columns, options, models."""
FOREIGN = {
    "strip",
    "reason",
    "text",
    "fields",
    "path",
    "example",
    "command",
    "way",
    "column",
    "method",
    "model",
    "winner",
    "loser",
    "ahead",
    "behind",
    "refusal",
}
"""Values in which other programs speak, what is typed, and names: a reader's error, the fields of a line, a command."""


class Listener:
    """Hears what is said, and keeps the values that are English prose by themselves."""

    def __init__(self):
        self.said, self.found = set(), []

    def prose(self, text):
        """English words of a text that no sentence said, outside of what is quoted or typed."""
        if NAMES.fullmatch(text) or not WORDS.search(TYPED.sub("…", text)):
            return []
        for sentence in sorted((one for one in tuple(self.said) if len(one) > 1 and one in text), key=len, reverse=True):
            text = text.replace(sentence, "…")
        return [] if NAMES.fullmatch(text) else WORDS.findall(TYPED.sub("…", text))

    def look(self, where, values):
        for name, value in values.items():
            kept = isinstance(value, (message.Message, message.Translated, message.Trusted)) or name in FOREIGN or f"{{{name}!r" in where
            if isinstance(value, str) and not kept and value not in self.said and self.prose(value):
                self.found.append((str(where), name, value))

    def saying(self, function):
        @wraps(function)
        def say(name, /, **values):
            made = function(name, **values)
            self.said.add(made)
            return made

        return say

    def listing(self, function):
        def listed(items):
            items = list(items)
            self.look(function.__name__, dict(enumerate(items)))
            made = function(items)
            self.said.add(made)
            return made

        return listed

    def filling(self, function):
        @wraps(function)
        def filled(text, values, lang):
            self.look(text, values)
            return function(text, values, lang)

        return filled


LISTENER = Listener()


def replace(name, made):
    """Put a function in the place of another, wherever that was imported."""
    original = getattr(language, name)
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("gnomon") and getattr(module, name, None) is original:
            setattr(module, name, made)


def listen():
    """Once a process: pytest within a test imports this again, and listeners that nobody clears would hear everything that follows."""
    if hasattr(message, "listened"):
        return
    message.filled = language.filled = LISTENER.filling(message.filled)
    replace("say", LISTENER.saying(language.say))
    replace("said_by_system", LISTENER.saying(language.said_by_system))
    replace("term", LISTENER.saying(language.term))
    replace("either", LISTENER.listing(language.either))
    replace("both", LISTENER.listing(language.both))
    replace("listed", LISTENER.listing(language.listed))
    message.listened = True
    assert errors.say is language.say


listen()


@pytest.fixture(autouse=True)
def sentences_hold_no_foreign_prose():
    """Fail a test that calls forth a sentence with English among its values."""
    LISTENER.said.clear()
    LISTENER.found.clear()
    yield
    found = list(LISTENER.found)
    assert not found, "English in the midst of a sentence: give it an id in src/gnomon/messages/messages.pot"
