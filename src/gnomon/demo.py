"""The demonstration behind `make demo`: two models on the sample loans, as a table and a figure.

Usage: python -m gnomon.demo [FOLDER]

FOLDER is where the figure is saved (default: out). The environment variable GNOMON_THREADS is the number of threads that kernels
may use (default: the cores this process may run on).
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gnomon as gn
from gnomon import samples

METRICS = (
    "roc_auc",
    "average_precision",
    "ks",
    "gini",
    "lift_at@0.1",
    "tpr_at_fpr@0.05",
    "log_loss",
    "brier_score",
    "expected_calibration_error",
)


def table(sweeps: dict[str, gn.Sweep]) -> str:
    """The metrics of each model, a line each, with the arrow that says which way is better."""
    names = list(sweeps)
    lines = [f" {'metric':28}" + "".join(f"{name:>10}" for name in names) + f"{f'{names[0]} − {names[1]}':>13}   better"]
    for text in METRICS:
        reference = gn.catalog.parse(text)
        values = [float(reference.entry.function(sweep, **reference.arguments)) for sweep in sweeps.values()]
        arrow = {"higher": "↑", "lower": "↓"}.get(reference.entry.better or "", "")
        lines.append(f" {text:28}" + "".join(f"{value:10.4f}" for value in values) + f"{values[0] - values[1]:+13.4f}   {arrow}")
    return "\n".join(lines)


def figure(sweeps: dict[str, gn.Sweep], counts: Any, threshold: float, path: Path) -> None:
    """Every curve of both models on one page, written to a temporary name and renamed."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    fig, axes = plt.subplots(2, 4, figsize=(19, 9.2), layout="constrained")
    curves: tuple[Callable[..., Any], ...] = (gn.roc_curve, gn.pr_curve, gn.gain_curve, gn.lift_curve, gn.calibration_curve)
    for ax, curve in zip(axes.flat, curves, strict=False):
        gn.plots.overlay({name: curve(sweep) for name, sweep in sweeps.items()}, ax=ax)
    new = sweeps["new"]
    gn.ks_curve(new).plot(ax=axes[1, 1], label="new")
    new.plot(ax=axes[1, 2], label="new", threshold=threshold)
    counts.plot(ax=axes[1, 3], label=f"new at {threshold:.3g}")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part.png")
    fig.savefig(temporary, dpi=110)
    os.replace(temporary, path)
    plt.close(fig)


def main(folder: str = "out") -> None:
    """Print the table and save the figure."""
    loans = samples.credit()
    y = loans["default"]
    sweeps = {"new": gn.Sweep.of(y, loans["p_new"]), "old": gn.Sweep.of(y, loans["p_old"])}
    best = gn.best_threshold(sweeps["new"], objective="cost", fp_cost=1, fn_cost=8)
    counts = gn.confusion_matrix(y, (loans["p_new"] >= best.threshold).astype(int))
    print(f"\n sample loans   {len(y):,} rows · {int(y.sum()):,} positive ({y.mean():.1%}) · label default · 2 models\n")
    print(table(sweeps))
    print(f"\n threshold of least cost (a missed default costs 8 false alarms): {best.threshold:.4f}")
    print(f"   recall {best.recall:.3f} · precision {best.precision:.3f} · alerts {best.alert_rate:.1%} · cost {best.cost:,.0f}\n")
    print("\n".join(f"   {line}" for line in repr(counts).split("\n")))
    path = Path(folder) / "credit.png"
    try:
        figure(sweeps, counts, best.threshold, path)
    except OSError as reason:
        print(f"error: cannot save the figure as {path}: {reason.strerror}; name another folder", file=sys.stderr)
        sys.exit(2)
    print(f"\n figure  {path}\n")


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit((__doc__ or "").strip())
    main(*sys.argv[1:])
