"""Transcripts as a kind of evaluation: figures, options, files, findings, figures to look at, and the page."""

import json

import numpy as np
import pytest

import gnomon as gn
from components import needs
from forked import gnomon
from gnomon.evaluation.saved import from_dict, to_dict
from gnomon.messages.language import speaking
from gnomon.report.page import html
from gnomon.summary import TranscriptErrors
from gnomon.summary import transcript_errors as kept
from gnomon.tasks.transcript.errors import errors_of

rng = np.random.default_rng(4)
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "went", "to", "London", "with", "seven", "friends", "about", "rain"]
HEARD = [" ".join(rng.choice(WORDS, rng.integers(4, 14))) for _ in range(200)]


def misheard(share, seed=0):
    r = np.random.default_rng(seed)
    return [" ".join(w if r.random() > share else str(r.choice(WORDS)) for w in text.split()) for text in HEARD]


TABLE = {"heard": HEARD, "good": misheard(0.05), "bad": misheard(0.2, 1), "place": rng.choice(["indoors", "street"], 200)}


def found(written, heard=None, **asked):
    made = gn.evaluate({"heard": heard or HEARD, "written": written}, reference="heard", prediction="written", task="transcript", **asked)
    return made, {one.rule: one for one in made.findings}


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, reference="heard", prediction=["good", "bad"], by="place", task="transcript")


def test_every_value_is_that_of_its_function(evaluation):
    assert list(evaluation.metrics) == ["wer", "cer", "mer", "wil"]
    for model in ("good", "bad"):
        for name in evaluation.metrics:
            assert float(evaluation[name, model]) == pytest.approx(getattr(gn, name)(HEARD, TABLE[model]), rel=1e-12)
    assert evaluation["wer", "good"].low < evaluation["wer", "good"] < evaluation["wer", "good"].high
    assert evaluation.reference_words == sum(len(text.split()) for text in HEARD)
    parts = {part.name: part for part in evaluation.slices}
    chosen = [k for k in range(200) if TABLE["place"][k] == "street"]
    street = parts["place = street"]
    assert street.facts["reference_words"] == sum(len(HEARD[k].split()) for k in chosen)
    assert float(street.values["good", "wer"]) == pytest.approx(gn.wer([HEARD[k] for k in chosen], [TABLE["good"][k] for k in chosen]))
    assert "spoken words" in str(evaluation)
    assert "positive" not in str(evaluation)
    with speaking("zh"):
        assert "参考共" in str(evaluation)


def test_options_go_to_every_metric_that_has_them():
    shouted = [text.upper() + "!" for text in TABLE["good"]]
    made, _ = found(shouted, normalize="punctuation+lower", metrics="default,levenshtein,wer(normalize=none)")
    names = list(made.metrics)
    assert {"wer(normalize=lower+punctuation)", "cer(normalize=lower+punctuation)", "levenshtein", "wer(normalize=none)"} <= {*names}
    assert "wer" not in names
    lowered = [text.lower() for text in HEARD]
    assert float(made["wer(normalize=lower+punctuation)"]) == pytest.approx(gn.wer(lowered, [t.lower() for t in TABLE["good"]]), rel=1e-12)
    assert float(made["wer(normalize=none)"]) > 0.9
    mixed, _ = found(["我 用Python写"] * 40, ["我用 Python写"] * 40, tokens="mixed")
    assert float(mixed["wer(tokens=mixed)"]) == 0
    for wrong in ({"normalize": "loud"}, {"tokens": "letters"}):
        with pytest.raises(gn.InputError, match=next(iter(wrong))):
            found(HEARD, **wrong)


def test_errors_are_those_of_the_alignment(evaluation):
    held = evaluation.held("bad")["transcript_errors"]
    aligned = gn.transcript_alignment(HEARD, TABLE["bad"])
    assert [held[name] for name in ("hit", "substituted", "deleted", "inserted")] == [
        aligned.hits,
        aligned.substitutions,
        aligned.deletions,
        aligned.insertions,
    ]
    table = aligned.confusions(most=10**6)
    assert held.errors == {(t, s): c for t, s, c in zip(table.reference, table.hypothesis, table.count.tolist(), strict=True)}
    assert held.most(1)[0][2] == table.count[0]


def test_saved_and_read_back(evaluation, tmp_path):
    again = from_dict(json.loads(json.dumps(to_dict(evaluation))))
    assert again.findings == evaluation.findings
    path = tmp_path / "kept.gnomon"
    evaluation.save(path)
    opened = gn.Evaluation.load(path)
    assert opened.held("bad")["transcript_errors"] == evaluation.held("bad")["transcript_errors"]
    assert html(opened) == html(evaluation)


def test_more_errors_than_are_kept_are_said_to_be_short(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 10)
    many = sum((errors_of([f"w{k}"] * (1 + k % 3), ["x"] * (1 + k % 3), "none", "words") for k in range(30)), TranscriptErrors.empty())
    assert len(many.errors) <= 10
    assert many.floor > 0
    assert many.wrong == sum(1 + k % 3 for k in range(30))
    for (truth, _), count in many.errors.items():
        real = 1 + int(truth[1:]) % 3
        assert count <= real <= count + many.floor


# Findings


