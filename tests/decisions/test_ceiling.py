"""The ceiling: against grouping by hand, scikit-learn on the rates, and every model there is on few rows."""

from collections import defaultdict
from itertools import permutations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import log_loss, roc_auc_score

import gnomon as gn
from gnomon.randomness import stream

rng = np.random.default_rng(3)
N = 600
TOWN = np.array(["a", "b", None], dtype=object)[rng.integers(0, 3, N)]
AGE = np.where(rng.random(N) < 0.1, np.nan, rng.integers(20, 26, N))
KIND = rng.integers(0, 3, N)
Y = (rng.random(N) < 0.15 + 0.2 * (KIND == 2) + 0.2 * (TOWN == "b")).astype(int)
W = rng.integers(1, 4, N).astype(float)
ROWS = {"town": TOWN, "age": AGE, "kind": KIND, "bad": Y}


def keys(table, features):
    return [tuple("missing" if v is None or v != v else v for v in row) for row in zip(*(table[name] for name in features), strict=True)]


def by_hand(table, features, weight=None):
    """The score of every row: the rate of its combination."""
    found = defaultdict(lambda: [0.0, 0.0, 0])
    w = np.ones(len(table["bad"])) if weight is None else weight
    for key, y, one in zip(keys(table, features), table["bad"], w, strict=True):
        found[key][int(y)] += one
        found[key][2] += 1
    return found, np.array([found[key][1] / (found[key][0] + found[key][1]) for key in keys(table, features)])


@pytest.mark.parametrize("features", [["kind"], ["town", "age"], ["town", "age", "kind"]], ids=str)
@pytest.mark.parametrize("weighted", [False, True])
def test_against_grouping_by_hand_and_scikit_learn(features, weighted):
    weight = W if weighted else None
    found = gn.ceiling(ROWS | {"w": W}, features=features, label="bad", weight="w" if weighted else None)
    groups, rate = by_hand(ROWS, features, weight)
    assert found.auc == pytest.approx(roc_auc_score(Y, rate, sample_weight=weight), rel=1e-12)
    assert found.log_loss == pytest.approx(log_loss(Y, rate, sample_weight=weight), rel=1e-12)
    right = (rate >= 0.5) == Y
    assert found.accuracy == pytest.approx(np.average(right, weights=weight), rel=1e-12)
    both = [group for group in groups.values() if group[0] and group[1]]
    assert found.conflicts == sum(group[2] for group in both)
    assert found.conflict_share == found.conflicts / N
    assert (found.combinations, found.conflicting) == (len(groups), len(both))
    assert found.single_share == sum(group[2] == 1 for group in groups.values()) / N
    worst = sorted((min(group[:2]) for group in both), reverse=True)[:10]
    assert found.worst["errors"] == worst
    first = tuple(found.worst[name][0] for name in features)
    place = keys({name: [value] for name, value in zip(features, first, strict=True)}, features)[0]
    assert groups[place][2] == found.worst["rows"][0]


def test_no_order_of_the_combinations_does_better():
    """Every way of ranking and of deciding on the combinations, tried."""
    x, y = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3]), np.array([1, 0, 0, 1, 0, 1, 1, 0, 0])
    found = gn.ceiling({"x": x, "bad": y}, label="bad")
    assert found.auc == pytest.approx(max(roc_auc_score(y, np.array(order)[x]) for order in permutations(range(4))), rel=1e-12)
    decisions = [np.array([code >> k & 1 for k in range(4)])[x] for code in range(16)]
    assert found.accuracy == max((decided == y).mean() for decided in decisions)
    nearby = [np.clip(np.array([1 / 3, 1 / 2, 2 / 3, 1e-9]) + step, 1e-9, 1 - 1e-9) for step in rng.normal(0, 0.1, (200, 4))]
    assert all(found.log_loss <= log_loss(y, p[x]) for p in nearby)


def test_corrected_by_hand():
    found = gn.ceiling({"x": KIND, "bad": Y}, label="bad", splits=2, seed=9).corrected
    figures = []
    held = {k: (Y[k == KIND].sum(), (1 - Y[k == KIND]).sum()) for k in range(3)}
    order = sorted(range(N), key=lambda row: (held[KIND[row]], Y[row]))  # rows by what their combination holds, whatever place they had
    for split in range(2):
        half = np.empty(N, bool)
        half[order] = stream(9, split).permutation(N) < N // 2
        for there, here in ((half, ~half), (~half, half)):
            base = Y[there].mean()
            rate = {k: (Y[there & (k == KIND)].sum() + base) / ((there & (k == KIND)).sum() + 1) for k in range(3)}
            score = np.array([rate[k] for k in KIND[here]])
            figures.append((roc_auc_score(Y[here], score), ((score >= 0.5) == Y[here]).mean(), log_loss(Y[here], score)))
    assert (found.auc, found.accuracy, found.log_loss) == pytest.approx(tuple(np.mean(figures, axis=0)), rel=1e-12)
    assert (found.seen, found.splits) == (1.0, 2)


