"""How often 95 % intervals of metrics of texts hold the truth: the figures of docs/uncertainty.md.

nice -n 19 python tools/coverage_texts.py mixed 1000    kind of population (mixed, skew), sets of sentences
"""

import random
import sys

import numpy as np

from gnomon.catalog import parse
from gnomon.inference.estimate import IntervalOptions
from gnomon.inference.images import interval_over_images
from gnomon.inference.sentences import Draws, LineStatistic, let_go
from gnomon.metrics.sentences import figures, measure_of
from gnomon.texts.measure import SentencePairs

POPULATION = 20_000
ASKED = (("bleu", 30), ("bleu", 100), ("chrf", 30), ("chrf", 200), ("rouge_l", 30), ("rouge_l", 200))


def population(kind: str) -> SentencePairs:
    """Sentences of lognormal length. The share of right words is Beta(2, 1.2), or, skewed, 1 in seven sentences of ten and else Beta(1, 4);
    three outputs of ten are cut short.
    """
    draw = random.Random(5)
    known = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9))) for _ in range(3_000)]
    truth, said = [], []
    for _ in range(POPULATION):
        words = draw.choices(known, k=max(1, int(draw.lognormvariate(2.9, 0.6))))
        right = draw.betavariate(2, 1.2) if kind == "mixed" else 1.0 if draw.random() < 0.7 else draw.betavariate(1, 4)
        written = [word if draw.random() < right else draw.choice(known) for word in words]
        kept = max(1, int(len(written) * draw.uniform(0.4, 1))) if draw.random() < 0.3 else len(written)
        truth.append((" ".join(words),))
        said.append(" ".join(written[:kept]))
    return SentencePairs(truth, said)


def main(kind: str, sets: int) -> None:
    pairs, generator = population(kind), np.random.default_rng(1)
    for name, n in ASKED:
        reference = parse(name)
        measure = measure_of(reference.entry, {})
        table, names = measure.count(pairs), measure.columns()

        def value(lines: np.ndarray, reference=reference, names=names) -> np.ndarray:
            return np.asarray(figures(reference.entry, {}, lines, names), np.float64)

        goal = float(value(table.sum(0)[None])[0])
        held = []
        for seed in range(sets):
            rows = table[generator.integers(0, len(table), n)]
            of = LineStatistic(reference, np.arange(n), rows, value, False, np.ones(n), Draws(rows))
            found = interval_over_images(of, IntervalOptions(seed=seed))
            held.append((found.low <= goal <= found.high, goal < found.low, goal > found.high))
            let_go()
        inside, below, above = 100 * np.mean(held, axis=0)
        print(f"{kind} {name} of {n} sentences: {inside:.1f} % hold {goal:.3f}, {below:.1f} % above it, {above:.1f} % below", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
