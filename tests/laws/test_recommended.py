"""Recommended lists: every metric by brute force over small lists, the laws that all keep, and what is refused."""

import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.catalog import entries, parse
from refusals import raises_id, raises_undefined, warns_undefined

ENTRIES = [entry for entry in entries() if entry.summary is gn.Recommended]
every_metric = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
CATALOGUE = [f"i{number}" for number in range(30)]
CATEGORY = {item: "abc"[place % 3] for place, item in enumerate(CATALOGUE)}
POPULARITY = {item: 1 + (7 * place) % 23 for place, item in enumerate(CATALOGUE)}
OPTIONS = {
    "catalogue_coverage": {"catalogue": CATALOGUE},
    "user_coverage": {"users": 20},
    "exposure_gini": {"catalogue": CATALOGUE},
    "intra_list_diversity": {"features": CATEGORY, "distance": "category"},
    "novelty": {"popularity": POPULARITY},
}


def lists_of(seed, users=12, least=2):
    """Lists of different lengths; popular items come oftener."""
    rng = np.random.default_rng(seed)
    chance = 1 / np.arange(1, 31)
    return {
        f"u{user:02}": [str(item) for item in rng.choice(CATALOGUE, rng.integers(least, 9), replace=False, p=chance / chance.sum())]
        for user in range(users)
    }


def call(entry, *data, **keywords):
    return getattr(gn, entry.name)(*data, **OPTIONS.get(entry.name, {}), **keywords)


def exposures(lists):
    shown = [item for items in lists.values() for item in items]
    return {item: shown.count(item) for item in shown}


def gini(lists):
    """Half the mean absolute difference between two items, over the mean."""
    x = [exposures(lists).get(item, 0) for item in CATALOGUE]
    n = len(x)
    return sum(abs(a - b) for a in x for b in x) / (2 * n * n) / (sum(x) / n)


def entropy(lists):
    total = sum(exposures(lists).values())
    return -sum(count / total * math.log2(count / total) for count in exposures(lists).values())


def herfindahl(lists):
    shown = [item for items in lists.values() for item in items]
    return sum(a == b for a in shown for b in shown) / len(shown) ** 2


def unlike(lists):
    pairs = list(combinations(lists.values(), 2))
    return 1 - sum(len(set(a) & set(b)) / math.sqrt(len(a) * len(b)) for a, b in pairs) / len(pairs)


def diversity(lists):
    each = [np.mean([CATEGORY[a] != CATEGORY[b] for a, b in combinations(items, 2)]) for items in lists.values()]
    return np.mean(each)


def surprise(lists):
    total = sum(POPULARITY.values())
    return np.mean([np.mean([-math.log2(POPULARITY[item] / total) for item in items]) for items in lists.values()])


BY_HAND = {
    "catalogue_coverage": lambda lists: len(exposures(lists)) / 30,
    "user_coverage": lambda lists: len(lists) / 20,
    "exposure_gini": gini,
    "exposure_entropy": entropy,
    "exposure_herfindahl": herfindahl,
    "personalization": unlike,
    "intra_list_diversity": diversity,
    "novelty": surprise,
}


@every_metric
@pytest.mark.parametrize("seed", range(5))
def test_by_hand(entry, seed):
    lists = lists_of(seed)
    assert call(entry, lists) == pytest.approx(BY_HAND[entry.name](lists), rel=1e-12)
    if "k" in entry.options:
        cut = {user: items[:3] for user, items in lists.items()}
        assert call(entry, lists, k=3) == pytest.approx(BY_HAND[entry.name](cut), rel=1e-12)


@every_metric
def test_every_container_holds_the_same_lists(entry):
    lists = lists_of(7)
    expected = call(entry, lists)
    rows = [(user, item) for user, items in lists.items() for item in items]
    users, items = zip(*rows, strict=True)
    frame = pd.DataFrame({"user": users, "item": items})
    assert call(entry, gn.Recommended.of(lists)) == expected
    assert call(entry, list(lists.values()), list(lists)) == expected
    assert call(entry, list(lists.values())) == pytest.approx(expected, rel=1e-14)
    assert call(entry, list(items), list(users)) == expected
    assert call(entry, frame["item"], frame["user"]) == expected
    # Rows of a user need not stand together; only their order among themselves counts.
    apart = frame.assign(place=frame.groupby("user").cumcount()).sort_values(["place", "user"], kind="stable")
    assert call(entry, apart["item"].to_numpy(), apart["user"].to_numpy()) == expected
    square = np.array([[1, 2, 3], [2, 3, 4]])
    assert gn.Recommended.of(square) == gn.Recommended.of({0: [1, 2, 3], 1: [2, 3, 4]})


