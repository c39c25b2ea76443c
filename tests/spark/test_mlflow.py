"""MLflow's evaluator on a cluster: the frame that is handed over is evaluated whole, the first rows in its place are refused."""

import importlib
import warnings

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from components import needs


@pytest.fixture
def mlflow(tmp_path, monkeypatch):
    found = needs("mlflow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of MLflow's import hooks, once
        importlib.import_module("mlflow.models.evaluation.evaluator_registry")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", str(tmp_path / "runs"))
    return found


@pytest.mark.filterwarnings("ignore")  # of MLflow and PySpark about pandas, and about each other
def test_all_rows_of_a_frame_are_logged(mlflow, frame):
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 12_000)
    table = pd.DataFrame({"y": y, "p": 0.3 * y + 0.7 * rng.random(12_000)})
    rows = frame(table, 6_000)
    asked = {"targets": "y", "model_type": "classifier", "evaluators": "gnomon"}
    options = {"score": "p", "metrics": "roc_auc", "replicates": 100}
    with pytest.raises(gn.InputError, match="MLflow hands over the first 10,000 rows of a Spark frame, and no more"):
        mlflow.models.evaluate(data=rows, predictions="p", evaluator_config=options, **asked)
    some = table.head(20)  # what MLflow makes of the frame is not needed, and takes most of the time
    found = mlflow.models.evaluate(data=some, predictions="p", evaluator_config={"data": rows, **options}, **asked)
    assert found.metrics["rows"] == 12_000
    assert found.metrics["roc_auc"] == gn.roc_auc(table["y"], table["p"])
