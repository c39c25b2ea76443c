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
import os
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
STEP = 200
"""Cases of a process between two times that it writes down how far it is."""
MOST_FAILED = 20
"""Wrong cases after which a process ends: they are likely one mistake."""
GRACE = 120
"""Seconds past the end after which a case counts as one without end."""

WORK = """
import sys
sys.path.insert(0, {tools!r})
import fuzz
fuzz.work({seed}, {seconds}, {folder!r}, range({first}, {cases}, {step}))
"""


def work(seed: int, seconds: float, folder: str, places: range) -> None:
    """Use the cases at these places, one after the other.

    What a case is stands in a file before it is used, so that it is known where it ends everything; how far it is stands in another.
    """
    import traceback
    import warnings

    import numpy as np

    sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
    import mutations

    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    with tempfile.TemporaryDirectory() as scratch:
        packed, archives = mutations.seeds(Path(scratch))
    known = [path.read_bytes() for path in sorted(CORPUS.iterdir())]
    current, far = Path(folder) / "case", Path(folder) / "far"
    count = read = failed = 0
    end = time.monotonic() + seconds
    for place in places:
        if time.monotonic() >= end or failed == MOST_FAILED:
            break
        data = known[place] if place < len(known) else mutations.case(seed + place, packed, archives)
        current.write_bytes(data)
        try:
            read += mutations.use(data)
        except Exception:
            failed += 1
            traceback.print_exc()
            keep(data)
        count += 1
        if count % STEP == 0:
            far.write_text(f"{count} {read} {failed}")
    far.write_text(f"{count} {read} {failed}")
    sys.exit(failed > 0)


def keep(data: bytes) -> None:
    """Put a case into the corpus, under a name that follows from what it is."""
    path = CORPUS / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    print(f"kept as {path.relative_to(ROOT)}", file=sys.stderr)


def started(asked: argparse.Namespace, target: Path | None, folder: Path, worker: int) -> subprocess.Popen[bytes]:
    """A process that uses every ``jobs``-th case, so that the cases of a seed are the same however many share them."""
    folder.mkdir()
    code = WORK.format(
        tools=str(ROOT / "tools"),
        seed=asked.seed,
        seconds=asked.seconds,
        folder=str(folder),
        first=worker,
        cases=asked.cases,
        step=asked.jobs,
    )
    environment = None
    if target is not None:
        code = RUN.partition("import pytest")[0].format(target=str(target)) + code
        environment = environment_of(VARIANTS["address"]) | {"ASAN_OPTIONS": SETTINGS, "UBSAN_OPTIONS": "print_stacktrace=1:exitcode=99"}
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)


def so_far(folders: list[Path]) -> tuple[int, int, int]:
    """Cases, those that were read and those that went wrong, of all processes together."""
    said = [(folder / "far").read_text().split() for folder in folders if (folder / "far").exists()]
    whole = [[int(word) for word in row] for row in said if len(row) == 3]
    count, read, failed = (sum(row[place] for row in whole) for place in range(3))
    return count, read, failed


def watched(workers: list[subprocess.Popen[bytes]], folders: list[Path], until: float) -> None:
    """Wait for all, say now and then how far they are, and end what has no end."""
    said = 0
    while any(worker.poll() is None for worker in workers):
        time.sleep(1)
        count, read, failed = so_far(folders)
        if count // EVERY > said:
            said = count // EVERY
            print(f"{count:,} cases so far, {read:,} read, {failed} wrong", flush=True)
        if time.monotonic() > until:
            for worker in workers:
                worker.kill()
            break
    for worker in workers:
        worker.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description="Use changed bytes for as long as told.")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**40)
    parser.add_argument("--cases", type=int, default=10**12)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that share the cases")
    parser.add_argument("--plain", action="store_true")
    asked = parser.parse_args()
    target = None if asked.plain else build("address", VARIANTS["address"])
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch) / str(worker) for worker in range(asked.jobs)]
        workers = [started(asked, target, folder, worker) for worker, folder in enumerate(folders)]
        try:
            watched(workers, folders, time.monotonic() + asked.seconds + GRACE)
        finally:
            for worker in workers:
                worker.kill()  # where the watch was broken off; one that has ended is left as it is
        for worker, folder in zip(workers, folders, strict=True):
            if worker.returncode not in (0, 1) and (folder / "case").exists():
                print("ended by the case that was in use", file=sys.stderr)
                keep((folder / "case").read_bytes())
        count, read, failed = so_far(folders)
    print(f"{count:,} cases from seed {asked.seed}: {read:,} read, {count - read - failed:,} refused, {failed} wrong")
    return any(worker.returncode for worker in workers)


if __name__ == "__main__":
    if shutil.which("g++") is None and "--plain" not in sys.argv:
        sys.exit("the sanitizers need g++; --plain does without them")
    sys.exit(main())
