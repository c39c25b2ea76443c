"""A finding: what an expert would say on seeing these figures, with the evidence for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..messages import Message, Translated, text_in
from ..messages.language import language

SYMBOLS = {"problem": "▲", "caution": "●", "fine": "✓"}
SEVERITIES = tuple(SYMBOLS)


@dataclass(frozen=True)
class Finding:
    """One observation: its sentence is a message, which has its words in English and Chinese.

    ``severity`` is "problem" (the figures mislead, or the model does), "caution" (worth knowing before deciding) or "fine"; ``weight``
    orders findings of one severity; ``metric`` names the explanation to read, of a metric or of a concept; ``evidence`` holds the figures
    it rests on.
    """

    rule: str
    severity: str
    sentence: str
    metric: str
    model: str | None = None
    evidence: dict[str, Any] = field(default_factory=dict)
    weight: float = 0.0

    def __str__(self) -> str:
        return f"{self.symbol} {self.text(language())}"

    @property
    def symbol(self) -> str:
        """A mark that needs no colour."""
        return SYMBOLS[self.severity]

    @property
    def en(self) -> str:
        """The sentence in English."""
        return self.text("en")

    @property
    def zh(self) -> str:
        """The sentence in Chinese."""
        return self.text("zh")

    def text(self, lang: str = "en") -> str:
        """The sentence in one of the two languages."""
        return text_in(self.sentence, lang)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain objects."""
        fields = ("rule", "severity", "en", "zh", "metric", "model", "weight")
        return {name: getattr(self, name) for name in fields} | {"evidence": dict(self.evidence)}

    @classmethod
    def from_dict(cls, known: dict[str, Any]) -> "Finding":
        """The finding that :meth:`to_dict` wrote, its sentence in the words that it had then."""
        rest = {name: value for name, value in known.items() if name not in ("en", "zh")}
        return cls(**rest, sentence=Translated(known["en"], zh=known["zh"]))


Rule = Callable[[Any], Iterator[Finding]]


class FindingRules(list[Rule]):
    """Rules of one kind, entered by decorating them: functions from an evaluation to the findings it gives rise to."""

    def __call__(self, function: Rule) -> Rule:
        self.append(function)
        return function


def class_called(name: object) -> str:
    """What a sentence calls a class: by its name, and "class 0" where that is a number."""
    return Message("class_called", label=str(name)) if str(name).lstrip("-").isdecimal() else str(name)


def ends(low: float, high: float) -> tuple[str, str]:
    """The two ends of a bin, with digits enough to tell them apart from each other and from 0 and 1; next to nothing is 0."""
    low = 0.0 if 0 < low < 0.001 * high else low
    for digits in range(2, 17):
        texts = f"{low:.{digits}g}", f"{high:.{digits}g}"
        if low == high or (float(texts[0]) < float(texts[1]) and (float(texts[0]) > 0 or low == 0) and (float(texts[1]) < 1 or high == 1)):
            return texts
    return repr(low), repr(high)
