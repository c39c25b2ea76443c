"""Install what `make test` must not skip in CI: components too heavy to ask of everyone.

python tools/components.py               what is missing of all of them
python tools/components.py torch         only these
python tools/components.py --programs    the names of the programs among them, which a machine with nothing optional has not
"""

import importlib.util
import os
import shutil
import subprocess
import sys

PACKAGES = {
    "torch": "torch==2.13.0",
    "pyspark": "pyspark>=4,<5",
    "playwright": "playwright>=1.45",
    "grpc_status": "pyspark[connect]>=4,<5",
    "pypmml": "pypmml>=1.5.8",
    "IPython": "ipython>=8",
    "lvis": "lvis>=0.5.3",
    "tidecv": "tidecv>=1.0.1",
    "torchmetrics": "torchmetrics>=1.9",
    "lightning": "lightning>=2.6",
    "mlflow": "mlflow-skinny",
    "lightgbm": "lightgbm",
    "xgboost": "xgboost-cpu",  # without what only graphics cards need
    "catboost": "catboost",
}
PROGRAMS = {"chromium": ("chromium", "fonts-wqy-microhei"), "java": ("openjdk-17-jre-headless",), "valgrind": ("valgrind",)}
"""Debian's packages that bring a program, and what it cannot do without: Chinese letters are boxes where no font has them."""
LIGHTER = {"chromium": "chromium-headless-shell"}
"""The same browser without windows, where Debian has it: pages open five times as fast, and the tests open hundreds."""
COMPILERS = {"clang++": ("clang", "libc++-dev", "libc++abi-dev")}


def package(module: str, requirement: str) -> None:
    if importlib.util.find_spec(module) is None:
        print(f"installing {requirement}", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", requirement], check=True)


def program(command: str, packages: tuple[str, ...]) -> None:
    """A program from Debian's packages, where we may install any."""
    lighter = LIGHTER.get(command)
    if lighter is not None and (shutil.which(lighter) or install((lighter, *packages[1:]), check=False)):
        return
    if shutil.which(command) or install(packages, check=True):
        return
    sys.exit(f"{command} is missing, and only root can install it: apt-get install {' '.join(packages)}")


def install(packages: tuple[str, ...], *, check: bool) -> bool:
    """Install packages, where we may; whether they were."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"installing {', '.join(packages)}", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    done = subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=check, **quiet)
    return done.returncode == 0


def main(names: list[str]) -> None:
    if names == ["--programs"]:
        print(*PROGRAMS, *LIGHTER.values(), *COMPILERS)
        return
    for module, requirement in PACKAGES.items():
        if not names or module in names:
            package(module, requirement)
    for command, packages in PROGRAMS.items():
        if not names or command in names:
            program(command, packages)
    for command, packages in COMPILERS.items():
        if command in names:
            program(command, packages)


if __name__ == "__main__":
    main(sys.argv[1:])
