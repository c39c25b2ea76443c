"""The registry: every metric, entered by its definition and by nothing else."""

import inspect
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar

from ..errors import InputError
from ..messages.language import either, listed, say
from .entry import Entry, Option
from .names import known_as, meanings, others_of, shared_with, spelt

F = TypeVar("F", bound=Callable[..., Any])

_ENTRIES: dict[str, Entry] = {}
_NAMES: dict[str, Entry] = {}
_SPELLINGS: dict[str, Entry] = {}


def metric(summary: type, **known: Any) -> Callable[[F], F]:
    """Enter the decorated function in the catalogue as a metric of ``summary``.

    Its keyword-only parameters become the metric's options, with the values their annotations allow. The keywords of the
    decorator are the fields of :class:`Entry`.
    """

    def enter(function: F) -> F:
        parameters = inspect.signature(function).parameters.values()
        options = {p.name: Option.of(p) for p in parameters if p.kind is p.KEYWORD_ONLY}
        entry = Entry(function.__name__, function, summary, options=options, **known)
        for name in entry.names:
            if name in _NAMES:
                raise ValueError(f"{name!r} is in the catalogue already, as {_NAMES[name]!r}")
            _NAMES[name] = entry
        _SPELLINGS.update(dict.fromkeys(entry.spellings, entry))
        _ENTRIES[entry.name] = entry
        return function

    return enter


def withdraw(name: str) -> None:
    """Take a metric out of the catalogue again, as tests of metrics from elsewhere do."""
    entry = _ENTRIES.pop(name)
    for known in (_NAMES, _SPELLINGS):
        for called in [called for called, one in known.items() if one is entry]:
            del known[called]


@lru_cache(maxsize=1)
def fill() -> None:
    """Import the families, which enter themselves; a process that asks for no metric never pays for it."""
    import_module("gnomon.metrics")


def entries() -> Iterator[Entry]:
    """Every entry, in the order of definition."""
    fill()
    return iter(list(_ENTRIES.values()))


def get(name: object) -> Entry:
    """The entry of a name or alias; an unknown one is answered with the nearest.

    >>> import gnomon as gn
    >>> gn.catalog.get("sensitivity").name
    'recall'
    """
    known = canonical(name)
    return _NAMES.get(known) or _SPELLINGS[known]


def canonical(name: object) -> str:
    """A name of the catalogue, of whatever a metric is called; one that is not known, or means several metrics, is refused.

    >>> canonical("召回率"), canonical("f1_score")
    ('recall', 'f1')
    """
    fill()
    name = str(getattr(name, "__name__", name))
    for known in (name, known_as(name), spelt(name)):
        if known in _NAMES or known in _SPELLINGS:
            return known
    if several := [one for one in meanings(name) if one in _NAMES]:
        raise InputError("catalog.metric_name_ambiguous", name=name, names=listed(several))
    import difflib

    near = difflib.get_close_matches(spelt(name), _NAMES, n=3, cutoff=0.5)
    hint = say("catalog.part_similar_names", choices=either(near)) if near else say("catalog.part_list_shows_all")
    raise InputError("catalog.metric_unknown", name=name, hint=hint)


def has(name: str) -> bool:
    """Whether a metric has this name here, as functions do."""
    fill()
    return name in _NAMES or name in _SPELLINGS


def find(words: str = "", *, family: str | None = None) -> list[Entry]:
    """Metrics whose name, alias, definition or explanation holds all the words, the nearest first.

    >>> import gnomon as gn
    >>> [entry.name for entry in gn.catalog.find("precision")][:2]
    ['precision', 'average_precision']
    """
    from .explain import text_of

    families = list(dict.fromkeys(entry.family for entry in entries()))
    if family is not None and family not in families:
        raise InputError("catalog.family_unknown", family=family, choices=either(map(repr, families)))
    wanted = words.lower().split()
    ranked: list[tuple[int, int, Entry]] = []
    for order, entry in enumerate(entries()):
        if family is not None and entry.family != family:
            continue
        called = _called(entry)
        names = " ".join(called)
        if spelt(words) in called or all(word in called for word in wanted):
            rank = 0
        elif all(word in names for word in wanted):
            rank = 1
        elif all(word in f"{names} {entry.line.lower()}" for word in wanted):
            rank = 2
        elif all(word in text_of(entry) for word in wanted):
            rank = 3 + 100 // (1 + sum(map(text_of(entry).count, wanted)))  # the more it is spoken of, the nearer
        else:
            continue
        ranked.append((rank, order, entry))
    return [entry for _, _, entry in sorted(ranked, key=lambda row: row[:2])]


def _called(entry: Entry) -> list[str]:
    """All that an entry is called, here and elsewhere."""
    elsewhere = [called for name in entry.names for called in (*others_of(name), *(shared for shared, _ in shared_with(name)))]
    return [name.lower() for name in (*entry.names, *entry.spellings, *elsewhere)]
