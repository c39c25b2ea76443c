"""``import gnomon.frames`` gives every data frame of pandas and Polars, eager and lazy, a ``df.gnomon``.

>>> import gnomon.frames
>>> import pandas as pd
>>> pd.DataFrame({"y": [0, 1, 0, 1], "p": [0.1, 0.4, 0.6, 0.9]}).gnomon.roc_auc(label="y", score="p")
0.75 [0.103937, 0.987276]

It imports pandas and Polars, each where it is installed, and registers the accessor with their own functions.
"""

from contextlib import suppress
from importlib import import_module

from .compat.frames import Frame
from .errors import InputError

__all__ = ["Frame", "register"]

NAME = "gnomon"


def register() -> None:
    """Register the accessor with pandas and Polars; without either raise ``InputError``."""
    found = False
    with suppress(ModuleNotFoundError):
        import_module("pandas").api.extensions.register_dataframe_accessor(NAME)(Frame)
        found = True
    with suppress(ModuleNotFoundError):
        polars = import_module("polars").api
        polars.register_dataframe_namespace(NAME)(Frame)
        polars.register_lazyframe_namespace(NAME)(Frame)
        found = True
    if not found:
        raise InputError("compat.frame_library_missing")


register()
