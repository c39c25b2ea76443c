"""The stability of many columns against the idiom of notebooks: pandas' quantiles and cut, column by column."""

import numpy as np
import pandas as pd

import gnomon as gn
from measure import Row, best, faster


def psi() -> list[Row]:
    """Fifty columns of a million rows against a reference of a million."""
    rng = np.random.default_rng(0)
    n, names = 1_000_000, [f"x{place}" for place in range(50)]
    expected, actual = (pd.DataFrame(rng.normal(shift, 1, (n, 50)), columns=names, copy=False) for shift in (0.0, 0.1))
    expected, actual = (pd.DataFrame({name: np.ascontiguousarray(frame[name]) for name in names}) for frame in (expected, actual))

    def by_pandas() -> dict[str, float]:
        found = {}
        for name in names:
            edges = [-np.inf, *np.unique(expected[name].quantile(np.arange(1, 10) / 10)), np.inf]
            counts = (pd.cut(frame[name], edges, right=False).value_counts(sort=False, normalize=True) for frame in (expected, actual))
            e, a = (np.maximum(shares.to_numpy(), 1e-4) for shares in counts)
            found[name] = float((a - e) @ np.log(a / e))
        return found

    ours = best(lambda: gn.psi_table(expected, actual), 3)
    theirs = best(by_pandas, 1)
    return [
        faster("psi_table of 50 columns × 1 M rows, with intervals and p-values", ours, "pandas, the index alone", theirs, 2),
        many_columns(),
    ]


def many_columns() -> Row:
    """A thousand columns of ten thousand rows each, against what people write with NumPy alone."""
    rng = np.random.default_rng(1)
    n, names = 10_000, [f"x{place}" for place in range(1000)]
    expected, actual = ({name: rng.normal(shift, 1, n) for name in names} for shift in (0.0, 0.05))

    def by_numpy() -> dict[str, float]:
        found = {}
        for name in names:
            edges = np.quantile(expected[name], np.arange(1, 10) / 10)
            counts = (np.bincount(np.searchsorted(edges, column[name], side="right"), minlength=10) for column in (expected, actual))
            e, a = (np.maximum(count / n, 1e-4) for count in counts)
            found[name] = float((a - e) @ np.log(a / e))
        return found

    ours, theirs = best(lambda: gn.psi_table(expected, actual), 3), best(by_numpy, 3)
    return faster("psi_table of 1,000 columns × 10,000 rows, with intervals and p-values", ours, "NumPy, the index alone", theirs, 3)
