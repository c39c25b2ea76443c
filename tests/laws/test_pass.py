"""The law of the pass: rows split anywhere, in any order, into any partials, merged in any tree, through bytes: one evaluation."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.engines import open_source
from gnomon.evaluation import finish, run
from gnomon.evaluation.partial import Partial
from gnomon.evaluation.survey import survey
from refusals import raises_id

N = 600
rng = np.random.default_rng(8)
Y = (rng.random(N) < 0.3).astype(int)
S = np.round(rng.random(N) * 0.7 + 0.3 * Y, 3)
CLASS = rng.integers(0, 3, N)
P = rng.dirichlet([1, 1, 1], N) + 0.4 * np.eye(3)[CLASS]
P /= P.sum(1, keepdims=True)
TABLE = {
    "y": Y,
    "p": S,
    "q": np.round(rng.random(N), 2),
    "w": rng.integers(1, 9, N) / 8,  # sums of eighths are exact, whatever their order; those of other floats round in the last digit
    "region": rng.choice(["north", "south", "east"], N),
    "vip": rng.random(N) < 0.5,
    "user": rng.integers(0, 40, N),
    "session": np.array([f"s{k}" for k in rng.integers(0, 50, N)]),
    "grade": rng.integers(0, 4, N),
    "animal": np.array(["cat", "dog", "rabbit"])[CLASS],
    "said": np.array(["cat", "dog", "rabbit"])[P.argmax(1)],
    **{f"c{k}": P[:, k] for k in range(3)},
    "number": np.arange(N),
    "again": np.tile(Y[: N // 2], 2),
    "copy": np.tile(S[: N // 2], 2),
}
TAGGED = rng.random((N, 4)) < [0.4, 0.3, 0.2, 0.02]
NAMES = np.array(["a", "b", "c", "rare"])
TABLE |= {
    "tags": [NAMES[row].tolist() for row in TAGGED],
    "guesses": [NAMES[row].tolist() for row in TAGGED ^ (rng.random((N, 4)) < 0.2)],
    "others": [NAMES[:3][row].tolist() for row in TAGGED[:, :3] ^ (rng.random((N, 3)) < 0.3)],
    **{f"s_{name}": np.round(rng.random(N) + 0.3 * TAGGED[:, k], 2) for k, name in enumerate(NAMES)},
}
AMOUNT = np.round(rng.gamma(2, 50, N) * 4) / 4  # quarters: sums of them by prediction are exact, whatever their order
TABLE |= {"amount": AMOUNT, "guess": np.round(AMOUNT * 3.6 + rng.normal(0, 80, N)) / 4, "other": np.round(rng.gamma(2, 50, N) * 4) / 4}
HEARD = [" ".join(rng.choice(["the", "cat", "sat", "on", "a", "mat"], rng.integers(0, 9))) for _ in range(N)]
TABLE |= {"heard": HEARD} | {
    name: [" ".join(word if rng.random() > share else "um" for word in text.split()) for text in HEARD]
    for name, share in (("written", 0.1), ("typed", 0.3))
}
SENTENCES = [rng.choice(["O", "O", "B-PER", "B-LOC"], size).tolist() for size in rng.integers(1, 7, N)]
TABLE |= {
    "entities": SENTENCES,
    "found": [[tag if rng.random() < 0.8 else str(rng.choice(["O", "I-LOC", "B-RARE"])) for tag in one] for one in SENTENCES],
    "lost": [[tag if rng.random() < 0.6 else "O" for tag in one] for one in SENTENCES],
}
CLASSES = {"cat": "c0", "dog": "c1", "rabbit": "c2"}
KINDS = {
    "binary": {"label": "y", "score": ["p", "q"]},
    "weighted": {"label": "y", "score": ["p", "q"], "weight": "w"},
    "sliced": {"label": "y", "score": "p", "by": ["region", "vip"], "metrics": "default,f1@0.3"},
    "clustered": {"label": "y", "score": ["p", "q"], "cluster": "session"},
    "clustered by numbers": {"label": "y", "score": "p", "cluster": "user", "by": "region"},
    "weighted, clustered, sliced": {"label": "y", "score": "p", "weight": "w", "cluster": "user", "by": "region"},
    "labels": {"label": "animal", "prediction": "said", "by": "region"},
    "multiclass": {"label": "animal", "score": CLASSES, "metrics": "default,roc_auc(multiclass=ovo)"},
    "multiclass, weighted": {"label": "animal", "score": CLASSES, "weight": "w", "by": "vip"},
    "ranked": {"label": "grade", "score": ["p", "q"], "group": "user", "by": "region"},
    "row numbers": {"label": "y", "score": ["p", "number"], "metrics": "roc_auc"},
    "copies": {"label": "again", "score": "copy", "metrics": "roc_auc"},
    "clicks": {"label": "y", "score": ["p", "q"], "group": "session"},
    "multilabel": {"label": "tags", "prediction": ["guesses", "others"], "by": "region"},
    "multilabel, weighted, clustered": {"label": "tags", "prediction": "guesses", "weight": "w", "cluster": "session"},
    "regression": {"label": "amount", "prediction": ["guess", "other"], "by": "region"},
    "regression, weighted, clustered": {"label": "amount", "prediction": "guess", "weight": "w", "cluster": "session", "by": "vip"},
    "regression, ranks": {"label": "amount", "prediction": "guess", "metrics": "default,spearman,gini_of_amounts,rae"},
    "clustering": {"label": "animal", "prediction": ["said", "session"], "by": "region", "task": "clustering", "options": {"noise": "dog"}},
    "clustering, weighted, clustered": {
        "label": "animal",
        "prediction": ["grade"],
        "weight": "w",
        "cluster": "session",
        "task": "clustering",
        "options": {"noise": 3, "noise_as": "drop"},
    },
    "transcripts": {"label": "heard", "prediction": ["written", "typed"], "by": "region", "task": "transcript"},
    "transcripts, weighted, clustered": {
        "label": "heard",
        "prediction": "written",
        "weight": "w",
        "cluster": "session",
        "task": "transcript",
        "metrics": "wer(normalize=lower+punctuation),levenshtein",
    },
    "text": {"label": "heard", "prediction": ["written", "typed"], "by": "region", "task": "text"},
    "text, weighted, clustered": {
        "label": "heard",
        "prediction": "written",
        "weight": "w",
        "cluster": "session",
        "task": "text",
        "metrics": "bleu,rouge_l,token_f1",
    },
    "multilabel, scored": {"label": "tags", "score": {name: f"s_{name}" for name in NAMES.tolist()}, "weight": "w", "by": "vip"},
    "spans": {"label": "entities", "prediction": ["found", "lost"], "task": "spans", "by": "region"},
    "spans, weighted, clustered": {"label": "entities", "prediction": "found", "task": "spans", "weight": "w", "cluster": "session"},
}
LIMITS = {
    "at hand": {"most_rows": 10_000},
    "in blocks": {"most_rows": 100},
    "bounded": {"most_rows": 100, "most_cells": 300},
}


@cache
def planned(kind, limits):
    """The plan, its how, and the whole table as one batch."""
    asked = {"prediction": None, "score": None, "weight": None, "cluster": None, "group": None, "positive": gn.inputs.DEFAULT_POSITIVE}
    how = run.how_of(0.95, 100, 0)
    plan = run.plan_of(**{**asked, "missing": "error", **KINDS[kind]})
    plan = plan.replace(seed=0, **LIMITS[limits])
    settled, batches = survey(open_source(TABLE, 10**9), plan)
    return settled, how, next(iter(batches))


def evaluation_of(partials, how):
    return finish.evaluation_of("rows", run.finish(partials), how)


@cache
def whole(kind, limits):
    plan, how, batch = planned(kind, limits)
    partial = Partial(plan)
    partial.update(batch, 0)
    return evaluation_of([partial], how)


def tree(partials, draw):
    """All partials made one, two at a time, some of them through bytes."""
    while len(partials) > 1:
        a = partials.pop(draw(st.integers(0, len(partials) - 1)))
        b = partials.pop(draw(st.integers(0, len(partials) - 1)))
        a, b = (Partial.from_bytes(one.plan, one.to_bytes()) if draw(st.booleans()) else one for one in (a, b))
        partials.append(a.merge(b))
    return partials[0]


def split(kind, limits, draw):
    """Rows in batches cut anywhere, in any order, given to any number of partials."""
    plan, how, batch = planned(kind, limits)
    cuts = sorted(draw(st.lists(st.integers(1, N - 1), max_size=6, unique=True)))
    pieces = list(zip([0, *cuts], [*cuts, N], strict=True))
    order = draw(st.permutations(range(len(pieces))))
    partials = [Partial(plan) for _ in range(draw(st.integers(1, 4)))]
    for place in order:
        start, end = pieces[place]
        partials[draw(st.integers(0, len(partials) - 1))].update({k: column.part(slice(start, end)) for k, column in batch.items()}, start)
    return evaluation_of([tree(partials, draw)], how)


EXAMPLES = max(2, settings.default.max_examples // 30)
"""Each is a whole evaluation: two in `make test`, since the first that Hypothesis tries is no split at all; many in `make fuzz`."""


def same_number(a, b):
    return a == b or (a is not None and b is not None and math.isnan(a) and math.isnan(b))


def assert_same(a, b, intervals):
    assert list(a) == list(b)
    for key, value in a.items():
        other = b[key]
        assert same_number(float(value), float(other)), key
        for field in ("at_least", "at_most", "threshold", "reason", "approximate"):
            assert getattr(value, field) == getattr(other, field), (key, field)
        assert (value.low is None) == (other.low is None), (key, value.unsure, other.unsure)
        if intervals and value.low is not None:
            assert (value.low, value.high) == (other.low, other.high), key
        elif value.low is not None:
            assert other.low <= other <= other.high, key


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_any_split_any_order_any_tree_through_bytes(kind, limits, data):
    a, b = whole(kind, limits), split(kind, limits, data.draw)
    # Rows that are at hand are dealt by their order; blocks of a long pass by places, and by clusters in the order they were met.
    same_intervals = a.cluster is None or limits == "at hand"
    assert_same(a.values, b.values, same_intervals)
    assert [(p.name, p.rows, dict(p.facts)) for p in a.slices] == [(p.name, p.rows, dict(p.facts)) for p in b.slices]
    for part, other in zip(a.slices, b.slices, strict=True):
        assert_same(part.values, other.values, same_intervals)
    assert (a.rows, a.total, a.effective_rows, a.exact, a.clusters, dict(a.facts)) == (
        *(b.rows, b.total, b.effective_rows, b.exact, b.clusters),
        dict(b.facts),
    )
    assert {f.rule for f in a.findings} == {f.rule for f in b.findings}
    if a.comparison is not None and same_intervals:
        assert list(a.comparison.pairs) == list(b.comparison.pairs)


def test_copies_and_row_numbers_are_found():
    for limits in ("at hand", "in blocks"):
        assert "repeated_rows" in {finding.rule for finding in whole("copies", limits).findings}
        assert "identifier_as_score" in {finding.rule for finding in whole("row numbers", limits).findings}


def test_the_limits_do_what_they_say():
    assert not whole("binary", "bounded").exact
    assert not whole("multiclass", "bounded").exact
    assert whole("binary", "in blocks").exact
    assert whole("weighted", "in blocks")["roc_auc", "p"].low is not None
    for part in whole("weighted, clustered, sliced", "in blocks").slices:
        assert all(value.low is not None for value in part.values.values() if value.defined), part.name


@given(data=st.data())
@settings(max_examples=30)
def test_faults_have_the_same_first_place(data):
    """Where the first of many missing or infinite values stands does not depend on who met it."""
    wrong = data.draw(st.lists(st.integers(0, N - 1), min_size=1, max_size=5, unique=True))
    what = data.draw(st.sampled_from([np.nan, np.inf]))
    broken = TABLE["p"].copy()
    broken[wrong] = what
    plan, _, batch = planned("binary", "at hand")
    batch = {**batch, "p": batch["p"]._replace(values=broken)}
    cuts = sorted(data.draw(st.lists(st.integers(1, N - 1), max_size=4, unique=True)))
    pieces = list(zip([0, *cuts], [*cuts, N], strict=True))
    partials = []
    for start, end in data.draw(st.permutations(pieces)):
        partial = Partial(plan)
        partial.update({k: column.part(slice(start, end)) for k, column in batch.items()}, start)
        partials.append(partial)
    more = f" \\(and {len(wrong) - 1} more of {N}\\)" if len(wrong) > 1 else ""
    with pytest.raises(gn.InputError, match=f"score: 'p' has {'NaN' if np.isnan(what) else 'inf'} at position {min(wrong)}{more}"):
        tree(partials, data.draw).finish()


def test_rows_dropped_are_the_same_rows():
    broken = TABLE["p"].copy()
    broken[::7] = np.nan
    asked = {"label": "y", "score": "p", "weight": "w", "missing": "drop", "metrics": "roc_auc,log_loss"}
    with pytest.warns(gn.DroppedRowsWarning):
        one = gn.evaluate({**TABLE, "p": broken}, **asked)
    there = ~np.isnan(broken)
    few = gn.evaluate({name: TABLE[name][there] for name in ("y", "p", "w")}, **{**asked, "missing": "error"})
    assert_same(one.values, few.values, intervals=True)


def test_a_batch_that_contradicts_the_survey_says_so(monkeypatch):
    monkeypatch.setattr("gnomon.evaluation.survey.SURVEYED", 100)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 50)
    late = {"y": np.r_[Y[:300], np.full(10, 2)], "p": S[:310]}
    with raises_id("scores.too_many_labels", count=3):
        gn.evaluate(late, label="y", score="p")


@pytest.mark.parametrize("batch", [37, 250, 10_000])
def test_no_other_answer_for_another_batch_size(batch, monkeypatch):
    asked = {"label": "y", "score": ["p", "q"], "by": "region", "weight": "w", "cluster": "session"}
    expected = gn.evaluate(TABLE, **asked)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", batch)
    got = gn.evaluate(TABLE, **asked)
    assert_same(expected.values, got.values, intervals=True)
    assert list(expected.comparison.pairs) == list(got.comparison.pairs)


@pytest.mark.parametrize("kind", ["binary", "weighted, clustered, sliced", "multiclass", "labels"])
def test_partials_side_by_side_give_the_same(kind, monkeypatch):
    """Two threads, each with a partial of its own, take batches as they come."""
    asked = {name: value for name, value in KINDS[kind].items() if name != "metrics"}
    expected = gn.evaluate(TABLE, **asked)
    counts = []
    partials_for = run.partials_for
    monkeypatch.setattr(run, "LONG", 100)
    monkeypatch.setattr(run, "MOST_ROWS", 90)
    monkeypatch.setattr(run, "LEAST_ROWS", 50)
    monkeypatch.setattr(run, "THREADS", 2)
    monkeypatch.setattr("gnomon.evaluation.survey.BATCH", 41)
    monkeypatch.setattr(run, "partials_for", lambda *known: counts.append(partials_for(*known)) or counts[-1])
    got = gn.evaluate(TABLE, **asked)
    assert counts == [2]
    assert_same(expected.values, got.values, intervals=False)
    broken = {**TABLE, "c0": np.where(np.arange(N) == 500, np.nan, P[:, 0]), "p": np.where(np.arange(N) == 500, np.nan, S)}
    if kind != "labels":
        with raises_id("evaluation.row_value_at_fault", value="NaN"):
            gn.evaluate(broken, **asked)


def test_a_fault_in_a_thread_is_raised_where_one_waits(monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Partial, "update", stop)
    for partials in (1, 2):
        monkeypatch.setattr(run, "partials_for", lambda *_, count=partials: count)
        with pytest.raises(KeyboardInterrupt):
            gn.evaluate(TABLE, label="y", score="p")
