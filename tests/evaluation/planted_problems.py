"""One problem planted in each kind of rows, and rows like them without it."""

import warnings
from collections import Counter

import numpy as np

import gnomon as gn
from evaluation.planted import chance, graded, labelled, numbers, scored

NUMBERS = {"label": "y", "prediction": "p"}
SCORES, LABELS = {"label": "y", "score": "p", "metrics": "roc_auc"}, {"label": "y", "prediction": "q", "metrics": "accuracy"}
TRANSCRIPT, TEXT, SPANS = ({"label": "y", "prediction": "p", "task": task} for task in ("transcript", "text", "spans"))
WORDS = np.array([f"{a}{b}{c}" for a in "bdfgklmnprst" for b in ("a", "en", "ion", "or") for c in ("", "ta", "ring", "d")])
OFTEN = 1 / np.arange(1, len(WORDS) + 1)


def changed(make, **columns):
    """Rows with other columns, each made of the rows."""

    def made(rng, n):
        rows = make(rng, n)
        return rows | {name: change(rng, rows) for name, change in columns.items()}

    return made


def amounts(rng, n):
    """Amounts of very different size, with errors in proportion."""
    log = 4 + 0.8 * rng.standard_normal(n)
    return {"y": np.exp(log + 0.3 * rng.standard_normal(n)), "p": np.exp(log)}


def heavy(rng, n):
    """Lognormal errors in twenty slices of very unequal size."""
    p = 100 + 20 * rng.standard_normal(n)
    error = 8 * rng.choice([-1, 1], n) * np.exp(1.2 * rng.standard_normal(n))
    return {"y": p + error, "p": p, "s": rng.choice(20, n, p=rng.dirichlet(np.ones(20)))}


def levels(rng, n):
    """Slices whose amounts differ in level, and in nothing else."""
    where = rng.integers(0, 6, n)
    p = 100 + 40.0 * where + 10 * rng.standard_normal(n)
    return {"y": p + 8 * rng.standard_normal(n), "p": p, "s": where}


def base_rates(rng, n):
    """Slices whose positives differ in number, with scores that know it."""
    where = rng.integers(0, 6, n)
    p = chance(1.2 * rng.standard_normal(n) + np.array([-3, -2, -1, -0.5, 0, 0.5])[where])
    return {"y": (rng.random(n) < p).astype(int), "p": p, "s": where}


