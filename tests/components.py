"""Optional components: outside CI a missing one skips and says how to get it; in CI it fails."""

import importlib
import os
import shutil
import sysconfig
from typing import Any, NoReturn

import pytest

HOW = {
    "torch": "pip install torch==2.13.0",
    "playwright.sync_api": "pip install playwright",
    "lvis": "pip install lvis",
    "tidecv": "pip install tidecv",
    "nervaluate.evaluator": "pip install nervaluate on Python 3.11 or later",
    "torchmetrics": "pip install torchmetrics",
    "lightning": "pip install lightning",
    "mlflow": "pip install mlflow-skinny",
    "nanobind": "pip install --group build",
    "pyspark.sql": "pip install 'pyspark>=4,<5'",
    "grpc_status": "pip install 'pyspark[connect]>=4,<5'",
    "pypmml": "pip install pypmml",
    "IPython": "pip install ipython",
    "lightgbm": "pip install lightgbm",
    "xgboost": "pip install xgboost-cpu",
    "catboost": "pip install catboost",
}


def needs(module: str) -> Any:
    """The module; without it the test is skipped, or failed under GNOMON_CI."""
    try:
        return importlib.import_module(module)
    except ImportError:
        missing(f"{module} is not installed; to run this test: {HOW[module]}")


def program(*names: str) -> str:
    """Where a program is that may have any of the names, beside Python or on the path."""
    places = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    return next(filter(None, (shutil.which(name, path=places) for name in names)), None) or missing(f"there is no {' or '.join(names)}")


def missing(text: str) -> NoReturn:
    """Skip the test, or fail it under GNOMON_CI."""
    if os.environ.get("GNOMON_CI"):
        pytest.fail(text)
    pytest.skip(text, allow_module_level=True)
