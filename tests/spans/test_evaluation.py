"""Tagged sentences evaluated: figures, intervals, comparisons, files of every form, refusals, findings, the page."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gnomon as gn
from refusals import raises_id

KINDS = ("LOC", "ORG", "PER")


def corpus(sentences=300):
    rng = np.random.default_rng(0)
    truth = []
    for _ in range(sentences):
        tags = ["O"] * int(rng.integers(6, 16))
        place = 0
        while place < len(tags):
            if rng.random() < 0.2:
                kind, end = KINDS[rng.integers(3)], min(place + int(rng.integers(1, 4)), len(tags))
                tags[place:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - place - 1)]
                place = end
            place += 1
        truth.append(tags)
    return truth


def tagged(truth, wrong, seed):
    rng = np.random.default_rng(seed)
    return [[("O", "B-PER", "I-LOC")[rng.integers(3)] if rng.random() < wrong else tag for tag in tags] for tags in truth]


TRUTH = corpus()
SAID, OTHER = tagged(TRUTH, 0.08, 1), tagged(TRUTH, 0.2, 2)
WEIGHT = np.random.default_rng(1).integers(0, 3, len(TRUTH))
FRAME = pl.DataFrame(
    {
        "tags": TRUTH,
        "a": SAID,
        "b": OTHER,
        "doc": [k // 4 for k in range(len(TRUTH))],
        "w": WEIGHT,
        "half": [k % 2 for k in range(len(TRUTH))],
    }
)
METRICS = [
    "entity_f1",
    "entity_precision(average=macro)",
    "entity_recall(average=weighted)",
    "entity_f1(match=partial)",
    "entity_f1(type=LOC)",
    "token_accuracy",
]
CALLS = {
    "entity_f1": lambda t, s, w: gn.entity_f1(t, s, weight=w),
    "entity_precision(average=macro)": lambda t, s, w: gn.entity_precision(t, s, average="macro", weight=w),
    "entity_recall(average=weighted)": lambda t, s, w: gn.entity_recall(t, s, average="weighted", weight=w),
    "entity_f1(match=partial)": lambda t, s, w: gn.entity_f1(t, s, match="partial", weight=w),
    "entity_f1(type=LOC)": lambda t, s, w: gn.entity_f1(t, s, type="LOC", weight=w),
    "token_accuracy": lambda t, s, w: gn.token_accuracy(t, s, weight=w),
}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(
        FRAME, reference="tags", prediction={"a": "a", "b": "b"}, task="spans", metrics=METRICS, by=["half"], cluster="doc", weight="w"
    )


def test_values_are_those_of_the_functions(evaluation):
    for name, call in CALLS.items():
        for model, said in (("a", SAID), ("b", OTHER)):
            assert evaluation[name, model] == pytest.approx(call(TRUTH, said, WEIGHT), rel=1e-12)


def test_slices_are_evaluations_of_their_rows(evaluation):
    for part in evaluation.slices:
        which = [k for k in range(len(TRUTH)) if k % 2 == part.by["half"]]
        some = [[column[k] for k in which] for column in (TRUTH, SAID, WEIGHT)]
        for name, call in CALLS.items():
            assert part.values["a", name] == pytest.approx(call(*some), rel=1e-12)


def test_intervals_hold_the_value_and_documents_are_drawn(evaluation):
    for value in evaluation.values.values():
        assert value.low < value < value.high
    alone = gn.interval("entity_f1", TRUTH, SAID)
    assert alone.low < gn.entity_f1(TRUTH, SAID) < alone.high
    assert alone != gn.interval("entity_f1", TRUTH, SAID, cluster=FRAME["doc"].to_list())


def test_a_repeated_sentence_is_a_weight_of_two():
    assert gn.entity_f1(TRUTH + TRUTH[:50], SAID + SAID[:50]) == gn.entity_f1(TRUTH, SAID, weight=[2] * 50 + [1] * 250)
    assert gn.entity_f1(TRUTH[:50], SAID[:50], average="macro") == gn.entity_f1(TRUTH, SAID, average="macro", weight=[1] * 50 + [0] * 250)


def test_models_are_compared_on_the_same_sentences():
    found = gn.compare(TRUTH, {"a": SAID, "b": OTHER}, metrics=["entity_f1", "entity_f1(average=macro)"])
    assert [pair.p_value < 0.01 for pair in found.pairs] == [True, True]
    assert found.pairs[0].difference == pytest.approx(gn.entity_f1(TRUTH, SAID) - gn.entity_f1(TRUTH, OTHER), rel=1e-12)
    swapped = gn.compare(TRUTH, {"a": SAID, "b": OTHER}, metrics=["entity_f1"], method="randomization")
    assert swapped.pairs[0].p_value < 0.01


@pytest.mark.parametrize("form", ["parquet", "ndjson", "csv", "json cells"])
def test_files_of_every_form(tmp_path, form):
    expected = gn.entity_f1(TRUTH, SAID)
    path = tmp_path / f"sentences.{'csv' if form == 'json cells' else form}"
    if form == "parquet":
        FRAME.write_parquet(path)
    elif form == "ndjson":
        FRAME.select("tags", "a").write_ndjson(path)
    else:
        written = json.dumps if form == "json cells" else " ".join
        pl.DataFrame({"tags": [*map(written, TRUTH)], "a": [*map(written, SAID)]}).write_csv(path)
    assert gn.evaluate(str(path), reference="tags", prediction="a", task="spans", ci=None)["entity_f1"] == pytest.approx(
        expected, rel=1e-12
    )


def test_offsets_in_cells():
    def spans(side):
        counts = []
        for tags in side:
            found, place = [], 0
            while place < len(tags):
                end = place + 1
                if tags[place][0] == "B":
                    while end < len(tags) and tags[end] == f"I{tags[place][1:]}":
                        end += 1
                    found.append({"label": tags[place][2:], "start": place, "end": end})
                place = end
            counts.append(found)
        return counts

    sides = spans(TRUTH), spans(SAID)
    assert gn.entity_f1(*sides) == gn.entity_f1(TRUTH, SAID)
    frame = pl.DataFrame({"tags": [json.dumps(one) for one in sides[0]], "a": [json.dumps(one) for one in sides[1]]})
    made = gn.evaluate(frame, reference="tags", prediction="a", task="spans", ci=None)
    assert made["entity_f1"] == pytest.approx(gn.entity_f1(TRUTH, SAID), rel=1e-12)
    assert "token_accuracy" not in made.metrics


@pytest.mark.parametrize("form", ["frame", "parquet", "ndjson"])
def test_records_in_cells(tmp_path, form):
    one, other = [{"label": "A", "start": 0, "end": 3}], [{"label": "B", "start": 0, "end": 3}]
    data = pl.DataFrame({"t": [one, [], one], "s": [one, other, one]})
    if form != "frame":
        getattr(data, f"write_{form}")(tmp_path / f"spans.{form}")
        data = str(tmp_path / f"spans.{form}")
    assert gn.evaluate(data, reference="t", prediction="s", task="spans", ci=None)["entity_f1"] == pytest.approx(4 / 5, rel=1e-12)


def test_tags_are_recognised():
    assert gn.evaluate(FRAME, label="tags", prediction="a", ci=None).task == "spans"


def test_the_mode_of_an_evaluation():
    made = gn.evaluate(FRAME, reference="tags", prediction="a", task="spans", mode="conlleval", ci=None)
    assert made["entity_f1"] == gn.entity_f1(TRUTH, SAID, mode="conlleval")
    assert made["entity_f1"] != gn.entity_f1(TRUTH, SAID)


def test_saved_and_read_again(tmp_path, evaluation):
    path = tmp_path / "spans.gnomon"
    evaluation.save(path)
    again = gn.Evaluation.load(path)
    assert again.values == evaluation.values
    assert again.type_lines == evaluation.type_lines
    assert again.summaries["a"]["span_errors"] == evaluation.summaries["a"]["span_errors"]


def test_what_became_of_entities():
    truth = [["B-PER", "I-PER", "O", "B-LOC", "O", "B-ORG", "I-ORG", "O"], ["B-PER", "O"]]
    said = [["B-PER", "O", "O", "B-ORG", "O", "B-LOC", "O", "B-PER"], ["O", "O"]]
    made = gn.evaluate(pl.DataFrame({"t": truth, "s": said}), reference="t", prediction="s", task="spans", ci=None)
    errors = made.summaries["s"]["span_errors"]
    assert dict(zip(("correct", "wrong_type", "wrong_ends", "wrong_both", "missed", "spurious"), errors.fates.tolist(), strict=True)) == {
        "correct": 0,
        "wrong_type": 1,
        "wrong_ends": 1,
        "wrong_both": 1,
        "missed": 1,
        "spurious": 1,
    }
    assert errors.types == ("LOC", "ORG", "PER")
    assert errors.matrix.tolist() == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0]]
    assert errors.ends.tolist() == [0, 2, 0]


def rules(made):
    return {finding.rule for finding in made.findings}


def test_findings():
    truth = [["B-PER", "I-PER", "O"]] * 60 + [["B-RARE", "O", "O"]] * 3 + [["B-ORG", "I-ORG", "O"]] * 30
    said = [["B-PER", "O", "O"]] * 60 + [["B-RARE", "O", "O"]] * 3 + [["B-LOC", "I-LOC", "O"]] * 15 + [["I-ORG", "I-ORG", "O"]] * 15
    made = gn.evaluate(pl.DataFrame({"t": truth, "s": said}), reference="t", prediction="s", task="spans", ci=None)
    assert {"few_entities", "types_confused", "boundary_errors", "tags_do_not_fit"} <= rules(made)
    good = gn.evaluate(pl.DataFrame({"t": TRUTH, "s": TRUTH}), reference="t", prediction="s", task="spans", ci=None)
    assert not {"few_entities", "types_confused", "boundary_errors", "tags_do_not_fit"} & rules(good)


@pytest.mark.parametrize(
    ("truth", "said", "options", "message"),
    [
        ([["B-PER"]], [["O", "O"]], {}, "1 tags and y_pred 2 in the sentence at position 0"),
        ([["O"], ["B-PER", "X-LOC"]], [["O"], ["O", "O"]], {}, "'X-LOC' at token 1, which is no tag"),
        ([["O"], ["O", 3]], [["O"], ["O", "O"]], {}, "the number 3 at token 1"),
        ([["O", None]], [["O", "O"]], {}, "None at token 1"),
        ([None], [["O"]], {}, "None at position 0"),
        ([b"O"], [["O"]], {}, "bytes, not text"),
        ([["B-PER"], ["B-PER"]], [["O"], ["S-PER"]], {}, "'S-PER' at token 0 of the sentence at position 1"),
        ([["O", "I-PER", "B-LOC", "I-PER"]], [["O"] * 4], {}, "does not fit IOB2: the tag 'I-PER' at token 1"),
        ([["I-PER"]], [["O"]], {}, "IOB1"),
        ([["B-PER", "L-PER", "E-PER"]], [["O"] * 3], {}, "no scheme has them together"),
        ([[("PER", 3, 1)]], [[]], {}, "whose end is not past its start"),
        ([[("PER", 3, 3)]], [[]], {}, "exclusive"),
        ([[("PER", 4, 3)]], [[]], {"ends": "inclusive"}, "ends before it starts"),
        ([[("PER", -1, 3)]], [[]], {}, "starts before the text"),
        ([[], [("PER", 1, 3), ("LOC", 2, 4)]], [[], []], {}, "overlap at position 1"),
        ([[("PER", 1, 3), ("PER", 1, 3)]], [[]], {"overlaps": "allow"}, "twice"),
        ([[("PER", 1.5, 3)]], [[]], {}, "as span 0"),
        ([["O"]], [[("PER", 0, 1)]], {}, "give both sides tags, or both spans"),
        ([["O"]], [["O"], ["O"]], {}, "y_true has 1 rows but y_pred has 2"),
        ([["B-PER"]], [["B-PER"]], {"type": "LOC"}, "the types are 'PER'"),
        ([["B-PER"]], [["B-PER"]], {"scheme": "IOB3"}, "scheme='IOB3'"),
        ("B-PER", "B-PER", {}, "one text"),
        ([], [], {}, "no rows"),
    ],
)
def test_refused(truth, said, options, message):
    with pytest.raises(gn.InputError) as caught:
        gn.entity_f1(truth, said, **options)
    assert message in str(caught.value)


def test_a_table_names_the_row():
    frame = pl.DataFrame({"t": [["O"], ["B-PER", "O"]], "s": [["O"], ["B-PER"]]})
    with raises_id("texts.tag_counts_differ", count_2=1):
        gn.evaluate(frame, reference="t", prediction="s", task="spans")


def test_types_may_be_named():
    frame = pl.DataFrame({"t": [["B-PER"], ["B-LOC"]], "s": [["B-PER"], ["B-LOC"]]})
    with raises_id("spans.type_after_first_rows", strange="LOC"):
        gn.evaluate(frame, reference="t", prediction="s", task="spans", types=["PER"])
    made = gn.evaluate(frame, reference="t", prediction="s", task="spans", types=["PER", "LOC", "ORG"], ci=None)
    assert made["entity_f1"] == 1


def test_empty_sentences_and_nothing_to_find():
    with pytest.warns(gn.UndefinedMetricWarning, match="no entity"):
        assert np.isnan(gn.entity_f1([[], ["O"]], [[], ["O"]]))
    assert gn.entity_f1([["O"]], [["O"]], undefined=1.0) == 1


def test_counts_add_up():
    whole = gn.SpanCounts.of(TRUTH, SAID, scheme="IOB2")
    parts = [gn.SpanCounts.of(TRUTH[a:b], SAID[a:b], scheme="IOB2") for a, b in ((0, 7), (7, 8), (8, 300))]
    assert sum(parts) == whole == parts[2] + (parts[0] + parts[1])
    assert gn.SpanCounts.from_bytes(whole.to_bytes()) == whole
    assert gn.entity_f1(whole, average="macro") == gn.entity_f1(TRUTH, SAID, average="macro")
    with raises_id("summary.span_tag_readings_differ"):
        whole + gn.SpanCounts.of(TRUTH, SAID, mode="conlleval")


def test_the_page_names_types_and_marks_entities(tmp_path, evaluation):
    frame = FRAME.with_columns(pl.Series("words", [[f"word{k}" for k in range(len(one))] for one in TRUTH]))
    made = gn.evaluate(frame, reference="tags", prediction="a", task="spans", tokens="words")
    for lang, said in (("en", "How well is each type of entity found?"), ("zh", "各类实体识别得如何？")):
        path = tmp_path / f"{lang}.html"
        made.report(path, lang=lang)
        text = path.read_text()
        assert said in text
        assert "]PER" in text


def test_figures(evaluation):
    pytest.importorskip("matplotlib").use("Agg")
    assert [text.get_text() for text in evaluation.plot("types").get_yticklabels()]
    assert evaluation.plot("confusion").get_title(loc="left")


def test_spans_as_lists_are_read_alike_on_every_path(tmp_path):
    truth, said = [[("A", 0, 1)], [("A", 0, 2)]] * 5, [[("A", 0, 1)], [("A", 0, 1)]] * 5
    assert gn.entity_f1(truth, said) == 0.5
    assert gn.interval("entity_f1", truth, said).value == 0.5
    rows = {"t": truth, "p": said}
    path = tmp_path / "spans.jsonl"
    path.write_text("".join(json.dumps({"t": one, "p": other}) + "\n" for one, other in zip(truth, said, strict=True)))
    for data in (rows, pd.DataFrame(rows), path):
        assert gn.evaluate(data, reference="t", prediction="p", task="spans")["entity_f1"] == 0.5


def test_offsets_have_no_tokens():
    for cells in ([[("A", 0, 1)]], ['[["A", 0, 1]]'], [[{"type": "A", "start": 0, "end": 1}]]):
        with raises_id("texts.spans_given_tags_needed"):
            gn.token_accuracy(cells, cells)
