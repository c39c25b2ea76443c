"""Several cuts at once: a mapping from each cut to what the metric is there."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import entries
from refusals import by_id, expect_refusal

RNG = np.random.default_rng(4)
GRADES, SCORES, GROUP = RNG.integers(0, 3, 80), RNG.random(80).round(1), RNG.integers(0, 9, 80)
RANKED = gn.Ranked.of(GRADES, SCORES, group=GROUP)
CUT = [entry.name for entry in entries() if "k" in entry.options and entry.summary is gn.Ranked]


@pytest.mark.parametrize("name", CUT)
def test_each_cut_has_its_own_value(name):
    metric = getattr(gn, name)
    want = {k: metric(RANKED, k=k) for k in (5, 1, 3)}
    for cuts in ([5, 1, 3], (5, 1, 3), np.array([5, 1, 3])):
        found = metric(RANKED, k=cuts)
        assert found == want
        assert list(found) == [5, 1, 3]
    assert metric(GRADES, SCORES, GROUP, k=[5, 1, 3]) == want
    assert metric(RANKED, k=range(1, 3), per_query=True) == {k: metric(RANKED, k=k, per_query=True) for k in (1, 2)}
    assert metric(RANKED, k=[2]) == {2: metric(RANKED, k=2)}  # a mapping however many there are


def test_other_options_hold_at_every_cut():
    found = gn.ndcg(GRADES, SCORES, GROUP, k=[1, 3], convention="sklearn", undefined=0.0)
    assert found == {k: gn.ndcg(GRADES, SCORES, GROUP, k=k, convention="sklearn", undefined=0.0) for k in (1, 3)}


def test_cuts_that_are_none_are_refused():
    expect_refusal(by_id("compat.k_not_whole_number", k=0), gn.ndcg, RANKED, k=[1, 0])
    expect_refusal(by_id("compat.k_not_whole_number", k=1.5), gn.ndcg, RANKED, k=[1, 1.5])
    expect_refusal(by_id("public.ranking_k_duplicate", k=3), gn.ndcg, RANKED, k=[3, 1, 3])
    expect_refusal(by_id("public.ranking_k_empty"), gn.ndcg, RANKED, k=[])
    expect_refusal(by_id("public.ranked_with_arrays"), gn.ndcg, RANKED, SCORES, k=[1, 3])
