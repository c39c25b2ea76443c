"""The page's style and script: the frame's, and those of the sections that it shows."""

from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

from .palette import variables
from .section import Section

HERE = Path(__file__).parent
STYLES = ("page", "parts", "heat", "sure")
TOOLS = ("numbers", "words", "elements", "scale", "chart", "series", "exports", "tables", "intervals", "sections")
"""What scripts of sections may use."""
FRAME = ("slices", "forest", "strips", "comparison", "paper", "controls")


def style_of(shown: Iterable[Section]) -> Markup:
    """The frame's rules, those of the sections behind them, and those for paper."""
    frame = [_text(HERE / "style" / f"{name}.css") for name in STYLES]
    return Markup(variables() + "".join([*frame, *_files(shown, "styles").values(), _text(HERE / "style" / "print.css")]))


def script_of(drawn: Iterable[Section]) -> str:
    """One script: tools, sections, and the frame that draws everything in the end.

    The scripts of a folder are a block of their own, so that no name of theirs meets another section's.
    """
    folders: dict[Path, list[str]] = {}
    for path, text in _files(drawn, "scripts").items():
        folders.setdefault(path.parent, []).append(text)
    blocks = ["\n".join(["{", *texts, "}"]) for texts in folders.values()]
    return "\n".join(["(() => {", '"use strict";', *map(_script, TOOLS), *blocks, *map(_script, FRAME), "})();"])


def _files(sections: Iterable[Section], kind: str) -> dict[Path, str]:
    """The files of a kind, each once."""
    paths = [section.folder / name for section in sections for name in getattr(section, kind)]
    return {path: _text(path) for path in paths}


def _script(name: str) -> str:
    return _text(HERE / "script" / f"{name}.js")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
