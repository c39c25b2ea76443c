"""A mean over classes stays one over all of them: a class that has no rows in a replicate must not leave it.

Data of which every row is called the same class show it best: what always answering one class can reach is known.
"""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import entries
from gnomon.metrics.class_averages import FromClasses
from refusals import raises_id

LABELS = ("cat", "dog", "rabbit")
TRUTH = np.repeat(LABELS, [90, 5, 5])
ALWAYS = np.repeat("cat", 100)
PER_CLASS = [entry for entry in entries() if entry.summary is gn.Counts and entry.averaging.per_class and entry.kind == "value"]
AVERAGED = [f"{entry.name}(average={average})" for entry in PER_CLASS for average in ("macro", "weighted", "micro")]
AVERAGED += [f"{entry.name}(macro=f-of-means,average=macro)" for entry in PER_CLASS if "macro" in entry.options]
MADE = [entry.name for entry in entries() if isinstance(entry.averaging, FromClasses)]
WAYS = ({}, {"method": "bca"}, {"method": "percentile"}, {"weight": np.ones(100)}, {"cluster": np.arange(100) % 50})


def reachable(metric: str) -> tuple[float, float]:
    """The least and the most that a metric can be where every row is called a cat, whatever the three classes' shares."""
    name, _, options = metric.partition("(")
    given = dict(option.split("=") for option in options.rstrip(")").split(",") if option)
    found = []
    for dogs, rabbits in [(1, 1), (1, 10**5), (10**5, 1), (10**5, 10**5), (10**6, 10**6), (10**9, 10**9), (10**12, 10**12)]:
        matrix = np.array([[10**6, 0, 0], [dogs, 0, 0], [rabbits, 0, 0]])
        found.append(getattr(gn, name)(gn.Counts(LABELS, matrix), undefined=np.nan, **given))
    return min(found), max(found)


@pytest.mark.parametrize("metric", [*AVERAGED, *MADE])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way)) or "auto")
def test_no_interval_goes_past_what_one_class_can_reach(metric, way):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        least, most = reachable(metric)
        try:
            found = gn.interval(metric, TRUTH, ALWAYS, **way)
        except gn.InputError as error:
            if "has no interval" not in str(error):
                raise
            return
    if found.method == "macro-wilson":  # which asks what else the rows do not rule out: a model that says cat by chance
        least, most = 0.0, 1.0
    assert least - 1e-6 <= found.low <= found.value <= found.high <= most + 1e-6


def test_the_mean_f1_of_always_answering_cat_stays_below_a_third():
    found = gn.interval("f1(average=macro)", TRUTH, ALWAYS, method="bc")
    assert found.value == pytest.approx((2 * 90 / 190) / 3, rel=1e-12)
    assert 0.3 < found.low < found.value < found.high <= 1 / 3


def test_evaluation_and_comparison_keep_to_it():
    other = np.where(np.arange(100) == 99, "rabbit", ALWAYS)
    data = {"y": TRUTH, "always": ALWAYS, "other": other}
    for extra in ({"weight": np.ones(100)}, {"cluster": np.arange(100) % 50}):
        named = {key: key for key in extra}
        evaluation = gn.evaluate(data | extra, label="y", prediction=["always", "other"], metrics="f1(average=macro)", **named)
        assert evaluation.values["always", "f1(average=macro)"].high <= 1 / 3
        compared = gn.compare(TRUTH, {"always": ALWAYS, "other": other}, metrics="f1(average=macro)", **extra)
        assert compared.values["always", "f1(average=macro)"].high <= 1 / 3


@pytest.mark.parametrize(("metric", "most"), [("roc_auc", 2 / 3), ("gini", 1 / 3)])
def test_areas_of_classes_that_vanish_stay_in_the_mean(metric, most):
    rng = np.random.default_rng(0)
    scores = np.column_stack([(TRUTH == "cat") + 1.5 * rng.random(100), np.full(100, 0.2), np.full(100, 0.2)])
    found = gn.interval(f"{metric}(multiclass=ovr,average=macro)", TRUTH, scores)
    assert found.value <= found.high <= most + 1e-12


@pytest.mark.parametrize("extra", [{}, {"weight": np.ones(100)}, {"cluster": np.arange(100)}], ids=lambda extra: "".join(extra) or "plain")
def test_a_rate_of_one_row_tells_nothing_of_its_spread(extra):
    truth = np.repeat(LABELS, [95, 1, 4])
    called = np.where(np.arange(100) % 7 == 0, "rabbit", truth)
    with raises_id("inference.interval_unsupported_by_metric", name="balanced_accuracy"):
        gn.interval("balanced_accuracy", truth, called, **extra)
