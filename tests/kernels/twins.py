"""The kernels once more, in NumPy and as plainly as possible."""

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

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


def row_gap(score, positive):
    """Positives, negatives, and how far the negatives' distribution function rises above that of the positives, and falls below it."""
    pos, neg = score[positive == 1], score[positive == 0]
    distinct = np.unique(score)
    gaps = [int((neg <= x).sum()) * len(pos) - int((pos <= x).sum()) * len(neg) for x in distinct]
    found = [len(pos), len(neg)]
    for side in (np.array(gaps), -np.array(gaps)):
        most = side.max() if len(pos) and len(neg) else 0
        found += [most / (len(pos) * len(neg)), distinct[side.argmax()]] if most > 0 else [0.0, np.nan]
    return found


def precision_recall(score, positive):
    thresholds, pos, neg = sweep_columns(score, positive)
    tp, said = np.cumsum(pos), np.cumsum(pos + neg)
    return np.append((tp / said)[::-1], 1.0), np.append((tp / tp[-1])[::-1], 0.0), thresholds[::-1]


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


def moments(y, p, weight=None):
    """Sums over pairs as fractions, row by row: (rows, sums by name, extremes)."""
    from fractions import Fraction

    names = ["y_over", "y_rest", "p_over", "p_rest", "y_magnitude", "yy", "pp", "yp", "weight_over", "weight_under", "weight_level"]
    sums = dict.fromkeys([*names, *["relative", "relative_small", "small", "zeros", "endless", "symmetric", "both_zero"]], Fraction(0))
    kept = []
    for truth, said, heavy in zip(y.tolist(), p.tolist(), [1.0] * len(y) if weight is None else weight.tolist(), strict=True):
        if heavy == 0:
            continue
        a, b, w = Fraction(truth), Fraction(said), Fraction(heavy)
        side = "over" if b > a else "rest"
        sums[f"y_{side}"] += w * a
        sums[f"p_{side}"] += w * b
        sums["y_magnitude"] += w * abs(a)
        sums["yy"] += w * a * a
        sums["pp"] += w * b * b
        sums["yp"] += w * a * b
        sums["weight_over" if b > a else "weight_under" if b < a else "weight_level"] += w
        miss, size, epsilon = abs(said - truth), abs(truth), 2.0**-52
        if size >= epsilon:
            sums["relative"] += w * Fraction(miss / size)
        else:
            sums["small"] += w * Fraction(miss / epsilon)
            if size == 0:
                sums["zeros"] += w
            elif miss / size <= 1e300:
                sums["relative_small"] += w * Fraction(miss / size)
            else:
                sums["endless"] += w
        if size + abs(said) > 0:
            sums["symmetric"] += w * Fraction(miss / (size + abs(said)))
        else:
            sums["both_zero"] += w
        kept.append((truth, said, said - truth))
    ends = [end for column in zip(*kept, strict=True) for end in (min(column), max(column))] or [float("inf"), float("-inf")] * 3
    return len(kept), sums, tuple(ends)


def joint_columns(x, y, observed, censored):
    """Distinct pairs, ascending, with what was observed and what was censored of each."""
    cells = {}
    for a, b, seen, unseen in zip(x.tolist(), y.tolist(), observed.tolist(), censored.tolist(), strict=True):
        held = cells.setdefault((a + 0.0, b + 0.0), [0, 0])
        held[0] += seen
        held[1] += unseen
    kept = sorted((pair, held) for pair, held in cells.items() if any(held))
    return [pair[0] for pair, _ in kept], [pair[1] for pair, _ in kept], [held[0] for _, held in kept], [held[1] for _, held in kept]


def ordered_pairs(group, rank, earlier, later):
    """Pairs of ascending groups whose ranks ascend, and whose ranks descend, by looking at every pair."""
    apart = group[:, None] < group[None, :]
    both = earlier.astype(object)[:, None] * later.astype(object)[None, :]
    return (both * (apart & (rank[:, None] < rank[None, :]))).sum(), (both * (apart & (rank[:, None] > rank[None, :]))).sum()


def middle_ranks(values, weight):
    """Twice each row's average rank from the middle: what weighs below it less what weighs above it."""
    w = weight.astype(object)
    return np.array([(w * (values < value)).sum() - (w * (values > value)).sum() for value in values], object)


