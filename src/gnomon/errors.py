"""What can go wrong, and how it is said: what was wrong, where, and what to do instead."""

import numbers
import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .messages import Message
from .messages.catalogue import is_message
from .messages.language import say

if TYPE_CHECKING:  # a command line that is interrupted while NumPy loads must already know how to end
    import numpy as np
    from numpy.typing import NDArray

MARKED = re.compile("⟦([^⟦⟧‖]*)(?:‖([^⟦⟧]*))?⟧")
"""An argument named in an error's text, or a piece of code and, behind the bar, the command that does the same."""
QUOTES = "'\""
_WITH_PART = re.compile(MARKED.pattern + r"""(\['[^'⟦⟧‖]*'\]|\["[^"⟦⟧‖]*"\])?""")


class InputError(ValueError):
    """Bad input: names the argument, the first offending position and value, and the remedy.

    ``code`` is the id of the message, ``values`` what is filled into it. Arguments in the text stand in marks, so that commands can name
    options: ``⟦label⟧: … pass ⟦missing="drop"⟧``. The message is without the marks, ``marked`` with them.

    >>> error = InputError("inputs.rows_missing", name="y_true")
    >>> error.code, error.values
    ('inputs.rows_missing', {'name': 'y_true'})
    """

    def __init__(self, code: str = "", /, **values: Any) -> None:
        self.marked = say(code, **values)
        self.code, self.values = code if is_message(code) else "", values
        super().__init__(MARKED.sub(lambda mark: mark[1], self.marked))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_error, (type(self), str(self), self.marked, self.code)

    def naming(self, options: Mapping[str, str]) -> "InputError":
        """The same error, in which commands call these arguments by other options than their names; parts behind follow a colon.

        >>> InputError("⟦prediction⟧['a.png'] holds colours").naming({"prediction": "--results"}).marked
        "⟦prediction['a.png']‖--results: a.png⟧ holds colours"
        """

        def named(mark: re.Match[str]) -> str:
            option, part = options.get(mark[1]), mark[3] or ""
            if option is None or mark[2] is not None:
                return mark[0]
            shown = say("core.part_option_complaint", option=option, part=part[1:-1].strip(QUOTES)) if part else option
            return f"⟦{mark[1]}{part}‖{shown}⟧"

        self.marked = _WITH_PART.sub(named, self.marked)
        return self


def _restored_error(error: type[InputError], text: str, marked: str, code: str) -> InputError:
    """An error from another process; values stay there, since they may be data of the user that cannot be pickled."""
    restored = error(text)
    restored.marked, restored.code = marked, code
    return restored


class OptionError(TypeError):
    """A function was called without an option that it needs, or with one that it does not know; ``said`` leaves the function's name out."""

    def __init__(self, text: str = "", said: str = "") -> None:
        super().__init__(text)
        self.said = said


class UndefinedMetricError(ValueError):
    """The metric has no value on this data; raised on request by ``undefined="raise"``. ``reason`` says why, apart from the metric."""

    def __init__(self, text: str = "", reason: str = "") -> None:
        super().__init__(text)
        self.reason = reason


class UndefinedMetricWarning(UserWarning):
    """The metric has no value on this data, which is returned as NaN; ``reason`` says why, apart from the metric and its classes."""

    def __init__(self, text: str = "", reason: str = "") -> None:
        super().__init__(text)
        self.reason = reason


class UndefinedReasons(str):
    """``undefined="warn"`` for callers inside gnomon: ``reasons`` collects what the warnings would say, and none is emitted.

    Python's record of warnings belongs to the whole process, so that two threads that read reasons there would mix them.
    """

    reasons: list[str]

    def __new__(cls) -> "UndefinedReasons":
        collector = super().__new__(cls, "warn")
        collector.reasons = []
        return collector


class DroppedRowsWarning(UserWarning):
    """Rows with missing values were left out, as ``missing="drop"`` asked; the message says how many."""


def warn(message: Warning | str, category: type[Warning] = UserWarning) -> None:
    """Warn at the caller's line: the first frame outside gnomon."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "gnomon":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def warn_of_undefined(text: str, reason: str, undefined: str | float) -> None:
    """Warn that a metric has no value, or hand the reason to the caller that collects reasons."""
    if isinstance(undefined, UndefinedReasons):
        undefined.reasons.append(reason)
    else:
        warn(UndefinedMetricWarning(text, reason))


def value_if_undefined(name: str, reason: str, undefined: str | float) -> float:
    """The value of an undefined metric: NaN with a warning, a substitute, or an error, as the caller chose.

    >>> value_if_undefined("precision", "nothing was predicted positive", 0.0)
    0.0
    """
    if undefined in ("raise", "warn"):
        text = say("core.value_undefined", name=name, reason=reason)
        if undefined == "raise":
            raise UndefinedMetricError(text, reason)
        warn_of_undefined(text, reason, undefined)
        return float("nan")
    return float(undefined)


def parts_if_undefined(
    name: str, values: "NDArray[np.float64]", names: Sequence[object], reason: str, undefined: str | float
) -> "NDArray[np.float64]":
    """Values of several classes with the undefined ones substituted, warned of, or raised."""
    import numpy as np

    missing = np.isnan(values)
    if not missing.any():
        return values
    which = ", ".join(repr(n) for n, m in zip(names, missing, strict=True) if m)
    if undefined == "raise":
        raise UndefinedMetricError(say("core.value_undefined_for_which", name=name, which=which, reason=reason), reason)
    if undefined != "warn":
        return np.where(missing, float(undefined), values)
    left_out = Message("classes_left_out", cause=reason)
    warn_of_undefined(say("core.value_undefined_for_which", name=name, which=which, reason=left_out), left_out, undefined)
    return values


def check_undefined(undefined: Any) -> None:
    """Refuse anything but ``"warn"``, ``"raise"`` or a number."""
    if undefined in ("warn", "raise"):
        return
    if isinstance(undefined, bool) or not isinstance(undefined, numbers.Real):
        raise InputError("core.undefined_option_unknown", undefined=undefined)
