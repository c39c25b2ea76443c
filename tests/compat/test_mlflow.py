"""MLflow: evaluations logged to a run, and gnomon as its evaluator; the store is a folder of the test's own."""

import importlib
import json
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from components import needs
from refusals import raises_id

ROWS = 400
pytestmark = [
    pytest.mark.filterwarnings("ignore:Hint. Inferred schema contains integer column:UserWarning"),  # MLflow's, of every label
    pytest.mark.filterwarnings("ignore:Starting with pandas version 4|The inplace keyword"),  # as MLflow calls it
    pytest.mark.filterwarnings("ignore::FutureWarning:mlflow"),  # of its own stores
]


@pytest.fixture
def mlflow(tmp_path, monkeypatch):
    found = needs("mlflow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of MLflow's import hooks, once
        importlib.import_module("mlflow.models.evaluation.evaluator_registry")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    yield found
    while found.active_run() is not None:
        found.end_run()


@pytest.fixture
def no_figures(mlflow, monkeypatch):
    """Drawing takes most of the time."""
    monkeypatch.setattr("gnomon.compat.mlflow.drawn_alone", lambda evaluation: iter(()))


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, ROWS)
    p = np.clip(0.4 * y + 0.6 * rng.random(ROWS), 0, 1)
    names = np.array(["no", "yes"])
    return pd.DataFrame(
        {
            "y": y,
            "p": p,
            "q": rng.random(ROWS),
            "said": (p > 0.5).astype(int),
            "answer": names[y],
            "answered": names[(p > 0.5).astype(int)],
            "number": p * 10,
            "guess": p * 10 + rng.normal(size=ROWS),
            "region": np.where(rng.random(ROWS) < 0.5, "north", "south"),
            "weight": rng.integers(1, 3, ROWS),
        }
    )


def files(mlflow, run_id, folder="gnomon"):
    found = mlflow.MlflowClient().list_artifacts(run_id, folder)
    return {one.path for one in found if not one.is_dir} | {path for one in found if one.is_dir for path in files(mlflow, run_id, one.path)}


def test_an_evaluation_is_logged_to_the_active_run_to_a_named_one_or_to_a_new_one(mlflow, table):
    evaluation = gn.evaluate(table, label="y", score="p", metrics="roc_auc, f_score(beta=2)@0.3", by="region", replicates=100)
    with mlflow.start_run() as run:
        assert evaluation.log_to_mlflow() == run.info.run_id
    logged = mlflow.get_run(run.info.run_id).data.metrics
    auc, f2 = evaluation["roc_auc"], evaluation["f_score(beta=2)@0.3"]
    assert logged == {
        "rows": ROWS,
        "roc_auc": float(auc),
        "roc_auc_low": auc.low,
        "roc_auc_high": auc.high,
        "f_score_beta_2_at_0.3": float(f2),
        "f_score_beta_2_at_0.3_low": f2.low,
        "f_score_beta_2_at_0.3_high": f2.high,
    }
    assert mlflow.get_run(run.info.run_id).data.tags["gnomon.version"] == gn.__version__
    kept = files(mlflow, run.info.run_id)
    assert {"gnomon/report.html", "gnomon/evaluation.gnomon", "gnomon/figures/roc.png", "gnomon/figures/calibration.png"} <= kept
    again = gn.Evaluation.load(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path="gnomon/evaluation.gnomon"))
    assert again["roc_auc"] == auc
    assert evaluation.log_to_mlflow(run.info.run_id, "test/") == run.info.run_id
    assert mlflow.get_run(run.info.run_id).data.metrics["test/roc_auc"] == float(auc)
    assert "gnomon/test/report.html" in files(mlflow, run.info.run_id, "gnomon/test")
    new = evaluation.log_to_mlflow()
    assert new != run.info.run_id
    assert mlflow.active_run() is None
    assert mlflow.get_run(new).info.status == "FINISHED"
    found = mlflow.search_runs(search_all_experiments=True, filter_string="metrics.roc_auc_low > 0.5")
    assert set(found.run_id) == {run.info.run_id, new}


