"""Figures of transcripts: kinds of errors by model, and the most frequent errors of one."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...messages.language import say, term
from ...plots.fonts import readable
from ...plots.style import PALETTE, axes_for, calm, legend
from ..parts import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...evaluation.result import Evaluation


MOST = 20
"""Errors that one figure shows."""
KINDS = {"substituted": "substitutions", "deleted": "deletions", "inserted": "insertions"}


def _held(e: "Evaluation", model: str) -> Any:
    held = e.held(model).get("transcript_errors")
    if held is None or not held["utterances"]:
        raise InputError("transcript.plot_errors_missing")
    return held


def _kinds(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """Errors for each word that was said, a bar a model, parted by kind."""
    held = [_held(e, model) for model in models]
    axes = axes_for(ax)
    spoken = np.array([max(one["hit"] + one["substituted"] + one["deleted"], 1) for one in held])
    left = np.zeros(len(models))
    with readable(axes):
        calm(axes, say("transcript.title_error_kinds"), say("transcript.label_errors_per_word"), "")
        for place, (kind, called) in enumerate(KINDS.items()):
            share = np.array([one[kind] for one in held]) / spoken
            axes.barh(np.arange(len(models)), share, 0.6, left=left, **({"color": PALETTE[place], "label": term(called)} | style))
            left = left + share
        axes.set_yticks(np.arange(len(models)), models)
        axes.invert_yaxis()
        legend(axes, loc="best")
    return axes


def _confusions(e: "Evaluation", models: list[str], ax: "Axes | None", style: dict[str, Any]) -> "Axes":
    """The most frequent errors of the first model."""
    most = _held(e, models[0]).most(MOST)
    axes = axes_for(ax)
    with readable(axes):
        calm(axes, say("transcript.title_frequent_errors"), say("transcript.label_times"), "")
        axes.barh(np.arange(len(most)), [times for *_, times in most], 0.7, **({"color": PALETTE[0]} | style))
        axes.set_yticks(np.arange(len(most)), [f"{truth or '∅'} → {said or '∅'}".replace("$", r"\$") for truth, said, _ in most])
        axes.invert_yaxis()
    return axes


FIGURES = (
    Figure("error_kinds", _kinds, ("kinds",), (), "bar"),
    Figure("confusions", _confusions, ("most_errors",), (), "bar"),
)
