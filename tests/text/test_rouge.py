"""ROUGE is rouge_score's on English, and reads every other language too."""

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer

import gnomon as gn
from text.corpus import corpus

NAMES = {"rouge1": (gn.rouge_n, {"n": 1}), "rouge2": (gn.rouge_n, {}), "rouge3": (gn.rouge_n, {"n": 3})}
NAMES |= {"rougeL": (gn.rouge_l, {}), "rougeLsum": (gn.rouge_lsum, {})}


def english(seed):
    truth, said = corpus(seed, n=60)
    plain = [[wording.replace("Ü", "U").replace("ä", "a").replace("ï", "i").replace(".", ".\n") for wording in one] for one in truth]
    return plain, [one.replace("Ü", "U").replace("ä", "a").replace("ï", "i").replace(".", ".\n") for one in said]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stemmer", [False, True])
def test_rouge_is_that_of_rouge_score(name, stemmer):
    truth, said = english(1)
    scorer = RougeScorer([name], use_stemmer=stemmer)
    expected = np.array([scorer.score_multi(wordings, one)[name] for wordings, one in zip(truth, said, strict=True)])
    metric, options = NAMES[name]
    for place, part in enumerate(("precision", "recall", "f")):
        found = metric(truth, said, part=part, stemmer=stemmer, per_sentence=True, **options)
        np.testing.assert_allclose(found, expected[:, place], rtol=1e-12, atol=1e-12)
        assert metric(truth, said, part=part, stemmer=stemmer, **options) == pytest.approx(expected[:, place].mean(), rel=1e-12)


def test_its_tokeniser_may_be_asked_for():
    scorer = RougeScorer(["rougeL"])
    truth, said = ["Die naïve Übung läuft"], ["Eine naive Übung läuft gut"]
    assert gn.rouge_l(truth, said, tokenize="rouge_score") == pytest.approx(scorer.score(truth[0], said[0])["rougeL"].fmeasure, rel=1e-12)
    assert gn.rouge_l(truth, said) == pytest.approx(2 * (2 / 5) * (2 / 4) / (2 / 5 + 2 / 4), rel=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "今天天气很好，我们去公园。",
        "今日は天気がいい",
        "วันนี้อากาศดี",
        "ມື້ນີ້",
        "ថ្ងៃនេះ",
        "မင်္ဂလာပါ",
        "圭臬 gnomon v2 好",
        "한국어 문장",
        "नमस्ते दुनिया",
    ],
)
@pytest.mark.parametrize("metric", [gn.rouge_l, gn.rouge_lsum, gn.rouge_1, gn.token_f1, gn.exact_match])
def test_the_same_text_scores_one_in_every_language(text, metric):
    assert metric([text], [text]) == 1
    assert gn.chrf([text], [text]) == pytest.approx(100, rel=1e-12)
    assert gn.bleu([text], [text], effective_order=True) == pytest.approx(100, rel=1e-12)
    assert gn.ter([text], [text]) == 0


def test_rouge_score_reads_no_chinese():
    """What the issue is: the tool gives 0 for the same text."""
    assert RougeScorer(["rougeL"]).score("今天天气很好", "今天天气很好")["rougeL"].fmeasure == 0
    half = gn.rouge_l(["今天天气很好"], ["今天天气不好"])
    assert half == pytest.approx(5 / 6, rel=1e-12)
    assert "tok:words+characters" in half.signature


def test_of_several_references_the_best_or_their_mean():
    truth, said = [["a b c d", "a b x y"]], ["a b c z"]
    assert gn.rouge_l(truth, said) == pytest.approx(0.75, rel=1e-12)
    assert gn.rouge_l(truth, said, several="mean") == pytest.approx((0.75 + 0.5) / 2, rel=1e-12)


def test_sentences_of_a_summary_end_where_one_says():
    truth, said = ["One came. Two went."], ["Two went. One came."]
    assert gn.rouge_lsum(truth, said) == gn.rouge_l(truth, said) == 0.5
    assert gn.rouge_lsum(truth, said, split="punctuation") == 1
    assert gn.rouge_lsum(["一人来。二人去。"], ["二人去。一人来。"], split="punctuation") == 1


@pytest.mark.parametrize("metric", [gn.rouge_n, gn.rouge_l, gn.rouge_lsum, gn.meteor])
def test_what_is_empty_counts_nothing(metric):
    assert metric(["", "a b", ""], ["a b", "", ""]) == 0
