"""The alignment of transcripts itself: which tokens were kept, replaced, left out and added, and which are confused most."""

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.arrays import same_length
from ..messages import Message
from ..messages.language import either, say, term
from ..messages.visible import padded, visible, width
from ..result import Result, Table, data_frame
from ..texts.alignment import STEPS, Step, aligned, read_as, token_edits
from ..texts.cells import TRANSCRIPTS, pairs_of
from ..texts.columns import listed_cells, without_missing
from ..texts.normalisers import NORMALISE, Tokens


@dataclass(frozen=True)
class AlignedSentence:
    """One sentence: for each step the token of the reference and that of the hypothesis; None where there is none.

    >>> import gnomon as gn
    >>> one = gn.transcript_alignment(["the cat sat"], ["the bat sat down"])[0]
    >>> one.pairs
    (('the', 'the'), ('cat', 'bat'), ('sat', 'sat'), (None, 'down'))
    >>> print(one)
    the  cat  sat  ****
    the  bat  sat  down
         S         I
    """

    pairs: tuple[tuple[str | None, str | None], ...]
    steps: tuple[Step, ...]

    def count(self, step: Step) -> int:
        """How many steps are of one kind."""
        return self.steps.count(step)

    def to_dict(self) -> dict[str, Any]:
        """The pairs and the steps as lists."""
        return {"pairs": [list(pair) for pair in self.pairs], "steps": list(self.steps)}

    def __str__(self) -> str:
        lines: list[list[str]] = [[], [], []]
        for (truth, said), step in zip(self.pairs, self.steps, strict=True):
            both = [visible(truth) if truth is not None else "", visible(said) if said is not None else ""]
            wide = max(map(width, both))
            cells = [cell or "*" * wide for cell in both] + ["" if step == "hit" else step[0].upper()]
            for line, cell in zip(lines, cells, strict=True):
                line.append(padded(cell, wide))
        return "\n".join("  ".join(line).rstrip() for line in lines)


@dataclass(frozen=True, eq=False, repr=False)
class Confusions(Table):
    """Errors by the tokens that they concern, the most frequent first; an empty text where there is no token."""

    reference: NDArray[Any]
    hypothesis: NDArray[Any]
    count: NDArray[np.int64]

    def heading(self, column: str) -> str:
        return term(column)

    def __str__(self) -> str:
        cells = [[self.heading(name), *map(visible, map(str, values))] for name, values in self.columns().items()]
        wide = [max(map(width, column)) for column in cells]
        right = [False, False, True]
        return "\n".join(
            "  ".join(padded(cell, columns, at_right) for cell, columns, at_right in zip(line, wide, right, strict=True))
            for line in zip(*cells, strict=True)
        )

    def _repr_html_(self) -> str:
        return _html([term(name) for name in self.columns()], zip(*self.columns().values(), strict=True))


