"""Populations whose metrics are known, data sets drawn from them, and how often intervals hold the truth.

A population is kept as a sweep of weights so fine (170,000 cells, none with more than 4e-5 of a class) that a metric of it is the metric of
endless rows: what a row inside a cell does moves none by more than 1e-4, a fiftieth of the narrowest interval here.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import norm

import gnomon as gn
from gnomon.catalog import parse
from gnomon.inference.bands import band_of, curves_on_grid
from gnomon.inference.estimate import IntervalOptions, estimates
from gnomon.inference.measure import MetricCall
from gnomon.inference.observed import ModelRows, value_of
from gnomon.inference.queries import interval_of
from gnomon.inference.sample import ResamplingData
from gnomon.inputs import binary_rows
from gnomon.summary import Stack

STEP = 1e-4


@dataclass(frozen=True)
class Binormal:
    """Scores normal with spread 1 in both classes, ``d`` apart; rounded to multiples of ``tied`` if it is given."""

    d: float = 1.0
    prevalence: float = 0.3
    tied: float = 0.0

    def draw(self, rng, n):
        """Independent rows: labels and scores. How many are positive is left to chance, as in life."""
        y = (rng.random(n) < self.prevalence).astype(np.int64)
        return y, self.rounded(rng.standard_normal(n) + self.d * y)

    def rounded(self, x):
        return np.round(x / self.tied) * self.tied if self.tied else x

    @cached_property
    def sweep(self):
        """All of the population, from the highest score down."""
        step = self.tied or STEP
        at = np.arange(np.ceil(-8.0 / step), np.ceil((8.0 + self.d) / step))[::-1] * step
        pos, neg = (norm.cdf(at + step / 2 - mean) - norm.cdf(at - step / 2 - mean) for mean in (self.d, 0.0))
        return gn.Sweep(at, self.prevalence * pos, (1 - self.prevalence) * neg)


@dataclass(frozen=True)
class Probabilities:
    """The same rows, scored with a probability: the right one, or one whose log-odds are ``bias`` too high and ``slope`` too steep."""

    of: Binormal = Binormal()
    bias: float = 0.0
    slope: float = 1.0

    def draw(self, rng, n):
        y, x = self.of.draw(rng, n)
        return y, self.probability(x)

    def probability(self, x):
        prevalence, d = self.of.prevalence, self.of.d
        log_odds = np.log(prevalence / (1 - prevalence)) + d * x - d * d / 2
        return 1 / (1 + np.exp(-(self.bias + self.slope * log_odds)))

    @cached_property
    def sweep(self):
        s = self.of.sweep
        return gn.Sweep(self.probability(s.thresholds), s.pos, s.neg)


def truth(population, metric):
    """The metric of the whole population."""
    return value_of(MetricCall(parse(metric)), ResamplingData(population.sweep))[0]


def coverage(population, metrics, n, sets, *, seed, replicates=1000, level=0.95):
    """The share of data sets of n rows whose interval holds the population's value, for each metric; one without ends holds nothing."""
    measures = [MetricCall(parse(metric)) for metric in metrics]
    true = np.array([truth(population, metric) for metric in metrics])
    rng, held = np.random.default_rng(seed), np.zeros(len(metrics))
    for _ in range(sets):
        sample = ResamplingData(gn.Sweep.of(*population.draw(rng, n)))
        values = [value_of(measure, sample)[0] for measure in measures]
        found = estimates(measures, values, sample, IntervalOptions(level, replicates=replicates, seed=int(rng.integers(2**31))))
        held += [value in one for value, one in zip(true, found, strict=True)]
    return dict(zip(metrics, held / sets, strict=True))


@dataclass(frozen=True)
class Pair:
    """Two models of the same rows whose scores share part of their noise: how well each does is that of a population above."""

    first: Probabilities = Probabilities()
    second: Probabilities = Probabilities()
    correlation: float = 0.7

    def draw(self, rng, n):
        """Labels, and the probabilities that both models give."""
        y = (rng.random(n) < self.first.of.prevalence).astype(np.int64)
        noise = rng.standard_normal((3, n))
        own, shared = np.sqrt(1 - self.correlation), np.sqrt(self.correlation) * noise[2]
        return y, *(
            m.probability(m.of.rounded(own * e + shared + m.of.d * y)) for m, e in zip((self.first, self.second), noise, strict=False)
        )

    def truth(self, metric):
        """By how much the first is above the second."""
        return truth(self.first, metric) - truth(self.second, metric)


