"""Bins changed by hand and kept as files: counted exactly, or refused."""

import json

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id

PLACE = np.arange(3000)
X = (PLACE * 7919 % 1009) / 10.0
Y = (80 + 3 * np.abs(X - 30) > (PLACE * PLACE * 31 + PLACE * 17) % 1000).astype(int)
GAPS = np.where(PLACE % 9 == 0, np.nan, X)
C = np.array(list("abcde"))[PLACE % 5]


def fitted(**parameters):
    return gn.Binning(**parameters).fit({"x": GAPS, "c": C}, Y)


def test_merged_bins_are_counted_again():
    binning = fitted()
    edges = binning.layout("x").edges
    assert binning.merge(1, 2, variable="x") is binning
    assert binning.layout("x").edges == (edges[0], *edges[2:])
    assert binning.bins_["x"] == gn.Bins.of(GAPS, Y, layout=binning.layout("x"))
    assert binning.table("x").woe.tolist() == gn.woe_table(GAPS, Y, bins=binning.layout("x")).woe.tolist()
    assert binning.transform({"x": GAPS, "c": C})[:, 0].tolist() == binning.woe_["x"][binning.layout("x").assign(_variable(GAPS))].tolist()
    groups = binning.layout("c").groups
    binning.merge(0, len(groups) - 1, variable="c")  # categories need not be neighbours
    assert set(binning.layout("c").groups[0]) == {*groups[0], *groups[-1]}
    assert binning.bins_["c"] == gn.Bins.of(C, Y, layout=binning.layout("c"))


def _variable(x):
    from gnomon.inputs.variables import as_variable

    return as_variable(x)


def test_edges_of_fine_bins_need_no_data():
    binning = fitted()
    fine = binning._fitted["x"].fine.layout.edges
    chosen = fine[10::30]
    binning.set_edges(chosen, variable="x")
    assert binning.layout("x").edges == chosen
    assert binning.bins_["x"] == gn.Bins.of(GAPS, Y, edges=chosen)
    assert binning.set_edges([], variable="x").bins_["x"].layout.regular == 1


@pytest.mark.parametrize("closed", ["left", "right"])
def test_other_edges_need_the_rows_again(closed):
    binning = fitted(closed=closed)
    inside = 33.37
    with raises_id("scorecards.edge_not_of_fine_bin", edge=33.37, name="x"):
        binning.set_edges([inside], variable="x")
    binning.set_edges([inside, 60.5], variable="x", x=GAPS, y=Y)
    assert binning.bins_["x"] == gn.Bins.of(GAPS, Y, edges=[inside, 60.5], closed=closed)
    binning.merge(0, 1, variable="x").set_edges([inside], variable="x")  # a fine edge now
    with raises_id("scorecards.refit_rows_mismatch"):
        binning.set_edges([1.23], variable="x", x=GAPS[:50], y=Y[:50])


def test_groups():
    binning = fitted()
    binning.set_groups([["a", "e"], ["b"], ["c", "d"]], variable="c")
    assert binning.bins_["c"] == gn.Bins.of(C, Y, groups=[["a", "e"], ["b"], ["c", "d"]])


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda b: b.merge(0, variable="x"), "merge needs two bins"),
        (lambda b: b.merge(0, 2, variable="x"), r"bins \[0, 2\] are no neighbours"),
        (lambda b: b.merge(0, 99, variable="x"), "99 is the place of no regular bin"),
        (lambda b: b.merge(0, 1), "there are 2 variables; name one"),
        (lambda b: b.set_edges([1], variable="c"), "'c' holds categories, which have no edges"),
        (lambda b: b.set_groups([["a"]], variable="x"), "'x' holds numbers, which have no groups"),
        (lambda b: b.set_groups([["a", "b"]], variable="c"), "groups leave out 'c', a category of 'c'"),
        (lambda b: b.set_groups([["a", "b", "z"], ["c", "d", "e"]], variable="c"), "groups name 'z', which is no category"),
        (lambda b: b.set_edges([5, 5], variable="x"), "edges has 5.0 at position 1, not above"),
    ],
)
def test_refused_edits_change_nothing(edit, said):
    binning = fitted()
    before = binning.to_dict()
    with pytest.raises(gn.InputError, match=said):
        edit(binning)
    assert binning.to_dict() == before


@pytest.mark.parametrize(
    "parameters",
    [{}, {"method": "chi", "missing": "merge"}, {"special": {"x": [0.0]}, "unseen": "zero"}, {"direction": "good/bad", "closed": "right"}],
    ids=str,
)
def test_saved_and_loaded(tmp_path, parameters):
    binning = fitted(**parameters)
    path = binning.save(tmp_path / "bins.json")
    again = gn.Binning.load(path)
    assert again.to_dict() == binning.to_dict()
    frame = {"x": GAPS, "c": C}
    assert np.array_equal(again.transform(frame), binning.transform(frame))
    assert str(again.table("x")) == str(binning.table("x"))
    assert again.merge(0, 1, variable="x").bins_["x"] == binning.merge(0, 1, variable="x").bins_["x"]
    assert [one.name for one in tmp_path.iterdir()] == ["bins.json"]


