"""A card in other hands: SQL in DuckDB and SQLite, PMML, cards written by hand."""

import sqlite3
import xml.etree.ElementTree as ET

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from cards import NAME, rows_of_every_bin, small_card
from components import needs, program
from refusals import raises_id

ROWS = rows_of_every_bin()
pytestmark = pytest.mark.filterwarnings("ignore:the SQL has a backslash")  # as a name of the small card has


def as_frame(rows):
    columns = {name: [None if one is None or one != one else one for one in values.tolist()] for name, values in rows.items()}
    return pl.DataFrame(columns)


@pytest.mark.parametrize("closed", ["left", "right"])
@pytest.mark.parametrize("dialect", ["generic", "duckdb"])
def test_sql_gives_the_same_points_to_the_last_digit(closed, dialect):
    card, frame = small_card(closed), as_frame(ROWS)
    found = duckdb.sql(card.to_sql("frame", dialect=dialect)).fetchnumpy()
    for at, name in enumerate(card.names):
        assert np.array_equal(found[f"{name}_points"], card.points(ROWS)[:, at])
    assert np.array_equal(found["score"], card.score(ROWS))
    alone = duckdb.sql(f"SELECT {card.to_sql(dialect=dialect)} AS s FROM frame").fetchnumpy()["s"]
    assert np.array_equal(alone, card.score(ROWS))
    assert found[NAME].tolist() == frame[NAME].to_list(), "the rows' own columns are there too"


def test_sql_runs_in_sqlite():
    card = small_card()
    connection = sqlite3.connect(":memory:")
    as_frame(ROWS).to_pandas().astype({NAME: object, "grade": object}).to_sql("it's", connection, index=False)
    found = np.array(connection.execute(card.to_sql("it's")).fetchall(), object)
    assert np.array_equal(found[:, -1].astype(float), card.score(ROWS))


def test_sql_knows_nan_and_infinity_where_the_database_does():
    card = gn.Card({"age": small_card().variables["age"]})
    rows = pl.DataFrame({"age": [float("nan"), None, float("inf"), float("-inf"), 30.0]})
    found = duckdb.sql(card.to_sql("rows", dialect="duckdb")).fetchall()
    assert [line[-1] for line in found] == [1.9, 1.9, None, None, 30.2]
    whole = pl.DataFrame({"age": [30, None]})
    assert [line[-1] for line in duckdb.sql(card.to_sql("whole", dialect="duckdb")).fetchall()] == [30.2, 1.9]
    assert len(rows) + len(whole) == 7


def test_sql_gives_no_score_where_there_are_no_points():
    card = gn.Scorecard.by_hand({"home": {"own": 5}, "age": {"(-inf, 25)": 1, "[25, inf)": 2}})
    rows = pl.DataFrame({"home": ["own", "rent", None, "own"], "age": [25.0, 25.0, 25.0, None]})
    assert [line[-1] for line in duckdb.sql(card.to_sql("rows")).fetchall()] == [7, None, None, None]
    assert len(rows) == 4


def test_sql_of_truths_and_schemas():
    card = gn.Scorecard.by_hand({"flag": {True: 5, False: 3, "missing": 1}})
    connection = duckdb.connect()
    connection.execute("CREATE SCHEMA s; CREATE TABLE s.t AS SELECT * FROM (VALUES (TRUE), (FALSE), (NULL)) v(flag)")
    assert [line[-1] for line in connection.execute(card.to_sql("s.t")).fetchall()] == [5, 3, 1]
    assert card.score({"flag": [True, False, None]}).tolist() == [5, 3, 1]


def test_sql_refuses_other_dialects():
    with raises_id("scorecards.sql_dialect_unknown", dialect="oracle"):
        small_card().to_sql(dialect="oracle")


ODD = ["a\\", "it's", 'q"x', "b`c", "\\' OR 1=1 --", "l\nm"]


