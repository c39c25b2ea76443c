"""Laws that every summary keeps: an empty one, a sum in any order, a form as bytes."""

import copy
import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon.summary import QueryValues, Summary, TranscriptErrors, WorstImages, WorstMaps, WorstSentences
from gnomon.summary.worst_maps import small_map
from gnomon.tasks.detection.worst import worst_images
from gnomon.tasks.transcript.errors import errors_of
from refusals import raises_id

KINDS = sorted(Summary._kinds.values(), key=lambda kind: kind.__name__)
every_summary = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
OF_IMAGES = (gn.SegmentationCounts, gn.BoundaryCounts, gn.PanopticCounts, WorstImages, WorstMaps)


def detections(rng, named, images=5):
    """Truth and predictions of images whose names begin so; some have nothing in them."""
    sides = []
    for rows in (12, 20):
        columns = {
            "image": [f"{named}{k}" for k in rng.integers(0, images, rows)],
            "class": rng.choice(["cat", "dog", "ox"], rows).tolist(),
        }
        columns |= {
            "x": rng.integers(0, 4, rows) * 5.0,
            "y": rng.integers(0, 4, rows) * 5.0,
            "w": np.full(rows, 20.0),
            "h": np.full(rows, 15.0),
        }
        sides.append(columns)
    sides[1]["score"] = rng.integers(1, 8, 20) / 8
    truth = gn.Detections.of(sides[0], images=[f"{named}{k}" for k in range(images)], classes=["cat", "dog", "ox"])
    return truth, gn.Detections.of(sides[1], truth=truth)


def tagged(rng, n, seed):
    """Tags of sentences and what was found in them, each seed with a type of its own."""
    tags = ["O", "O", "B-PER", "B-LOC", f"B-T{seed}"]
    truth = [rng.choice(tags, 5).tolist() for _ in range(n)]
    return truth, [[tag if rng.random() < 0.7 else str(rng.choice(tags)) for tag in row] for row in truth]


