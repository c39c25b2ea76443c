"""How much clusters of unequal size tell: the number of equal ones they are worth, and the degrees of freedom that they leave."""

import math
from itertools import combinations

from ..types import Floats


def worth(sizes: Floats) -> float:
    """How many units of equal size tell as much as units of these sizes (Kish); 0 where all are empty.

    >>> import numpy as np
    >>> worth(np.array([10.0, 10.0, 10.0])), round(worth(np.array([28.0, 1.0, 1.0])), 3)
    (3.0, 1.145)
    """
    largest = float(sizes.max(initial=0.0))
    if largest <= 0:
        return 0.0
    parts = sizes / largest  # squares of tiny weights would vanish
    return float(parts.sum() ** 2 / (parts @ parts))


def freedom(*sizes: Floats) -> float:
    """The degrees of freedom of a figure over units of these sizes; of one that compares classes, with the sizes that each class has.

    Each class varies as 1 / its effective number of units, and loses one of them to its own mean (Welch and Satterthwaite). Units that
    hold rows of both classes carry both: with the same shares of either they are as good as one class.

    >>> import numpy as np
    >>> either, both = np.eye(2).repeat(5, 1), np.ones((2, 10))
    >>> freedom(np.ones(10)), round(freedom(*either), 6), round(freedom(*both), 6)
    (9.0, 8.0, 9.0)
    """
    numbers = [worth(one) for one in sizes]
    if min(numbers) <= 1:
        return 1.0
    spread = [1 / number for number in numbers]
    below = sum(part**2 / (number - 1) for part, number in zip(spread, numbers, strict=True))
    for (a, first), (b, second) in combinations(zip(spread, sizes, strict=True), 2):
        shared = float(first / first.sum() @ (second / second.sum()))
        below += 2 * a * b * shared / (1 - shared)
    return max(math.fsum(spread) ** 2 / below, 1.0)