@dataclass(frozen=True, eq=False, repr=False)
class TranscriptAlignment(Result):
    """Transcripts against what was said, token by token; ``alignment[i]`` is one sentence.

    Of several shortest alignments the one that rapidfuzz and jiwer give is taken. ``sentences`` are in the order of the data.

    >>> import gnomon as gn
    >>> found = gn.transcript_alignment(["the cat sat", "on the mat"], ["the bat sat down", "on mat"])
    >>> found.hits, found.substitutions, found.deletions, found.insertions
    (4, 1, 1, 1)
    >>> found.confusions()
    reference  hypothesis  count
    cat        bat             1
               down            1
    the                        1
    """

    hits: int
    substitutions: int
    deletions: int
    insertions: int
    sentences: tuple[AlignedSentence, ...]
    signature: str = ""

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, place: int) -> AlignedSentence:
        return self.sentences[place]

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def error_rate(self) -> float:
        """Errors / tokens of the references; NaN where these have none."""
        spoken = self.hits + self.substitutions + self.deletions
        return self.errors / spoken if spoken else float("nan")

    def confusions(self, most: int = 20, step: Step | None = None) -> Confusions:
        """The most frequent errors, all or of one kind: "substitution", "deletion" or "insertion"."""
        if step is not None and step not in STEPS[1:]:
            raise InputError("metrics.alignment_step_unknown", step=step, choices=either(map(repr, STEPS[1:])))
        found: Counter[tuple[str, str]] = Counter()
        for one in self.sentences:
            kept = (pair for pair, kind in zip(one.pairs, one.steps, strict=True) if kind != "hit" and step in (None, kind))
            found.update((truth or "", said or "") for truth, said in kept)
        ordered = sorted(found.items(), key=lambda item: -item[1])[:most]  # of equal counts, the first met
        texts = [np.array([pair[side] for pair, _ in ordered], object) for side in (0, 1)]
        return Confusions(texts[0], texts[1], np.array([count for _, count in ordered], np.int64))

    def to_frame(self) -> Any:
        """A data frame with a row for each step: sentence, step, and the two tokens."""
        lines = [(place, step, *pair) for place, one in enumerate(self.sentences) for pair, step in zip(one.pairs, one.steps, strict=True)]
        names = ("sentence", "step", "reference", "hypothesis")
        return data_frame({name: [line[k] for line in lines] for k, name in enumerate(names)})

    def to_dict(self) -> dict[str, Any]:
        """Counts, and the sentences as lists."""
        return {**super().to_dict(), "sentences": [one.to_dict() for one in self.sentences]}

    def _figures(self) -> list[tuple[str, str]]:
        figures = ((term(name), getattr(self, name)) for name in ("hits", "substitutions", "deletions", "insertions"))
        return [*((name, f"{value:,}") for name, value in figures), (say("metrics.label_error_rate"), f"{self.error_rate:.4f}")]

    @property
    def note(self) -> str:
        """What stands above the table as text."""
        figures = ", ".join(f"{name} {value}" for name, value in self._figures())
        return say("metrics.heading_sentences_figures", count=len(self), figures=figures)

    def __str__(self) -> str:
        table = self.confusions()
        return f"{self.note}\n{table}" if len(table) else self.note

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.note)}</p>{self.confusions()._repr_html_()}"


def _html(heads: list[Any], rows: Any) -> str:
    cell = "<{0} style='text-align:left;padding:2px 12px 2px 0'>{1}</{0}>".format
    lines = [("th", heads), *(("td", row) for row in rows)]
    inside = "".join(f"<tr>{''.join(cell(tag, escape(str(text))) for text in line)}</tr>" for tag, line in lines)
    return f"<table>{inside}</table>"


def transcript_alignment(
    references: Any, hypotheses: Any, *, normalize: str = "none", tokens: Tokens = "words", missing: Literal["error", "drop"] = "error"
) -> TranscriptAlignment:
    """Align transcripts with what was said, token by token, by the fewest errors.

    Parameters
    ----------
    references
        What was said, a text for each sentence.
    hypotheses
        What was written down, in the same order.
    normalize
        What is made alike in both first, as in :func:`wer`; tokens are shown as they are compared.
    tokens
        "words", "characters" or "mixed" (characters of scripts without spaces one by one, other words whole).
    missing
        "error", or "drop" to leave sentences with a missing text out and say how many.

    """
    if tokens not in ("words", "characters", "mixed"):
        raise InputError("metrics.tokens_choice_unknown", tokens=tokens, choices=either(map(repr, ("words", "characters", "mixed"))))
    if not NORMALISE(normalize):
        raise InputError("catalog.value_not_allowed", name="normalize", value=normalize, allowed=str(NORMALISE))
    measure = token_edits(normalize, tokens)
    truth, said = listed_cells(references, "references"), listed_cells(hypotheses, "hypotheses")
    same_length(len(truth), "references", len(said), "hypotheses")
    truth, said, _ = without_missing(truth, said, None, missing)
    pairs = pairs_of(TRANSCRIPTS, truth, said, ("references", "hypotheses"), lambda row: Message("at_position", position=row))
    heard, written = (read_as(side, NORMALISE.read(normalize), tokens) for side in (pairs.truth, pairs.said))
    sentences = tuple(_sentence(*one) for one in aligned(heard, written, tokens))
    hits, substitutions, deletions, insertions = (sum(one.count(step) for one in sentences) for step in STEPS)
    return TranscriptAlignment(hits, substitutions, deletions, insertions, sentences, measure.signature)


def _sentence(way: NDArray[np.uint8], truth: list[str], said: list[str]) -> AlignedSentence:
    pairs: list[tuple[str | None, str | None]] = []
    spoken, written = iter(truth), iter(said)
    for step in way.tolist():
        pairs.append((None if step == 3 else next(spoken), None if step == 2 else next(written)))
    return AlignedSentence(tuple(pairs), tuple(STEPS[step] for step in way.tolist()))
