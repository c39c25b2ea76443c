"""The PSI of whole tables: every container says the same, columns in one table alone are named, what cannot be cut has a reason."""

import copy
import json
import pickle
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gnomon as gn
from gnomon.messages.language import speaking
from gnomon.scorecards import reading
from gnomon.summary import Layout
from refusals import raises_id

RNG = np.random.default_rng(1)


def made(n, shift):
    frame = pd.DataFrame({"age": np.round(RNG.normal(40 + 10 * shift, 10, n), 1), "score": RNG.normal(shift / 2, 1, n)})
    frame["region"] = RNG.choice(["n", "s", "e"] if not shift else ["n", "s", "w"], n)
    frame["flag"] = RNG.random(n) < 0.3
    frame.loc[:20, "age"] = np.nan
    frame["w"] = RNG.integers(1, 4, n)
    return frame


A, B = made(900, 0), made(600, 0.5).assign(late=1)
A["early"] = 0


def figures(found):
    return dict(zip(found.column.tolist(), found.psi.tolist(), strict=True))


WANT = {name: gn.psi(A[name], B[name]) for name in ("age", "score", "region", "flag", "w")}


def written(frame, path):
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    elif path.suffix == ".parquet":
        frame.to_parquet(path)
    elif path.suffix == ".jsonl":
        path.write_text("\n".join(json.dumps({k: None if v != v else v for k, v in row.items()}) for row in frame.to_dict("records")))
    return path


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow", "dict", "csv", "parquet", "jsonl"])
def test_every_container_says_the_same(kind, tmp_path):
    as_kind = {"pandas": lambda f: f, "polars": pl.from_pandas, "arrow": pa.Table.from_pandas, "dict": lambda f: {n: f[n] for n in f}}
    if kind in as_kind:
        first, second = as_kind[kind](A), as_kind[kind](B)
    else:
        first, second = (written(frame, tmp_path / f"{name}.{kind}") for name, frame in (("a", A), ("b", B)))
    found = gn.psi_table(first, second)
    assert figures(found) == pytest.approx(WANT, rel=1e-12)
    assert found.psi.tolist() == sorted(found.psi, reverse=True)
    assert found.only_expected == ("early",)
    assert found.only_actual == ("late",)
    assert found["region"].bin.tolist() == ["e", "n", "s", "w"]
    assert found["age"].bin[-1] == "missing"


def test_a_file_read_a_few_columns_at_a_time_says_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "AT_ONCE", 100)
    monkeypatch.setattr(reading, "CELL", 10**6)
    paths = [written(frame, tmp_path / f"{name}.parquet") for name, frame in (("a", A), ("b", B))]
    assert figures(gn.psi_table(*paths)) == pytest.approx(WANT, rel=1e-12)


def test_weights_codes_and_bins_by_column():
    weighed = gn.psi_table(A, B, weight="w", columns=["age", "region"])
    for name in ("age", "region"):
        assert weighed[name].psi == gn.psi(A[name], B[name], weight=(A["w"], B["w"]))
    assert "w" not in weighed.column
    cut = gn.psi_table(A, B, bins={"age": [30, 50]}, special={"w": [1]}, categories=["w"])
    assert cut["age"].psi == gn.psi(A["age"], B["age"], bins=[30, 50])
    assert cut["w"].bin.tolist() == ["2", "3", "special: 1"]


def test_a_column_that_cannot_be_cut_has_its_reason_or_is_refused_where_it_was_named():
    a = {"day": np.array(["2024-01-01"], "M8[D]"), "x": [1.0], "mixed": [1.0], "end": [np.inf]}
    b = {"day": np.array(["2024-01-01"], "M8[D]"), "x": [2.0], "mixed": ["a"], "end": [1.0]}
    found = gn.psi_table(a, b)
    assert found.column.tolist() == ["x"]
    assert "holds dates" in found.failed["day"]
    assert "holds numbers and" in found.failed["mixed"]
    assert "bins need finite numbers" in found.failed["end"]
    assert "psi_failed" in {note.code for note in found.notes}
    with raises_id("inputs.variable_holds_dates"):
        gn.psi_table(a, b, columns=["day"])


def test_printing_frames_and_dictionaries():
    found = gn.psi_table(A, B)
    text = str(found)
    assert text.startswith("PSI of 5 columns, the largest first")
    assert "columns that the reference has not (1): late" in text
    assert list(found.to_frame()["column"]) == found.column.tolist()
    assert json.loads(json.dumps(found.to_dict()))["tables"]["age"]["psi"] == found["age"].psi
    with raises_id("scorecards.psi_of_column_missing", name="late"):
        found["late"]


def test_text_that_looks_like_numbers_in_one_file_alone_is_a_category(tmp_path):
    (tmp_path / "a.csv").write_text("code,n\n007,1\n008,2\n")
    (tmp_path / "b.csv").write_text("code,n\n7,1\n008,3\n")
    found = gn.psi_table(tmp_path / "a.csv", tmp_path / "b.csv")
    assert found["code"].bin.tolist() == ["007", "008", "7"]
    assert found["n"].bin.tolist() == ["(-inf, 2)", "[2, inf)"]


