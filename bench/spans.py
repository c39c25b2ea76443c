"""Tagged sentences: the claim of entity_f1, in both modes."""

import warnings

import numpy as np
from seqeval.metrics import f1_score
from seqeval.scheme import IOB2

import gnomon as gn
from measure import Row, best, faster

TOKENS = 1_000_000
TYPES = ("LOC", "MISC", "ORG", "PER")


def _sentences() -> tuple[list[list[str]], list[list[str]]]:
    """About 1 M tokens in sentences of 10 to 40, an eighth of them starting an entity; three in a hundred predicted tags at random."""
    rng = np.random.default_rng(0)
    truth, predicted, tokens = [], [], 0
    while tokens < TOKENS:
        length = int(rng.integers(10, 40))
        tags, place = ["O"] * length, 0
        while place < length:
            if rng.random() < 0.12:
                kind, end = TYPES[rng.integers(4)], min(place + int(rng.integers(1, 4)), length)
                tags[place:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - place - 1)]
                place = end
            else:
                place += 1
        said = list(tags)
        for at in np.flatnonzero(rng.random(length) < 0.03):
            said[at] = ("O", "B-PER", "I-LOC")[rng.integers(3)]
        truth.append(tags)
        predicted.append(said)
        tokens += length
    return truth, predicted


def spans() -> list[Row]:
    """Entity F1 of a million tokens, as conlleval and strictly; and a thousand replicates of its sentences."""
    truth, predicted = _sentences()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loose, strict = f1_score(truth, predicted), f1_score(truth, predicted, mode="strict", scheme=IOB2)
        np.testing.assert_allclose(gn.entity_f1(truth, predicted, mode="conlleval"), loose, rtol=1e-12)
        np.testing.assert_allclose(gn.entity_f1(truth, predicted, scheme="IOB2"), strict, rtol=1e-12)
        theirs = best(lambda: f1_score(truth, predicted), 2)
        theirs_strictly = best(lambda: f1_score(truth, predicted, mode="strict", scheme=IOB2), 1)
    ours = best(lambda: gn.entity_f1(truth, predicted, mode="conlleval"), 5)
    ours_strictly = best(lambda: gn.entity_f1(truth, predicted), 5)
    return [
        faster('`entity_f1(mode="conlleval")`, 1 M tokens', ours, "seqeval", theirs, 20),
        faster("`entity_f1`, 1 M tokens, strictly, the scheme found", ours_strictly, "seqeval, strictly", theirs_strictly, 20),
    ]
