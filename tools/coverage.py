"""How often 95 % intervals and bands hold the truth, tests reject it and findings are right: the tables of two guides.

python tools/coverage.py [SETS]                   data sets for each population and size (default 2,000: an hour or two); prints Markdown
python tools/coverage.py 500 paired clusters      only these, of: intervals lists unpaired paired clusters bands even
                                                  findings problems numbers
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import gnomon as gn
from evaluation import planted_problems
from evaluation.planted import CLEAN, PLANTED, rate_found, rate_of_false_findings
from gnomon.catalog import parse
from gnomon.inference.bands import CURVES
from gnomon.inference.estimate import IntervalOptions, estimates
from gnomon.inference.measure import MetricCall
from gnomon.inference.observed import value_of
from gnomon.inference.sample import ResamplingData
from gnomon.summary import Ranked, Sweep
from inference.populations import (
    Binormal,
    Clustered,
    Probabilities,
    alarms_of_clusters,
    band_holds,
    compared_unpaired,
    coverage_of_clusters,
    graded_lists,
    share_held,
    told_apart,
    truth,
    verdicts,
)

Floats = NDArray[np.float64]
APART = [Binormal(d, share) for d, share in product((0.5, 1.0, 2.0), (0.5, 0.3, 0.1))] + [Binormal(1.0, 0.3, 0.6), Binormal(2.0, 0.1, 0.6)]
NEAR_ONE = [Binormal(3.0, share) for share in (0.5, 0.3, 0.1)]
RIGHT, WRONG = ([Probabilities(one, bias, slope) for one in APART] for bias, slope in ((0.0, 1.0), (0.5, 1.5)))
LINES = [
    ("`roc_auc`", "auto", "roc_auc", APART),
    ("`roc_auc` near 1", "auto", "roc_auc", NEAR_ONE),
    ("`roc_auc`", "delong", "roc_auc", APART),
    ("`roc_auc` near 1", "delong", "roc_auc", NEAR_ONE),
    ("`accuracy`", "auto", "accuracy@0.5", APART),
    ("`f1`", "auto", "f1@0.5", APART),
    ("`ks`", "auto", "ks", APART),
    ("`ks`", "percentile", "ks", APART),
    ("`average_precision`", "auto", "average_precision", APART),
    ("`mcc`", "auto", "mcc@0.5", APART),
    ("`balanced_accuracy`", "auto", "balanced_accuracy@0.5", APART),
    ("`log_loss`", "auto", "log_loss", RIGHT),
    ("`brier_score`", "auto", "brier_score", RIGHT),
    ("`expected_calibration_error`, calibrated", "auto", "expected_calibration_error", RIGHT),
    ("`expected_calibration_error`, not", "auto", "expected_calibration_error", WRONG),
    ("`norm=l2`, calibrated", "auto", "expected_calibration_error(norm=l2)", RIGHT),
    ("`norm=l2`, not", "auto", "expected_calibration_error(norm=l2)", WRONG),
    ("`norm=max`, calibrated", "auto", "expected_calibration_error(norm=max)", RIGHT),
    ("`norm=max`, not", "auto", "expected_calibration_error(norm=max)", WRONG),
]


def held(task: tuple[object, int, int, list[tuple[str, str]]]) -> list[float]:
    """For one population and size, the share of data sets whose interval holds the truth, for each metric and method."""
    population, n, sets, asked = task
    true = [truth(population, metric) for metric, _ in asked]
    rng, counts = np.random.default_rng(n), np.zeros(len(asked))
    for _ in range(sets):
        sample = ResamplingData(Sweep.of(*population.draw(rng, n)))  # type: ignore[attr-defined]  # a population
        seed = int(rng.integers(2**31))
        for method in {method for _, method in asked}:
            places = [place for place, (_, how) in enumerate(asked) if how == method]
            measures = [MetricCall(parse(asked[place][0])) for place in places]
            values = [value_of(measure, sample)[0] for measure in measures]
            found = estimates(measures, values, sample, IntervalOptions(method=method, seed=seed))
            counts[places] += [true[place] in one for place, one in zip(places, found, strict=True)]
    return list(counts / sets)


def main(sets: int, names: list[str]) -> None:
    tables = {one.__name__: one for one in (intervals, lists, unpaired, paired, clusters, bands, even, findings, problems, numbers)}
    if unknown := [name for name in names if name not in tables]:
        sys.exit(f"{unknown[0]!r} is none of {', '.join(tables)}")
    for name in names or tables:
        tables[name](sets)


def intervals(sets: int) -> None:
    """How often intervals of scores hold the truth."""
    print(f"{sets:,} data sets each; from the least to the most of {len(APART)} populations ({len(NEAR_ONE)} with AUC 0.98).\n")
    print("| metric | method | 200 rows | 2,000 rows |\n|---|---|---|---|")
    groups = {id(group): group for *_, group in LINES}
    asked = {key: [(metric, method) for _, method, metric, group in LINES if id(group) == key] for key in groups}
    tasks = [(key, population, n) for key, group in groups.items() for population in group for n in (200, 2000)]
    with ProcessPoolExecutor(2) as pool:
        made = pool.map(held, [(population, n, sets, asked[key]) for key, population, n in tasks])
    shares: dict[tuple[int, str, str, int], list[float]] = {}
    for (key, _, n), several in zip(tasks, made, strict=True):
        for (metric, method), share in zip(asked[key], several, strict=True):
            shares.setdefault((key, metric, method, n), []).append(100 * share)
    for name, method, metric, group in LINES:
        ends = [shares[id(group), metric, method, n] for n in (200, 2000)]
        print(f"| {name} | {method} | " + " | ".join(f"{min(one):.1f}–{max(one):.1f} %" for one in ends) + " |")


NUMBERS = ("r2", "rmse", "mae", "pinball_loss(quantile=0.9)", "medae", "wape", "mape", "mbe", "pearson", "spearman")
LAWS = ("normal", "Student, 5", "Student, 3", "heteroscedastic")
"""Of the errors: normal, Student's t of 5 and of 3 degrees of freedom, normal ones that grow with the truth's distance from the mean."""
NUMBER_SIZES = (30, 100, 1000)


def _errors(rng: np.random.Generator, law: str, apart: Floats) -> Floats:
    if law.startswith("Student"):
        return rng.standard_t(int(law[-1]), apart.shape)
    normal = rng.standard_normal(apart.shape)
    return normal * (0.3 + np.abs(apart)) if law == "heteroscedastic" else normal


QUANTILE = "pinball_loss(quantile=0.9)"
PREDICTED = "predicted quantiles"
ABOVE = {"normal": 1.281552, "Student, 5": 1.475884, "Student, 3": 1.637744, "heteroscedastic": 1.281552}
"""The 0.9 quantile of errors, in units of their scale."""


def _draw_numbers(rng: np.random.Generator, law: str, size: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Truths, two predictions that are equally good, and the 0.9 quantile of each truth."""
    apart = rng.standard_normal(size)
    p, q = (8 * _errors(rng, law, apart) for _ in range(2))
    y = 100 + 20 * apart
    scale = 0.3 + np.abs(apart) if law == "heteroscedastic" else 1.0
    return y, y + p, y + q, y + p + 8 * ABOVE[law] * scale


