"""gn.scorer: the right column, the right sign, one prediction; within scikit-learn's searches."""

import copy
import pickle

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import make_classification, make_regression
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import brier_score_loss, f1_score, make_scorer, roc_auc_score
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, TunedThresholdClassifierCV, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

import gnomon as gn
from refusals import raises_id

X, Y = make_classification(n_samples=300, n_features=6, flip_y=0.2, weights=[0.3], random_state=0)
NAMED = np.where(Y == 1, "good", "bad")  # "bad" comes first among sorted classes
X3, Y3 = make_classification(n_samples=300, n_features=6, n_informative=4, n_classes=3, random_state=1)
NAMED3 = np.array(["ash", "beech", "cedar"])[Y3]
MODEL = LogisticRegression().fit(X, NAMED)
BAD, GOOD = MODEL.predict_proba(X).T


class Counting(ClassifierMixin, BaseEstimator):
    """Counts how often it is asked; copies made by clone() share the count."""

    asked: dict[str, int] = {}

    def fit(self, X, y):
        self.model_ = LogisticRegression().fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X):
        self.asked["predict"] = self.asked.get("predict", 0) + 1
        return self.model_.predict(X)

    def predict_proba(self, X):
        self.asked["predict_proba"] = self.asked.get("predict_proba", 0) + 1
        return self.model_.predict_proba(X)


@pytest.mark.parametrize(("positive", "column"), [("bad", BAD), ("good", GOOD)])
@pytest.mark.parametrize(
    "reference", ["roc_auc", "ks", "average_precision", "lift_at@0.1", "recall_at_precision@0.8", "partial_roc_auc(low=0.5)"]
)
def test_scores_are_those_of_the_named_class(reference, positive, column):
    at = gn.catalog.parse(reference)
    wanted = getattr(gn, at.entry.name)(NAMED, column, positive=positive, **at.arguments)
    assert gn.scorer(reference, positive=positive)(MODEL, X, NAMED) == wanted


def test_scikit_learns_own_way_takes_the_other_column():
    """What this is for: a function told which class is positive, and fed the scores of the other."""
    theirs = make_scorer(gn.roc_auc, positive="bad", response_method="predict_proba")(MODEL, X, NAMED)
    assert theirs == pytest.approx(1 - gn.scorer("roc_auc", positive="bad")(MODEL, X, NAMED), rel=1e-12)


@pytest.mark.parametrize("model", [LinearSVC(), make_pipeline(StandardScaler(), SVC())])
@pytest.mark.parametrize(("positive", "sign"), [("bad", -1), ("good", 1)])
def test_a_decision_function_is_turned_for_the_first_class(model, positive, sign):
    fitted = clone(model).fit(X, NAMED)
    wanted = gn.roc_auc(NAMED, sign * fitted.decision_function(X), positive=positive)
    assert gn.scorer("roc_auc", positive=positive)(fitted, X, NAMED) == wanted
    assert wanted > 0.5


def test_a_threshold_cuts_the_scores_of_the_named_class():
    cut = gn.scorer("f1@0.3", positive="bad")(MODEL, X, NAMED)
    assert cut == pytest.approx(f1_score(NAMED == "bad", BAD >= 0.3), rel=1e-12)
    assert gn.scorer("accuracy@0.3", positive="bad")(MODEL, X, NAMED) == pytest.approx(np.mean((NAMED == "bad") == (BAD >= 0.3)), rel=1e-12)


def test_metrics_of_labels_read_predictions():
    said = MODEL.predict(X)
    assert gn.scorer("f1", positive="bad")(MODEL, X, NAMED) == pytest.approx(f1_score(NAMED, said, pos_label="bad"), rel=1e-12)
    assert gn.scorer("f1(average=macro)")(MODEL, X, NAMED) == pytest.approx(f1_score(NAMED, said, average="macro"), rel=1e-12)
    assert gn.scorer("mcc", positive="bad")(MODEL, X, NAMED) == gn.mcc(NAMED, said)


def test_what_is_better_when_low_is_negated_and_says_so():
    one = gn.scorer("brier_score", positive="bad")
    assert one(MODEL, X, NAMED) == pytest.approx(-brier_score_loss(NAMED == "bad", BAD), rel=1e-12)
    assert "negated" in repr(one)
    assert "negated" not in repr(gn.scorer("roc_auc"))


