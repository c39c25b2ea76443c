"""Figures of an evaluation: what its aspects can draw, every model on one axes where they can share it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import plots
from ..errors import InputError
from ..messages.language import listed
from ..plots.style import is_style
from ..tasks import registry
from ..tasks.parts import Figure
from ..tasks.task import Task
from .result import Evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def figures(e: Evaluation) -> dict[str, Figure]:
    """Every figure by every name, as aspects bring them; where two have a name, that of the evaluation's own kind has it.

    Of what was read whole, and of numbers to be met, nothing else can be drawn, whatever else were passed.
    """
    task = registry.task(e.task)
    found: dict[str, Figure] = {}
    for aspect in sorted(registry.aspects(), key=lambda aspect: aspect.key not in task.aspects):
        for figure in aspect.figures() if aspect.key in task.aspects or not _alone(task) else ():
            for name in (figure.name, *figure.aliases):
                found.setdefault(name, figure)
    return found


def _alone(task: Task) -> bool:
    """Whether only its own figures can be drawn of it: no model has scores or labels beside."""
    return task.whole or task.numbers


def _first(e: Evaluation) -> str:
    """The figure that is drawn where none is named: the first of the first aspect that was read of some model."""
    held = {key for name in e.names for key in e.held(name)}
    own = [aspect for key in registry.task(e.task).aspects if (aspect := registry.aspect(key)).figures()]
    return next((aspect.figures()[0].name for aspect in [one for one in own if one.key in held] + own), "comparison")


def draw(e: Evaluation, name: str | None, ax: "Axes | None", style: dict[str, Any]) -> Any:
    """Draw a figure by name, or the first of the evaluation's kind; ``model=`` chooses one model where the figure shows one."""
    name = _first(e) if name is None else name
    chosen = style.pop("model", None)
    if name == "comparison":
        if e.comparison is None:
            raise InputError("evaluation.nothing_compared_to_draw")
        return plots.draw(e.comparison, ax=ax, **style)
    known = figures(e)
    figure = known.get(name) or known.get(name.removesuffix("_curve"))
    if figure is None:
        drawn = listed([*dict.fromkeys(figure.name for figure in known.values()), "comparison"])
        task = registry.task(e.task)
        if _alone(task):
            raise InputError("evaluation.figure_unknown_in_task", name=name, task=task.called, names=drawn)
        raise InputError("evaluation.figure_unknown", name=name, names=drawn)
    _refuse_strange(figure, style)
    return figure.draw(e, [chosen] if chosen else list(e.names), ax, style)


def drawn_alone(e: Evaluation) -> Iterator[tuple[str, Any]]:
    """Every figure of the evaluation's own kind that can be drawn of it, by name, each on axes of its own."""
    held = {key for name in e.names for key in e.held(name)}
    own = [figure.name for key in registry.task(e.task).aspects if key in held for figure in registry.aspect(key).figures()]
    for name in [*dict.fromkeys(own), *(["comparison"] if e.comparison is not None else [])]:
        try:
            axes = draw(e, name, None, {})
        except InputError:  # what needs a column, or a second model, that is not there
            continue
        yield name, axes


def _refuse_strange(figure: Figure, style: dict[str, Any]) -> None:
    """What neither the figure nor matplotlib knows."""
    takes = figure.takes
    strange = next((name for name in style if takes is not None and name not in takes and not is_style(name, figure.artist)), None)
    if strange is None or takes is None:
        return
    names = listed(["model", *takes])
    if figure.artist:
        raise InputError(
            "evaluation.figure_style_unknown",
            figure=figure.name,
            name=strange,
            names=names,
        )
    raise InputError("evaluation.figure_option_unknown", figure=figure.name, name=strange, names=names)
