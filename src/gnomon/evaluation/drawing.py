"""Figures of an evaluation: what its aspects can draw, every model on one axes where they can share it."""

from typing import Any

from .. import plots
from ..errors import InputError
from ..tasks import registry
from ..tasks.parts import Figure
from ..words.language import listed
from .result import Evaluation


def figures(e: Evaluation) -> dict[str, Figure]:
    """Every figure by every name, as aspects bring them; where two have a name, that of the evaluation's own kind has it."""
    own = registry.task(e.task).aspects
    found: dict[str, Figure] = {}
    for aspect in sorted(registry.aspects(), key=lambda aspect: aspect.key not in own):
        for figure in aspect.figures():
            for name in (figure.name, *figure.aliases):
                found.setdefault(name, figure)
    return found


def draw(e: Evaluation, name: str, ax: Any, style: dict[str, Any]) -> Any:
    """Draw a figure by name; ``model=`` chooses one model where the figure shows one."""
    chosen = style.pop("model", None)
    if name == "comparison":
        if e.comparison is None:
            raise InputError("there is nothing compared to draw; evaluate several models with ⟦ci=⟧")
        return plots.draw(e.comparison, ax=ax, **style)
    known = figures(e)
    figure = known.get(name) or known.get(name.removesuffix("_curve"))
    if figure is None:
        drawn = dict.fromkeys(figure.name for figure in known.values())
        raise InputError("there is no figure {name!r}; there are: {names}", name=name, names=listed([*drawn, "comparison"]))
    return figure.draw(e, [chosen] if chosen else list(e.names), ax, style)
