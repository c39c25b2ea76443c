"""Generated texts as a kind of evaluation: figures, findings, the page, files, and any split of the rows."""

import json

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id
from text.corpus import corpus

USUAL = ["rouge_l", "bleu", "chrf", "exact_match", "length_ratio"]


def frame(n=60):
    truth, said = corpus(31, n=n, scripts=("latin", "han"))
    worse = ["" if row % 9 == 0 else "I do not know." if row % 5 == 0 else text for row, text in enumerate(said)]
    source = [f"source number {row}" for row in range(n)]
    worse = [source[row] if row % 7 == 3 else text for row, text in enumerate(worse)]
    return pd.DataFrame({"ref": truth, "good": said, "bad": worse, "src": source, "part": ["x", "y"] * (n // 2)})


FRAME = frame()


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(FRAME, reference="ref", prediction=["good", "bad"], task="text", source="src", by="part", replicates=200)


def test_values_are_those_of_the_functions(evaluation):
    assert list(evaluation.metrics) == USUAL
    for model in ("good", "bad"):
        for name in USUAL:
            value = evaluation[name, model]
            expected = getattr(gn, name)(FRAME["ref"].tolist(), FRAME[model].tolist())
            assert value == pytest.approx(float(expected), rel=1e-12)
            assert value.low <= value <= value.high
    assert evaluation.signatures["bleu"] == gn.bleu(FRAME["ref"].tolist(), FRAME["good"].tolist()).signature
    assert set(evaluation.signatures) == set(USUAL)


def test_findings_say_what_figures_hide(evaluation):
    found = {(finding.rule, finding.model): finding for finding in evaluation.findings}
    assert found["outputs_empty", "bad"].evidence["empty"] == sum(
        not text.strip() and any(wording.strip() for wording in wordings) for text, wordings in zip(FRAME["bad"], FRAME["ref"], strict=True)
    )
    assert found["outputs_copied", "bad"].evidence["copied"] == FRAME.eval("bad == src").sum()
    assert found["outputs_repeated", "bad"].evidence["same_output"] == (FRAME["bad"] == "I do not know.").sum()
    assert ("outputs_copied", "good") not in found
    assert ("outputs_repeated", "good") not in found
    assert all(finding.zh and finding.zh != finding.en for finding in evaluation.findings)


def test_outputs_of_another_length_are_found():
    words = [f"w{k} x{k} y z u v" for k in range(40)]
    rows = pd.DataFrame(
        {"ref": words, "short": [text[:2] for text in words], "long": [f"{text} {text} {text}" for text in words], "same": words}
    )
    rules = {
        model: {finding.rule for finding in gn.evaluate(rows, reference="ref", prediction=model, task="text", ci=None).findings}
        for model in ("short", "long", "same")
    }
    assert "outputs_short" in rules["short"]
    assert "outputs_long" in rules["long"]
    assert rules["same"] & {"outputs_short", "outputs_long", "outputs_empty"} == set()
    assert "outputs_all_right" in rules["same"]


def test_empty_references_are_found():
    rows = pd.DataFrame({"ref": ["", "a b c", "d e f"] * 5, "said": ["x", "a b c", "d e f"] * 5})
    found = list(gn.evaluate(rows, reference="ref", prediction="said", task="text", ci=None).findings)
    assert next(finding for finding in found if finding.rule == "references_empty").evidence["empty"] == 5


def test_the_text_and_the_page_have_signatures_and_sentences(evaluation, tmp_path):
    assert "bleu: nrefs:var|case:mixed|eff:no|tok:13a+characters|smooth:exp|version:" in str(evaluation)
    path = tmp_path / "page.html"
    evaluation.report(path)
    page = path.read_text(encoding="utf-8")
    for expected in ("tok:13a+characters", "worst-sentences", "生成文本", "照抄的"):
        assert expected in page


def test_it_can_be_saved(evaluation, tmp_path):
    path = tmp_path / "e.gnomon"
    evaluation.save(path)
    again = gn.Evaluation.load(path)
    assert again.signatures == evaluation.signatures
    assert again["bleu", "good"] == evaluation["bleu", "good"]
    assert [finding.en for finding in again.findings] == [finding.en for finding in evaluation.findings]


def test_a_file_says_the_same(evaluation, tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in FRAME.to_dict("records")), encoding="utf-8")
    found = gn.evaluate(path, reference="ref", prediction=["good", "bad"], task="text", source="src", replicates=200)
    for model in ("good", "bad"):
        for name in USUAL:
            assert found[name, model] == evaluation[name, model]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"source": "scr"}, "scr"),
        ({"source": 3}, "source: 3 is no name of a column"),
        ({"metrics": "roc_auc"}, "roc_auc"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(gn.InputError, match=message):
        gn.evaluate(FRAME, reference="ref", prediction="good", task="text", **options)


def test_texts_that_are_none_are_refused_by_row():
    rows = FRAME.assign(good=[3, *FRAME["good"][1:]])
    with raises_id("texts.bad_cell_in_column"):
        gn.evaluate(rows, reference="ref", prediction="good", task="text")


def test_sentences_are_drawn(evaluation):
    ax = evaluation.plot("sentences")
    drawn = [patch.get_data() for patch in ax.patches]
    assert len(drawn) == 2
    for model, steps in zip(("good", "bad"), drawn, strict=True):
        each = gn.rouge_l(FRAME["ref"].tolist(), FRAME[model].tolist(), per_sentence=True)
        expected = [(np.minimum(np.floor(each * 20), 19) == place).mean() for place in range(20)]
        assert steps.values.tolist() == pytest.approx(expected, rel=1e-12)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["good", "bad"]


def test_language_models_are_evaluated_and_compared():
    rng = np.random.default_rng(0)
    texts = [f"text {row} 中" for row in range(50)]
    models = {name: [(-rng.exponential(scale, rng.integers(2, 9))).tolist() for _ in texts] for name, scale in (("a", 1.0), ("b", 2.0))}
    found = gn.evaluate(pd.DataFrame({"t": texts, **models}), reference="t", prediction=["a", "b"], task="likelihood")
    for name, cells in models.items():
        assert found["perplexity", name] == pytest.approx(gn.perplexity(cells), rel=1e-12)
        assert found["bits_per_byte", name] == pytest.approx(gn.bits_per_byte(texts, cells), rel=1e-12)
    interval = gn.interval("perplexity", texts, models["a"])
    assert (interval.low, interval.high) == (found["perplexity", "a"].low, found["perplexity", "a"].high)
    assert gn.compare(texts, models, metrics="bits_per_byte").pairs[0].p_value < 0.01
    with raises_id("texts.bad_cell_in_column", name="'a'"):
        gn.evaluate(pd.DataFrame({"t": texts, "a": [[0.5]] * 50}), reference="t", prediction="a", task="likelihood")
