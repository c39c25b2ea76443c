"""The command line: one command a file."""

# The order in which --help lists them.
# ruff: isort: off
from . import report
from . import metrics
from . import table
from . import compare
from . import check
from . import psi
from . import scorecard
from . import explain
from . import catalogue
from . import demo
from .app import app
# ruff: isort: on

__all__ = ["app", "catalogue", "check", "compare", "demo", "explain", "metrics", "psi", "report", "scorecard", "table"]
