"""Install what `make test` must not skip in CI: components too heavy to ask of everyone."""

import importlib.util
import subprocess
import sys

COMPONENTS = {"torch": "torch==2.13.0"}

for module, requirement in COMPONENTS.items():
    if importlib.util.find_spec(module) is None:
        print(f"installing {requirement}", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", requirement], check=True)
