"""One figure: a bar a model."""

from gnomon.plots.style import axes_for


def draw(e, models, ax, style):
    axes = axes_for(ax)
    axes.bar(models, [float(e["hit_share", name]) for name in models], **style)
    axes.axhline(1 / e.sides, linestyle="--")
    axes.set_ylabel("hit share")
    return axes