def make(kind, seed, n=60):
    rng = np.random.default_rng(seed)
    if kind is gn.Counts:
        return kind.of(rng.integers(seed % 2, 4, n), rng.integers(0, 4, n))
    if kind is gn.Contingency:
        return kind.of(
            rng.choice([*"abcd"], n), rng.integers(-1, 3 + seed, n), noise=-1, weight=None if seed % 2 else rng.integers(0, 3, n)
        )
    if kind is gn.Points:
        return kind.of(rng.integers(0, 4, (n, 3)), rng.integers(-1, 2 + seed, n), noise=-1)
    if kind is gn.Ranked:
        # A query is in one part only: each seed names its own.
        return kind.of(rng.integers(0, 4, n), rng.integers(0, 9, n) / 8, group=[f"{seed}-{query}" for query in rng.integers(0, 7, n)])
    if kind is gn.Recommended:
        return kind.of({f"{seed}-{user}": rng.choice(40, rng.integers(0, 9), replace=False).tolist() for user in range(7)})
    if kind is gn.Matches:
        return kind.of(*detections(rng, f"{seed}-"), protocol=["coco", "voc2010"][seed > 8])
    if kind is QueryValues:
        names = np.array([10 * k + seed for k in range(7)])
        return kind({"mrr": (names, rng.random(7), None), "gauc": (names, rng.random(7), rng.integers(1, 9, 7) / 8)}, 7, n)
    if kind in (gn.SegmentationCounts, gn.BoundaryCounts):
        # An image is in one part only: each seed names its own.
        truth, predicted = rng.integers(seed % 2, 4, (2, 3, 4, 5))
        return kind.of(truth, predicted, ignore=None if seed % 2 else 9, names=[f"{seed}-{k}" for k in range(3)])
    if kind is gn.PanopticCounts:
        pairs = np.stack([rng.integers(seed % 2, 3, (2, 3, 4, 5)), rng.integers(0, 2, (2, 3, 4, 5))], -1)
        names = [f"{seed}-{k}" for k in range(3)]
        return kind.of(dict(zip(names, pairs[0], strict=True)), dict(zip(names, pairs[1], strict=True)), things=[1])
    if kind is WorstMaps:
        truth, predicted = rng.integers(0, 3, (2, 9, 4, 5))
        ids = np.arange(3)
        maps = [small_map(f"{seed}-{k}", rng.integers(0, 9) / 8, truth[k], predicted[k], None, ids, ["a", "b", "c"]) for k in range(9)]
        return sum((kind((one,)) for one in maps), kind.empty())
    if kind is WorstImages:
        truth, said = detections(rng, f"{seed}-", images=9)
        return worst_images(gn.Matches.of(truth, said), truth, said)
    if kind is gn.SentenceSums:
        return kind.of_lines(("words/none:hit", "words/none:deleted"), rng.integers(0, 9, (n, 2)) * 1.0, rng.integers(0, 9, n) / 8)
    if kind is WorstSentences:
        texts = [f"sentence {seed}-{k}" for k in range(n)]
        return kind.of(1000 * seed + np.arange(n), rng.integers(0, 9, n) / 8, rng.integers(0, 12, n) / 8, texts, texts[::-1])
    if kind is TranscriptErrors:
        sides = [[" ".join(rng.choice(list("aBc你."), rng.integers(0, 9))) for _ in range(n)] for _ in range(2)]
        return errors_of(*sides, "none", "words")
    if kind is gn.LabelSets:
        return kind.of(rng.random((n, 3)) < 0.4, rng.random((n, 3)) < 0.4, labels=list(["abc", "abd"][seed % 2]))
    if kind is gn.Bins:
        return kind.of(rng.integers(0, 9, n), rng.integers(0, 2, n), edges=[2, 5], special=[8])
    if kind is gn.LabelRanks:
        return kind.of(rng.random((n, 3)) < 0.4, rng.integers(0, 5, (n, 3)) / 4)
    if kind in (gn.Spread, gn.Amounts):
        # Sums of eighths are exact, whatever their order.
        return kind.of(rng.integers(-20, 20, n) / 8, rng.integers(-9, 9, n) / 8, resolution=None if seed % 2 else 8)
    if kind is gn.Moments:
        return kind.of(rng.gamma(2, 3, n), rng.gamma(2, 3, n), terms=("relative", "logarithmic"), huber=1.5, tweedie=[1, 1.5])
    if kind is gn.Ranges:
        return kind.of(rng.normal(size=n), rng.normal(size=n) - 2, rng.normal(size=n) + 6)
    if kind is gn.ScaledErrors:
        return kind.of(rng.normal(size=n), rng.normal(size=n))
    if kind is gn.Density:
        return kind.of(rng.normal(size=n), rng.normal(size=n) * 3, most=20 + seed)
    if kind is gn.Scatter:
        return kind.of(rng.normal(size=n), rng.normal(size=n) * 3, place=1000 * seed + rng.permutation(n))
    if kind is gn.Joint:
        event = rng.random(n) < 0.7 if seed % 3 else None
        return kind.of(rng.integers(0, 9, n) / 4, rng.integers(-5, 20, n) / 8, event=event, resolution=None if seed % 2 else 12)
    if kind in (gn.SpanCounts, gn.SpanErrors):
        truth, said = tagged(rng, n, seed)
        if kind is gn.SpanCounts:
            return kind.of(truth, said, weight=None if seed % 2 else rng.integers(0, 3, n))
        held = gn.evaluate({"t": truth, "s": said}, label="t", prediction="s", task="spans", ci=None).held("s")
        return next(one for one in held.values() if isinstance(one, kind))
    if kind is gn.Ratings:
        return kind.of(rng.integers(0, 3 + seed % 2, (n, 4)))
    y = rng.integers(0, 2, n)
    if kind is gn.Sweep:
        return kind.of(y, rng.integers(0, 20, n) / 8, resolution=None if seed % 2 else 8)
    return kind.of(np.append(rng.integers(0, 3, n), [0, 1, 2]), rng.integers(0, 9, (n + 3, 3)) / 8)


@every_summary
def test_declares_its_growth(kind):
    assert kind.growth in ("fixed", "labels", "distinct scores", "rows")