def amount_columns(prediction, truth, weight=None):
    w = np.ones(len(truth)) if weight is None else weight
    kept = w > 0
    p, y, w = prediction[kept] + 0.0, truth[kept], w[kept]
    distinct, place = np.unique(p, return_inverse=True)
    e = p - y
    terms = (w, w * y, w * e, w * np.abs(e), w * (e * e))
    sums = ([math.fsum(values[place == k]) for k in range(len(distinct))] if len(p) < 100 else _added(place, values) for values in terms)
    return [np.array(column)[::-1] for column in (distinct, *sums)]


def _added(place, values):
    total = np.zeros(place.max() + 1)
    np.add.at(total, place, values)
    return total


def absolute_error_at(truth, prediction, rank):
    errors = np.sort(np.abs(prediction - truth))
    return errors[rank], errors[min(rank + 1, len(errors) - 1)], True


def density(x, y, weight, most):
    """The finest squares by trying every side, places as whole numbers of any size."""
    rows = [(Fraction(a), Fraction(b), 1.0 if weight is None else w) for a, b, w in zip(x, y, x if weight is None else weight, strict=True)]
    rows = [row for row in rows if row[2] > 0]
    largest = max((max(abs(a), abs(b)) for a, b, _ in rows), default=0)
    level = (math.frexp(largest)[1] if largest else -1074) - 30
    while True:
        side = Fraction(2) ** level
        cells = {}
        for a, b, w in rows:
            key = math.floor(a / side), math.floor(b / side)
            cells[key] = cells.get(key, 0.0) + w
        if len(cells) <= most:
            break
        level += 1
    keys = sorted(cells)
    return level, np.array(keys, np.int64).reshape(-1, 2).T, np.array([cells[key] for key in keys])


def bin_places(x, edges, left, codes):
    places = np.searchsorted(edges, x, side="right" if left else "left")
    for place, code in enumerate(codes):
        places[x == code] = len(edges) + 1 + place
    places[np.isnan(x)] = len(edges) + 1 + len(codes)
    return places


def chi_square(a, b):
    """Pearson's statistic of two bins of (good, bad): the gap of their rates over its variance, none where a class is empty."""
    (g1, b1), (g2, b2) = a, b
    n1, n2 = g1 + b1, g2 + b2
    rate = (b1 + b2) / (n1 + n2)
    return n1 / (n1 + n2) * n2 * (b1 / n1 - b2 / n2) * (b1 / n1 - b2 / n2) / (rate * (1 - rate)) if 0 < rate < 1 else 0.0


def chi_merge(good, bad, bins, threshold, rows, events):
    """Bins merged one pair at a time, all pairs looked at each time."""
    held = [(g, b, start) for start, (g, b) in enumerate(zip(good, bad, strict=True))]

    def join(i):
        held[i : i + 2] = [(held[i][0] + held[i + 1][0], held[i][1] + held[i + 1][1], held[i][2])]

    def chi(i):
        return chi_square(held[i][:2], held[i + 1][:2])

    def merge_alike():
        while len(held) > 1:
            least = min(range(len(held) - 1), key=lambda i: (chi(i), i))
            if len(held) <= bins and chi(least) >= threshold:
                break
            join(least)

    merge_alike()
    while len(held) > 1:
        small = [i for i, (g, b, _) in enumerate(held) if g + b < rows or min(g, b) < events]
        if not small:
            break
        least = min(small, key=lambda i: (held[i][0] + held[i][1], i))
        right = least == 0 or (least + 1 < len(held) and chi(least) < chi(least - 1))
        join(least if right else least - 1)
    merge_alike()
    return [start for _, _, start in held[1:]]


def bin_value(g, b, good, bad, smoothing):
    if g == 0 or b == 0:
        g, b = g + smoothing, b + smoothing
    return (b / bad - g / good) * math.log((b / bad) / (g / good))


def optimal_bins(good, bad, periods, bins, rows, events, difference, smoothing, trend):
    """The most information value that any set of cuts has within the rules, and the fewest bins that reach it; every set is tried."""
    best, fewest = -math.inf, 0
    for chosen in range(2 ** (len(good) - 1)):
        cuts = [0, *(i + 1 for i in range(len(good) - 1) if chosen >> i & 1), len(good)]
        value = bins_value(good, bad, periods, cuts, bins, rows, events, difference, smoothing, trend)
        if value is not None and (value > best + 1e-12 or (value > best - 1e-12 and len(cuts) - 1 < fewest)):
            best, fewest = max(value, best), len(cuts) - 1
    return best, fewest


