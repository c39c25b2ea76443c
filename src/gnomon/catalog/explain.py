"""Explanations: one Markdown file a language for each metric and each concept, joined with what the entry knows."""

import inspect
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from ..errors import InputError
from ..messages import Translated, pairs
from ..messages.catalogue import template
from ..messages.language import either, listed, say
from .entry import Entry
from .names import known_as, meanings, others_of, shared_with, spelt
from .registry import entries

PARTS = ("formula", "reading", "pitfalls", "alternatives", "related", "sources")
CONCEPT_PARTS = ("idea", "reading", "pitfalls", "practice", "alternatives", "related", "sources")
LANGUAGES = ("en", "zh")
SECTIONS = {lang: tuple(template(f"explanation_section.{part}", lang) for part in PARTS) for lang in LANGUAGES}
CONCEPT_SECTIONS = {lang: tuple(template(f"concept_section.{part}", lang) for part in CONCEPT_PARTS) for lang in LANGUAGES}

_HAN = "\\u4e00-\\u9fff"
_MARKS = "\\uff0c\\u3002\\uff1b\\uff1a\\u3001\\uff01\\uff1f\\uff08\\uff09\\u201c\\u201d\\u300a\\u300b\\u2026"
"""Chinese punctuation."""
_RUNS_ON = re.compile(rf"(?<=[{_MARKS}])\n *(?![-#>|]|```)(?=\S)|(?<=[{_HAN}])\n *(?=[{_HAN}{_MARKS}])|\n *(?=[{_MARKS}])")
"""Line breaks between Chinese letters or beside their punctuation; those before a list, a heading or code stay."""
_MEETS_LATIN = re.compile(rf"(?<=\S)\n *(?=[{_HAN}])|(?<=[{_HAN}])\n *(?![-#>|]|```)(?=\S)")
"""Line breaks where Chinese meets other letters, between which a space stands."""
_CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Concept:
    """What is explained beside the metrics: an idea that has no value of its own, on how sure a figure is or on what it means."""

    name: str
    aliases: tuple[str, ...] = ()
    topic: Literal["uncertainty", "meaning"] = "uncertainty"

    @property
    def names(self) -> tuple[str, ...]:
        """The name and its aliases; hyphens, underscores and spaces are one to whoever asks."""
        return (self.name, *self.aliases)


def _read_concepts() -> tuple[Concept, ...]:
    lines = (Path(__file__).parent / "concepts.txt").read_text(encoding="utf-8").splitlines()
    read = (re.fullmatch(r"(\w+) \[(uncertainty|meaning)\]: (.*)", line) for line in lines if not line.startswith("#"))
    return tuple(Concept(line[1], tuple(line[3].split()), line[2]) for line in read if line is not None)  # type: ignore[arg-type]


CONCEPTS = _read_concepts()


class Explanation(str):
    """The explanation as Markdown text, with its parts by name: heading, meaning, formula, reading, pitfalls, …

    A part that belongs to the other kind is empty: a concept has no ``formula``, a metric no ``idea`` (what a concept is) and no
    ``practice`` (what gnomon does about it). ``sections`` holds the parts as they are headed in the text.
    """

    metric: str = ""
    concept: str = ""
    lang: str
    heading: str
    meaning: str
    formula: str = ""
    idea: str = ""
    reading: str
    pitfalls: str
    practice: str = ""
    alternatives: str
    related: str
    sources: str
    sections: dict[str, str]

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)

    def to_dict(self) -> dict[str, str]:
        """The parts by name."""
        kind, parts = ("concept", CONCEPT_PARTS) if self.concept else ("metric", PARTS)
        return {name: getattr(self, name) for name in (kind, "lang", "heading", "meaning", *parts)}


def _headings(subject: Entry | Concept, lang: str) -> tuple[str, ...]:
    return (CONCEPT_SECTIONS if isinstance(subject, Concept) else SECTIONS)[lang]


def _path(subject: Entry | Concept, lang: str) -> Path:
    """Where an explanation lies: here, or in a folder beside the definition of a metric that was brought from elsewhere."""
    here = Path(__file__).parent / "explanations" / lang
    if isinstance(subject, Concept):
        return here / "concepts" / f"{subject.name}.md"
    path = here / f"{subject.name}.md"
    return path if path.exists() else Path(inspect.getfile(subject.function)).parent / "explanations" / lang / path.name


def _joined(markdown: str) -> str:
    r"""The text with its lines joined where Chinese runs on: a line break there would be shown as a space inside a sentence.

    >>> _joined("取决于总体，\n换一批 *样本*\n就变。\n\n- 甲；\n- 乙：\n  `ks`")
    '取决于总体，换一批 *样本* 就变。\n\n- 甲；\n- 乙：`ks`'
    """
    parts = _CODE.split(markdown)
    return "".join(part if part.startswith("```") else _MEETS_LATIN.sub(" ", _RUNS_ON.sub("", part)) for part in parts)


