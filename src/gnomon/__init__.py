"""gnomon: every model-evaluation metric, exact, with its error bar and its meaning.

>>> import gnomon as gn
>>> gn.roc_auc([0, 1, 1, 0, 0, 1, 1], [0.3, 0.5, 0.5, 0.5, 0.5, 0.7, 0.8])
0.8333333333333334
"""

from . import catalog, plots, samples
from .catalog import explain
from .errors import DroppedRowsWarning, InputError, UndefinedMetricError, UndefinedMetricWarning
from .public import public_functions
from .summary import Counts, Sweep, Sweeps

__version__ = "0.1.0"

_FUNCTIONS = public_functions()
globals().update(_FUNCTIONS)

__all__ = [
    "Counts",
    "DroppedRowsWarning",
    "InputError",
    "Sweep",
    "Sweeps",
    "UndefinedMetricError",
    "UndefinedMetricWarning",
    "catalog",
    "explain",
    "plots",
    "samples",
    *_FUNCTIONS,
]