@every_metric
@pytest.mark.parametrize("seed", range(3))
def test_parts_split_by_user_merge_to_the_whole(entry, seed):
    lists = lists_of(seed)
    names = list(lists)
    np.random.default_rng(seed).shuffle(names)
    parts = [gn.Recommended.of({name: lists[name] for name in some}) for some in (names[:3], names[3:4], names[4:])]
    whole = gn.Recommended.of(lists)
    assert sum(parts) == whole
    assert call(entry, sum(parts)) == call(entry, whole)
    assert call(entry, gn.Recommended.from_bytes(whole.to_bytes())) == call(entry, whole)


@every_metric
def test_range_and_direction(entry):
    """Everyone shown the same few items is the worst, everyone items of their own the best; novelty and diversity look at the items."""
    same = dict.fromkeys(range(10), CATALOGUE[:3])
    own = {user: CATALOGUE[3 * user : 3 * user + 3] for user in range(10)}
    worst, best = (call(entry, lists, undefined=float("nan")) for lists in (same, own))
    assert entry.range[0] <= min(worst, best) <= max(worst, best) <= entry.range[1]
    if entry.name in ("catalogue_coverage", "exposure_entropy", "personalization"):
        assert best > worst
        assert entry.better == "higher"
    if entry.name in ("exposure_gini", "exposure_herfindahl"):
        assert best < worst
        assert entry.better == "lower"


def test_the_ends():
    own = {user: CATALOGUE[3 * user : 3 * user + 3] for user in range(10)}
    same = dict.fromkeys(range(10), CATALOGUE[:3])
    assert gn.exposure_gini(own, catalogue=30) == 0
    assert gn.exposure_gini(same, catalogue=30) == pytest.approx(0.9)
    assert gn.exposure_entropy(own, catalogue=30, normalize=True) == pytest.approx(1, rel=1e-14)
    assert gn.personalization(own) == 1
    assert gn.personalization(same) == pytest.approx(0, abs=1e-14)
    assert gn.exposure_herfindahl({"al": ["x"], "bo": ["x"]}) == 1


def test_distances():
    lists = {"al": ["x", "y", "z"], "bo": ["y", "z"]}
    vectors = {"x": [1.0, 0.0], "y": [1.0, 1.0], "z": [0.0, 2.0]}
    half = 1 / math.sqrt(2)
    cosine = gn.intra_list_diversity(lists, features=vectors, distance="cosine", per_user=True)
    assert cosine == pytest.approx({"al": (1 - half + 1 + 1 - half) / 3, "bo": 1 - half}, rel=1e-12)
    far = gn.intra_list_diversity(lists, features=vectors, distance="euclidean", per_user=True)
    assert far == pytest.approx({"al": (1 + math.sqrt(5) + math.sqrt(2)) / 3, "bo": math.sqrt(2)}, rel=1e-12)
    sets = {"x": {"a"}, "y": ["a", "b"], "z": ("b", "c")}
    shared = gn.intra_list_diversity(lists, features=sets, distance="jaccard", per_user=True)
    assert shared == pytest.approx({"al": (1 / 2 + 1 + 2 / 3) / 3, "bo": 2 / 3}, rel=1e-12)
    assert gn.intra_list_diversity(lists, features=sets, distance="jaccard") == pytest.approx(np.mean(list(shared.values())), rel=1e-14)


def test_novelty_is_of_users_or_of_uses():
    lists = {"al": ["x", "y"], "bo": ["z"]}
    uses = {"x": 8, "y": 4, "z": 1, "other": 3}
    assert gn.novelty(lists, popularity=uses, per_user=True) == {"al": 1.5, "bo": 4.0}
    assert gn.novelty(lists, popularity=uses, users=32, per_user=True) == {"al": 2.5, "bo": 5.0}
    assert gn.novelty({"al": ["w"]}, popularity=uses, unseen=2) == 3.0


def test_users_without_a_value_are_told():
    lists = {"al": ["x", "y"], "bo": ["x"], "cy": []}
    options = {"features": {"x": 1, "y": 2}, "distance": "category"}
    with warns_undefined("users_left_out"):
        assert gn.intra_list_diversity(lists, **options) == 1
    with raises_undefined("users_left_out"):
        gn.intra_list_diversity(lists, **options, undefined="raise")
    assert gn.intra_list_diversity(lists, **options, undefined=0.0) == pytest.approx(1 / 3)
    assert gn.user_coverage(lists, users=["al", "bo", "cy", "di"]) == 0.5
    assert gn.user_coverage(lists, users=4, least=2) == 0.25


@every_metric
def test_nothing_to_measure(entry):
    with pytest.warns(gn.UndefinedMetricWarning, match=f"{entry.name} is undefined: nothing was recommended"):
        assert math.isnan(call(entry, gn.Recommended.empty()))
    if entry.name not in ("catalogue_coverage", "user_coverage"):
        with pytest.warns(gn.UndefinedMetricWarning, match=f"{entry.name} is undefined: "):
            assert math.isnan(call(entry, {"al": [], "bo": []}))
        assert call(entry, {"al": []}, undefined=0.25) == 0.25