@pytest.mark.parametrize(
    ("dialect", "names", "texts"),
    [
        ("duckdb", ['"va\\"', '"vq""x"', '"vb`c"'], ["'a\\'", "'it''s'", "'\\'' OR 1=1 --'", "'l\nm'"]),
        ("mysql", ["`va\\`", "`vb``c`", '`vq"x`'], [r"'a\\'", r"'it\'s'", r"'\\\' OR 1=1 --'", r"'l\nm'"]),
        ("snowflake", ['"va\\"', '"vq""x"'], [r"'a\\'", r"'it\'s'", r"'\\\' OR 1=1 --'", r"'l\nm'"]),
        ("bigquery", [r"`va\\`", r"`vb\`c`"], [r"'a\\'", r"'it\'s'", r"'\\\' OR 1=1 --'", r"'l\nm'"]),
        ("spark", ["`va\\`", "`vb``c`"], [r"'a\\'", r"'it\'s'", r"'\\\' OR 1=1 --'", r"'l\nm'"]),
    ],
)
def test_sql_writes_quotes_and_backslashes_as_each_database_reads_them(dialect, names, texts):
    """sqlglot 27 read each of these statements as one, with exactly these names and texts."""
    card = gn.Scorecard.by_hand({f"v{odd}": {odd: 1, "missing": 0, "other": 2} for odd in ODD})
    sql = card.to_sql("rows", dialect=dialect)
    for written in [*names, *texts]:
        assert f" {written} " in sql.replace("(", " ").replace(")", " "), written


def test_generic_sql_says_what_a_backslash_is():
    with pytest.warns(UserWarning, match="stands for itself as in standard SQL; pass dialect="):
        sql = gn.Scorecard.by_hand({"v": {"a\\": 1, "other": 2}}).to_sql("rows")
    assert duckdb.sql(f"WITH rows AS (SELECT 'a\\' AS v) {sql}").fetchall()[0][-1] == 1


@pytest.mark.parametrize("odd", ["", "a\0b", "a\ud800"])
def test_sql_refuses_names_that_it_cannot_hold(odd):
    cards = [gn.Scorecard.by_hand({odd: {"x": 1, "other": 2}})]
    cards += [gn.Scorecard.by_hand({"v": {odd: 1, "other": 2}})] if odd else []
    for card in cards:
        with pytest.raises(gn.InputError, match=r"SQL|rename it"):
            card.to_sql()
    with pytest.raises(gn.InputError):
        small_card().to_sql(f"schema.{odd}")
    with raises_id("scorecards.sql_table_not_name"):
        small_card().to_sql("")


# PMML is read here by an evaluator of the rules of its specification (attributes in their order, the first that is true), and by pypmml.
SPACE = "{http://www.dmg.org/PMML-4_4}"


def holds(predicate, row, kinds):
    tag = predicate.tag.removeprefix(SPACE)
    if tag == "True":
        return True
    if tag == "CompoundPredicate":
        assert predicate.get("booleanOperator") == "or"
        return any(holds(one, row, kinds) for one in predicate)
    value = row[predicate.get("field")]
    if predicate.get("operator") == "isMissing":
        return value is None
    if value is None:
        return False
    kind = kinds[predicate.get("field")]
    if tag == "SimpleSetPredicate":
        (array,) = predicate
        names = array.text.removeprefix('"').removesuffix('"').split('" "') if array.get("type") == "string" else array.text.split()
        assert len(names) == int(array.get("n"))
        return value in [kind(name) for name in names]
    other = kind(predicate.get("value"))
    return {"lessThan": value < other, "lessOrEqual": value <= other, "equal": value == other}[predicate.get("operator")]


