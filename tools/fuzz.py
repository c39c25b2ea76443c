"""Change saved summaries and evaluations at random, make their checksums right again, and use them under sanitizers.

python tools/fuzz.py 600             for ten minutes, on a build with AddressSanitizer and UndefinedBehaviorSanitizer
python tools/fuzz.py 600 --seed 7    the same cases again
python tools/fuzz.py 9e9 --cases 1000000    so many cases, however long they take
python tools/fuzz.py 60 --plain      on the environment's own build

Every case must be refused as bad input or read rightly. One that ends in anything else is kept in tests/fuzz/corpus, where each run and the
tests start from.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from variants import ROOT, RUN, VARIANTS, build, environment_of

CORPUS = ROOT / "tests" / "fuzz" / "corpus"
SETTINGS = "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2048:exitcode=99"
"""Whoever believes a forged size asks for more than that, and is found out."""
EVERY = 20_000
"""Cases between two lines that say how far it is."""
GRACE = 120
"""Seconds past the end after which a case counts as one without end."""

WORK = """
import sys
sys.path.insert(0, {tools!r})
import fuzz
fuzz.work({seed}, {seconds}, {current!r}, {cases})
"""


def work(seed: int, seconds: float, current: str, cases: int) -> None:
    """Use one case after the other; what it is stands in a file before it is used, so that it is known where it ends everything."""
    import traceback
    import warnings

    import numpy as np

    sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
    import mutations

    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    with tempfile.TemporaryDirectory() as folder:
        packed, archives = mutations.seeds(Path(folder))
    known = [path.read_bytes() for path in sorted(CORPUS.iterdir())]
    count = read = failed = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end and count < cases and failed < 20:
        data = known[count] if count < len(known) else mutations.case(seed + count, packed, archives)
        Path(current).write_bytes(data)
        count += 1
        if count % EVERY == 0:
            print(f"{count:,} cases so far, {read:,} read, {failed} wrong", flush=True)
        try:
            read += mutations.use(data)
        except Exception:
            failed += 1
            traceback.print_exc()
            keep(data)
    print(f"{count:,} cases from seed {seed}: {read:,} read, {count - read - failed:,} refused, {failed} wrong")
    sys.exit(failed > 0)


def keep(data: bytes) -> None:
    """Put a case into the corpus, under a name that follows from what it is."""
    path = CORPUS / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    print(f"kept as {path.relative_to(ROOT)}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description="Use changed bytes for as long as told.")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**40)
    parser.add_argument("--cases", type=int, default=10**12)
    parser.add_argument("--plain", action="store_true")
    asked = parser.parse_args()
    variant = VARIANTS["address"]
    target = None if asked.plain else build("address", variant)
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "case"
        code = WORK.format(tools=str(ROOT / "tools"), seed=asked.seed, seconds=asked.seconds, current=str(current), cases=asked.cases)
        environment = None
        if target is not None:
            code = RUN.partition("import pytest")[0].format(target=str(target)) + code
            environment = environment_of(variant) | {"ASAN_OPTIONS": SETTINGS, "UBSAN_OPTIONS": "print_stacktrace=1:exitcode=99"}
        try:
            ended = subprocess.run(
                [sys.executable, "-c", code], cwd=ROOT, env=environment, check=False, timeout=asked.seconds + GRACE
            ).returncode
        except subprocess.TimeoutExpired:
            ended = -1
        if ended not in (0, 1) and current.exists():
            print("ended by the case that was in use", file=sys.stderr)
            keep(current.read_bytes())
    return ended != 0


if __name__ == "__main__":
    if shutil.which("g++") is None and "--plain" not in sys.argv:
        sys.exit("the sanitizers need g++; --plain does without them")
    sys.exit(main())
