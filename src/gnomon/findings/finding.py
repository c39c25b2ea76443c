"""A finding: what an expert would say on seeing these figures, with the evidence for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

SYMBOLS = {"problem": "▲", "caution": "●", "fine": "✓"}
SEVERITIES = tuple(SYMBOLS)


@dataclass(frozen=True)
class Finding:
    """One observation, in English and Chinese.

    ``severity`` is "problem" (the figures mislead, or the model does), "caution" (worth knowing before deciding) or "fine"; ``weight``
    orders findings of one severity; ``metric`` names the explanation to read, of a metric or of a concept; ``evidence`` holds the figures
    it rests on.
    """

    rule: str
    severity: str
    en: str
    zh: str
    metric: str
    model: str | None = None
    evidence: dict[str, Any] = field(default_factory=dict)
    weight: float = 0.0

    @property
    def symbol(self) -> str:
        """A mark that needs no colour."""
        return SYMBOLS[self.severity]

    def text(self, lang: str = "en") -> str:
        """The sentence in one of the two languages."""
        return self.zh if lang == "zh" else self.en

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain objects."""
        fields = ("rule", "severity", "en", "zh", "metric", "model", "weight")
        return {name: getattr(self, name) for name in fields} | {"evidence": dict(self.evidence)}

    @classmethod
    def from_dict(cls, known: dict[str, Any]) -> "Finding":
        """The finding that :meth:`to_dict` wrote."""
        return cls(**known)


Rule = Callable[[Any], Iterator[Finding]]


class Rules(list[Rule]):
    """Rules of one kind, entered by decorating them: functions from an evaluation to the findings it gives rise to."""

    def __call__(self, function: Rule) -> Rule:
        self.append(function)
        return function


def share(value: float) -> str:
    """A share as a percentage with the digits that matter."""
    return f"{100 * value:.3g} %"


def ends(low: float, high: float) -> tuple[str, str]:
    """The two ends of a bin, with digits enough to tell them apart from each other and from 0 and 1."""
    for digits in range(2, 17):
        texts = f"{low:.{digits}g}", f"{high:.{digits}g}"
        if low == high or (float(texts[0]) < float(texts[1]) and (float(texts[0]) > 0 or low == 0) and (float(texts[1]) < 1 or high == 1)):
            return texts
    return repr(low), repr(high)
