"""Figures of an evaluation: what its aspects can draw, every model on one axes where they can share it."""

from typing import Any

from .. import plots
from ..errors import InputError
from ..plots.style import is_style
from ..tasks import registry
from ..tasks.parts import Figure
from ..words.language import listed
from .result import Evaluation


def figures(e: Evaluation) -> dict[str, Figure]:
    """Every figure by every name, as aspects bring them; where two have a name, that of the evaluation's own kind has it.

    Of what was read whole nothing else can be drawn, whatever else were passed.
    """
    task = registry.task(e.task)
    found: dict[str, Figure] = {}
    for aspect in sorted(registry.aspects(), key=lambda aspect: aspect.key not in task.aspects):
        for figure in aspect.figures() if aspect.key in task.aspects or not task.whole else ():
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
        drawn = listed([*dict.fromkeys(figure.name for figure in known.values()), "comparison"])
        task = registry.task(e.task)
        if task.whole:
            raise InputError("there is no figure {name!r} of {task}; there are: {names}", name=name, task=task.called, names=drawn)
        raise InputError("there is no figure {name!r}; there are: {names}", name=name, names=drawn)
    _refuse_strange(figure, style)
    return figure.draw(e, [chosen] if chosen else list(e.names), ax, style)


def _refuse_strange(figure: Figure, style: dict[str, Any]) -> None:
    """What neither the figure nor matplotlib knows."""
    takes = figure.takes
    strange = next((name for name in style if takes is not None and name not in takes and not is_style(name, figure.artist)), None)
    if strange is None or takes is None:
        return
    names = listed(["model", *takes])
    if figure.artist:
        raise InputError(
            "the figure {figure!r} takes no {name}=; it takes {names}, and what matplotlib knows of its lines or bars, as color",
            figure=figure.name,
            name=strange,
            names=names,
        )
    raise InputError("the figure {figure!r} takes no {name}=; it takes {names}", figure=figure.name, name=strange, names=names)
