"""What a kind of evaluation brings to the page: sections of its own, and what the frame says of its rows, slices and models."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ..catalog import Reference
from ..evaluation import Evaluation, Slice
from ..messages import Pair


@dataclass(frozen=True)
class View:
    """One choice of the switch: ``model`` is whose figures it shows, ``part`` what of the model it is, where it is not the whole."""

    name: str
    model: str
    part: str | None = None


@dataclass(frozen=True)
class SliceColumn:
    """A column of the table of slices beside their rows and metrics: a key, which is also its word of the script, and its values.

    ``written`` is how the script writes them: as a count, a percent or with decimals. A value may be a mapping from the models' names.
    """

    key: str
    written: str
    whole: float | Mapping[str, float] | None
    of: Callable[[Slice], float | Mapping[str, float] | None]


class Section:
    """A part of the page that a kind of evaluation brings.

    Template, scripts and styles are files in ``folder``. Scripts see what the frame offers and the other scripts of their folder; the
    page has them where there is a payload, and the styles where the section is shown. Words are pairs of English and Chinese; sections
    may share a key where they mean the same. Every hook has a default, so that a section says only what it has to say.
    """

    key: str
    """The id of its element, and where its payload is found by the script: ``data.sections[key]``."""
    order: int = 0
    """Where it stands between the findings and the slices."""
    folder: Path
    template: str = ""
    """The file that is filled with ``context`` as ``here``; without one the section only adds to the rest of the page."""
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    link: str = ""
    """The word of the page that leads to it in the contents."""
    overlays: bool = False
    """Whether it draws the views not chosen beneath the one that is, where the reader wants them."""
    views_legend: str = ""
    """The word of the page that says what its parts of a model are, where it offers such in ``views``."""
    page_words: Mapping[str, Pair] = {}
    script_words: Mapping[str, Pair] = {}
    evidence_names: Mapping[str, Pair] = {}
    """What the figures are called that findings rest on."""

    def place(self, e: Evaluation) -> int:
        """Where it stands on the page of this evaluation; by its ``order`` unless it says more."""
        return self.order

    def shown(self, e: Evaluation) -> bool:
        """Whether the page has the section."""
        raise NotImplementedError

    def linked(self, e: Evaluation) -> bool:
        """Whether the contents lead to it."""
        return self.shown(e)

    def views(self, e: Evaluation, model: str) -> Sequence[View]:
        """What the reader may choose of a model, where that is more than its name."""
        return ()

    def views_note(self, e: Evaluation, views: Sequence[View]) -> tuple[str, dict[str, Any]] | None:
        """A word of the page with its values that stands beside the choice: that not all are offered, for instance."""
        return None

    def payload(self, e: Evaluation, views: Sequence[View]) -> Any:
        """What its scripts read, as JSON can hold it; None where there is nothing to draw."""
        return None

    def context(self, e: Evaluation, payload: object) -> dict[str, Any]:
        """What its template reads beside the frame's own: the evaluation ``e``, ``level``, ``parted``."""
        return {}

    def terms(self, e: Evaluation) -> Iterable[str]:
        """Metrics and ideas that the glossary explains because the section shows them."""
        return ()

    def methods(self, e: Evaluation) -> Iterable[str]:
        """The methods of the intervals that its scripts compute themselves."""
        return ()

    def slice_columns(self, e: Evaluation) -> Iterable[SliceColumn]:
        """What is told of each slice beside its rows and metrics; of equal keys the first stays."""
        return ()

    def reason(self, text: str) -> Markup | None:
        """A reason for an undefined value that tells figures, in both languages; None for one that is not the section's."""
        return None

    def remarks(self, e: Evaluation, metric: Reference) -> Mapping[str, str]:
        """A word of the page beside a metric's key figure, for each model that needs one."""
        return {}


def summary_of(e: Evaluation, model: str, key: str) -> Any:
    """What an aspect has kept of a model; None where there is nothing."""
    return e.summaries[model].get(key) if model in e.summaries else None