def pmml_scores(text, rows):
    root = ET.fromstring(text.encode())
    kinds = {f.get("name"): {"double": float, "string": str, "integer": int}[f.get("dataType")] for f in root.iter(f"{SPACE}DataField")}
    card = root.find(f"{SPACE}Scorecard")
    scores = []
    for row in rows:
        score = float(card.get("initialScore"))
        for characteristic in card.iter(f"{SPACE}Characteristic"):
            score += next(float(a.get("partialScore")) for a in characteristic if holds(a[0], row, kinds))
        scores.append(score)
    return scores


@pytest.mark.parametrize("closed", ["left", "right"])
def test_pmml_gives_the_same_scores(closed, tmp_path):
    card = small_card(closed)
    text = card.to_pmml(tmp_path / "card.pmml")
    assert (tmp_path / "card.pmml").read_text(encoding="utf-8") == text
    assert pmml_scores(text, as_frame(ROWS).to_dicts()) == card.score(ROWS).tolist()
    root = ET.fromstring(text.encode())
    fields = [field.get("name") for field in root.iter(f"{SPACE}DataField")]
    assert fields == [*card.names, "score"]
    assert [one.get("reasonCode") for one in root.iter(f"{SPACE}Characteristic")] == card.names
    assert [float(one.get("baselineScore")) for one in root.iter(f"{SPACE}Characteristic")] == [30.2, 20, 5]


def test_pmml_is_read_by_another_tool(tmp_path):
    """PMML4S, a public evaluator, through pypmml; it runs on Java."""
    program("java")
    model = needs("pypmml").Model
    for closed in ("left", "right"):
        card = small_card(closed)
        card.to_pmml(tmp_path / "card.pmml")
        read = model.load(str(tmp_path / "card.pmml"))
        found = [read.predict(row) for row in as_frame(ROWS).to_dicts()]
        scores = [next(iter(one.values())) for one in found]
        assert scores == pytest.approx(card.score(ROWS).tolist(), rel=1e-15)  # it adds the points up in an order of its own


def test_pmml_of_a_card_that_knows_nothing_of_other_values_is_read_by_another_tool(tmp_path):
    """By default a category that was not met has no points; an attribute without any is none that an evaluator would load."""
    program("java")
    rows = gn.samples.applications(3000)
    features = ["age", "bureau", "housing"]
    card = gn.Scorecard(gn.Binning(special={"bureau": [-999]}), features=features).fit(rows, rows["bad"])
    card.to_pmml(tmp_path / "card.pmml")
    read = needs("pypmml").Model.load(str(tmp_path / "card.pmml"))
    records = as_frame({name: rows[name][:200] for name in features}).to_dicts()
    scores = [next(iter(read.predict(row).values())) for row in records]
    assert scores == pytest.approx(card.score({name: rows[name][:200] for name in features}).tolist(), rel=1e-14)
    with pytest.raises(needs("py4j.protocol").Py4JError):  # it matches nothing: no score, rather than a wrong one
        read.predict({**records[0], "housing": "a boat"})


def test_pmml_refuses_what_it_cannot_hold():
    with raises_id("scorecards.pmml_category_types_mixed", name="a"):
        gn.Scorecard.by_hand({"a": {"x": 1, 2: 3}}).to_pmml()
    with raises_id("scorecards.xml_character_unsupported"):
        gn.Scorecard.by_hand({"a": {"x\x00": 1}}).to_pmml()


def test_a_card_by_hand_is_as_it_was_written():
    card = gn.Scorecard.by_hand(
        {
            "age": {"[60, inf)": 40, "(-inf, 25)": 10, "[25, 60)": 30, "missing": 5, "special: -999": 7},
            "home": {("own", "family"): 20, "rent": 10, "other": 0, ("missing",): 3},
        },
        base=500,
        points0=600,
        odds0=50,
        pdo=20,
    )
    rows = {"age": [24, 25, 60, None, -999, 59], "home": ["own", "family", "rent", "who", "missing", "rent"]}
    assert card.score(rows).tolist() == [530, 550, 550, 505, 510, 540]
    assert card.probability(rows)[0] == pytest.approx(1 / (1 + 50 * 2 ** (-70 / 20)), rel=1e-12)
    printed = card.card_.variables["age"]
    again = gn.Scorecard.by_hand({"age": dict(zip(printed.layout.names[:-1], printed.points.tolist()[:-1], strict=True))})
    assert again.card_.variables["age"] == printed
    doubled = gn.Scorecard.by_hand({"age": {"(-inf, 25]": 10, "(25, inf)": 30}}, weights={"age": 2.5})
    assert doubled.score({"age": [25, 25.5]}).tolist() == [25, 75]


