"""The errors of transcripts themselves, kept while the texts are at hand: no metric reads them, findings and the page do."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...catalog import Reference
from ...evaluation.models import Model
from ...summary import TranscriptErrors
from ...texts.alignment import counted, read_as, wrong_tokens
from ...texts.columns import cells_of
from ...texts.normalisers import NORMALISE
from .. import registry
from ..aspect import Aspect
from ..parts import ColumnRole
from .aspect import TranscriptAspect, reading_of

if TYPE_CHECKING:
    from ...evaluation.plan import Plan
    from ...evaluation.rows import Block
    from ...findings.finding import Rule
    from ...report.section import Section
    from ..parts import Figure


CUT = 3
"""Tokens that must be missing at the end of an utterance, and be a quarter of it at least, for it to be called cut off."""
_UNSPACED_RUN = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2}")


@dataclass(frozen=True)
class TranscriptErrorsAspect(Aspect):
    """Which tokens are confused, and in which utterances errors are."""

    of: str = "transcript"
    argument = "prediction"
    sliced = False

    def parts(self, plan: "Plan") -> Iterable[ColumnRole]:
        return ()

    def has(self, plan: "Plan", model: Model) -> bool:
        return registry.aspect(self.of).has(plan, model)

    def reads(self, reference: Reference) -> bool:
        return False

    def gleaned(
        self, batch: Mapping[str, Any], columns: Mapping[tuple[str, Any], Any], places: NDArray[np.int64], plan: "Plan", model: Model
    ) -> TranscriptErrors:
        aspect = registry.aspect(self.of)
        assert isinstance(aspect, TranscriptAspect)
        truth, said = (list(cells_of(batch[str(column)])) for column in (plan.label, model.prediction))
        if plan.weight is not None:
            weighs = np.flatnonzero(columns["number", plan.weight] > 0).tolist()
            truth, said = ([side[row] for row in weighs] for side in (truth, said))
        return errors_of(truth, said, *reading_of(aspect.asked(plan)))

    def observe(self, block: "Block", plan: "Plan", model: Model) -> Any:
        return None

    def needs_blocks(self, plan: "Plan", sliced: bool = False) -> bool:
        return False

    def rules(self) -> "Sequence[Rule]":
        from .findings import RULES

        return RULES

    def sections(self) -> "Sequence[Section]":
        from .page import SECTIONS

        return SECTIONS

    def figures(self) -> "Sequence[Figure]":
        from .figures import FIGURES

        return FIGURES


def errors_of(truth: Sequence[str], said: Sequence[str], normalize: str, tokens: str) -> TranscriptErrors:
    """What is kept of some utterances."""
    lines = counted(truth, said, normalize, tokens)
    hit, substituted, deleted, inserted, _, last = lines.T
    spoken, written = hit + substituted + deleted, hit + substituted + inserted
    wrong = substituted + deleted + inserted
    at = np.flatnonzero(wrong).tolist()
    heard, written_down = (read_as([side[row] for row in at], normalize, tokens) for side in (truth, said))
    cut = (last >= CUT) & (4 * last >= spoken) & (written > 0)
    plain = lines if normalize == (alike := _without_form(normalize)) else counted(truth, said, alike, tokens)
    told = {
        "utterances": len(lines),
        "silent": int((spoken == 0).sum()),
        "empty": int(((written == 0) & (spoken > 0)).sum()),
        "cut_off": int(cut.sum()),
        "left_at_end": int(last[cut].sum()),
        "unspaced": sum(_UNSPACED_RUN.search(text) is not None for text in truth) if tokens == "words" else 0,
        "plain_errors": int(plain[:, 1:4].sum()),
        "plain_words": int(plain[:, :3].sum()),
    } | dict(zip(("hit", "substituted", "deleted", "inserted"), lines[:, :4].sum(0).tolist(), strict=True))
    return TranscriptErrors.of(Counter(wrong_tokens(heard, written_down, tokens)), told, wrong.tolist())


def _without_form(normalize: str) -> str:
    """What is made alike when case and punctuation do not count either."""
    named = set() if normalize == "none" else set(normalize.split("+"))
    return NORMALISE.read("+".join({*named, "lower", "punctuation"}))
