"""Laws of metrics of sentences, over the whole registry: merging, weights, order, one reading on every path, and what is drawn."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.catalog import Reference, entries
from gnomon.inference.estimate import IntervalOptions
from gnomon.inference.sentences import LineStatistic, _swapped
from gnomon.metrics.sentences import OfSentences, measure_of
from gnomon.summary import SentenceSums, WorstSentences
from gnomon.tasks import registry
from refusals import raises_id

PAIRS = ("references", "hypotheses")  # metrics of other columns, as log-probabilities, have tests of their own
OF_SENTENCES = [entry for entry in entries() if entry.summary is SentenceSums and entry.averaging.columns == PAIRS]
METRICS = [entry for entry in OF_SENTENCES if not any(option.required for option in entry.options.values())]
rng = np.random.default_rng(3)
WORDS = ["the", "cat", "sat", "on", "a", "mat", "今天", "天气", "good", "day"]
TAGS = ["O", "O", "O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC"]
N = 90


def _texts(cells: str, shares: tuple[float, float] = (0.15, 0.3)) -> tuple[list, dict[str, list]]:
    """Truths and what two systems said, as a family's cells have them."""
    kept = WORDS if cells in ("texts", "transcripts") else TAGS
    truth = [rng.choice(kept, rng.integers(3, 9)).tolist() for _ in range(N)]
    said = {
        name: [[word if rng.random() > share else str(rng.choice(kept)) for word in row] for row in truth]
        for name, share in zip("ab", shares, strict=True)
    }
    if cells in ("texts", "transcripts"):
        return [" ".join(row) for row in truth], {name: [" ".join(row) for row in rows] for name, rows in said.items()}
    return truth, said


def _kind(entry) -> str:
    assert isinstance(entry.averaging, OfSentences)
    return entry.averaging.cells.key


def _task(entry) -> str:
    reference = gn.catalog.parse(entry.name)
    aspect = next(aspect for aspect in registry.aspects() if aspect.reads(reference))
    return next(task.key for task in registry.tasks() if aspect.key in task.aspects)


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_parts_weights_and_order_change_nothing(entry):
    truth, said = _texts(_kind(entry))
    function, columns = getattr(gn, entry.name), measure_of(entry, {}).columns()
    whole = function(truth, said["a"])
    assert np.isfinite(whole)
    low, high = entry.range or (-np.inf, np.inf)
    assert low <= whole <= high
    back = list(range(N))[::-1]
    assert function([truth[k] for k in back], [said["a"][k] for k in back]) == whole
    assert function(truth, said["a"], weight=np.full(N, 3)) == pytest.approx(whole, rel=1e-12)
    twice = rng.integers(0, 3, N)
    again = [k for k in range(N) for _ in range(twice[k])]
    expected = function([truth[k] for k in again], [said["a"][k] for k in again])
    assert function(truth, said["a"], weight=twice) == pytest.approx(expected, rel=1e-12)
    lines = measure_of(entry, {}).count(_pairs(entry, truth, said["a"]))
    halves = SentenceSums.of_lines(columns, lines[:40]) + SentenceSums.of_lines(columns, lines[40:])
    assert halves == SentenceSums.of_lines(columns, lines)
    assert function(SentenceSums.from_bytes(halves.to_bytes())) == whole


