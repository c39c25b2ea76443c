"""Metrics of gnomon's while CatBoost trains, on what it hands over: raw scores."""

import copy
import pickle

import numpy as np
import pytest
from sklearn.metrics import mean_absolute_error, r2_score, root_mean_squared_error

import gnomon as gn
from components import needs
from gnomon.compat import catboost as ours
from refusals import raises_id

cb = needs("catboost")
pytestmark = pytest.mark.filterwarnings("ignore:Failed to import numba")  # which would compile metrics, and could not these

RNG = np.random.default_rng(0)
X = RNG.normal(size=(600, 4))
Y = (X[:, 0] + X[:, 1] ** 2 + 2 * RNG.normal(size=600) > 1).astype(int)
Y3 = np.digitize(X[:, 0] + RNG.normal(size=600), [-0.7, 0.7])
COUNTS = RNG.poisson(np.exp(X[:, 0]))
WEIGHT = RNG.uniform(0.5, 2, size=600)
TRAIN, TEST = slice(0, 400), slice(400, 600)
USERS = np.repeat(np.arange(20), 10)
SKLEARN = {"mae": mean_absolute_error, "r2": r2_score, "rmse": root_mean_squared_error}
QUIET = {"iterations": 4, "depth": 3, "verbose": False, "allow_writing_files": False, "thread_count": 1, "random_seed": 0}


def trained(metric, kind=cb.CatBoostClassifier, y=Y, weight=None, x=X, **params):
    model = kind(eval_metric=metric, **{**QUIET, **params})
    held = cb.Pool(x[TEST], y[TEST], weight=None if weight is None else weight[TEST], cat_features=model.get_param("cat_features"))
    model.fit(x[TRAIN], y[TRAIN], eval_set=held, use_best_model=False)
    return model, model.get_evals_result()["validation"][type(metric).__name__]


@pytest.mark.parametrize("reference", ["ks", "log_loss", "lift_at@0.1", "brier_score", "f1@0.3"])
@pytest.mark.parametrize("weight", [None, WEIGHT])
def test_two_classes(reference, weight):
    model, told = trained(ours.metric(reference), weight=weight)
    at, said = gn.catalog.parse(reference), model.predict_proba(X[TEST])[:, 1]
    weights = {} if weight is None else {"weight": weight[TEST].astype(np.float32)}  # as CatBoost keeps them
    if reference == "f1@0.3":
        wanted = gn.f1(gn.Sweep.of(Y[TEST], said, **weights).at(0.3))
    else:
        wanted = getattr(gn, at.entry.name)(Y[TEST], said, **weights, **at.arguments)
    assert told[-1] == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("reference", ["log_loss", "accuracy", "roc_auc"])
def test_several_classes(reference):
    model, told = trained(ours.metric(reference), y=Y3)
    matrix = model.predict_proba(X[TEST])
    read = matrix.argmax(axis=1) if reference == "accuracy" else matrix
    more = {"multiclass": "ovr"} if reference == "roc_auc" else {}
    assert told[-1] == pytest.approx(getattr(gn, reference)(Y3[TEST], read, **more), rel=1e-12)


@pytest.mark.parametrize("loss", ["RMSE", "Poisson", "MAE"])
def test_numbers_are_what_the_loss_makes_of_raw_scores(loss):
    model, told = trained(ours.metric("mae"), cb.CatBoostRegressor, COUNTS, loss_function=loss)
    assert told[-1] == pytest.approx(gn.mae(COUNTS[TEST], model.predict(X[TEST])), rel=1e-12)


@pytest.mark.parametrize("reference", ["mae", "r2", "rmse"])
@pytest.mark.parametrize("loss", ["Logloss", "CrossEntropy", None])
def test_numbers_under_a_loss_of_classes_are_its_probabilities(reference, loss):
    model, told = trained(ours.metric(reference), **({} if loss is None else {"loss_function": loss}))
    said = model.predict_proba(X[TEST])[:, 1]
    assert told[-1] == pytest.approx(getattr(gn, reference)(Y[TEST], said), rel=1e-12)
    assert told[-1] == pytest.approx(SKLEARN[reference](Y[TEST], said), rel=1e-12)


@pytest.mark.parametrize("reference", ["mae", "r2", "rmse"])
@pytest.mark.parametrize("loss", ["Poisson", "Tweedie:variance_power=1.5"])
def test_numbers_under_a_loss_with_a_logarithm_are_its_exponent(reference, loss):
    model, told = trained(ours.metric(reference), cb.CatBoostRegressor, COUNTS, loss_function=loss)
    said = model.predict(X[TEST], prediction_type="Exponent")
    assert told[-1] == pytest.approx(SKLEARN[reference](COUNTS[TEST], said), rel=1e-12)


