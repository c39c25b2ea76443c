"""docs/integrations.md: the code of each section runs by itself. tests/shape/test_guides.py holds the Chinese page to the same code."""

import re
import sys
from pathlib import Path

import pytest

from components import needs

DOCS = Path(__file__).parents[2] / "docs"
HOSTS = {"lightgbm", "xgboost", "catboost", "torch", "torchmetrics", "lightning", "mlflow", "IPython"}
"""What sections import that is not installed with the tests."""


def sections(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        code = re.findall(r"^```python\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
        if code:
            yield pytest.param(code, id=part.partition("\n")[0])


@pytest.mark.filterwarnings("ignore")  # of the host libraries; the tests beside this one hold gnomon to account for its own
@pytest.mark.parametrize("code", [*sections("integrations.md")])
def test_the_code_of_a_section_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", str(tmp_path / "mlruns"))
    for host in sorted(HOSTS & set(re.findall(r"^\s*(?:import|from) (\w+)", "\n".join(code), re.MULTILINE))):
        needs(host)
    known = {"__name__": "a_section"}
    for block in code:
        exec(compile(block, "integrations", "exec"), known)
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
