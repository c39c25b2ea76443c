"""The main job: a table of predictions goes in, an Evaluation comes out."""

from .comparing import compare
from .figures import Value
from .plan import Model
from .result import Evaluation, Slice
from .retrieval import evaluate_runs
from .run import evaluate

__all__ = ["Evaluation", "Model", "Slice", "Value", "compare", "evaluate", "evaluate_runs"]
