"""Calibration of grades: whether each grade had as many defaults as its probability of default says."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inference.comparison import p_text
from ..inference.proportions import clopper_pearson
from ..inference.public import check_alternative, check_level
from ..inference.significance import binomial_chance, holm
from ..inputs.arrays import not_empty, one_dimension, same_length, to_array
from ..inputs.numbers import as_floats
from ..messages import Message, text_in
from ..messages.language import language, say
from ..result import JsonSerializable, Table, text_table
from ..types import Floats

METHODS = {"binomial": "exact", "jeffreys": "jeffreys"}


@dataclass(frozen=True, eq=False, repr=False)
class GradeTests(JsonSerializable, Table):
    """Each grade's defaults held against its PD: ``p_value`` by grade, ``adjusted`` by Holm for looking at all of them.

    ``low`` and ``high`` hold the true rate as often as ``level`` says (Clopper–Pearson). ``statistic``, ``df`` and ``overall_p_value`` are
    of all grades together: Σ (d − n·PD)² / (n·PD·(1 − PD)) by the chi-squared law.
    """

    grade: NDArray[Any]
    n: Floats
    defaults: Floats
    pd: Floats
    rate: Floats
    low: Floats
    high: Floats
    p_value: Floats
    adjusted: Floats
    statistic: float
    df: int
    overall_p_value: float
    method: str
    alternative: str
    level: float
    notes: tuple[Message, ...] = ()
    key: ClassVar[str] = "statistic"

    @property
    def note(self) -> str:
        known: dict[str, Any] = {"statistic": self.statistic, "df": self.df, "p": p_text(self.overall_p_value)}
        return say("scorecards.note_grades_together", **known)

    def __str__(self) -> str:
        return "\n".join([self.note, text_table(self.columns(), most=60), *(f" ● {text_in(note, language())}" for note in self.notes)])


def grade_tests(
    n: Any,
    defaults: Any,
    pd: Any,
    *,
    grade: Any = None,
    method: Literal["binomial", "jeffreys"] = "binomial",
    alternative: Literal["greater", "less", "two-sided"] = "greater",
    level: float = 0.95,
) -> GradeTests:
    """Whether grades had as many defaults as their PDs say: the chance of so many among n, were the PD right.

    Parameters
    ----------
    n, defaults, pd
        Of each grade: how many customers, how many of them defaulted, and the probability of default that is tested.
    grade
        Names of the grades; else 1, 2, 3, …
    method
        "binomial" is the exact tail; "jeffreys" where the PD stands in Beta(d + ½, n − d + ½), as European supervisors ask.
    alternative
        "greater" asks whether risk is underestimated, as Basel does; "less" the opposite; "two-sided" both.
    level
        Of the intervals of the rates.

    >>> import gnomon as gn
    >>> found = gn.grade_tests([1000, 500], [8, 30], [0.005, 0.04], grade=["A", "B"])
    >>> found.p_value.round(4).tolist(), found.adjusted.round(4).tolist()
    ([0.1328, 0.0196], [0.1328, 0.0392])

    """
    if method not in METHODS:
        raise InputError("evaluation.method_unknown", method=method, names="'binomial', 'jeffreys'")
    level = check_level(level)
    check_alternative(alternative, level)
    sizes, bad, said = _columns(n, defaults, pd)
    names = (
        np.arange(1, len(sizes) + 1).astype(object)
        if grade is None
        else np.asarray(one_dimension(to_array(grade, "grade"), "grade"), object)
    )
    same_length(len(names), "grade", len(sizes), "n")
    p_value = np.asarray(binomial_chance(bad, sizes, said, METHODS[method], alternative), np.float64)
    ends = [clopper_pearson(d, size, level) for d, size in zip(bad.tolist(), sizes.tolist(), strict=True)]
    from scipy.special import chdtrc

    with np.errstate(divide="ignore", invalid="ignore"):
        added = np.where(bad == sizes * said, 0.0, (bad - sizes * said) ** 2 / (sizes * said * (1 - said)))
    statistic = float(added.sum())
    few = [str(name) for name, size, p in zip(names, sizes, said, strict=True) if size * p < 5]
    return GradeTests(
        grade=names,
        n=sizes,
        defaults=bad,
        pd=said,
        rate=bad / sizes,
        low=np.array([low for low, _ in ends]),
        high=np.array([high for _, high in ends]),
        p_value=p_value,
        adjusted=np.array(holm(p_value.tolist()), np.float64),
        statistic=statistic,
        df=len(sizes),
        overall_p_value=float(chdtrc(len(sizes), statistic)),
        method=method,
        alternative=alternative,
        level=level,
        notes=(Message("defaults_few", grades=few),) if few else (),
    )


def _columns(n: object, defaults: object, pd: object) -> tuple[Floats, Floats, Floats]:
    given = {"n": n, "defaults": defaults, "pd": pd}
    held = {}
    for name, values in given.items():
        array = one_dimension(to_array(values, name), name)
        not_empty(len(array), name)
        held[name] = np.asarray(as_floats(array, name), np.float64)
        same_length(len(array), name, len(held["n"]), "n")
    sizes, bad, said = held["n"], held["defaults"], held["pd"]
    _refuse(~(sizes >= 1) | np.isinf(sizes) | (sizes % 1 != 0), sizes, "n", say("scorecards.part_whole_customers"))
    _refuse(~(bad >= 0) | (bad > sizes) | (bad % 1 != 0), bad, "defaults", say("scorecards.part_whole_up_to_n"))
    _refuse(~((said >= 0) & (said <= 1)), said, "pd", say("scorecards.part_a_probability"))
    return sizes, bad, said


def _refuse(wrong: NDArray[np.bool_], values: Floats, name: str, what: str) -> None:
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError("scorecards.grade_figure_out_of_range", name=name, value=float(values[at]), at=at, what=what)
