"""Laws of rows of several labels: one reading for every container, sums in any order, weights as repetitions."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.catalog import entries

rng = np.random.default_rng(12)
N = 90
NAMES = ["art", "biology", "chess", "dance"]
Y = rng.random((N, 4)) < [0.5, 0.3, 0.2, 0.1]
P = Y ^ (rng.random((N, 4)) < 0.2)
S = np.round(rng.random((N, 4)) + 0.4 * Y, 2)
W = rng.integers(0, 4, N)
TAGS, SAID = ([[NAMES[k] for k in np.flatnonzero(row)] for row in matrix] for matrix in (Y, P))
OURS = [entry for entry in entries() if entry.summary in (gn.LabelSets, gn.LabelRanks)]
every = pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.name)
AVERAGES = ["samples", "macro", "micro", "weighted"]


def given_to(entry):
    return P if entry.summary is gn.LabelSets else S


def value(name, *data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gn.UndefinedMetricWarning)
        return getattr(gn, name)(*data, **options)


@every
@pytest.mark.parametrize("seed", range(3))
def test_sums_in_any_order(entry, seed):
    x, draw = given_to(entry), np.random.default_rng(seed)
    w = draw.random(N)
    parts = [
        entry.summary.of(Y[at], x[at], weight=w[at]) for at in np.split(draw.permutation(N), sorted(draw.integers(1, N, 3))) if len(at)
    ]
    draw.shuffle(parts)
    whole = value(entry.name, Y, x, weight=w)
    assert value(entry.name, sum(parts)) == pytest.approx(whole, rel=1e-14)
    if entry.summary is gn.LabelRanks:
        assert sum(parts) == entry.summary.of(Y, x, weight=w), "without a rounding"


@every
def test_weights(entry):
    x = given_to(entry)
    assert value(entry.name, Y, x, weight=W) == pytest.approx(value(entry.name, np.repeat(Y, W, 0), np.repeat(x, W, 0)), rel=1e-14)
    assert value(entry.name, Y, x, weight=np.ones(N)) == value(entry.name, Y, x)
    assert value(entry.name, Y, x, weight=3 * W) == pytest.approx(value(entry.name, Y, x, weight=W), rel=1e-14)
    order = rng.permutation(N)
    assert value(entry.name, Y[order], x[order]) == value(entry.name, Y, x)


def sparse(matrix):
    return pytest.importorskip("scipy.sparse").csr_matrix(matrix.astype(int))


CONTAINERS = {
    "booleans": lambda matrix, tags: matrix,
    "integers": lambda matrix, tags: matrix.astype(np.int8),
    "floats": lambda matrix, tags: matrix.astype(float),
    "lists of bits": lambda matrix, tags: matrix.astype(int).tolist(),
    "sparse": lambda matrix, tags: sparse(matrix),
    "pandas": lambda matrix, tags: pd.DataFrame(matrix, columns=NAMES),
    "pandas, other order": lambda matrix, tags: pd.DataFrame(matrix, columns=NAMES)[NAMES[::-1]],
    "polars": lambda matrix, tags: pl.DataFrame(matrix.astype(int), schema=NAMES),
    "lists of tags": lambda matrix, tags: tags,
    "sets": lambda matrix, tags: [set(row) for row in tags],
    "a series of lists": lambda matrix, tags: pd.Series(tags),
    "a Polars series of lists": lambda matrix, tags: pl.Series(tags),
    "an array of lists": lambda matrix, tags: np.array([*tags, None], dtype=object)[:-1],
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("average", AVERAGES)
def test_every_container_says_the_same(container, average):
    made = CONTAINERS[container]
    named = container in ("lists of tags", "sets", "a series of lists", "a Polars series of lists", "an array of lists")
    for name in ("f1", "mcc"):
        assert value(name, made(Y, TAGS), made(P, SAID), average=average) == pytest.approx(value(name, Y, P, average=average), rel=1e-14)
        if "order" not in container:
            labels = None if named or container in ("pandas", "polars") else NAMES
            found = gn.LabelSets.of(made(Y, TAGS), made(P, SAID), labels=labels)
            assert found == gn.LabelSets.of(TAGS, SAID)


def test_two_containers_at_once():
    frame = pd.DataFrame(P, columns=NAMES)[NAMES[::-1]]
    assert value("f1", TAGS, frame, average="macro") == value("f1", Y, P, average="macro")
    assert value("f1", pd.DataFrame(Y, columns=NAMES), frame, average=None).tolist() == value("f1", Y, P, average=None).tolist()
    assert value("f1", TAGS, P, average=None, labels=NAMES).tolist() == value("f1", Y, P, average=None).tolist()
    scores = pd.DataFrame(S, columns=NAMES)[NAMES[::-1]]
    assert gn.roc_auc(TAGS, scores, average="macro") == pytest.approx(gn.roc_auc(Y, S), rel=1e-15)
    assert gn.roc_auc(TAGS, S, labels=NAMES, average=None).tolist() == gn.roc_auc(Y, S, average=None).tolist()
    numbers = [[NAMES.index(tag) for tag in row] for row in TAGS]
    text = pd.DataFrame(S, columns=list("0123"))
    assert gn.roc_auc(numbers, text, average=None).tolist() == gn.roc_auc(Y, S, average=None).tolist(), "names match as text"


@given(data=st.data())
def test_any_list_of_tags(data):
    """Against sets of Python's own."""
    tags = st.lists(st.sampled_from(NAMES), unique=True)
    rows = data.draw(st.lists(st.tuples(tags, tags), min_size=1, max_size=12))
    if not any(a or b for a, b in rows):
        return
    truth, said = zip(*rows, strict=True)
    assert value("subset_accuracy", list(truth), list(said)) == sum(set(a) == set(b) for a, b in rows) / len(rows)
    shares = [len({*a} & {*b}) / len({*a} | {*b}) for a, b in rows if a or b]
    assert value("jaccard", list(truth), list(said), average="samples") == pytest.approx(np.mean(shares), rel=1e-14)
    labels = {tag for pair in rows for side in pair for tag in side}
    wrong = sum(len({*a} ^ {*b}) for a, b in rows)
    assert value("hamming_loss", list(truth), list(said)) == pytest.approx(wrong / len(rows) / len(labels), rel=1e-14)


