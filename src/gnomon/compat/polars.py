"""Metrics as Polars expressions: ``roc_auc("y", "p")`` stands wherever an aggregate does, as in ``df.group_by("region").agg(…)``.

>>> import polars as pl
>>> from gnomon.compat import polars as gp
>>> frame = pl.DataFrame({"region": ["n", "n", "s", "s"], "y": [0, 1, 0, 1], "p": [0.1, 0.9, 0.8, 0.2]})
>>> frame.group_by("region").agg(auc=gp.roc_auc("y", "p")).sort("region").rows()
[('n', 1.0), ('s', 0.0)]

Every metric of the catalogue that is one value has such a function, with the options of ``gn.roc_auc`` and its like. Columns are names or
expressions; what comes out is called like the metric, unless it is given another name. Groups in which a
metric is undefined are NaN, with a warning that says why, unless ``undefined=`` asks for something else.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import InputError
from .frames import COLUMNS


def __getattr__(name: str) -> Callable[..., Any]:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ..catalog import parse
    from ..public import function

    made = function(name)
    if parse(name).entry.kind != "value":
        raise AttributeError(f"{name} is no single value; take the rows of each group, as in frame.group_by(…) and gn.{name}")
    return _expression(name, made)


def __dir__() -> list[str]:
    from ..catalog import entries

    return sorted(name for entry in entries() if entry.kind == "value" for name in entry.names)


def _expression(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    def metric(*columns: Any, **options: Any) -> Any:
        import polars as pl

        further = {key: value for key, value in options.items() if key in COLUMNS and isinstance(value, (str, pl.Expr))}
        rest = {key: value for key, value in options.items() if key not in further}
        taken = [pl.col(one) if isinstance(one, str) else one for one in (*columns, *further.values())]

        def of_rows(series: Sequence[object]) -> float:
            named = dict(zip(further, series[len(columns) :], strict=True))
            value = made(*series[: len(columns)], **named, **rest)
            if not isinstance(value, float):
                raise InputError(
                    "compat.polars_aggregate_not_number",
                    name=name,
                    type=type(value).__name__,
                )
            return float(value)

        # By its own name, so that several metrics of the same columns stand side by side.
        return pl.map_groups(taken, of_rows, return_dtype=pl.Float64, returns_scalar=True).alias(name)

    metric.__name__ = metric.__qualname__ = name
    metric.__doc__ = f"gn.{name} as an aggregate of columns, by name or as expressions.\n\n{inspect.getdoc(made)}"
    metric.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return metric