def test_categories_are_one_however_a_file_writes_them(tmp_path):
    """A text file has no types: what it spells is held against what the other side holds."""
    A.to_csv(tmp_path / "a.csv", index=False)
    B.to_parquet(tmp_path / "b.parquet")
    for pair in ((tmp_path / "a.csv", tmp_path / "b.parquet"), (A, tmp_path / "b.parquet"), (tmp_path / "a.csv", B)):
        found = gn.psi_table(*pair, categories=["w"], special={"w": [2]})
        assert found["flag"].psi == pytest.approx(WANT["flag"], rel=1e-12)
        assert found["w"].bin.tolist() == ["1", "3", "special: 2"]
    texts = gn.psi_table(tmp_path / "a.csv", tmp_path / "a.csv", categories=["w"], special={"w": [2]})
    assert texts["w"].bin.tolist() == ["1", "3", "special: 2"]
    with raises_id("scorecards.sample_category_types_differ", first="1", second=1):
        gn.psi(["1", "2"], [1, 2], categories=True)
    earlier = gn.stability(A.assign(month=1), variables=["flag"])
    A.assign(month=2).to_csv(tmp_path / "m.csv", index=False)
    later = gn.stability(tmp_path / "m.csv", variables=["flag"], reference=earlier)
    assert later.variable_psi["flag"].tolist() == [0]


def test_relations_and_lazy_frames():
    import duckdb

    lazy = gn.psi_table(pl.from_pandas(A).lazy(), pl.from_pandas(B).lazy())
    assert figures(lazy) == pytest.approx(WANT, rel=1e-12)
    with duckdb.connect() as connection:
        first, second = (connection.from_arrow(pa.Table.from_pandas(frame)) for frame in (A, B))
        assert figures(gn.psi_table(first, second)) == pytest.approx(WANT, rel=1e-12)


PLACES = RNG.integers(0, 100, 3000)
TWO = PLACES / 100
GAPS = PLACES % 25 == 3


def as_float32(values):
    return pa.array(values.astype(np.float32), mask=GAPS)


def as_decimals(values):
    return pa.array([None if gap else Decimal(str(value)) for value, gap in zip(values, GAPS, strict=True)], pa.decimal128(20, 2))


def as_small_decimals(values):
    return as_decimals(values).cast(pa.decimal128(9, 2))


@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars", "dict", "parquet", "duckdb"])
@pytest.mark.parametrize("column", [as_float32, as_decimals, as_small_decimals])
def test_a_number_falls_in_one_bin_whatever_type_holds_it(column, kind, tmp_path):
    """As float32 and as decimals, from frames, files and relations, cut at quantiles of either and by bins that were found in either."""
    table, wide = pa.table({"x": column(TWO)}), {"x": np.where(GAPS, np.nan, TWO)}
    pq.write_table(table, tmp_path / "x.parquet")
    made = {
        "arrow": lambda: table,
        "pandas": table.to_pandas,
        "polars": lambda: pl.from_arrow(table),
        "dict": lambda: {"x": table.to_pandas()["x"].to_numpy()},
        "parquet": lambda: tmp_path / "x.parquet",
        "duckdb": lambda: duckdb.from_arrow(table),
    }
    for first, second in ((made[kind](), wide), (wide, made[kind]())):
        found = gn.psi_table(first, second, bins=40)
        assert (found.column.tolist(), found.psi.tolist()) == (["x"], [0.0])
        assert found["x"].bin.tolist() == gn.psi_table(wide, wide, bins=40)["x"].bin.tolist()
    y = (RNG.random(len(TWO)) < 0.1 + 0.6 * (TWO >= 0.71)).astype(int)
    card = gn.Scorecard(gn.Binning(min_fraction=0.01)).fit(wide, y)
    assert gn.Scorecard(gn.Binning(min_fraction=0.01)).fit(made[kind](), y).card_.to_dict() == card.card_.to_dict()
    assert card.score(made[kind]()).tolist() == card.score(wide).tolist()
    if kind in ("arrow", "pandas", "polars", "dict"):
        binning, narrow = gn.Binning(min_fraction=0.01).fit(wide, y), gn.Binning(min_fraction=0.01).fit(made[kind](), y)
        assert narrow.layout("x") == binning.layout("x")
        np.testing.assert_array_equal(narrow.transform(wide), binning.transform(made[kind](), output="array"))