def _numbers(task: tuple[str, int]) -> list[dict[str, tuple[float, float]]]:
    """By number of rows, the share of intervals that hold the truth, and of tests that tell equally good models apart."""
    law, sets = task
    rng = np.random.default_rng(LAWS.index(law))
    y, p, _, high = _draw_numbers(rng, law, 4_000_000)
    true = {metric: float(getattr(gn, parse(metric).entry.name)(y, p, **parse(metric).arguments)) for metric in NUMBERS}
    true_of_quantiles = gn.pinball_loss(y, high, quantile=0.9)
    found = []
    for n in NUMBER_SIZES:
        held, apart = dict.fromkeys((*NUMBERS, PREDICTED), 0), dict.fromkeys(NUMBERS, 0)
        for _ in range(sets):
            y, p, q, high = _draw_numbers(rng, law, n)
            for metric in NUMBERS:
                held[metric] += true[metric] in gn.interval(metric, y, p)
            held[PREDICTED] += true_of_quantiles in gn.interval(QUANTILE, y, high)
            for pair in gn.compare(y, {"a": p, "b": q}, metrics=list(NUMBERS)).pairs:
                apart[pair.metric] += pair.p_value < 0.05
        found.append({metric: (held[metric] / sets, apart.get(metric, 0) / sets) for metric in held})
    return found


