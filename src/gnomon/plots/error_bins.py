"""What was predicted and what came true, bin by bin of prediction."""

from typing import Any

from ..messages.language import say
from .style import FAINT, calm, first_model, legend, model_line, named


def draw(ax: Any, table: Any, *, label: str | None = None, **style: Any) -> None:
    """Mean truth over mean prediction of each bin, with its RMSE; right levels lie on the diagonal."""
    if first_model(ax):
        calm(ax, "plots.truth_by_bin_of_prediction", "plots.mean_prediction", "plots.mean_truth")
        ends = [
            float(min(table.mean_prediction.min(), table.mean_truth.min())),
            float(max(table.mean_prediction.max(), table.mean_truth.max())),
        ]
        ax.plot(ends, ends, color=FAINT, linewidth=1, linestyle=(0, (4, 4)), label=say("plots.label_predicted_level"))
    line = model_line(ax) | {"marker": "o", "markersize": 5, "elinewidth": 0.8, "linewidth": 1.2} | style
    text = named(label, say("plots.label_mean_truth_rmse"))
    ax.errorbar(table.mean_prediction, table.mean_truth, yerr=table.rmse, label=text, **line)
    legend(ax, loc="upper left")