@pytest.mark.parametrize("loss", ["Logloss", "CrossEntropy", "Poisson", "Tweedie:variance_power=1.5"])
def test_training_stops_where_the_error_of_predictions_is_least(loss):
    """By the predictions of each iteration, as scikit-learn measures them."""
    classes = loss in ("Logloss", "CrossEntropy")
    kind, y = (cb.CatBoostClassifier, Y) if classes else (cb.CatBoostRegressor, COUNTS)
    model = kind(eval_metric=ours.metric("rmse"), loss_function=loss, **{**QUIET, "iterations": 60, "learning_rate": 0.3})
    model.fit(X[TRAIN], y[TRAIN], eval_set=(X[TEST], y[TEST]), early_stopping_rounds=60, use_best_model=False)
    kinds = {"prediction_type": "Probability" if classes else "Exponent"}
    staged = [np.asarray(one)[:, 1] if classes else one for one in model.staged_predict(X[TEST], **kinds)]
    errors = [root_mean_squared_error(y[TEST], one) for one in staged]
    assert model.get_evals_result()["validation"]["rmse"] == pytest.approx(errors, rel=1e-12)
    assert model.get_best_iteration() == np.argmin(errors) > 2


class Squares:
    """A loss of one's own, as CatBoost takes it."""

    def calc_ders_range(self, approxes, targets, weights):
        return [(target - approx, -1.0) for approx, target in zip(approxes, targets, strict=True)]


def test_numbers_under_a_loss_of_ones_own_need_a_link():
    with pytest.raises(cb.CatBoostError, match='link="identity"'):
        trained(ours.metric("mae"), cb.CatBoostRegressor, COUNTS, loss_function=Squares())
    model, told = trained(ours.metric("mae", link="identity"), cb.CatBoostRegressor, COUNTS, loss_function=Squares())
    assert told[-1] == pytest.approx(gn.mae(COUNTS[TEST], model.predict(X[TEST])), rel=1e-12)
    model, told = trained(ours.metric("mae"), cb.CatBoostRegressor, COUNTS)  # whose loss is RMSE where none is named
    assert told[-1] == pytest.approx(gn.mae(COUNTS[TEST], model.predict(X[TEST])), rel=1e-12)


@pytest.mark.parametrize("reference", ["ks", "gauc", "lift_at@0.1", "rank_loss", "rmse"])
def test_training_stops_by_it(reference):
    grouped = {"group": USERS, "target": Y[TEST]} if reference == "gauc" else {}
    metric = ours.metric(reference, **grouped)
    model = cb.CatBoostClassifier(eval_metric=metric, **{**QUIET, "iterations": 80, "learning_rate": 0.5})
    model.fit(X[TRAIN], Y[TRAIN], eval_set=(X[TEST], Y[TEST]), early_stopping_rounds=5)
    told = model.get_evals_result()["validation"][reference]
    best = np.argmax if metric.is_max_optimal() else np.argmin
    assert len(told) < 80
    assert model.get_best_iteration() == best(told) == len(told) - 6


def test_groups_of_rows_that_catboost_reorders(monkeypatch):
    """Rows to learn from stand in another order as soon as there are categories; their groups are not read."""
    mixed = np.column_stack([X.astype(object), RNG.integers(0, 9, 600).astype(str)])
    seen, evaluate = [], ours.CatBoostMetric.evaluate

    def looking(self, approxes, target, weight):
        seen.append(np.array(target))
        return evaluate(self, approxes, target, weight)

    monkeypatch.setattr(ours.CatBoostMetric, "evaluate", looking)
    model, told = trained(ours.metric("gauc", group=USERS, target=Y[TEST]), x=mixed, cat_features=[4])
    assert len(seen[0]) == 400
    assert (seen[0] != Y[TRAIN]).any()
    assert told[-1] == pytest.approx(gn.gauc(Y[TEST], model.predict_proba(mixed[TEST])[:, 1], USERS), rel=1e-12)
    assert set(model.get_evals_result()["learn"]["gauc"]) == {-1.0}
    with pytest.raises(cb.CatBoostError, match="no evaluation set has these 200 labels"):
        trained(ours.metric("gauc", group=USERS, target=1 - Y[TEST]))


def test_other_losses_know_no_probabilities():
    with pytest.raises(cb.CatBoostError, match='link="identity"'):
        trained(ours.metric("brier_score"), cb.CatBoostRegressor, loss_function="RMSE")
    _, told = trained(ours.metric("roc_auc"), cb.CatBoostRegressor, loss_function="RMSE")
    assert told[-1] > 0.5
    model, told = trained(ours.metric("f1@0.4", link="identity"), cb.CatBoostRegressor, loss_function="RMSE")
    assert told[-1] == pytest.approx(gn.f1(gn.Sweep.of(Y[TEST], model.predict(X[TEST])).at(0.4)), rel=1e-12)


def test_refusals():
    with raises_id("compat.catboost_metrics_too_many"):
        ours.metric("ks, roc_auc")
    with raises_id("compat.catboost_group_missing"):
        ours.metric("gauc", group=USERS)
    with pytest.raises(cb.CatBoostError, match=r"f1@0\.5"):
        trained(ours.metric("f1"))


def test_metrics_travel():
    metric = ours.metric("gauc", group=USERS, target=Y[TEST])
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert type(other).__name__ == "gauc"
        assert other.evaluate([X[TEST, 0]], Y[TEST], None) == metric.evaluate([X[TEST, 0]], Y[TEST], None)
        assert other.get_final_error(0.25, 1.0) == 0.25