@pytest.mark.usefixtures("no_figures")
def test_several_models_have_folders_and_undefined_values_are_left_out(mlflow, table):
    evaluation = gn.evaluate(table, label="y", score={"new": "p", "old one": "q"}, metrics="roc_auc", replicates=100)
    logged = mlflow.get_run(evaluation.log_to_mlflow()).data.metrics
    assert logged["new/roc_auc"] == float(evaluation["roc_auc", "new"])
    assert logged["old_one/roc_auc_high"] == evaluation["roc_auc", "old one"].high
    lonely = gn.evaluate({"y": [1, 1, 1], "s": [0.1, 0.2, 0.3]}, label="y", score="s", metrics="roc_auc, brier_score", task="binary")
    assert "roc_auc" not in mlflow.get_run(lonely.log_to_mlflow()).data.metrics


def test_models_that_would_have_one_name_are_refused(mlflow):
    from gnomon.compat.mlflow import metrics_of

    rows = {"y": [0, 1, 0, 1], "a b": [0.1, 0.9, 0.2, 0.8], "a_b": [0.9, 0.1, 0.8, 0.2]}
    with raises_id("compat.mlflow_name_conflict", reference="roc_auc", model="a_b"):
        metrics_of(gn.evaluate(rows, label="y", score=["a b", "a_b"], metrics="roc_auc"))


def test_the_evaluator_runs_where_it_is_named_and_nowhere_else(mlflow, table):
    from mlflow.models.evaluation.base import resolve_evaluators_and_configs

    assert "gnomon" in mlflow.models.list_evaluators()
    assert [one.name for one in resolve_evaluators_and_configs("gnomon", None, "classifier")] == ["gnomon"]
    unnamed = [one.name for one in resolve_evaluators_and_configs(None, None, "classifier")]
    assert "classifier" in unnamed
    assert "gnomon" not in unnamed
    with pytest.raises(mlflow.MlflowException, match="could not be evaluated by any"):  # in MLflow's words
        mlflow.models.evaluate(
            data=table[["y", "p"]], targets="y", predictions="p", model_type="text", evaluators="gnomon", extra_metrics=[]
        )


def test_a_classifier_s_scores_with_the_options_of_evaluate(mlflow, table):
    options = {"score": "p", "by": "region", "weight": "weight", "metrics": "roc_auc, ks, recall@0.4", "replicates": 100}
    with mlflow.start_run() as run:
        found = mlflow.models.evaluate(
            data=table, targets="y", predictions="p", model_type="classifier", evaluators="gnomon", evaluator_config=options
        )
    evaluation = gn.evaluate(table, label="y", **options)
    logged = mlflow.get_run(run.info.run_id).data.metrics
    assert found.metrics == logged
    for reference, name in (("roc_auc", "roc_auc"), ("ks", "ks"), ("recall@0.4", "recall_at_0.4")):
        value = evaluation[reference]
        assert (logged[name], logged[f"{name}_low"], logged[f"{name}_high"]) == (float(value), value.low, value.high)
    assert {"report.html", "evaluation.gnomon", "figures/roc.png"} <= set(found.artifacts)
    assert b"north" in found.artifacts["report.html"].content
    found.save("saved")
    assert type(found).load("saved").artifacts["report.html"].content == found.artifacts["report.html"].content


@pytest.mark.usefixtures("no_figures")
def test_predicted_labels_text_and_a_prefix(mlflow, table):
    found = mlflow.models.evaluate(
        data=table[["answer", "answered"]],
        targets="answer",
        predictions="answered",
        model_type="classifier",
        evaluators=["gnomon"],
        evaluator_config={
            "gnomon": {"positive": "yes", "metrics": "f1, accuracy", "metric_prefix": "test_", "replicates": 100, "lang": "zh"}
        },
    )
    assert found.metrics["test_f1"] == gn.f1(table["answer"], table["answered"], positive="yes")
    assert found.metrics["test_accuracy"] == gn.accuracy(table["answer"], table["answered"])
    assert "评估".encode() in found.artifacts["test_report.html"].content


