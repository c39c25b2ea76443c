"""Ranked lists for the tests: the entries of the family, examples they read, and ways to call them."""

import numpy as np
import pytest

import gnomon as gn
from data import call
from gnomon.catalog import entries

ALL = [entry for entry in entries() if entry.summary is gn.Ranked]
VALUES = [entry for entry in ALL if entry.kind == "value"]
AREAS = {"gauc", "gauc_table"}
"""Metrics whose arrays are labels and not grades."""
LISTS = [entry for entry in ALL if entry.name not in AREAS]
every_metric = pytest.mark.parametrize("entry", ALL, ids=lambda e: e.name)
every_value = pytest.mark.parametrize("entry", VALUES, ids=lambda e: e.name)
every_list = pytest.mark.parametrize("entry", LISTS, ids=lambda e: e.name)
QUERIES = 12


def example(entry, seed, queries=QUERIES):
    """Grades (labels, for areas), tied scores that float32 holds, and the query of each row, in any order; every query has both kinds."""
    rng = np.random.default_rng(seed)
    group = np.concatenate([np.repeat(np.arange(queries), 2), rng.integers(0, queries, 8 * queries)])
    grade = rng.integers(0, 5, len(group))
    grade[: 2 * queries : 2], grade[1 : 2 * queries : 2] = 0, rng.integers(1, 5, queries)
    score = np.round((grade / 8 + rng.random(len(group))) * 8) / 8
    order = rng.permutation(len(group))
    grade, score, group = grade[order], score[order], group[order]
    return (grade > 0).astype(np.int64) if entry.name in AREAS else grade, score, group


def summarise(entry, relevance, score, group, **options):
    return gn.Ranked.of(relevance, score, group=group, **options)


def by_query(entry, *data, **options):
    """The value of each query."""
    return call(entry, *data, per_query=True, **options)


def mean_of(entry, values, weights=None):
    """The mean over queries; the geometric one, of values no lower than its floor, where that is what the metric takes."""
    values = np.asarray(list(values), float)
    if entry.name == "gm_map":
        return np.exp(np.average(np.log(np.maximum(values, 1e-5)), weights=weights))
    return np.average(values, weights=weights)


def weights_of(entry, relevance, group):
    """What queries weigh in the mean, unless the caller says."""
    names = np.unique(group)
    if entry.name == "gauc":
        return np.array([(group == name).sum() for name in names], float)
    if entry.name == "hit_ratio":
        return np.array([((group == name) & (relevance >= 1)).sum() for name in names], float)
    return np.ones(len(names))
