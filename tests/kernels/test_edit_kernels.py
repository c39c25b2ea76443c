"""The kernels of edits against their twins."""

import numpy as np
import pytest

from gnomon import _core
from kernels import twins

SPLIT = {
    0: str.split,
    1: lambda text: list(" ".join(text.split())),
    2: list,
}


def packed(texts):
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    return codes, np.cumsum(np.array([len(text) for text in texts], np.int64), dtype=np.int64)


def pairs(n, seed, letters="ab \u3000\n😀"):
    rng = np.random.default_rng(seed)
    truth = ["".join(rng.choice(list(letters), rng.integers(0, 100))) for _ in range(n)]
    said = ["".join(c for c in text if rng.random() > 0.2) if rng.random() < 0.7 else truth[0] for text in truth]
    return truth, said


@pytest.mark.parametrize("unit", SPLIT)
def test_steps_and_counts(unit):
    truth, said = pairs(40, unit)
    steps, ends = _core.edit_steps(*packed(truth), *packed(said), unit)
    counts = _core.count_edits(*packed(truth), *packed(said), unit, 2)
    for at, one in enumerate(np.split(steps, ends[:-1])):
        expected = twins.edit_steps(SPLIT[unit](truth[at]), SPLIT[unit](said[at]))
        assert one.tolist() == expected
        spoken = [k for k, step in enumerate(expected) if step != 2]
        first, last = (spoken[0], len(expected) - 1 - spoken[-1]) if spoken else (0, 0)
        assert counts[at].tolist() == [*(expected.count(step) for step in range(4)), first, last]


def test_white_space_is_that_of_python():
    spaces = [chr(code) for code in range(0x3100) if chr(code).isspace()]
    others = [chr(code) for code in (0x1B, 0x21, 0x84, 0x86, 0x9F, 0xA1, 0x180E, 0x1FFF, 0x200B, 0x2027, 0x202A, 0x2060, 0x3001, 0xFEFF)]
    truth = [f"a{space}b" for space in spaces + others]
    counts = _core.count_edits(*packed(truth), *packed(["a b"] * len(truth)), 0, 1)
    assert (counts[: len(spaces), 0] == 2).all()
    assert (counts[len(spaces) :, 0] == 0).all()


def test_threads_change_nothing():
    truth, said = pairs(5000, 9, "ab ")
    one = _core.count_edits(*packed(truth), *packed(said), 0, 1)
    np.testing.assert_array_equal(_core.count_edits(*packed(truth), *packed(said), 0, 7), one)


@pytest.mark.parametrize("length", [2500, 12_000])
def test_rows_that_are_made_again_on_the_way_back(length):
    """Long texts keep every k-th row, and tokens of which there are many kinds are placed one at a time."""
    rng = np.random.default_rng(length)
    words = [f"w{k}" for k in rng.integers(0, length, length)]
    said = [word if rng.random() > 0.1 else "x" for word in words if rng.random() > 0.05]
    texts = [" ".join(words)], [" ".join(said)]
    counts = _core.count_edits(*packed(texts[0]), *packed(texts[1]), 0, 1)[0]
    steps, _ = _core.edit_steps(*packed(texts[0]), *packed(texts[1]), 0)
    assert counts[:4].tolist() == np.bincount(steps, minlength=4).tolist()
    i = j = 0
    for step in steps.tolist():
        if step < 2:
            assert (words[i] == said[j]) == (step == 0)
        i, j = i + (step != 3), j + (step != 2)
    assert (i, j) == (len(words), len(said))
    distance = pytest.importorskip("rapidfuzz.distance").Levenshtein.distance
    assert counts[1:4].sum() == distance(words, said)


@pytest.mark.parametrize(("length", "moved"), [(2100, 125), (2100, 128), (2176, 129), (2304, 500)])
def test_bands_lead_the_way_of_the_whole_table(length, moved):
    """Texts of which a stretch was moved from the start to the end lie off the diagonal, about as far as the first band is wide."""
    rng = np.random.default_rng(moved)
    truth = rng.integers(97, 100 if moved % 2 else 150, length).astype(np.uint32)
    said = np.append(truth[moved:], rng.integers(97, 123, moved).astype(np.uint32))
    said[rng.integers(0, length, 30)] = 96
    for a, b in ((truth, said), (said, truth[: length - 40])):
        steps, _ = _core.edit_steps(a, np.array([len(a)]), b, np.array([len(b)]), 2)
        assert steps.tolist() == twins.edit_steps(a.tolist(), b.tolist())


def test_arguments_that_do_not_fit_are_refused():
    codes, ends = packed(["ab", "c"])
    for wrong in (np.array([2, 1]), np.array([2, 9]), np.array([-1, 2])):
        with pytest.raises(ValueError, match="texts"):
            _core.count_edits(codes, wrong, codes, ends, 0, 1)
    with pytest.raises(ValueError, match="length"):
        _core.count_edits(codes, ends, codes, ends[:1], 0, 1)
    with pytest.raises(ValueError, match="unit"):
        _core.edit_steps(codes, ends, codes, ends, 3)
