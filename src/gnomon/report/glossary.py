"""The glossary: explanations of the metrics on the page, Markdown and LaTeX turned into HTML when the page is written."""

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from ..catalog import explain, parse
from ..errors import InputError
from ..evaluation import Evaluation
from .sections import sections
from .sure import methods_used
from .sure_words import concept_of
from .words import LANGUAGES, both

_MATH = re.compile(r"\$\$(.+?)\$\$|(?<![\\$])\$([^$\n]+)\$", re.DOTALL)


@dataclass(frozen=True)
class Term:
    """One metric's or concept's explanation: the heading in both languages, and the body as HTML in each."""

    metric: str
    heading: Markup
    bodies: dict[str, Markup]


def terms_of(e: Evaluation) -> list[Term]:
    """Every metric that the page shows or mentions, by name, and then the ideas behind its intervals, tests and findings."""
    found = [finding.metric for finding in e.findings]
    brought = [term for section in sections() for term in section.terms(e)]
    names = {name for metric in (*e.metrics, *found, *brought) if (name := _metric(metric))}
    wanted = dict.fromkeys([*_ideas(e, [term for term in brought if not _metric(term)]), *(name for name in found if not _metric(name))])
    ideas = [name for name in wanted if _explained(name)]
    present = frozenset(names.union(ideas))
    return [_term(name, present) for name in (*sorted(names), *ideas)]


def _metric(name: str) -> str:
    """The metric of a reference; empty where it is none, but a concept."""
    try:
        return parse(name).entry.name
    except InputError:
        return ""


def _ideas(e: Evaluation, brought: list[str]) -> list[str]:
    """The concepts that the page's intervals and tests rest on, and those that sections bring."""
    if e.level is None:
        return brought
    wanted = ["interval", *brought, *(["clustered_rows"] if e.cluster else [])]
    wanted += ["p_value", "multiple_comparisons"] if e.comparison is not None else []
    wanted += ["dominance"] if e.comparison is not None and e.comparison.dominance else []
    used = {concept_of(method) for method in methods_used(e)}
    return [*wanted, *sorted(used - {""})]


def _explained(name: str) -> bool:
    try:
        return bool(explain(name).heading)
    except InputError:
        return False


def _term(name: str, present: frozenset[str]) -> Term:
    explanations = {lang: explain(name, lang) for lang in ("en", "zh")}
    bodies = {}
    for lang in LANGUAGES:
        found = explanations[lang]
        text = [found.meaning, *(f"#### {title}\n\n{body}" for title, body in found.sections.items())]
        bodies[lang] = _linked(html_of("\n\n".join(text)), present - {name})
    return Term(name, both(explanations["en"].heading, explanations["zh"].heading), bodies)


def _linked(html: str, present: frozenset[str]) -> Markup:
    """Names of metrics lead to their place in the glossary, where they have one."""

    def link(found: re.Match[str]) -> str:
        name = found[1]
        return f'<a href="#glossary-{name}"><code>{name}</code></a>' if name in present else found[0]

    return Markup(re.sub(r"<code>(\w+)</code>", link, html))


@lru_cache(maxsize=256)
def html_of(markdown: str) -> str:
    """Markdown with LaTeX between dollar signs, as HTML with MathML."""
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        formulas.append(mathml_of(found[1] or found[2], display=found[1] is not None))
        return f"FORMULA{len(formulas) - 1}END"

    html: str = MarkdownIt("commonmark", {"html": False}).render(_MATH.sub(put_aside, markdown))
    return re.sub(r"FORMULA(\d+)END", lambda found: formulas[int(found[1])], html)


def mathml_of(latex: str, display: bool) -> str:
    """A formula of an explanation as MathML."""
    from latex2mathml.converter import convert

    # Words set upright become one text instead of a product of letters; \arg is unknown to the converter.
    plain = re.sub(r"\\(?:mathrm|texttt)\{([^{}]*)\}", lambda m: rf"\text{{{m[1].replace(chr(92) + ' ', ' ')}}}", latex)
    plain = plain.replace(r"\arg\max", r"\text{arg max}").replace(r"\arg\min", r"\text{arg min}")
    return str(convert(plain, display="block" if display else "inline"))