def bins_value(good, bad, periods, cuts, bins, rows, events, difference, smoothing, trend):
    """The information value of the bins between these cuts; None where a rule is broken."""
    parts = [(sum(good[a:b]), sum(bad[a:b])) for a, b in pairwise(cuts)]
    if len(parts) > bins or any(g + b < rows or min(g, b) < events for g, b in parts):
        return None
    steps = [b - a for a, b in pairwise(_rates(good, bad, cuts))]
    inner = [[b - a for a, b in pairwise(_rates(g, b, cuts))] for g, b in periods]
    up = [step >= difference and not any(own[at] < 0 for own in inner) for at, step in enumerate(steps)]
    down = [-step >= difference and not any(own[at] > 0 for own in inner) for at, step in enumerate(steps)]
    peak = any(all(up[:turn]) and all(down[turn:]) for turn in range(len(steps) + 1))
    valley = any(all(down[:turn]) and all(up[turn:]) for turn in range(len(steps) + 1))
    free = all(a or b for a, b in zip(up, down, strict=True))
    fits = [free, all(up), all(down), peak, valley, all(up) or all(down), peak or valley][trend]
    return sum(bin_value(g, b, sum(good), sum(bad), smoothing) for g, b in parts) if fits else None


def _rates(good, bad, cuts):
    sums = [(sum(good[a:b]), sum(bad[a:b])) for a, b in pairwise(cuts)]
    return [b / (g + b) if g + b else math.nan for g, b in sums]


def box_pairs(starts, boxes, truth_starts, truth_boxes, crowd, least, pixel):
    """Every pair of every image looked at: (detection, object, overlap)."""
    found = []
    for image in range(len(starts) - 1):
        for d in range(starts[image], starts[image + 1]):
            for g in range(truth_starts[image], truth_starts[image + 1]):
                (x, y, w, h), (u, v, a, b) = boxes[d], truth_boxes[g]
                width, height = min(x + w, u + a) - max(x, u) + pixel, min(y + h, v + b) - max(y, v) + pixel
                if width <= 0 or height <= 0:
                    continue
                own = (w + pixel) * (h + pixel)
                iou = width * height / (own if crowd[g] else own + (a + pixel) * (b + pixel) - width * height)
                if iou >= least:
                    found.append((d, g, iou))
    return found


def match_images(image, kind, truth_kind, pairs, crowd, unmatched, left_out, outside, threshold, best_only, last_of_equals):
    """One range of areas at one threshold: detections in their order, each with the object that the rule gives it."""
    taken, state, partner = set(), [], []
    for d in range(len(kind)):
        able = [(iou, g) for e, g, iou in pairs if e == d and truth_kind[g] == kind[d] and iou >= min(threshold, 1 - 1e-10)]
        if not best_only:
            able = [(iou, g) for iou, g in able if g not in taken or crowd[g]]
            able = [(iou, g) for iou, g in able if not left_out[g]] or able
        choice = max(able, key=lambda one: (one[0], one[1] if last_of_equals else -one[1]), default=None)
        g = None if choice is None else choice[1]
        if g is not None and best_only and not left_out[g] and g in taken:
            g = None
        if g is not None:
            taken.add(g)
        found = g is not None and not unmatched[g]
        outcome = 2 if g is not None and left_out[g] else 1 if found else 0
        state.append(2 if not found and outside[d] else outcome)
        partner.append(g if found else -1)
    return state, partner


def average_precision(state, weight, objects, interpolation, grid):
    """Of a class's detections from the highest score down: every copy of every image one after the other."""
    outcomes = [outcome for outcome, copies in zip(state, weight, strict=True) for _ in range(int(copies)) if outcome < 2]
    if not objects:
        return math.nan, math.nan
    recall, precision, found = [], [], 0
    for said, outcome in enumerate(outcomes, 1):
        found += outcome == 1
        recall.append(found / objects)
        precision.append(found / said)
    best = [max(precision[i:]) for i in range(len(precision))]
    reached = recall[-1] if recall else 0.0
    if interpolation == "grid":
        return sum(max((p for r, p in zip(recall, precision, strict=True) if r >= point), default=0.0) for point in grid) / len(
            grid
        ), reached
    if interpolation == "envelope":
        return sum((r - before) * b for r, before, b in zip(recall, [0.0, *recall], best, strict=False)), reached
    if not outcomes:
        return 0.0, 0.0
    drop = [reached] if interpolation == "truncated" else []
    x, y = [0.0, *recall, *drop, 1.0], [1.0, *best, *(0.0 for _ in drop), 0.0]
    read = np.interp(grid, x, y)
    return float(np.diff(grid) @ (read[1:] + read[:-1]) / 2), reached


