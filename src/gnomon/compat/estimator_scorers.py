"""Scorers as scikit-learn has them, which its searches and its tuning of thresholds look into. Imported where one is made."""

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
from sklearn.metrics._scorer import _cached_call, _MultimetricScorer, _Scorer
from sklearn.utils.metadata_routing import _routing_enabled, process_routing

from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..inputs.labels import choices, plain
from ..messages.language import listed, say
from .row_metric import RowMetric

Parameter = inspect.Parameter


class Responses:
    """What an estimator says of some rows, asked once for each method however many metrics read it.

    Columns of ``predict_proba`` are taken here, of the class that is meant: scikit-learn's own cache keeps one column by the method's
    name, whichever class it was asked for.
    """

    def __init__(self, estimator: object, X: object, predict: Callable[[], Any]) -> None:
        self.estimator, self.X, self._predict = estimator, X, predict
        self._said: dict[str, Any] = {}

    @property
    def named(self) -> str:
        """What the estimator is called."""
        return type(self.estimator).__name__

    @property
    def classes(self) -> list[Any] | None:
        """The classes in the order of columns; None where the estimator has none, or several outputs."""
        classes = getattr(self.estimator, "classes_", None)
        return None if classes is None or isinstance(classes, list) else [plain(one) for one in classes]

    def predicted(self) -> Any:
        """What ``predict`` says."""
        return self._asked("predict", self._predict)

    def scored(self, metric: RowMetric) -> tuple[str, Any]:
        """The method that gives scores, and what it says."""
        for method in ("predict_proba", "decision_function"):
            if hasattr(self.estimator, method):
                if metric.probable and method != "predict_proba":
                    raise InputError(
                        "compat.estimator_probabilities_missing",
                        reference=metric.name,
                        estimator=self.named,
                    )
                return method, np.asarray(self._asked(method, partial(getattr(self.estimator, method), self.X)))
        raise InputError(
            "compat.estimator_scores_missing",
            reference=metric.name,
            estimator=self.named,
        )

    def of_class(self, metric: RowMetric, positive: object) -> Any:
        """The scores of the positive one of two classes."""
        classes = self.known_classes(metric)
        place = self.place(positive, classes)
        method, said = self.scored(metric)
        if said.ndim == 2 and said.shape[1] == len(classes):
            return said[:, place]
        if method == "decision_function" and said.ndim == 1:
            return said if place == len(classes) - 1 else -said
        raise InputError(
            "compat.estimator_shape_mismatch",
            method=method,
            estimator=self.named,
            shape=said.shape,
            count=len(classes),
        )

    def of_classes(self, metric: RowMetric) -> Any:
        """The scores of all classes, a column each."""
        method, said = self.scored(metric)
        if method == "decision_function" and getattr(_last(self.estimator), "decision_function_shape", "ovr") == "ovo":
            raise InputError("compat.estimator_scores_of_pairs", estimator=self.named)
        return said

    def known_classes(self, metric: RowMetric) -> list[Any]:
        """The classes, without which no column is known to be any class's."""
        if self.classes is None:
            raise InputError(
                "compat.estimator_classes_missing",
                reference=metric.name,
                estimator=self.named,
            )
        return self.classes

    def place(self, positive: object, classes: list[Any]) -> int:
        """The place of the positive class among the estimator's."""
        shown = listed(map(repr, classes))
        if positive is DEFAULT_POSITIVE and not (set(classes) <= {0, 1} or set(classes) <= {-1, 1}):
            raise InputError(
                "compat.estimator_positive_ambiguous",
                estimator=self.named,
                shown=shown,
                choices=choices(tuple(classes)),
            )
        if positive not in classes:
            raise InputError(
                "compat.estimator_positive_unknown",
                positive=positive,
                estimator=self.named,
                shown=shown,
            )
        return classes.index(positive)

    def _asked(self, method: str, ask: Callable[[], Any]) -> Any:
        if method not in self._said:
            self._said[method] = ask()
        return self._said[method]


