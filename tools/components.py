"""Install what `make test` must not skip in CI: components too heavy to ask of everyone.

python tools/components.py          what is missing of all of them
python tools/components.py torch    only these
"""

import importlib.util
import os
import shutil
import subprocess
import sys

PACKAGES = {
    "torch": "torch==2.13.0",
    "playwright": "playwright>=1.45",
    "pypmml": "pypmml>=1.5.8",
    "lvis": "lvis>=0.5.3",
    "tidecv": "tidecv>=1.0.1",
}
PROGRAMS = {"chromium": ("chromium", "fonts-wqy-microhei"), "java": ("openjdk-17-jre-headless",)}
COMPILERS = {"clang++": ("clang", "libc++-dev", "libc++abi-dev")}
"""Debian's packages that bring a program, and what it cannot do without: Chinese letters are boxes where no font has them."""


def package(module: str, requirement: str) -> None:
    if importlib.util.find_spec(module) is None:
        print(f"installing {requirement}", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", requirement], check=True)


def program(command: str, packages: tuple[str, ...]) -> None:
    """A program from Debian's packages, where we may install any."""
    if shutil.which(command):
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        sys.exit(f"{command} is missing, and only root can install it: apt-get install {' '.join(packages)}")
    print(f"installing {', '.join(packages)}", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True, **quiet)


def main(names: list[str]) -> None:
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
