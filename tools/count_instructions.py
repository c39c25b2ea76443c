"""Count the instructions of small calls under valgrind: a figure that no other work on the machine changes.

python tools/count_instructions.py            print the instructions of each call
python tools/count_instructions.py --write    and keep them, for tests/shape/test_small_calls.py to compare with
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "tests" / "shape" / "small_calls.json"
WARM, COUNTED = 30, 50
SLACK = 1.05
"""By how much a count may exceed the one that is kept: two runs differ by about 1 %."""

CALLS = {
    "roc_auc": "gn.roc_auc(y, s)",
    "log_loss": "gn.log_loss(y, s)",
    "brier_score": "gn.brier_score(y, s)",
    "accuracy": "gn.accuracy(y, p)",
    "f1": "gn.f1(y, p)",
    "confusion_matrix": "gn.confusion_matrix(y, p)",
    "rmse": "gn.rmse(t, q)",
    "ndcg": "gn.ndcg(y, s, group=None)",
}
"""Calls on 100 rows."""

# valgrind writes the count down, and starts again from 0, whenever the C function `getppid` is entered.
PROGRAM = """
import os
import numpy as np
import gnomon as gn
rng = np.random.default_rng(0)
y, s, t = (rng.random(100) < 0.3).astype(int), rng.random(100), rng.normal(size=100)
p, q = (s > 0.5).astype(int), t + rng.normal(size=100)
for call in {calls!r}:
    call = eval("lambda: " + call)
    for _ in range({warm}):
        call()
    os.getppid()
    for _ in range({counted}):
        call()
    os.getppid()
"""


def count(valgrind: str) -> dict[str, int]:
    """The instructions of one call of each."""
    program = PROGRAM.format(calls=list(CALLS.values()), warm=WARM, counted=COUNTED)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "GNOMON_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        options = ["--tool=callgrind", f"--callgrind-out-file={out}", "--dump-before=getppid"]
        subprocess.run([valgrind, *options, sys.executable, "-c", program], check=True, capture_output=True, env=environment)
        # Odd files hold what came before a loop, even ones a loop.
        files = (Path(f"{out}.{2 * place}") for place in range(1, len(CALLS) + 1))
        totals = [int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)[1]) for file in files]
    return {name: total // COUNTED for name, total in zip(CALLS, totals, strict=True)}


def version() -> str:
    """The interpreter that counts are of: another one runs other instructions."""
    return "{}.{}".format(*sys.version_info)


if __name__ == "__main__":
    found = count(shutil.which("valgrind") or sys.exit("valgrind is missing: apt-get install valgrind"))
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {"calls": {}}
    for name, counted in found.items():
        print(f"{name:18}{counted:>10,}   kept: {kept['calls'].get(name, 0):>10,}")
    if sys.argv[1:] == ["--write"]:
        KEPT.write_text(json.dumps({"python": version(), "calls": found}, indent=2) + "\n")
