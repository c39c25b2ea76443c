"""Columns that are to be binned: the same variable from every container, gaps as gaps, and what is none."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gnomon as gn
from gnomon.inputs.short_floats import shortest_decimals
from gnomon.inputs.variables import as_variable

TEXTS = ["b", None, "a", "b", "c"]
SPLIT = pa.chunked_array([pa.array(["b", None, "a"]).dictionary_encode(), pa.array(["b", "c"]).dictionary_encode()])


@pytest.mark.parametrize(
    "column",
    [
        TEXTS,
        np.array(TEXTS, object),
        pd.Series(TEXTS),
        pd.Series(TEXTS, dtype=object),
        pd.Series(TEXTS, dtype="string"),
        pd.Series(TEXTS, dtype="category"),
        pd.Categorical(TEXTS, categories=["z", "c", "b", "a"], ordered=True),
        pl.Series(TEXTS),
        pl.Series(TEXTS, dtype=pl.Categorical),
        pl.Series(TEXTS, dtype=pl.Enum(["z", "c", "b", "a"])),
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(TEXTS).dictionary_encode(),
        pa.chunked_array([TEXTS[:2], TEXTS[2:]]),
        SPLIT,
    ],
    ids=lambda column: f"{type(column).__module__}.{type(column).__name__}",
)
def test_categories_of_every_container(column):
    """Those that occur, in order; a category that is declared and has no row is none."""
    variable = as_variable(column)
    assert variable.names == ("a", "b", "c")
    assert variable.values.tolist() == [1, -1, 0, 1, 2]
    assert variable.missing.tolist() == [False, True, False, False, False]


@pytest.mark.parametrize(
    "column",
    [[3, None, 5], [3.0, np.nan, 5.0], pd.Series([3, None, 5], dtype="Int64"), pl.Series([3, None, 5]), pa.array([3, None, 5])],
    ids=lambda column: f"{type(column).__module__}.{type(column).__name__}",
)
def test_numbers_of_every_container(column):
    variable = as_variable(column)
    assert variable.names is None
    np.testing.assert_array_equal(variable.values, [3.0, np.nan, 5.0])


BITS = np.random.default_rng(5).integers(0, 2**32, 20000, dtype=np.uint64).astype(np.uint32).view(np.float32)
TWOS = np.ldexp(np.float32(1), np.arange(-149, 128)).astype(np.float32)


@pytest.mark.parametrize(
    "values",
    [
        BITS[np.isfinite(BITS)],
        TWOS,
        np.nextafter(TWOS, np.float32(0)),
        np.nextafter(TWOS[:-1], np.float32(3e38)),
        np.random.default_rng(6).random(40000).astype(np.float32),
        (2**24 + np.random.default_rng(7).random(20000) * 2**27).astype(np.float32),
        np.round(np.random.default_rng(8).normal(0, 1e4, 20000), 2).astype(np.float32),
    ],
    ids=["bits", "powers of two", "below them", "above them", "uniform", "large", "two places"],
)
def test_float32_is_what_it_is_written_as(values):
    """As NumPy writes it."""
    assert shortest_decimals(values).tolist() == [float(str(value)) for value in values]


SHORT = pa.array([0.7, None, 0.1], pa.float32())


@pytest.mark.parametrize(
    "column",
    [
        np.array([0.7, np.nan, 0.1], np.float32),
        np.array([0.7, 9, np.nan, 9, 0.1], np.float32)[::2],
        np.array([0.7, np.nan, 0.1], ">f4"),
        [np.float32(0.7), None, np.float32(0.1)],
        pd.Series([0.7, None, 0.1], dtype="Float32"),
        pl.Series([0.7, None, 0.1], dtype=pl.Float32),
        SHORT,
        [Decimal("0.7"), None, Decimal("0.10")],
        pd.Series([Decimal("0.7"), None, Decimal("0.10")]),
        pl.Series([Decimal("0.7"), None, Decimal("0.10")]),
        pa.array([Decimal("0.7"), None, Decimal("0.10")]),
    ],
    ids=lambda column: f"{type(column).__module__}.{type(column).__name__}",
)
def test_decimals_and_float32_are_the_numbers_people_write(column):
    np.testing.assert_array_equal(as_variable(column).values, [0.7, np.nan, 0.1])
    assert as_variable(column).names is None
    assert as_variable(column, categories=True).names == (0.1, 0.7)


def test_numbers_that_floats_cannot_hold_are_refused_beside_gaps():
    with pytest.raises(gn.InputError, match="x has 9007199254740993 at position 0, which float64 cannot hold exactly"):
        as_variable([2**53 + 1, None])


def test_a_categorical_of_numbers_is_of_categories():
    variable = as_variable(pd.Series([30, 10, 30], dtype="category"))
    assert (variable.names, variable.values.tolist()) == ((10, 30), [1, 0, 1])
    assert as_variable(np.array([True, False])).names == (False, True)
    assert as_variable([30, 10, 30], categories=True).names == (10, 30)


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ([], "x has no rows"),
        (pd.Series([], dtype="category"), "x has no rows"),
        (pd.Series(["a", 1], dtype="category"), "x mixes types, which have no order"),
        ([[1, 2], [3, 4]], r"x has shape \(2, 2\) where one dimension is meant"),
        ([1.0, -np.inf], "x has -inf at position 1; bins need finite numbers"),
        (np.array(["2020-01-01"], "M8[D]"), "x holds dates or times"),
        ("abc", "x is a str"),
    ],
)
def test_what_is_no_variable(column, said):
    with pytest.raises(gn.InputError, match=said):
        as_variable(column)
