"""Cells bundled for resampling: no bundle but a single cell is large, the ends stay apart, counts at the thresholds stay exact."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core


def cells(m, seed, kind):
    rng = np.random.default_rng(seed)
    pos, neg = (rng.integers(0, 4, m).astype(kind) for _ in range(2))
    pos[pos + neg == 0] = 1
    return np.sort(rng.random(m))[::-1].copy(), pos, neg


@pytest.mark.parametrize("kind", [np.int64, np.float64])
@given(m=st.integers(1, 3000), per_class=st.integers(1, 200), ends=st.integers(0, 50), seed=st.integers(0, 99))
def test_bundles(kind, m, per_class, ends, seed):
    score, pos, neg = cells(m, seed, kind)
    to_score, to_pos, to_neg = _core.bundle(score, pos, neg, per_class, ends)
    assert len(to_score) <= min(m, 2 * per_class + 2 * ends + 4)
    last = np.searchsorted(-score, -to_score, side="right") - 1
    assert (np.cumsum(pos)[last] == np.cumsum(to_pos)).all()
    assert (np.cumsum(neg)[last] == np.cumsum(to_neg)).all()
    members = np.diff(last, prepend=-1)
    assert (members[:ends] == 1).all()
    assert ends == 0 or (members[-ends:] == 1).all()
    for column, bundled in ((pos, to_pos), (neg, to_neg)):
        most = column.sum() / per_class + column.max()  # a cell that begins below the mark may end above it
        assert (bundled[members > 1] <= most).all()
