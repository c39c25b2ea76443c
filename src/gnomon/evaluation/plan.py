"""What was asked for: which columns play which part, and which metrics are wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..catalog import Reference, parse, parse_list
from ..engines.columns import spelt
from ..errors import InputError, OptionError
from ..inputs import DEFAULT_POSITIVE
from ..summary import Counts, Ranked

TASKS = ("binary", "multiclass", "ranking")
RANKED = ("roc_auc", "average_precision", "ks", "gini")
PROBABLE = (
    "brier_score",
    "log_loss",
    "expected_calibration_error",
    "accuracy@0.5",
    "precision@0.5",
    "recall@0.5",
    "f1@0.5",
)
IN_LISTS = ("ndcg@10", "mean_average_precision", "mrr", "precision_at@10", "recall_at@10", "hit_ratio@10")
TWO_LABELS = ("accuracy", "balanced_accuracy", "precision", "recall", "specificity", "f1", "mcc", "kappa")
MANY_LABELS = ("accuracy", "balanced_accuracy", "f1(average=macro)", "f1(average=weighted)", "mcc", "kappa")
MANY_SCORES = ("roc_auc(multiclass=ovr,average=macro)", "average_precision(multiclass=ovr,average=macro)")
MANY_PROBABLE = ("log_loss", "brier_score")


@dataclass(frozen=True)
class Model:
    """One model's columns: a score, a score for each class, a predicted label, or scores and labels both."""

    name: str
    score: str | None = None
    scores: dict[Any, str] | None = None
    prediction: str | None = None

    @property
    def columns(self) -> list[str]:
        """The columns that hold numbers."""
        return [self.score] if self.score is not None else list((self.scores or {}).values())

    @property
    def scored(self) -> bool:
        return self.score is not None or self.scores is not None


