"""A card as data: scores, reasons, explanations, files; and what is refused."""

import json
import math

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from cards import NAME, plain_points, rows_of_every_bin, small_card
from gnomon.messages.language import speaking
from refusals import raises_id

ROWS = rows_of_every_bin()


@pytest.mark.parametrize("closed", ["left", "right"])
def test_points_are_those_of_the_bin_and_add_up_to_the_score(closed):
    card = small_card(closed)
    expected = plain_points(card, ROWS)
    assert np.array_equal(card.points(ROWS), expected)
    assert np.array_equal(card.score(ROWS), ((100.7 + expected[:, 0]) + expected[:, 1]) + expected[:, 2])
    low, high = card.range
    assert low == pytest.approx(100.7 - 7.3 - 3 + 1)
    assert high == pytest.approx(100.7 + 30.2 + 20 + 5)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table, lambda rows: pl.DataFrame(rows).lazy()])
def test_every_container_scores_alike(frame):
    card = small_card()
    columns = {name: [None if one is None or one != one else one for one in values.tolist()] for name, values in ROWS.items()}
    assert np.array_equal(card.score(frame(columns)), card.score(ROWS))


def test_files_score_as_frames_do(tmp_path):
    card = gn.Card({"age": small_card().variables["age"], "grade": small_card().variables["grade"]})
    table = pa.table({"age": pa.array(ROWS["age"], from_pandas=True), "grade": pa.array(ROWS["grade"], pa.int64())})
    import pyarrow.csv
    import pyarrow.parquet

    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    pyarrow.csv.write_csv(table, tmp_path / "a.csv")
    for name in ("a.parquet", "a.csv"):
        assert np.array_equal(card.score(str(tmp_path / name)), card.score(ROWS))


def test_rows_may_come_in_any_order_and_are_not_changed():
    card = small_card()
    order = np.random.default_rng(3).permutation(600)
    before = {name: values.copy() for name, values in ROWS.items()}
    moved = card.score({name: values[order] for name, values in ROWS.items()})
    assert np.array_equal(moved, card.score(ROWS)[order])
    for name, values in ROWS.items():
        assert np.array_equal(values.astype(str), before[name].astype(str))


EDGES = st.lists(st.floats(-1e6, 1e6).map(lambda x: x + 0.0), unique=True, max_size=5).map(sorted)
POINTS = st.lists(st.floats(-1e4, 1e4), min_size=12, max_size=12)


@given(EDGES, st.sets(st.integers(-9, 9), max_size=3), st.sampled_from(["left", "right"]), POINTS, st.data())
@settings(max_examples=60, deadline=None)
def test_any_card_scores_by_its_bins_and_survives_json(edges, codes, closed, points, data):
    numbers = gn.Layout(tuple(edges), None, tuple(codes), closed)
    names = gn.Layout((), (("a",), ("b", "c")), ("x",))
    both = {"n": gn.Characteristic(numbers, points[: numbers.size]), "c": gn.Characteristic(names, points[: names.size])}
    card = gn.Card(both, base=points[-1])
    value = st.one_of(st.floats(-2e6, 2e6), st.sampled_from([*edges, *map(float, codes), math.nan]))
    column = data.draw(st.lists(value, min_size=1, max_size=20))
    kinds = data.draw(st.lists(st.sampled_from(["a", "b", "c", "x", "z", None]), min_size=len(column), max_size=len(column)))
    rows = {"n": np.array(column), "c": np.array(kinds, object)}
    expected = plain_points(card, rows)
    assert np.array_equal(card.points(rows), expected)
    assert np.array_equal(card.score(rows), (card.base + expected[:, 0]) + expected[:, 1])
    again = gn.Card.from_dict(json.loads(json.dumps(card.to_dict())))
    assert again == card
    frame = pl.DataFrame({"n": [None if one != one else one for one in column], "c": kinds}, schema={"n": pl.Float64, "c": pl.String})
    assert np.array_equal(duckdb.sql(card.to_sql("frame")).fetchnumpy()["score"], card.score(rows))
    assert len(frame) == len(column)


def test_the_scale_is_that_of_the_textbook():
    scaling = gn.Scaling(600, 50, 20)
    assert scaling.factor == pytest.approx(20 / math.log(2), rel=1e-15)
    assert scaling.offset == pytest.approx(600 - 20 / math.log(2) * math.log(50), rel=1e-15)
    assert scaling.probability(600) == pytest.approx(1 / 51, rel=1e-12)
    assert scaling.probability([620, 580]) == pytest.approx([1 / 101, 1 / 26], rel=1e-12)
    assert scaling.log_odds(scaling.score([-2.5, 0, 3.25])) == pytest.approx([-2.5, 0, 3.25], rel=1e-12)
    card = small_card(scaling=scaling)
    assert card.probability(ROWS) == pytest.approx(1 / (1 + np.exp(-card.log_odds(ROWS))), rel=1e-12)
    with raises_id("scorecards.odds_of_points_missing"):
        small_card().probability(ROWS)