def test_weights_survive(tmp_path):
    weight = np.linspace(0.1, 1, 3000)
    binning = gn.Binning().fit({"x": GAPS}, Y, weight=weight)
    again = gn.Binning.load(binning.save(tmp_path / "bins.json"))
    assert again.bins_["x"] == binning.bins_["x"]


def test_what_was_altered_is_refused(tmp_path):
    state = json.loads(json.dumps(fitted().to_dict()))
    for change, said in (
        (lambda s: s["variables"]["x"]["bins"]["good"].__setitem__(0, 5), "its checksum does not fit"),
        (lambda s: s["parameters"].__setitem__("smoothing", 1.0), "its checksum does not fit"),
        (lambda s: s.pop("failed"), "its checksum does not fit"),
        (lambda s: s.__setitem__("version", 2), "saved as version 2, and this gnomon reads version 1"),
        (lambda s: s.__setitem__("format", "other"), "this is no saved Binning"),
    ):
        altered = json.loads(json.dumps(state))
        change(altered)
        with pytest.raises(gn.InputError, match=said):
            gn.Binning.from_dict(altered)
    with raises_id("scorecards.saved_binning_format_missing"):
        gn.Binning.from_dict([1])
    broken = tmp_path / "bins.json"
    broken.write_text(json.dumps(state)[:-30])
    with raises_id("scorecards.saved_file_not_json"):
        gn.Binning.load(broken)
    with raises_id("scorecards.saved_file_unreadable"):
        gn.Binning.load(tmp_path / "none.json")
    with raises_id("scorecards.binning_not_fitted"):
        gn.Binning().save(tmp_path / "other.json")


@pytest.mark.parametrize(
    "place", [("variables", 0, "points", 0), ("variables", 0, "woe", 0), ("made", "fitting", "intercept_error"), ("base",)]
)
def test_numbers_of_a_card_that_no_float_holds_are_refused(place):
    from gnomon.scorecards.card_file import checksum

    state = json.loads(json.dumps(gn.Scorecard(min_iv=0, folds=3).fit({"x": GAPS, "c": C}, Y).to_dict()))
    *way, last = place
    held = state
    for key in way:
        held = held[key]
    held[last] = 10**400
    with pytest.raises(gn.InputError):
        gn.Scorecard.from_dict(state | {"checksum": checksum(state)})


def test_a_right_checksum_does_not_make_wrong_bins_right():
    from gnomon.scorecards.saved import _checksum

    for change, said in (
        (lambda s: s["variables"]["x"]["bins"]["good"].__setitem__(0, -5), "good has -5 at position 0"),
        (lambda s: s["variables"]["x"]["bins"]["layout"]["edges"].reverse(), "not above the one before"),
        (lambda s: s["variables"]["x"]["bins"].pop("good"), "not as it was written"),
        (lambda s: s["variables"]["x"].__setitem__("trend", "sideways"), "not as it was written"),
        (lambda s: s["parameters"].__setitem__("method", "best"), "method='best' is none of"),
        (lambda s: s["parameters"].__setitem__("new", 1), "not as it was written"),
        (lambda s: s["variables"].clear(), "has no variables"),
    ):
        state = json.loads(json.dumps(fitted().to_dict()))
        change(state)
        state["checksum"] = _checksum({key: value for key, value in state.items() if key != "checksum"})
        with pytest.raises(gn.InputError, match=said):
            gn.Binning.from_dict(state)


ODD = [0, -1, 2**63, 10**30, 0.5, 1e308, float("nan"), float("inf"), True, None, "", "x", "\ud800", [], [1], [[]], {}, {"a": 1}]


def leaves(state, path=()):
    items = state.items() if isinstance(state, dict) else enumerate(state) if isinstance(state, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from leaves(value, (*path, key))


def test_whatever_is_changed_is_refused_or_read_rightly():
    from gnomon.scorecards.saved import _checksum

    rng = np.random.default_rng(9)
    with pytest.warns(UserWarning, match="left out: 'k'"):
        whole = gn.Binning(fine=5, special={"x": [0.0]}, missing="merge").fit({"x": GAPS, "c": C, "k": np.ones(3000)}, Y).to_dict()
    text = json.dumps({key: value for key, value in whole.items() if key != "checksum"})
    paths = list(leaves(json.loads(text)))
    refused = 0
    for path in paths:
        state = json.loads(text)
        held = state
        for key in path[:-1]:
            held = held[key]
        if rng.random() < 0.2:
            held.pop(path[-1])
        else:
            held[path[-1]] = ODD[rng.integers(len(ODD))]
        try:
            read = gn.Binning.from_dict({**state, "checksum": _checksum(state)})
        except gn.InputError:
            refused += 1
            continue
        for name in read.variables_:
            assert np.isfinite(read.woe_[name]).all()
            str(read.table(name))
        read.to_dict()
    assert refused > 0.7 * len(paths)
