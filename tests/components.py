"""Optional components: outside CI a missing one skips and says how to get it; in CI it fails."""

import importlib
import os
from typing import Any

import pytest

HOW = {"torch": "pip install torch==2.13.0", "playwright.sync_api": "pip install playwright"}


def needs(module: str) -> Any:
    """The module; without it the test is skipped, or failed under GNOMON_CI."""
    try:
        return importlib.import_module(module)
    except ImportError:
        text = f"{module} is not installed; to run this test: {HOW[module]}"
        if os.environ.get("GNOMON_CI"):
            pytest.fail(text)
        pytest.skip(text)
