"""The columns of whatever holds variables: a frame, a dictionary, a matrix, one column."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import numpy as np

from ..engines import is_apart
from ..errors import InputError
from ..inputs.arrays import column_names, to_array
from ..inputs.variables import Variable, as_variable
from ..parallel import THREADS


def name_of(x: object) -> str:
    """What a column calls itself; "x" where it has no name."""
    name = getattr(x, "name", None)
    return "x" if name is None or name == "" or callable(name) else str(name)


def columns_of(X: Any) -> dict[str, Any]:
    """Columns by name. Those of a matrix are called x0, x1, …; one column by its own name, or x.

    >>> list(columns_of([[1, 2], [3, 4]])), list(columns_of([1, 2, 3]))
    (['x0', 'x1'], ['x'])
    """
    if is_apart(X):
        raise InputError("scorecards.binning_input_on_spark")
    if isinstance(X, dict):
        columns = list(X.items())
    elif hasattr(X, "collect_schema") or column_names(X) or hasattr(X, "__narwhals_dataframe__"):
        import narwhals.stable.v2 as nw

        frame = nw.from_native(X)
        if isinstance(frame, nw.LazyFrame):
            frame = frame.collect()
        columns = [(name, frame.get_column(name).to_native()) for name in frame.columns]
    elif isinstance(X, str):
        raise InputError("scorecards.binning_input_is_text", X=X)
    else:
        array = X if isinstance(X, np.ndarray) or hasattr(X, "name") else to_array(X, "X")
        if isinstance(array, np.ndarray) and array.ndim == 2:
            columns = [(f"x{place}", array[:, place]) for place in range(array.shape[1])]
        else:
            columns = [(name_of(X), X)]
    if not columns:
        raise InputError("scorecards.columns_empty")
    named = {str(name): values for name, values in columns}
    if len(named) < len(columns):
        texts = [str(name) for name, _ in columns]
        raise InputError("scorecards.column_name_duplicate", twice=next(t for t in texts if texts.count(t) > 1))
    return named


def variables_of(columns: dict[str, Any]) -> tuple[dict[str, Variable], dict[str, str]]:
    """Columns as variables, and why others are none."""
    variables: dict[str, Variable] = {}
    failed: dict[str, str] = {}

    def one(name: str) -> Variable | str:
        try:
            return as_variable(columns[name], name)
        except InputError as reason:
            return str(reason)

    for name, found in each_on_threads(one, list(columns)):
        if isinstance(found, Variable):
            variables[name] = found
        else:
            failed[name] = found
    return variables, failed


def each_on_threads(work: Any, names: list[str]) -> list[tuple[str, Any]]:
    """Work done for each name, on all cores where there are several; in the order of the names."""
    if len(names) == 1 or THREADS == 1:
        return [(name, work(name)) for name in names]
    with ThreadPoolExecutor(min(THREADS, len(names))) as pool:
        tasks = [pool.submit(copy_context().run, work, name) for name in names]
        return [(name, task.result()) for name, task in zip(names, tasks, strict=True)]
