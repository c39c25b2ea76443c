"""Data whose findings are known beforehand: clean rows, of which there is nothing to say, and rows with one problem planted in them."""

import numpy as np

import gnomon as gn

NAMES = np.array(list("abcdefgh"))


def chance(log_odds):
    return 1 / (1 + np.exp(-log_odds))


def scored(rng, n, shift=-0.5, digits=None):
    """Labels that come true as often as their probabilities say."""
    p = chance(1.5 * rng.standard_normal(n) + shift)
    return {"y": (rng.random(n) < p).astype(int), "p": p if digits is None else np.round(p, digits)}


def weighted(rng, n):
    """The same, rows of one class four times as heavy as those of the other: three in four of them were left out."""
    rows = scored(rng, 4 * n, -1.0)
    kept = np.flatnonzero((rows["y"] == 1) | (rng.random(4 * n) < 0.25))[:n]
    return {name: values[kept] for name, values in rows.items()} | {"w": np.where(rows["y"][kept] == 1, 1.0, 4.0)}


def clustered(rng, n, each=10):
    """Rows in tens, half of which have one and the same luck."""
    rows, ten = scored(rng, n), np.repeat(np.arange(n // each), each)
    luck = np.where((rng.random(n // each) < 0.5)[ten], rng.random(n // each)[ten], rng.random(n))
    return rows | {"y": (luck < rows["p"]).astype(int), "u": ten}


def sliced(rng, n):
    return scored(rng, n) | {"s": rng.integers(0, 6, n)}


def labelled(rng, n, classes=4):
    """Four in five rows are called what they are, the others anything."""
    y = rng.integers(0, classes, n)
    return {"y": NAMES[y], "q": NAMES[np.where(rng.random(n) < 0.8, y, rng.integers(0, classes, n))]}


def uneven(rng, n):
    """Classes of very different size, mistakes as often for each as it is common."""
    share = [0.4, 0.3, 0.15, 0.1, 0.05]
    y, other = rng.choice(5, n, p=share), rng.choice(5, n, p=share)
    return {"y": NAMES[y], "q": NAMES[np.where(rng.random(n) < 0.75, y, other)]}


def several(rng, n, classes=4):
    """A probability for each class, which comes true as often as it says."""
    p = np.exp(2 * rng.standard_normal((n, classes)))
    p /= p.sum(1, keepdims=True)
    y = np.minimum((p.cumsum(1) < rng.random((n, 1))).sum(1), classes - 1)
    return {"y": NAMES[y]} | {str(name): p[:, at] for at, name in enumerate(NAMES[:classes])}


def listed(rng, n, each=15):
    rows = scored(rng, n // each * each)
    return rows | {"g": np.repeat(np.arange(n // each), each)}


def graded(rng, n, each=15):
    grade = rng.binomial(3, 0.25, n // each * each)
    return {"y": grade, "p": grade + rng.standard_normal(len(grade)), "g": np.repeat(np.arange(n // each), each)}


def numbers(rng, n, noise=8.0):
    """Predictions that are right on average wherever they stand, with errors of one size."""
    p = 100 + 20 * rng.standard_normal(n)
    return {"y": p + noise * rng.standard_normal(n), "p": p}


def skewed(rng, n):
    """Amounts whose errors are a tenth of them, whatever their size, give or take: sums of insurance, incomes."""
    p = rng.gamma(4, 25, n) + 50
    return {"y": p + 12 * rng.standard_t(5, n), "p": p}


def sliced_numbers(rng, n):
    return numbers(rng, n) | {"s": rng.integers(0, 6, n)}


def with_outliers(rng, n):
    """One row in two hundred is wrong by twenty times the usual."""
    rows = numbers(rng, n)
    bad = rng.choice(n, max(n // 200, 2), replace=False)
    rows["y"][bad] += 160 * rng.choice([-1, 1], len(bad))
    return rows


def small_truths(rng, n):
    """One truth in ten is next to nothing."""
    rows = numbers(rng, n)
    tiny = rng.random(n) < 0.1
    return {"y": np.where(tiny, rng.random(n) + 0.1, rows["y"]), "p": np.where(tiny, 5 * rng.random(n), rows["p"])}


def fanning(rng, n):
    """Errors grow with the prediction."""
    p = rng.gamma(4, 25, n) + 20
    return {"y": p * (1 + 0.2 * rng.standard_normal(n)), "p": p}


def bad_slice_of_numbers(rng, n):
    """In one slice of four the predictions are shuffled."""
    rows, where = numbers(rng, n), rng.integers(0, 4, n)
    bad = np.flatnonzero(where == 2)
    rows["p"][bad] = rows["p"][rng.permutation(bad)]
    return rows | {"s": where}


def _changed(make):
    """Clean numbers with other predictions."""
    return lambda rng, n: (lambda rows: rows | {"p": make(rng, rows["p"])})(numbers(rng, n))


NUMBERS = {"label": "y", "prediction": "p", "metrics": "r2,wape"}
SCORES, LABELS = {"label": "y", "score": "p", "metrics": "roc_auc"}, {"label": "y", "prediction": "q", "metrics": "accuracy"}
CLEAN = {
    "scores": (scored, SCORES),
    "rare positives": (lambda rng, n: scored(rng, n, -1.5), SCORES),
    "rounded scores": (lambda rng, n: scored(rng, n, digits=2), SCORES),
    "weighted scores": (weighted, SCORES | {"weight": "w"}),
    "clustered scores": (clustered, SCORES | {"cluster": "u"}),
    "slices": (sliced, SCORES | {"by": "s"}),
    "labels": (labelled, LABELS),
    "labels of two classes": (lambda rng, n: labelled(rng, n, 2), LABELS | {"positive": "b"}),
    "uneven labels": (uneven, LABELS),
    "several classes": (several, {"label": "y", "score": {str(name): str(name) for name in NAMES[:4]}, "metrics": "accuracy"}),
    "numbers": (numbers, NUMBERS),
    "skewed numbers": (skewed, NUMBERS),
    "noisy numbers": (lambda rng, n: numbers(rng, n, 25.0), NUMBERS),
    "numbers in slices": (sliced_numbers, NUMBERS | {"by": "s"}),
    "lists of clicks": (listed, SCORES | {"group": "g", "metrics": "gauc"}),
    "graded lists": (graded, SCORES | {"group": "g", "metrics": "ndcg@10"}),
}


def reversed_scores(rng, n):
    rows = scored(rng, n)
    return rows | {"p": 1 - rows["p"]}


def leaking(rng, n):
    rows = scored(rng, n)
    return rows | {"p": np.clip(0.3 * rows["p"] + 0.6 * rows["y"], 0, 1)}


def odds_doubled(rng, n):
    rows = scored(rng, n)
    return rows | {"p": chance(np.log(2 * rows["p"] / (1 - rows["p"])))}


def bad_slice(rng, n):
    """In one slice of four the scores are shuffled."""
    rows, where = scored(rng, n), rng.integers(0, 4, n)
    bad = np.flatnonzero(where == 2)
    rows["p"][bad] = rows["p"][rng.permutation(bad)]
    return rows | {"s": where}


def constant(rng, n):
    return scored(rng, n) | {"p": np.full(n, 0.3)}


def repeated(order):
    """A tenth of the rows are copies of others, which stand beside them, at the end, or anywhere."""

    def make(rng, n):
        own = n - n // 10
        rows = scored(rng, own)
        at = np.append(np.arange(own), rng.choice(own, n - own, replace=False))
        at = {"beside": np.sort(at), "appended": at, "shuffled": rng.permutation(at)}[order]
        return {name: values[at] for name, values in rows.items()}

    return make


def taken_for_another(rng, n):
    """A third of the rows of one class are called another's name."""
    rows = labelled(rng, n)
    moved = (rows["y"] == "a") & (rng.random(n) < 1 / 3)
    return rows | {"q": np.where(moved, "b", rows["q"])}


def overconfident(rng, n):
    """Log-probabilities twice as far apart as they should be."""
    rows = several(rng, n)
    p = np.column_stack([rows[str(name)] for name in NAMES[:4]]) ** 2
    p /= p.sum(1, keepdims=True)
    return {"y": rows["y"]} | {str(name): p[:, at] for at, name in enumerate(NAMES[:4])}


PLANTED = {
    "reversed": ("reversed_scores", reversed_scores, SCORES),
    "leaking": ("too_good", leaking, SCORES),
    "odds doubled": ("uncalibrated", odds_doubled, SCORES),
    "one bad slice": ("worst_slice", bad_slice, SCORES | {"by": "s"}),
    "constant": ("constant_scores", constant, SCORES),
    "rows repeated beside": ("repeated_rows", repeated("beside"), SCORES),
    "rows repeated at the end": ("repeated_rows", repeated("appended"), SCORES),
    "rows repeated and shuffled": ("repeated_rows", repeated("shuffled"), SCORES),
    "noise": ("no_better_than_chance", lambda rng, n: scored(rng, n) | {"p": rng.random(n)}, SCORES),
    "an identifier": ("identifier_as_score", lambda rng, n: scored(rng, n) | {"p": np.arange(n)}, SCORES),
    "a class taken for another": ("confused_classes", taken_for_another, LABELS),
    "a class found worst": ("weakest_class", taken_for_another, LABELS),
    "a few wild numbers": ("errors_of_few_rows", with_outliers, NUMBERS),
    "numbers too high": ("biased", _changed(lambda rng, p: p + 4), NUMBERS),
    "numbers too far apart": ("slope_is_not_one", _changed(lambda rng, p: 100 + 1.5 * (p - 100)), NUMBERS),
    "errors that fan out": ("spread_grows", fanning, NUMBERS),
    "one number for all": ("nearly_constant", _changed(lambda rng, p: 100 + 0.001 * (p - 100)), NUMBERS),
    "numbers at random": ("worse_than_mean", _changed(lambda rng, p: rng.permutation(p)), NUMBERS),
    "one bad slice of numbers": ("worst_slice", bad_slice_of_numbers, NUMBERS | {"by": "s"}),
    "overconfident classes": ("top_uncalibrated", overconfident, CLEAN["several classes"][1]),
}


def warnings_of(make, options, n, seed):
    """The rules that find something amiss."""
    found = gn.evaluate(make(np.random.default_rng(seed), n), **options).findings
    return {finding.rule for finding in found if finding.severity != "fine"}


def rate_of_false_findings(name, n, sets):
    """The share of evaluations of clean rows in which anything is found amiss, and how often each rule was to blame."""
    said = [warnings_of(*CLEAN[name], n, seed) for seed in range(sets)]
    blamed = sorted({rule for rules in said for rule in rules})
    return sum(map(bool, said)) / sets, {rule: sum(rule in rules for rules in said) / sets for rule in blamed}


def rate_found(name, n, sets):
    """The share of evaluations that find the problem planted in them."""
    rule, make, options = PLANTED[name]
    return sum(rule in warnings_of(make, options, n, seed) for seed in range(sets)) / sets
