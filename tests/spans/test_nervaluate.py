"""Spans matched in four ways against nervaluate; and the best of all ways to pair them against every way there is."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from components import needs

KINDS = ("LOC", "ORG", "PER")
THEIRS = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}
OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious", "possible", "actual")


@st.composite
def spans(draw, overlapping=False):
    made, place = [], 0
    for _ in range(draw(st.integers(0, 5))):
        start = place + draw(st.integers(0, 2))
        end = start + draw(st.integers(1, 4))
        made.append((draw(st.sampled_from(KINDS)), start, end))
        place = start + draw(st.integers(0, 2)) if overlapping else end
    return list(dict.fromkeys(made))


def theirs(sides):
    def written(side):
        ordered = (sorted(one, key=lambda span: (span[1], span[2], span[0])) for one in side)
        return [[{"label": kind, "start": start, "end": end - 1} for kind, start, end in one] for one in ordered]

    return needs("nervaluate.evaluator").Evaluator(written(sides[0]), written(sides[1]), tags=list(KINDS), loader="dict").evaluate()


def check(mine, other):
    assert [getattr(mine, name) for name in OUTCOMES] == [getattr(other, name) for name in OUTCOMES]
    for name in ("precision", "recall", "f1"):
        value = getattr(mine, name)
        np.testing.assert_allclose(0.0 if value != value else value, getattr(other, name), rtol=1e-12)


@pytest.mark.parametrize("overlapping", [False, True])
@given(data=st.data())
def test_four_ways(overlapping, data):
    count = data.draw(st.integers(1, 4))
    sides = [[data.draw(spans(overlapping)) for _ in range(count)] for _ in range(2)]
    found = gn.span_scores(*sides, overlaps="allow", min_overlap=0.01)
    expected = theirs(sides)
    for match, called in THEIRS.items():
        check(getattr(found, match), expected["overall"][called])
        for kind, ways in found.by_type.items():
            check(ways[match], expected["entities"][kind][called])


@pytest.mark.parametrize("match", THEIRS)
@given(data=st.data())
def test_entity_f1_of_a_way_is_the_f1_of_its_scores(match, data):
    sides = [[data.draw(spans()) for _ in range(3)] for _ in range(2)]
    scores = gn.span_scores(*sides)
    value = gn.entity_f1(*sides, match=match, undefined=0.0)
    assert value == pytest.approx(np.nan_to_num(getattr(scores, match).f1), rel=1e-12)


@pytest.mark.parametrize("match", THEIRS)
@given(data=st.data())
def test_optimal_matching_has_the_most_credit_of_all(match, data):
    truth, said = data.draw(spans(True)), data.draw(spans(True))

    def credit(true, one):
        if min(true[2], one[2]) <= max(true[1], one[1]):
            return 0.0
        ends, kind = true[1:] == one[1:], true[0] == one[0]
        return {"strict": float(ends and kind), "exact": float(ends), "type": float(kind), "partial": 1.0 if ends else 0.5}[match]

    short, long = sorted((truth, said), key=len)
    best = max(sum(credit(a, b) for a, b in zip(short, some, strict=True)) for some in permutations(long, len(short)))
    found = getattr(gn.span_scores([truth], [said], overlaps="allow", matching="optimal"), match)
    assert found.correct + found.partial / 2 == best


@given(data=st.data())
def test_optimal_matching_does_not_depend_on_the_order(data):
    truth, said = data.draw(spans(True)), data.draw(spans(True))
    other = gn.span_scores([data.draw(st.permutations(truth))], [data.draw(st.permutations(said))], overlaps="allow", matching="optimal")
    assert gn.span_scores([truth], [said], overlaps="allow", matching="optimal") == other


def test_ends():
    """An end that is inclusive is the last place of a span: spans that share it overlap."""
    assert gn.span_scores([[("A", 0, 3)]], [[("A", 3, 5)]]).partial.spurious == 1
    assert gn.span_scores([[("A", 0, 3)]], [[("A", 3, 5)]], ends="inclusive").partial.partial == 1


def test_forms_of_spans():
    """Triples in either order, and mappings by any of the names that tools have."""
    expected = [[("PER", 0, 2), ("LOC", 4, 5)]]
    for form in (
        [[(0, 2, "PER"), (4, 5, "LOC")]],
        [[{"label": "PER", "start": 0, "end": 2}, {"type": "LOC", "start": np.int64(4), "end": 5}]],
        [[{"entity_group": "PER", "start": 0, "end": 2}, ["LOC", 4, 5]]],
        ['[["PER", 0, 2], {"label": "LOC", "start": 4, "end": 5}]'],
    ):
        assert gn.entity_f1(expected, form) == 1