@every_summary
def test_empty_changes_nothing(kind):
    a = make(kind, 1)
    assert a + kind.empty() == a
    assert kind.empty() + a == a
    assert kind.empty() + kind.empty() == kind.empty()


@every_summary
def test_sum_in_any_order_and_grouping(kind):
    a, b, c = (make(kind, seed) for seed in (1, 2, 3))
    assert a + b == b + a
    assert (a + b) + c == a + (b + c) == sum([c, b, a])


@every_summary
def test_summands_are_untouched_and_usable(kind):
    a, b = make(kind, 1), make(kind, 2)
    before = a.to_bytes(), b.to_bytes()
    _ = a + b
    assert (a.to_bytes(), b.to_bytes()) == before
    assert a + b == make(kind, 1) + make(kind, 2)


@every_summary
def test_bytes_and_back(kind):
    for summary in (make(kind, 1), make(kind, 2), kind.empty()):
        again = kind.from_bytes(summary.to_bytes())
        assert again == summary
        if kind in (gn.Matches, gn.Ranked, gn.Recommended, QueryValues, *OF_IMAGES):
            assert again + make(kind, 5) == summary + make(kind, 5)
        else:
            assert again + summary == summary + summary
        assert Summary.from_bytes(summary.to_bytes()) == summary


@every_summary
def test_damaged_bytes_are_refused(kind):
    data = make(kind, 1).to_bytes()
    with raises_id("summary.bytes_mark_missing"):
        kind.from_bytes(b"PK\x03\x04 something else entirely")
    with raises_id("summary.bytes_mark_missing"):
        kind.from_bytes(b"")
    for end in (8, 12, len(data) // 2, len(data) - 1):
        with pytest.raises(gn.InputError, match="cut off"):
            kind.from_bytes(data[:end])
    altered = bytearray(data)
    altered[len(data) // 2] ^= 1
    with raises_id("summary.bytes_checksum_mismatch"):
        kind.from_bytes(bytes(altered))
    with raises_id("summary.bytes_version_too_new", version=9):
        kind.from_bytes(data[:6] + b"\x09\x00" + data[8:])
    other = next(k for k in KINDS if k is not kind)
    with pytest.raises(gn.InputError, match=f"hold a {kind.__name__}, not a {other.__name__}"):
        other.from_bytes(data)


@every_summary
@pytest.mark.parametrize("stranger", [1, "sweep", None, [1, 2], np.arange(3)])
def test_merging_with_something_else_is_refused(kind, stranger):
    with pytest.raises(gn.InputError, match=f"a {kind.__name__} merges with a {kind.__name__}, not with"):
        make(kind, 1) + stranger


@every_summary
def test_frozen(kind):
    summary = make(kind, 1)
    with pytest.raises(AttributeError, match="cannot assign"):
        setattr(summary, next(iter(vars(summary))), 1)


@every_summary
def test_printable_and_not_hashable(kind):
    summary = make(kind, 1)
    assert "\n" not in repr(summary) or kind is gn.Counts
    with pytest.raises(TypeError):
        hash(summary)


def test_a_query_that_is_in_both_is_named():
    one, two = (gn.Ranked.of([1, 0, 1], [3, 2, 1], group=group) for group in (["ann", "bob", "cat"], ["dan", "cat", "bob"]))
    for a, b in ((one, two), (two, one)):
        with pytest.raises(gn.InputError) as caught:
            a + b
        assert str(caught.value) == (
            "query 'bob' is in both (2 shared in all): lists of one query cannot be merged after they are ranked; "
            "split the data by query, or rank it as a whole"
        )
    numbered = gn.Ranked.of([1, 0], [2, 1], group=[-3, 7])
    with raises_id("summary.ranked_query_in_both", first=-3, count=2):
        numbered + numbered
    with raises_id("summary.query_name_types_differ", one="ann"):
        one + numbered


@every_summary
def test_copies_and_pickles_hold_the_same(kind):
    held = make(kind, 1)
    assert copy.copy(held) == copy.deepcopy(held) == pickle.loads(pickle.dumps(held)) == held