REFUSED = {
    'pass average= "samples"': lambda: gn.f1(Y, P),
    "subset_accuracy wants every label": lambda: gn.accuracy(Y, P),
    "average='binary'|pass average=": lambda: gn.f1(Y, P, average="binary"),
    "average='mean' is not 'samples'": lambda: gn.f1(Y, P, average="mean"),
    r"y_pred has 0.5 at position \(0, 0\)": lambda: gn.f1(Y, np.full(Y.shape, 0.5), average="macro"),
    "y_true has 4 columns but y_pred 3": lambda: gn.f1(Y, P[:, :3], average="macro"),
    "y_true has 90 rows but y_pred has 3": lambda: gn.f1(Y, P[:3], average="macro"),
    "y_true names 'a' twice; name each label once .* at position 0": lambda: gn.f1([["a", "a"], ["b"]], [["a"], []], average="macro"),
    "y_true holds nothing but 0 and 1, in lists of different lengths": lambda: gn.f1([[0, 1], [1]], [[1], []], average="macro"),
    "tags are text .* and numbers": lambda: gn.f1([["a"], ["b"]], [["a"], [3, 4]], average="macro"),
    "y_true has 'c' at position 1, which is not among the labels": lambda: gn.f1(
        [["a"], ["c"]], [["a"], []], labels=["a", "b"], average="macro"
    ),
    "pass labels= with the tag of each": lambda: gn.roc_auc(TAGS, S),
    "pass labels= with the tag of each column": lambda: gn.f1(TAGS, P, average="macro"),
    "y_score has shape": lambda: gn.roc_auc(Y, S[:, 0]),
    "has no value at position 1": lambda: gn.f1([["a"], None], [["a"], []], average="macro"),
    "name no label in any row": lambda: gn.f1([[], []], [[], []], average="macro"),
    "several labels a row": lambda: gn.roc_curve(Y, S),
    "goes with one label a row": lambda: gn.f1(Y, P, average="macro", positive=1),
    "a LabelSets and arguments": lambda: gn.f1(gn.LabelSets.of(Y, P), P, average="macro"),
    "samples": lambda: gn.f1([0, 1, 2], [0, 1, 1], average="samples"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_can_be_read_two_ways_is_refused(message):
    with pytest.raises(gn.InputError, match=message):
        REFUSED[message]()


def test_missing_rows_are_dropped_and_counted():
    truth, said = [["a"], None, ["b"]], [["a"], ["b"], ["a"]]
    with pytest.warns(gn.DroppedRowsWarning, match="1 of 3"):
        assert gn.subset_accuracy(truth, said, missing="drop") == 0.5


def test_labels_that_are_named_count_though_nobody_has_them():
    assert gn.hamming_loss([["a"], []], [[], ["b"]]) == 0.5
    assert gn.hamming_loss([["a"], []], [[], ["b"]], labels=["a", "b", "c", "d"]) == 0.25


def test_a_summary_in_the_place_of_arrays():
    sets, ranks = gn.LabelSets.of(Y, P), gn.LabelRanks.of(Y, S)
    assert gn.f1(sets, average="samples", undefined=0.0) == gn.f1(Y, P, average="samples", undefined=0.0)
    assert gn.label_ranking_loss(ranks) == gn.label_ranking_loss(Y, S)
    assert gn.LabelSets.from_bytes(sets.to_bytes()) == sets