def test_a_regressor(mlflow, table):
    found = mlflow.models.evaluate(
        data=table[["number", "guess"]],
        targets="number",
        predictions="guess",
        model_type="regressor",
        evaluators="gnomon",
        evaluator_config={"metrics": "rmse, r2", "replicates": 100},
    )
    assert found.metrics["rmse"] == gn.rmse(table["number"], table["guess"])
    assert found.metrics["r2_low"] < found.metrics["r2"] < found.metrics["r2_high"]


@pytest.mark.usefixtures("no_figures")
def test_models_are_asked_for_what_they_say_and_for_probabilities(mlflow, table):
    """The function of a user has predictions alone; a model of scikit-learn also the probability of the class that is named."""
    if mlflow.__version__ < "2.22":
        pytest.importorskip("flask")  # which that MLflow imports and its small package does not bring
    plain = mlflow.models.evaluate(
        lambda frame: (frame["p"] > 0.3).astype(int),
        data=table[["p", "q", "y"]],
        targets="y",
        model_type="classifier",
        evaluators="gnomon",
        evaluator_config={"metrics": "f1", "replicates": 100},
    )
    assert plain.metrics["f1"] == gn.f1(table["y"], table["p"] > 0.3)
    for features in (table[["p", "q", "y"]], table[["p", "q"]].to_numpy()):  # a frame with names, an array without
        targets = "y" if isinstance(features, pd.DataFrame) else table["y"].to_numpy()
        scored = mlflow.models.evaluate(
            lambda rows: rows["p"] if isinstance(rows, pd.DataFrame) else rows[:, 0],
            data=features,
            targets=targets,
            model_type="classifier",
            evaluators="gnomon",
            evaluator_config={"metrics": "roc_auc", "score": "prediction", "replicates": 100},
        )
        assert scored.metrics["roc_auc"] == gn.roc_auc(table["y"], table["p"])
    handed = {"data": table, "by": "region", "weight": "weight", "metrics": "accuracy", "replicates": 100}
    more = mlflow.models.evaluate(  # what slices and weighs is no feature of the model
        lambda frame: (frame["p"] > 0.5).astype(int),
        data=table[["p", "q", "y"]],
        targets="y",
        model_type="classifier",
        evaluators="gnomon",
        evaluator_config=handed,
    )
    assert more.metrics["accuracy"] == gn.accuracy(table["y"], table["p"] > 0.5, weight=table["weight"])
    for labels, options in (("answer", {"positive": "no"}), ("y", {}), ("third", {})):
        data = table[["p", "q"]].assign(label=np.digitize(table["p"], [0.3, 0.6]) if labels == "third" else table[labels])
        model, path = saved(mlflow, data, labels)
        config = {"metrics": "roc_auc, accuracy", "replicates": 100, **options}
        found = mlflow.models.evaluate(
            path, data=data, targets="label", model_type="classifier", evaluators="gnomon", evaluator_config=config
        )
        scores = model.predict_proba(data[["p", "q"]])
        if len(model.classes_) == 2:
            place = list(model.classes_).index(options.get("positive", 1))
            wanted = gn.roc_auc(data["label"], scores[:, place], **options)
        else:
            wanted = gn.roc_auc(data["label"], scores, multiclass="ovr")
        assert found.metrics["roc_auc"] == pytest.approx(wanted, rel=1e-12)
        assert found.metrics["accuracy"] == gn.accuracy(data["label"], model.predict(data[["p", "q"]]))
    data = table[["p", "q"]].assign(label=table["answer"])
    with raises_id("compat.mlflow_positive_unknown", labels="'no', 'yes'"):
        mlflow.models.evaluate("answer", data=data, targets="label", model_type="classifier", evaluators="gnomon")


def saved(mlflow, data, path):
    """A model of scikit-learn, and the folder it was saved to."""
    import mlflow.sklearn
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression().fit(data[["p", "q"]], data["label"])
    mlflow.sklearn.save_model(model, path, serialization_format="cloudpickle", pip_requirements=[])
    return model, path


