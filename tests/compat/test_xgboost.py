"""Metrics of gnomon's while XGBoost trains: names, direction, groups, and costs for its scikit-learn classes."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from components import needs
from gnomon.compat import xgboost as ours
from refusals import raises_id

xgb = needs("xgboost")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(600, 4))
Y = (X[:, 0] + X[:, 1] ** 2 + 2 * RNG.normal(size=600) > 1).astype(int)
Y3 = np.digitize(X[:, 0] + RNG.normal(size=600), [-0.7, 0.7])
WEIGHT = RNG.uniform(0.5, 2, size=600)
TRAIN, TEST = slice(0, 400), slice(400, 600)
USERS = np.repeat(np.arange(20), 10)
PARAMS = {"objective": "binary:logistic", "max_depth": 3, "eta": 0.4, "nthread": 1, "disable_default_eval_metric": True}
PRINTED = 5.1e-7
"""XGBoost keeps what a metric gave it as text with six decimals."""


def data(y=Y, **more):
    return xgb.DMatrix(X[TRAIN], y[TRAIN]), xgb.DMatrix(X[TEST], y[TEST], **more)


def trained(metric, params=PARAMS, y=Y, rounds=4, **more):
    learn, valid = data(y, **more)
    told = {}
    booster = xgb.train(params, learn, rounds, evals=[(valid, "valid")], custom_metric=metric, evals_result=told, verbose_eval=False)
    return booster, valid, told["valid"]


@pytest.mark.parametrize("reference", ["ks", "log_loss", "lift_at@0.1", "brier_score"])
@pytest.mark.parametrize("weight", [None, WEIGHT])
def test_two_classes(reference, weight):
    metric = ours.metric(reference)
    booster, valid, told = trained(metric, weight=None if weight is None else weight[TEST])
    at, said = gn.catalog.parse(reference), booster.predict(valid)
    weights = {} if weight is None else {"weight": weight[TEST].astype(np.float32)}  # as XGBoost keeps them
    wanted = getattr(gn, at.entry.name)(Y[TEST], said, **weights, **at.arguments)
    assert metric(said, valid) == (reference, pytest.approx(wanted, rel=1e-12))
    assert told[reference][-1] == pytest.approx(wanted, abs=PRINTED)


def test_several_classes():
    metric = ours.metric("log_loss, f1(average=macro)")
    booster, valid, told = trained(metric, {**PARAMS, "objective": "multi:softprob", "num_class": 3}, Y3)
    matrix = booster.predict(valid)
    wanted = [("log_loss", gn.log_loss(Y3[TEST], matrix)), ("f1(average=macro)", gn.f1(Y3[TEST], matrix.argmax(axis=1), average="macro"))]
    assert metric(matrix, valid) == [(name, pytest.approx(value, rel=1e-12)) for name, value in wanted]
    assert told["log_loss"][-1] == pytest.approx(wanted[0][1], abs=PRINTED)


def test_groups_are_pointed_to_or_named():
    booster, valid, told = trained(ours.metric("gauc"), qid=USERS)
    said = booster.predict(valid)
    wanted = gn.gauc(Y[TEST], said, USERS)
    assert ours.metric("gauc")(said, valid)[1] == pytest.approx(wanted, rel=1e-12)
    assert told["gauc"][-1] == pytest.approx(wanted, abs=PRINTED)
    shuffled = RNG.permutation(USERS)
    learn, valid = data()
    for group in (shuffled, [np.zeros(400), shuffled], {valid: shuffled, learn: np.zeros(400)}):
        assert ours.metric("gauc", group=group)(said, valid)[1] == pytest.approx(gn.gauc(Y[TEST], said, shuffled), rel=1e-12)
    twin = xgb.DMatrix(X[TEST], Y[TEST])
    by_data = ours.metric("gauc", group={twin: USERS, valid: shuffled})
    assert by_data(said, valid)[1] == pytest.approx(gn.gauc(Y[TEST], said, shuffled), rel=1e-12)
    assert by_data(said, twin)[1] == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("reference", ["ks", "gauc", "lift_at@0.1", "rank_loss"])
@pytest.mark.parametrize("by", ["argument", "callback"])
def test_training_stops_by_it(reference, by):
    metric, told = ours.metric(reference), {}
    learn, valid = data(qid=USERS)
    stop = {"callbacks": [metric.early_stopping(5)]}
    if by == "argument":
        stop = {"early_stopping_rounds": 5, "maximize": metric.maximize}
    evals = [(valid, "valid")]
    booster = xgb.train(PARAMS, learn, 60, evals=evals, custom_metric=metric, evals_result=told, verbose_eval=False, **stop)
    values = told["valid"][reference]
    best = np.argmax if metric.maximize else np.argmin
    assert len(values) < 60
    assert booster.best_iteration == best(values) == len(values) - 6


def test_a_direction_that_xgboost_would_guess_wrongly_is_refused():
    learn, valid = data()
    how = {"evals": [(valid, "valid")], "early_stopping_rounds": 3, "verbose_eval": False}
    with raises_id("compat.xgboost_stopping_end_swapped", maximize=True):
        xgb.train(PARAMS, learn, 5, custom_metric=ours.metric("ks"), **how)
    positive = xgb.DMatrix(X[TEST], Y[TEST] + 1)
    how["evals"] = [(positive, "valid")]
    squared = {**PARAMS, "objective": "reg:squarederror"}
    with raises_id("compat.xgboost_stopping_end_swapped", maximize=False):
        xgb.train(squared, learn, 5, custom_metric=ours.metric("mape(scale=fraction)"), **how)
    xgb.train(squared, learn, 5, custom_metric=ours.metric("mape"), **how)
    xgb.train(
        PARAMS, learn, 5, custom_metric=ours.metric("log_loss"), evals=[(valid, "valid")], early_stopping_rounds=3, verbose_eval=False
    )


def test_the_wrong_end_is_refused_in_cross_validation_and_in_callbacks_too():
    learn, valid = data()
    how = {"custom_metric": ours.metric("roc_auc"), "verbose_eval": False}
    with raises_id("compat.xgboost_stopping_end_swapped", maximize=True):
        xgb.cv(PARAMS, learn, 5, nfold=3, early_stopping_rounds=3, **how)
    assert len(xgb.cv(PARAMS, learn, 5, nfold=3, early_stopping_rounds=3, maximize=True, **how)) > 0
    stop = xgb.callback.EarlyStopping
    with raises_id("compat.xgboost_stopping_end_swapped", maximize=True):
        xgb.train(PARAMS, learn, 5, evals=[(valid, "valid")], callbacks=[stop(rounds=3)], **how)
    xgb.train(PARAMS, learn, 5, evals=[(valid, "valid")], callbacks=[stop(rounds=3, maximize=True)], **how)
    how["custom_metric"] = ours.metric("log_loss, roc_auc")
    xgb.train(PARAMS, learn, 5, evals=[(valid, "valid")], callbacks=[stop(rounds=3, metric_name="log_loss")], **how)


def test_logits_of_xgboost_s_own_are_no_probabilities():
    learn, valid = data()
    logits = {**PARAMS, "objective": "binary:logitraw", "base_score": 0.6, "learning_rate": 0.01, "max_depth": 1}
    how = {"evals": [(valid, "valid")], "verbose_eval": False}
    for reference in ("log_loss", "f1@0.3", "r2"):
        with raises_id("compat.link_missing"):
            xgb.train(logits, learn, 1, custom_metric=ours.metric(reference), **how)
    told = {}
    both = ours.metric("roc_auc, log_loss", link="sigmoid")
    booster = xgb.train(logits, learn, 2, custom_metric=both, evals_result=told, **how)
    probable = 1 / (1 + np.exp(-booster.predict(valid).astype(float)))
    assert told["valid"]["log_loss"][-1] == pytest.approx(gn.log_loss(Y[TEST], probable), abs=PRINTED)
    assert told["valid"]["roc_auc"][-1] == pytest.approx(gn.roc_auc(Y[TEST], probable), abs=PRINTED)


@pytest.mark.parametrize("reference", ["ks", "brier_score"])
def test_the_scikit_learn_classes_minimise_a_cost(reference):
    metric = ours.metric(reference)
    model = xgb.XGBClassifier(n_estimators=60, max_depth=3, learning_rate=0.4, n_jobs=1, early_stopping_rounds=5, eval_metric=metric.cost)
    model.fit(X[TRAIN], Y[TRAIN], eval_set=[(X[TEST], Y[TEST])], sample_weight_eval_set=[WEIGHT[TEST]], verbose=False)
    values = model.evals_result()["validation_0"][f"cost({reference})"]
    assert len(values) < 60
    assert model.best_iteration == np.argmin(values) == len(values) - 6
    said, weight = model.predict_proba(X[TEST])[:, 1], WEIGHT[TEST].astype(np.float32)
    sign = -1 if metric.maximize else 1
    wanted = sign * getattr(gn, reference)(Y[TEST], said, weight=weight)
    assert metric.cost(Y[TEST], said, sample_weight=weight) == pytest.approx(wanted, rel=1e-12)
    assert values[model.best_iteration] == pytest.approx(wanted, abs=PRINTED)


def test_groups_in_the_scikit_learn_classes():
    cost = ours.metric("gauc", group=[np.zeros(400), USERS]).cost
    model = xgb.XGBClassifier(n_estimators=3, max_depth=3, n_jobs=1, eval_metric=cost)
    model.fit(X[TRAIN], Y[TRAIN], eval_set=[(X[TEST], Y[TEST])], verbose=False)
    wanted = -gn.gauc(Y[TEST], model.predict_proba(X[TEST])[:, 1], USERS)
    assert model.evals_result()["validation_0"]["cost(gauc)"][-1] == pytest.approx(wanted, abs=PRINTED)


def own(predicted, data):
    return predicted - data.get_label(), np.ones_like(predicted)


def test_raw_scores_are_no_probabilities():
    """They begin at 0.5, and nothing else would tell."""
    learn, valid = data()
    how = {"evals": [(valid, "valid")], "obj": own, "verbose_eval": False}
    params = {"max_depth": 3, "nthread": 1, "disable_default_eval_metric": True}
    for reference in ("brier_score", "f1@0.3"):
        with raises_id("compat.link_missing"):
            xgb.train(params, learn, 2, custom_metric=ours.metric(reference), **how)
    told = {}
    booster = xgb.train(params, learn, 2, custom_metric=ours.metric("ks, brier_score", link="sigmoid"), evals_result=told, **how)
    raw = booster.predict(valid, output_margin=True).astype(float)
    assert told["valid"]["ks"][-1] == pytest.approx(gn.ks(Y[TEST], raw), abs=PRINTED)
    assert told["valid"]["brier_score"][-1] == pytest.approx(gn.brier_score(Y[TEST], 1 / (1 + np.exp(-raw))), abs=PRINTED)
    with raises_id("compat.link_of_predictions"):
        trained(ours.metric("brier_score", link="sigmoid"))


def test_refusals():
    with raises_id("compat.xgboost_eval_metric_not_cost"):
        xgb.XGBClassifier(n_estimators=2, eval_metric=ours.metric("ks")).fit(X, Y, eval_set=[(X, Y)], verbose=False)
    with raises_id("compat.metric_group_missing", reference="gauc"):
        trained(ours.metric("gauc"))
    with raises_id("compat.xgboost_ranker_metric_unsupported"):
        xgb.XGBRanker(n_estimators=2, eval_metric=ours.metric("gauc").cost, n_jobs=1).fit(
            X[TEST], Y[TEST], qid=USERS, eval_set=[(X[TEST], Y[TEST])], eval_qid=[USERS], verbose=False
        )


def test_metrics_travel():
    metric = pickle.loads(pickle.dumps(ours.metric("ks, f_score(beta=2)@0.3")))
    assert (metric.__name__, metric.maximize, metric.cost.__name__) == ("f_score(beta=2)@0.3", True, "cost(f_score(beta=2)@0.3)")
