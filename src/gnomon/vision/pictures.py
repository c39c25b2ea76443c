"""Pictures in files, which Pillow reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import InputError
from ..files import regular
from ..messages.language import said_by_system

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".gif")
"""Endings of their names."""


@contextmanager
def picture_of(path: object, shown: str) -> Iterator[Any]:
    """The picture of a file while it is open; errors call the file ``shown``."""
    try:
        from PIL import Image
    except ImportError:
        raise InputError("vision.pillow_missing", path=shown) from None
    try:
        with Image.open(regular(path)) as picture:
            yield picture
    except InputError:
        raise
    except Exception as reason:  # decoders of hostile files raise what they happen to: SyntaxError, struct.error, KeyError, …
        said = said_by_system(reason) or type(reason).__name__
        raise InputError("vision.picture_unreadable", path=shown, reason=said) from None
