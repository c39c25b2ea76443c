"""What is said of classes."""

from typing import Any

from ..parts import Fact
from ..scores.words import positive_share


def classes(e: Any) -> list[Fact]:
    """How many classes there are; of two, how much of the rows is positive."""
    return positive_share(e) or [Fact("{count} classes", "{count} 个类别", {"count": len(e.classes or ())})]