def test_what_is_refused(mlflow, table):
    def evaluated(data, **options):
        given = {"targets": "y", "model_type": "classifier", "evaluators": "gnomon"} | options
        return mlflow.models.evaluate(data=data, **given)

    with raises_id("compat.mlflow_predictions_are_fractions", name="p"):
        evaluated(table, predictions="p")
    with raises_id("compat.mlflow_predictions_missing"):
        evaluated(table)
    with pytest.raises(TypeError, match="unexpected keyword argument 'metrix'; did you mean metrics="):
        evaluated(table, predictions="said", evaluator_config={"metrix": "f1"})
    with raises_id("compat.mlflow_predictions_are_fractions", name="prediction"):
        evaluated(table[["p", "y"]], model=lambda frame: frame["p"])
    with raises_id("compat.mlflow_model_columns_too_many", columns=2):
        evaluated(table[["p", "y"]], model=lambda frame: np.zeros((len(frame), 2)))
    with raises_id("compat.mlflow_model_column_missing", name="q"):
        evaluated(table[["p", "q", "y"]], model=lambda frame: frame["p"] > 0.5, evaluator_config={"data": table[["p", "y"]]})
    with raises_id("compat.mlflow_data_not_pandas", type="dict"):
        evaluated(table, model=lambda frame: frame["p"] > 0.5, evaluator_config={"data": {"y": [0, 1]}})


def test_the_first_rows_of_a_spark_frame_are_not_taken_for_all(mlflow, table, monkeypatch):
    """What MLflow records of a Spark frame is told here; tests/spark has a real one."""
    from gnomon.compat import mlflow as ours

    class Told:
        def __init__(self, rows, digest):
            self.features_data, self.digest = np.zeros((rows, 1)), digest

    profiles = {"spark": {"approx_count": 12345}, "connect": None, "pandas": {"num_rows": 10_000}}
    for kind, profile in profiles.items():
        with mlflow.start_run() as run:
            entity = mlflow.entities.Dataset(name="n", digest=kind, source_type="code", source="s", profile=json.dumps(profile))
            mlflow.MlflowClient().log_inputs(run.info.run_id, [mlflow.entities.DatasetInput(dataset=entity)])
        ours.refuse_first_rows(Told(9_999, kind), run.info.run_id)
        if kind == "pandas":
            ours.refuse_first_rows(Told(10_000, kind), run.info.run_id)
        else:
            with raises_id("compat.mlflow_spark_rows_cut", rows=10000):
                ours.refuse_first_rows(Told(10_000, kind), run.info.run_id)


@pytest.mark.usefixtures("no_figures")
def test_ten_thousand_rows_of_a_frame_are_all_rows(mlflow, table):
    many = pd.concat([table[["y", "said"]]] * 25, ignore_index=True)
    asked = {"targets": "y", "predictions": "said", "model_type": "classifier", "evaluators": "gnomon"}
    options = {"metrics": "accuracy", "ci": None}
    if mlflow.__version__ < "3":  # it does not say whether they are the first rows of a Spark frame
        with pytest.raises(gn.InputError, match="the first 10,000 rows of a Spark frame"):
            mlflow.models.evaluate(data=many, **asked, evaluator_config=options)
        options["data"] = many
    found = mlflow.models.evaluate(data=many, **asked, evaluator_config=options)
    assert found.metrics == {"rows": 10_000.0, "accuracy": gn.accuracy(table["y"], table["said"])}


def test_without_mlflow_there_is_a_remedy(table, monkeypatch):
    for name in ("mlflow", "gnomon.compat.mlflow"):
        monkeypatch.setitem(sys.modules, name, None)
    with raises_id("evaluation.mlflow_missing"):
        gn.evaluate(table, label="y", score="p", metrics="roc_auc", ci=None).log_to_mlflow()


def test_without_matplotlib_there_are_no_figures(mlflow, table, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    evaluation = gn.evaluate(table, label="y", score="p", metrics="roc_auc", ci=None)
    assert files(mlflow, evaluation.log_to_mlflow()) == {"gnomon/report.html", "gnomon/evaluation.gnomon"}
