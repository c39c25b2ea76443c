"""How it is said: sentences for people as a code and its values, and what each code says in each language."""

from .message import Message, Told, add_templates, joined, text_in
from .saving import restored, saved

__all__ = ["Message", "Told", "add_templates", "joined", "restored", "saved", "text_in"]
