"""What tests of samples refuse: each time the argument, the place, the value and what to do."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking
from refusals import raises_id

A, B = [1.0, 2.0, 4.0], [2.0, 3.0, 5.0]
TWO = {"t_test": gn.t_test, "mann_whitney": gn.mann_whitney, "ks_2samp": gn.ks_2samp, "correlation_test": gn.correlation_test}
SUMMARIES = {"mean_a": 1.0, "sd_a": 1.0, "n_a": 5, "mean_b": 2.0, "sd_b": 1.5, "n_b": 6}
CASES = [
    (lambda: gn.correlation_test(A, B[:2]), "x has 3 rows but y has 2; they must describe the same rows"),
    (lambda: gn.t_test(A, B[:2], paired=True), "a has 3 rows but b has 2"),
    (lambda: gn.correlation_test([1, 2], [3, 4]), "x holds too few values (2); this test needs at least 3"),
    (lambda: gn.t_test([1], A), "a holds too few values (1); this test needs at least 2"),
    (lambda: gn.t_test(A, [1]), "b holds too few values (1); this test needs at least 2"),
    (lambda: gn.ks_2samp([], A), "a holds too few values (0); this test needs at least 1"),
    (lambda: gn.mann_whitney(A, []), "b holds too few values (0); this test needs at least 1"),
    (lambda: gn.corrected_resampled_t([0.1], train=9, test=1), "differences holds too few values (1); this test needs at least 2"),
    (lambda: gn.correlation_test(A, B, method="pearsons"), "method='pearsons' is not 'pearson', 'spearman', 'kendall'"),
    (lambda: gn.correlation_test(A, B, method=["pearson"]), "method=['pearson'] is not 'pearson', 'spearman', 'kendall'"),
    (lambda: gn.correlation_test(A, B, exact=1), "exact=1 is not None, True or False"),
    (lambda: gn.correlation_test(A, B, exact=True), "exact=True goes with ranks; leave it out for Pearson's r"),
    (lambda: gn.correlation_test(range(10), range(10), method="spearman", exact=True), "all orders of 10 rows are too many to count"),
    (lambda: gn.correlation_test([1, 1, 2], [1, 2, 3], method="kendall", exact=True), "where no column holds equal values; leave it out"),
    (lambda: gn.correlation_test(range(1001), range(1001), method="kendall", exact=True), "orders of 1,001 rows are too many to count"),
    (lambda: gn.mann_whitney(range(1001), np.arange(1001) + 0.5, method="exact"), "1,001 and 1,001 values have too many orders to count"),
    (lambda: gn.ks_2samp(A, B, method="asymp"), "method='asymp' is not 'auto', 'exact', 'asymptotic'"),
    (lambda: gn.ks_2samp(A, B, alpha=0), "alpha=0 is not between 0 and 1; 0.05 rejects"),
    (lambda: gn.ks_2samp(A, B, alpha=1.0), "alpha=1.0 is not between 0 and 1"),
    (lambda: gn.ks_2samp(A, B, alpha=float("nan")), "alpha=nan is not between 0 and 1"),
    (lambda: gn.ks_2samp(A, B, alpha=True), "alpha=True is not between 0 and 1"),
    (lambda: gn.ks_2samp(A, B, alpha="0.05"), "alpha='0.05' is not between 0 and 1"),
    (lambda: gn.t_test(A, B, equal_var="no"), "equal_var='no' is not True or False"),
    (lambda: gn.t_test(A, B, paired=1), "paired=1 is not True or False"),
    (lambda: gn.t_test(A, B, paired=True, equal_var=True), "equal_var=True goes with two samples, not with paired=True"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"sd_a": -1}), "sd_a=-1 is negative; a standard deviation is 0 or more"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"n_b": 5.5}), "n_b=5.5 is not a whole number from 2"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"n_a": 1}), "n_a=1 is not a whole number from 2"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"mean_a": float("nan")}), "mean_a=nan is not a finite number up to ±1e150"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"mean_b": "2"}), "mean_b='2' is not a finite number up to ±1e150"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"sd_b": float("inf")}), "sd_b=inf is not a finite number up to ±1e150"),
    (lambda: gn.t_test_from_summaries(**SUMMARIES | {"n_a": True}), "n_a=True is not a finite number"),
    (
        lambda: gn.corrected_resampled_t(A, train=0, test=1),
        "train=0 and test=1 are neither numbers of rows nor shares of them; pass train=900",
    ),
    (lambda: gn.corrected_resampled_t(A, train=0.9, test=100), "train=0.9 and test=100 are neither"),
    (lambda: gn.corrected_resampled_t(A, train=0.9, test=0.2), "train=0.9 and test=0.2 are neither"),
    (lambda: gn.corrected_resampled_t(A, train=90.5, test=10), "train=90.5 and test=10 are neither"),
    (lambda: gn.corrected_resampled_t(A, train=None, test=10), "train=None is not a finite number"),
    (lambda: gn.t_test("abc", A), "a is a str ('abc'); pass one value for each row"),
    (lambda: gn.t_test([[1, 2], [3, 4]], A), "a has shape (2, 2) where one dimension is meant"),
]


@pytest.mark.parametrize(("call", "said"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_refusal_says_what_and_what_to_do(call, said):
    with pytest.raises(gn.InputError, match=re.escape(said)):
        call()


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.nan, 'has NaN at position 1; pass missing="drop" to leave such rows out'),
        (None, 'has NaN at position 1; pass missing="drop"'),
        (np.inf, "has inf at position 1; numbers must be finite; correct it or leave the row out"),
        (-np.inf, "has -inf at position 1"),
        (1e151, "has 1e+151 at position 1; numbers past 1e150 are not taken, since their squares"),
        ("x", "mixes types: "),
    ],
)
def test_values_that_are_no_measurements(name, place, value, said):
    columns = [list(A), list(B)]
    columns[place][1] = value
    argument = ("x", "y")[place] if name == "correlation_test" else "ab"[place]
    with pytest.raises(gn.InputError, match=re.escape(said)) as refused:
        TWO[name](*columns)
    assert str(refused.value).startswith(argument)


@pytest.mark.parametrize("name", TWO)
def test_what_all_are_asked_alike(name):
    call = TWO[name]
    with raises_id("inference.alternative_unknown", alternative="both", names="'two-sided', 'greater', 'less'"):
        call(A, B, alternative="both")
    with raises_id("inputs.missing_option_unknown", missing="skip"):
        call(A, B, missing="skip")
    with raises_id("core.undefined_option_unknown", undefined="ignore"):
        call(A, B, undefined="ignore")
    if name != "ks_2samp":
        with raises_id("inference.level_out_of_range", argument="level", level=1.5):
            call(A, B, level=1.5)
        with raises_id("inference.one_sided_level_too_low", level=0.4):
            call(A, B, level=0.4, alternative="less")


def test_missing_values_are_dropped_from_each_sample_or_from_both_of_a_pair():
    a, b = [1.0, np.nan, 4.0, 8.0], [2.0, 3.0, None, 9.0]
    for name, call in TWO.items():
        if name == "correlation_test":
            continue
        with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 4 rows with missing values: a in 1"):
            assert call(a, b[:2] + b[3:], missing="drop") == call([1, 4, 8], [2, 3, 9])
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 2 of 4 rows with missing values: a in 1; b in 1"):
        assert gn.t_test(a, b, paired=True, missing="drop", undefined=0).difference == -1
    with raises_id("inputs.rows_all_dropped", n=2):
        gn.mann_whitney([np.nan, np.nan], A, missing="drop")


def test_inputs_of_any_kind_and_untouched():
    import pandas as pd
    import polars as pl

    expected = gn.t_test(A, B)
    for kind in (
        np.array,
        pd.Series,
        pl.Series,
        tuple,
        lambda values: np.array(values)[:, None],
        lambda values: np.array(values, np.float32),
    ):
        first, second = kind(A), kind(B)
        assert gn.t_test(first, second) == expected
        assert list(np.ravel(first)) == A
    frozen = np.array(A)
    frozen.flags.writeable = False
    assert gn.correlation_test(frozen, B).coefficient == gn.correlation_test(A, B).coefficient
    assert gn.ks_2samp(frozen, B) == gn.ks_2samp(A, B)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_refusals_in_chinese(case):
    with speaking("zh"), pytest.raises(gn.InputError, match=r"[\u4e00-\u9fff]"):
        CASES[case][0]()