@pytest.mark.parametrize(
    ("points", "options", "told"),
    [
        ({}, {}, "points must be {variable: {bin: points}}"),
        ({"a": 5}, {}, "'a' must have its points by bin"),
        ({"a": {"missing": 5}}, {}, "'a' has no regular bin"),
        ({"a": {"(-inf, 5)": 5, "x": 1}}, {}, "'a' has intervals of numbers and the category 'x'"),
        ({"a": {"(-inf, 5)": 5, "[6, inf)": 1}}, {}, r"'a': the bin \[6, inf\) does not join the others"),
        ({"a": {"(-inf, 5)": 5}}, {}, r"'a': the bin \(-inf, 5\) does not join the others"),
        ({"a": {"(-inf, 5)": 5, "[5, 9]": 1, "(9, inf)": 1}}, {}, "bins are closed on the left"),
        ({"a": {"(-inf, 5]": 5, "[5, inf)": 1}}, {}, "bins are closed on the left"),
        ({"a": {"x": "many"}}, {}, "'a' has 'many' for the bin 'x'; points are finite numbers"),
        ({"a": {"x": float("nan")}}, {}, "points are finite numbers"),
        ({"a": {"x": 1, ("x", "y"): 2}}, {}, "groups has 'x' twice"),
        ({"a": {"x": 1}}, {"weights": {"b": 1}}, "weights must be {variable: weight} of the same variables"),
        ({"a": {"x": 1}}, {"weights": {"a": -1}}, r"weights\['a'\]=-1 is no number above 0"),
        ({"a": {"x": 1}}, {"points0": 600}, "points0, odds0 and pdo belong together"),
        ({"a": {"x": 1}}, {"points0": 600, "odds0": 0, "pdo": 20}, "odds0=0 is no number above 0"),
        ({"a": {"x": 1}}, {"base": "5"}, "base='5' is no finite number"),
    ],
)
def test_what_is_no_card_by_hand_is_refused(points, options, told):
    with pytest.raises(gn.InputError, match=told):
        gn.Scorecard.by_hand(points, **options)


def test_bins_may_be_named_in_chinese():
    from gnomon.messages.language import speaking

    with speaking("zh"):
        names = gn.Layout((25,), None, (-1,)).names
        card = gn.Scorecard.by_hand({"age": dict(zip(names[:-1], [1, 2, 3, 4], strict=True))})
    assert card.score(pd.DataFrame({"age": [20, 30, -1, None]})).tolist() == [1, 2, 3, 4]


def test_sql_reads_single_precision_as_python_does():
    shares = np.array([0.1, 0.2, 0.7, 0.3, np.nan, -999.5], np.float32)
    card = gn.Card({"share": gn.Characteristic(gn.Layout((0.2, 0.3, 0.7), None, (-999.5,)), [1, 2, 3, 4, 5, 6, None])})
    single, double = pd.DataFrame({"share": shares}), pd.DataFrame({"share": shares.astype(str).astype(float)})
    assert card.score({"share": shares}).tolist() == [1, 2, 4, 3, 6, 5]
    for table in (single, double):
        duckdb.register("shares", table)
        assert duckdb.sql(card.to_sql("shares", dialect="duckdb")).fetchnumpy()["score"].tolist() == [1, 2, 4, 3, 6, 5]
