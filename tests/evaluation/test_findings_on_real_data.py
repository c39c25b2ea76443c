"""Findings on data sets and models that no simulation made: sorted rows raise no alarm, and planted mistakes are named."""

from functools import cache

import numpy as np
import pytest
from sklearn import datasets
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_predict
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn

OF_ROWS = {"rows_shifted", "stretch_unrelated", "rows_shuffled", "rows_look_clustered"}
OF_VALUES = {"other_units", "function_forgotten", "values_filled", "predictions_capped", "repeated_rows", "labels_renamed"}
NUMBERS, CLASSES = {"task": "regression"}, {"task": "multiclass"}


@cache
def predicted(name):
    """The truths of a data set, and what a model says of rows that it was not fitted to."""
    models = {"diabetes": Ridge(), "digits": make_pipeline(StandardScaler(), LogisticRegression(max_iter=50))}
    if name == "area":
        x, y = datasets.load_breast_cancer(return_X_y=True)
        x, y, model = x[:, 4:9], x[:, 3], RandomForestRegressor(20, random_state=0)
    elif name == "counts":
        x, y = datasets.make_regression(1500, 6, noise=20, random_state=8)
        y, model = np.random.default_rng(0).poisson(np.exp(1 + y / 250)).astype(float), KNeighborsRegressor(9)
    else:
        (x, y), model = getattr(datasets, f"load_{name}")(return_X_y=True), models[name]
    shuffled = np.random.default_rng(3).permutation(len(y))
    return y[shuffled], cross_val_predict(model, x[shuffled], y[shuffled], cv=2)


def rules_of(y, p, options):
    return {finding.rule for finding in gn.evaluate({"y": y, "p": p}, label="y", prediction="p", replicates=100, **options).findings}


@pytest.mark.parametrize(("name", "options"), [("diabetes", NUMBERS), ("area", NUMBERS), ("counts", NUMBERS), ("digits", CLASSES)])
def test_sorted_rows_of_an_honest_model_raise_no_alarm(name, options):
    y, p = predicted(name)
    for order in (np.arange(len(y)), np.argsort(y, kind="stable"), np.argsort(p, kind="stable")):
        assert not rules_of(y[order], p[order], options) & (OF_ROWS | OF_VALUES)


def test_counts_and_classes_read_as_numbers_are_no_copies():
    """150 flowers of few widths; and rare wholes, of which a mean is no logarithm."""
    flowers = datasets.load_iris(return_X_y=True)[0]
    p = cross_val_predict(Ridge(), flowers[:, :3], flowers[:, 3], cv=10)
    assert not rules_of(np.rint(flowers[:, 3]), np.rint(p), NUMBERS) & OF_VALUES
    rng = np.random.default_rng(0)
    mean = np.exp(rng.normal(0, 0.9, 2000))
    closed = np.arange(400) % 10 == 0  # shops that are closed sell nothing, and everybody knows
    sold = np.where(closed, 0, 100 + 5 * rng.standard_normal(400))
    assert not rules_of(rng.poisson(mean), np.rint(mean), NUMBERS) & OF_VALUES
    assert "values_filled" not in rules_of(sold, np.where(closed, 0, 100 + rng.standard_normal(400)), NUMBERS)


def planted():
    """What is done to predictions, and the rule that names it."""
    thirty = np.arange(10_000) % 33 == 0
    return {
        "thousands": ("other_units", "diabetes", lambda p: 1000 * p),
        "thousands of areas": ("other_units", "area", lambda p: 1000 * p),
        "logarithms": ("function_forgotten", "area", np.log),
        "shifted": ("rows_shifted", "diabetes", lambda p: np.roll(p, 1)),
        "a fill": ("values_filled", "area", lambda p: np.where(thirty[: len(p)], -999.0, p)),
        "a fill among ties": ("values_filled", "counts", lambda p: np.where(thirty[: len(p)], -999.0, p)),
        "two ids swapped": ("labels_renamed", "digits", lambda p: np.where(p == 3, 5, np.where(p == 5, 3, p))),
    }


@pytest.mark.parametrize("name", planted())
def test_mistakes_planted_in_real_predictions_are_named(name):
    rule, data, change = planted()[name]
    y, p = predicted(data)
    assert rule in rules_of(y, change(p), CLASSES if data == "digits" else NUMBERS)
