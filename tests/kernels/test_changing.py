"""Arrays that change while kernels read them, or that no caller of ours would pass: at worst a figure is wrong, never memory."""

import os
import subprocess
import sys
import threading
from contextlib import suppress

import numpy as np
import pytest

import gnomon as gn
from gnomon import _core
from gnomon.inputs.arrays import contiguous

N = 200_000
rng = np.random.default_rng(8)
SCORE = rng.random(N)
POSITIVE = (rng.random(N) < 0.4).astype(np.uint8)
GROUP = rng.integers(0, 500, N).astype(np.uint32)
WEIGHT = rng.random(N)
GRADE = rng.integers(0, 4, N).astype(float)
NAN, INF = np.nan, np.inf

KERNELS = {
    "rank_pairs": lambda s, y, g, w, r: _core.rank_pairs(s, y, None, 4),
    "rank_pairs weighted": lambda s, y, g, w, r: _core.rank_pairs(s, y, w, 4),
    "sweep_columns": lambda s, y, g, w, r: _core.sweep_columns(s, y, None, 4),
    "sweep_columns weighted": lambda s, y, g, w, r: _core.sweep_columns(s, y, w, 4),
    "row_gap": lambda s, y, g, w, r: _core.row_gap(s, y, 4),
    "precision_recall": lambda s, y, g, w, r: _core.precision_recall(s, y, 4),
    "placements": lambda s, y, g, w, r: _core.placements(s, y, w, 4),
    "group_areas": lambda s, y, g, w, r: _core.group_areas(s, y, g, w, 500, 4),
    "rank_rows": lambda s, y, g, w, r: _core.rank_rows(s, r, g, 500, True, 4),
    "losses": lambda s, y, g, w, r: _core.losses(s, y, w, 1e-15, True, 4),
    "deal": lambda s, y, g, w, r: _core.deal(s, y, w, g, np.array([0.75, 0.5, 0.0]), 500, 4),
    "confusion": lambda s, y, g, w, r: _core.confusion(g, g, None, 0, 500, 4),
    "factorize": lambda s, y, g, w, r: _core.factorize(g, 4),
    "amount_columns": lambda s, y, g, w, r: _core.amount_columns(s, r, w, 4),
    "absolute_error_at": lambda s, y, g, w, r: _core.absolute_error_at(s, r, N // 2, 1e150, 4),
    "density": lambda s, y, g, w, r: _core.density(s, r, w, 64),
    "floor_scores": lambda s, y, g, w, r: _core.floor_scores(s, 30, 4),
    "joint_rows": lambda s, y, g, w, r: _core.joint_rows(s, w, 4),
    "joint_rows tied": lambda s, y, g, w, r: _core.joint_rows(r, s, 4),
    "joint_columns": lambda s, y, g, w, r: _core.joint_columns(r, s, w, w, 4),
    "dense_ranks": lambda s, y, g, w, r: _core.dense_ranks(s, 4),
    "middle_ranks": lambda s, y, g, w, r: _core.middle_ranks(s, 4),
    "ordered_pairs": lambda s, y, g, w, r: _core.ordered_pairs(g, g, w, w, 500, 500, 4),
    "ordered_unit_pairs": lambda s, y, g, w, r: _core.ordered_unit_pairs(g, g, 500, 500, True, 4),
    "rank_products": lambda s, y, g, w, r: _core.rank_products(g, g, w, 500, 500),
    "moments": lambda s, y, g, w, r: _core.moments(s, r, None, True, True, 4),
    "moments weighted": lambda s, y, g, w, r: _core.moments(s, r, w, True, True, 4),
    "moments of few": lambda s, y, g, w, r: _core.moments(s[:9000], r[:9000], w[:9000], True, True, 4),
    "exact_sum": lambda s, y, g, w, r: _core.exact_sum(s[:9000], w[:9000]),
}


@pytest.mark.parametrize("name", KERNELS)
def test_another_thread_writes_meanwhile(name):
    """Scores become NaN and infinite, classes 255, codes the largest there is, and back; a kernel ends, with a figure or a refusal."""
    arrays = [array.copy() for array in (SCORE, POSITIVE, GROUP, WEIGHT, GRADE)]
    clean = [array.copy() for array in arrays]
    odd = [[NAN, INF, -INF, 1e308, 0.3], [255, 2, 0], [2**32 - 1, 499, 500], [NAN, -1.0, 1e308], [NAN, INF, -1.0]]
    stop = threading.Event()

    def write():
        place = 0
        while not stop.is_set():
            for array, values, before in zip(arrays, odd, clean, strict=True):
                array[place % 977 :: 977] = values[place % len(values)]
                array[place % 977 :: 977] = before[place % 977 :: 977]
            place += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(8):
            with suppress(ValueError):  # a code that is out of range is refused
                KERNELS[name](*arrays)
    finally:
        stop.set()
        writer.join()
    KERNELS[name](*clean)


@pytest.mark.parametrize("value", [2, 3, 255])
@pytest.mark.parametrize("name", ["rank_pairs", "rank_pairs weighted", "sweep_columns", "placements", "group_areas", "losses"])
@pytest.mark.parametrize("n", [500, N])
def test_every_class_but_0_is_positive(name, value, n):
    rows = [array[:n].copy() for array in (SCORE, POSITIVE, GROUP, WEIGHT, GRADE)]
    expected = KERNELS[name](*rows)
    rows[1] *= value
    found = KERNELS[name](*rows)
    for a, b in zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]:
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("n", [40, N])
@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_scores_that_are_no_numbers_come_to_an_end(n, value):
    score = SCORE[:n].copy()
    score[n // 2 :: 7] = value
    assert _core.rank_pairs(score, POSITIVE[:n], None, 4)[3] is False
    assert _core.sweep_columns(score, POSITIVE[:n], None, 4) is None
    assert _core.placements(score, POSITIVE[:n], None, 4) is None
    for broken in ((score, WEIGHT[:n]), (WEIGHT[:n], score), (GRADE[:n], score)):
        assert _core.joint_rows(*broken, 4) is None
        assert _core.joint_columns(*broken, WEIGHT[:n], None, 4) is None
    assert _core.dense_ranks(score, 4) is None
    assert _core.middle_ranks(score, 4) is None
    ranked = _core.rank_rows(score, GRADE[:n], GROUP[:n], 500, True, 4)
    assert sorted(ranked[3].tolist()) == list(range(n))  # each row stands somewhere, once
    if value is NAN:  # in its list behind all that have a score
        broken = np.isnan(score[ranked[3]])
        query = GROUP[:n][ranked[3]]
        assert ((query[1:] != query[:-1]) | (broken[1:] >= broken[:-1])).all()


def columns(*scores):
    keys = np.array(scores).ravel()
    return keys, np.ones(len(keys), np.int64), np.ones(len(keys), np.int64)


@pytest.mark.parametrize("odd", [(NAN,) * 5, (0.5, NAN, 0.25, NAN, 0.75), (0.1, 0.9, 0.2, 0.8, 0.3), (INF, -INF, INF, NAN, 0.0)])
def test_sweeps_out_of_order_are_merged_within_their_room(odd):
    for a, b in ((columns(*odd), columns(0.9, 0.5, 0.1)), (columns(0.9, 0.5, 0.1), columns(*odd)), (columns(*odd), columns(*odd))):
        keys, pos, neg = _core.merge(*a, *b, 1)
        assert len(keys) == len(pos) == len(neg) <= len(a[0]) + len(b[0])
        assert pos.sum() == len(a[0]) + len(b[0])


def test_long_sweeps_out_of_order_are_merged_within_their_room():
    """Parts that are cut where a threshold would stand do not run backwards, whatever the order."""
    for seed in range(6):
        shuffled = np.random.default_rng(seed).permutation(np.linspace(0, 1, 300_000))
        a, b = columns(shuffled), columns(np.linspace(1, 0, 250_000))
        assert _core.merge(*a, *b, 4)[1].sum() == 550_000


@pytest.mark.parametrize("count", [-(10**15), -1, NAN, INF, 1e308])
def test_bundles_of_counts_that_are_none_stay_within_their_room(count):
    m = 20_000
    pos = np.full(m, count, float)
    pos[::3] = 1
    keys, bundled, _ = _core.bundle(np.linspace(1, 0, m), pos, np.ones(m), 2.0, 3)
    assert len(keys) == len(bundled) <= 2 * 2 + 2 * 3 + 4
    if count == count and abs(count) < 2**62:
        whole = pos.astype(np.int64)
        assert len(_core.bundle(np.linspace(1, 0, m), whole, np.ones(m, np.int64), 2.0, 3)[0]) <= 14


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.coarsen(*columns(0.5, 0.1), 64),
        lambda: _core.floor_scores(np.ones(3), 64, 1),
        lambda: _core.cell_ceilings(np.ones(3), 70),
        lambda: _core.shift_for(np.array([0.5, -0.5]), 1, 0),
        lambda: _core.shift_for(np.array([0.5, -0.5]), 5, 64),
        lambda: _core.bundle(*columns(0.5, 0.1), NAN, 3),
        lambda: _core.bundle(*columns(0.5, 0.1), 2.0, 2**63),
        lambda: _core.monotone_precision(*columns(0.5, 0.1)[1:], 2**64 - 1),
        lambda: _core.confusion(np.zeros(3, np.int64), np.zeros(3, np.int64), None, 0, 2**33, 1),
        lambda: _core.resample(np.ones(8), 2**61, 0, 0, 1),
        lambda: _core.group_areas(np.ones(2), np.ones(2, np.uint8), np.array([0, 7], np.uint32), None, 7, 1),
        lambda: _core.rank_rows(np.ones(2), np.ones(2), np.array([0, 7], np.uint32), 7, True, 1),
        lambda: _core.deal(np.ones(2), np.ones(2, np.uint8), None, np.array([0, 9], np.uint32), np.ones(2), 9, 1),
        lambda: _core.deal(np.ones(2), np.ones(2, np.uint8), None, np.array([0, 0], np.uint32), np.ones(2), 2**63, 1),
    ],
)
def test_sizes_and_codes_past_all_bounds_are_refused(call):
    with pytest.raises(ValueError, match=r".+"):
        call()


