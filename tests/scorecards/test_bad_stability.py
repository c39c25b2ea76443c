"""What stability refuses: each time the argument, the place, the value and what to do; and in Chinese."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking

X, Y = [1.0, 2.0, 3.0], [2.0, 3.0, 4.0]
BINS = gn.Bins.of(X, edges=[2])
T = {"month": [1, 2], "x": [1, 2], "bad": [0, 1], "t": ["a", "b"]}
CASES = [
    (lambda: gn.psi(X, [1.0, np.inf, 2.0]), "actual has inf at position 1; bins need finite numbers"),
    (lambda: gn.psi(X, ["a", "b"]), "expected holds numbers and actual holds 'a'; make both columns numbers, or both text"),
    (lambda: gn.psi(["a", "b"], X), "actual holds numbers and expected holds 'a'"),
    (lambda: gn.psi([], X), "expected has no rows"),
    (lambda: gn.psi(X, Y, bins=1), "bins=1 is not a number of bins from 2 to 100,000"),
    (lambda: gn.psi(X, Y, bins=True), "bins=True is not a number of bins, a list of edges"),
    (lambda: gn.psi(X, Y, bins="10"), "bins='10' is not a number of bins, a list of edges"),
    (lambda: gn.psi(X, Y, strategy="kmeans"), "strategy='kmeans' is not 'quantile', 'width'"),
    (lambda: gn.psi(X, Y, closed="both"), "closed='both' is not \"left\""),
    (lambda: gn.psi(X, Y, zero=0), 'zero=0 is not a number of rows ("0.5 rows"), a share below 0.5'),
    (lambda: gn.psi(X, Y, zero=0.5), 'zero=0.5 is no small share; if rows are meant, write zero="0.5 rows"'),
    (lambda: gn.psi(X, Y, zero="-1 rows"), "zero='-1 rows' is not a number of rows"),
    (lambda: gn.psi(X, Y, zero=True), "zero=True is not a number of rows"),
    (lambda: gn.psi(X, Y, weight=[1, 1, 1]), "weight: pass a pair"),
    (lambda: gn.psi(X, Y, weight=([1, 1], None)), "weight has 2 rows but expected has 3"),
    (lambda: gn.psi(X, Y, categories="x"), "categories='x' is not True, False or None"),
    (lambda: gn.psi(BINS, gn.Bins.of(X, edges=[3])), "expected and actual are Bins that are cut differently"),
    (lambda: gn.psi(BINS, BINS, bins=5), "expected is counted by bin (Bins) already; leave bins="),
    (lambda: gn.psi(BINS, BINS, weight=(None, [1])), "both samples are counted already"),
    (lambda: gn.psi(BINS, X, weight=([1, 1, 1], None)), "expected is counted already and has its weights"),
    (lambda: gn.psi(X, BINS), "actual is counted by bin (Bins) and expected is not"),
    (lambda: gn.psi(gn.Bins.empty(), X), "expected holds no rows"),
    (lambda: gn.psi(X, Y, bins=BINS, closed="right"), "bins that are made already have their own special codes and sides"),
    (lambda: gn.psi_table(X, Y, columns=["x"]), "columns= and memory= go with tables"),
    (lambda: gn.psi_table({"x": X}, Y), "actual is a column and the other sample a table"),
    (lambda: gn.psi_table({"x": X}, {"y": Y}), "the two tables share no column: x; y"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, columns=["z"]), "columns: no column 'z'"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, weight="w"), "weight: no column 'w'"),
    (lambda: gn.psi_table({"x": X, "w": ["a"] * 3}, {"x": Y, "w": ["a"] * 3}, weight="w"), "weight: the column holds 'a'"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, bins={"y": 3}), "bins names 'y', which is none of the columns that are compared: x"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, special={"y": [3]}), "special names 'y', which is none"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, categories=["y"]), "categories names 'y', which is none"),
    (lambda: gn.psi_table({"x": X}, {"x": Y}, categories="y"), "categories names 'y', which is none"),
    (lambda: gn.stability(T, variables=["x"], categories=["t"]), "categories names 't', which is none"),
    (lambda: gn.stability({**T, "w": [1, 0]}, weight="w"), "weight: all rows of period '2' weigh 0"),
    (lambda: gn.psi_table(X, Y, level=1), "level=1 is not between 0 and 1"),
    (lambda: gn.jensen_shannon(X, Y, kind="metric"), "kind='metric' is not 'divergence' or 'distance'"),
    (lambda: gn.jensen_shannon(X, Y, base=1), "base=1 is not a number above 1"),
    (lambda: gn.hellinger(X), "b is missing: pass two samples"),
    (lambda: gn.cramers_v(BINS), "a is Bins without labels"),
    (lambda: gn.cramers_v(gn.Bins.of(X, [0, 1, 1], edges=[2]), bins=3), "a is counted by bin (Bins) already"),
    (lambda: gn.chi_square(gn.Bins.of(X, [0, 1, 1], edges=[2]), BINS.empty()), "cut differently"),
    (lambda: gn.herfindahl([1, -1]), "distribution has -1.0 at position 1; amounts and shares are 0 or more"),
    (lambda: gn.herfindahl([0, 0]), "distribution sums to 0"),
    (lambda: gn.herfindahl([3], normalized=True), "distribution has one part"),
    (lambda: gn.herfindahl([3, 1], normalized="yes"), "normalized='yes' is not True or False"),
    (lambda: gn.grade_tests([10, 0], [1, 0], [0.1, 0.1]), "n has 0 at position 1; it must be a whole number of customers from 1"),
    (lambda: gn.grade_tests([10], [11], [0.1]), "defaults has 11 at position 0; it must be a whole number from 0 to the grade's n"),
    (lambda: gn.grade_tests([10], [1], [1.5]), "pd has 1.5 at position 0; it must be a probability from 0 to 1"),
    (lambda: gn.grade_tests([10, 20], [1], [0.1, 0.1]), "defaults has 1 rows but n has 2"),
    (lambda: gn.grade_tests([10], [1], [0.1], method="chi"), "method='chi' is not 'binomial', 'jeffreys'"),
    (lambda: gn.grade_tests([10], [1], [0.1], grade=["A", "B"]), "grade has 2 rows but n has 1"),
    (lambda: gn.stability(T, over="day"), "over: no column 'day'"),
    (lambda: gn.stability(T, score="t", label="bad"), "score: 't' holds 'a'; a score is a number"),
    (lambda: gn.stability(T, variables="x"), "variables: pass a list of columns, as ['x']"),
    (lambda: gn.stability(T, variables=["z"]), "variables: no column 'z'"),
    (lambda: gn.stability(T, variables=["z"], reference={"z": [1]}), "variables: no column 'z'"),
    (lambda: gn.stability(T, variables=["x"], reference={"z": [1]}), "variables: 'x' is not in the reference"),
    (lambda: gn.stability({"month": [None], "x": [1]}), "over: 'month' has no value in any row"),
    (
        lambda: gn.stability({"month": range(1001), "x": range(1001)}),
        "'month' has 1,001 different values; watch by coarser periods",
    ),
    (lambda: gn.stability(T, missing="keep"), "missing='keep' is not"),
    (lambda: gn.stability({**T, "bad": [None, None]}, label="bad"), "label: 'bad' is missing in every row"),
    (lambda: gn.stability({**T, "bad": [0, 2]}, label="bad"), "2"),
    (lambda: gn.stability({**T, "x": [np.inf, 1]}, variables=["x"]), "variables: x has inf at position 0"),
]


@pytest.mark.parametrize(("call", "said"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_refused(call, said):
    with pytest.raises(gn.InputError, match=re.escape(said)):
        call()
    with speaking("zh"), pytest.raises(gn.InputError, match=r"[\u4e00-\u9fff]") as refused:
        call()
    assert said not in str(refused.value) or said.isdigit()