def test_numbers_read_predictions():
    rows, target = make_regression(n_samples=80, n_features=3, noise=9.0, random_state=0)
    model = LinearRegression().fit(rows, target)
    for name, sign in [("rmse", -1), ("r2", 1), ("spearman", 1), ("medae", -1), ("gini_of_amounts", 1)]:
        wanted = sign * getattr(gn, name)(target - target.min(), model.predict(rows) - target.min())
        shifted = Ridge(alpha=0).fit(rows, target - target.min())
        assert gn.scorer(name)(shifted, rows, target - target.min()) == pytest.approx(wanted, rel=1e-9)  # two solvers' predictions


def test_several_classes_read_the_whole_matrix():
    model = LogisticRegression().fit(X3, NAMED3)
    matrix = model.predict_proba(X3)
    assert gn.scorer("roc_auc")(model, X3, NAMED3) == pytest.approx(
        roc_auc_score(NAMED3, matrix, multi_class="ovr", average="macro"), rel=1e-12
    )
    ovo = gn.scorer("roc_auc(multiclass=ovo,average=weighted)")(model, X3, NAMED3)
    assert ovo == pytest.approx(roc_auc_score(NAMED3, matrix, multi_class="ovo", average="weighted"), rel=1e-12)
    assert gn.scorer("log_loss")(model, X3, NAMED3) == -gn.log_loss(NAMED3, matrix, labels=list(model.classes_))
    each = gn.log_loss(NAMED3, matrix, labels=list(model.classes_), multiclass="ovr", average="macro")
    assert gn.scorer("log_loss(average=macro)")(model, X3, NAMED3) == -each
    assert gn.scorer("top_k_accuracy@2")(model, X3, NAMED3) == gn.top_k_accuracy(NAMED3, matrix, k=2, labels=list(model.classes_))
    # A fold without one of the classes still has its column.
    some = NAMED3 != "beech"
    with pytest.warns(gn.UndefinedMetricWarning):
        wanted = gn.roc_auc(NAMED3[some], matrix[some], labels=list(model.classes_))
    with pytest.warns(gn.UndefinedMetricWarning, match="beech"):
        assert gn.scorer("roc_auc")(model, X3[some], NAMED3[some]) == wanted


def test_several_at_once_predict_once():
    several = gn.scorer("roc_auc, ks, brier_score, f1@0.5", positive="bad")
    model = Counting().fit(X, NAMED)
    model.asked.clear()
    found = several(model, X, NAMED)
    assert model.asked == {"predict_proba": 1}
    assert found == {name: gn.scorer(name, positive="bad")(MODEL, X, NAMED) for name in ("roc_auc", "ks", "brier_score", "f1@0.5")}
    mixed = gn.scorer(["accuracy", "f1", "auc"], positive="bad")
    model.asked.clear()
    assert list(mixed(model, X, NAMED)) == ["accuracy", "f1", "roc_auc"]
    assert model.asked == {"predict_proba": 1, "predict": 1}
    assert gn.scorer(["ks"], positive="bad")(MODEL, X, NAMED) == {"ks": gn.ks(NAMED, BAD, positive="bad")}


def test_cross_validation():
    several = gn.scorer("roc_auc, brier_score", positive="bad")
    found = cross_validate(LogisticRegression(), X, NAMED, scoring=several, cv=3, n_jobs=2)
    theirs = cross_validate(LogisticRegression(), X, NAMED == "bad", scoring=("roc_auc", "neg_brier_score"), cv=3)
    assert found["test_roc_auc"] == pytest.approx(theirs["test_roc_auc"], rel=1e-9)  # models fitted to turned labels
    assert found["test_brier_score"] == pytest.approx(theirs["test_neg_brier_score"], rel=1e-3)


