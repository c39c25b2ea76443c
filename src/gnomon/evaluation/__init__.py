"""The main job: a table of predictions goes in, an Evaluation comes out."""

from ..value import Value
from .compare import compare
from .models import Model
from .result import Evaluation, Slice
from .run import evaluate

__all__ = ["Evaluation", "Model", "Slice", "Value", "compare", "evaluate"]
