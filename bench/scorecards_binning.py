"""Bins of variables, against optbinning and toad."""

import contextlib
import io
import warnings

import numpy as np

import gnomon as gn
from measure import Row, best, faster

N, VARIABLES = 300_000, 50
MANY, COLUMNS = 2_000_000, 56
PART = 20_000
RULES = {"max_bins": 8, "min_fraction": 0.05, "min_events": 1}
THEIRS = {"max_n_bins": 8, "min_bin_size": 0.05, "monotonic_trend": "auto"}


def binning() -> list[Row]:
    """Optimal bins of one variable and of a frame, weights of evidence looked up, chi-merge of many rows."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        return [*_optimal(), _chi()]


def _rows(n: int, variables: int) -> tuple[dict[str, np.ndarray], np.ndarray]:
    rng = np.random.default_rng(0)
    risk = rng.standard_normal(n)
    y = (rng.random(n) < 1 / (1 + np.exp(2 - risk))).astype(int)
    return {f"v{place}": risk * place / variables + rng.standard_normal(n) for place in range(1, variables + 1)}, y


def _optimal() -> list[Row]:
    import pandas as pd
    from optbinning import BinningProcess, OptimalBinning

    columns, y = _rows(N, VARIABLES)
    frame = pd.DataFrame(columns)
    x = columns[f"v{VARIABLES}"]
    one = OptimalBinning(dtype="numerical", **THEIRS)
    ours = gn.Binning(**RULES)
    theirs_of_one = best(lambda: one.fit(x, y), 3)
    ours_of_one = best(lambda: ours.fit(x, y), 7)
    # The same rules, and a larger information value: theirs counted in bins of ours.
    assert ours.table().information_value >= gn.information_value(x, y, bins=one.splits) - 1e-12
    process = BinningProcess(list(frame.columns), max_n_bins=8, min_bin_size=0.05)
    theirs_of_all = best(lambda: process.fit(frame, y), 1)
    ours_of_all = best(lambda: ours.fit(frame, y), 3)
    theirs_looked_up = best(lambda: process.transform(frame, metric="woe"), 2)
    ours_looked_up = best(lambda: ours.transform(frame), 5)
    peer = "optbinning's"
    return [
        faster("`Binning` of a variable, 300 k rows, auto trend", ours_of_one, f"{peer} OptimalBinning, IV no higher", theirs_of_one, 10),
        faster("`Binning` of 50 variables, 300 k rows", ours_of_all, f"{peer} BinningProcess", theirs_of_all, 20),
        faster("`Binning.transform` of these", ours_looked_up, f"{peer} BinningProcess", theirs_looked_up, 10),
    ]


def _chi() -> Row:
    import pandas as pd
    from toad.transform import Combiner

    few, y_few = _rows(PART, 1)
    theirs = best(lambda: Combiner().fit(pd.DataFrame(few), y_few, method="chi", n_bins=8), 1) * (MANY / PART) * COLUMNS
    columns, y = _rows(MANY, 4)
    # The same four columns over and over: all 56 would take a gigabyte.
    all_of_them = {f"c{place}": columns[f"v{place % 4 + 1}"] for place in range(COLUMNS)}
    ours = best(lambda: gn.Binning("chi").fit(all_of_them, y), 1)
    peer = f"toad on {PART:,} rows of one, scaled by rows and columns (it takes more: it is quadratic)"
    return faster(f"`Binning('chi')`, {MANY // 10**6} M rows × {COLUMNS} columns", ours, peer, theirs, 10)
