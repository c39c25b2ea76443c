"""Judgments and runs that are no TREC files: lists and sets of documents, data frames, objects of ranx."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import gnomon as gn
from refusals import expect_hints

QRELS = {"q1": {"d1": 1, "d2": 1}, "q2": {"d3": 1}}
RUN = {"q1": {"d1": 0.9, "d9": 0.95, "d2": 0.1}, "q2": {"d3": 0.2, "d4": 0.1}}
WANT = gn.Ranked.from_qrels(QRELS, RUN)
COLUMNS = {"query": ["q1", "q2", "q1"], "document": ["d1", "d3", "d2"], "grade": [1, 1, 1]}
ROWS = [(query, document, score) for query, documents in RUN.items() for document, score in documents.items()]


class Qrels:
    """What ranx's Qrels and Run offer."""

    def __init__(self, held, name=None):
        self._held, self.name = held, name

    def to_dict(self):
        return self._held


@pytest.mark.parametrize(
    "qrels",
    [
        {"q1": ["d1", "d2"], "q2": ("d3",)},
        {"q1": {"d1", "d2"}, "q2": frozenset(["d3"])},
        {"q1": np.array(["d1", "d2"]), "q2": pd.Series(["d3"])},
        pd.DataFrame(COLUMNS),
        pl.DataFrame(COLUMNS).rename({"query": "query_id", "document": "doc_id", "grade": "relevance"}),
        pa.table(COLUMNS).rename_columns(["qid", "docno", "label"]),
        Qrels(QRELS),
    ],
    ids=["lists", "sets", "arrays", "pandas", "polars", "arrow", "ranx"],
)
def test_judgments_are_read_as_the_dictionary_they_stand_for(qrels):
    assert gn.Ranked.from_qrels(qrels, RUN) == WANT
    assert gn.evaluate_runs(qrels, RUN, metrics="ndcg@2", ci=None)["ndcg@2"] == gn.ndcg(WANT, k=2)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "arrow"])
def test_runs_in_frames(library):
    query, document, score = zip(*np.random.default_rng(0).permutation(np.array(ROWS, object)), strict=True)
    frame = library({"query": query, "document": document, "score": list(map(float, score))})
    assert gn.Ranked.from_qrels(QRELS, frame) == WANT
    e = gn.evaluate_runs(QRELS, {"a": frame, "b": Qrels(RUN)}, metrics="mrr", ci=None)
    assert e.names == ("a", "b")
    assert e["mrr", "a"] == e["mrr", "b"] == 0.75
    assert gn.evaluate_runs(QRELS, [Qrels(RUN, "bm25"), Qrels(RUN, "dense")], metrics="mrr", ci=None).names == ("bm25", "dense")


def test_whole_numbers_name_documents_as_their_text_does():
    frame = pd.DataFrame({"query": [1, 1, 2], "document": [10, 11, 10], "grade": [2, 0, 1]})
    run = {1: {"11": 0.5, "10": 0.4}, 2: [10, 11]}
    assert gn.mrr(gn.Ranked.from_qrels(frame, run), per_query=True) == {1: 0.5, 2: 1.0}


def refuse(said, qrels=None, run=None):
    expect_hints(said, gn.Ranked.from_qrels, QRELS if qrels is None else qrels, RUN if run is None else run)


def test_what_could_be_misread_is_refused():
    refuse(["has document 'd1' twice for query 'q1'"], {"q1": ["d1", "d1"]})
    refuse(["query 'q1' lists ('d1', 1) at position 0, which names no document"], {"q1": [("d1", 1)]})
    refuse(["query 'q1' lists 1.0 at position 1"], {"q1": [2, 1.0]})
    refuse(["run: query 'q1' has {'d1'}", "a list of documents, the best first"], run={"q1": {"d1"}})
    refuse(["a dictionary is read as {query: {document: grade}}, and this one looks like columns"], COLUMNS)
    refuse(["qrels is of type int", "a data frame with columns query, document and grade"], 7)


def test_frames_that_could_be_misread_are_refused():
    frame = pd.DataFrame(COLUMNS)
    refuse(["has document 'd1' twice for query 'q1'"], pd.concat([frame, frame.assign(grade=0)]))
    refuse(["'grade' and 'rel', either of which may be the grade"], frame.assign(rel=1))
    refuse(["no column 'grade' (nor relevance, rel, label)", "'score'"], frame.rename(columns={"grade": "score"}))
    refuse(["run: the data frame has no column 'score'; it has"], run=frame)
    refuse(["'document' has 1.0 at position 0, and a document is named by text or a whole number"], frame.assign(document=[1.0, 2.0, 3.0]))
    refuse(["'document' is missing at position 1"], frame.assign(document=["d1", None, "d2"]))
    refuse(["'grade' has inf at position 2"], frame.assign(grade=[1, 1, np.inf]))
    refuse(["the data frame has no rows"], frame[:0])