def test_noise_is_seen_through():
    """Features that know nothing, in many combinations: a ceiling far above one half, of which nothing is left on other rows."""
    few = {"a": rng.integers(0, 200, 2000), "bad": rng.integers(0, 2, 2000)}
    found = gn.ceiling(few, label="bad")
    assert found.auc > 0.6
    assert abs(found.corrected.auc - 0.5) < 0.03
    weighted = gn.ceiling(few | {"w": np.full(2000, 3.0)}, label="bad", features="a", weight="w")
    assert weighted.corrected.to_dict() == pytest.approx(found.corrected.to_dict(), rel=1e-12)


def test_rows_that_are_all_different_have_a_trivial_ceiling_which_says_so():
    found = gn.ceiling({"x": np.arange(50), "bad": rng.integers(0, 2, 50)}, label="bad")
    assert (found.auc, found.accuracy, found.log_loss, found.conflicts, found.single_share) == (1.0, 1.0, 0.0, 0, 1.0)
    assert [note.code for note in found.notes] == ["ceiling_trivial"]
    assert found.corrected.seen == 0
    assert found.corrected.auc == 0.5
    assert "no two rows have the same features" in str(found)
    assert "没有两行的特征相同" in found.text("zh")
    alone = gn.ceiling({"x": np.append(np.arange(50), 0), "bad": np.append(np.arange(50) % 2, 1)}, label="bad")
    assert {note.code for note in alone.notes} >= {"ceiling_flattered"}


def test_frames_of_any_kind():
    expected = gn.ceiling(ROWS, label="bad").to_dict()
    assert gn.ceiling(pd.DataFrame(ROWS), label="bad").to_dict() == expected
    polars = pl.DataFrame({**ROWS, "town": TOWN.tolist()})
    for frame in (polars, polars.lazy(), polars.to_arrow(), pa.Table.from_pandas(pd.DataFrame(ROWS))):
        assert gn.ceiling(frame, label="bad").to_dict() == expected
    named = pd.DataFrame(ROWS).assign(bad=np.where(Y == 1, "yes", "no"))
    assert gn.ceiling(named, label="bad", positive="yes").auc == expected["auc"]


def test_many_columns_of_many_values_do_not_collide():
    wide = {f"f{k}": rng.integers(0, 2**40, 300) for k in range(12)}
    twice = {name: np.concatenate([values, values]) for name, values in wide.items()}
    found = gn.ceiling(twice | {"bad": np.repeat([0, 1], 300)}, label="bad")
    assert (found.combinations, found.conflicts, found.auc) == (300, 600, 0.5)


REFUSED = {
    "features: no column 'aeg' in a dictionary of columns; did you mean 'age'": lambda: gn.ceiling(ROWS, label="bad", features=["aeg"]),
    "label: no column 'worse'": lambda: gn.ceiling(ROWS, label="worse"),
    "features: 'bad' is the label or the weight": lambda: gn.ceiling(ROWS, label="bad", features=["age", "bad"]),
    "features: 'age' is named twice": lambda: gn.ceiling(ROWS, label="bad", features=["age", "age"]),
    "features: there are none": lambda: gn.ceiling({"bad": Y}, label="bad"),
    "'bad' has one class only": lambda: gn.ceiling({"x": [1, 2], "bad": [0, 0]}, label="bad"),
    "'bad' has no value at position 1": lambda: gn.ceiling({"x": [1, 2, 3], "bad": [0, None, 1]}, label="bad"),
    "is the name of a file": lambda: gn.ceiling("loans.csv", label="bad"),
    "splits=0 is not a whole number": lambda: gn.ceiling(ROWS, label="bad", splits=0),
    "weight has -1": lambda: gn.ceiling({"x": [1, 2], "bad": [0, 1], "w": [-1, 2]}, label="bad", weight="w"),
    "y_true has 3 labels": lambda: gn.ceiling({"x": [1, 2, 3], "bad": [0, 1, 2]}, label="bad"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals(text):
    with pytest.raises(gn.InputError, match=text):
        REFUSED[text]()


def test_rows_without_a_label_are_dropped_where_that_is_said():
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 4 rows"):
        found = gn.ceiling({"x": [1, 1, 2, 2], "bad": [0, 1, None, 1]}, label="bad", missing="drop")
    assert (found.rows, found.conflicts) == (3, 2)


def test_the_order_of_rows_changes_nothing():
    draw = np.random.default_rng(0)
    x, z = np.arange(200) % 40, np.array(list("pqrs"))[draw.integers(0, 4, 200)]
    y, w = (draw.random(200) < 0.2 + x / 80).astype(int), draw.integers(1, 5, 200) / 4
    moved = draw.permutation(200)
    table = {"x": x, "z": z, "y": y, "w": w}
    for weight in (None, "w"):
        ones, others = ({name: column[rows] for name, column in table.items()} for rows in (slice(None), moved))
        asked = {"features": ["x", "z"], "label": "y", "weight": weight}
        one, other = gn.ceiling(ones, **asked), gn.ceiling(others, **asked)
        assert one.corrected.to_dict() == pytest.approx(other.corrected.to_dict(), rel=1e-12)
        assert (one.auc, one.accuracy) == pytest.approx((other.auc, other.accuracy), rel=1e-12)
