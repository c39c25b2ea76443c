"""Metrics of ranked lists once more, from their definitions and one order at a time: plain Python, nothing shared with the library.

A list is the grades that are shown, the first first (None: never judged), and the rest: grades that were judged and not retrieved. A metric
is None where it is undefined.
"""

import math
from itertools import permutations, product


def hits(shown, level):
    return sum(grade is not None and grade >= level for grade in shown)


def precision_at(shown, rest, *, k, relevant=1):
    return hits(shown[:k], relevant) / k


def recall_at(shown, rest, *, k, relevant=1):
    everything = hits(shown + rest, relevant)
    return hits(shown[:k], relevant) / everything if everything else None


def r_precision(shown, rest, *, relevant=1):
    everything = hits(shown + rest, relevant)
    return hits(shown[:everything], relevant) / everything if everything else None


def mean_average_precision(shown, rest, *, k=None, denominator="relevant", relevant=1):
    everything = hits(shown + rest, relevant)
    if everything == 0:
        return None
    cut = len(shown) if k is None else k
    sum_of_precisions = 0.0
    for rank, grade in enumerate(shown[:cut], 1):
        if grade is not None and grade >= relevant:
            sum_of_precisions += hits(shown[:rank], relevant) / rank
    if denominator == "relevant":
        return sum_of_precisions / everything
    if denominator == "min(k,relevant)":
        return sum_of_precisions / (everything if k is None else min(k, everything))
    found = hits(shown[:cut], relevant)
    return sum_of_precisions / found if found else 0.0


def mrr(shown, rest, *, k=None, relevant=1):
    if hits(shown + rest, relevant) == 0:
        return None
    for rank, grade in enumerate(shown if k is None else shown[:k], 1):
        if grade is not None and grade >= relevant:
            return 1 / rank
    return 0.0


def success_at(shown, rest, *, k, relevant=1):
    if hits(shown + rest, relevant) == 0:
        return None
    return float(hits(shown[:k], relevant) > 0)


def bpref(shown, rest, *, relevant=1):
    judged = [grade for grade in shown + rest if grade is not None]
    good = hits(judged, relevant)
    bad = len(judged) - good
    if good == 0:
        return None
    total, above = 0.0, 0
    for grade in shown:
        if grade is None:
            continue
        if grade < relevant:
            above += 1
        else:
            total += 1 - (min(above, good) / min(good, bad) if above else 0)
    return total / good


def worth(grade, gain, negative):
    if grade is None or (grade < 0 and negative == "zero"):
        return 0.0
    return 2.0**grade - 1 if gain == "exp" else float(grade)


def discounted(gains, discount):
    total = 0.0
    for rank, gain in enumerate(gains, 1):
        total += gain / (math.log2(rank + 1) if discount == "log2" else max(1.0, math.log2(rank)))
    return total


def cg(shown, rest, *, k=None, negative="zero"):
    return math.fsum(worth(grade, "linear", negative) for grade in (shown if k is None else shown[:k]))


def dcg(shown, rest, *, k=None, gain="exp", discount="log2", negative="zero"):
    return discounted([worth(grade, gain, negative) for grade in (shown if k is None else shown[:k])], discount)


def ndcg(shown, rest, *, k=None, gain="exp", discount="log2", ideal="all", negative="zero"):
    first = shown if k is None else shown[:k]
    pool = first if ideal == "cut" and k is not None else shown + rest
    best = sorted((worth(grade, gain, negative) for grade in pool), reverse=True)
    most = discounted(best if k is None else best[:k], discount)
    if most <= 0:  # what was shown gains nothing, and is worth nothing if something would have gained
        return 0.0 if ideal == "cut" and k is not None and any(worth(grade, gain, negative) > 0 for grade in shown + rest) else None
    return discounted([worth(grade, gain, negative) for grade in first], discount) / most


def rbp(shown, rest, *, p=0.8, k=None, relevant=1, graded=False):
    first = shown if k is None else shown[:k]
    if graded:
        most = max([1.0, *(grade for grade in shown + rest if grade is not None)])
        return (1 - p) * math.fsum(p**place * max(grade or 0, 0) / most for place, grade in enumerate(first))
    return (1 - p) * math.fsum(p**place for place, grade in enumerate(first) if grade is not None and grade >= relevant)


def err(shown, rest, *, max_grade, k=None):
    total, reads_on = 0.0, 1.0
    for rank, grade in enumerate(shown if k is None else shown[:k], 1):
        satisfied = (2.0**grade - 1) / 2.0**max_grade if grade is not None and grade > 0 else 0.0
        total += reads_on * satisfied / rank
        reads_on *= 1 - satisfied
    return total


METRICS = {
    function.__name__: function
    for function in (precision_at, recall_at, r_precision, mean_average_precision, mrr, success_at, bpref, cg, dcg, ndcg, rbp, err)
}
NOTHING = {"mrr": 0.0, "success_at": 0.0}
"""The value of a query without relevant items, where it is not NaN."""


def orders(runs):
    """Every order of a list whose runs of tied grades may come in any order; orders that look the same, once: each is as likely."""
    return [sum(parts, ()) for parts in product(*(sorted(set(permutations(run)), key=repr) for run in runs))]


def averaged(name, runs, rest, ways=None, **options):
    """The mean of a metric over every order of tied items; NaN where an order has no value."""
    values = [METRICS[name](shown, rest, **options) for shown in (orders(runs) if ways is None else ways)]
    missing = NOTHING.get(name, math.nan)
    return math.fsum(missing if value is None else value for value in values) / len(values)


def auc(positives, negatives):
    """The share of pairs in the right order, a tie counting half; None without pairs."""
    pairs = [(a > b) + (a == b) / 2 for a in positives for b in negatives]
    return math.fsum(pairs) / len(pairs) if pairs else None
