"""Ratings in files and frames, on the command line, and items that belong together."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

R = [[1, 2, None], [2, 2, 2], [3, 3, 3], [3, 3, 4], [1, None, 1], [5, 4, 5]]
RATERS = ["ann", "bob", "cy"]
DOC = list("aabbcc")
RNG = np.random.default_rng(4)


@pytest.fixture
def path(tmp_path):
    pd.DataFrame(R, columns=RATERS).assign(doc=DOC).to_csv(tmp_path / "ratings.csv", index=False)
    return str(tmp_path / "ratings.csv")


def figures(evaluation):
    return [(name, float(value), value.low, value.high) for name, value in evaluation.values.items()]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_tables_are_read_as_lists_are(path, level):
    frame = pd.read_csv(path)
    frame.to_parquet(path.replace(".csv", ".parquet"))
    how = {"task": "annotators", "level": level}
    wanted = figures(gn.evaluate(R, **how))
    dictionary = {name: [row[k] for row in R] for k, name in enumerate(RATERS)}
    for data in (path, path.replace(".csv", ".parquet"), frame, dictionary):
        assert figures(gn.evaluate(data, **how, prediction=RATERS)) == wanted
    assert figures(gn.evaluate(dictionary, **how)) == wanted
    clustered = figures(gn.evaluate(R, **how, cluster=DOC))
    assert clustered != wanted
    for data in (path, frame):
        assert figures(gn.evaluate(data, **how, cluster="doc")) == clustered
    found = gn.interval(f"krippendorff_alpha(level={level})", R, cluster=DOC)
    assert (found.value, found.low, found.high) == clustered[0][1:]


def test_texts_of_files(tmp_path):
    """Codes that only look like numbers stay codes, as labels of files do."""
    codes = [["08", "08"], ["x", "10"], ["10", "10"], ["08", "10"]]
    pd.DataFrame(codes, columns=["a", "b"]).to_csv(tmp_path / "codes.csv", index=False)
    e = gn.evaluate(tmp_path / "codes.csv", task="annotators")
    assert float(e["krippendorff_alpha"]) == gn.krippendorff_alpha(codes)


def test_copies_of_items_in_a_cluster_add_nothing():
    """Each item three times: without clusters the interval shrinks, with them it is that of the items themselves."""
    items = [[int(v), int(v) if RNG.random() < 0.7 else int(RNG.integers(0, 3))] for v in RNG.integers(0, 3, 200)]
    copies, cluster = [row for row in items for _ in range(3)], np.repeat(np.arange(200), 3)
    widths = []
    for table, how in ((items, {}), (copies, {}), (copies, {"cluster": cluster})):
        e = gn.evaluate(table, task="annotators", replicates=20_000, **how)
        widths.append(e["krippendorff_alpha"].high - e["krippendorff_alpha"].low)
    assert widths[1] < 0.65 * widths[0]
    assert widths[2] == pytest.approx(widths[0], rel=0.1)


def test_one_item_a_cluster_is_no_cluster():
    rows = RNG.integers(0, 3, (150, 3)).tolist()
    plain, single = (gn.evaluate(rows, task="annotators", **how)["krippendorff_alpha"] for how in ({}, {"cluster": range(150)}))
    assert float(plain) == float(single)
    assert (single.low, single.high) == pytest.approx((plain.low, plain.high), abs=0.1 * (plain.high - plain.low))


def test_refused(path):
    frame = pd.read_csv(path).assign(item=[f"i{k}" for k in range(6)])
    for data, given, said in (
        (frame, {"cluster": "doc"}, r"'item' has a value of its own in each row .* prediction=\['ann', 'bob', 'cy'\]"),
        (path, {"cluster": "dok"}, "did you mean 'doc'"),
        (path, {"prediction": ["ann", "bobb"]}, "did you mean 'bob'"),
        (R, {"prediction": ["ann"]}, "whose columns have names"),
        (R, {"cluster": DOC[1:]}, "cluster has 5 values, and there are 6 items"),
        (R, {"cluster": ["a"] * 6}, "one cluster tells nothing"),
        (gn.Ratings.of(R), {"cluster": DOC}, "leave it out"),
    ):
        with pytest.raises(gn.InputError, match=said):
            gn.evaluate(data, task="annotators", **given)
