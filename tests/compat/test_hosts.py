"""Libraries that gnomon speaks for are imported where they are used, and nowhere else."""

import subprocess
import sys

import pytest

ASKED = [
    "import gnomon as gn; gn.scorer",
    "from gnomon.compat import lightgbm; lightgbm.metric('ks')",
    "from gnomon.compat import xgboost; xgboost.metric('ks').cost",
    "from gnomon.compat import catboost; catboost.metric('ks')",
    "from gnomon.compat import ml_metrics; ml_metrics.mae([1], [2])",
]


@pytest.mark.parametrize("code", ASKED)
def test_no_host_is_imported(code):
    look = "import sys; print([name for name in ('sklearn', 'lightgbm', 'xgboost', 'catboost', 'pandas') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{look}"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
