"""Metrics of gnomon's while LightGBM trains: what it reports is what the predictions have, and it stops by them."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from components import needs
from gnomon.compat import lightgbm as ours
from refusals import raises_id

lgb = needs("lightgbm")
# LightGBM 4.7 has another name for it, which those before do not know.
pytestmark = pytest.mark.filterwarnings("ignore:The argument 'eval_set' is deprecated")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(600, 4))
Y = (X[:, 0] + X[:, 1] ** 2 + 2 * RNG.normal(size=600) > 1).astype(int)
Y3 = np.digitize(X[:, 0] + RNG.normal(size=600), [-0.7, 0.7])
NUMBERS = np.exp(X[:, 0] + 0.1 * RNG.normal(size=600))
WEIGHT = RNG.uniform(0.5, 2, size=600)
TRAIN, TEST = slice(0, 400), slice(400, 600)
SIZES = np.full(20, 10)
QUIET = {"verbose": -1, "num_threads": 1, "num_leaves": 7, "min_data_in_leaf": 5, "seed": 0}


def trained(reference, params, y, *, weight=None, group=None, rounds=4, **options):
    """A booster trained with a metric, and what was reported of its evaluation set."""
    data = lgb.Dataset(X[TRAIN], y[TRAIN], weight=None if weight is None else weight[TRAIN])
    valid = data.create_valid(X[TEST], y[TEST], weight=None if weight is None else weight[TEST], group=group)
    told = {}
    metric = options.pop("metric", None) or ours.metric(reference, **options)
    booster = lgb.train(
        {**QUIET, **params, "metric": "none"}, data, rounds, valid_sets=[valid], feval=metric, callbacks=[lgb.record_evaluation(told)]
    )
    return booster, told["valid_0"]


@pytest.mark.parametrize("reference", ["ks", "roc_auc", "log_loss", "lift_at@0.1", "f1@0.3", "brier_score", "average_precision"])
@pytest.mark.parametrize("weight", [None, WEIGHT])
def test_two_classes(reference, weight):
    booster, told = trained(reference, {"objective": "binary"}, Y, weight=weight)
    at = gn.catalog.parse(reference)
    given = Y[TEST], booster.predict(X[TEST])
    weights = {} if weight is None else {"weight": weight[TEST].astype(np.float32)}  # as LightGBM keeps them
    if reference == "f1@0.3":
        wanted = gn.f1(gn.Sweep.of(*given, **weights).at(0.3))
    else:
        wanted = getattr(gn, at.entry.name)(*given, **weights, **at.arguments)
    assert told[reference][-1] == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    "reference", ["roc_auc(multiclass=ovr,average=macro)", "log_loss", "accuracy", "f1(average=macro)", "top_k_accuracy@2"]
)
def test_several_classes(reference):
    booster, told = trained(reference, {"objective": "multiclass", "num_class": 3}, Y3)
    matrix, at = booster.predict(X[TEST]), gn.catalog.parse(reference)
    read = matrix if at.entry.name in ("roc_auc", "log_loss", "top_k_accuracy") else matrix.argmax(axis=1)
    wanted = getattr(gn, at.entry.name)(Y3[TEST], read, **at.arguments, **at.over)
    assert told[str(at)][-1] == pytest.approx(wanted, rel=1e-12)


def test_numbers():
    booster, told = trained("rmse", {"objective": "regression"}, NUMBERS)
    wanted = gn.rmse(NUMBERS[TEST].astype(np.float32), booster.predict(X[TEST]))  # LightGBM keeps labels in 32 bits
    assert told["rmse"][-1] == pytest.approx(wanted, rel=1e-12)


def test_groups_are_the_datas_or_named():
    users = np.repeat(np.arange(20), SIZES)
    booster, told = trained("gauc", {"objective": "binary"}, Y, group=SIZES)
    assert told["gauc"][-1] == pytest.approx(gn.gauc(Y[TEST], booster.predict(X[TEST]), users), rel=1e-12)
    shuffled = RNG.permutation(users)
    booster, told = trained("gauc", {"objective": "binary"}, Y, metric=ours.metric("gauc", group=[np.zeros(400), shuffled]))
    assert told["gauc"][-1] == pytest.approx(gn.gauc(Y[TEST], booster.predict(X[TEST]), shuffled), rel=1e-12)


def test_several_metrics_at_once():
    several = ours.metric("ks, rank_loss")
    assert isinstance(several, list)
    assert isinstance(ours.metric(["ks"]), list)
    booster, told = trained(None, {"objective": "binary"}, Y, metric=several)
    assert told["ks"][-1] == pytest.approx(gn.ks(Y[TEST], booster.predict(X[TEST])), rel=1e-12)
    assert told["rank_loss"][-1] == pytest.approx(gn.rank_loss(Y[TEST], booster.predict(X[TEST])), rel=1e-12)


@pytest.mark.parametrize("reference", ["ks", "gauc", "lift_at@0.1", "rank_loss"])
def test_training_stops_by_it(reference):
    data = lgb.Dataset(X[TRAIN], Y[TRAIN])
    valid = data.create_valid(X[TEST], Y[TEST], group=SIZES)
    told, metric = {}, ours.metric(reference)
    booster = lgb.train(
        {**QUIET, "objective": "binary", "metric": "none", "learning_rate": 0.3},
        data,
        60,
        valid_sets=[valid],
        feval=metric,
        callbacks=[lgb.early_stopping(5, verbose=False), lgb.record_evaluation(told)],
    )
    values = told["valid_0"][reference]
    best = np.argmax if metric.of.metric.higher else np.argmin
    assert len(values) < 60
    assert booster.best_iteration == best(values) + 1 == len(values) - 5


@pytest.mark.parametrize("reference", ["ks", "brier_score"])
def test_the_scikit_learn_classes(reference):
    model = lgb.LGBMClassifier(n_estimators=40, num_leaves=7, learning_rate=0.3, verbose=-1, n_jobs=1, metric="none")
    names = np.array(["bad", "good"])[Y]
    stop = lgb.early_stopping(4, verbose=False)
    held = {"eval_set": [(X[TEST], names[TEST])], "eval_sample_weight": [WEIGHT[TEST]], "callbacks": [stop]}
    model.fit(X[TRAIN], names[TRAIN], eval_metric=ours.metric(reference), **held)
    values = next(iter(model.evals_result_.values()))[reference]
    assert len(values) == model.best_iteration_ + 4 < 40
    said = model.predict_proba(X[TEST])[:, 1]
    wanted = getattr(gn, reference)(names[TEST], said, positive="good", weight=WEIGHT[TEST].astype(np.float32))
    assert values[model.best_iteration_ - 1] == pytest.approx(wanted, rel=1e-12)


def test_a_ranker():
    model = lgb.LGBMRanker(n_estimators=5, num_leaves=7, verbose=-1, n_jobs=1, metric="none")
    model.fit(
        X[TRAIN],
        Y3[TRAIN],
        group=np.full(40, 10),
        eval_set=[(X[TEST], Y3[TEST])],
        eval_group=[SIZES],
        eval_metric=ours.metric("ndcg(no_relevant=1)@5"),
    )
    values = next(iter(model.evals_result_.values()))["ndcg(no_relevant=1)@5"]
    wanted = gn.ndcg(Y3[TEST], model.predict(X[TEST]), np.repeat(np.arange(20), SIZES), k=5, no_relevant=1)
    assert values[-1] == pytest.approx(wanted, rel=1e-12)


def test_cross_validation():
    found = lgb.cv({**QUIET, "objective": "binary", "metric": "none"}, lgb.Dataset(X, Y), 3, nfold=3, feval=ours.metric("ks"))
    assert len(found["valid ks-mean"]) == 3


@pytest.mark.parametrize("arguments", [2, 3, 4])
def test_two_three_or_four_arguments(arguments):
    score = RNG.normal(size=200)
    metric = ours.metric("gauc" if arguments == 4 else "ks")
    given = (Y[TEST], score, WEIGHT[TEST], SIZES)[:arguments]
    weight = {"weight": WEIGHT[TEST]} if arguments > 2 else {}
    users = (np.repeat(np.arange(20), 10),) if arguments == 4 else ()
    wanted = (gn.gauc if users else gn.ks)(Y[TEST], score, *users, **weight)
    assert metric(*given) == (metric.__name__, wanted, True)


def own(predicted, data):
    return predicted - (data if isinstance(data, np.ndarray) else data.get_label()), np.ones_like(predicted)


def own3(predicted, data):
    return predicted - np.eye(3)[data.get_label().astype(int)], np.ones_like(predicted)


def test_raw_scores_are_no_probabilities():
    """Those of the first rounds lie between 0 and 1, and nothing else would tell."""
    booster, told = trained("ks", {"objective": own}, Y)
    raw = booster.predict(X[TEST])
    assert told["ks"][-1] == pytest.approx(gn.ks(Y[TEST], raw), rel=1e-12)
    for reference in ("brier_score", "f1@0.3", "mae"):
        with raises_id("compat.link_missing"):
            trained(reference, {"objective": own}, Y)
    booster, told = trained("brier_score", {"objective": own}, Y, link="sigmoid")
    assert told["brier_score"][-1] == pytest.approx(gn.brier_score(Y[TEST], 1 / (1 + np.exp(-booster.predict(X[TEST])))), rel=1e-12)
    with raises_id("compat.link_of_predictions"):
        trained("brier_score", {"objective": "binary"}, Y, link="sigmoid")
    with raises_id("compat.link_missing"):  # the order within a class is not that of its probabilities
        trained("roc_auc", {"objective": own3, "num_class": 3}, Y3)
    _, told = trained("accuracy", {"objective": own3, "num_class": 3}, Y3)
    assert told["accuracy"][-1] > 0.4
    model = lgb.LGBMClassifier(objective=lambda y, p: own(p, y), n_estimators=2, verbose=-1, n_jobs=1)
    with raises_id("compat.link_missing"):
        model.fit(X[TRAIN], Y[TRAIN], eval_set=[(X[TRAIN], Y[TRAIN])], eval_metric=ours.metric("brier_score"))


def test_intensities_are_no_probabilities():
    lambdas = {"objective": "cross_entropy_lambda"}
    for reference in ("log_loss", "f1@0.5", "rmse"):
        with raises_id("compat.link_missing"):
            trained(reference, lambdas, Y)
    booster, told = trained("log_loss", lambdas, Y, link="intensity")
    wanted = gn.log_loss(Y[TEST], 1 - np.exp(-booster.predict(X[TEST])))
    assert told["log_loss"][-1] == pytest.approx(wanted, rel=1e-12)
    assert trained("ks", lambdas, Y)[1]["ks"]


def test_refusals():
    with raises_id("compat.threshold_missing", reference="f1", name="f1"):
        trained("f1", {"objective": "binary"}, Y)
    with raises_id("compat.metric_group_missing", reference="gauc"):
        trained("gauc", {"objective": "binary"}, Y)
    with raises_id("compat.metric_weights_unsupported"):
        trained("ndcg@5", {"objective": "binary"}, Y, weight=WEIGHT, group=SIZES)
    _, told = trained("precision_at@5", {"objective": "binary"}, Y, group=SIZES, metric=ours.metric("precision_at@5", weight=False))
    assert 0 <= told["precision_at@5"][-1] <= 1
    with raises_id("compat.group_lengths_mismatch", rows=200, lengths="5"):
        trained("gauc", {"objective": "binary"}, Y, metric=ours.metric("gauc", group=np.arange(5)))
    with raises_id("compat.group_sets_ambiguous"):
        ours.metric("gauc", group=[np.zeros(200), np.ones(200)])(Y[TEST], X[TEST, 0])
    with raises_id("compat.link_unknown", link="logit"):
        ours.metric("ks", link="logit")
    with raises_id("compat.weight_not_boolean", weight=3):
        ours.metric("ks", weight=3)
    with raises_id("compat.metric_without_better_end"):
        ours.metric("prevalence@0.5")
    with pytest.raises(gn.UndefinedMetricError):
        ours.metric("ks")(np.ones(5), np.arange(5.0))
    assert ours.metric("ks", undefined=0.0)(np.ones(5), np.arange(5.0)) == ("ks", 0.0, True)


def test_metrics_travel():
    metric = ours.metric("f_score(beta=2)@0.3")
    assert pickle.loads(pickle.dumps(metric))(Y, np.full(600, 0.5)) == metric(Y, np.full(600, 0.5))
