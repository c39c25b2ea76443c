"""What is made alike before texts are compared, and how tokens are parted."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.texts import numerals
from gnomon.texts.normalisers import NORMALISERS, normalised, set_apart
from gnomon.texts.numerals import in_digits
from refusals import raises_id


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("zero", "0"),
        ("Twenty-three", "23"),
        ("one hundred and five", "105"),
        ("nineteen hundred", "1900"),
        ("two thousand twenty four", "2024"),
        ("three million two hundred thousand and one", "3200001"),
        ("one two three", "1 2 3"),
        ("twenty twenty", "20 20"),
        ("forty and fifty", "40 and 50"),
        ("a hundred", "a 100"),
        ("someone anyone tensed", "someone anyone tensed"),
        ("1,000,000 of 12,34", "1000000 of 12,34"),
        ("thirty thousand hundred", "30000 100"),
        ("二十三", "23"),
        ("一百零五", "105"),
        ("一百二", "120"),
        ("三千五百万", "35000000"),
        ("一亿二千万", "120000000"),
        ("十", "10"),
        ("二〇二四年", "2024年"),
        ("两个", "2个"),
        ("万一", "万一"),
        ("百姓千万别", "百姓千万别"),
        ("一样，统一，十分，一点", "一样，统一，十分，一点"),
        ("星期三有三个人，三点", "星期3有3个人，3点"),
        ("No one helps one another; one of the ones", "No one helps one another; 1 of the ones"),
        ("１２", "12"),
        ("٣", "3"),
    ],
)
def test_numbers(words, digits):
    assert in_digits(words) == digits


def test_every_number_in_chinese_is_read_back():
    def written(n):
        digits, text, zero = "零一二三四五六七八九", "", False
        for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
            digit, n = divmod(n, unit)
            if digit:
                text += ("零" if zero and text else "") + digits[digit] + name
            zero = not digit and (zero or bool(text))
            zero = zero if not digit else False
        return text

    for n in range(1, 10_000):
        assert in_digits(written(n)) == str(n), written(n)


def test_every_number_in_english_is_read_back():
    small, tens = numerals._SMALL, ("", "", *numerals._TENS)

    def written(n):
        if n < 20:
            return small[n]
        if n < 100:
            return tens[n // 10] + (f"-{small[n % 10]}" if n % 10 else "")
        for unit, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
            if n >= unit:
                rest = n % unit
                return f"{written(n // unit)} {name}" + (f" {'and ' if rest < 100 else ''}{written(rest)}" if rest else "")
        raise AssertionError

    for n in [*range(3000), *range(3000, 5_000_000, 7919)]:
        assert in_digits(written(n)) == str(n), written(n)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Hello, world!", "Hello world"),
        ("well-known", "well known"),
        ("don't ‘quote’", "don't quote"),
        ("3.5 and 1,000.", "3.5 and 1,000"),
        ("你好，世界。", "你好世界"),
        ("中文,English", "中文English"),
        ("$5 + 3", "$5 + 3"),
    ],
)
def test_punctuation(text, bare):
    assert NORMALISERS["punctuation"](text) == bare


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我用Python 3写", ["我", "用", "Python", "3", "写"]),
        ("東京タワー", ["東", "京", "タ", "ワ", "ー"]),
        ("น้ำ ab", ["น้", "ำ", "ab"]),  # the tone stays with its letter
        ("한국어 단어", ["한국어", "단어"]),
        ("AI。好", ["AI", "。", "好"]),
    ],
)
def test_mixed_tokens(text, tokens):
    assert set_apart(text).split() == tokens
    assert gn.wer([text], [text], tokens="mixed") == 0


@given(st.text(max_size=40))
def test_nothing_is_lost_between_tokens(text):
    assert "".join(set_apart(text).split()) == "".join(text.split())


@given(st.text(max_size=40), st.sampled_from(["nfc", "nfkc", "lower", "unspaced"]))
def test_twice_is_once(text, name):
    once = list(normalised([text], name))
    if name != "lower" or once[0] == once[0].lower():  # İ has a mark in lower case
        assert list(normalised(once, name)) == once


def test_unicode_forms_count_unless_one_says_otherwise():
    composed, apart = "café", unicodedata.normalize("NFD", "café")
    assert gn.wer([composed], [apart]) == 1
    assert gn.wer([composed], [apart], normalize="nfc") == 0
    assert gn.cer(["ＡＢ"], ["AB"]) == 1
    assert gn.cer(["ＡＢ"], ["AB"], normalize="nfkc") == 0


def test_a_reference_says_and_keeps_what_was_normalised():
    assert str(gn.catalog.parse("wer(normalize=punctuation+lower,tokens=mixed)")) == "wer(normalize=lower+punctuation,tokens=mixed)"
    found = gn.wer(["A b."], ["a b"], normalize="punctuation+lower")
    assert found == 0
    assert found.signature == f"norm:lower+punctuation|tok:words|v:{gn.__version__}"


@pytest.mark.parametrize("wrong", ["", "x", "lower+", "lower+lower", "none+lower", "Lower", None, 3, ["lower"]])
def test_normalisers_that_are_none_are_refused(wrong):
    for call in (gn.wer, gn.cer, gn.mer, gn.transcript_alignment):
        with raises_id("catalog.value_not_allowed", name="normalize"):
            call(["a"], ["a"], normalize=wrong)


def test_words_need_spaces():
    with raises_id("texts.normalize_leaves_no_spaces"):
        gn.wer(["a b"], ["ab"], normalize="unspaced")
    assert gn.cer(["a b"], ["ab"], normalize="unspaced") == 0
