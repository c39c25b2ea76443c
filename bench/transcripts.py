"""Transcripts: the claims of error rates, against jiwer and against rapidfuzz alone."""

import jiwer
import numpy as np
from rapidfuzz.distance import Levenshtein

import gnomon as gn
from measure import Row, best, faster

UTTERANCES, VOCABULARY = 10_000, 5_000


def _utterances() -> tuple[list[str], list[str]]:
    """Utterances of 5 to 34 words, one word in nine wrong: replaced, left out, or followed by another."""
    rng = np.random.default_rng(1)
    words = np.array([f"word{k}" for k in range(VOCABULARY)])
    heard, written = [], []
    for length in rng.integers(5, 35, UTTERANCES):
        said = words[np.minimum(rng.pareto(0.6, length), VOCABULARY - 1).astype(int)].tolist()
        luck = rng.random(length)
        other = rng.choice(words, length).tolist()
        made = []
        for word, chance, wrong in zip(said, luck, other, strict=True):
            made += [wrong] if chance < 0.06 else [] if chance < 0.09 else [word, wrong] if chance < 0.11 else [word]
        heard.append(" ".join(said))
        written.append(" ".join(made))
    return heard, written


def _by_rapidfuzz(heard: list[str], written: list[str]) -> float:
    pairs = [(truth.split(), said.split()) for truth, said in zip(heard, written, strict=True)]
    return sum(Levenshtein.distance(truth, said) for truth, said in pairs) / sum(len(truth) for truth, _ in pairs)


def transcripts() -> list[Row]:
    """Error rates of 10,000 utterances, and of long recordings in one piece."""
    heard, written = _utterances()
    assert abs(gn.wer(heard, written) - jiwer.wer(heard, written)) < 1e-12
    assert abs(gn.wer(heard, written) - _by_rapidfuzz(heard, written)) < 1e-12
    ours = best(lambda: gn.wer(heard, written), 5)
    letters = best(lambda: gn.cer(heard, written), 3)
    shown = f"{UTTERANCES:,} utterances"
    return [
        faster(f"`wer` of {shown}", ours, "jiwer's `wer`", best(lambda: jiwer.wer(heard, written), 3), 3),
        faster(
            "the same, without kinds of errors",
            ours,
            "rapidfuzz, `Levenshtein.distance` on lists of words",
            best(lambda: _by_rapidfuzz(heard, written), 3),
            1.5,
        ),
        faster(f"`cer` of {shown}", letters, "jiwer's `cer`", best(lambda: jiwer.cer(heard, written), 2), 3),
        faster(
            f"`transcript_alignment` of {shown}",
            best(lambda: gn.transcript_alignment(heard, written), 2),
            "jiwer's `process_words`",
            best(lambda: jiwer.process_words(heard, written), 2),
            1,
        ),
    ]
