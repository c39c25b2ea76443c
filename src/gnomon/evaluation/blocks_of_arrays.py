"""Arrays as a block of rows, for kinds of evaluation that have no reading of arrays of their own."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..engines.columns import from_array
from ..inputs import to_array
from ..inputs.arrays import one_dimension, same_length
from ..inputs.numbers import as_floats, as_weight, refuse_not_finite
from ..tasks.aspect import Aspect
from .labels import LabelVocabulary
from .models import Model
from .rows import Block, Key

if TYPE_CHECKING:
    from .plan import Plan


def block_of_arrays(aspect: Aspect, y_true: object, given: object, weight: object, plan: "Plan", name: str) -> tuple[Block, Model]:
    """The truth and what a model said, read as the aspect reads its columns."""
    model = Model(name, prediction=name) if aspect.argument == "prediction" else Model(name, score=name)
    parts = aspect.parts(plan.replace(label="y_true", models=(model,)))
    labels = LabelVocabulary("y_true", spells=False)
    columns: dict[Key, Any] = {}
    for part in parts:
        values = one_dimension(to_array(y_true if part.column == "y_true" else given, part.column), part.column)
        if part.kind == "number":
            columns[part.key] = as_floats(values, part.column)
            refuse_not_finite(columns[part.key], part.column)
        else:
            columns[part.key] = labels.codes(from_array(values))
    sizes = {key[1]: len(values) for key, values in columns.items()}
    same_length(sizes["y_true"], "y_true", sizes[name], name)
    if weight is not None:
        columns["number", "weight"] = np.asarray(as_weight(weight, sizes["y_true"], "y_true"))
    return Block(columns, labels.names, labels.ordered, {}, sizes["y_true"]), model
