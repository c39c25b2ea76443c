"""How things are measured: the best of several runs of both sides, alternating, in one process."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version


def best(function: Callable[[], object], runs: int) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def best_small(function: Callable[[], object], seconds: float = 0.5) -> float:
    """The shortest mean over batches, for calls too quick to time alone."""
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < seconds / 5:
        function()
        calls += 1
    return best(lambda: [function() for _ in range(calls)], 5) / calls


@dataclass
class Row:
    """One claim: what was done, ours and the peer's time, and the bar it is held to."""

    work: str
    ours: float
    peer: str
    theirs: float
    bar: str
    met: bool
    unit: str = "s"

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def faster(work: str, ours: float, peer: str, theirs: float, times: float) -> Row:
    """A claim to be at least so many times faster than the peer."""
    return Row(work, ours, peer, theirs, f"≥ {times:g}×", theirs / ours >= times)


def at_most(work: str, ours: float, peer: str, theirs: float, times: float, unit: str = "s") -> Row:
    """A claim to cost at most so many times what the peer costs."""
    return Row(work, ours, peer, theirs, f"≤ {times:g}× peer", ours <= times * theirs, unit)


def duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def amount(value: float, unit: str) -> str:
    if unit == "s":
        return duration(value)
    return f"{value / 1e6:,.{0 if value >= 1e7 else 2}f} MB" if unit == "B" else f"{value:.2g}"


def table(rows: list[Row]) -> str:
    """The claims as Markdown."""
    lines = ["| work | gnomon | peer | peer's | peer ÷ gnomon | bar | met |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        ours, theirs = amount(row.ours, row.unit), amount(row.theirs, row.unit)
        lines.append(f"| {row.work} | {ours} | {row.peer} | {theirs} | {row.ratio:.3g}× | {row.bar} | {'yes' if row.met else '**no**'} |")
    return "\n".join(lines)


def machine() -> str:
    """What was measured on."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as info:
            model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), model)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    packages = ", ".join(f"{name} {version(name)}" for name in ("gnomon", "numpy", "scikit-learn", "duckdb"))
    return f"{model}, {cores} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}; {packages}"


def fresh(code: str, **environment: str) -> str:
    """What a fresh Python prints."""
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    ).stdout


WATCH = """
import threading, time

def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096

def watched(work):
    \"\"\"The most memory held while work() runs, beyond what was held before.\"\"\"
    before, peak, running = resident(), 0, True

    def watch():
        nonlocal peak
        while running:
            peak = max(peak, resident())
            time.sleep(0.0005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    work()
    running = False
    watcher.join()
    return peak - before
"""
"""For a fresh process: how much memory some work takes."""
