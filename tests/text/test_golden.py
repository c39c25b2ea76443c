"""Figures that papers and other tools print."""

import math
import re
from collections import Counter

import pytest

import gnomon as gn
from gnomon.texts.measure import MeasureLines
from gnomon.texts.sacre import bleu_measure


def counted(wordings, said):
    from gnomon.texts.measure import SentencePairs

    measure = bleu_measure(lowercase=True)
    return MeasureLines(measure.count(SentencePairs([wordings], [said]))[0], measure.names)


def test_papineni_2002():
    """Section 2.1: "the the the…" has 2/7 of its words right; candidate 1 has 17/18, candidate 2 8/14, of bigrams 10/17 and 1/13."""
    line = counted(("The cat is on the mat.", "There is a cat on the mat."), "the the the the the the the")
    assert (line["correct1"], line["total1"]) == (2, 7)
    references = (
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    )
    first = counted(references, "It is a guide to action which ensures that the military always obeys the commands of the party")
    second = counted(references, "It is to insure the troops forever hearing the activity guidebook that party direct")
    assert (first["correct1"], first["total1"], first["correct2"], first["total2"]) == (17, 18, 10, 17)
    assert (second["correct1"], second["total1"], second["correct2"], second["total2"]) == (8, 14, 1, 13)


def test_lin_2004():
    """Section 3.1: S2 0.75, S3 and S4 0.5, which only ROUGE-2 tells apart."""
    reference = ["police killed the gunman"]
    said = ["police kill the gunman", "the gunman kill police", "the gunman police killed"]
    assert [float(gn.rouge_l(reference, [one])) for one in said] == [0.75, 0.5, 0.5]
    assert [round(float(gn.rouge_n(reference, [one])), 6) for one in said] == [0.333333, 0.333333, 0.666667]


def test_lin_2004_union():
    """Section 3.2: of w1…w5 against "w1 w2 w6 w7 w8" and "w1 w3 w8 w9 w5" the union is w1 w2 w3 w5: 4/5."""
    assert gn.rouge_lsum(["w1 w2 w3 w4 w5"], ["w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"], part="recall") == 0.8


def squad(said, reference):
    """SQuAD's script, written out."""

    def words(text):
        text = re.sub(r"[!-/:-@\[-`{-~]", "", text.lower())
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    shared = sum((Counter(words(said)) & Counter(words(reference))).values())
    if not words(said) or not words(reference):
        return float(words(said) == words(reference))
    precision, recall = shared / len(words(said)), shared / len(words(reference))
    return 2 * precision * recall / (precision + recall) if shared else 0.0


@pytest.mark.parametrize(
    ("said", "reference"),
    [
        ("Denver Broncos", "the Denver Broncos!"),
        ("a", "The"),
        ("in 1066, A.D.", "1066"),
        ("", "x"),
        ("", ""),
        ("b b a", "b a the b"),
        ("no", "yes"),
    ],
)
def test_squad(said, reference):
    assert gn.token_f1([reference], [said]) == pytest.approx(squad(said, reference), rel=1e-12)


def test_meteor_as_its_article_prints_it():
    """Fragmentation 1/6 and 2/6 of six matched words."""
    reference = ["the cat sat on the mat"]
    assert round(gn.meteor(reference, ["the cat sat on the mat"]), 4) == 0.9977
    assert round(gn.meteor(reference, ["the cat was sat on the mat"]), 4) == 0.9654
    assert gn.meteor(reference, ["on the mat sat the cat"]) == pytest.approx(1 - 0.5 * (3 / 6) ** 3, rel=1e-12)


def test_likelihoods():
    """A model that guesses among V tokens has a perplexity of V; 256 byte values are 8 bits."""
    guess = [[math.log(1 / 50)] * 7, [math.log(1 / 50)] * 3]
    assert gn.perplexity(guess) == pytest.approx(50, rel=1e-12)
    assert gn.perplexity([[-2.0, -2.0]], base="10") == pytest.approx(100, rel=1e-12)
    texts = ["abc", "圭臬"]
    assert gn.bits_per_byte(texts, [[-8] * 3, [-8] * 6], base="2") == 8
    assert gn.bits_per_byte(texts, [[-8 * math.log(2)] * 3, [-8 * math.log(2)] * 6]) == pytest.approx(8, rel=1e-12)