def test_reasons_are_what_lacks_most():
    layout = gn.Layout((10,))
    counts = {"woe": [0.1, -0.1, 0, 0], "good": [10, 20, 0, 0], "bad": [5, 5, 0, 0]}
    card = gn.Card({name: gn.Characteristic(layout, [0, top, 1, np.nan], **counts) for name, top in {"a": 30, "b": 50, "c": 30}.items()})
    rows = {"a": [5, 15, 5], "b": [5, 15, 15], "c": [5, 15, None]}
    assert card.reasons(rows, top=3).tolist() == [["b", "a", "c"], [None, None, None], ["a", "c", None]]
    assert card.reasons(rows, top=1).tolist() == [["b"], [None], ["a"]]
    mean = 30 * 25 / 40
    assert card.variables["a"].mean == pytest.approx(mean)
    lacks = card.shortfall(card.bins(rows), "mean")
    assert lacks[2].tolist() == pytest.approx([mean, 50 * 25 / 40 - 50, mean - 1])
    assert card.reasons(rows, top=2, against="mean")[2].tolist() == ["a", "c"]
    with raises_id("scorecards.against_mean_unknown_rows"):
        small_card().reasons(ROWS, against="mean")
    with raises_id("scorecards.against_unknown", against="worst"):
        card.reasons(rows, against="worst")
    with raises_id("scorecards.top_not_positive_integer", top=0):
        card.reasons(rows, top=0)


def test_a_row_is_explained():
    told = small_card().explain({"age": 30, NAME: "nobody", "grade": None})
    assert told.variable.tolist() == [NAME, "grade", "age"]
    assert told.bin.tolist() == ["other", "missing", "[25, 60.5)"]
    assert told.value.tolist() == ["nobody", None, 30]
    assert (told.points.tolist(), told.best.tolist()) == ([-3, 4, 30.2], [20, 5, 30.2])
    assert (
        told.base + told.points.sum()
        == pytest.approx(told.score)
        == small_card().score({"age": [30], NAME: ["nobody"], "grade": [None]})[0]
    )
    assert "score 131.9 = base 100.7 + points 31.2" in str(told)
    with raises_id("scorecards.explain_too_many_rows", count=600):
        small_card().explain(ROWS)


@pytest.mark.parametrize("grade", [2, None])
def test_a_row_of_a_frame_is_explained(grade):
    card = small_card()
    frame = pd.DataFrame({"age": [20, 41], NAME: ["own", None], "grade": pd.array([1, grade], "Int64"), "day": pd.Timestamp("2025-01-01")})
    row = {"age": 41, NAME: None, "grade": grade}
    assert str(card.explain(frame.iloc[1])) == str(card.explain(row))
    assert card.explain(frame[["age"]].assign(**{NAME: 0, "grade": 1}).astype(object).iloc[0].replace({0: "own"})).score == card.score(
        {"age": [20], NAME: ["own"], "grade": [1]}
    )


def test_a_card_comes_back_from_json_as_it_was(tmp_path):
    card = small_card(scaling=gn.Scaling())
    assert gn.Card.from_dict(json.loads(json.dumps(card.to_dict()))) == card
    path = card.save(tmp_path / "card.json")
    again = gn.Card.load(path)
    assert again == card
    assert np.array_equal(again.score(ROWS), card.score(ROWS))
    assert [entry.name for entry in tmp_path.iterdir()] == ["card.json"], "nothing temporary is left"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: s.update(kind="gnomon.binning"), "this is no card of gnomon's"),
        (lambda s: s.update(version=2), "the card is of version 2, and this gnomon reads version 1"),
        (lambda s: s.pop("version"), "the card is of version None"),
        (lambda s: s["variables"][0]["points"].__setitem__(0, 99.0), "the card was altered after it was written"),
        (lambda s: s.update(base=1.0), "the card was altered after it was written"),
        (lambda s: s.pop("checksum"), "the card was altered after it was written"),
    ],
)
def test_a_file_that_is_no_card_is_refused(change, told, tmp_path):
    state = small_card().to_dict()
    change(state)
    with pytest.raises(gn.InputError, match=told):
        gn.Card.from_dict(state)
    (tmp_path / "card.json").write_text(json.dumps(state))
    with pytest.raises(gn.InputError, match=f"card.json: {told}"):
        gn.Card.load(tmp_path / "card.json")


