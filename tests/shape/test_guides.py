"""The README and the guides: their code runs, and the Chinese ones say as much as the English ones."""

import gzip
import io
import re
import sys
import tokenize

import numpy as np
import pytest

import gnomon as gn
from guides import ROOT, blocks

GUIDES = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / f"{name}.md"
        for name in (
            *(
                "cluster",
                "clustering",
                "conventions",
                "deciding",
                "detection",
                "evaluation",
                "files",
                "integrations",
                "multilabel",
                "ranking",
                "regression",
                "scorecards",
                "segmentation",
            ),
            *("stability", "statistics", "text", "transcripts", "uncertainty"),
        )
    ),
]
GUIDE = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)


def chinese(guide):
    return guide.with_suffix(".zh.md")


def without_comments(code):
    """The tokens of a block of code that are no comments."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return [token.string for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE)]


def names():
    """What the guides take for given: labels, scores of two models, predictions, users, tables and a log of these, items shown, tags."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 400)
    a, b = (np.clip(0.5 * y + rng.uniform(0, spread, 400), 0, 1) for spread in (0.5, 0.9))
    user = np.repeat(np.arange(40), 10)
    columns = {"y": y, "p_new": a, "p_old": b, "a": a, "b": b, "user": user, "region": np.where(user % 2, "north", "south")}
    log = {"clicked": y, "new": a, "old": b, "user": user, "device": np.where(user % 2, "phone", "desk")}
    lists = {"relevance": y, "grade": y, "score": a, "clicked": y}
    lists |= {"matrix_of_grades": y.reshape(40, 10), "matrix_of_scores": a.reshape(40, 10), "sizes": [10] * 40}
    shown = {"items": ["x", "y", "z", "w"], "all_users": ["al", "bo", "cy"]}
    shown |= {"category_of": {"x": "art", "y": "art", "z": "food"}, "times_used": {"x": 7, "y": 2, "z": 1}}
    halves = {"y1": y[:200], "s1": a[:200], "y2": y[200:], "s2": a[200:], "r1": y[:200], "r2": y[200:], "g1": user[:200], "g2": user[200:]}
    ids = rng.permutation(400)
    tables = {"train": {"y": y[:250], "p": a[:250]}, "test": {"y": y[250:], "p": a[250:]}}
    tables |= {"new": {"id": np.arange(400), "y": y, "p": a}, "old": {"id": ids, "y": y[ids], "p": b[ids]}}
    marks = rng.integers(0, 2, (60, 3))
    tables |= {
        "tags": marks,
        "guesses": np.where(rng.random((60, 3)) < 0.8, marks, 1 - marks),
        "tag_scores": marks + rng.normal(size=(60, 3)),
    }
    maps = np.where(np.arange(12) == 0, 255, rng.integers(0, 4, (8, 10, 12)))
    noise = rng.random((2, *maps.shape)) < [[[[0.1]]], [[[0.3]]]]
    said = np.where(noise | (maps == 255), rng.integers(0, 4, noise.shape), maps)
    segments, said_segments = (np.stack([one[..., 1:], np.zeros_like(one[..., 1:])], -1) for one in (maps, said[0]))
    tables |= {"maps": maps, "predicted_maps": said[0], "older_maps": said[1], "segments": segments, "predicted_segments": said_segments}
    rows = {"y": y, "s": a, "a": a, "b": b, "p": (a > 0.5).astype(int), "user": user}
    return {"gn": gn, "frame": columns, "log": log, **rows, **lists, **shown, **halves, **tables}


ELSEWHERE = ("cluster", "integrations")  # their code runs there: tests/spark/test_guide.py, tests/compat/test_guide.py


@pytest.mark.parametrize(
    "guide", [guide for guide in GUIDES if blocks(guide, "python") and guide.stem not in ELSEWHERE], ids=lambda path: path.stem
)
def test_the_code_of_a_guide_runs(guide, tmp_path, monkeypatch):
    """In English: the test below holds the code in Chinese to the same tokens."""
    monkeypatch.chdir(tmp_path)
    run = "".join(f"q{q} Q0 d{d} {d} {5 - d} made\n" for q in range(3) for d in range(1, 5))
    (tmp_path / "qrels.txt").write_text("".join(f"q{q} 0 d{d} {int(d == q + 1)}\n" for q in range(3) for d in range(1, 5)))
    for name in ("a.run", "b.run"):
        (tmp_path / name).write_text(run)
    with gzip.open(tmp_path / "bm25.run.gz", "wt") as file:
        file.write(run)
    known = names()
    for block in blocks(guide, "python"):
        exec(compile(block, guide.name, "exec"), known)
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@GUIDE
def test_both_languages_hold_the_same(guide):
    en, zh = (page.read_text(encoding="utf-8") for page in (guide, chinese(guide)))
    assert f"]({chinese(guide).name})" in en
    assert f"]({guide.name})" in zh
    code, commands = ([blocks(page, kind) for page in (guide, chinese(guide))] for kind in ("python", "sh"))
    called = [[without_comments(block) for block in found] for found in code]
    assert called[0] == called[1]
    typed = [[re.sub(r"\s+# .*", "", line) for line in "".join(found).splitlines()] for found in commands]
    assert typed[0] == typed[1]
    for mark in (r"^#+ ", r"^\|", r"^- ", r"^!\["):
        assert len(re.findall(mark, en, re.MULTILINE)) == len(re.findall(mark, zh, re.MULTILINE)), mark
    assert set(re.findall(r"`(gn\.\w+|\w+=|--[\w-]+)", en)) == set(re.findall(r"`(gn\.\w+|\w+=|--[\w-]+)", zh))
