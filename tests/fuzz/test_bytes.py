"""Saved bytes are data, not trust: whatever is changed in them, with the checksum made right again, is refused or read rightly."""

import json
import os
import warnings
from pathlib import Path

import mutations
import numpy as np
import pytest

import gnomon as gn
from gnomon.summary import Summary
from refusals import raises_id

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
CASES = int(os.environ.get("GNOMON_FUZZ", "0")) or 1500


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    return mutations.seeds(tmp_path_factory.mktemp("saved"))


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_ever_failed_is_refused(path):
    assert not mutations.use(path.read_bytes())


def test_the_seeds_are_read(seeds):
    packed, archives = seeds
    assert all(map(mutations.use, [*packed, *archives]))
    kinds = {type(Summary.from_bytes(data)) for data in packed if b'"Partial"' not in data[:64]}
    assert kinds == {*Summary._kinds.values()} - {kind for kind in Summary._kinds.values() if not kind.__module__.startswith("gnomon.")}


def test_changed_summaries(seeds):
    packed, _ = seeds
    read = [mutations.use(mutations.case(seed, packed, [])) for seed in range(CASES)]
    assert 0.1 < np.mean(read) < 0.6  # neither is all of it refused, nor are the changes too small to matter


def test_changed_evaluations(seeds):
    _, archives = seeds
    read = [mutations.use(mutations.mutated_archive(archives[seed % len(archives)], mutations.random.Random(seed))) for seed in range(60)]
    assert 0 < np.mean(read) < 1


def test_a_case_follows_from_its_number(seeds):
    assert [mutations.case(seed, *seeds) for seed in range(30)] == [mutations.case(seed, *seeds) for seed in range(30)]


@pytest.mark.parametrize("given", [5, 10**15, None, "text", [1, 2]])
def test_only_bytes_are_read(given):
    with raises_id("summary.type_holds_no_bytes"):
        gn.Sweep.from_bytes(given)


def test_any_view_of_bytes_is_read():
    data = gn.Counts.of([0, 1], [1, 1]).to_bytes()
    assert gn.Counts.from_bytes(bytearray(data)) == gn.Counts.from_bytes(memoryview(data)) == gn.Counts.from_bytes(data)


def test_what_is_wrong_is_named():
    header, body = mutations.opened(gn.Sweep.of([0, 1, 1], [0.1, 0.5, 0.9]).to_bytes())
    known = json.loads(header)
    for name, shape, expected in (
        ("thresholds", [2**40], "these bytes hold 72 of the 8,796,093,022,208 bytes that 'thresholds' is said to have"),
        ("thresholds", [2], "these bytes hold 8 more than their arrays have"),
    ):
        changed = json.loads(header)
        changed["arrays"][0] = [name, "<f8", shape]
        with pytest.raises(gn.InputError, match=expected):
            gn.Sweep.from_bytes(mutations.sealed(json.dumps(changed).encode(), body))
    known["meta"]["shift"] = 64
    with raises_id("summary.whole_number_out_of_range", name="shift", value=64, low=0):
        gn.Sweep.from_bytes(mutations.sealed(json.dumps(known).encode(), body))
