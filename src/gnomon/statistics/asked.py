"""What all tests are asked in the same words: which side, which level, which method; and single numbers."""

import math
import operator
from numbers import Real
from typing import Any

import numpy as np

from ..errors import InputError, check_undefined
from ..inference.public import check_alternative, check_level
from ..inputs.numbers import is_number
from ..messages.language import listed


def check_sides(alternative: object, level: object, undefined: str | float) -> float:
    """The level, after refusing what no test can be asked."""
    check_undefined(undefined)
    checked = check_level(level)
    check_alternative(alternative, checked)
    return checked


def check_choice(argument: str, given: object, known: tuple[str, ...]) -> None:
    """Refuse what is none of the choices."""
    if not isinstance(given, str) or given not in known:
        raise InputError("statistics.option_unknown", argument=argument, given=given, names=listed(map(repr, known)))


def check_yes_or_no(argument: str, given: object) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(given, (bool, np.bool_)):
        raise InputError("scorecards.distance_option_not_boolean", argument=argument, given=given)


def number(argument: str, given: Any) -> float:
    """A finite number that can be squared."""
    fine = isinstance(given, (Real, np.number)) and not isinstance(given, (bool, np.bool_, complex, np.complexfloating))
    if not fine or not abs(float(given)) <= 1e150:
        raise InputError("statistics.number_not_finite", argument=argument, given=given)
    return float(given)


def not_negative(argument: str, given: object) -> float:
    """A number from 0 on."""
    value = number(argument, given)
    if value < 0:
        raise InputError("statistics.deviation_negative", argument=argument, given=given)
    return value


def whole(argument: str, given: Any, least: int) -> int:
    """A whole number from ``least`` on; 12.0 is one too."""
    value = number(argument, given)
    if not value.is_integer() or value < least or value > 2**53:
        raise InputError("statistics.number_not_integer", argument=argument, given=given, least=least)
    try:
        return operator.index(given)
    except TypeError:
        return math.floor(value)


def check_alpha(alpha: Any) -> float:
    """How often a test may reject what is true."""
    if not is_number(alpha) or not 0 < float(alpha) < 1:
        raise InputError("statistics.alpha_out_of_range", alpha=alpha)
    return float(alpha)