def _pairs(entry, truth, said):
    from gnomon.texts.cells import pairs_of

    return pairs_of(entry.averaging.cells, truth, said, ("references", "hypotheses"), str)


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_every_path_reads_alike(entry, tmp_path):
    truth, said = _texts(_kind(entry))
    table = pd.DataFrame({"ref": truth, **said, "w": rng.integers(1, 9, N) / 8, "doc": np.arange(N) // 5})
    asked = {"reference": "ref", "prediction": ["a", "b"], "task": _task(entry), "metrics": entry.name}
    function = getattr(gn, entry.name)
    evaluation = gn.evaluate(table, **asked)
    for name in "ab":
        assert evaluation[entry.name, name] == function(truth, said[name])
    interval = gn.interval(entry.name, truth, said["a"])
    assert (interval.low, interval.high) == (evaluation[entry.name, "a"].low, evaluation[entry.name, "a"].high)
    table.to_parquet(tmp_path / "x.parquet")
    assert gn.evaluate(tmp_path / "x.parquet", **asked)[entry.name, "b"] == evaluation[entry.name, "b"]
    if entry.better is None:  # no end is better, so that nothing is compared
        return
    pair = gn.compare(truth, said, metrics=entry.name)[entry.name]
    other = evaluation.comparison[entry.name]
    assert (pair.difference, pair.low, pair.p_value) == (other.difference, other.low, other.p_value)
    weighted = gn.evaluate(table, **asked, weight="w", cluster="doc")
    assert weighted[entry.name, "a"] == pytest.approx(function(truth, said["a"], weight=table["w"]), rel=1e-12)
    kept = {name: gn.evaluate(table, **{**asked, "prediction": name}, keep_rows=True) for name in "ab"}
    assert gn.compare(kept)[entry.name].p_value == pair.p_value
    kept["b"].save(tmp_path / "b.gnomon")
    assert gn.Evaluation.load(tmp_path / "b.gnomon")[entry.name] == function(truth, said["b"])


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_what_is_missing_or_no_text_is_refused_by_its_place(entry):
    truth, said = _texts(_kind(entry))
    function = getattr(gn, entry.name)
    with raises_id("inputs.lengths_differ", other="hypotheses", m=89):
        function(truth, said["a"][:-1])
    with raises_id("texts.text_missing_at_position", name="hypotheses", row=7):
        function(truth, [*said["a"][:7], None, *said["a"][8:]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(gn.DroppedRowsWarning, match="dropped 1 of 90 sentences"):
            function(truth, [*said["a"][:7], None, *said["a"][8:]], missing="drop")
    with raises_id("texts.bad_cell_in_column", name="references"):
        function([*truth[:3], b"bytes", *truth[4:]], said["a"])


def test_a_reference_alone_does_not_tell_the_task():
    with raises_id("evaluation.reference_texts_ambiguous"):
        gn.evaluate({"r": ["a", "b"], "h": ["a", "c"]}, reference="r", prediction="h")
    with raises_id("evaluation.reference_and_label_conflict"):
        gn.evaluate({"r": ["a", "b"], "h": ["a", "c"]}, reference="r", label="r", prediction="h", task="transcript")


def _over(table: np.ndarray) -> LineStatistic:
    reference = gn.catalog.parse("wer")
    assert isinstance(reference, Reference)
    return LineStatistic(reference, np.arange(len(table)), table, lambda lines: lines[..., 0] / lines[..., 1], False, np.ones(len(table)))


def test_swapping_is_the_share_of_all_swaps():
    """With few sentences every swap can be looked at: the p-value by random ones is near the exact share."""
    a, b = (np.column_stack([rng.integers(0, 5, 9), np.full(9, 6)]).astype(float) for _ in range(2))
    first, second = _over(a), _over(b)
    difference = first.whole - second.whole
    swaps = (np.arange(2**9)[:, None] >> np.arange(9) & 1).astype(float)
    moved = swaps @ (a - b)
    drawn = first.value(a.sum(0) - moved) - second.value(b.sum(0) + moved)
    exact = float((np.abs(drawn) >= abs(difference) - 1e-12).mean())
    found = _swapped(first, second, difference, IntervalOptions(0.95, replicates=20_000, seed=1))
    assert found == pytest.approx(exact, abs=0.02)  # the spread of a share of 20,000 draws is 0.0035


@given(st.lists(st.tuples(st.integers(0, 50), st.floats(0, 2), st.text(max_size=5)), max_size=60), st.integers(0, 60))
def test_worst_sentences_merge_from_any_parts(rows, cut):
    rows = [(place, *rest) for place, (_, *rest) in enumerate(rows)]

    def made(some):
        places, badness, texts = (list(column) for column in zip(*some, strict=True)) if some else ([], [], [])
        return WorstSentences.of(places, badness, badness, texts, texts)

    whole = made(rows)
    assert made(rows[cut:]) + made(rows[:cut]) == whole
    assert WorstSentences.from_bytes(whole.to_bytes()) == whole
    assert sum(whole.spread) == len(rows)
