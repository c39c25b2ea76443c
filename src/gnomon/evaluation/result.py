"""Evaluation: what came out, ready to be read, printed, drawn, saved and reported."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..catalog import parse
from ..catalog.reference import asked_for, in_common, shortened
from ..errors import InputError
from ..findings import Finding, findings_of
from ..inference import Comparison
from ..inference.sample import ResamplingData
from ..inputs.moments import shown
from ..messages.language import language, listed
from ..result import data_frame
from ..tasks import registry
from ..value import Value
from .kept_rows import StoredRows
from .models import Model
from .plan import Plan
from .summaries import ModelSummaries


class HasFacts:
    """What carries facts: ``evaluation.positives`` is the same as ``evaluation.facts.get("positives")``."""

    facts: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            facts = self.__dict__.get("facts", {})
            if name in facts or any(name in aspect.facts for aspect in registry.aspects()):
                return facts.get(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _is(value: object) -> str:
    """A value behind its column's name; the first and the last bin of numbers have signs of their own."""
    text = "(missing)" if value is None else str(value)
    return text if text.startswith(("≤ ", "> ")) else f"= {text}"


@dataclass(frozen=True)
class Slice(HasFacts):
    """Some of the rows: those with the given value in the given columns. ``facts`` say what there is of them, as positives or groups."""

    by: dict[str, Any]
    rows: int
    values: Mapping[tuple[str, str], Value]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As in ``region = south``; a missing value is called missing."""
        return ", ".join(f"{column} {_is(value)}" for column, value in self.shown.items())

    @property
    def shown(self) -> dict[str, Any]:
        """What the slice is, dates as text."""
        return {column: shown(value) for column, value in self.by.items()}


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(HasFacts):
    """Every value of every model, whole and by slice, with what it was computed from.

    ``rows`` counts rows; ``total`` weighs them, which without weights is the same, and ``effective_rows`` of equal weight would tell as
    much. ``facts`` say what only some kinds of evaluation have (``positives``, ``classes``, ``groups`` …), and are attributes as well.
    ``evaluation["ks"]`` is a value, or ``evaluation["ks", "new"]`` where there are several models; ``slices`` come worst first by the
    first metric, small ones last; ``findings`` say what an expert would. Values carry intervals of ``level``; ``comparison`` has the
    differences between several models.
    """

    source: str
    task: str
    label: str
    models: tuple[Model, ...]
    weight: str | None
    by: tuple[str, ...]
    rows: int
    total: float
    effective_rows: float
    facts: Mapping[str, Any]
    dropped: dict[str, int]
    dropped_rows: int
    exact: bool
    metrics: tuple[str, ...]
    values: Mapping[tuple[str, str], Value]
    slices: tuple[Slice, ...]
    summaries: dict[str, ModelSummaries]
    created: str
    version: str
    level: float | None = None
    cluster: str | None = None
    clusters: int | None = None
    comparison: Comparison | None = None
    samples: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """What intervals were made from, by model and aspect."""
    observed: Mapping[str, Any] = field(default_factory=dict)
    """What was seen of the rows themselves, for findings; it is not saved."""
    kept: StoredRows | None = None
    found: tuple[Finding, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    """The files it was made from, which it is never written over; not saved."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slices", tuple(sorted(self.slices, key=self._badness)))

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same figures of the same summaries, whenever they were computed."""
        if not isinstance(other, Evaluation):
            return NotImplemented
        return {**self.to_dict(), "created": None} == {**other.to_dict(), "created": None} and self.summaries == other.summaries

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What an expert would say on seeing these figures, the gravest first."""
        return findings_of(self) if self.found is None else self.found

    def _badness(self, part: Slice) -> tuple[bool, float, str]:
        """The order of slices: the worst first by the first metric that has a better end, crossed ones among them; small ones last."""
        value = part.values.get((self.models[0].name, self.primary)) if self.primary else None
        if value is None or not value.defined:
            return self.small(part), math.inf, part.name
        sign = 1 if parse(self.primary).entry.better == "higher" else -1
        return self.small(part), sign * float(value), part.name

    def small(self, part: Slice) -> bool:
        """Whether a slice has too few rows to be called the worst; such stand behind the others."""
        return any(aspect.small(part) for aspect in self._sizing)

    @property
    def small_means(self) -> str:
        """Which slices are small, as a message."""
        return next((aspect.small_means() for aspect in self._sizing), "")

    @cached_property
    def _sizing(self) -> list[Any]:
        """The aspect that answers the metric by which slices are ordered."""
        found = self.plan.aspect_of(parse(self.primary)) if self.primary else None
        return [] if found is None else [found]

    @property
    def effective_clusters(self) -> float | None:
        """How many clusters of equal weight tell as much as these (Kish); once saved, and of units other than rows, their number."""
        known = (one.clusters_worth for one in self.samples.values() if isinstance(one, ResamplingData))
        return next(known, self.clusters)

    @property
    def primary(self) -> str:
        """The metric that slices are ordered by: the first that has a better end."""
        return next((name for name in self.metrics if parse(name).entry.better is not None), "")

    @cached_property
    def conventions(self) -> dict[str, str]:
        """What all metrics follow alike, which the head says once."""
        return in_common(self.metrics)

    def shown(self, metric: str) -> str:
        """A metric as tables write it: without what the head says of all."""
        return shortened(metric, self.conventions) if self.conventions else metric

    @property
    def names(self) -> tuple[str, ...]:
        """The models' names."""
        return tuple(model.name for model in self.models)

    def __getitem__(self, key: str | tuple[str, str]) -> Value:
        name, model = key if isinstance(key, tuple) else (key, None)
        metric = self.metric_named(name)
        if model is None:
            if len(self.models) > 1:
                example = f"evaluation[{metric!r}, {self.names[0]!r}]"
                raise InputError(
                    "evaluation.model_ambiguous",
                    count=len(self.models),
                    names=listed(self.names[:8]),
                    example=example,
                )
            model = self.names[0]
        if model not in self.names:
            raise InputError("evaluation.model_unknown_for_value", model=model, names=listed(self.names[:20]))
        if (model, metric) not in self.values:
            raise InputError("evaluation.metric_missing_for_model", metric=metric, model=model)
        return self.values[model, metric]

    def metric_named(self, name: str) -> str:
        """The reference as the evaluation spells it: aliases and spacing do not matter."""
        spelled = [name, *(registry.aspect(key).spelled(name) for key in registry.task(self.task).aspects)]
        metric = next((found for text in spelled if (found := asked_for(text, self.metrics))), None)
        if metric is None:
            raise InputError("evaluation.metric_not_evaluated", name=name, names=listed(self.metrics))
        return metric

    @property
    def plan(self) -> Plan:
        """What was asked for, as far as it is known afterwards."""
        return Plan(
            label=self.label,
            models=self.models,
            weight=self.weight,
            by=self.by,
            metrics=tuple(map(parse, self.metrics)),
            defaults=False,
            positive=self.facts.get("positive"),
            task=registry.task(self.task),
            cluster=self.cluster,
            group=self.facts.get("group"),
            options=self.options,
        )

    def held(self, model: str | None = None) -> ModelSummaries:
        """What is kept of a model, by aspect: its sweep, its confusion matrix, its lists."""
        if not self.summaries:
            raise InputError("evaluation.curves_missing_from_json")
        name = model or self.names[0]
        if name not in self.summaries:
            raise InputError("evaluation.model_unknown_for_curve", name=name, names=listed(self.names[:20]))
        return self.summaries[name]

    def band(self, curve: str = "roc", model: str | None = None) -> Any:
        """The band that holds a model's whole ROC, PR or gain curve as often as ``level`` says; None where it cannot be told."""
        name = model or self.names[0]
        held = self.held(name)
        able = [aspect for aspect in registry.aspects() if curve in aspect.curves]
        if not able:
            known = dict.fromkeys(curve for aspect in registry.aspects() for curve in aspect.curves)
            raise InputError("evaluation.bands_missing_for_curve", curve=curve, names=listed(known))
        return next((aspect.band(self, curve, name, held[aspect.key]) for aspect in able if aspect.key in held), None)

    def __str__(self) -> str:
        from .text import text_of

        return text_of(self)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from .notebook import html_of

        return html_of(self, language())

    def to_dict(self) -> dict[str, Any]:
        """Everything but the curves, as JSON can hold it. The form is described in docs/evaluation.md and carries its version."""
        from .saved import to_dict

        return to_dict(self)

    def to_frame(self) -> Any:
        """A data frame with a line for each model, slice and metric: pandas where it is installed, else Polars."""
        from .saved import columns_of

        return data_frame(columns_of(self))

    def save(self, path: str | Path) -> Path:
        """Save to a file: ``.json`` keeps the figures, any other suffix also the summaries that curves and reports are made from."""
        from .saved import save

        return save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> "Evaluation":
        """The evaluation that :meth:`save` wrote, or ``gnomon metrics --format json`` printed."""
        from .saved import load

        return load(Path(path))

    def report(self, path: str | Path = "report.html", *, lang: str = "en", sections: Sequence[Any] = ()) -> Path:
        """Write the report: one HTML file that opens anywhere, offline, with a threshold to drag.

        ``sections`` are brought by what made the evaluation, a scorecard for instance, and stand below those of its kind.
        """
        from ..report import write

        return write(self, Path(path), lang, sections)

    def show(self, *, lang: str | None = None, height: int = 720) -> None:
        """Put the report into the cell of a notebook, to be explored there; ``height`` is in pixels.

        It is the page that :meth:`report` writes, in a frame of its own: it needs no network, and several do not meet.
        """
        from .cell import show

        show(self, lang, height)

    def log_to_mlflow(self, run_id: str | None = None, prefix: str = "", *, lang: str = "en") -> str:
        """Log to an MLflow run, by default the active one or a new one: every metric with the ends of its interval (``roc_auc``,
        ``roc_auc_low``, ``roc_auc_high``), the report, the figures and the evaluation itself. Returns the run's id.

        ``prefix`` is what names of metrics begin with, as "test/".
        """
        try:
            from ..compat.mlflow import log
        except ImportError as reason:
            raise InputError("evaluation.mlflow_missing", reason=reason) from None
        return log(self, run_id, prefix, lang)

    def plot(self, name: str | None = None, ax: Any = None, **style: Any) -> Any:
        """Draw a figure of every model on matplotlib axes, by default the first of its kind: roc, pr, ks, gain, lift, calibration,
        scores, deciles, confusion or comparison; of ranked lists at_k, queries or by_size; of predicted numbers scatter, residuals,
        residual_distribution, qq, deciles or gain. ``model=`` keeps to one; ROC, PR and gain of scores have their bands unless
        ``band=False``.
        """
        from .drawing import draw

        return draw(self, name, ax, style)
