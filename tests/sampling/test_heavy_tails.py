"""Pearson's r of columns with heavy tails: a note, and an interval and a test that do not take them for normal."""

import math

import numpy as np
import pytest
from scipy.stats import pearsonr
from scipy.stats import t as student

import gnomon as gn
from draws import off_by
from refusals import raises_id


def _pair(rng, rows, df, rho):
    z = rng.normal(size=(rows, 2)) @ np.array([[1, rho], [0, math.sqrt(1 - rho**2)]])
    return (z / np.sqrt(rng.chisquare(df, rows) / df)[:, None]).T


def test_the_robust_interval_holds_its_level(sets):
    """Bivariate Student's t of 4 degrees of freedom, which are not independent even where r is 0; by default it is taken for these.

    Of 13,000 sets 96.0 % (robust), 94.1 % (default) and 77.6 % (Fisher) of intervals held the truth. Allowed are three and
    a half standard errors from 95, 93.5 and 78 %, and of alarms from 5 and 6.5 %.
    """
    number = sets(150, least=75)
    rng, held, alarms = np.random.default_rng(7), dict.fromkeys((False, True, None), 0), dict.fromkeys((False, True, None), 0)
    for _ in range(number):
        x, y = _pair(rng, 100, 4, 0.5)
        a, b = _pair(rng, 100, 4, 0.0)
        for robust in held:
            interval = gn.correlation_test(x, y, robust=robust).interval
            held[robust] += interval.low <= 0.5 <= interval.high
            alarms[robust] += gn.correlation_test(a, b, robust=robust).p_value < 0.05
    assert held[True] / number >= 0.95 - off_by(number, 0.95, 3.5)
    assert held[None] / number >= 0.935 - off_by(number, 0.935, 3.5)
    assert held[False] / number <= 0.78 + off_by(number, 0.78, 3.5)
    assert alarms[True] / number <= 0.05 + off_by(number, 0.05, 3.5)
    assert alarms[None] / number <= 0.065 + off_by(number, 0.065, 3.5)


def test_the_standard_error_by_leaving_out_each_row():
    x, y = _pair(np.random.default_rng(1), 40, 4, 0.5)
    without = np.arctanh([np.corrcoef(np.delete(x, at), np.delete(y, at))[0, 1] for at in range(40)])
    error = math.sqrt(((without - without.mean()) ** 2).sum() * 39 / 40)
    found = gn.correlation_test(x, y, robust=True)
    z = math.atanh(found.coefficient)
    squares = (without - without.mean()) ** 2
    df = max(3, 2 / ((squares**2).sum() / squares.sum() ** 2 - 1 / 40))  # Satterthwaite's
    assert df < 38
    assert found.interval.method == "sandwich"
    assert math.atanh(found.interval.high) - z == pytest.approx(student.ppf(0.975, df) * error, rel=1e-6)


def test_a_note_names_heavy_tails():
    x, y = _pair(np.random.default_rng(2), 2000, 3, 0.5)
    found = gn.correlation_test(x, y, robust=False)
    assert [note.code for note in found.notes] == ["correlation_of_heavy_tails"]
    assert (found.p_method, found.p_value) == ("t", pytest.approx(float(pearsonr(x, y).pvalue), rel=1e-9))
    assert "HC3" not in found.text() + found.sentence
    assert "robust=True" in found.text()
    found = gn.correlation_test(x, y)
    assert [note.code for note in found.notes] == ["correlation_by_rows"]
    assert found.interval == gn.correlation_test(x, y, robust=True).interval
    assert (found.p_method, found.interval.method) == ("sandwich", "sandwich")
    assert found.sentence.endswith(" (HC3)")
    assert "Student's t, sandwich standard error (HC3)" in found.text()
    assert not gn.correlation_test(x, y, robust=True).notes
    assert not gn.correlation_test(*np.random.default_rng(3).normal(size=(2, 500))).notes


def test_where_it_does_not_go():
    for method in ("spearman", "kendall"):
        with raises_id("statistics.robust_with_ranks"):
            gn.correlation_test([1, 2, 3, 4], [2, 1, 4, 3], method=method, robust=True)
    with raises_id("scorecards.distance_option_not_boolean"):
        gn.correlation_test([1, 2, 3, 4], [2, 1, 4, 3], robust="yes")
