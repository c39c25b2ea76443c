"""What every summary demands of what it holds, when built by hand as when read."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import gnomon as gn
from gnomon.inputs.recommended import ListRows
from gnomon.summary import QueryValues
from gnomon.summary.lists import OrderedLists
from refusals import raises_id

NAN, INF = float("nan"), float("inf")
SWEEP = {"thresholds": [0.9, 0.5, 0.1], "pos": [1, 2, 0], "neg": [0, 1, 3]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"thresholds": [0.9, NAN, 0.1]}, "thresholds has nan at position 1; it must be finite"),
        ({"thresholds": [INF, 0.5, 0.1]}, "thresholds has inf at position 0; it must be finite"),
        ({"thresholds": [0.9, 0.1, 0.5]}, "thresholds has 0.5 at position 2, not past the one before"),
        ({"thresholds": [0.9, 0.5, 0.5]}, "thresholds has 0.5 at position 2, not past the one before"),
        ({"thresholds": [0.1, 0.0, -0.0]}, "thresholds has 0.0 at position 2, not past the one before"),
        ({"thresholds": [0.9, 0.5]}, r"pos has shape \(3,\) where \(2\) is meant"),
        ({"thresholds": [[0.9, 0.5, 0.1]]}, "thresholds has shape"),
        ({"thresholds": ["a", "b", "c"]}, "thresholds holds <U1 where numbers are meant"),
        ({"pos": [1, -2, 0]}, "pos has -2 at position 1; it must hold counts or weights"),
        ({"neg": [0.5, NAN, 0.5]}, "neg has nan at position 1"),
        ({"neg": [0.5, INF, 0.5]}, "neg sums to inf, past what can be counted"),
        ({"pos": [2**62, 2**62, 2**62]}, "pos sums to .*, past what can be counted"),
        ({"pos": np.array([2**63, 0, 0], np.uint64)}, "pos has 9223372036854775808 at position 0, which int64 does not hold"),
        ({"pos": [5e-324, 0.0, 0.0]}, "pos sums to .*, too little to be multiplied"),
        ({"shift": 64}, "shift=64 is no whole number from 0 to 63"),
        ({"shift": -1}, "shift=-1 is no whole number"),
        ({"shift": 50}, r"thresholds are not those of cells of 2\^50 floats"),
        ({"resolution": 1}, "resolution=1 is no whole number from 2"),
        ({"marks": {NAN: (0, 0)}}, "a mark is a threshold, a number"),
        ({"marks": {0.5: (-1, 0)}}, "is no count or weight"),
        ({"marks": {0.5: (4, 0)}}, "4 is more than all rows of the class weigh, 3"),
        ({"direction": "sideways"}, "direction='sideways' is not"),
    ],
)
def test_sweeps(change, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Sweep(**SWEEP | change)


def test_sweeps_that_hold():
    assert gn.Sweep(**SWEEP) == gn.Sweep.of([1, 1, 1, 0, 0, 0, 0], [0.9, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1])
    assert gn.Sweep([0.1, 0.5], [1, 0], [0, 2], direction="lower").direction == "lower is positive"
    mixed = gn.Sweep([0.5, 0.1], np.array([1, 0], np.uint8), [0.5, 2])
    assert mixed.pos.dtype == mixed.neg.dtype == np.float64
    coarse = gn.Sweep.of([0, 1, 1, 0], [0.1, 0.3, 0.5, 0.7], resolution=2)
    assert gn.Sweep(coarse.thresholds, coarse.pos, coarse.neg, coarse.shift, coarse.resolution) == coarse


JOINT = {"truth": [1.0, 1.0, 2.0], "prediction": [0.5, 0.7, 0.1], "observed": [1, 2, 0], "censored": [0, 0, 1]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"truth": [1.0, NAN, 2.0]}, "truth has nan at position 1; it must be finite"),
        ({"prediction": [0.5, INF, 0.1]}, "prediction has inf at position 1; it must be finite"),
        ({"truth": [1.0, 1.0, 1e151]}, r"truth has 1e\+151 at position 2, past 1e150"),
        ({"prediction": [0.5, 0.7]}, r"prediction has shape \(2,\) where \(3\) is meant"),
        ({"prediction": [0.7, 0.7, 0.1]}, r"have the pair \(1, 0.7\) at position 1, not past the one before"),
        ({"prediction": [0.7, 0.5, 0.1]}, r"have the pair \(1, 0.5\) at position 1, not past the one before"),
        ({"truth": [1.0, 1.0, 0.0]}, r"have the pair \(0, 0.1\) at position 2, not past the one before"),
        ({"truth": [-0.0, 0.0, 1.0], "prediction": [1, 1, 1]}, r"have the pair \(0, 1\) at position 1"),
        ({"observed": [1, -2, 0]}, "observed has -2 at position 1; it must hold counts or weights"),
        ({"censored": [0.5, NAN, 0.5]}, "censored has nan at position 1"),
        ({"observed": [1, 2, 2**53]}, "observed sums to"),
        ({"observed": [2**52, 2**51, 0], "censored": [0, 0, 2**52]}, r"observed\+censored sums to"),
        ({"censored": [0, 0, 0]}, "observed and censored are both 0 at position 2"),
        ({"shift": 64}, "shift=64 is no whole number from 0 to 63"),
        ({"shift": 50, "grain": (0, 0)}, r"prediction holds values that are no cells of 2\^50 floats"),
        ({"shift": 3, "prediction": [0.5, 0.75, 0.25]}, "grain=None does not go with shift=3"),
        ({"grain": (0, 0)}, r"grain=\(0, 0\) does not go with shift=0"),
        ({"shift": 3, "grain": (0,), "prediction": [0.5, 0.75, 0.25]}, "is no pair of whole numbers"),
        ({"shift": 3, "grain": (0, 0.5), "prediction": [0.5, 0.75, 0.25]}, "grain=0.5 is no whole number"),
        ({"resolution": 3}, "resolution=3 is no whole number from 4"),
    ],
)
def test_joints(change, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Joint(**JOINT | change)


def test_joints_that_hold():
    assert gn.Joint(**JOINT) == gn.Joint.of([1, 1, 1, 2], [0.5, 0.7, 0.7, 0.1], event=[1, 1, 1, 0])
    mixed = gn.Joint(**JOINT | {"observed": [1, 2.5, 0]})
    assert mixed.observed.dtype == mixed.censored.dtype == np.float64
    coarse = gn.Joint.of(np.arange(9) / 7, np.arange(9) / 3, resolution=4)
    assert gn.Joint(*coarse.columns, coarse.shift, coarse.resolution, coarse.grain) == coarse
    own = np.array([1.0, 2.0])
    joint = gn.Joint(own, own, [1, 1], [0, 0])
    own[:] = 9
    assert joint.truth.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        joint.truth[0] = 1


@pytest.mark.parametrize("resolution", [3, 0, -3, 4.5, True, "8"])
def test_a_joint_has_four_cells_at_the_fewest(resolution):
    joint = gn.Joint.of([-1, -1, 1, 1, 2], [-1, 1, -1, 1, 2])
    with raises_id("summary.joint_resolution_out_of_range"):
        joint.coarsened(resolution)
    assert len(joint.coarsened(4)) == 4


@pytest.mark.parametrize("resolution", [1, 0, -3, 2.5, True, "8"])
def test_a_sweep_has_two_cells_at_the_fewest(resolution):
    sweep = gn.Sweep.of([0, 1, 1, 0], [-0.1, 0.3, 0.5, 0.7])
    with raises_id("summary.sweep_resolution_out_of_range"):
        sweep.coarsened(resolution)
    with raises_id("summary.sweep_resolution_out_of_range"):
        gn.Sweep.of([0, 1], [0.5, 0.7], resolution=resolution)
    assert len(sweep.coarsened(2)) == 2


def test_what_the_caller_passed_stays_the_callers():
    """Arrays may be written to afterwards, and the summary does not change with them."""
    columns = [np.array([0.9, 0.5, 0.1]), np.array([1, 2, 0]), np.array([0, 1, 3])]
    sweep = gn.Sweep(*columns)
    matrix = np.array([[1, 2], [3, 4]])
    counts = gn.Counts(["a", "b"], matrix)
    names, lists = (
        np.array([1, 2]),
        [np.array([0, 1, 3]), np.array([1.0, 0.0, 2.0]), np.zeros(3, np.uint8), np.zeros(3, np.int64), np.zeros(0)],
    )
    ranked = gn.Ranked(names, OrderedLists(*lists))
    shown = [np.array([1, 2]), np.array([0, 2, 3]), np.array([0, 1, 0], np.uint32), np.array([7, 8])]
    recommended = gn.Recommended(ListRows(*shown))
    before = [one.to_bytes() for one in (sweep, counts, ranked, recommended)]
    for array in (*columns, matrix, names, *lists, *shown):
        array[...] = 9
    assert [one.to_bytes() for one in (sweep, counts, ranked, recommended)] == before
    for one, name in ((sweep, "pos"), (counts, "matrix"), (ranked, "starts"), (recommended, "item")):
        with pytest.raises(ValueError, match="read-only"):
            getattr(one, name)[0] = 1


def ranked(**change):
    parts = {
        "queries": np.array([1, 2]),
        "starts": np.array([0, 2, 3]),
        "grade": np.array([1.0, np.nan, 2.0]),
        "tied": np.array([0, 1, 0], np.uint8),
        "rest_starts": np.array([0, 0, 1]),
        "rest": np.array([1.0]),
        "by_id": np.array([1, 0, 0], np.uint32),
        "unjudged": 0,
    } | change
    return gn.Ranked(parts["queries"], OrderedLists(*(parts[name] for name in OrderedLists._fields)), parts["by_id"], parts["unjudged"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"starts": np.array([0, 2**40, 3])}, "starts must rise from 0 to the number of rows, 3"),
        ({"starts": np.array([0, 2, 2**40])}, "starts must rise from 0 to the number of rows, 3"),
        ({"starts": np.array([1, 2, 3])}, "starts must rise from 0"),
        ({"starts": np.array([0, 3])}, r"starts has shape \(2,\) where \(3\) is meant"),
        ({"rest_starts": np.array([0, -1, 1])}, "rest_starts must rise"),
        ({"grade": np.array([1.0, INF, 2.0])}, "grade is infinite at position 1"),
        ({"rest": np.array([NAN])}, "rest has nan at position 0"),
        ({"tied": np.array([0, 2, 0], np.uint8)}, "tied must be 1 where"),
        ({"tied": np.array([0, 0, 1], np.uint8)}, "tied must be 1 where"),
        ({"tied": None}, "tied holds object"),
        ({"by_id": np.array([1, 1, 0], np.uint32)}, "by_id must hold the places of each list"),
        ({"by_id": np.array([1, 2, 0], np.uint32)}, "by_id must hold the places of each list"),
        ({"by_id": np.array([1, 0, 2**32])}, "by_id has 4294967296 at position 2, which uint32 does not hold"),
        ({"unjudged": -1}, "unjudged=-1 is no whole number"),
        ({"queries": np.array(["a", 1], object)}, "queries mixes types"),
        ({"queries": np.array([{}, []], object)}, "cannot be told apart"),
    ],
)
def test_ranked(change, said):
    assert len(ranked()) == 2
    with pytest.raises(gn.InputError, match=said):
        ranked(**change)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((["a", "b"], [[1, -1], [0, 0]]), "matrix has -1 at position 1"),
        ((["a", "b"], [[1, NAN], [0, 0]]), "matrix has nan at position 1"),
        ((["a", "b"], [[2**53, 2**53], [0, 0]]), "matrix sums to"),
        ((["a", "b"], [["x", "y"], ["z", "v"]]), "matrix holds"),
        (([{}, []], [[1, 0], [0, 1]]), "labels holds values that cannot be told apart"),
        (([NAN, 1], [[1, 0], [0, 1]]), "labels holds values that cannot be told apart"),
    ],
)
def test_counts(given, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Counts(*given)


SETS = {"labels": ("a", "b"), "tables": [[[1, 0], [1, 1]], [[3, 0], [0, 0]]], "profiles": [[0, 0, 0], [1, 0, 0]], "weights": [2, 1]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tables": [[[1, 0], [1, 1]], [[4, 0], [0, 0]]]}, "tables and weights are of different rows"),
        ({"profiles": [[0, 0, -1], [1, 0, 0]]}, "profiles must count labels"),
        ({"profiles": [[1, 1, 1], [1, 0, 0]]}, "profiles must count labels"),
        ({"profiles": [[2**62, 2**62, 2**62], [1, 0, 0]]}, "profiles must count labels"),
        ({"weights": [2]}, "weights has shape"),
        ({"labels": ("a", "a")}, "labels names 'a' twice"),
    ],
)
def test_label_sets(change, said):
    assert gn.LabelSets(**SETS).n == 3
    with pytest.raises(gn.InputError, match=said):
        gn.LabelSets(**SETS | change)


def test_label_ranks():
    good = gn.LabelRanks.of([[1, 0], [0, 1]], [[0.5, 0.2], [0.3, 0.3]]).sums
    for change in ({"rows": -1}, {"rows": 0.5}, {"rows": 2**9000}, {"pairs": good["rows"] + 1}, {"more": 1}):
        with pytest.raises(gn.InputError, match="sums"):
            gn.LabelRanks(good | change)


MOMENTS = gn.Moments.of([1.0, 2.0, 4.0], [1.5, 2.0, 3.0], huber=1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"yy": Fraction(1)}, "no rows have these sums together"),
        ({"yp": Fraction(10**6)}, "no rows have these sums together"),
        ({"y_over": Fraction(50)}, "no rows have these sums together"),
        ({"zeros": Fraction(4)}, "no rows have these sums together"),
        ({"weight_over": Fraction(-1)}, r"sums\['weight_over'\].* is negative"),
        ({"relative": Fraction(1, 3)}, "its denominator is no power of two"),
        ({"pp": Fraction(1, 2**4000)}, "its denominator is no power of two"),
        ({"pp": 0.5}, "is no sum of accepted numbers: pass a Fraction"),
        ({"pp": Fraction(2**3000)}, "is no sum of accepted numbers"),
        ({"more": Fraction(1)}, "sums lacks or cannot have 'more'"),
        ({"tweedie(1.0)": Fraction(1)}, r"sums lacks or cannot have 'tweedie\(1.0\)'"),
        ({"symmetric": Fraction(1)}, "sums lacks or cannot have 'both_zero'"),
    ],
)
def test_moments(change, said):
    assert gn.Moments(MOMENTS.rows, MOMENTS.sums, MOMENTS.extremes) == MOMENTS
    with pytest.raises(gn.InputError, match=said):
        gn.Moments(MOMENTS.rows, MOMENTS.sums | change, MOMENTS.extremes)


@pytest.mark.parametrize(
    ("rows", "extremes", "said"),
    [
        (-1, MOMENTS.extremes, "rows=-1 is no whole number"),
        (0, MOMENTS.extremes, "none of them where there are no rows"),
        (3, (1.0, 2.0), "six finite numbers"),
        (3, (NAN, *MOMENTS.extremes[1:]), "six finite numbers"),
        (3, (3.0, *MOMENTS.extremes[1:]), "a mean lies between the least and the greatest"),
        (3, (*MOMENTS.extremes[:4], 1.0, -1.0), "the least error is greater than the greatest"),
    ],
)
def test_moments_of_no_rows(rows, extremes, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Moments(rows, MOMENTS.sums, extremes)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (gn.Ranges, {"covered": Fraction(9)}),
        (gn.Ranges, {"below": Fraction(1)}),
        (gn.Ranges, {"width": Fraction(-1)}),
        (gn.Ranges, {"more": Fraction(1)}),
        (gn.ScaledErrors, {"flat": Fraction(9)}),
        (gn.ScaledErrors, {"scaled": Fraction(-1)}),
        (gn.ScaledErrors, {"scaled": Fraction(1, 3)}),
        (gn.ScaledErrors, {"more": Fraction(1)}),
    ],
)
def test_sums_of_forecasts(kind, change):
    good = gn.Ranges.of([1, 2, 9], [0, 2, 3], [2, 4, 5]) if kind is gn.Ranges else gn.ScaledErrors.of([1, 2, 4], [1, 2, 3])
    assert kind(good.rows, good.sums) == good
    with pytest.raises(gn.InputError, match="sums"):
        kind(good.rows, good.sums | change)
    with pytest.raises(gn.InputError, match="sums"):
        kind(0, good.sums)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"above": [-1, 0]}, "must count classes"),
        ({"tied": [0, 1]}, "must count classes"),
        ({"above": [2, 0]}, "must count classes"),
        ({"weight": [5, 1]}, "top must be a Sweep"),
        ({"top": None}, "top must be a Sweep"),
    ],
)
def test_class_ranks(change, said):
    parts = {"labels": ("a", "b"), "above": [0, 1], "tied": [1, 1], "weight": [2, 1], "top": gn.Sweep([0.9, 0.5], [2, 0], [0, 1])}
    assert gn.ClassRanks(**parts).n == 3
    with pytest.raises(gn.InputError, match=said):
        gn.ClassRanks(**parts | change)


def test_sweeps_of_classes():
    part = gn.Sweep(**SWEEP)
    gn.Sweeps("ovr", ("a", "b"), {"a": part, "b": part})
    gn.Sweeps("ovo", ("a", "b"), dict.fromkeys(itertools.permutations("ab", 2), part))
    for given in (("ovr", ("a", "b"), {"a": part}), ("ovo", ("a", "b"), {"a": part, "b": part}), ("ovr", ("a",), {"a": 5})):
        with raises_id("summary.sweep_parts_mismatch"):
            gn.Sweeps(*given)
    with raises_id("summary.multiclass_unknown"):
        gn.Sweeps("all", ("a",), {"a": part})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"item": np.array([0, 2, 0], np.uint32)}, "item must be places among the 2 items"),
        ({"item": np.array([0, -1, 0])}, "does not hold|item must be places"),
        ({"starts": np.array([0, 5, 3])}, "starts must rise"),
        ({"users": np.array([2, 1])}, "users must be ascending"),
        ({"items": np.array([7, 7])}, "items must be ascending"),
        ({"item": np.array([0, 0, 0], np.uint32)}, "stands twice in the list of user 1"),
    ],
)
def test_recommended(change, said):
    parts = {"users": np.array([1, 2]), "starts": np.array([0, 2, 3]), "item": np.array([0, 1, 0], np.uint32), "items": np.array([7, 8])}
    assert len(gn.Recommended(ListRows(**parts))) == 2
    with pytest.raises(gn.InputError, match=said):
        gn.Recommended(ListRows(**parts | change))


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ((np.array([2, 1]), [0.5, 0.5], None), "must be ascending"),
        ((np.array([1, 2]), [0.5], None), "mrr.values has shape"),
        ((np.array([1, 2]), [NAN, INF], None), "mrr.values is infinite at position 1"),
        ((np.array([1, 2]), [0.5, 0.5], [1, -1]), "mrr.weights has -1"),
        ((np.arange(4), np.ones(4), None), "mrr has values for 4 queries where there are 3"),
    ],
)
def test_query_values(part, said):
    with pytest.raises(gn.InputError, match=said):
        QueryValues({"mrr": part}, 3, 9)


BINS = {"layout": gn.Layout(edges=(2.0,), special=(-1.0,)), "good": [1, 2, 0, 0, 0], "bad": [0, 1, 1, 0, 0]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"good": [1, 2]}, r"good has shape \(2,\) where \(5\) is meant"),
        ({"good": [1, -2, 0, 0, 0]}, "good has -2 at position 1; it must hold counts or weights"),
        ({"bad": [0.5, NAN, 0, 0, 0]}, "bad has nan at position 1"),
        ({"bad": [INF, 0, 0, 0, 0]}, "bad sums to inf, past what can be counted"),
        ({"labelled": False}, "bad has rows, though none of them is labelled"),
        ({"layout": None}, r"good has shape \(5,\) where \(0\) is meant"),
        ({"layout": (2.0,)}, "layout must be a Layout, not tuple"),
    ],
)
def test_bins(change, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Bins(**BINS | change)


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ({"edges": [1, 1]}, "edges has 1.0 at position 1, not above the one before"),
        ({"edges": [2, 1]}, "edges has 1.0 at position 1, not above the one before"),
        ({"edges": [0.0, -0.0]}, "edges has -0.0 at position 1, not above"),
        ({"edges": [NAN]}, "edges has nan at position 0; edges are finite numbers"),
        ({"edges": [INF]}, "edges has inf at position 0"),
        ({"edges": ["a"]}, "edges has 'a' at position 0"),
        ({"edges": [True]}, "edges has True at position 0"),
        ({"edges": 5}, "edges must be a list of at most 100,000 numbers, not 5"),
        ({"edges": [1], "groups": [["a"]]}, "edges or groups, not both"),
        ({"groups": [[]]}, "groups must be a list of lists of categories, none empty"),
        ({"groups": [["a"], ["a"]]}, "groups has 'a' twice"),
        ({"groups": [["a"]], "special": ["a"]}, "'a' is a special code and in a group"),
        ({"groups": [[None]]}, "groups has None, which is no number and no text"),
        ({"edges": [1], "special": ["a"]}, "special has 'a', and the variable holds numbers"),
        ({"edges": [1], "special": [-1, -1.0]}, "special has -1.0 twice"),
        ({"edges": [1], "special": [NAN]}, "special has nan, which is no number and no text"),
        ({"edges": [1], "closed": "both"}, "closed='both' is not"),
    ],
)
def test_layouts(layout, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Layout(**layout)


def test_bins_that_hold():
    bins = gn.Bins(**BINS)
    assert bins == gn.Bins.of([0, 3, 3, 3, -1], [0, 0, 0, 1, 1], edges=[2], special=[-1])
    assert not bins.good.flags.writeable
    mixed = gn.Bins(**BINS | {"bad": [0, 0.5, 1, 0, 0]})
    assert mixed.good.dtype == mixed.bad.dtype == np.float64
    for state in (BINS["layout"], gn.Layout(groups=[["a", 1], ["b"]], special=["c"]), gn.Layout(edges=[1], closed="right")):
        assert gn.Layout.from_dict(state.to_dict()) == state
    for wrong in ({}, {"edges": [1], "more": 2}, [1], None):
        with raises_id("summary.bin_state_malformed"):
            gn.Layout.from_dict(wrong)
    with raises_id("summary.bins_cut_mismatch"):
        bins + gn.Bins.of([1], [0], edges=[3])
    with raises_id("summary.bins_labelled_mismatch"):
        gn.Bins.of([1], [0], edges=[3]) + gn.Bins.of([1], edges=[3])
