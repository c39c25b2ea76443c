"""Results of tests as people meet them: sentences, tables in both languages, notebooks, plain objects, pickles."""

import json
import pickle
import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.messages.language import speaking
from gnomon.messages.visible import width
from gnomon.statistics.outcome import bounded, p_phrase

RNG = np.random.default_rng(0)
A, B = RNG.normal(size=40), RNG.normal(0.4, 1.5, 40)
MADE = {
    "pearson": lambda: gn.correlation_test(A, B),
    "spearman": lambda: gn.correlation_test(A, B, method="spearman"),
    "kendall": lambda: gn.correlation_test(A, B, method="kendall"),
    "welch": lambda: gn.t_test(A, B),
    "pooled": lambda: gn.t_test(A, B, equal_var=True, alternative="less"),
    "paired": lambda: gn.t_test(A, B, paired=True, alternative="greater"),
    "summaries": lambda: gn.t_test_from_summaries(1, 2, 30, 1.5, 2, 40),
    "ks": lambda: gn.ks_2samp(A, B),
    "mann_whitney": lambda: gn.mann_whitney(A, B),
    "resampled": lambda: gn.corrected_resampled_t(A[:10], train=90, test=10),
    "forecasts": lambda: gn.diebold_mariano(A**2, B**2, horizon=3),
    "constant": lambda: gn.t_test([1, 1], [2, 2], undefined=0),
    "no correlation": lambda: gn.correlation_test([1, 1, 1], [1, 2, 3], undefined=0),
    "ties": lambda: gn.ks_2samp([1, 2, 2, 3], [2, 3, 3, 4]),
}
ENGLISH = re.compile(r"\b(the|of|and|by|values|rows|interval|means|difference|exact|lies)\b")


@pytest.mark.parametrize("name", MADE)
def test_a_result_prints_in_both_languages(name):
    found = MADE[name]()
    text = str(found)
    assert found.sentence in text
    assert repr(found) == text
    lines = [line for line in text.split("\n")[2:] if line.startswith(" ") and "●" not in line]
    assert len(lines) >= 3
    assert len({re.match(r" .*?\S(?=  )", line) is not None for line in lines}) == 1
    with speaking("zh"):
        chinese = str(found)
    assert chinese == found.text("zh")
    assert re.search(r"[\u4e00-\u9fff]", chinese)
    assert found.sentence in chinese
    assert not ENGLISH.search(chinese), chinese
    assert all(width(line) < 400 for line in chinese.split("\n"))


@pytest.mark.parametrize("name", MADE)
def test_a_result_is_plain_objects_and_survives_a_pickle(name):
    found = MADE[name]()
    plain = found.to_dict()
    assert json.loads(json.dumps(plain))["sentence"] == found.sentence
    assert not {"x", "y", "sweep", "places"} & set(plain)
    if "interval" in plain:
        assert plain["interval"]["level"] == 0.95
    assert pickle.loads(pickle.dumps(found)) == found
    assert found == MADE[name]()
    with pytest.raises(AttributeError):
        found.p_value = 0.0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_notebook_shows_the_table(lang):
    with speaking(lang):
        for made in MADE.values():
            found = made()
            page = found._repr_html_()
            assert page.count("<tr>") == len(found.lines())
            assert "<script" not in page
            assert ("区间" in page or "临界值" in page) == (lang == "zh")


def test_sentences_as_papers_print_them():
    english, maths = [56, 75, 45, 71, 61, 64, 58, 80, 76, 61], [66, 70, 40, 60, 65, 56, 59, 77, 67, 63]
    assert gn.correlation_test(english, maths, method="spearman").sentence == "ρ(8) = .67, p = .035"
    assert gn.correlation_test(english, maths).sentence == "r(8) = .80, p = .005"
    assert gn.correlation_test(english, maths, method="kendall").sentence == "τ(8) = .49, p = .048"
    assert gn.correlation_test(range(20), np.arange(20) + 0.1 * np.sin(range(20))).sentence == "r(18) > .99, p < .001"
    assert gn.ks_2samp(range(10), range(10)).sentence == "D(10, 10) = .00, p > .999"
    assert gn.mann_whitney([1, 2, 2], [2, 3]).sentence == "U(3, 2) = 1, p = .333, AUC = .17"
    assert gn.mann_whitney([1, 2, 3], [2, 4]).sentence.startswith("U(3, 2) = 1.5, ")


@pytest.mark.parametrize(
    ("p", "said"), [(0.0344, "p = .034"), (0.00099, "p < .001"), (0.001, "p = .001"), (0.9994, "p = .999"), (0.99951, "p > .999")]
)
def test_p_values(p, said):
    assert p_phrase(p) == said


@pytest.mark.parametrize(
    ("value", "said"), [(0.994, "= .99"), (0.996, "> .99"), (-0.996, "< -.99"), (-1.0, "= -1.00"), (0.0, "= .00"), (-0.31, "= -.31")]
)
def test_coefficients(value, said):
    assert bounded(value) == said


def test_one_result_is_not_another():
    assert MADE["welch"]() != MADE["pooled"]()
    assert MADE["ks"]() != MADE["ties"]()
    assert MADE["welch"]() != 3