def few_queries(rng, n):
    rows = graded(rng, n)
    queries = int(rows["g"].max()) + 1
    return rows | {"s": rng.integers(0, max(queries // 4, 2), queries)[rows["g"]]}


def texts(rng, n, wrong=0.15):
    """Sentences of some ten words, of which some come out as others; ten slices."""
    truth, said = [], []
    for _ in range(n):
        words = rng.choice(WORDS, rng.integers(4, 16), p=OFTEN / OFTEN.sum())
        other = rng.choice(WORDS, len(words), p=OFTEN / OFTEN.sum())
        truth.append(" ".join(words))
        said.append(" ".join(np.where(rng.random(len(words)) < wrong, other, words)))
    return {"y": truth, "p": said, "s": np.arange(n) % 10}


def tagged(rng, n):
    """Sentences of fifteen tokens with up to three entities, of which four in five are found."""
    truth, said = [], []
    for _ in range(n):
        sides = ["O"] * 15, ["O"] * 15
        for start in (1, 6, 11):
            kind = rng.choice(["PER", "LOC", "ORG"])
            for side, share in zip(sides, (0.7, 0.8), strict=True):
                if rng.random() >= share:
                    break
                side[start : start + 2] = [f"B-{kind}", f"I-{kind}"]
        truth.append(sides[0])
        said.append(sides[1])
    return {"y": truth, "p": said}


def rated(third=None):
    """Five annotators on a scale of five; ``third`` makes the ratings of the third."""

    def make(rng, n):
        latent = rng.normal(3, 1.2, n)
        ratings = np.clip(np.rint(latent[:, None] + 0.6 * rng.standard_normal((n, 5))), 1, 5).astype(int)
        if third is not None:
            ratings[:, 2] = third(rng, latent, ratings[:, 2])
        return ratings.tolist()

    return make


def doubled(make):
    """A tenth of the rows are copies of others, anywhere."""

    def made(rng, n):
        rows = make(rng, n - n // 10)
        own = len(rows["y"])
        at = rng.permutation(np.append(np.arange(own), rng.choice(own, n - own, replace=False)))
        return {name: np.asarray(values)[at] for name, values in rows.items()}

    return made


def shuffled(which, column="p"):
    """Predictions of some rows dealt to one another."""

    def change(rng, rows):
        values = np.array(rows[column])
        at = np.flatnonzero(which(rng, len(values)))
        values[at] = values[rng.permutation(at)]
        return values

    return change


def filled(value, column="p", share=0.06):
    return lambda rng, rows: np.where(rng.random(len(rows["y"])) < share, value, rows[column])


def grouped(rng, n):
    """Rows in tens that share half of the variance of their errors."""
    ten = np.repeat(np.arange(n // 10), 10)
    p = 100 + 20 * rng.standard_normal(len(ten))
    return {"y": p + 6 * rng.standard_normal(n // 10)[ten] + 6 * rng.standard_normal(len(ten)), "p": p, "user_id": ten}


def one_slice_off(rng, n):
    """Log-odds one too high in one slice of five."""
    rows, where = scored(rng, n), rng.integers(0, 5, n)
    return rows | {"p": np.where(where == 2, chance(np.log(rows["p"] / (1 - rows["p"])) + 1), rows["p"]), "s": where}


def one_slice_worse(rng, n):
    rows, where = texts(rng, n), np.arange(n) % 4
    worse = texts(rng, n, 0.5)
    some = {name: [b if at == 3 else a for a, b, at in zip(rows[name], worse[name], where, strict=True)] for name in ("y", "p")}
    return some | {"s": where}


def one_slice_of_labels_worse(rng, n):
    where, names = rng.integers(0, 4, n), np.array(list("abc"))
    true = rng.random((n, 3)) < [0.4, 0.3, 0.2]
    wrong = rng.random((n, 3)) < np.where(where == 1, 0.35, 0.1)[:, None]
    return {"y": [names[row].tolist() for row in true], "p": [names[row].tolist() for row in true ^ wrong], "s": where}


def classes(rng, n):
    rows = labelled(rng, n)
    return {name: np.array([f"c{'abcd'.index(one)}" for one in values]) for name, values in rows.items()}


def half(rng, n):
    return rng.random(n) < 0.5


def first_half(rng, n):
    return np.arange(n) < n // 2


def turned(values):
    return values[-1:] + values[:-1]


def capital(rng, rows):
    return [text[0].upper() + text[1:] + "." for text in rows["y"]]


def the_truth(rng, rows):
    return rows["y"]


def unknown(rng, rows):
    return [" ".join("<unk>" if rng.random() < 0.05 else word for word in text.split()) for text in rows["p"]]


def two_models(rng, n):
    rows = scored(rng, n)
    return rows | {"q": rows["p"]}


BY = {"by": "s"}
CLEAN = {
    "numbers": (numbers, NUMBERS),
    "numbers of one decimal": (lambda rng, n: {name: np.round(one, 1) for name, one in numbers(rng, n).items()}, NUMBERS),
    "numbers, slices of other level": (levels, NUMBERS | BY),
    "numbers, slices of other level, WAPE": (levels, NUMBERS | BY | {"metrics": "wape"}),
    "numbers, heavy tails in slices": (heavy, NUMBERS | BY | {"metrics": "wape"}),
    "scores, slices": (lambda rng, n: scored(rng, n) | {"s": rng.integers(0, 6, n)}, SCORES | BY),
    "scores, slices of other base rate": (base_rates, SCORES | BY),
    "accuracy, slices of other base rate": (base_rates, SCORES | BY | {"metrics": "accuracy@0.5"}),
    "labels": (classes, LABELS),
    "lists, few queries a slice": (few_queries, SCORES | BY | {"group": "g", "metrics": "ndcg@10"}),
    "transcripts, slices": (texts, TRANSCRIPT | BY | {"metrics": "wer(normalize=lower)"}),
    "texts": (texts, TEXT | {"metrics": "rouge_l,exact_match,length_ratio"}),
    "spans": (tagged, SPANS),
    "annotators": (rated(), {"task": "annotators", "level": "ordinal"}),
}
"""Rows without a problem, and how they are evaluated."""

ANNOTATORS = CLEAN["annotators"][1]
PLANTED = {
    "worst slice of transcripts": ("worst_slice", one_slice_worse, CLEAN["transcripts, slices"][1]),
    "worst slice of label sets": ("worst_slice", one_slice_of_labels_worse, NUMBERS | BY | {"task": "multilabel"}),
    "one slice miscalibrated": ("slice_uncalibrated", one_slice_off, SCORES | BY),
    "one slice biased": ("slice_biased", changed(levels, p=lambda rng, rows: rows["p"] + 6 * (rows["s"] == 2)), NUMBERS | BY),
    "forgotten exp": ("function_forgotten", changed(amounts, p=lambda rng, rows: np.log(rows["p"])), NUMBERS),
    "other units": ("other_units", changed(numbers, p=lambda rng, rows: rows["p"] / 1000), NUMBERS),
    "numbers shifted": ("rows_shifted", changed(numbers, p=lambda rng, rows: np.roll(rows["p"], 1)), NUMBERS),
    "scores shifted": ("rows_shifted", changed(scored, p=lambda rng, rows: np.roll(rows["p"], -1)), SCORES),
    "labels shifted": ("rows_shifted", changed(classes, q=lambda rng, rows: np.roll(rows["q"], 1)), LABELS),
    "transcripts shifted": ("rows_shifted", changed(texts, p=lambda rng, rows: turned(rows["p"])), TRANSCRIPT),
    "texts shifted": ("rows_shifted", changed(texts, p=lambda rng, rows: turned(rows["p"])), CLEAN["texts"][1]),
    "sentences of spans shifted": ("rows_shifted", changed(tagged, p=lambda rng, rows: turned(rows["p"])), SPANS),
    "tags shifted": ("spans_shifted", changed(tagged, p=lambda rng, rows: [turned(one) for one in rows["p"]]), SPANS),
    "a type never predicted": (
        "type_never_predicted",
        changed(tagged, p=lambda rng, rows: [[tag if tag[2:] != "ORG" else "O" for tag in one] for one in rows["p"]]),
        SPANS,
    ),
    "half of the numbers shuffled": ("rows_shuffled", changed(numbers, p=shuffled(half)), NUMBERS),
    "the first half of the numbers shuffled": ("stretch_unrelated", changed(numbers, p=shuffled(first_half)), NUMBERS),
    "the first half of the labels shuffled": ("stretch_unrelated", changed(classes, q=shuffled(first_half, "q")), LABELS),
    "copies of numbers": ("repeated_rows", doubled(numbers), NUMBERS),
    "predictions filled": ("values_filled", changed(numbers, p=filled(-999.0)), NUMBERS),
    "predictions filled with 0": ("values_filled", changed(numbers, p=filled(0.0)), NUMBERS),
    "truths filled": ("values_filled", changed(numbers, y=filled(-999.0, "y")), NUMBERS),
    "predictions capped": ("predictions_capped", changed(numbers, p=lambda rng, rows: np.minimum(rows["p"], 115)), NUMBERS),
    "errors of groups": ("rows_look_clustered", grouped, NUMBERS),
    "the truth as numbers": ("predictions_equal_truth", changed(numbers, p=the_truth), NUMBERS),
    "the truth as labels": ("perfect_agreement", changed(classes, q=the_truth), LABELS),
    "the truth as transcripts": ("perfect_agreement", changed(texts, p=the_truth), TRANSCRIPT),
    "the truth as tags": ("perfect_agreement", changed(tagged, p=the_truth), SPANS),
    "references as outputs": ("perfect_agreement", changed(texts, p=the_truth), TEXT | {"metrics": "rouge_l"}),
    "label ids shifted": ("labels_renamed", changed(classes, q=lambda rng, rows: [f"c{int(one[1:]) + 1}" for one in rows["q"]]), LABELS),
    "one column twice": ("models_alike", two_models, SCORES | {"score": ["p", "q"]}),
    "one text for all": ("outputs_repeated", changed(texts, p=lambda rng, rows: ["no answer to that"] * len(rows["y"])), TRANSCRIPT),
    "case and punctuation alone": ("form_alone", changed(texts, p=capital), CLEAN["texts"][1]),
    "unknown words": ("unknown_words", changed(texts, p=unknown), TRANSCRIPT),
    "a careless annotator": ("annotator_unlike", rated(lambda rng, latent, own: rng.integers(1, 6, len(own))), ANNOTATORS),
    "an annotator the other way round": ("annotator_reversed", rated(lambda rng, latent, own: 6 - own), ANNOTATORS),
    "an annotator at the ends": ("annotator_at_ends", rated(lambda rng, latent, own: np.where(latent > 3, 5, 1)), ANNOTATORS),
}
"""The rule that must see a problem, the rows that have it, and how they are evaluated."""


def rules_of(make, options, n, seed):
    """The rules that find something amiss in one set of rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = gn.evaluate(make(np.random.default_rng(seed), n), **{"replicates": 200} | options).findings
    return {finding.rule for finding in found if finding.severity != "fine"}


def blamed(name, n, sets):
    """How many findings clean rows have on average, and the share of the sets in which each rule spoke."""
    counts = Counter(rule for seed in range(sets) for rule in rules_of(*CLEAN[name], n, seed))
    return sum(counts.values()) / sets, {rule: count / sets for rule, count in sorted(counts.items())}


def share_found(name, n, sets):
    """The share of the sets in which the rule sees what was planted for it."""
    rule, make, options = PLANTED[name]
    return sum(rule in rules_of(make, options, n, seed) for seed in range(sets)) / sets
