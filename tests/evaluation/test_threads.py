"""Evaluations in several threads have the values and reasons that each has alone, and leave the filters of warnings as they were."""

import inspect
import warnings
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

import gnomon as gn
from gnomon.catalog import entries
from gnomon.errors import UndefinedReasons, warn_of_undefined
from gnomon.public import function

THREADS = 8


def binary():
    return gn.evaluate({"y": [0, 1, 1, 0, 1, 0] * 5, "p": [0] * 30}, label="y", prediction="p", metrics="precision,mcc,npv")


def regression():
    data = {"y": [2.0, 2.0, 2.0, 2.0], "p": [1.5, 2.5, 3.25, 2.0]}
    return gn.evaluate(data, label="y", prediction="p", task="regression", metrics="r2,mape")


def transcripts():
    return gn.evaluate({"r": [" ", ""], "h": ["a b", "c"]}, reference="r", prediction="h", task="transcript", metrics="wer,cer")


def ranking():
    data = {"y": [0, 0, 0, 0, 1, 0], "p": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "q": [1, 1, 2, 2, 3, 3]}
    return gn.evaluate(data, label="y", score="p", group="q", task="ranking", metrics="ndcg@2,mrr")


KINDS = [binary, regression, transcripts, ranking]


def told(evaluation):
    return {str(value.metric): (repr(float(value)), value.reason, value.unsure) for value in evaluation.values.values()}


def test_reasons_stay_in_their_thread():
    alone = [told(kind()) for kind in KINDS]
    assert sum(bool(reason) for values in alone for _, reason, _ in values.values()) >= 4
    filters, start = list(warnings.filters), Barrier(THREADS)

    def work(number):
        start.wait()
        return [told(KINDS[(number + turn) % len(KINDS)]()) for turn in range(2 * len(KINDS))]

    with ThreadPoolExecutor(THREADS) as pool:
        results = list(pool.map(work, range(THREADS)))
    for number, one in enumerate(results):
        assert one == [alone[(number + turn) % len(KINDS)] for turn in range(2 * len(KINDS))]
    assert list(warnings.filters) == filters


@pytest.mark.parametrize("kind", KINDS)
def test_no_evaluation_touches_the_filters_of_warnings(kind, monkeypatch):
    """These belong to the process: whoever changes them changes them for the other threads."""

    def changed(*_, **__):
        raise AssertionError("an evaluation changes the filters of warnings")

    kind()  # what is imported at first use may change them
    with monkeypatch.context() as patched:
        for name in ("catch_warnings", "simplefilter", "filterwarnings"):
            patched.setattr(warnings, name, changed)
        kind()


def test_the_reason_is_what_the_warning_says():
    with pytest.warns(gn.UndefinedMetricWarning) as caught:
        gn.precision([1, 0], [0, 0])
    reasons = UndefinedReasons()
    assert np.isnan(gn.precision([1, 0], [0, 0], undefined=reasons))
    assert reasons.reasons == [caught[0].message.reason]


def test_reasons_are_collected_or_warned_of():
    reasons = UndefinedReasons()
    warn_of_undefined("f1 is undefined: no row", "no row", reasons)
    assert reasons.reasons == ["no row"]
    with pytest.warns(gn.UndefinedMetricWarning, match="no row"):
        warn_of_undefined("f1 is undefined: no row", "no row", "warn")


def test_each_metric_takes_undefined():
    assert not [entry.name for entry in entries() if "undefined" not in inspect.signature(function(entry.name)).parameters]
