"""A function in the place of one of scikit-learn's: gnomon answers where it is sure of the answer, scikit-learn in every other case.

What gnomon does not read (a matrix of labels, an option it does not have, an input that is refused, a figure that is undefined) is
handed to scikit-learn with the same arguments. So exceptions and warnings are its own, and what is odd is slow rather than wrong.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sklearn import metrics
from sklearn.metrics import cluster

Function = TypeVar("Function", bound=Callable[..., Any])


class Uncovered:
    """The type of UNCOVERED."""

    def __repr__(self) -> str:
        return "UNCOVERED"


UNCOVERED: Final = Uncovered()
"""What a function returns to say that scikit-learn is to answer."""

ANSWERS: dict[str, Callable[..., Any]] = {}
"""What gnomon computes, by name, without the way to scikit-learn."""


def theirs(name: str) -> Callable[..., Any]:
    """scikit-learn's own function."""
    return getattr(metrics, name, None) or getattr(cluster, name)  # type: ignore[no-any-return]  # scikit-learn has no types


def stands_in(ours: Function) -> Function:
    """Give a function the name, signature and documentation of scikit-learn's, and its answer to what ours leaves open.

    Where the installed release has another signature than the one written here, all of the function is scikit-learn's.
    """
    name = ours.__name__
    function = getattr(metrics, name, None) or getattr(cluster, name, None)
    if function is None or _parameters(function) != _parameters(ours):
        return function or ours
    ANSWERS[name] = ours

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            answer = ANSWERS[name](*args, **kwargs)
        except TypeError:  # an argument too few or too many: scikit-learn says which
            answer = UNCOVERED
        return function(*args, **kwargs) if answer is UNCOVERED else answer

    call.__module__ = __package__
    return call  # type: ignore[return-value]  # the signature is the same


def _parameters(function: Callable[..., Any]) -> list[tuple[str, Any, str]]:
    return [(one.name, one.kind, repr(one.default)) for one in inspect.signature(function).parameters.values()]


def one_of(value: object, *choices: str) -> bool:
    """Whether an option is one of these words, or None; an array is neither."""
    return value is None or (type(value) is str and value in choices)