@pytest.mark.parametrize("search", [GridSearchCV, RandomizedSearchCV])
def test_searches(search):
    space = {"C": [1e-4, 1.0]}
    more = {"n_iter": 2, "random_state": 0} if search is RandomizedSearchCV else {}
    several = search(LogisticRegression(), space, scoring=gn.scorer("ks, log_loss", positive="bad"), refit="log_loss", cv=3, **more)
    several.fit(X, NAMED)
    assert {"mean_test_ks", "mean_test_log_loss"} <= set(several.cv_results_)
    assert several.best_params_ == {"C": 1.0}  # the loss is negated: the best is the highest
    alone = search(LogisticRegression(), space, scoring=gn.scorer("log_loss", positive="bad"), cv=3, **more).fit(X, NAMED)
    assert alone.best_score_ == several.cv_results_["mean_test_log_loss"].max()


def test_beside_scikit_learns_scorers_each_has_its_own_column():
    """Scorers in one dictionary share scikit-learn's cache, which keeps one column by the method's name."""
    scoring = {"theirs": "roc_auc", "bad": gn.scorer("lift_at@0.1", positive="bad"), "good": gn.scorer("lift_at@0.1", positive="good")}
    found = cross_validate(LogisticRegression(), X, NAMED, scoring=scoring, cv=3)
    for name in ("bad", "good"):
        alone = cross_validate(LogisticRegression(), X, NAMED, scoring=scoring[name], cv=3)
        assert found[f"test_{name}"].tolist() == alone["test_score"].tolist()
    assert found["test_bad"].tolist() != found["test_good"].tolist()


@pytest.mark.parametrize("positive", ["bad", "good"])
def test_tuning_of_a_threshold(positive):
    scoring = gn.scorer("f1", positive=positive)
    theirs = make_scorer(f1_score, pos_label=positive)
    ours, other = (
        TunedThresholdClassifierCV(LogisticRegression(), scoring=one, cv=3, thresholds=20).fit(X, NAMED) for one in (scoring, theirs)
    )
    assert ours.best_threshold_ == other.best_threshold_
    assert ours.best_score_ == pytest.approx(other.best_score_, rel=1e-12)
    assert (ours.predict(X) == other.predict(X)).all()
    negated = TunedThresholdClassifierCV(LogisticRegression(), scoring=gn.scorer("error_rate", positive=positive), cv=3, thresholds=9)
    assert -0.5 < negated.fit(X, NAMED).best_score_ < 0


@pytest.mark.parametrize(("reference", "theirs"), [("mcc", "matthews_corrcoef"), ("precision", "precision")])
def test_thresholds_without_a_value_are_not_the_best(reference, theirs):
    """At thresholds that call every row alike there is no coefficient; scikit-learn takes NaN for the largest of numbers."""
    rows, y = make_classification(300, random_state=0)
    tuned = {
        name: TunedThresholdClassifierCV(LogisticRegression(), scoring=scoring, cv=3).fit(rows, y)
        for name, scoring in (("ours", gn.scorer(reference)), ("theirs", theirs))
    }
    assert tuned["ours"].best_threshold_ == tuned["theirs"].best_threshold_
    assert tuned["ours"].best_score_ == pytest.approx(tuned["theirs"].best_score_, rel=1e-12)
    with pytest.raises(gn.UndefinedMetricError):
        TunedThresholdClassifierCV(LogisticRegression(), scoring=gn.scorer("lr_minus"), cv=3).fit(rows, y)


def test_tuning_by_several_metrics_is_refused():
    with raises_id("compat.scorer_metrics_too_many", references="f1, mcc"):
        TunedThresholdClassifierCV(LogisticRegression(), scoring=gn.scorer("f1,mcc"), cv=3).fit(*make_classification(60, random_state=0))


def test_tuning_of_a_threshold_by_scores_is_refused():
    tuned = TunedThresholdClassifierCV(LogisticRegression(), scoring=gn.scorer("roc_auc"), cv=3)
    with raises_id("compat.metric_reads_no_labels", reference="roc_auc"):
        tuned.fit(X, Y)


def test_scorers_travel():
    for one in (gn.scorer("f1@0.3", positive="bad"), gn.scorer("roc_auc, brier_score", positive="bad"), gn.scorer("gini")):
        for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), clone(one, safe=False)):
            assert repr(other) == repr(one)
    again = pickle.loads(pickle.dumps(gn.scorer("roc_auc, brier_score", positive="bad")))
    assert again(MODEL, X, NAMED) == gn.scorer("roc_auc, brier_score", positive="bad")(MODEL, X, NAMED)
    clone(GridSearchCV(LogisticRegression(), {"C": [1.0]}, scoring=gn.scorer("ks", positive="bad"))).fit(X, NAMED)


