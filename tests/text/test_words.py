"""How texts become words."""

import importlib.util
import random

import pytest
from nltk.stem.porter import PorterStemmer

import gnomon as gn
from gnomon.texts.porter import stem
from gnomon.texts.tokens import by_script, characters, words_of
from refusals import raises_id

ENDINGS = (
    "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti fulli logi "
    "icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize ed ing ied ies "
    "sses s ss eed y ll e"
)
SUFFIXES = ENDINGS.split()


def test_stems_are_those_of_nltk():
    draw, porter = random.Random(0), PorterStemmer()
    words = {"skies", "dying", "innings", "proceed", "generalizations", "oscillators", "happily", "yyyyyed", "9ing", "flies", "died"}
    for _ in range(20_000):
        start = "".join(draw.choices("abcdeilnorsty", k=draw.randint(1, 5)))
        words.add(start + draw.choice(SUFFIXES) + draw.choice(["", "", *SUFFIXES]))
    assert [word for word in sorted(words) if len(word) > 3 and stem(word) != porter.stem(word)] == []
    assert [stem(word) for word in ("sky", "was", "圭臬", "naïvely")] == ["sky", "was", "圭臬", "naïvely"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gnomon's v2.0_b", ["gnomon", "s", "v2", "0", "b"]),
        ("用GPU训练了3天。", ["用", "gpu", "训", "练", "了", "3", "天"]),
        ("カタカナとひらがな", list("カタカナとひらがな")),
        ("ที่นี่ OK", ["ที่", "นี่", "ok"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("e\u0301te\u0301 été", ["été", "été"]),
        ("葛\U000e0100飾", ["葛", "飾"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("༄ བོད་སྐད", ["བོད", "སྐད"]),
        ("\U00020000字 ・ — “”", ["\U00020000", "字"]),
        ("", []),
    ],
)
def test_words_by_script(text, words):
    assert by_script(text) == words


def test_characters_keep_their_marks():
    assert characters("ไม่ดี ab") == ["ไ", "ม่", "ดี", "a", "b"]


def test_a_segmenter_is_asked_for_by_name():
    if importlib.util.find_spec("jieba") is None:
        with raises_id("texts.tokenizer_package_missing", tokenize="jieba", package="jieba"):
            gn.rouge_l(["今天"], ["今天"], tokenize="jieba")
    else:
        assert words_of("jieba")("我来到北京清华大学") == ["我", "来到", "北京", "清华大学"]


def test_ways_that_do_not_exist_are_refused():
    with raises_id("catalog.value_not_allowed", name="tokenize", value="nltk"):
        gn.rouge_l(["a"], ["a"], tokenize="nltk")
    with raises_id("texts.tokenizer_package_missing", package="sacrebleu[ja]"):
        gn.bleu(["今日"], ["今日"], tokenize="ja-mecab")
