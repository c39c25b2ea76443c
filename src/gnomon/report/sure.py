"""How sure the page's figures are: intervals as they are written, and by which methods they were found."""

from markupsafe import Markup

from ..evaluation import Evaluation, Value
from ..evaluation.text import number
from ..messages import Pair
from ..messages.message import method_words
from .page_words import PAGE
from .sections import sections
from .words import LANGUAGES, in_both


def level_text(level: float) -> str:
    """A level as it is written.

    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * level:.6g} %"


def plain(text: str) -> str:
    """A number's text with a minus as wide as a plus."""
    return text.replace("-", "−")


def interval_of(value: Value, level: float | None) -> Markup | None:
    """A value's interval in brackets; None where it has none."""
    if level is None or value.low is None or value.high is None:
        return None
    return bracketed(plain(number(value.low)), plain(number(value.high)), (value.low, value.high), value.method)


def bracketed(low: str, high: str, raw: tuple[float, float], method: str, kind: str = "interval_by") -> Markup:
    """Two ends as HTML; the script titles them with their level and method in the language shown."""
    by = Markup("") if kind == "interval_by" else Markup(' data-by="{}"').format(kind)
    made = '<span class="interval" data-low="{!r}" data-high="{!r}"{} data-method="{}">[{}, {}]</span>'
    return Markup(made).format(float(raw[0]), float(raw[1]), by, method, low, high)


def methods_of(e: Evaluation) -> dict[str, Pair]:
    """What the methods of the page's intervals and tests are called."""
    return {method: method_words(method) for method in methods_used(e)}


def methods_used(e: Evaluation) -> list[str]:
    """The methods of the page's intervals and tests, and of what the scripts compute themselves."""
    used = {value.method for value in e.values.values()} | {method for section in sections() for method in section.methods(e)}
    used |= set() if e.comparison is None else {pair.method for pair in e.comparison.pairs}
    return sorted(used - {""})


def unsure_of(value: Value, level: float | None) -> Markup | None:
    """That a value has no interval, titled with the reason."""
    if level is None or value.low is not None or not value.unsure or not value.defined:
        return None
    return Markup("").join(
        Markup('<span lang="{}" class="unsure" title="{}">{}</span>').format(lang, reason, PAGE["no_interval"][k])
        for k, (lang, reason) in enumerate(zip(LANGUAGES, in_both(value.unsure), strict=True))
    )
