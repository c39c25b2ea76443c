"""Packages of the extra ``text``, asked for where they are used."""

from importlib import import_module
from typing import Any

from ..errors import InputError


def needed(module: str, package: str, what: str) -> Any:
    """A module, or the refusal that says how to have it."""
    try:
        return import_module(module)
    except ImportError:
        raise InputError("texts.package_missing", what=what, package=package) from None


def version() -> str:
    """What signs a figure that gnomon counts itself."""
    from .. import __version__

    return f"gnomon-{__version__}"