@dataclass(frozen=True)
class Plan:
    """The parts that columns play, before the labels have been seen."""

    label: str
    models: tuple[Model, ...]
    weight: str | None = None
    by: tuple[str, ...] = ()
    metrics: tuple[Reference, ...] | None = None
    defaults: bool = True
    positive: Any = DEFAULT_POSITIVE
    task: str | None = None
    missing: str = "error"
    cluster: str | None = None
    loose: bool = False
    """Whether one column of predictions was named beside several of scores: those of one model's classes, then."""
    group: str | None = None
    """The column of queries or users, whose rows are ranked against each other."""

    @property
    def numbers(self) -> list[str]:
        """Columns read as numbers."""
        return [*(column for model in self.models for column in model.columns), *([self.weight] if self.weight else [])]

    @property
    def labels(self) -> list[str]:
        """Columns read as labels."""
        return [self.label, *(model.prediction for model in self.models if model.prediction)]

    @property
    def others(self) -> list[str]:
        """Columns read as whatever they hold: slices, clusters and queries."""
        return list(dict.fromkeys([*self.by, *([self.cluster] if self.cluster else []), *([self.group] if self.group else [])]))

    def settled(self, names: list[Any], spells: bool = False) -> "Plan":
        """The plan once the labels of the first rows are known: the task, and what several score columns stand for.

        ``spells``: labels come as text, and are what it spells.
        """
        task = self.task or self._task(names)
        plan = replace(self, task=task)
        if task == "ranking":
            return self._for_lists(plan)
        if task == "binary":
            self._refuse_class_columns(names)
            if self.loose and len(self.models) > 1:
                whose = f"⟦prediction={{{self.models[0].name!r}: …}}‖--prediction {self.models[0].name}=COLUMN⟧"
                raise InputError(f"⟦prediction⟧: one column for {len(self.models)} models; say whose it is, as in {whose}")
            return plan
        if any(model.score for model in self.models):
            plan = replace(plan, models=(self._one_model(names),))
        text = not spells and any(isinstance(name, str) for name in names)
        return replace(plan, models=tuple(replace(m, scores=m.scores and _as_labels(m.scores, text)) for m in plan.models))

    def _task(self, names: list[Any]) -> str:
        """What the labels are: two classes, several, or grades where rows belong to queries."""
        two = {*names} <= {0, 1, -1} or self.positive is not DEFAULT_POSITIVE
        if self.group is not None and (len(names) > 2 or not two) and not any(isinstance(name, str) for name in names):
            return "ranking"
        return "multiclass" if len(names) > 2 or any(m.scores for m in self.models) else "binary"

    def _for_lists(self, plan: "Plan") -> "Plan":
        if self.group is None:
            raise InputError('⟦group⟧: ⟦task="ranking"⟧ ranks the rows of each query or user; name their column')
        if any(model.score is None for model in self.models):
            raise InputError("⟦score⟧: lists are ranked by scores; name their column, one for each model")
        return plan

    def _refuse_class_columns(self, names: list[Any]) -> None:
        """Columns named after the two labels are no two models."""
        columns = {model.name: model.score for model in self.models if model.score}
        if len(columns) < 2 or not {str(name) for name in names} <= set(columns):
            return
        listed = ", ".join(map(repr, columns))
        if len(columns) == 2:
            raise InputError(f"⟦score⟧: {listed} are the labels themselves; of two classes name one column, that of the positive class")
        raise InputError(
            f'⟦score⟧: {listed} look like classes, of which the first rows hold {len(names)}; pass ⟦task="multiclass"⟧ if they are'
        )

    def _one_model(self, names: list[Any]) -> Model:
        """The model whose classes several score columns stand for."""
        columns = {model.name: model.score for model in self.models if model.score}
        if len(columns) < 2 or not {str(name) for name in names} <= set(columns):
            shown = ", ".join(map(repr, names[:6])) + (", …" if len(names) > 6 else "")
            example = ", ".join(f"{name!r}: …" for name in names[:2])
            raise InputError(
                f"⟦label⟧: {self.label!r} has more than two classes ({shown}), so that one score a row does not say which class it is for; "
                f"pass a column for each class, ⟦score={{{example}, …}}‖--score CLASS=COLUMN for each⟧, or ⟦prediction=⟧, "
                "or compare one class with the rest"
            )
        given = {model.prediction for model in self.models if model.prediction}
        if len(given) > 1:
            raise InputError(f"⟦prediction⟧: one model's classes are scored, but {len(given)} columns of predictions named; name one")
        return Model("model", scores=dict(columns), prediction=next(iter(given), None))

    def wanted(self, probabilities: bool) -> list[Reference]:
        """The metrics to compute, the defaults filled in now that it is known whether the scores are probabilities."""
        chosen = list(self.metrics or ())
        if self.defaults:
            chosen += [parse(text) for text in self._defaults(probabilities)]
        return list({str(reference): reference for reference in chosen}.values())

    def _defaults(self, probabilities: bool) -> Iterable[str]:
        scored = any(model.scored for model in self.models)
        if self.task == "ranking":
            return IN_LISTS
        if self.task == "multiclass":
            return [*(MANY_SCORES if scored else ()), *(MANY_PROBABLE if scored and probabilities else ()), *MANY_LABELS]
        if not scored:
            return TWO_LABELS
        cut = any(model.prediction for model in self.models)
        probable = [name for name in PROBABLE if not (cut and "@" in name)]
        if self.group is not None and scored:
            return [RANKED[0], "gauc", *RANKED[1:], *IN_LISTS, *(probable if probabilities else ()), *(TWO_LABELS if cut else ())]
        return [*RANKED, *(probable if probabilities else ()), *(TWO_LABELS if cut else ())]

    @property
    def thresholds(self) -> list[float]:
        """Thresholds at which labels will be wanted, should the sweeps have to become coarse."""
        given = {reference.at for reference in self.metrics or () if reference.entry.at == "threshold" and reference.at is not None}
        return sorted(given | ({0.5} if self.defaults else set()))

    def check(self, reference: Reference) -> None:
        """Refuse a metric that these columns cannot give, with what would give it."""
        name, entry = str(reference), reference.entry
        scored, cut = any(m.scored for m in self.models), any(m.prediction for m in self.models)
        if entry.kind != "value":
            raise InputError(f"⟦metrics⟧: {name} is a {entry.kind}, not one value; call gn.{entry.name}, or evaluation.plot(…) to see it")
        try:
            entry.check(reference.arguments)
        except OptionError as error:
            raise InputError(f"⟦metrics⟧: {name}: {error.said}; write {entry.name}@… or {entry.name}(…)") from None
        sibling = {"precision": "precision_at", "recall": "recall_at"}.get(entry.name)
        if sibling and self.group is not None and (reference.at or 0) >= 2 and float(reference.at or 0).is_integer():
            raise InputError(
                f"⟦metrics⟧: {name} cuts the scores at a threshold of {reference.at:g}; among the first {reference.at:g} items of each "
                f"list it is {sibling}@{reference.at:g}"
            )
        if entry.summary is Ranked:
            if self.group is None:
                raise InputError(f"⟦metrics⟧: {name} reads ranked lists; name the column of queries or users with ⟦group=⟧")
            if self.task == "multiclass":
                raise InputError(f'⟦metrics⟧: {name} reads grades or two classes, and {self.label!r} has several; pass ⟦task="ranking"⟧')
            return
        if self.task == "ranking":
            raise InputError(
                f"⟦metrics⟧: {name} reads two classes, and the labels of {self.label!r} are grades of relevance; compare "
                f"them with a threshold first, or leave it out"
            )
        if entry.summary is not Counts:
            if not scored:
                raise InputError(f"⟦metrics⟧: {name} reads scores; name their column with ⟦score=⟧")
            if self.task == "binary" and reference.over:
                raise InputError(f"⟦metrics⟧: {name}: averages go with more than two classes; write {entry.name}")
            return
        if self.task == "multiclass":
            if reference.at is not None:
                raise InputError(f"⟦metrics⟧: {name}: a threshold goes with two classes; leave @{reference.at:g} out")
            if entry.per_class and "average" not in reference.over:
                raise InputError(f"⟦metrics⟧: {name} has a value for each class here; say how to average: {entry.name}(average=macro)")
            return
        if reference.over:
            raise InputError(f"⟦metrics⟧: {name}: averages go with more than two classes; write {entry.name}")
        if reference.at is None and not cut:
            raise InputError(
                f"⟦metrics⟧: {name} reads labels; give it a threshold, {name}@0.5, or name a column of labels with ⟦prediction=⟧"
            )
        if reference.at is not None and not scored:
            raise InputError(f"⟦metrics⟧: {name} cuts scores at a threshold; name their column with ⟦score=⟧, or write {entry.name}")


