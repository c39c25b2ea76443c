"""What a saved evaluation must look like before anything of it is believed."""

import math
from typing import Any

from ..errors import InputError
from ..findings import SEVERITIES

TEXT, TRUTH = (str,), (bool,)
WHOLE = (int,)
MAYBE_TEXT, MAYBE_WHOLE = (str, type(None)), (int, type(None))
NUMBER = (int, float, type(None), "inf", "-inf")
"""A number as JSON has it: null for what is undefined, words for what has no end."""
FINITE = (int, float)
PLAIN = (str, bool, int, float, type(None))


def is_level(known: object) -> bool:
    """Whether it can be the level of an interval."""
    return type(known) is float and 0 < known < 1


def is_count(known: Any) -> bool:
    """Whether it can be a number of rows, or their weight; None where the kind has none."""
    return known is None or (_is_plain(known, FINITE) and known >= 0)


MESSAGES = {str: (dict, list, type(None))}
VALUE = {
    "metric": TEXT,
    "model": TEXT,
    "value": NUMBER,
    **{f"{name}?": NUMBER for name in ("low", "high", "at_least", "at_most", "threshold")},
    **{f"{name}?": TEXT for name in ("method", "unsure", "reason")},
    "approximate?": TRUTH,
    "messages?": MESSAGES,
}
INTERVAL = {
    **dict.fromkeys(("metric", "model", "method"), TEXT),
    **dict.fromkeys(("value", "low", "high"), NUMBER),
    "level": is_level,
    "reason?": TEXT,
    "direction?": TEXT,
    "caution?": TEXT,
    "messages?": MESSAGES,
}
PAIR = {
    **dict.fromkeys(("metric", "a", "b", "method"), TEXT),
    **dict.fromkeys(("value_a", "value_b", "difference", "low", "high", "p_value"), NUMBER),
    **{f"{name}?": NUMBER for name in ("error", "p_holm", "p_bh", "df", "bias")},
    "level": is_level,
    **{f"{name}?": TEXT for name in ("better", "reason", "alternative")},
    "messages?": MESSAGES,
}
STRETCH = {"winner": TEXT, "start": FINITE, "end": FINITE, "certain": TRUTH, "thresholds": [[NUMBER]]}
DOMINANCE = {
    **dict.fromkeys(("curve", "a", "b", "verdict", "winner"), TEXT),
    **{name: [NUMBER] for name in ("x", "difference", "low", "high")},
    "level": is_level,
    "stretches": [STRETCH],
}
COMPARISON = {
    "models": [TEXT],
    "metrics": [TEXT],
    "rows": WHOLE,
    "level": is_level,
    "values": [INTERVAL],
    "pairs": [PAIR],
    "dominance": [DOMINANCE],
    "replicates": WHOLE,
    "seed": WHOLE,
    "weighted?": TRUTH,
    "clusters?": MAYBE_WHOLE,
    "notes?": [TEXT],
    "paired?": TRUTH,
    "alternative?": TEXT,
    "baseline?": TEXT,
    "sizes?": [WHOLE],
    "messages?": MESSAGES,
}
FINDING = {
    "severity": SEVERITIES,
    **dict.fromkeys(("rule", "en", "zh", "metric"), TEXT),
    "model": MAYBE_TEXT,
    "weight": FINITE,
    "evidence": {str: None},
}
MODEL = {
    "name": TEXT,
    "score": MAYBE_TEXT,
    "scores": (list, type(None)),
    "prediction": MAYBE_TEXT,
    "direction?": TEXT,
}
SLICE = {"by": {str: PLAIN}, "rows": WHOLE, "values": [VALUE], "facts": {str: None}}
EVALUATION = {
    **dict.fromkeys(("gnomon", "created", "source", "task", "label"), TEXT),
    "models": [MODEL],
    "weight": MAYBE_TEXT,
    "by": [TEXT],
    "rows": WHOLE,
    "total": FINITE,
    "effective_rows": FINITE,
    "facts": {str: None},
    "options?": {str: None},
    "dropped_rows": WHOLE,
    "dropped": {str: WHOLE},
    "exact": TRUTH,
    "metrics": [{"reference": TEXT}],
    "values": [VALUE],
    "dated?": [TEXT],
    "slices": [SLICE],
    "level?": (is_level, None),
    "cluster?": MAYBE_TEXT,
    "clusters?": MAYBE_WHOLE,
    "comparison?": (COMPARISON, None),
    "findings": [FINDING],
    "entries?": [TEXT],
}


MAYBE_NUMBER = (*FINITE, type(None))
CLASS_FACTS = {
    **dict.fromkeys(("positives", "effective_positives", "effective_negatives"), is_count),
    "positive": PLAIN,
    "classes": ([PLAIN], None),
    "left_out": [(dict, list)],
    "mean_prediction": {str: NUMBER},
    "deviation_of_gaps": {str: NUMBER},
}
"""Facts of evaluations whose labels are classes."""


def check_shape(known: Any, shape: Any, where: str) -> None:
    """Refuse what is not of a shape: types and words that a value may be, a list of one shape, an object with shapes by name.

    A function says whether a value may stand there. A name with a question mark may be lacking; ``str`` stands for any name; a shape
    beside None may be null; None is anything.
    """
    if isinstance(shape, dict):
        _check_object(known, shape, where)
    elif isinstance(shape, list):
        for place, one in enumerate(_of_type(known, list, where)):
            check_shape(one, shape[0], f"{where}[{place}]")
    elif isinstance(shape, tuple) and None in shape:
        if known is not None:
            check_shape(known, shape[0], where)
    elif callable(shape):
        if not shape(known):
            raise InputError("evaluation.saved_field_impossible", where=where, known=known)
    elif shape is not None and not _is_plain(known, shape):
        raise InputError("evaluation.saved_field_impossible", where=where, known=known)


def _check_object(known: object, shape: dict[Any, Any], where: str) -> None:
    given = _of_type(known, dict, where)
    if str in shape:
        for name, one in given.items():
            check_shape(one, shape[str], f"{where}.{name:.40}")
        return
    for spelt, inner in shape.items():
        name = spelt.removesuffix("?")
        if name in given:
            check_shape(given[name], inner, f"{where}.{name}")
        elif name == spelt:
            raise InputError("evaluation.saved_field_missing", where=where, name=name)


def _of_type(known: object, kind: type, where: str) -> Any:
    if not isinstance(known, kind):
        raise InputError("evaluation.saved_field_impossible", where=where, known=known)
    return known


def _is_plain(known: object, allowed: tuple[object, ...]) -> bool:
    if isinstance(known, str) and str not in allowed:
        return known in allowed
    if isinstance(known, float) and not math.isfinite(known):  # JSON of ours has words for it
        return False
    return any(type(known) is kind for kind in allowed)