def _last(estimator: object) -> Any:
    """The estimator that predicts: the best of a search, the last of a pipeline."""
    while True:
        if hasattr(estimator, "best_estimator_"):
            estimator = estimator.best_estimator_
        elif hasattr(estimator, "steps"):
            estimator = estimator.steps[-1][1]
        else:
            return estimator


class ScoreFunction:
    """What scikit-learn calls with labels that it made itself of scores, as the tuning of a threshold does."""

    def __init__(self, metric: RowMetric) -> None:
        self.metric = metric
        self.__name__ = metric.name

    @property
    def __signature__(self) -> inspect.Signature:
        """Which metadata a scorer may ask for is read from here."""
        asked = [*(["sample_weight"] if self.metric.weighted else []), *(["group"] if self.metric.grouped else [])]
        rows = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("y_true", "y_pred")]
        return inspect.Signature([*rows, *(Parameter(name, Parameter.KEYWORD_ONLY, default=None) for name in asked)])

    def __call__(self, y_true: Any, y_pred: Any, *, pos_label: Any = DEFAULT_POSITIVE, sample_weight: Any = None) -> float:
        if self.metric.reads != "labels":
            raise InputError(
                "compat.metric_reads_no_labels",
                reference=self.metric.name,
            )
        return self._chosen_by.of_labels(y_true, y_pred, positive=pos_label, weight=sample_weight)

    @property
    def _chosen_by(self) -> RowMetric:
        """The metric with its worst value where it has none: scikit-learn would take a threshold of NaN for the best."""
        if self.metric.undefined != "warn":
            return self.metric
        worst = (self.metric.entry.range or (-math.inf, math.inf))[0 if self.metric.higher else 1]
        return RowMetric(self.metric.text, worst if math.isfinite(worst) else "raise")


class EstimatorScorer(_Scorer):  # type: ignore[misc]  # scikit-learn has no types
    """A scorer of one metric: ``scorer(estimator, X, y)``."""

    def __init__(self, metric: RowMetric, positive: object = DEFAULT_POSITIVE) -> None:
        self.metric, self.positive = metric, positive
        scores = metric.reads in ("scores", "classes")
        super().__init__(
            score_func=ScoreFunction(metric),
            sign=1 if metric.higher else -1,
            kwargs={} if positive is DEFAULT_POSITIVE else {"pos_label": positive},
            response_method=("predict_proba", "decision_function", *(["predict"] if metric.grouped else [])) if scores else "predict",
        )

    def __repr__(self) -> str:
        said = f"scorer({self.metric.name!r}"
        if self.positive is not DEFAULT_POSITIVE:
            said += f", positive={self.positive!r}"
        return f"{said})" if self.metric.higher else f"{said}; negated, since lower is better)"

    def __call__(self, estimator: Any, X: Any, y_true: Any, *, sample_weight: Any = None, **metadata: Any) -> float:
        """The score of an estimator on rows."""
        return self._score(partial(_cached_call, None), estimator, X, y_true, sample_weight=sample_weight, **metadata)

    def set_score_request(self, **requests: Any) -> "EstimatorScorer":
        """Ask for metadata, where scikit-learn routes them; those that the metric cannot read are refused."""
        for name, request in requests.items():
            if request not in (False, None):
                self._known(name)
        return super().set_score_request(**requests)  # type: ignore[no-any-return]

    def _get_pos_label(self) -> Any:
        return self._kwargs.get("pos_label")

    def _known(self, name: str) -> None:
        if name == "sample_weight":
            self.metric.refuse_weights(say("compat.remedy_leave_them_out"))
        elif name not in inspect.signature(self._score_func).parameters:
            raise InputError("compat.argument_not_read", reference=self.metric.name, name=name)

    def _score(self, method_caller: Any, estimator: Any, X: Any, y_true: Any, **metadata: Any) -> float:
        return self.of_responses(Responses(estimator, X, partial(method_caller, estimator, "predict", X)), y_true, **metadata)

    def of_responses(self, said: Responses, y_true: object, **metadata: Any) -> float:
        """The score of what an estimator said."""
        given = {name: value for name, value in metadata.items() if value is not None}
        for name in given:
            self._known(name)
        return float(self._sign * self._value(said, y_true, given.get("sample_weight"), given.get("group")))

    def _value(self, said: Responses, y_true: object, weight: object, group: object) -> float:
        metric = self.metric
        if metric.reads == "numbers":
            return metric.of_numbers(y_true, said.predicted(), weight=weight)
        if metric.reads == "labels":
            return metric.of_labels(y_true, said.predicted(), positive=self._class_of_labels(said), weight=weight)
        if metric.grouped and said.classes is None:  # what only ranks, as LightGBM's rankers do
            return metric.of_scores(y_true, said.predicted(), weight=weight, group=group)
        classes = said.known_classes(metric)
        if metric.reads == "classes" or (metric.averaged and metric.cut is None) or len(classes) > 2:
            if self.positive is not DEFAULT_POSITIVE:
                raise InputError("compat.positive_with_class_columns")
            return metric.of_classes(y_true, said.of_classes(metric), classes, weight=weight)
        return metric.of_scores(y_true, said.of_class(metric, self.positive), positive=self.positive, weight=weight, group=group)

    def _class_of_labels(self, said: Responses) -> Any:
        """The positive class of a metric of labels, which must be one of the two that there are."""
        classes = said.classes
        if classes is None or not self.metric.one_class:
            return self.positive
        if len(classes) > 2:
            raise InputError(
                "compat.metric_of_two_classes",
                reference=self.metric.name,
                estimator=said.named,
                count=len(classes),
                name=self.metric.entry.name,
            )
        said.place(self.positive, classes)
        return self.positive


