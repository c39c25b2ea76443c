"""Numbers are predicted: errors, their spread, amounts along predictions, ranks."""

from ...summary import Amounts, Joint, Moments, Scatter, Spread
from .aspect import ErrorsAspect
from .orders import AmountsAspect, JointAspect, SpreadAspect
from .scatter import ScatterAspect
from .task import RegressionTask

ASPECTS = (
    ErrorsAspect("errors", Moments, facts=("mean_true", "sd_true", "zero_truths", "mean_error", "first_row")),
    SpreadAspect("spread", Spread),
    AmountsAspect("amounts", Amounts),
    JointAspect("joint", Joint),
    ScatterAspect("scatter", Scatter),
)
TASKS = (
    RegressionTask(
        "regression",
        ("errors", "spread", "amounts", "joint", "scatter"),
        ("mean truth", "mean_true"),
        numbers=True,
    ),
)