def box_overlaps(a, b, crowd, pixel=0):
    """IoU of every box of a with every one of b (x, y, width, height); of a crowd the share of a's box."""
    near = np.maximum(a[:, None, :2], b[None, :, :2])
    far = np.minimum(a[:, None, :2] + a[:, None, 2:], b[None, :, :2] + b[None, :, 2:])
    both = np.clip(far - near + pixel, 0, None).prod(axis=2)
    own = (a[:, 2:] + pixel).prod(axis=1)[:, None]
    every = np.where(np.asarray(crowd, bool), own, own + (b[:, 2:] + pixel).prod(axis=1) - both)
    return np.divide(both, every, out=np.zeros_like(both), where=both > 0)


def runs_of(pixels):
    """Run lengths of a mask, column by column, from background on."""
    flat = np.concatenate([[False], np.asarray(pixels, bool).T.ravel()])
    return np.diff(np.concatenate([[0], np.flatnonzero(np.diff(flat)), [flat.size - 1]]))


def pixels_of(runs, height, width):
    return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(width, height).T


def mask_overlaps(a, b, crowd):
    """IoU of every mask of a with every one of b, pixel by pixel."""
    both = np.array([[(one & other).sum() for other in b] for one in a])
    every = np.array([[one.sum() if c else (one | other).sum() for other, c in zip(b, crowd, strict=True)] for one in a])
    return np.divide(both, every, out=np.zeros(both.shape), where=both > 0)


def mask_string(runs):
    """Runs as COCO's tool writes them: differences from the run before the last, in digits of five bits, the lowest first."""
    text = ""
    for at, run in enumerate(runs):
        left, more = int(run) - (int(runs[at - 2]) if at > 2 else 0), True
        while more:
            digit, left = left & 31, left >> 5
            more = left != (-1 if digit & 16 else 0)
            text += chr(48 + digit + 32 * more)
    return text


