"""Generated texts: the claims of ROUGE-L, and of comparing two systems by BLEU."""

import random
from collections.abc import Sequence
from typing import Any

import pandas as pd
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

import gnomon as gn
from measure import Row, best, faster

PAIRS, FEW = 10_000, 500
"""Pairs of texts, and those of them that rouge_score reads; its time is proportional to them."""
SENTENCES, REPLICATES = 10_000, 1_000
SEGMENTS = 100_000
"""Segments of 15 to 35 words in which BLEU and chrF are counted, by sacrebleu too."""


def _texts(count: int, low: int, high: int) -> tuple[list[str], list[str], list[str]]:
    """References, and two systems that have three words in four right."""
    draw = random.Random(0)
    known = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9))) for _ in range(5_000)]
    truth = [draw.choices(known, k=draw.randint(low, high)) for _ in range(count)]
    said = [[" ".join(word if draw.random() < 0.75 else draw.choice(known) for word in line) for line in truth] for _ in range(2)]
    return [" ".join(line) for line in truth], said[0], said[1]


class Counted(BLEU):
    """sacrebleu's BLEU with what it counts at hand, so that only its bootstrap is measured."""

    def __init__(self, known: dict[int, Any]) -> None:
        super().__init__(force=True)
        self.known = known
        self.num_refs = 1

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Any) -> Any:
        return self.known[id(hypotheses)]


def text() -> list[Row]:
    """ROUGE-L of 10,000 pairs, and a thousand paired replicates of BLEU: from texts, and from what was counted in them."""
    truth, said, _ = _texts(PAIRS, 30, 60)
    scorer = RougeScorer(["rougeL"])

    def peer() -> float:
        return sum(scorer.score(*pair)["rougeL"].fmeasure for pair in zip(truth[:FEW], said[:FEW], strict=True)) / FEW

    assert abs(peer() - gn.rouge_l(truth[:FEW], said[:FEW])) < 1e-12
    ours = best(lambda: gn.rouge_l(truth, said), 3)
    theirs = best(peer, 3) * PAIRS / FEW
    return [faster("`rouge_l`, 10,000 pairs of 30 to 60 words", ours, f"rouge_score ({FEW} measured)", theirs, 20), *_counted(), *_paired()]


def _counted() -> list[Row]:
    truth, said, _ = _texts(SEGMENTS, 15, 35)
    return [
        _beside("bleu", gn.bleu, BLEU(force=True), truth, said),
        _beside("chrf", gn.chrf, CHRF(), truth, said),
    ]


def _beside(name: str, metric: Any, made: Any, truth: list[str], said: list[str]) -> Row:
    assert float(metric(truth[:FEW], said[:FEW])) == made.corpus_score(said[:FEW], [truth[:FEW]]).score, "to the last digit"
    ours = best(lambda: metric(truth, said), 3)
    return faster(f"`{name}`, 100,000 segments of 15 to 35 words", ours, "sacrebleu", best(lambda: made.corpus_score(said, [truth]), 1), 5)


def _paired() -> list[Row]:
    truth, a, b = _texts(SENTENCES, 15, 35)
    counter = BLEU(force=True)
    ready = Counted({id(said): counter._extract_corpus_statistics(said, [truth]) for said in (a, b)})

    def tested(metric: BLEU) -> object:
        return PairedTest([("a", a), ("b", b)], {"BLEU": metric}, [truth], test_type="bs", n_samples=REPLICATES)()

    rows = pd.DataFrame({"ref": truth, "a": a, "b": b})
    asked = {"reference": "ref", "task": "text", "metrics": "bleu", "keep_rows": True, "ci": None}
    kept = {name: gn.evaluate(rows, prediction=name, **asked) for name in "ab"}
    drawn = {"replicates": REPLICATES}
    from_counts = best(lambda: gn.compare(kept, **drawn), 5)
    from_texts = best(lambda: gn.compare(truth, {"a": a, "b": b}, metrics="bleu", **drawn), 3)
    return [
        faster(
            "1,000 paired replicates of `bleu`, 10,000 sentences, from what was counted in them",
            from_counts,
            "sacrebleu's `PairedTest`, likewise",
            best(lambda: tested(ready), 3),
            20,
        ),
        faster("the same from the texts", from_texts, "sacrebleu's `PairedTest`", best(lambda: tested(BLEU(force=True)), 3), 2),
    ]
