"""Metric references: strings such as ``f_score(beta=2)@0.3`` that parse and print back."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import InputError
from ..messages.language import either
from .entry import Entry
from .names import numbered
from .registry import canonical, get

_FORM = re.compile(r"\s*([^\W\d]\w*)\s*(?:\((.*)\)\s*)?(?:@\s*(\S+)\s*)?")
LONGEST = 1_000
"""Characters of a reference: files hold some as well."""


@dataclass(frozen=True)
class Reference:
    """A metric with its options and, behind ``@``, the threshold, cut or fraction it is taken at."""

    entry: Entry
    options: dict[str, Any]
    at: float | None = None
    over: dict[str, str] = field(default_factory=dict)
    """How values of several classes or queries are made into one, where the reference says so."""

    def __str__(self) -> str:
        text = self.entry.name
        if inside := self.options | self.over:
            text += "(" + ",".join(f"{name}={_plain(value)}" for name, value in inside.items()) + ")"
        return text if self.at is None else f"{text}@{_plain(self.at)}"

    @property
    def arguments(self) -> dict[str, Any]:
        """The options to call the metric with, the one behind ``@`` among them where it is an option."""
        bound = self.entry.at
        if self.at is None or bound is None or bound == "threshold":
            return self.options
        return {**self.options, bound: self.at}

    @property
    def unit(self) -> str:
        """What the value is counted in, where that is not plain: "%" of errors in percent.

        >>> parse("wape").unit, parse("wape(scale=fraction)").unit, parse("rmse").unit
        ('%', '', '')
        """
        scale = self.entry.options.get("scale")
        return "%" if scale is not None and self.options.get("scale", scale.default) == "percent" else ""

    @property
    def hypothesis(self) -> str:
        """What comparing two models by it tests: that of the metric of which it is another form, so that both are one test.

        >>> parse("gini").hypothesis, parse("error_rate@0.3").hypothesis, parse("f1").hypothesis
        ('roc_auc', 'accuracy@0.3', 'f1')
        """
        form = self.entry.restates
        if form is None or (self.over and not form.linear):
            return str(self)
        return str(Reference(get(form.metric), self.options, self.at, self.over))


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _plain(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def parse(text: str) -> Reference:
    """Read a reference.

    >>> import gnomon as gn
    >>> reference = gn.catalog.parse("f_score(beta=2)@0.3")
    >>> reference.entry.name, reference.options, reference.at, str(reference)
    ('f_score', {'beta': 2}, 0.3, 'f_score(beta=2)@0.3')
    >>> [str(gn.catalog.parse(name)) for name in ("AUC", "召回率@0.5", "P_10")]  # what it is called elsewhere leads to it
    ['roc_auc', 'recall@0.5', 'precision_at@10']
    """
    if not isinstance(text, str) or len(text) > LONGEST or (form := _FORM.fullmatch(numbered(text) or text)) is None:
        raise InputError(
            "catalog.reference_malformed",
            text=text,
        )
    asked, inside, at = form.groups()
    name = canonical(asked)
    entry = get(name)
    if at is None and entry.at in entry.options:  # lift_at(0.1) is lift_at@0.1
        first, _, rest = (inside or "").partition(",")
        at, inside = (first.strip(), rest) if _is_number(first) else (None, inside)
    options, over = _inside(text, entry, inside or "", dict(entry.presets.get(name, {})))
    if at is not None and entry.at in options:
        raise InputError("catalog.point_given_twice", text=text, at=entry.at)
    return Reference(entry, options, None if at is None else _at(text, entry, at), over)


def _inside(text: str, entry: Entry, inside: str, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """What stands in the parentheses: options, and how values of several classes or queries are made into one."""
    over: dict[str, str] = {}
    for part in filter(None, map(str.strip, pieces(inside))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        value = value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
        if equals and key in entry.over and key not in entry.options and entry.kind == "value":
            if value not in entry.over[key]:
                raise InputError("catalog.reference_value_not_choice", text=text, key=key, value=value, choices=either(entry.over[key]))
            over[key] = value
            continue
        if not equals or key not in entry.options:
            known = ", ".join([*entry.options, *(entry.over if entry.kind == "value" else ())]) or "none"
            raise InputError("catalog.reference_option_unknown", text=text, part=part, name=entry.name, known=known)
        options[key] = entry.options[key].parse(value)
    return options, over


def _at(text: str, entry: Entry, at: str) -> float:
    if entry.at is None:
        raise InputError("catalog.point_unsupported", text=text, name=entry.name, written=entry.written)
    try:
        value = float(at)
    except ValueError:
        raise InputError("catalog.point_not_numeric", text=text, at=entry.at, at_2=at) from None
    if entry.at in entry.options:
        entry.options[entry.at].check(int(value) if value.is_integer() else value)
    return value


def parse_list(text: str) -> list[Reference]:
    """Read references set apart by commas.

    >>> [str(reference) for reference in parse_list("roc_auc, f_score(beta=2,macro=f-of-means)@0.3")]
    ['roc_auc', 'f_score(beta=2,macro=f-of-means)@0.3']
    """
    return [parse(piece) for piece in pieces(text) if piece.strip()]


def pieces(text: str) -> list[str]:
    """What commas set apart that stand within no parentheses or brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


def asked_for(text: str, known: Sequence[str]) -> str | None:
    """The reference among those known that a text asks for by any of its names; what it does not say of conventions may be any.

    >>> asked_for("P_10", ["ndcg@10", "precision_at(convention=trec_eval)@10"])
    'precision_at(convention=trec_eval)@10'
    """
    if text in known:
        return text
    wanted = parse(text)
    if str(wanted) in known:
        return str(wanted)
    said = [name for name in known if wanted == _without(parse(name), [key for key in parse(name).over if key not in wanted.over])]
    return said[0] if len(said) == 1 else None


SAID_ONCE = ("convention",)
"""What the head of a table says of all its metrics; how classes are averaged stands at each."""


def in_common(names: Iterable[str]) -> dict[str, str]:
    """What all references that could say it say alike, and a head can say once.

    >>> in_common(["ndcg(convention=trec_eval)@10", "mrr(convention=trec_eval)"])
    {'convention': 'trec_eval'}
    """
    references = [parse(name) for name in names]
    said = {key: value for reference in references for key, value in reference.over.items() if key in SAID_ONCE}
    return {key: value for key, value in said.items() if all(r.over.get(key) == value for r in references if key in r.entry.over)}


def shortened(name: str, common: Iterable[str]) -> str:
    """A reference without what is said of all of them elsewhere."""
    return str(_without(parse(name), common))


def _without(reference: Reference, keys: Iterable[str]) -> Reference:
    return replace(reference, over={key: value for key, value in reference.over.items() if key not in set(keys)})