def numbers(sets: int) -> None:
    """Predicted numbers: how often intervals hold the truth, and how often tests of equally good models raise an alarm."""
    with ProcessPoolExecutor(2) as pool:
        by_law = dict(zip(LAWS, pool.map(_numbers, [(law, sets) for law in LAWS]), strict=True))
        by_design = list(pool.map(_alarms_of_splits, [(design, sets) for design in SPLITS]))
    print(f"{sets:,} data sets each, with " + ", ".join(f"{n:,}" for n in NUMBER_SIZES) + " rows.")
    for place, title in enumerate(("held, of 100", "false alarms, of 100")):
        print(f"\n| {title} | " + " | ".join(LAWS) + " |\n|---|" + "---|" * len(LAWS))
        for metric in (*NUMBERS, PREDICTED)[: len(NUMBERS) + 1 - place]:
            cells = (", ".join(f"{100 * one[metric][place]:.1f}" for one in sizes) for sizes in by_law.values())
            name = f"`{QUANTILE}` of predicted quantiles" if metric == PREDICTED else f"`{metric}`"
            print(f"| {name} | " + " | ".join(cells) + " |")
    print("\n| false alarms over splits | usual t test | corrected |\n|---|---|---|")
    for design, (usual, corrected) in zip(SPLITS, by_design, strict=True):
        print(f"| {design} | {100 * usual:.1f} % | {100 * corrected:.1f} % |")


SPLITS = {
    "200 rows, 10 folds once": (200, 20, 1, True, 5),
    "200 rows, 10 folds ten times": (200, 20, 10, True, 5),
    "200 rows, 30 splits of 20 test rows": (200, 20, 30, False, 5),
    "1,000 rows, 30 splits of 100 test rows": (1000, 100, 30, False, 5),
    "40 rows, 30 splits of 4, 12 features each": (40, 4, 30, False, 12),
}
"""Rows, test rows of a split, how many times rows are permuted, whether all folds are tests, and features of each learner."""


def _alarms_of_splits(task: tuple[str, int]) -> tuple[float, float]:
    """How often two regressions on features that are worth the same differ over splits, by the usual t test and the corrected one."""
    design, sets = task
    n, test_rows, times, folds, features = SPLITS[design]
    rng, usual, corrected = np.random.default_rng(1), 0, 0
    for _ in range(sets):
        x = rng.standard_normal((n, 2 * features))
        y = x.sum(1) + rng.standard_normal(n)
        found = []
        for _ in range(times):
            order = rng.permutation(n)
            for at in range(0, n if folds else test_rows, test_rows):
                test, train = order[at : at + test_rows], np.delete(order, slice(at, at + test_rows))
                a, b = (
                    float(np.square(y[test] - one[test] @ np.linalg.lstsq(one[train], y[train], rcond=None)[0]).mean())
                    for one in (x[:, :features], x[:, features:])
                )
                found.append(a - b)
        usual += stats.ttest_1samp(found, 0).pvalue < 0.05
        corrected += gn.corrected_resampled_t(found, train=n - test_rows, test=test_rows).p_value < 0.05
    return usual / sets, corrected / sets


CLUSTERS = {
    "4": Clustered(4),
    "5": Clustered(5),
    "10": Clustered(10),
    "10 of one class each": Clustered(10, one_class=True),
    "30 of unequal size": Clustered(30, unequal=True),
    "100": Clustered(100),
}


