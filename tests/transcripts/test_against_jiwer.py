"""Error rates, and the kinds of errors, against jiwer and rapidfuzz."""

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import gnomon as gn

WORDS = st.lists(st.sampled_from(["a", "b", "c", "ab", "ä", "你好", "Don't", "7"]), max_size=12).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS.filter(bool), WORDS), min_size=1, max_size=6)
METRICS = ["wer", "mer", "wil", "wip", "cer"]


@given(PAIRS)
def test_corpus_figures_and_kinds_of_errors(pairs):
    references, hypotheses = map(list, zip(*pairs, strict=True))
    theirs = jiwer.process_words(references, hypotheses)
    for name in ("wer", "mer", "wil", "wip"):
        assert getattr(gn, name)(references, hypotheses) == pytest.approx(getattr(theirs, name), rel=1e-12, abs=1e-15)
    characters = jiwer.process_characters(references, hypotheses)
    assert gn.cer(references, hypotheses) == pytest.approx(characters.cer, rel=1e-12)
    for tokens, known in (("words", theirs), ("characters", characters)):
        found = gn.transcript_alignment(references, hypotheses, tokens=tokens)
        assert (found.hits, found.substitutions) == (known.hits, known.substitutions)
        assert (found.deletions, found.insertions) == (known.deletions, known.insertions)


@given(st.lists(st.tuples(st.text("ab c😀", max_size=90), st.text("abd c", max_size=90)), min_size=1, max_size=5))
def test_every_step_is_the_one_that_rapidfuzz_takes(pairs):
    for truth, said in pairs:
        a, b = " ".join(truth.split()), " ".join(said.split())
        one = gn.transcript_alignment([truth], [said], tokens="characters")[0]
        assert "".join(x or "" for x, _ in one.pairs) == a
        assert "".join(y or "" for _, y in one.pairs) == b
        i = j = 0
        mine = []
        for step in one.steps:
            if step != "hit":
                mine.append(({"substitution": "replace", "deletion": "delete", "insertion": "insert"}[step], i, j))
            i += step != "insertion"
            j += step != "deletion"
        assert mine == [(op.tag, op.src_pos, op.dest_pos) for op in Levenshtein.editops(a, b)]


@given(st.lists(st.tuples(st.text(max_size=70), st.text(max_size=70)), min_size=1, max_size=5))
def test_distances_of_any_texts(pairs):
    references, hypotheses = map(list, zip(*pairs, strict=True))
    each = [Levenshtein.distance(a, b) for a, b in pairs]
    assert gn.levenshtein(references, hypotheses, per_sentence=True).tolist() == each
    assert gn.levenshtein(references, hypotheses) == pytest.approx(np.mean(each), rel=1e-12)
    words = [Levenshtein.distance(a.split(), b.split()) for a, b in pairs]
    assert gn.levenshtein(references, hypotheses, unit="words", per_sentence=True).tolist() == words
    longer = [max(len(a), len(b)) for a, b in pairs]
    if sum(longer):
        assert gn.levenshtein(references, hypotheses, normalize="longer") == pytest.approx(sum(each) / sum(longer), rel=1e-12)
        each = [1 - Levenshtein.normalized_similarity(a, b) if a or b else np.nan for a, b in pairs]
        found = gn.levenshtein(references, hypotheses, normalize="longer", per_sentence=True)
        np.testing.assert_allclose(found, each, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("length", [63, 64, 65, 1000, 5000])
def test_long_texts(length):
    """Past 64 tokens, and past what is kept of the way back."""
    rng = np.random.default_rng(length)
    for letters in (3, 2000):
        codes = rng.integers(0, letters, length)
        said = np.where(rng.random(length) < 0.2, rng.integers(0, letters, length), codes)[rng.random(length) > 0.1]
        a, b = ("".join(map(chr, 0x4E00 + side)) for side in (codes, said))
        found = gn.transcript_alignment([a], [b], tokens="characters")
        assert found.errors == Levenshtein.distance(a, b)
        assert found.hits + found.substitutions + found.deletions == len(a)
        assert found.hits + found.substitutions + found.insertions == len(b)
        ops = Levenshtein.editops(a, b)
        if length <= 1000:  # rapidfuzz halves longer ones, and may then take another way that is as short
            assert [found.substitutions, found.deletions, found.insertions] == [
                sum(op.tag == tag for op in ops) for tag in ("replace", "delete", "insert")
            ]


def test_a_weight_is_a_repetition():
    references, hypotheses = ["a b c", "d e"], ["a x c", "d"]
    for name in METRICS:
        metric = getattr(gn, name)
        assert metric(references, hypotheses, weight=[3, 1]) == pytest.approx(
            metric([*references, *references[:1] * 2], [*hypotheses, *hypotheses[:1] * 2])
        )


def test_empty_references_as_docs_conventions_say():
    """jiwer gives the number of insertions where no word was said; beside other sentences both count them."""
    assert [jiwer.wer([""], [said]) for said in ("a b", "")] == [2, 0]
    with pytest.warns(gn.UndefinedMetricWarning, match="hold no word"):
        assert np.isnan(gn.wer([""], ["a b"]))
    assert gn.wer(["a", ""], ["a", "b c"]) == jiwer.wer(["a", ""], ["a", "b c"]) == 2
    assert (gn.ter([""], ["a b"]), gn.ter([""], [""])) == (100, 0)