class EstimatorScorers(_MultimetricScorer):  # type: ignore[misc]  # scikit-learn has no types
    """A scorer of several metrics, which an estimator predicts for once: a dictionary of their scores."""

    def __init__(self, scorers: Mapping[str, EstimatorScorer]) -> None:
        super().__init__(scorers=dict(scorers), raise_exc=True)

    def __repr__(self) -> str:
        return f"scorers({', '.join(map(repr, self._scorers.values()))})"

    @property
    def _score_func(self) -> Any:
        """What scikit-learn looks for where it chooses by one metric, as the tuning of a threshold does."""
        raise InputError(
            "compat.scorer_metrics_too_many",
            references=listed(self._scorers),
        )

    def __call__(self, estimator: Any, X: Any, y_true: Any = None, **metadata: Any) -> dict[str, float]:
        """The scores of an estimator on rows, by reference."""
        if _routing_enabled():
            routed = process_routing(self, "score", **metadata)
            given = {name: routed[name].score for name in self._scorers}
        else:
            given = {name: {one: metadata[one] for one in self._asked_of(scorer, metadata)} for name, scorer in self._scorers.items()}
        said = Responses(estimator, X, partial(_cached_call, None, estimator, "predict", X))
        return {name: scorer.of_responses(said, y_true, **given[name]) for name, scorer in self._scorers.items()}

    def set_score_request(self, **requests: Any) -> "EstimatorScorers":
        """Ask for metadata, for all metrics alike."""
        for scorer in self._scorers.values():
            scorer.set_score_request(**{name: requests[name] for name in self._asked_of(scorer, requests)})
        return self

    def _asked_of(self, scorer: EstimatorScorer, names: Iterable[str]) -> list[str]:
        """Which metadata a scorer is asked to read: all, and it refuses those it cannot, but groups, if others read these."""
        there_is_one = any(one.metric.grouped for one in self._scorers.values())
        return [name for name in names if name != "group" or scorer.metric.grouped or not there_is_one]
