"""Figures are drawn with matplotlib's own fonts and a font made here: what is installed on the machine changes nothing."""

from string import printable

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager

from gnomon.plots import fonts

MADE = "Noto Sans SC"
"""The name of the font made here, which is one of those that figures look for."""


@pytest.fixture(scope="session")
def font_file(tmp_path_factory):
    """A font in which each Chinese character is the same square."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 800), (900, 800), (900, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap(dict.fromkeys([*map(ord, printable), *range(0x2E80, 0xA000), *range(0xFF00, 0xFFF0)], "square"))
    builder.setupGlyf({".notdef": square, "square": square})
    builder.setupHorizontalMetrics({".notdef": (1000, 100), "square": (1000, 100)})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupNameTable({"familyName": MADE, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path_factory.mktemp("fonts") / "made.ttf"
    builder.save(path)
    return str(path)


@pytest.fixture
def forget_fonts():
    """What figures found out about fonts is asked anew, before the test and after it."""
    fonts.chinese_font.cache_clear()
    fonts.warn_of_missing_font.cache_clear()
    yield
    fonts.chinese_font.cache_clear()
    fonts.warn_of_missing_font.cache_clear()


@pytest.fixture
def no_chinese_font(monkeypatch, forget_fonts):
    """A machine with no font but matplotlib's own."""
    own = [font for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname]
    assert own
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    monkeypatch.delenv("MPL_IGNORE_SYSTEM_FONTS", raising=False)  # as .ci/bare sets it: matplotlib would pass over the font made here
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda *given, **more: [])


@pytest.fixture(autouse=True)
def chinese_font(request, font_file):
    """The font made here is the only one with Chinese characters, unless the test asks for none."""
    if "no_chinese_font" not in request.fixturenames:
        request.getfixturevalue("no_chinese_font")
        font_manager.fontManager.addfont(font_file)
