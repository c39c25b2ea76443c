"""Binning as scikit-learn meets it: parameters, clones, pipelines, names, frames; and no import of it where it is not asked for."""

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.validation import check_is_fitted

import gnomon as gn
from refusals import raises_id

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame({"a": RNG.normal(size=900), "b": RNG.normal(size=900), "c": RNG.choice(list("uvw"), 900)}, index=range(5, 905))
FRAME.loc[FRAME.index[::9], "a"] = np.nan
Y = (RNG.random(900) < 1 / (1 + np.exp(1 - FRAME["b"] - (FRAME["c"] == "u")))).astype(int)


def test_parameters_and_clones():
    binning = gn.Binning("tree", max_bins=5, special={"a": [-1]})
    assert binning.get_params()["max_bins"] == 5
    copy = clone(binning)
    assert copy is not binning
    assert copy.get_params() == binning.get_params()
    assert copy.set_params(max_bins=3) is copy
    assert (copy.max_bins, binning.max_bins) == (3, 5)
    with raises_id("scorecards.parameter_unknown", kind="Binning", name="bins"):
        copy.set_params(bins=3)
    assert repr(gn.Binning("tree", max_bins=5)) == "Binning(method='tree', max_bins=5)"
    assert not hasattr(clone(gn.Binning().fit(FRAME, Y)), "bins_")


def test_fitted_as_scikit_learn_asks():
    binning = gn.Binning()
    with pytest.raises(NotFittedError):
        check_is_fitted(binning)
    check_is_fitted(binning.fit(FRAME, Y))
    assert binning.n_features_in_ == 3


def test_tags():
    pytest.importorskip("sklearn", "1.6", reason="scikit-learn before 1.6 has other tags")
    from sklearn.utils import get_tags

    tags = get_tags(gn.Binning())
    assert tags.target_tags.required
    assert tags.input_tags.allow_nan


def test_parameters_that_are_set_later_are_for_the_next_fit():
    binning = gn.Binning().fit(FRAME, Y)
    before, text, state = binning.transform(FRAME), str(binning.table("a")), binning.to_dict()
    binning.set_params(direction="good/bad", smoothing=None, unseen="zero", missing="merge")
    assert np.array_equal(binning.transform(FRAME), before)
    assert str(binning.table("a")) == text
    assert binning.to_dict() == state
    assert np.array_equal(binning.fit(FRAME[["b"]], Y).transform(FRAME[["b"]])[:, 0], -before[:, 1])


def test_pipelines_searches_and_columns():
    model = make_pipeline(gn.Binning(), LogisticRegression())
    assert cross_val_score(model, FRAME, Y, cv=3, scoring="roc_auc").mean() > 0.7
    search = GridSearchCV(model, {"binning__max_bins": [2, 6]}, cv=3, scoring="roc_auc").fit(FRAME, Y)
    assert search.best_params_["binning__max_bins"] in (2, 6)
    assert model.fit(FRAME, Y)[:-1].get_feature_names_out().tolist() == ["a", "b", "c"]
    beside = ColumnTransformer([("bins", gn.Binning(), ["a", "c"])], remainder="passthrough").fit(FRAME, Y)
    assert beside.get_feature_names_out().tolist() == ["bins__a", "bins__c", "remainder__b"]
    weight = np.where(Y == 1, 2.0, 1.0)
    weighed = make_pipeline(gn.Binning(), LogisticRegression()).fit(FRAME, Y, binning__weight=weight)
    assert np.array_equal(weighed[0].woe_["b"], gn.Binning().fit(FRAME, Y, weight=weight).woe_["b"])


def test_frames_come_out_as_asked():
    binning = gn.Binning()
    plain = binning.fit_transform(FRAME, Y)
    assert type(plain) is np.ndarray
    made = binning.set_output(transform="pandas").transform(FRAME)
    assert made.columns.tolist() == ["a", "b", "c"]
    assert made.index.equals(FRAME.index)
    assert np.array_equal(made.to_numpy(), plain)
    assert isinstance(binning.set_output(transform="polars").transform(FRAME), pl.DataFrame)
    assert isinstance(binning.set_output(transform=None).transform(FRAME), pl.DataFrame)
    assert type(binning.transform(FRAME, output="array")) is np.ndarray
    assert isinstance(binning.set_output(transform="default").transform(FRAME, output="frame"), pd.DataFrame)
    with raises_id("scorecards.set_output_unknown", given="csv"):
        binning.set_output(transform="csv")
    with raises_id("scorecards.output_unknown", output="csv"):
        binning.transform(FRAME, output="csv")


def test_data_and_parameters_stay_what_they_are():
    x, y = FRAME["b"].to_numpy().copy(), Y.to_numpy().copy()
    codes = [-1.0]
    binning = gn.Binning(special=codes).fit(np.where(np.arange(900) % 5, x, -1), y)
    assert np.array_equal(x, FRAME["b"])
    assert np.array_equal(y, Y)
    assert binning.special is codes


def test_scikit_learn_is_not_imported():
    code = "import sys, gnomon as gn; gn.Binning().fit([1, 2, 3, 4], [0, 1, 0, 1]).transform([1]); assert 'sklearn' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
