"""The section of a score by period: bad rate, KS, Gini and PSI, as a table and as lines."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...evaluation import Evaluation
from ...messages import Message, Pair, pairs, text_in
from ...messages.language import speaking
from ...report.section import Section, View
from ...report.sure import level_text
from ..stability_index import BANDS, verdict_words
from ..stability_result import Stability

FIGURES: tuple[tuple[str, Pair], ...] = tuple((name, pairs("stability_columns")[name]) for name in ("bad_rate", "ks", "gini"))


class StabilitySection(Section):
    """Does the score hold? Its figures by period, and how far it has moved from the reference.

    ``reference`` is the file that the reference was read from, if any; without ``sure`` no intervals are shown.
    """

    key = "stability"
    order = 89
    folder = Path(__file__).parent
    template = "watched.html"
    scripts = ("watched.js",)
    styles = ("card.css",)
    link = "by_period"
    page_words: Mapping[str, Pair] = pairs("stability_page")
    script_words: Mapping[str, Pair] = pairs("stability_script")

    def __init__(self, found: Stability, reference: str, sure: bool) -> None:
        self._found, self._reference, self._sure = found, reference, sure

    def shown(self, e: Evaluation) -> bool:
        return True

    def payload(self, e: Evaluation, views: Sequence[View]) -> dict[str, Any]:
        found = self._found
        made: dict[str, Any] = {name: {"value": _plain(getattr(found, name))} for name, _ in FIGURES}
        if self._sure:
            for name in made:
                made[name] |= {end: _plain(getattr(found, f"{name}_{end}")) for end in ("low", "high")}
        made["psi"] = {"value": _plain(found.score_psi)}
        return made | {"periods": [str(one) for one in found.period], "over": found.watch.settings.over, "limits": list(BANDS)}

    def context(self, e: Evaluation, payload: object) -> dict[str, Any]:
        found = self._found
        lines = [self._line(place) for place in range(len(found.period))]
        asked = found.watch.settings
        return {
            "over": asked.over,
            "held_against": self._held_against(),
            "figures": FIGURES,
            "unlabelled": bool((found.labelled < found.rows).any()),
            "level": level_text(asked.level) if self._sure else "",
            "lines": lines,
            "notes": [(text_in(note, "en"), text_in(note, "zh")) for note in found.notes],
        }

    def _held_against(self) -> Pair:
        """What the periods are held against, in both languages."""
        held = self._found.reference
        if held:
            message = Message(
                "stability_reference.first" if held == str(self._found.period[0]) else "stability_reference.period", period=held
            )
        else:
            message = Message("stability_reference.file", name=self._reference) if self._reference else Message("stability_reference.table")
        return message.text("en"), message.text("zh")

    def _line(self, place: int) -> dict[str, Any]:
        found = self._found
        table = found.tables[str(found.watch.settings.score)][place]
        figures = [tuple(float(getattr(found, name + end)[place]) for end in ("", "_low", "_high")) for name, _ in FIGURES]
        said = []
        for lang in ("en", "zh"):
            with speaking(lang):
                said.append(verdict_words(table.verdict))
        return {
            "period": str(found.period[place]),
            "rows": int(found.rows[place]),
            "labelled": int(found.labelled[place]),
            "figures": figures,
            "psi": table.psi,
            "verdict": said,
            "held": found.reference == str(found.period[place]),
        }


def _plain(values: Any) -> list[float | None]:
    """Figures as JSON has them: null where there is none."""
    return [None if one != one else one for one in values.tolist()]
