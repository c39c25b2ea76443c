"""Weights and groups of rows reach a scorer as scikit-learn sends them."""

import numpy as np
import pytest
import sklearn
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer, roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_validate

import gnomon as gn
from refusals import raises_id

RNG = np.random.default_rng(0)
X = RNG.normal(size=(240, 3))
Y = np.where(X[:, 0] + RNG.normal(size=240) > 0, "bad", "good")
WEIGHT = RNG.uniform(0.1, 3, size=240)
USERS = np.repeat(np.arange(24), 10)
MODEL = LogisticRegression().fit(X, Y)
BAD = MODEL.predict_proba(X)[:, 0]


@pytest.fixture
def routed():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_weights_of_a_call():
    found = gn.scorer("roc_auc", positive="bad")(MODEL, X, Y, sample_weight=WEIGHT)
    assert found == pytest.approx(roc_auc_score(Y == "bad", BAD, sample_weight=WEIGHT), rel=1e-12)
    several = gn.scorer("roc_auc, f1, f1@0.4", positive="bad")(MODEL, X, Y, sample_weight=WEIGHT)
    assert several["roc_auc"] == found
    assert several["f1"] == gn.f1(Y, MODEL.predict(X), positive="bad", weight=WEIGHT)
    assert several["f1@0.4"] == gn.f1(gn.Sweep.of(Y, BAD, positive="bad", weight=WEIGHT).at(0.4), positive=1)


def test_weights_without_routing():
    """A search hands its weights to a scorer that takes them, as it does to scikit-learn's."""
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, scoring=gn.scorer("roc_auc", positive="bad"), cv=3)
    theirs = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, scoring="roc_auc", cv=3)
    search.fit(X, Y, sample_weight=WEIGHT)
    theirs.fit(X, Y, sample_weight=WEIGHT)
    assert search.cv_results_["mean_test_score"] == pytest.approx(theirs.cv_results_["mean_test_score"], rel=1e-12)


def refuses(call):
    """Whether scikit-learn does not know what to do with weights that nobody asked for."""
    try:
        call()
    except UnsetMetadataPassedError:
        return True
    return False


def test_weights_by_routing(routed):
    asked = gn.scorer("roc_auc", positive="bad").set_score_request(sample_weight=True)
    model = LogisticRegression().set_fit_request(sample_weight=True)
    found = cross_validate(model, X, Y, scoring=asked, params={"sample_weight": WEIGHT}, cv=3, return_indices=True, return_estimator=True)
    for value, fitted, rows in zip(found["test_score"], found["estimator"], found["indices"]["test"], strict=True):
        assert value == gn.roc_auc(Y[rows], fitted.predict_proba(X[rows])[:, 0], positive="bad", weight=WEIGHT[rows])
    plain = gn.scorer("roc_auc", positive="bad").set_score_request(sample_weight=False)
    other = cross_validate(model, X, Y, scoring=plain, params={"sample_weight": WEIGHT}, cv=3)
    assert other["test_score"].tolist() != found["test_score"].tolist()
    unset = (gn.scorer("roc_auc", positive="bad"), make_scorer(roc_auc_score, response_method="predict_proba"))
    refused = [refuses(lambda one=one: cross_validate(model, X, Y, scoring=one, params={"sample_weight": WEIGHT}, cv=3)) for one in unset]
    assert refused[0] == refused[1], "as scikit-learn's own scorer of the release"


def test_weights_of_several_by_routing(routed):
    asked = gn.scorer("roc_auc, brier_score", positive="bad").set_score_request(sample_weight="audit")
    model = LogisticRegression()
    found = cross_validate(model, X, Y, scoring=asked, params={"audit": WEIGHT}, cv=3, return_indices=True, return_estimator=True)
    rows, fitted = found["indices"]["test"][0], found["estimator"][0]
    wanted = gn.brier_score(Y[rows], fitted.predict_proba(X[rows])[:, 0], positive="bad", weight=WEIGHT[rows])
    assert found["test_brier_score"][0] == -wanted


def test_groups_by_routing(routed):
    asked = gn.scorer("gauc, roc_auc", positive="bad").set_score_request(group=True)
    found = cross_validate(
        LogisticRegression(), X, Y, scoring=asked, params={"group": USERS}, cv=3, return_indices=True, return_estimator=True
    )
    rows, fitted = found["indices"]["test"][0], found["estimator"][0]
    said = fitted.predict_proba(X[rows])[:, 0]
    assert found["test_gauc"][0] == gn.gauc(Y[rows], said, USERS[rows], positive="bad")
    assert found["test_roc_auc"][0] == gn.roc_auc(Y[rows], said, positive="bad")


def test_groups_of_a_call():
    assert gn.scorer("gauc", positive="bad")(MODEL, X, Y, group=USERS) == gn.gauc(Y, BAD, USERS, positive="bad")
    grades = (Y == "bad").astype(int)
    assert gn.scorer("ndcg@5", positive="bad")(MODEL, X, Y, group=USERS) == gn.ndcg(grades, BAD, USERS, k=5)
    both = gn.scorer("gauc, roc_auc", positive="bad")(MODEL, X, Y, group=USERS)
    assert both == {"gauc": gn.gauc(Y, BAD, USERS, positive="bad"), "roc_auc": gn.roc_auc(Y, BAD, positive="bad")}


def test_what_a_metric_cannot_read_is_refused(routed):
    with raises_id("compat.metric_weights_unsupported", reference="ndcg@5"):
        gn.scorer("ndcg@5", positive="bad")(MODEL, X, Y, sample_weight=WEIGHT, group=USERS)
    with raises_id("compat.metric_weights_unsupported", reference="ndcg@5"):
        gn.scorer("ndcg@5, roc_auc", positive="bad").set_score_request(sample_weight=True)
    with raises_id("compat.argument_not_read", reference="roc_auc", name="group"):
        gn.scorer("roc_auc", positive="bad")(MODEL, X, Y, group=USERS)
    with raises_id("compat.argument_not_read", reference="roc_auc", name="amount"):
        gn.scorer("roc_auc").set_score_request(amount=True)
    gn.scorer("ndcg@5").set_score_request(sample_weight=False)  # that it gets none may be said