@every_metric
def test_references_and_unknown_options(entry):
    assert parse(entry.name).entry is entry
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        call(entry, lists_of(0), colour=1)
    with raises_id("public.recommended_type_mismatch", type="Sweep"):
        call(entry, gn.Sweep.of([0, 1], [0.1, 0.2]))
    with raises_id("public.recommended_with_lists"):
        call(entry, gn.Recommended.of(lists_of(0)), ["al"])


REFUSED = [
    ("item 'x' stands twice in the list of user 'al'", lambda: gn.Recommended.of({"al": ["x", "y", "x"]})),
    ("user names 'al' twice", lambda: gn.Recommended.of([["x"], ["y"]], ["al", "al"])),
    ("user is missing: pass the user of each row", lambda: gn.Recommended.of(["x", "y"])),
    ("names the users itself", lambda: gn.Recommended.of({"al": ["x"]}, ["al"])),
    ("list 0 is 'xyz'; pass the items of each user as a list", lambda: gn.Recommended.of({"al": "xyz", "bo": ["x"]})),
    ("recommended is missing at position 1", lambda: gn.Recommended.of(["x", None], ["al", "al"])),
    ("recommended mixes types", lambda: gn.Recommended.of({"al": ["x", 1]})),
    ("recommended has no rows|no rows", lambda: gn.Recommended.of({})),
    ("user 'al' is in both", lambda: gn.Recommended.of({"al": ["x"]}) + gn.Recommended.of({"al": ["y"]})),
    ("catalogue=1 is less than the 2 items that occur", lambda: gn.catalogue_coverage({"al": ["x", "y"]}, catalogue=1)),
    ("catalogue does not hold 'y'", lambda: gn.exposure_gini({"al": ["x", "y"]}, catalogue=["x"])),
    ("catalogue='xy' is neither a number nor the names", lambda: gn.catalogue_coverage({"al": ["x"]}, catalogue="xy")),
    ("users does not hold 'al'", lambda: gn.user_coverage({"al": ["x"]}, users=["bo"])),
    ("pass normalize=True and catalogue= together", lambda: gn.exposure_entropy({"al": ["x"]}, normalize=True)),
    ("pass normalize=True and catalogue= together", lambda: gn.exposure_entropy({"al": ["x"]}, catalogue=3)),
    ("features has nothing for item 'y'", lambda: gn.intra_list_diversity({"al": ["x", "y"]}, features={"x": 1}, distance="category")),
    ('which is no one category; pass distance="jaccard"', lambda: diverse({"x": ["a"], "y": ["b"]}, "category")),
    ("item 'x' has 'ab'; pass its categories as a list or a set", lambda: diverse({"x": "ab", "y": "b"}, "jaccard")),
    ("item 'y' has the vector 0", lambda: diverse({"x": [1, 0], "y": [0, 0]}, "cosine")),
    ("pass finite vectors, all of one length", lambda: diverse({"x": [1, 0], "y": [0]}, "euclidean")),
    ("item 'x' was never used, and −log2\\(0\\) is infinite; pass unseen=1", lambda: gn.novelty({"al": ["x"]}, popularity={"y": 1})),
    ("item 'x' has -1, which is no count", lambda: gn.novelty({"al": ["x"]}, popularity={"x": -1})),
    ("was used 5 times, more than users=3", lambda: gn.novelty({"al": ["x"]}, popularity={"x": 5}, users=3)),
    ("popularity is 3; pass a dictionary", lambda: gn.novelty({"al": ["x"]}, popularity=3)),
]


def diverse(features, distance):
    return gn.intra_list_diversity({"al": ["x", "y"]}, features=features, distance=distance)


@pytest.mark.parametrize(("message", "call_it"), REFUSED, ids=[str(place) for place in range(len(REFUSED))])
def test_what_is_refused_says_why(message, call_it):
    with pytest.raises(gn.InputError, match=message):
        call_it()


@every_metric
def test_evaluations_and_intervals_refuse_what_reads_no_rows(entry):
    rows = {"y": [0, 1, 0, 1], "s": [0.1, 0.9, 0.4, 0.6]}
    with pytest.raises(gn.InputError, match=f"{entry.name} is a function only, .* but of a Recommended; call gn.{entry.name}"):
        gn.evaluate(rows, label="y", score="s", metrics=[entry.name])
    required = [name for name, option in entry.options.items() if option.required]
    with pytest.raises(gn.InputError, match=f"needs {required[0]}=" if required else "has no interval: it is a function only"):
        gn.interval(entry.name, rows["y"], rows["s"])


def test_it_does_not_change():
    import copy
    import pickle

    shown = gn.Recommended.of({"al": ["x", "y"]})
    with pytest.raises(AttributeError, match="cannot assign"):
        shown.users = []
    for again in (copy.copy(shown), pickle.loads(pickle.dumps(shown))):
        assert again == shown
        assert not again.item.flags.writeable