def test_nothing_is_found_where_nothing_is_wrong():
    for share in (0.0, 0.05, 0.2):
        known = {"small_sample", *(["perfect_agreement"] if not share else [])}  # transcripts without an error are the references
    assert not [one for one in found(misheard(share, 7))[1] if one not in known]


def test_empty_outputs():
    written = ["" if k % 10 == 0 else text for k, text in enumerate(HEARD)]
    one = found(written)[1]["empty_outputs"]
    assert one.severity == "problem"
    assert one.evidence["empty_outputs"] == 20
    assert "20 outputs" in one.en
    assert "20 句" in one.zh


def test_outputs_much_shorter_and_longer():
    assert "transcripts_short" in found([" ".join(text.split()[::2]) for text in HEARD])[1]
    assert "transcripts_long" in found([text + " um er um" for text in HEARD])[1]


def test_ends_missing():
    assert "ends_missing" in found([" ".join(text.split()[:-3]) if k % 4 == 0 else text for k, text in enumerate(TABLE["good"])])[1]


def test_a_few_utterances_make_most_errors():
    written = [" ".join(["no"] * 40) if k % 40 == 0 else text for k, text in enumerate(misheard(0.02, 5))]
    one = found(written)[1]["errors_concentrated"]
    assert one.evidence["worst"] == 5
    assert one.evidence["share_of_errors"] > 0.5


def test_case_and_punctuation_are_told_apart():
    one = found([text.capitalize() + "." for text in TABLE["good"]])[1]["errors_of_form"]
    assert one.evidence["without_form"] == pytest.approx(gn.wer(HEARD, TABLE["good"], normalize="lower+punctuation"), rel=1e-12)
    assert "errors_of_form" not in found([text.capitalize() + "." for text in TABLE["good"]], normalize="lower+punctuation")[1]


def test_one_word_dominates():
    written = [" ".join("too" if word == "to" else word for word in text.split()) for text in TABLE["good"]]
    one = found(written)[1]["word_confused"]
    assert one.evidence["truth"] == "to"
    assert one.evidence["said"] == "too"
    assert "word_left_out" in found([" ".join(word for word in text.split() if word != "the") for text in HEARD])[1]
    assert "word_added" in found([text + " uh" for text in HEARD])[1]


def test_words_without_spaces():
    heard = ["今天天气很好", "我们去公园"] * 20
    assert "words_without_spaces" in found(["今天天气真好", "我们去公园"] * 20, heard)[1]
    assert "words_without_spaces" not in found(["今天天气真好", "我们去公园"] * 20, heard, tokens="mixed")[1]


# Worst, figures, page, command line


def test_silence_answered_with_words_is_among_the_worst():
    made, _ = found(["thank you for watching", *HEARD[1:]], ["", *HEARD[1:]])
    worst = made.held("written")["worst_transcripts"].worst
    assert [one.said for one in worst] == ["thank you for watching"]


def test_figures(evaluation):
    needs("matplotlib").use("Agg")
    import matplotlib.pyplot as plt

    axes = evaluation.plot("error_kinds")
    assert [label.get_text() for label in axes.get_yticklabels()] == ["good", "bad"]
    axes = evaluation.plot("confusions", model="bad")
    assert "→" in axes.get_yticklabels()[0].get_text()
    plt.close("all")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page(evaluation, opened, lang):
    page = opened(evaluation, lang)
    held = evaluation.held("good")["transcript_errors"]
    kinds = page.locator("#error-table tbody tr")
    assert kinds.count() == 3
    assert f"{held['substituted']:,}" in kinds.nth(0).inner_text()
    assert page.locator("#error-kinds span").count() == 3
    first = page.locator("#most-errors tbody tr").first.inner_text()
    assert all(token in first for token in held.most(1)[0][:2])
    assert page.locator("#worst-sentences tbody tr").count() > 0
    page.locator("text=bad").first.click()
    other = evaluation.held("bad")["transcript_errors"]
    assert f"{other['substituted']:,}" in kinds.nth(0).inner_text()


def test_texts_do_not_become_markup_on_the_page(opened):
    made, _ = found(["<img src=x onerror=alert(1)> b"] * 5, ["a b"] * 5)
    page = opened(made)
    assert "<img src=x" in page.locator("#most-errors").inner_text() or "<img" in page.locator("#most-errors").inner_text()


def test_on_the_command_line(tmp_path):
    path = tmp_path / "heard.csv"
    needs("pandas").DataFrame(TABLE).to_csv(path, index=False)
    command = ["metrics", path, "--reference", "heard", "--prediction", "good", "--task", "transcript"]
    shown = gnomon(*command, "--normalize", "lower+punctuation")
    assert shown.returncode == 0, shown.stderr
    assert "wer(normalize=lower+punctuation)" in shown.stdout
    for typed, said in (
        (command[:-2], "error: --reference: texts are read in several ways; say --task 'likelihood'"),
        ([*command, "--label", "heard"], "error: --reference is another name of --label, and both were given"),
    ):
        refused = gnomon(*typed)
        assert refused.returncode == 2
        assert refused.stderr.startswith(said)
    wrong = gnomon(*command, "--normalize", "loud")
    assert wrong.returncode != 0
    assert "--normalize" in wrong.stderr