def compared(pair, metrics, n, sets, *, seed, method="auto", replicates=1000, level=0.95):
    """Of each metric the p-values, and whether the interval holds the true difference, over data sets of n rows."""
    true, rng, p_values, held = [pair.truth(metric) for metric in metrics], np.random.default_rng(seed), [], []
    for _ in range(sets):
        y, a, b = pair.draw(rng, n)
        how = {"level": level, "method": method, "replicates": replicates, "seed": int(rng.integers(2**31))}
        found = gn.compare(y, {"a": a, "b": b}, metrics=metrics, curves=(), **how).pairs
        p_values.append([one.p_value for one in found])
        held.append([one.low <= difference <= one.high for one, difference in zip(found, true, strict=True)])
    return tuple(dict(zip(metrics, np.array(values).T, strict=True)) for values in (p_values, held))


def of_users(population, rng, users, each=10, shared=0.4):
    """Rows of users, each user of one class, whose scores share part of their noise: each row alone is as in the population."""
    user = np.repeat(np.arange(users), each)
    y = (rng.random(users) < population.prevalence).astype(np.int64)[user]
    noise = np.sqrt(shared) * rng.standard_normal(users)[user] + np.sqrt(1 - shared) * rng.standard_normal(users * each)
    return y, population.rounded(noise + population.d * y), user


@dataclass(frozen=True)
class Clustered:
    """Rows in clusters that share part of their noise: twenty each, or of sizes that a lognormal law draws; of one class each, or not.

    A row drawn at random is as in the population, whatever its cluster.
    """

    clusters: int
    unequal: bool = False
    one_class: bool = False
    of: Probabilities = Probabilities()
    shared: float = 0.4

    def draw(self, rng, models=1):
        """Labels, clusters, and the probabilities of models that do equally well."""
        sizes = np.full(self.clusters, 20)
        if self.unequal:
            sizes = np.maximum(np.round(rng.lognormal(np.log(20) - 0.5, 1, self.clusters)).astype(np.int64), 1)
        cluster = np.repeat(np.arange(self.clusters), sizes)
        chance = rng.random(self.clusters)[cluster] if self.one_class else rng.random(len(cluster))
        y = (chance < self.of.of.prevalence).astype(np.int64)
        return y, cluster, *(self.of.probability(self._noise(rng, cluster) + self.of.of.d * y) for _ in range(models))

    def _noise(self, rng, cluster):
        own, common = rng.standard_normal(len(cluster)), rng.standard_normal(self.clusters)[cluster]
        return np.sqrt(1 - self.shared) * own + np.sqrt(self.shared) * common


def coverage_of_clusters(population, metrics, sets, *, seed, replicates=500):
    """Of the data sets with an interval, the share whose interval holds the truth, for each metric."""
    measures = [MetricCall(parse(metric)) for metric in metrics]
    true = [truth(population.of, metric) for metric in metrics]
    rng, held, there = np.random.default_rng(seed), np.zeros(len(metrics)), np.zeros(len(metrics))
    for _ in range(sets):
        y, cluster, p = population.draw(rng)
        sample = ModelRows(binary_rows(y, p, None, 1)).sample([0.5], cluster)
        values = [value_of(measure, sample)[0] for measure in measures]
        found = estimates(measures, values, sample, IntervalOptions(replicates=replicates, seed=int(rng.integers(2**31))))
        there += [one.defined for one in found]
        held += [value in one for value, one in zip(true, found, strict=True)]
    return dict(zip(metrics, held / np.maximum(there, 1), strict=True))


def alarms_of_clusters(population, metrics, sets, *, seed, replicates=300):
    """Of two models that do equally well, how often each metric's test says at the level of 5 % that one is ahead."""
    rng, p_values = np.random.default_rng(seed), []
    for _ in range(sets):
        y, cluster, a, b = population.draw(rng, models=2)
        how = {"replicates": replicates, "seed": int(rng.integers(2**31))}
        p_values.append([one.p_value for one in gn.compare(y, {"a": a, "b": b}, metrics=metrics, cluster=cluster, curves=(), **how).pairs])
    there = np.maximum(np.isfinite(p_values).sum(0), 1)
    return dict(zip(metrics, (np.array(p_values) < 0.05).sum(0) / there, strict=True))


