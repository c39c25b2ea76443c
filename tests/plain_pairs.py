"""Metrics of ranks and pairs as plainly as possible, in exact fractions: every pair of rows is looked at."""

import math
from fractions import Fraction
from itertools import combinations


def sign(x):
    return (x > 0) - (x < 0)


def ones(values):
    return [Fraction(1)] * len(values)


def pair_sums(x, y, w=None):
    """Pairs ordered alike less those ordered oppositely, pairs that differ in x, and in y; each weighs the product of both."""
    w = ones(x) if w is None else [Fraction(one) for one in w]
    difference = apart_x = apart_y = Fraction()
    for i, j in combinations(range(len(x)), 2):
        both = w[i] * w[j]
        difference += both * sign(x[i] - x[j]) * sign(y[i] - y[j])
        apart_x += both * (x[i] != x[j])
        apart_y += both * (y[i] != y[j])
    return difference, apart_x, apart_y


def root_of(square):
    """The square root of a fraction; floats have no room for the squares of large weights."""
    return math.sqrt(square)


def kendall(x, y, w=None, variant="b"):
    difference, apart_x, apart_y = pair_sums(x, y, w)
    if not apart_x or not apart_y:
        return math.nan
    total = sum(ones(x) if w is None else map(Fraction, w))
    if variant == "a":
        return float(2 * difference / (total * (total - 1)))
    if variant == "c":
        kept = [k for k in range(len(x)) if w is None or w[k]]
        fewer = min(len({x[k] for k in kept}), len({y[k] for k in kept}))
        return float(2 * difference * fewer / (total**2 * (fewer - 1)))
    return sign(difference) * root_of(difference**2 / (apart_x * apart_y))


def somers_d(x, y, w=None, dependent="y"):
    difference, apart_x, apart_y = pair_sums(x, y, w)
    apart = apart_x if dependent == "y" else apart_y
    return float(difference / apart) if apart else math.nan


def centred(values, w):
    """Average ranks, from the middle."""
    return [sum(((v < value) - (v > value)) * weight for v, weight in zip(values, w, strict=True)) / Fraction(2) for value in values]


def spearman(x, y, w=None):
    w = ones(x) if w is None else [Fraction(one) for one in w]
    a, b = centred(x, w), centred(y, w)
    both, first, second = (sum((u * v * k for u, v, k in zip(p, q, w, strict=True)), Fraction()) for p, q in ((a, b), (a, a), (b, b)))
    return sign(both) * root_of(both**2 / (first * second)) if first and second else math.nan


def concordance_index(time, predicted, event=None, w=None):
    w = ones(time) if w is None else [Fraction(one) for one in w]
    event = [1] * len(time) if event is None else event
    right = comparable = Fraction()
    for i in range(len(time)):
        for j in range(len(time)):
            if event[i] and (time[i] < time[j] or (time[i] == time[j] and not event[j])):
                both = w[i] * w[j]
                comparable += both
                right += both * (1 + sign(predicted[j] - predicted[i])) / 2
    return float(right / comparable) if comparable else math.nan