@lru_cache(maxsize=256)
def _file(subject: Entry | Concept, lang: str) -> tuple[str, str, tuple[str, ...]]:
    """Title, meaning and the sections of one file."""
    head, *sections = _joined(_path(subject, lang).read_text(encoding="utf-8")).split("\n## ")
    title, _, meaning = head.partition("\n")
    found = {heading.strip(): body.strip() for heading, _, body in (section.partition("\n") for section in sections)}
    return title.removeprefix("# ").strip(), meaning.strip(), tuple(found[heading] for heading in _headings(subject, lang))


def text_of(subject: Entry | Concept) -> str:
    """All the words of the explanations of a metric or concept, in lower case, for searching."""
    return " ".join(f"{title} {meaning} {' '.join(body)}" for title, meaning, body in (_file(subject, lang) for lang in SECTIONS)).lower()


def concepts(words: str = "") -> list[Concept]:
    """Concepts whose names or explanations hold all the words, those that are called so first.

    >>> from gnomon.catalog.explain import concepts
    >>> concepts("holm")[0].name
    'multiple_comparisons'
    """
    wanted = words.lower().split()
    named = [c for c in CONCEPTS if all(word in " ".join(c.names) for word in wanted)]
    return named + [c for c in CONCEPTS if c not in named and all(word in text_of(c) for word in wanted)]


def _facts(subject: Entry | Concept, lang: str) -> list[str]:
    """What is known and the file need not repeat: other names; of a metric its range, direction and options."""
    words = {name: texts[lang == "zh"] for name, texts in pairs("explanation").items()}
    colon, stop, comma = words["colon"], words["stop"], template("term.comma", lang)
    facts = []
    others = [alias for alias in subject.names[1:] if lang == "zh" or alias.isascii()]
    if others:  # what leads to a concept need not be its synonym: a part of it, or its neighbour
        called = words["under" if isinstance(subject, Concept) else "also"]
        facts.append(f"{called}{colon}{comma.join(f'`{alias}`' for alias in others)}")
    if isinstance(subject, Concept):
        return facts
    if leads := [name for known in subject.names for name in others_of(known) if name.isascii() == (lang == "en")]:
        facts.append(f"{words['under']}{colon}{comma.join(f'`{name}`' for name in leads)}")
    for name, several in shared_with(subject.name):
        if lang == "zh" or name.isascii():
            rest = comma.join(f"`{one}`" for one in several if one != subject.name)
            facts.append(words["shared"].format(name=name, others=rest))
    if subject.range is not None:
        low, high = (f"{end:g}".replace("inf", "∞") for end in subject.range)
        facts.append(f"{words['range']}{colon}{low} – {high}{stop}{words[subject.better or 'neither']}")
    options = [f"`{option.name}=` {option.symbols}".rstrip() for option in subject.options.values()]
    if options:
        facts.append(f"{words['options']}{colon}{stop.join(options)}")
    return facts


def _bare(name: str) -> str:
    """A name however its words were joined."""
    return re.sub("[_–—]", "", spelt(name))


def titles_of(subject: Entry | Concept, lang: str) -> list[str]:
    """The title of an explanation as it may be asked for: whole, without what stands in brackets, and each name in them."""
    title = _file(subject, lang)[0]
    name, _, inside = title.partition(template("explanation.bracket", lang))
    return [title, name, *(part for part in re.split("，|, ", inside[:-1]) if part)]


@cache
def _titled(known: tuple[Entry | Concept, ...]) -> dict[str, list[Entry | Concept]]:
    """By every title in either language, and every name however it is joined, what it may mean."""
    found: dict[str, list[Entry | Concept]] = {}
    for subject in known:
        names = [title for lang in SECTIONS if _path(subject, lang).exists() for title in titles_of(subject, lang)]
        names += [called for own in subject.names for called in (own, *others_of(own))]
        if isinstance(subject, Entry) and "k" in subject.options:
            names.append(f"{subject.name.removesuffix('_at')}@k")
        for name in names:
            same = found.setdefault(_bare(name), [])
            if subject not in same:
                same.append(subject)
    return found


def _by_title(asked: str) -> Entry | Concept | None:
    """What is titled so; where several are, it is refused naming them."""
    found = _titled((*entries(), *CONCEPTS)).get(_bare(asked), [])
    if len(found) > 1:
        names = listed(subject.name for subject in found)
        raise InputError("catalog.metric_name_ambiguous", name=asked, names=names)
    return found[0] if found else None