def outline(corners, height, width):
    """The pixels inside a polygon, by walking its outline in steps of a fifth of a pixel."""
    fifths = [(int(5 * x + 0.5), int(5 * y + 0.5)) for x, y in corners]
    inside = np.zeros(height * width + 1, int)
    for (x, y), (to_x, to_y) in zip(fifths, [*fifths[1:], fifths[0]], strict=True):
        across, down = abs(to_x - x), abs(to_y - y)
        if (across >= down and x > to_x) or (across < down and y > to_y):
            x, y, to_x, to_y = to_x, to_y, x, y
        if across >= down:
            steps = [(x + k, int(y + (to_y - y) / across * k + 0.5)) for k in range(across + 1)] if across else []
        else:
            steps = [(int(x + (to_x - x) / down * k + 0.5), y + k) for k in range(down + 1)]
        for before, after in pairwise(steps):
            low = min(before[0], after[0])
            if before[0] != after[0] and low % 5 == 2 and 0 <= low // 5 < width:
                row = math.ceil(min(max((min(before[1], after[1]) + 0.5) / 5 - 0.5, 0), height))
                inside[low // 5 * height + row] += 1
    return (np.cumsum(inside)[:-1] % 2 == 1).reshape(width, height).T


def keypoint_similarity(truth, prediction, box, area, sigma):
    """Object keypoint similarity of one prediction with one truth."""
    x, y = prediction[:, 0] - truth[:, 0], prediction[:, 1] - truth[:, 1]
    counts = truth[:, 2] > 0
    if not counts.any():
        counts = np.ones(len(sigma), bool)
        left, top, wide, high = box
        x = np.clip(left - wide - prediction[:, 0], 0, None) + np.clip(prediction[:, 0] - left - 2 * wide, 0, None)
        y = np.clip(top - high - prediction[:, 1], 0, None) + np.clip(prediction[:, 1] - top - 2 * high, 0, None)
    return np.exp(-(x**2 + y**2) / (8 * np.asarray(sigma) ** 2 * (area + 2**-52)))[counts].mean()


def label_pairs(truth, predicted, low, span, ignore):
    """Pairs of labels of each image, then those out of range and those ignored."""
    made = np.zeros((len(truth), span * span + 2), np.int64)
    for image, (row, line) in enumerate(zip(truth.tolist(), predicted.tolist(), strict=True)):
        for t, p in zip(row, line, strict=True):
            inside = low <= t < low + span and low <= p < low + span
            made[image, span * span + 1 if t == ignore else (t - low) * span + p - low if inside else span * span] += 1
    return made


def far_from_borders(labels, reach):
    """Pixels whose square, which must lie within the map, holds one label."""
    inside = np.zeros(labels.shape, np.uint8)
    for y in range(reach, labels.shape[0] - reach):
        for x in range(reach, labels.shape[1] - reach):
            inside[y, x] = (labels[y - reach : y + reach + 1, x - reach : x + reach + 1] == labels[y, x]).all()
    return inside


def map_digests(maps, width, ignore):
    """Runs of one label as words of their label and place, summed."""
    mask, made = 2**64 - 1, []

    def mixed(word):
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        return word ^ (word >> 31)

    for labels in maps.tolist():
        total = 0
        for at, label in enumerate(labels):
            if at == 0 or label != labels[at - 1]:
                key = 0xD1B54A32D192ED03 if label == ignore else label * 0xA24BAED4963EE407
                total += mixed((key + (at + 1) * 0x9E3779B97F4A7C15) & mask)
        made.append(mixed(mixed((total + width) & mask) ^ len(labels)) or 1)
    return np.array(made, np.uint64)


def edit_steps(truth, said):
    """The steps of the shortest way between two lists, by the whole table of distances: 0 kept, 1 replaced, 2 left out, 3 added."""
    before = 0
    while before < min(len(truth), len(said)) and truth[before] == said[before]:
        before += 1
    a, b, behind = truth[before:], said[before:], 0
    while a and b and a[-1] == b[-1]:
        a, b, behind = a[:-1], b[:-1], behind + 1
    codes = {token: code for code, token in enumerate({*a, *b})}
    other = np.array([codes[token] for token in a], int)[:, None] != np.array([codes[token] for token in b], int)
    d, across = np.zeros((len(a) + 1, len(b) + 1), np.int32), np.arange(len(b) + 1)
    d[0] = across
    for i in range(1, len(a) + 1):
        here = np.append(i, np.minimum(d[i - 1, 1:] + 1, d[i - 1, :-1] + other[i - 1]))
        d[i] = np.minimum.accumulate(here - across) + across  # each added token costs one
    i, j, way = len(a), len(b), []
    while i and j:
        if d[i, j] == d[i - 1, j] + 1:
            i, step = i - 1, 2
        elif j > 1 and d[i, j - 1] == d[i - 1, j - 1] - 1:
            j, step = j - 1, 3
        else:
            i, j = i - 1, j - 1
            step = int(a[i] != b[j])
        way.append(step)
    way += [2] * i + [3] * j
    return [0] * before + way[::-1] + [0] * behind


def tag_entities(sentences, letter, kind, start, inside, end):
    """Runs of tags that go on with one another, each an entity from its first start on if its end is one."""
    found = []
    for row, codes in enumerate(sentences):
        tags = [(0, -1), *((letter[code], kind[code]) for code in codes), (0, -1)]
        links = [(tags[at - 1][0] * 5 + tags[at][0]) * 2 + (tags[at - 1][1] == tags[at][1]) for at in range(1, len(tags))]
        breaks = [at for at, link in enumerate(links) if not inside[link]]
        edges = [0, *(at for at in breaks if at > 0)]
        for first, last in pairwise(edges):
            starts = [at for at in range(first, last) if start[links[at]]]
            if starts and end[links[last]]:
                found.append((row, tags[last][1], starts[0], last))
    return found


def thirteen_a(text):
    """Words as sacrebleu's 13a parts them, once entities are read."""
    text = re.sub(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 ", f" {text} ")
    text = re.sub(r"([^0-9])([\.,])", r"\1 \2 ", text)
    text = re.sub(r"([\.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()


def grams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu_counts(said, references, orders, split):
    own, others = split(said), [split(one) for one in references]
    nearest = min((abs(len(one) - len(own)), len(one)) for one in others)[1]
    shared, every = [], []
    for n in range(1, orders + 1):
        most = Counter()
        for one in others:
            most |= grams(one, n)
        shared.append((grams(own, n) & most).total())
        every.append(grams(own, n).total())
    return [len(own), nearest, *shared, *every]
