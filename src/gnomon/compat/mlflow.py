"""gnomon beside MLflow: evaluations logged to a run, and an evaluator that ``mlflow.models.evaluate(..., evaluators="gnomon")`` calls.

The evaluator runs where it is named, and only there: to install gnomon changes no other call.
"""

import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import mlflow
import numpy as np
from mlflow.entities import Metric
from mlflow.models import EvaluationArtifact, EvaluationResult
from mlflow.models.evaluation.base import ModelEvaluator

from ..errors import InputError
from ..evaluation import Evaluation, evaluate
from ..evaluation.drawing import drawn_alone
from ..files import write_file

MODEL_TYPES = ("classifier", "regressor")
REPORT, SAVED = "report.html", "evaluation.gnomon"
FIRST_ROWS = 10_000
"""As many rows of a Spark frame does MLflow hand to evaluators."""


def metric_name(reference: str) -> str:
    """A reference in letters that MLflow allows on every system, and that its searches take without quotes.

    >>> metric_name("roc_auc"), metric_name("f_score(beta=2,macro=f-of-means)@0.3"), metric_name(".."), metric_name("../a")
    ('roc_auc', 'f_score_beta_2_macro_f-of-means_at_0.3', 'unnamed', '_a')
    """
    return "_".join(re.sub(r"[^\w.\-]+", " ", reference.replace("@", " at ")).split()).lstrip(".") or "unnamed"


def metrics_of(evaluation: Evaluation, prefix: str = "") -> dict[str, float]:
    """Every value of the whole with the ends of its interval: ``roc_auc``, ``roc_auc_low``, ``roc_auc_high``.

    Of several models each has a folder of its own. What is undefined is left out, as MLflow knows no reasons; the report has them.
    """
    found = {f"{prefix}rows": float(evaluation.rows)}
    for (model, reference), value in evaluation.values.items():
        folder = f"{metric_name(model)}/" if len(evaluation.models) > 1 else ""
        name = f"{prefix}{folder}{metric_name(reference)}"
        if name in found:
            raise InputError(
                "compat.mlflow_name_conflict",
                reference=reference,
                model=model,
                name=name,
            )
        found |= {name: float(value), f"{name}_low": value.low, f"{name}_high": value.high}  # type: ignore[dict-item]  # left out below
    return {name: value for name, value in found.items() if value is not None and value == value}


def log(evaluation: Evaluation, run_id: str | None = None, prefix: str = "", lang: str = "en") -> str:
    """Log an evaluation to a run: its metrics, its page, its figures and itself. The run's id is returned.

    Without ``run_id`` it is the active run, or a new one.
    """
    if run_id is None and mlflow.active_run() is None:
        with mlflow.start_run() as run:
            _log(evaluation, run.info.run_id, prefix, lang)
            return str(run.info.run_id)
    chosen = run_id if run_id is not None else mlflow.active_run().info.run_id
    _log(evaluation, chosen, prefix, lang)
    return str(chosen)


def _log(evaluation: Evaluation, run_id: str, prefix: str, lang: str) -> tuple[dict[str, float], dict[str, "FileArtifact"]]:
    """What was logged: metrics by name, and artifacts."""
    client, metrics = mlflow.MlflowClient(), metrics_of(evaluation, prefix)
    now = int(time.time() * 1000)
    names = list(metrics)
    for start in range(0, len(names), 1000):  # as many as MLflow takes at a time
        client.log_batch(run_id, metrics=[Metric(name, metrics[name], now, 0) for name in names[start : start + 1000]])
    client.set_tag(run_id, "gnomon.version", evaluation.version)
    folder = "gnomon" + (f"/{metric_name(prefix.strip('/ .'))}" if prefix.strip("/ .") else "")
    root = client.get_run(run_id).info.artifact_uri.rstrip("/")
    logged = {}
    with tempfile.TemporaryDirectory() as here:
        for path in _written(evaluation, Path(here), lang):
            client.log_artifact(run_id, str(path), folder if path.parent == Path(here) else f"{folder}/{path.parent.name}")
            local = path.relative_to(here).as_posix()
            logged[f"{prefix}{local}"] = FileArtifact(f"{root}/{folder}/{local}", path.read_bytes())
    return metrics, logged


