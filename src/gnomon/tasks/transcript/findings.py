"""Findings on transcripts: where errors come from that one number hides."""

from collections.abc import Iterator
from typing import Any

from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message

rule = RULES = FindingRules()
FEW = 30
"""Utterances below which shares of them are a matter of luck."""
SHORT, LONG = 0.85, 1.15
"""Words written for each that was said, beyond which outputs are plainly shorter or longer."""
EMPTY, MANY_EMPTY = 0.01, 0.05
FORM, FORM_POINTS = 0.3, 0.01
"""The share of the errors, and of the words, that are a matter of case and punctuation from which on that is said."""
CONCENTRATED, WORST = 0.5, 0.05
"""The share of the errors that the worst utterances make, and how few these are."""
DOMINANT, TIMES = 0.1, 10
"""The share of the errors that one confusion makes, and how often it occurs at least."""
CUT_OFF = 0.2


def _held(e: FindingContext) -> dict[str, Any]:
    return {name: one for name, one in e.summaries_of("transcript_errors").items() if one["utterances"]}


def _spoken(one: Any) -> int:
    return int(one["hit"] + one["substituted"] + one["deleted"])


def _finding(code: str, severity: str, metric: str, name: str, weight: float, known: dict[str, Any]) -> Finding:
    return Finding(code, severity, Message(code, model=name, **known), metric, name, known, weight)


@rule
def words_without_spaces(e: FindingContext) -> Iterator[Finding]:
    """Words parted by white space in a script that has none: each sentence is one word."""
    for name, one in list(_held(e).items())[:1]:
        share = one["unspaced"] / one["utterances"]
        if share >= 0.1:
            yield _finding("words_without_spaces", "problem", "wer", name, 2 + share, {"share_of_utterances": share})


@rule
def empty_outputs(e: FindingContext) -> Iterator[Finding]:
    """Utterances in which something was said, and nothing written."""
    for name, one in _held(e).items():
        heard = one["utterances"] - one["silent"]
        share = one["empty"] / heard if heard else 0.0
        if one["empty"] >= 3 and share >= EMPTY:
            known = {"empty_outputs": one["empty"], "share_of_utterances": share}
            yield _finding("empty_outputs", "problem" if share >= MANY_EMPTY else "caution", "wer", name, share, known)


@rule
def written_length(e: FindingContext) -> Iterator[Finding]:
    """Outputs far shorter or longer than what was said."""
    for name, one in _held(e).items():
        spoken = _spoken(one)
        if one["utterances"] < FEW or not spoken:
            continue
        ratio = (spoken - one["deleted"] + one["inserted"]) / spoken
        if ratio < SHORT:
            known = {"length_ratio": ratio, "left_out": one["deleted"] / spoken}
            yield _finding("transcripts_short", "problem" if ratio < 0.7 else "caution", "wer", name, 1 - ratio, known)
        elif ratio > LONG:
            known = {"length_ratio": ratio, "added": one["inserted"] / spoken}
            yield _finding("transcripts_long", "problem" if ratio > 1.3 else "caution", "wer", name, ratio - 1, known)


@rule
def ends_missing(e: FindingContext) -> Iterator[Finding]:
    """Utterances whose last words are missing, as when a system stops too early."""
    for name, one in _held(e).items():
        share = one["left_at_end"] / one.wrong if one.wrong else 0.0
        if one["cut_off"] >= 5 and share >= CUT_OFF:
            known = {"cut_off": one["cut_off"], "share_of_errors": share}
            yield _finding("ends_missing", "problem" if share >= 0.5 else "caution", "wer", name, share, known)


@rule
def errors_concentrated(e: FindingContext) -> Iterator[Finding]:
    """A few utterances that make most of the errors."""
    for name, one in _held(e).items():
        if one["utterances"] < 2 * FEW or not one.wrong:
            continue
        utterances = errors = 0
        for some, theirs in one.bins[::-1].tolist():
            utterances, errors = utterances + some, errors + theirs
            if errors >= CONCENTRATED * one.wrong:
                break
        if utterances <= WORST * one["utterances"]:
            known = {"worst": utterances, "share_of_utterances": utterances / one["utterances"], "share_of_errors": errors / one.wrong}
            yield _finding("errors_concentrated", "caution", "wer", name, known["share_of_errors"], known)


@rule
def errors_of_form(e: FindingContext) -> Iterator[Finding]:
    """Errors that are case and punctuation only."""
    for name, one in _held(e).items():
        spoken = _spoken(one)
        if not spoken or not one["plain_words"] or one["utterances"] < FEW:
            continue
        whole, plain = one.wrong / spoken, one["plain_errors"] / one["plain_words"]
        if whole - plain >= max(FORM_POINTS, FORM * whole):
            known = {"error_rate": whole, "without_form": plain, "share_of_errors": (whole - plain) / whole}
            yield _finding("errors_of_form", "caution", "wer", name, known["share_of_errors"], known)


@rule
def one_confusion(e: FindingContext) -> Iterator[Finding]:
    """One token that makes a large part of the errors."""
    for name, one in _held(e).items():
        for truth, said, times in one.most(1):
            share = times / one.wrong
            if times < TIMES or share < DOMINANT or one.floor:
                continue
            code = "word_confused" if truth and said else "word_left_out" if truth else "word_added"
            known = {"times": times, "share_of_errors": share, **({"truth": truth} if truth else {}), **({"said": said} if said else {})}
            yield _finding(code, "caution", "wer", name, share, known)