def clusters(sets: int) -> None:
    """The same of few clusters and of unequal ones, and how often tests of equal models raise an alarm at 5 %."""
    metrics = [*("roc_auc", "accuracy@0.5", "recall@0.5", "f1@0.5", "mcc@0.5", "lift_at@0.1"), *("average_precision", "ks")]
    metrics += ["brier_score", "log_loss", "expected_calibration_error"]
    tested = ["roc_auc", "recall@0.5", "average_precision", "ks", "brier_score"]
    with ProcessPoolExecutor(2) as pool:
        held = [pool.submit(coverage_of_clusters, one, metrics, sets, seed=1) for one in CLUSTERS.values()]
        alarms = [pool.submit(alarms_of_clusters, one, tested, sets, seed=2) for one in CLUSTERS.values()]
        for title, names, found in (("clusters", metrics, held), ("false alarms of tests", tested, alarms)):
            shares = [one.result() for one in found]
            print(f"\n| {title} | " + " | ".join(CLUSTERS) + " |\n|---|" + "---|" * len(CLUSTERS))
            for metric in names:
                print(f"| `{metric}` | " + " | ".join(f"{100 * share[metric]:.1f} %" for share in shares) + " |", flush=True)


def findings(sets: int) -> None:
    """How often clean rows are found amiss, and how often planted problems are found."""
    sizes = ((500, sets), (5000, max(sets // 2, 1)))
    for head, names, rate in (
        ("clean rows found amiss", CLEAN, lambda name, n, some: rate_of_false_findings(name, n, some)[0]),
        ("planted problems found", PLANTED, rate_found),
    ):
        print(f"\n| {head} | " + " | ".join(f"{n:,} rows" for n, _ in sizes) + " |\n|---|" + "---|" * len(sizes))
        for name in names:
            print(f"| {name} | " + " | ".join(f"{100 * rate(name, n, some):.1f} %" for n, some in sizes) + " |")


PROBLEM_SIZES = (300, 2_000, 20_000)
FEWER = {300: 1, 2_000: 2, 20_000: 10}
"""How many times fewer sets there are of larger sizes."""
MOST_OF_TEXTS = 2_000
"""Sentences of simulated texts and tags, and items of annotators, past which no more is learnt."""


def _blamed(task: tuple[str, int, int]) -> tuple[float, dict[str, float]]:
    return planted_problems.blamed(*task)  # type: ignore[no-any-return]  # tests are not typed


def _seen(task: tuple[str, int, int]) -> float:
    return float(planted_problems.share_found(*task))


def _sized(name: str, kinds: dict[str, tuple[object, ...]], sets: int) -> list[tuple[str, int, int]]:
    """The sizes of one kind of rows, and how many sets of each."""
    options = kinds[name][-1]
    few = isinstance(options, dict) and options.get("task") in ("transcript", "text", "spans", "annotators", "multilabel")
    return [(name, n, max(sets // FEWER[n], 3)) for n in PROBLEM_SIZES if not few or n <= MOST_OF_TEXTS]


def problems(sets: int) -> None:
    """Of each kind and rule: findings an evaluation of clean rows has, and the share of planted problems that are seen."""
    heads = " | ".join(f"{n:,} rows" for n in PROBLEM_SIZES)
    with ProcessPoolExecutor(2) as pool:
        print(f"\n| clean rows: findings an evaluation | {heads} | the rules to blame |\n|---|" + "---|" * (len(PROBLEM_SIZES) + 1))
        for name in planted_problems.CLEAN:
            found = list(pool.map(_blamed, _sized(name, planted_problems.CLEAN, sets)))
            rules = sorted({rule for _, rates in found for rule in rates})
            cells = [f"{rate:.3f}" for rate, _ in found] + ["–"] * (len(PROBLEM_SIZES) - len(found))
            print(f"| {name} | " + " | ".join(cells) + f" | {', '.join(f'`{rule}`' for rule in rules) or '–'} |", flush=True)
        print(f"\n| planted problems seen | rule | {heads} |\n|---|---|" + "---|" * len(PROBLEM_SIZES))
        for name, (rule, *_) in planted_problems.PLANTED.items():
            shares = list(pool.map(_seen, _sized(name, planted_problems.PLANTED, sets)))
            cells = [f"{100 * share:.0f} %" for share in shares] + ["–"] * (len(PROBLEM_SIZES) - len(shares))
            print(f"| {name} | `{rule}` | " + " | ".join(cells) + " |", flush=True)


TESTED = [
    *("roc_auc", "roc_auc(max_fpr=0.2)", "ks", "average_precision", "break_even_point", "lift_at@0.1"),
    *(f"{rate}@0.2" for rate in ("accuracy", "recall", "precision", "f1", "mcc", "balanced_accuracy")),
    *("log_loss", "brier_score", "expected_calibration_error"),
]
POSITIVES = (10, 20, 30, 100)


def _apart(task: tuple[int, int]) -> dict[str, tuple[str, float]]:
    positives, sets = task
    return told_apart(TESTED, positives, sets, seed=positives)  # type: ignore[no-any-return]  # tests are not typed


def paired(sets: int) -> None:
    """How often each paired test tells equally good models apart at 5 %."""
    print(
        "\n| same rows, equally good | method | "
        + " | ".join(f"{n} positives" for n in POSITIVES)
        + " |\n|---|---|"
        + "---|" * len(POSITIVES)
    )
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(_apart, [(n, sets) for n in POSITIVES]))
    for metric, (method, _) in found[-1].items():
        print(f"| `{metric}` | {method} | " + " | ".join(f"{100 * shares[metric][1]:.1f} %" for shares in found) + " |")


AREAS = {0.7: 0.742, 0.85: 1.466, 0.96: 2.476}
"""How far apart the classes are for an area."""
SIZES = ((200, 0.5), (1_000, 0.5), (10_000, 0.5), (200, 0.1), (2_000, 0.05))


def _banded(task: tuple[str, float, int, float, int]) -> float:
    curve, area, n, share, sets = task
    return float(band_holds(Binormal(AREAS[area], share), curve, n, sets, seed=n))


def bands(sets: int) -> None:
    """How often bands hold the whole curve at once."""
    tasks = [(curve, area, n, share, sets) for curve in CURVES for area in AREAS for n, share in SIZES]
    print(
        "\n| band | AUC | " + " | ".join(f"{n:,} rows, {share:.0%} positive" for n, share in SIZES) + " |\n|---|---|" + "---|" * len(SIZES)
    )
    with ProcessPoolExecutor(2) as pool:
        held = iter(list(pool.map(_banded, tasks)))
    for curve, area in product(CURVES, AREAS):
        print(f"| {curve} | {area} | " + " | ".join(f"{100 * next(held):.1f} %" for _ in SIZES) + " |")


def even(sets: int) -> None:
    """How often the curves of equally good models are not called even."""
    print("\n| curves of equally good models | " + " | ".join(CURVES) + " |\n|---|" + "---|" * len(CURVES))
    for n, correlation in product((200, 2_000), (0.0, 0.7)):
        wrong = verdicts(1.0, n, correlation, max(sets // 5, 1), seed=n)
        print(f"| {n:,} rows, correlation {correlation:g} | " + " | ".join(f"{100 * wrong[curve]:.1f} %" for curve in CURVES) + " |")


def unpaired(sets: int) -> None:
    """How often intervals of differences between samples of different rows hold the truth."""
    metrics, sizes = ["roc_auc", "accuracy@0.5", "average_precision", "ks"], ((200, 100), (600, 300), (2000, 2000))
    print("\n| different rows | " + " | ".join(f"{a:,} and {b:,}" for a, b in sizes) + " |\n|---|" + "---|" * len(sizes))
    found = [compared_unpaired((Binormal(1.0), Binormal(0.5)), metrics, both, sets, seed=1) for both in sizes]
    for metric in metrics:
        print(f"| `{metric}` | " + " | ".join(f"{100 * shares[metric]:.1f} %" for shares in found) + " |")


def lists(sets: int) -> None:
    """The same of means over queries."""
    everyone, sizes = Ranked.of(*graded_lists(0)), (10, 20, 40, 200)
    print("\n| metric | " + " | ".join(f"{n} queries" for n in sizes) + " |\n|---|" + "---|" * len(sizes))
    for metric in ("ndcg@10", "mean_average_precision", "mrr", "success_at@1", "hit_ratio@3", "gauc", "dcg@5"):
        print(f"| `{metric}` | " + " | ".join(f"{100 * share_held(everyone, metric, n, sets):.1f} %" for n in sizes) + " |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2:])