def test_a_slip_among_the_numbers_of_a_file_is_named_and_makes_no_categories(tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("b,n\n" + "".join(f"{i},{i}\n" for i in range(300)))
    second.write_text("b,n\n" + "".join(f"{'x' if i == 5 else 1000 + i},{i}\n" for i in range(300)))
    said = "row 6: column 'b' has 'x' where other values are numbers"
    for pair in ((first, second), (second, first), (second, second), (pd.read_csv(first), second)):
        found = gn.psi_table(*pair)
        assert said in found.failed["b"]
        assert found["n"].psi == 0
        with pytest.raises(gn.InputError, match=f"b.csv, {said}"):
            gn.psi_table(*pair, columns=["b"])
    whole = pd.read_csv(second, na_values=["x"])
    assert gn.psi_table(first, second, na=["x"])["b"].psi == gn.psi(np.arange(300), whole["b"])
    assert len(gn.psi_table(first, second, categories=["b"])["b"].bin) == 600
    dated = tmp_path / "m.csv"
    pd.read_csv(second).assign(month="2024-01").to_csv(dated, index=False)
    earlier = gn.stability(pd.read_csv(first).assign(month="2023-12"))
    for reference in (None, first, earlier):
        assert said in gn.stability(dated, reference=reference).watch.failed["b"]


def test_counts_with_an_open_end_are_categories_in_both_files(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("n\n0\n1\n2\n3+\n")
    assert gn.psi_table(tmp_path / "a.csv", tmp_path / "b.csv")["n"].bin.tolist() == ["0", "1", "2", "3+"]


def test_a_special_code_that_no_row_has_is_refused(tmp_path):
    paths = tmp_path / "a.csv", tmp_path / "b.csv"
    for frame, path in zip((A, B), paths, strict=True):
        frame.assign(month="2024-01").to_csv(path, index=False)
    late = B.assign(w=B["w"].where(B["w"] != 3, 77))
    assert "special: 77" in gn.psi_table(A, late, special=[77])["w"].bin  # one sample has it
    assert "special: 77" in gn.psi_table(A["w"], late["w"], special=[77]).bin
    for special, said in (([-999], "no row of either sample has -999"), ({"w": [1, 9]}, "no row of 'w' has 9 in either sample")):
        for call in (
            lambda s=special: gn.psi_table(A, B, special=s),
            lambda s=special: gn.psi_table(*paths, special=s),
            lambda s=special: gn.stability(paths[1], special=s),
            lambda s=special: gn.stability(paths[1], reference=paths[0], special=s, categories=["w"]),
        ):
            with pytest.raises(gn.InputError, match=said):
                call()
    for call in (gn.psi, gn.psi_table, gn.jensen_shannon):
        with raises_id("scorecards.special_code_in_no_sample", code=-999):
            call(A["w"], B["w"], special=[-999])
    with raises_id("scorecards.setting_not_list", name="special", values=-999):
        gn.psi_table(A, B, special=-999)


def test_text_in_bins_of_numbers_is_named_with_its_place(tmp_path):
    binning = gn.Binning().fit({"age": [20, 30, 40, 50] * 50, "n": [1, 2] * 100}, [0, 1, 1, 0] * 50)
    with pytest.raises(gn.InputError, match="'age' has 'x' at position 2, and its bins are of numbers"):
        binning.transform({"age": ["20", "30", "x", "40"], "n": [1, 2, 1, 2]})
    with raises_id("scorecards.value_not_numeric_for_bins", name="expected", value="x"):
        gn.psi(["7", "x"], ["7", "8"], bins=[18, 25])
    A.to_csv(tmp_path / "a.csv", index=False)
    with raises_id("scorecards.value_not_numeric_for_bins", name="a.csv: 'region'"):
        gn.psi_table(tmp_path / "a.csv", tmp_path / "a.csv", bins=[18, 25], columns=["region"])
    with raises_id("scorecards.part_argument_and_reason"):
        gn.stability(B.assign(month=1), variables=["region"], bins=[18, 25])


def test_tables_made_later_are_those_of_each_column_alone():
    """The figures of columns that are computed together are those of each alone; tables speak the language of the comparison."""
    rng = np.random.default_rng(8)
    expected = {f"x{place}": np.round(rng.normal(0, 1, 400), place % 3) for place in range(12)}
    actual = {name: np.where(rng.random(90) < 0.1, np.nan, rng.choice(column, 90)) for name, column in expected.items()}
    with speaking("zh"):
        found = gn.psi_table(expected, actual)
        alone = {name: gn.psi_table(expected[name], actual[name]) for name in expected}
    assert "缺失" in found["x0"].bin
    assert dict(found.tables) == alone
    assert found == copy.deepcopy(found) == pickle.loads(pickle.dumps(found))
    for place, name in enumerate(found.column):
        table = alone[name]
        assert (found.psi[place], found.low[place], found.high[place]) == (table.psi, table.interval.low, table.interval.high)
        assert (found.chance[place], found.p_value[place], found.verdict[place]) == (table.chance, table.p_value, table.verdict)
        assert found.moved_most[place] == table.bin[np.argmax(table.contribution)]
    assert found.to_dict()["tables"]["x1"] == alone["x1"].to_dict()


@pytest.mark.parametrize("edges", [(1.0, 2.0, 3.0), (1.0, 1.0 + 1e-15, 1.0 + 3e-15, 2.0), (5.0,), ()])
def test_the_name_of_one_bin_is_that_among_all(edges):
    for layout in (Layout(edges, None, (-1,)), Layout(edges, closed="right")):
        assert tuple(map(layout.name_of, range(layout.size))) == layout.names
