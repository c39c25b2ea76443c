"""``df.gnomon`` of pandas and Polars, which ``import gnomon.frames`` registers: metrics and evaluations of columns by their names."""

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import InputError

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation
    from ..inference.comparison import Comparison
    from ..inference.interval import Interval
    from ..metrics.correlation_matrix import Correlations


COLUMNS = ("weight", "group", "cluster", "item", "event")
"""Arguments of functions of arrays that are columns, where a frame is at hand."""
PAIR = ("label", "score", "prediction")
TABLE = ("evaluate", "compare", "interval", "correlations")


class Frame:
    """What gnomon can do with this table; columns are named, and a lazy frame computes only those.

    - ``df.gnomon.evaluate(label="y", score="p", by="region")``: every metric, whole and by slice, as ``gn.evaluate``
    - ``df.gnomon.compare(label="y", score=["new", "old"])``: models compared on these rows, as ``gn.compare``
    - ``df.gnomon.roc_auc(label="y", score="p")``: one metric with its interval; any metric of ``gn.catalog`` with its options
    - ``df.gnomon.roc_curve(label="y", score="p")``: curves and tables of the catalogue
    - ``df.gnomon.interval("ks", label="y", score="p", level=0.9)``: an interval by another method or level, as ``gn.interval``
    - ``df.gnomon.correlations("age", "income", method="spearman")``: of the columns named, or of all that hold numbers

    ``gn.explain("roc_auc")`` says what a metric means.
    """

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def evaluate(self, **asked: Any) -> "Evaluation":
        """Evaluate one or several models on this table: ``gn.evaluate(df, label=, score=, …)``, whose help names every argument."""
        from ..evaluation import evaluate

        return evaluate(self._frame, **asked)

    def compare(self, **asked: Any) -> "Comparison":
        """Compare models that are columns of this table: ``gn.compare(df, label=, score=[…], …)``, whose help names every argument."""
        from ..evaluation import compare

        return compare(self._frame, **asked)

    def interval(self, metric: str, *, label: Any, score: Any = None, prediction: Any = None, **asked: Any) -> "Interval":
        """The confidence interval of a metric, as ``gn.interval``; ``weight``, ``cluster`` and ``group`` name columns as well."""
        from ..inference import interval

        columns, named = self._arrays({"label": label, "score": score, "prediction": prediction, **asked})
        return interval(metric, *columns, **named)

    def correlations(self, *columns: Any, **asked: Any) -> "Correlations":
        """The correlations of all pairs of the columns named, or of all columns, as ``gn.correlations``."""
        from ..metrics.correlation_matrix import correlations

        return correlations(self._columns(columns or None), **asked)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        from ..public import function

        try:
            made = function(name)
        except AttributeError as unknown:
            raise AttributeError(str(unknown).replace("module 'gnomon'", "df.gnomon")) from None
        return _taught(name, made, self._measure)

    def __dir__(self) -> list[str]:
        from ..public import names

        return sorted({*TABLE, *names(), *(name for name in object.__dir__(self) if name.startswith("__"))})

    def __repr__(self) -> str:
        return f"gnomon on a {type(self._frame).__module__.partition('.')[0]} {type(self._frame).__name__}\n{inspect.getdoc(type(self))}"

    def _measure(self, name: str, made: Callable[..., Any], asked: dict[str, Any]) -> Any:
        """A metric of this table: one value by way of an evaluation, what has more to say by its own function."""
        from ..catalog import parse

        if parse(name).entry.kind == "value":
            return self._value(name, asked)
        columns, named = self._arrays(asked)
        return made(*columns, **named)

    def _value(self, name: str, asked: dict[str, Any]) -> Any:
        """The value with its interval; by name of the model where there are several."""
        from ..catalog import parse

        if asked.get("by") is not None or "metrics" in asked:
            raise InputError(
                "compat.frame_argument_unsupported",
                argument="by" if asked.get("by") is not None else "metrics",
                name=name,
            )
        entry = parse(name).entry
        inside = {option: asked.pop(option) for option in tuple(asked) if option in entry.options or option in entry.over}
        text = ",".join(f"{option}={value}" for option, value in inside.items())
        at = f"@{asked.pop('threshold')}" if entry.at == "threshold" and asked.get("threshold") is not None else ""
        found = self.evaluate(metrics=[f"{name}({text}){at}" if text else f"{name}{at}"], **asked)
        values = {model: value for (model, _), value in found.values.items()}
        return next(iter(values.values())) if len(found.names) == 1 else values

    def _arrays(self, asked: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """What functions of arrays take: the two columns that they read, and the rest, in which columns may be named as well."""
        label, *others = (asked.get(part) for part in PAIR)
        said = [name for name in others if name is not None]
        if label is None:
            raise InputError("evaluation.frame_label_missing")
        if len(said) != 1:
            raise InputError("compat.frame_score_column_missing")
        rest = {name: value for name, value in asked.items() if name not in PAIR}
        named = {name: value for name, value in rest.items() if name in COLUMNS and isinstance(value, (str, int))}
        found = self._columns([label, *said, *named.values()])
        return [found[label], found[said[0]]], rest | {name: found[value] for name, value in named.items()}

    def _columns(self, names: tuple[Any, ...] | list[Any] | None = None) -> dict[Any, Any]:
        """Columns in memory by name, or all of them; of a lazy frame only these are computed."""
        import narwhals.stable.v2 as nw

        frame = nw.from_native(self._frame)
        known = list(frame.collect_schema().names())
        wanted = known if names is None else list(dict.fromkeys(names))
        for name in wanted:
            if name not in known:
                raise InputError("compat.frame_column_unknown", name=name, names=", ".join(map(repr, known[:8])))
        if isinstance(frame, nw.LazyFrame):
            some = frame.select(nw.nth(*map(known.index, wanted))).collect()  # by place: Polars takes some names for patterns
            frame = some if list(some.columns) == wanted else frame.collect()  # as earlier ones did even so
        return {name: frame.get_column(name).to_native() for name in wanted}


def _taught(name: str, made: Callable[..., Any], measure: Callable[..., Any]) -> Callable[..., Any]:
    """A metric to be called with names of columns, with the help of its own function."""

    def metric(*, label: Any = None, score: Any = None, prediction: Any = None, **asked: Any) -> Any:
        given = {"label": label, "score": score, "prediction": prediction}
        return measure(name, made, {**{part: value for part, value in given.items() if value is not None}, **asked})

    own = [one for one in inspect.signature(made).parameters.values() if one.kind is one.KEYWORD_ONLY and _taken(name, one.name)]
    first = list(inspect.signature(metric).parameters.values())
    metric.__signature__ = inspect.Signature([*first[:-1], *own, first[-1]])  # type: ignore[attr-defined]
    metric.__name__ = metric.__qualname__ = name
    metric.__doc__ = f"gn.{name} of columns of this table, which are named.\n\n{inspect.getdoc(made)}"
    return metric


def _taken(metric: str, option: str) -> bool:
    """Whether an option of a metric's function is one where columns are named: an evaluation has ways of its own with the rest."""
    from ..catalog import parse

    entry = parse(metric).entry
    return entry.kind != "value" or option in {*entry.options, *entry.over, "weight", "positive", "direction", "missing"}
