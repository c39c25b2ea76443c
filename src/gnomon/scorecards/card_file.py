"""A card as JSON: versioned, with a checksum over what it says, so that what was altered or belongs elsewhere is refused."""

import hashlib
import json
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..files import regular, write_file
from ..messages.language import said_by_system
from ..summary.bin_layout import Layout
from .scaling import Scaling

if TYPE_CHECKING:
    from .card import Card
    from .segments import SegmentedCard

KIND = "gnomon scorecard"
SEGMENTS = "gnomon scorecards by segment"
VERSION = 1
LARGEST = 64 << 20


def to_dict(card: "Card") -> dict[str, Any]:
    """All that a card says."""
    scaling = card.scaling
    said: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "base": card.base,
        "scaling": None if scaling is None else {"points0": scaling.points0, "odds0": scaling.odds0, "pdo": scaling.pdo},
        "variables": [
            {"name": name, "bins": one.layout.to_dict()}
            | {key: _listed(getattr(one, key)) for key in ("points", "woe", "good", "bad") if getattr(one, key) is not None}
            for name, one in card.variables.items()
        ],
        "made": dict(card.made),
    }
    return said | {"checksum": checksum(said)}


def segments_to_dict(cards: "SegmentedCard") -> dict[str, Any]:
    """All that the cards of segments say."""
    said = {
        "kind": SEGMENTS,
        "version": VERSION,
        "segment": cards.segment,
        "cards": [{"value": value, "card": to_dict(card)} for value, card in cards.cards.items()],
        "general": to_dict(cards.general),
    }
    return said | {"checksum": checksum(said)}


def checksum(said: dict[str, Any]) -> str:
    """SHA-256 of all but the checksum itself, keys in order, numbers as JSON writes them."""
    rest = {key: value for key, value in said.items() if key != "checksum"}
    try:
        text = json.dumps(rest, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as reason:
        raise InputError("scorecards.card_not_json_writable", reason=str(reason)) from None
    return hashlib.sha256(text.encode()).hexdigest()


def _listed(figures: Any) -> list[float | None]:
    return [None if math.isnan(one) else one for one in figures.tolist()]


def from_dict(state: object) -> "Card | SegmentedCard":
    """The card, or the cards of segments, that were written, checked as if they were written by hand."""
    if not isinstance(state, dict) or state.get("kind") not in (KIND, SEGMENTS):
        raise InputError("scorecards.card_kind_missing")
    if state.get("version") != VERSION:
        raise InputError(
            "scorecards.card_version_unsupported",
            found=state.get("version"),
            version=VERSION,
        )
    if state.get("checksum") != checksum(state):
        raise InputError("scorecards.card_checksum_mismatch")
    return _made(state) if state["kind"] == KIND else _segments(state)


def single(card: "Card | SegmentedCard") -> "Card":
    """A card that is one, not several."""
    from .card import Card

    if not isinstance(card, Card):
        raise InputError("scorecards.segment_cards_for_one_card")
    return card


def _segments(state: dict[str, Any]) -> "SegmentedCard":
    from .segments import SegmentedCard

    try:
        cards = {one["value"]: single(from_dict(one["card"])) for one in state["cards"]}
        return SegmentedCard(state["segment"], cards, single(from_dict(state["general"])))
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as reason:
        raise InputError("scorecards.card_not_whole", reason=f"{type(reason).__name__}: {reason}") from None


def _made(state: dict[str, Any]) -> "Card":
    from .card import Card, Characteristic

    try:
        scaling = None if state["scaling"] is None else Scaling(**state["scaling"])
        names = [one["name"] for one in state["variables"]]
        variables = {
            one["name"]: Characteristic(Layout.from_dict(one["bins"]), one["points"], one.get("woe"), one.get("good"), one.get("bad"))
            for one in state["variables"]
        }
        if len(variables) < len(names):
            raise InputError("scorecards.card_variable_duplicate")
        card = Card(variables, state["base"], scaling, state["made"])
        _ = card.coefficients  # figures that are none are refused here
        return card
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as reason:
        raise InputError("scorecards.card_not_whole", reason=f"{type(reason).__name__}: {reason}") from None


def save(card: "Card | SegmentedCard", path: Any) -> Path:
    """Write a card whole or not at all."""
    text = json.dumps(card.to_dict(), ensure_ascii=False, allow_nan=False, indent=1)
    return write_file(Path(os.fspath(path)), f"{text}\n".encode(errors="surrogatepass"))


def load(path: Any) -> "Card | SegmentedCard":
    """Read a card; the file is named where it is none."""
    try:
        size = os.stat(regular(path)).st_size
        if size > LARGEST:
            raise InputError("scorecards.card_file_too_large", path=path, size=size)
        state = json.loads(Path(os.fspath(path)).read_bytes())
    except OSError as reason:
        raise InputError("scorecards.card_file_unreadable", path=path, reason=said_by_system(reason)) from None
    except (ValueError, RecursionError):
        raise InputError("scorecards.card_file_not_json", path=path) from None
    try:
        return from_dict(state)
    except InputError as reason:
        raise InputError("scorecards.part_path_and_reason", path=path, reason=str(reason)) from None
