"""Explanations: one Markdown file a metric and language, joined with what the entry knows."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from ..errors import InputError
from .entry import Entry
from .registry import get

SECTIONS = {
    "en": ("Formula", "How to read it", "Pitfalls", "Prefer another when", "Related", "Sources"),
    "zh": ("公式", "如何解读", "常见误区", "何时换用其他指标", "相关指标", "参考资料"),
}
PARTS = ("formula", "reading", "pitfalls", "alternatives", "related", "sources")
WORDS = {
    "en": {
        "also": "Also called",
        "range": "Range",
        "options": "Options",
        "higher": "higher is better",
        "lower": "lower is better",
        None: "neither end is better in itself",
    },
    "zh": {
        "also": "又名",
        "range": "取值范围",
        "options": "选项",
        "higher": "越大越好",
        "lower": "越小越好",
        None: "大小本身无所谓好坏",
    },
}


class Explanation(str):
    """The explanation as Markdown text, with its parts by name: heading, meaning, formula, reading, pitfalls, …"""

    metric: str
    lang: str
    heading: str
    meaning: str
    formula: str
    reading: str
    pitfalls: str
    alternatives: str
    related: str
    sources: str

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)

    def to_dict(self) -> dict[str, str]:
        """The parts by name."""
        return {name: getattr(self, name) for name in ("metric", "lang", "heading", "meaning", *PARTS)}


@lru_cache(maxsize=256)
def _file(name: str, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """Title, meaning and the sections of one file."""
    text = (Path(__file__).parent / "explanations" / lang / f"{name}.md").read_text(encoding="utf-8")
    head, *sections = text.split("\n## ")
    title, _, meaning = head.partition("\n")
    found = {heading.strip(): body.strip() for heading, _, body in (section.partition("\n") for section in sections)}
    return title.removeprefix("# ").strip(), meaning.strip(), tuple(found[heading] for heading in SECTIONS[lang])


def text_of(entry: Entry) -> str:
    """All the words of an entry's explanations, in lower case, for searching."""
    return " ".join(
        f"{title} {meaning} {' '.join(body)}" for title, meaning, body in (_file(entry.name, lang) for lang in SECTIONS)
    ).lower()


def _facts(entry: Entry, lang: str) -> list[str]:
    """What the entry knows and the file need not repeat: other names, range, direction, options."""
    words = WORDS[lang]
    colon, stop, comma = ("：", "；", "、") if lang == "zh" else (": ", "; ", ", ")
    facts = []
    if entry.names[1:]:
        facts.append(f"{words['also']}{colon}{comma.join(f'`{alias}`' for alias in entry.names[1:])}")
    if entry.range is not None:
        low, high = (f"{end:g}".replace("inf", "∞") for end in entry.range)
        facts.append(f"{words['range']}{colon}{low} – {high}{stop}{words[entry.better]}")
    options = [f"`{option.name}=` {option.symbols}".rstrip() for option in entry.options.values()]
    if options:
        facts.append(f"{words['options']}{colon}{stop.join(options)}")
    return facts


def explain(name: Any, lang: Literal["en", "zh"] = "en") -> Explanation:
    """What a metric means, how it is computed and read, where it misleads, and what to use instead.

    >>> import gnomon as gn
    >>> print(gn.explain("ks", lang="zh").heading)
    KS 统计量
    >>> "youden_j" in gn.explain("ks").related
    True
    """
    if lang not in SECTIONS:
        raise InputError(f"lang={lang!r} is not {' or '.join(map(repr, SECTIONS))}")
    entry = get(name)
    title, meaning, bodies = _file(entry.name, lang)
    lines = [f"# {title}", "", f"`{entry.name}` — {meaning}", "", *(f"- {fact}" for fact in _facts(entry, lang)), ""]
    for heading, body in zip(SECTIONS[lang], bodies, strict=True):
        lines += [f"## {heading}", "", body, ""]
    explanation = Explanation("\n".join(lines))
    explanation.metric, explanation.lang, explanation.heading, explanation.meaning = entry.name, lang, title, meaning
    for part, body in zip(PARTS, bodies, strict=True):
        setattr(explanation, part, body)
    return explanation