def sealed(change):
    """A changed card with the right checksum, as another program might write it."""
    from gnomon.scorecards.card_file import checksum

    state = small_card().to_dict()
    change(state)
    state["checksum"] = checksum(state)
    return state


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: s.pop("variables"), r"the card is not whole \(KeyError: 'variables'\)"),
        (lambda s: s["variables"].append(s["variables"][0]), "the card names a variable twice"),
        (lambda s: s["variables"][0]["points"].pop(), "points has 5 numbers, and there are 6 bins"),
        (lambda s: s["variables"][0]["points"].__setitem__(0, None), r"the bin \(-inf, 25\) has no points"),
        (lambda s: s["variables"][0].update(good=[1] * 6), "good and bad belong together"),
        (lambda s: s["variables"][0].update(good=[-1] * 6, bad=[1] * 6), "good holds .* which are no such numbers"),
        (lambda s: s["variables"][0]["bins"].update(edges=[60, 25]), "edges has 25.0 at position 1, not above"),
        (lambda s: s.update(scaling={"points0": 1}), None),
        (lambda s: s.update(scaling={"points0": 1, "odds0": 0, "pdo": 20}), "odds0=0 is no number above 0"),
        (lambda s: s.update(variables=[]), "a card needs at least one variable"),
        (lambda s: s.update(base="5"), "base='5' is no finite number"),
    ],
)
def test_a_card_is_checked_though_its_checksum_fits(change, told):
    if told is None:
        assert gn.Card.from_dict(sealed(change)).scaling == gn.Scaling(1, 50, 20)
        return
    with pytest.raises(gn.InputError, match=told):
        gn.Card.from_dict(sealed(change))


def test_files_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "a.json").write_text("{")
    with raises_id("scorecards.card_file_not_json"):
        gn.Card.load(tmp_path / "a.json")
    with raises_id("scorecards.card_file_unreadable"):
        gn.Card.load(tmp_path / "none.json")


GOOD = {"age": [30], NAME: ["own"], "grade": [1]}
REFUSED = {
    "lacking": ({"age": [30], "grade": [1]}, "a dictionary of columns lacks 1 of the card's columns: .*; did you mean|lacks 1 of"),
    "text": (GOOD | {"age": ["thirty"]}, "'age' holds 'thirty' at position 0, and the card has numbers there"),
    "truth": (GOOD | {"age": [True]}, "'age' holds True at position 0, and the card has numbers there"),
    "infinite": (GOOD | {"age": [np.inf]}, "'age' has inf at position 0, which has no bin; make it missing"),
    "number": (GOOD | {NAME: [3]}, "holds 3 at position 0, and the card's categories are texts, as 'own'"),
    "category": (GOOD | {"grade": ["1"]}, "'grade' holds '1' at position 0, and the card's categories are numbers, as 1"),
    "date": (
        GOOD | {NAME: np.array(["2024-01-01"], "M8[D]")},
        r"holds datetime.date\(2024, 1, 1\) at position 0, and the card's",
    ),
    "none": ({name: [] for name in GOOD}, "has no rows"),
    "shape": (np.zeros(3), r"X has shape \(3,\); pass a data frame"),
}


@pytest.mark.parametrize("which", REFUSED)
def test_rows_that_do_not_fit_the_card_are_refused(which):
    rows, told = REFUSED[which]
    with pytest.raises(gn.InputError, match=told):
        small_card().score(rows)
    with speaking("zh"), pytest.raises(gn.InputError, match=r"[\u4e00-\u9fff]"):
        small_card().score(rows)


@pytest.mark.parametrize(("wrong", "name"), [(np.inf, "age"), ("x", "age"), (None, "age"), (3, "home"), ("who", "home")])
def test_a_row_is_named_by_its_place_however_far_down(wrong, name):
    card = gn.Scorecard.by_hand({"age": {"(-inf, 25)": 10, "[25, inf)": 30}, "home": {"own": 5}})
    rows = {"age": np.full(600_000, 30, object), "home": np.full(600_000, "own", object)}
    rows[name][550_001] = wrong
    with pytest.raises(gn.InputError, match=rf"'{name}' .*position 550001\b"):
        card.score(rows)


def test_a_bin_without_points_refuses_its_rows():
    card = gn.Scorecard.by_hand({"age": {"(-inf, 25)": 10, "[25, inf)": 30}, "home": {"own": 5}})
    assert card.score({"age": [20], "home": ["own"]}).tolist() == [15]
    with raises_id("scorecards.points_missing_for_row", name="age", bin="missing", at=1):
        card.score({"age": [20, None, None], "home": ["own", "own", "own"]})
    with raises_id("scorecards.category_unknown_to_card", name="home", value="rent", at=2):
        card.score({"age": [20, 30, 30], "home": ["own", "own", "rent"]})
    assert "the card has no points for that bin, and refuses such rows" in str(card.table())


def test_the_table_can_be_pasted_anywhere():
    card = gn.Card({"a|b": gn.Characteristic(gn.Layout((), (("<x>",),)), [5, 1.5, 0])}, base=10, scaling=gn.Scaling())
    text, markdown, html, csv = str(card.table()), card.table().to_markdown(), card.table().to_html(), card.table().to_csv()
    assert "every row begins with 10 points; [a, b) holds a and not b" in text
    assert "600 points are 50 good for one bad; 20 points more double that" in text
    assert "| a\\|b | &lt;x&gt; | 5 |" in markdown
    assert "<td>&lt;x&gt;</td>" in html
    assert csv.splitlines() == ["variable,bin,points", "a|b,<x>,5.0", "a|b,missing,1.5", "a|b,other,0.0"]
    with speaking("zh"):
        assert "每行的基础分为 10" in str(card.table())
        assert "变量" in card.table().to_markdown()
