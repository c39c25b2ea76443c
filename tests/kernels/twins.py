"""The kernels once more, in NumPy and as plainly as possible."""

import numpy as np


def rank_pairs(score, positive, weight=None):
    """Twice the pairs in the right order, by looking at every pair."""
    w = np.ones(len(score)) if weight is None else weight
    p, n = positive == 1, positive == 0
    greater = score[p][:, None] > score[n][None, :]
    equal = score[p][:, None] == score[n][None, :]
    return w[p].sum(), w[n].sum(), float((w[p][:, None] * w[n][None, :] * (2 * greater + equal)).sum())


def sweep_columns(score, positive, weight=None):
    score = np.where(score == 0, 0.0, score)
    w = np.ones(len(score), np.int64) if weight is None else weight
    distinct, place = np.unique(score, return_inverse=True)
    pos = np.zeros(len(distinct), w.dtype)
    neg = np.zeros(len(distinct), w.dtype)
    np.add.at(pos, place[positive == 1], w[positive == 1])
    np.add.at(neg, place[positive == 0], w[positive == 0])
    keep = (pos > 0) | (neg > 0)
    return distinct[keep][::-1], pos[keep][::-1], neg[keep][::-1]


def gap(pos, neg):
    # Over the common denominator, so that equal gaps of whole counts are equal.
    difference = np.concatenate([[0], np.cumsum(pos) * neg.sum() - np.cumsum(neg) * pos.sum()]) / (pos.sum() * neg.sum())
    return difference.max(), int(difference.argmax()), (-difference).max(), int((-difference).argmax())


def precision_sum(pos, neg, trapezoid):
    tp, fp = np.cumsum(pos), np.cumsum(neg)
    precision = tp / (tp + fp)
    before = np.concatenate([precision[:1], precision[:-1]])
    height = (precision + before) / 2 if trapezoid else precision
    return float((pos / pos.sum() * height).sum())


def monotone_precision(pos, neg, steps):
    tp, fp = np.cumsum(pos), np.cumsum(neg)
    precision = tp / (tp + fp)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    marks = [
        max((p for p, t in zip(precision, tp, strict=True) if t * steps >= k * tp[-1] * (1 - 1e-12)), default=0.0) for k in range(steps + 1)
    ]
    return float((pos / pos.sum() * best).sum()), np.array(marks)


def key(score):
    bits = np.float64(score).view(np.uint64)
    sign = np.uint64(1) << np.uint64(63)
    return int(~bits) & (2**64 - 1) if bits >> np.uint64(63) else int(bits | sign)


def coarsen(score, pos, neg, shift):
    cells = [key(s) >> shift for s in score]
    distinct = sorted(set(cells), reverse=True)
    total = {c: [pos.dtype.type(0), neg.dtype.type(0)] for c in distinct}
    for c, p, n in zip(cells, pos, neg, strict=True):
        total[c][0] += p
        total[c][1] += n
    return distinct, [total[c][0] for c in distinct], [total[c][1] for c in distinct]
