"""Messages: what people read, by id, in English and Chinese."""

from .catalogue import Pair, add_messages, pairs
from .language import say, term
from .message import Message, Translated, Trusted, joined, text_in
from .saving import restored, saved

__all__ = ["Message", "Pair", "Translated", "Trusted", "add_messages", "joined", "pairs", "restored", "saved", "say", "term", "text_in"]
