"""Figures in Chinese, with and without a font that has the characters."""

import warnings

import pytest
from matplotlib import pyplot as plt

import gnomon as gn
from gnomon.messages.language import speaking
from gnomon.plots.fonts import chinese_font

Y, S = [0, 1, 0, 1, 1], [0.1, 0.9, 0.4, 0.6, 0.3]
DRAW = {
    "curve": lambda: gn.plots.draw(gn.roc_curve(Y, S), label="new"),
    "confusion": lambda: gn.confusion_matrix([0, 1, 0], [0, 1, 1]).plot(),
    "samples": lambda: gn.ks_2samp([1, 2, 3], [2, 3, 5]).plot(),
    "bins": lambda: gn.Binning().fit({"age": list(range(60))}, [0, 1, 1] * 20).plot("age"),
}
every_figure = pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def words(ax):
    return [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]


def is_chinese(text):
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def test_names_in_chinese_get_a_font_that_has_them():
    with speaking("zh"), warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns of characters that a font lacks
        axes = gn.plots.overlay({"新模型": gn.roc_curve(Y, S), "old": gn.roc_curve(Y, S)})
        axes.figure.canvas.draw()
    assert (axes.get_title("left"), axes.get_xlabel()) == ("ROC 曲线", "假正率（FPR）")
    new, old = axes.get_legend().get_texts()[1:]
    assert chinese_font() in new.get_fontfamily()
    assert chinese_font() not in old.get_fontfamily()


@every_figure
def test_with_a_font_figures_are_in_chinese(draw):
    with speaking("zh"):
        axes = draw()
        axes.figure.canvas.draw()
    assert any(map(is_chinese, words(axes)))


@every_figure
def test_without_a_font_figures_are_in_english_with_one_warning(draw, no_chinese_font):
    with speaking("zh"):
        with pytest.warns(UserWarning, match="fonts-wqy-microhei") as caught:
            first = draw()
        second = draw()
    assert len(caught) == 1
    assert any(words(first))
    assert not any(map(is_chinese, [*words(first), *words(second)]))
    first.figure.canvas.draw()


def test_chinese_names_without_a_font_are_warned_of_in_english(no_chinese_font):
    with pytest.warns(UserWarning, match="no font with Chinese characters is installed.*fonts-noto-cjk"):
        gn.plots.draw(gn.roc_curve(Y, S), label="新模型")