def graded_lists(seed, queries=20_000, items=12, skill=1.0, grades=None):
    """Many queries with graded lists, and one model's scores."""
    rng = np.random.default_rng(seed)
    grade = rng.binomial(3, 0.25, (queries, items)) * (rng.random((queries, items)) < 0.5) if grades is None else grades
    difficulty = rng.gamma(2.0, 0.7, (queries, 1))
    return grade, skill * grade + difficulty * rng.standard_normal((queries, items))


def share_held(everyone, metric, queries, sets):
    """Of data sets of so many queries, the share whose interval holds the mean over all of them."""
    reference = parse(metric)
    whole = interval_of(reference, everyone, IntervalOptions()).value
    rng = np.random.default_rng(queries)
    drawn = (interval_of(reference, everyone.take(rng.integers(0, len(everyone), queries)), IntervalOptions()) for _ in range(sets))
    return sum(whole in found for found in drawn) / sets


def compared_unpaired(populations, metrics, sizes, sets, *, seed, replicates=300):
    """The share of data sets whose interval holds the difference of two populations, each with rows of its own."""
    true = [truth(populations[0], metric) - truth(populations[1], metric) for metric in metrics]
    rng, held = np.random.default_rng(seed), np.zeros(len(metrics))
    for _ in range(sets):
        drawn = [population.draw(rng, n) for population, n in zip(populations, sizes, strict=True)]
        labels, scores = ({name: one[part] for name, one in zip("ab", drawn, strict=True)} for part in (0, 1))
        found = gn.compare(labels, scores, metrics=metrics, paired=False, replicates=replicates, seed=int(rng.integers(2**31)))
        held += [pair.low <= difference <= pair.high for pair, difference in zip(found.pairs, true, strict=True)]
    return dict(zip(metrics, held / sets, strict=True))


def band_holds(population, curve, n, sets, *, seed, replicates=300, level=0.95):
    """The share of data sets of n rows whose band holds the population's whole curve, at every place of the grid."""
    true, rng, inside = on_grid(population.sweep, curve), np.random.default_rng(seed), 0
    for _ in range(sets):
        sample = ResamplingData(gn.Sweep.of(*population.draw(rng, n)))
        band = band_of(sample, curve, level, replicates, int(rng.integers(2**31)))
        inside += bool(((band.low <= true) & (true <= band.high)).all())
    return inside / sets


def on_grid(sweep, curve):
    """A sweep's curve at the places of bands."""
    return curves_on_grid(Stack(sweep.thresholds, sweep.pos[None].astype(float), sweep.neg[None].astype(float)), curve)[0]


def told_apart(metrics, positives, sets, *, seed, negatives=190, replicates=300, level=0.05):
    """How often a test calls two equally good models different: the share of data sets with so many positives, for each metric.

    Scores are right probabilities, their classes one deviation apart, and share half of their noise. A pair without a test counts as not
    told apart.
    """
    of, rng, found = Probabilities(Binormal(1.0, positives / (positives + negatives))), np.random.default_rng(seed), np.zeros(len(metrics))
    y = np.repeat([1, 0], [positives, negatives])
    for _ in range(sets):
        noise = rng.standard_normal((3, len(y)))
        a, b = (of.probability(np.sqrt(0.5) * (noise[k] + noise[2]) + y) for k in (0, 1))
        compared = gn.compare(y, {"a": a, "b": b}, metrics=metrics, curves=(), replicates=replicates, seed=int(rng.integers(2**31)))
        found += [pair.p_value < level for pair in compared.pairs]
    return {pair.metric: (pair.method, share) for pair, share in zip(compared.pairs, found / sets, strict=True)}


def verdicts(d, n, correlation, sets, *, seed, replicates=300):
    """How often two equally good models, classes ``d`` apart, are not called even, by curve."""
    pair, rng = Pair(*(Probabilities(Binormal(d, 0.5)) for _ in "ab"), correlation), np.random.default_rng(seed)
    wrong = {}
    for _ in range(sets):
        y, a, b = pair.draw(rng, n)
        for one in gn.compare(y, {"a": a, "b": b}, metrics="roc_auc", replicates=replicates, seed=int(rng.integers(2**31))).dominance:
            wrong[one.curve] = wrong.get(one.curve, 0) + (one.verdict != "even") / sets
    return wrong
