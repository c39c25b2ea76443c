"""Chinese in figures: a font that has its characters behind the one for Latin, where one is installed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from ..errors import warn
from ..messages.language import language, say, speaking

FONTS = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimHei", "Heiti SC", "STHeiti", "Noto Sans CJK JP", "Droid Sans Fallback"),
    *("Noto Serif CJK SC", "SimSun", "Arial Unicode MS"),
)
"""Fonts with Chinese characters, the plainest first."""
_CHINESE = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@cache
def chinese_font() -> str | None:
    """The first of the fonts that is installed; matplotlib may not know yet of one that came after it was first run."""
    from matplotlib import font_manager

    manager = font_manager.fontManager
    if (found := _first(manager)) is None:
        known = {font.fname for font in manager.ttflist}
        for path in font_manager.findSystemFonts():
            if path not in known:
                with suppress(OSError, RuntimeError):  # a file that is no font
                    manager.addfont(path)
        found = _first(manager)
    return found


def _first(manager: Any) -> str | None:
    installed = {font.name for font in manager.ttflist}
    return next((name for name in FONTS if name in installed), None)


@cache
def warn_of_missing_font() -> None:
    """Say once a process that Chinese cannot be drawn, and which package would mend it."""
    warn(say("plots.font_chinese_missing"))


@contextmanager
def readable(axes: Any) -> Iterator[None]:
    """Give Chinese texts a font that has the characters; where none is installed, warn once and draw our own words in English."""
    if language() == "zh" and chinese_font() is None:
        warn_of_missing_font()
        with speaking("en"):
            yield
    else:
        yield
    from matplotlib.text import Text

    texts = [text for text in axes.findobj(Text) if _CHINESE.search(text.get_text())]
    font = chinese_font() if texts else None
    if texts and font is None:
        warn_of_missing_font()
    for text in texts:
        families = text.get_fontfamily()
        if font is not None and font not in families:
            text.set_fontfamily([*families, font])
            if text.get_fontweight() == "bold" and not _is_bold(font):  # matplotlib would complain of it
                text.set_fontweight("normal")


def _is_bold(font: str) -> bool:
    from matplotlib import font_manager

    return any(one.name == font and one.weight in (700, "bold") for one in font_manager.fontManager.ttflist)
