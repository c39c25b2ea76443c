"""The kernels of tags against their twins in plain Python."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import _core
from kernels.twins import tag_entities

TABLES = st.lists(st.booleans(), min_size=50, max_size=50)


@given(st.lists(st.lists(st.sampled_from(["O", "B-PER", "I-PER", "人名"]))))
def test_codes(sentences):
    known = {"I-PER": 0}
    codes, starts = _core.tag_codes(sentences, known)
    names = list(known)
    assert [[names[code] for code in codes[a:b]] for a, b in itertools.pairwise(starts)] == sentences
    assert list(known.values()) == list(range(len(known)))
    assert codes.dtype == np.int32


@pytest.mark.parametrize("strange", [[["O", 1]], [("O",)], ["O"], [["O"], None], [[None]], [[np.str_("O")]]])
def test_what_is_no_list_of_texts_is_left_to_python(strange):
    assert _core.tag_codes(strange, {}) is None


@given(st.lists(st.lists(st.integers(0, 8), max_size=7), max_size=4), TABLES, TABLES, TABLES)
def test_entities(sentences, start, inside, end):
    letter, kind = np.array([0, 1, 2, 3, 4, 1, 2, 3, 4], np.int8), np.array([-1, 0, 0, 0, 0, 1, 1, 1, 1], np.int32)
    codes = np.array([code for one in sentences for code in one], np.int32)
    starts = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    tables = [np.array(one, np.uint8) for one in (start, inside, end)]
    found = list(zip(*(column.tolist() for column in _core.tag_entities(codes, letter, kind, starts, *tables)), strict=True))
    assert found == tag_entities(sentences, letter.tolist(), kind.tolist(), start, inside, end)


@pytest.mark.parametrize(
    ("codes", "letters", "starts"),
    [([0, 5], [0, 1], [0, 2]), ([0, -1], [0, 1], [0, 2]), ([0, 1], [0, 9], [0, 2]), ([0, 1], [0, 1], [0, 1]), ([0, 1], [0, 1], [])],
)
def test_refused(codes, letters, starts):
    columns = np.array(codes, np.int32), np.array(letters, np.int8), np.zeros(len(letters), np.int32), np.array(starts, np.int64)
    with pytest.raises(ValueError, match="must be"):
        _core.tag_entities(*columns, *[np.zeros(50, np.uint8)] * 3)
