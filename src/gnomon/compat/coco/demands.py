"""What pycocotools asserts, raised in its words: a test runner that rewrites asserts would add its own."""

from typing import Any


def holds(condition: Any, words: str | None = None) -> None:
    """Raise AssertionError where a condition does not hold, also under ``python -O``."""
    if not condition:
        raise AssertionError(*([] if words is None else [words]))
