"""Options that transcripts take: what is made alike first, and what is a token. They go to every metric that has them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...catalog import Reference
from ...errors import InputError
from ...messages.language import either
from ...texts.cells import TRANSCRIPTS
from ...texts.normalisers import NORMALISE
from ..parts import TaskOption

TOKENS = ("words", "mixed")


def _normalize(given: Any) -> str:
    if not NORMALISE(given):
        raise InputError("transcript.normalize_unknown", given=given, allowed=str(NORMALISE))
    return NORMALISE.read(given)


def _tokens(given: object) -> str:
    if given not in TOKENS:
        raise InputError("transcript.tokens_unknown", given=given, choices=either(map(repr, TOKENS)))
    return str(given)


def referred(reference: Reference, options: Mapping[str, object]) -> Reference:
    """A metric of transcripts with the options that it has and does not say itself."""
    cells = getattr(reference.entry.averaging, "cells", None)
    if cells is None or cells.key != TRANSCRIPTS.key:
        return reference
    said: dict[str, Any] = {}
    for name in ("normalize", "tokens"):
        option = reference.entry.options.get(name)
        if option is None or (name == "normalize" and option.constraint is None):  # levenshtein's normalize= divides
            continue
        if name in options and name not in reference.options and options[name] != option.default:
            said[name] = options[name]
    return replace(reference, options={**reference.options, **said}) if said else reference


OPTIONS = (
    TaskOption(
        "normalize",
        "transcript.help_normalize",
        check=_normalize,
        metavar="NAMES",
        panel="Transcripts",
    ),
    TaskOption(
        "tokens",
        "transcript.help_units",
        check=_tokens,
        metavar="words|mixed",
        panel="Transcripts",
    ),
)