def test_usual_classes_need_no_name():
    for labels in (Y, Y == 1, Y * 2 - 1):
        model = LogisticRegression().fit(X, labels)
        assert gn.scorer("roc_auc")(model, X, labels) == gn.roc_auc(Y, model.predict_proba(X)[:, 1])


REFUSED = [
    ("roc_auc", "ugly", MODEL, NAMED, r"positive='ugly' is not among the classes .*'bad', 'good'"),
    ("f1", "ugly", MODEL, NAMED, r"positive='ugly' is not among the classes"),
    ("roc_auc", None, MODEL, NAMED, r"say which is positive: positive='bad' or positive='good'"),
    ("f1", None, MODEL, NAMED, r"say which is positive"),
    ("log_loss", "bad", LinearSVC().fit(X, NAMED), NAMED, r"LinearSVC has no predict_proba; wrap it in CalibratedClassifierCV"),
    ("roc_auc", None, LinearRegression().fit(X, Y), Y, r"LinearRegression has no classes_"),
    ("roc_auc", None, IsolationForest(n_estimators=2).fit(X), Y, r"IsolationForest has no classes_"),
    ("ks", "ash", LogisticRegression().fit(X3, NAMED3), NAMED3, r"positive= goes with two classes"),
    ("f1", None, LogisticRegression().fit(X3, NAMED3), NAMED3, r"write f1\(average=macro\)"),
    ("f1@0.5", None, LogisticRegression().fit(X3, NAMED3), NAMED3, r"f1@0.5 reads one score a row, and there are 3 classes"),
    ("roc_auc", None, make_pipeline(SVC(decision_function_shape="ovo")).fit(X3, NAMED3), NAMED3, r'set decision_function_shape="ovr"'),
    ("gauc", "bad", MODEL, NAMED, r"gauc is a mean over groups"),
    ("f1(average=macro)@0.5", None, LogisticRegression().fit(X, Y), Y, r"averages go with labels of several classes"),
]


@pytest.mark.parametrize(
    ("reference", "positive", "model", "labels", "said"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_refusals(reference, positive, model, labels, said):
    named = {} if positive is None else {"positive": positive}
    with pytest.raises(gn.InputError, match=said):
        gn.scorer(reference, **named)(model, X3 if labels is NAMED3 else X, labels)


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("mbe", "better at neither end"),
        ("roc_curve", "is a curve, not one value"),
        ("silhouette", "row by row"),
        ("detection_ap", "row by row"),
        ("precision_at_recall", "needs recall="),
        ("roc_auc, auc", "roc_auc is named twice"),
        ("", "names no metric"),
        ("f1(multiclass=ovo)", "leave it out"),
        ("rocauc1", "there is no metric"),
    ],
)
def test_references_that_no_scorer_can_be_made_of(reference, said):
    with pytest.raises(gn.InputError, match=said):
        gn.scorer(reference)


def test_a_fold_without_a_value():
    one = NAMED == "bad"
    with pytest.warns(gn.UndefinedMetricWarning):
        assert np.isnan(gn.scorer("roc_auc", positive="bad")(MODEL, X[one], NAMED[one]))
    assert gn.scorer("roc_auc", positive="bad", undefined=0.5)(MODEL, X[one], NAMED[one]) == 0.5
    with pytest.raises(gn.UndefinedMetricError):
        gn.scorer("roc_auc", positive="bad", undefined="raise")(MODEL, X[one], NAMED[one])
    with raises_id("core.undefined_option_unknown"):
        gn.scorer("roc_auc", undefined="never")


def test_several_labels_a_row():
    tags = np.column_stack([Y, 1 - Y])
    model = OneVsRestClassifier(LogisticRegression()).fit(X, tags)
    assert gn.scorer("hamming_loss")(model, X, tags) == -gn.hamming_loss(tags, model.predict(X))
