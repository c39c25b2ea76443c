"""The classification report, as text or as a dictionary."""

from typing import Any

import numpy as np

from ...types import Array
from .rates import averaged, defined, f_scores, is_zero_division, sums_of
from .stand_in import UNCOVERED, stands_in
from .table import LabelTable, tabulate

HEADERS = ("precision", "recall", "f1-score", "support")
ROWS = (("micro", "accuracy"), ("macro", "macro avg"), ("weighted", "weighted avg"))


@stands_in
def classification_report(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    target_names: Any = None,
    sample_weight: Any = None,
    digits: Any = 2,
    output_dict: Any = False,
    zero_division: Any = "warn",
) -> Any:
    plain = labels is None and type(digits) is int and digits >= 0 and type(output_dict) is bool and is_zero_division(zero_division)
    if not plain:
        return UNCOVERED
    table = tabulate(y_true, y_pred, sample_weight)
    if table is None or table.none_right or (target_names is not None and not _fit(target_names, len(table.values))):
        return UNCOVERED
    if table.short and not defined(sums_of(table, None, 1), None):  # type: ignore[arg-type]  # of every class there are sums
        return UNCOVERED
    names = [str(label) for label in table.labels] if target_names is None else list(target_names)
    support = _support(table)
    classes = _figures(table, None, zero_division)
    total = support.sum()
    rows = [(name, *(column[k] for column in classes), support[k]) for k, name in enumerate(names)]
    ends = [(heading, *_figures(table, average, zero_division), total) for average, heading in ROWS]
    return _as_dict(rows, ends) if output_dict else _as_text(rows, ends, digits)


def _fit(names: Any, count: int) -> bool:
    return type(names) in (list, tuple, np.ndarray) and len(names) == count and all(isinstance(name, str) for name in names)


def _figures(table: LabelTable, average: str | None, zero_division: object) -> tuple[Any, Any, Any]:
    sums = sums_of(table, average, 1)
    if sums is None or not defined(sums, average):
        made = table.replay("precision_recall_fscore_support", average=average, zero_division=zero_division)
        return made[0], made[1], made[2]
    values = (sums.found / sums.said, sums.found / sums.actual, f_scores(sums, 1))
    return tuple(averaged(value, sums, average) for value in values)


def _support(table: LabelTable) -> Array:
    """What each class weighs, added row after row: it is printed with all its digits, which depend on the order."""
    if table.weight is None:
        return np.asarray(table.matrix.sum(axis=1))
    truth, prediction, low = table.codes
    places, right, most = truth.astype(np.int64) - low, truth == prediction, int(table.seen[-1]) + 1
    actual = np.bincount(places, table.weight, most)[table.seen]
    found = np.bincount(places[right], table.weight[right], most)[table.seen]
    return np.asarray(found + (actual - found))


def _as_dict(rows: list[Any], ends: list[Any]) -> dict[str, Any]:
    made: dict[str, Any] = {row[0]: dict(zip(HEADERS, map(float, row[1:]), strict=True)) for row in [*rows, *ends]}
    made["accuracy"] = made["accuracy"]["precision"]
    return made


def _as_text(rows: list[Any], ends: list[Any], digits: int) -> str:
    width = max(*(len(row[0]) for row in rows), len("weighted avg"), digits)
    lines = [" " * width + " " + "".join(f" {header:>9}" for header in HEADERS), ""]
    for row in [*rows, None, *ends]:
        if row is None:
            lines.append("")
            continue
        figures = ["", "", f"{row[3]:.{digits}f}"] if row[0] == "accuracy" and row is ends[0] else [f"{x:.{digits}f}" for x in row[1:4]]
        lines.append(f"{row[0]:>{width}} " + "".join(f" {figure:>9}" for figure in [*figures, row[4]]))
    return "\n".join(lines) + "\n"