def test_nothing_is_drawn_of_counts_that_are_none():
    drawn = _core.resample(np.array([NAN, -3.0, 0.0, 2.0, INF]), 50, 1, 0, 1)
    assert (drawn[:, :3] == 0).all()
    assert drawn[:, 3].mean() > 1


def unaligned(array):
    """The same numbers one byte past where their type would stand, as in a packed record."""
    held = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype)
    held[:] = array
    assert not held.flags.aligned or array.itemsize == 1
    return held


PACKED = np.dtype([("flag", "u1"), ("score", "<f8"), ("label", "<i4"), ("single", "<f4"), ("group", "<i8"), ("weight", "<f8")])


@pytest.mark.parametrize("n", [300, 70_000])
def test_unaligned_arrays_are_read_as_such(n):
    y, s, w, g = POSITIVE[:n].astype(np.int32), SCORE[:n], WEIGHT[:n], (GROUP[:n] % 20).astype(np.int64)
    record = np.zeros(n, PACKED)
    for name, values in (("label", y), ("score", s), ("single", s), ("weight", w), ("group", g)):
        record[name] = values
    q, s32 = (s > 0.5).astype(np.int32), s.astype(np.float32)
    calls = [
        lambda y, s, w, g, q: gn.roc_auc(y, s, weight=w),
        lambda y, s, w, g, q: gn.roc_auc(y, s),
        lambda y, s, w, g, q: gn.brier_score(y, s, weight=w),
        lambda y, s, w, g, q: gn.log_loss(y, s),
        lambda y, s, w, g, q: gn.f1(y, q, weight=w),
        lambda y, s, w, g, q: gn.average_precision(y, s, weight=w),
        lambda y, s, w, g, q: gn.gauc(y, s, group=g),
        lambda y, s, w, g, q: gn.ndcg(y, s, group=g),
        lambda y, s, w, g, q: gn.interval("roc_auc", y, s).low,
        lambda y, s, w, g, q: gn.Sweep.of(y, s, resolution=16).concordant,
        lambda y, s, w, g, q: gn.Counts.of(g, g).n.item(),
    ]
    for call in calls:
        expected = call(y, s, w, g, q)
        assert call(*map(unaligned, (y, s, w, g, q))) == expected
        assert call(record["label"], record["score"], record["weight"], record["group"], q) == expected
        assert call(y, record["single"], w, g, q) == call(y, s32, w, g, q) == call(y, unaligned(s32), w, g, q)
    matrix = np.column_stack([s, w, 1 - s])
    assert gn.Sweeps.of(g % 3, unaligned(matrix.ravel()).reshape(n, 3)) == gn.Sweeps.of(g % 3, matrix)
    assert contiguous(unaligned(s)).flags.aligned
    assert contiguous(s) is s


ALONE = """
import numpy as np
from gnomon import _core
from gnomon.inputs.arrays import contiguous
score = np.random.default_rng(0).random(1 << 19)
positive = (score > 0.3).astype(np.uint8)
positive[::5] ^= 1
print(_core.rank_pairs(score, positive, None, 8) == _core.rank_pairs(score, positive, None, 1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="stacks are sized otherwise elsewhere")
def test_where_the_system_gives_no_more_threads_one_does_the_work():
    """Each thread would have a stack of 64 TiB, for which no address is left."""
    import resource

    huge = 2**46
    hardest = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hardest != resource.RLIM_INFINITY and hardest < huge:
        pytest.skip("stacks may not be made so large here")
    command = [sys.executable, "-c", ALONE]
    limited = f"import os, resource; resource.setrlimit(resource.RLIMIT_STACK, ({huge}, {hardest})); os.execv({command[0]!r}, {command!r})"
    done = subprocess.run(
        [sys.executable, "-c", limited],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True"]