def _written(evaluation: Evaluation, folder: Path, lang: str) -> Iterator[Path]:
    """The files of an evaluation: its page, itself to be loaded and compared later, and its figures where matplotlib is installed."""
    yield evaluation.report(folder / REPORT, lang=lang)
    yield evaluation.save(folder / SAVED)
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    (folder / "figures").mkdir()
    for name, axes in drawn_alone(evaluation):
        path = folder / "figures" / f"{metric_name(name)}.png"
        axes.figure.savefig(path, dpi=110, bbox_inches="tight")
        pyplot.close(axes.figure)
        yield path


class FileArtifact(EvaluationArtifact):  # type: ignore[misc]  # MLflow has no types that are followed here
    """A file that was logged; its content is its bytes."""

    def _save(self, output_artifact_path: Any) -> None:
        write_file(Path(output_artifact_path), self._content)

    def _load_content_from_file(self, local_artifact_path: Any) -> bytes:
        self._content = Path(local_artifact_path).read_bytes()
        return bytes(self._content)


class GnomonEvaluator(ModelEvaluator):  # type: ignore[misc]  # MLflow has no types that are followed here
    """The evaluator that MLflow knows as "gnomon".

    ``evaluator_config`` holds the options of :func:`gnomon.evaluate` (``positive``, ``metrics``, ``by``, ``score``, …), and besides

    - ``data``: a table to evaluate in place of what MLflow hands over, as a Spark frame, of which that is only the first rows;
    - ``metric_prefix``: what names of metrics begin with; ``lang``: the language of the report.
    """

    @classmethod
    def can_evaluate(cls, *, model_type: object, evaluator_config: object, **kwargs: Any) -> bool:
        """Whether it is a classifier or a regressor, and somebody asked for gnomon: where none is named MLflow tries all."""
        return model_type in MODEL_TYPES and sys._getframe(1).f_code.co_name != "resolve_evaluators_and_configs"

    def evaluate(
        self,
        *,
        model_type: str,
        dataset: Any,
        run_id: str,
        evaluator_config: Mapping[str, Any],
        model: Any = None,
        predictions: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """Evaluate, log to the run, and return what was logged."""
        options = {key: value for key, value in evaluator_config.items() if key != "col_mapping"}
        prefix, lang = str(options.pop("metric_prefix", "") or ""), options.pop("lang", "en")
        given = options.pop("data", None)
        if given is None:
            refuse_first_rows(dataset, run_id)
        data = table_of(dataset) if given is None else given
        said: dict[str, Any] = {"label": dataset.targets_name or "target"}
        if model is not None:
            features = dataset.features_data if given is None else features_of(given, dataset)
            data, columns = predicted(model, model_type, data, features, predictions, options)
            said |= columns
        elif not {"score", "prediction"} & options.keys():
            said["prediction"] = _predictions_of(dataset, model_type)
        if model_type == "regressor":
            said["task"] = "regression"
        metrics, artifacts = _log(evaluate(data, **{**said, **options}), run_id, prefix, lang)
        return EvaluationResult(metrics=metrics, artifacts=artifacts, run_id=run_id)


def table_of(dataset: Any) -> Any:
    """Features, targets and predictions of MLflow's data set in one frame, so that any of them can be sliced by or weighed with."""
    import pandas as pd

    features = dataset.features_data
    frame = features.copy(deep=False) if isinstance(features, pd.DataFrame) else pd.DataFrame(features, columns=dataset.feature_names)
    frame[dataset.targets_name or "target"] = dataset.labels_data
    if dataset.has_predictions:
        frame[dataset.predictions_name] = dataset.predictions_data
    return frame


def refuse_first_rows(dataset: Any, run_id: str) -> None:
    """Refuse the first rows of a Spark frame in the place of all: MLflow does not say, but its record of the frame does."""
    if len(dataset.features_data) != FIRST_ROWS:
        return
    inputs = mlflow.MlflowClient().get_run(run_id).inputs.dataset_inputs
    digest = getattr(dataset, "digest", None)  # MLflow 2 keeps no record of a frame
    profiles = [json.loads(one.dataset.profile or "{}") or {} for one in inputs if one.dataset.digest == digest]
    if not profiles or any("approx_count" in profile or not profile for profile in profiles):
        raise InputError(
            "compat.mlflow_spark_rows_cut",
            rows=FIRST_ROWS,
        )


def _predictions_of(dataset: Any, model_type: str) -> str:
    """The column of predictions."""
    if not dataset.has_predictions:
        raise InputError("compat.mlflow_predictions_missing")
    if model_type == "classifier":
        _refuse_fractions(dataset.predictions_data, dataset.predictions_name)
    return str(dataset.predictions_name)


def _refuse_fractions(values: Any, name: str) -> None:
    """A classifier's predictions are labels: that they are scores must be said, since 0 and 1 could be either."""
    if values.dtype.kind == "f" and ((values % 1) != 0).any():
        raise InputError(
            "compat.mlflow_predictions_are_fractions",
            name=name,
        )


def features_of(data: Any, dataset: Any) -> Any:
    """What a model reads of a table that was handed over: the columns that MLflow's data set has as features."""
    import pandas as pd

    if not isinstance(data, pd.DataFrame):
        raise InputError(
            "compat.mlflow_data_not_pandas",
            type=type(data).__name__,
        )
    lacking = [name for name in dataset.feature_names if name not in data.columns]
    if lacking:
        raise InputError("compat.mlflow_model_column_missing", name=lacking[0])
    return data[list(dataset.feature_names)]


def predicted(
    model: Any, model_type: str, data: Any, features: Any, output: str | None, options: Mapping[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """The table with what the model says of each row, in the column "prediction", and which columns say it."""
    import pandas as pd

    said = model.predict(features)
    said = np.asarray(said if output is None else said[output])
    said = said[:, 0] if said.shape[1:] == (1,) else said
    if said.ndim != 1:
        raise InputError("compat.mlflow_model_columns_too_many", columns=said.shape[-1])
    frame, name = data.copy(deep=False), _free("prediction", data)
    frame[name] = said
    if options.get("score") == name:
        return frame, {}
    raw = _raw(model) if model_type == "classifier" and "score" not in options else None
    if model_type == "classifier":
        _refuse_fractions(said, name)
    if raw is None:
        return frame, {"prediction": name}
    scores = {label: _free(f"score of {label}", frame) for label in raw.classes_.tolist()}
    frame = pd.concat([frame, pd.DataFrame(raw.predict_proba(features), columns=list(scores.values()), index=frame.index)], axis=1)
    if len(scores) > 2:
        return frame, {"prediction": name, "score": {"model": scores}}
    positive = options.get("positive", 1)
    if positive not in scores:
        raise InputError("compat.mlflow_positive_unknown", labels=", ".join(map(repr, scores)))
    return frame, {"prediction": name, "score": scores[positive]}


def _free(name: str, frame: Any) -> str:
    """A name that no column has."""
    return name if name not in frame.columns else _free(f"{name} of the model", frame)


def _raw(model: Any) -> Any:
    """The model behind MLflow's, where it has probabilities of classes; None where it has none."""
    try:
        raw = model.get_raw_model()
    except Exception:  # MLflow's own, or whatever a wrapper raises that has no such model
        return None
    return raw if hasattr(raw, "predict_proba") and hasattr(raw, "classes_") else None