def subject_of(name: object) -> Entry | Concept:
    """The metric or concept of a name, the first of those that share it; an unknown one is answered with the nearest of both."""
    whole = str(getattr(name, "__name__", name))
    if "@" in whole and (titled := _by_title(whole)) is not None:
        return titled
    asked = whole.partition("@")[0]
    metrics = {known: entry for entry in entries() for known in (*entry.spellings, *entry.names)}
    ideas = {known: concept for concept in CONCEPTS for known in concept.names}
    for known in (asked, spelt(asked), known_as(asked) or "", *meanings(asked)):
        if known in metrics:
            return metrics[known]
    for known, concept in ideas.items():
        if _bare(known) == _bare(asked):
            return concept
    if (titled := _by_title(asked)) is not None:
        return titled
    import difflib

    of_both: dict[str, Entry | Concept] = {**ideas, **metrics}
    alike = [known for known in of_both if known.isascii() == asked.isascii()]  # a name in the letters that were typed
    near = difflib.get_close_matches(spelt(asked), alike, n=6, cutoff=0.5)
    nearest: dict[int, str] = {}
    for known in near:
        nearest.setdefault(id(of_both[known]), known)  # of a name and its aliases one is enough
    near = list(nearest.values())[:3]
    if not near:
        names = ", ".join(concept.name for concept in CONCEPTS)
        raise InputError(
            "catalog.explained_name_unknown",
            asked=asked,
            names=names,
        )
    kinds = say("catalog.part_metric_or_concept") if any(known in ideas for known in near) else say("evaluation.part_metric_kind")
    raise InputError("catalog.name_unknown_with_choices", kinds=kinds, asked=asked, choices=either(near))


def called(metric: str, lang: str) -> str:
    """A metric as a sentence names it, its options behind: the abbreviation that its heading ends with, else the heading without brackets.

    >>> called("roc_auc", "zh"), called("recall_at@10", "zh"), called("log_loss", "en"), called("f1(average=macro)@0.3", "zh")
    ('AUC', '召回率@10', 'Log loss', 'F1 值（宏平均）@0.3')
    """
    from .reference import parse

    reference = parse(metric)
    try:
        heading = _file(reference.entry, lang)[0]
    except FileNotFoundError:  # a metric from elsewhere that is not explained
        return metric
    name, _, inside = heading.partition(template("explanation.bracket", lang))
    last = re.split("，|, ", inside.rstrip("）)"))[-1]
    name = name.removeprefix("前 k 名").removesuffix(" at k")  # k stands behind the name
    behind = str(reference).removeprefix(reference.entry.name)
    if lang == "zh" and behind.startswith("("):
        names = pairs("explanation_option")
        given = (reference.options | reference.over).items()
        options = template("term.comma", lang).join(
            names[str(value)][1] if str(value) in names else f"{key}={value}" for key, value in given
        )
        behind = template("explanation.options_behind", lang).format(options=options) + behind[behind.rindex(")") + 1 :]
    return (last if last.isascii() and last.isupper() else name) + behind


def named(metric: str) -> Translated:
    """A metric inside a message: by its reference in English, by its short name in Chinese."""
    return Translated(metric, zh=called(metric, "zh"))


def explain(name: Any, lang: Literal["en", "zh"] = "en") -> Explanation:
    """What a metric means, how it is computed and read, where it misleads, and what to use instead.

    Concepts are explained alike: "interval", "p_value", "bootstrap", "error_types", "rank_sum" and more.

    >>> import gnomon as gn
    >>> print(gn.explain("ks", lang="zh").heading)
    KS 统计量
    >>> "youden_j" in gn.explain("ks").related
    True
    >>> gn.explain("confidence interval").concept
    'interval'
    """
    if lang not in SECTIONS:
        raise InputError("catalog.language_unknown", lang=lang, choices=either(map(repr, SECTIONS)))
    subject = subject_of(name)
    title, meaning, bodies = _file(subject, lang)
    sections = dict(zip(_headings(subject, lang), bodies, strict=True))
    lines = [f"# {title}", "", f"`{subject.name}` — {meaning}", "", *(f"- {fact}" for fact in _facts(subject, lang)), ""]
    for heading, body in sections.items():
        lines += [f"## {heading}", "", body, ""]
    explanation = Explanation("\n".join(lines))
    explanation.lang, explanation.heading, explanation.meaning, explanation.sections = lang, title, meaning, sections
    if isinstance(subject, Concept):
        explanation.concept = subject.name
    else:
        explanation.metric = subject.name
    for part, body in zip(CONCEPT_PARTS if explanation.concept else PARTS, bodies, strict=True):
        setattr(explanation, part, body)
    return explanation
