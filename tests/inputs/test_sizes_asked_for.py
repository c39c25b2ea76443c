"""Numbers that say how much is kept or drawn: refused where they would fill the memory, before anything is kept."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import entries
from refusals import raises_id

Y, P = [0, 1, 0, 1, 1, 0] * 20, np.arange(120) * 37 % 121 / 121
BINNED = [entry.name for entry in entries() if "bins" in entry.options]
HUGE = [1e9, 10**9, 2**62, 10**30, 10_001]


def test_every_metric_with_bins_is_asked():
    assert {"expected_calibration_error", "calibration_curve", "decile_table", "hosmer_lemeshow", "top_label_ece"} <= {*BINNED}


@pytest.mark.parametrize("bins", HUGE)
@pytest.mark.parametrize("name", BINNED)
def test_bins_are_bounded(name, bins):
    least = 1 if name in ("decile_table", "error_by_decile") else 0
    with pytest.raises(gn.InputError, match=f"is not a whole number above {least}, up to 10,000"):
        gn.catalog.parse(f"{name}(bins={bins})")
    with raises_id("catalog.value_not_allowed"):
        getattr(gn, name)(Y, P, bins=bins)


def test_as_many_bins_as_are_allowed():
    assert len({*P}) == 120  # each has a bin of its own
    assert gn.expected_calibration_error(Y, P, bins=10_000) == pytest.approx(np.abs(np.array(Y) - P).mean(), rel=1e-12)


@pytest.mark.parametrize("replicates", [10**6, 10**9, 10**30])
def test_replicates_are_bounded(replicates):
    calls = [
        lambda: gn.interval("average_precision", Y, P, replicates=replicates),
        lambda: gn.evaluate({"y": Y, "p": P}, label="y", score="p", replicates=replicates),
        lambda: gn.compare({"y": Y, "p": P, "q": P[::-1]}, label="y", score=["p", "q"], replicates=replicates),
        lambda: gn.threshold_choice(Y, P, replicates=replicates),
    ]
    for call in calls:
        with raises_id("inference.replicates_out_of_range", most=100000):
            call()


@pytest.mark.parametrize("k", [10**9, 2**62, 10**30])
def test_a_list_ends_where_it_ends(k):
    groups = [0] * 60 + [1] * 60
    for name in (
        "ndcg",
        "precision_at",
        "recall_at",
        "mean_average_precision",
        "mrr",
        "success_at",
        "hit_ratio",
        "cg",
        "dcg",
        "rbp",
        "err",
    ):
        function = getattr(gn, name)
        far = function(Y, P, group=groups, k=k)
        near = function(Y, P, group=groups, k=60)
        assert far == (pytest.approx(near * 60 / k, rel=1e-12) if name == "precision_at" else near), name