def _as_labels(scores: dict[Any, str], text: bool) -> dict[Any, str]:
    """Columns by class, the classes as labels are: text, or what it spells, whatever the keys were written as."""
    return {str(key) if text else spelt(key): column for key, column in scores.items()}


def columns_of(argument: str, given: Any) -> dict[Any, Any]:
    """A column, several, or a mapping from names to columns, as a mapping; the columns' own names are the default."""
    if given is None:
        return {}
    if isinstance(given, str):
        return {given: given}
    if isinstance(given, dict):
        return dict(given)
    if isinstance(given, (list, tuple)) and all(isinstance(column, str) for column in given):
        twice = [column for column in given if list(given).count(column) > 1]
        if twice:
            raise InputError(f"⟦{argument}⟧: {twice[0]!r} is named twice; name each column once")
        return {column: column for column in given}
    raise InputError(f"⟦{argument}⟧: {given!r:.60} names no columns; pass a column name, a list of them, or {{name: column, …}}")


def models_of(score: Any, prediction: Any) -> tuple[tuple[Model, ...], bool]:
    """The models that score and prediction name, and whether one prediction stands beside several scores without saying whose it is.

    Where both are given by name, equal names are one model; where neither is, they are paired in their order.
    """
    scores, predictions = columns_of("score", score), columns_of("prediction", prediction)
    if not scores and not predictions:
        raise InputError("⟦score⟧: nothing to evaluate; name a column of scores with ⟦score=⟧, or of predicted labels with ⟦prediction=⟧")
    named = isinstance(prediction, dict)
    if not named and scores and predictions:
        if len(predictions) not in (1, len(scores)):
            raise InputError(
                f"⟦prediction⟧: {len(predictions)} columns for {len(scores)} of scores; name one for each model, or {{name: column}}"
            )
        predictions = dict(zip(scores, predictions.values(), strict=False))
    models = []
    for name in dict.fromkeys([*scores, *predictions]):
        column = scores.get(name)
        by_class = dict(column) if isinstance(column, dict) else None
        models.append(Model(str(name), None if by_class else column, by_class, predictions.get(name)))
    return tuple(models), not named and len(predictions) == 1 < len(scores)


def metrics_of(given: Any) -> tuple[tuple[Reference, ...], bool]:
    """The references asked for, and whether the defaults are wanted beside them."""
    if given is None or given == "default":
        return (), True
    items = list(given) if isinstance(given, (list, tuple, set)) else [given]
    references: list[Reference] = []
    defaults = False
    for item in items:
        if isinstance(item, Reference):
            references.append(item)
        elif isinstance(item, str):
            words = [word.strip() for word in item.split(",")]
            defaults |= "default" in words
            references += parse_list(",".join(word for word in words if word != "default"))
        else:
            raise InputError(f'⟦metrics⟧: {item!r} is no metric reference; pass texts such as "roc_auc" or "f1@0.3"')
    if not references and not defaults:
        raise InputError('⟦metrics⟧: none named; pass "default", or texts such as "roc_auc,ks,f1@0.3"')
    return tuple(references), defaults
