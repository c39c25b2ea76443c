"""Where something stands: a position counts from 0, as Python does; rows and lines of files count from 1."""

import ast
import re

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id
from sources import MODULES, nodes_of, source_of

Y, S = [0, 1, 0, 1, 1, 0], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
G = list("aabbcc")


def put(values, wrong, at=3):
    return [wrong if place == at else value for place, value in enumerate(values)]


ARRAYS = {
    "a score": lambda: gn.roc_auc(Y, put(S, np.nan)),
    "an infinite score": lambda: gn.ks(Y, put(S, np.inf)),
    "a text among scores": lambda: gn.roc_auc(Y, np.array(put(S, "x"), object)),
    "no probability": lambda: gn.log_loss(Y, put(S, 2.0)),
    "a label": lambda: gn.f1(np.array(put(Y, None), object), Y),
    "a fraction for a label": lambda: gn.f1(Y, put(map(float, Y), 0.5)),
    "a weight": lambda: gn.f1(Y, Y, weight=put([1.0] * 6, -1)),
    "a group": lambda: gn.ndcg(Y, S, put(G, None)),
    "a grade": lambda: gn.ndcg(put(map(float, Y), np.inf), S, G),
    "an item": lambda: gn.ndcg(Y, S, G, item=put(G, None)),
    "a cluster": lambda: gn.interval("roc_auc", Y, S, cluster=put(G, None)),
    "a size": lambda: gn.group_sizes(put([1] * 6, -1)),
    "a border": lambda: gn.group_ptr([0, 2, 3, 1]),
    "a list": lambda: gn.ndcg([[1], [0], [1], [1, 0]], [[1], [2], [3], [4]]),
    "a row of a matrix": lambda: gn.log_loss([0, 1, 2, 0], [[1, 0, 0]] * 3 + [[1, 1, 1]]),
    "a judgment": lambda: gn.Ranked.from_qrels(pd.DataFrame({"query": G, "document": range(6), "grade": put(Y, np.nan)}), {"a": ["d"]}),
    "a frame's score": lambda: gn.evaluate(pd.DataFrame({"y": Y, "p": put(S, np.nan)}), label="y", score="p"),
    "a dictionary's score": lambda: gn.evaluate({"y": Y, "p": put(S, np.inf)}, label="y", score="p"),
    "a dictionary's text": lambda: gn.evaluate({"y": Y, "p": put([None] * 6, "x")}, label="y", score="p"),
    "a frame's weight": lambda: gn.evaluate(pd.DataFrame({"y": Y, "p": S, "w": put([1.0] * 6, -1)}), label="y", score="p", weight="w"),
}


@pytest.mark.parametrize("which", ARRAYS)
def test_positions_count_from_0(which):
    with pytest.raises(gn.InputError, match=r"position 3\b") as refused:
        ARRAYS[which]()
    assert not re.search(r"\b(row|line) \d", str(refused.value))


def test_a_place_in_a_matrix_is_row_and_column_from_0():
    with raises_id("inputs.score_not_finite"):
        gn.log_loss([0, 1, 2, 0], [[1, 0, 0]] * 3 + [[0.5, np.nan, 0.5]])


def test_rows_and_lines_of_files_count_from_1(tmp_path):
    """The fourth row below the header is row 4, and stands in line 5."""
    lines = [f"{y},{s}" for y, s in zip(Y, put(S, ""), strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(["y,p", *lines]))
    (tmp_path / "b.csv").write_text("\n".join(["y,p", *put(lines, "1,x")]))
    pd.DataFrame({"y": Y, "p": put(S, np.inf)}).to_parquet(tmp_path / "c.parquet")
    (tmp_path / "d.qrels").write_text("\n".join(put(["q 0 d 1"] * 6, "q 0 d")))
    (tmp_path / "e.query").write_text("\n".join(put(["1"] * 6, "x")))
    for said, call in {
        r"in row 4\b": lambda: gn.evaluate(tmp_path / "a.csv", label="y", score="p"),
        r"line 5\b": lambda: gn.evaluate(tmp_path / "b.csv", label="y", score="p"),
        r"inf in row 4\b": lambda: gn.evaluate(tmp_path / "c.parquet", label="y", score="p"),
        r"line 4 \('q 0 d'\)": lambda: gn.Ranked.judgments(tmp_path / "d.qrels"),
        r"line 4: 'x'": lambda: gn.group_sizes(tmp_path / "e.query"),
    }.items():
        with pytest.raises(gn.InputError, match=said) as refused:
            call()
        assert "position" not in str(refused.value)


FILES = ("complaints.py", "encodings.py", "faults.py", "sheets.py", "sizes.py", "trec.py")
"""Modules that read files, and so speak of their rows and lines."""


def texts(path):
    """The texts of a module that have values in them, as they are written."""
    return [source_of(path, node) for node in nodes_of(path) if isinstance(node, ast.JoinedStr)]


def test_every_message_keeps_to_the_rule():
    for path in MODULES:
        for text in texts(path):
            assert not re.search(r"position \{[^}]*\+ 1", text), text
            if path.name not in FILES and "trec" not in path.name:
                assert not re.search(r"\b(in row|row|line) \{", text), text
