"""Print the lowest version that pyproject.toml allows of each package it names, as constraints for pip.

python tools/lowest.py > lowest.txt
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
REQUIREMENT = re.compile(r'"([A-Za-z][\w.-]*)>=([\d.]+)(?:,<[\d.]+)?(?:;[^"]*)?"')


def minima(text: str) -> dict[str, str]:
    """The lowest version of each package; one that has two, in two groups, has none that is true."""
    found: dict[str, str] = {}
    for name, version in REQUIREMENT.findall(text):
        if found.setdefault(name.lower(), version) != version:
            sys.exit(f"pyproject.toml asks for {name}>={found[name.lower()]} and for {name}>={version}; let them be one")
    return found


if __name__ == "__main__":
    for name, version in minima((ROOT / "pyproject.toml").read_text(encoding="utf-8")).items():
        print(f"{name}=={version}")
