"""Names of classes beside a folder of YOLO's: a line each in classes.txt, or under names in data.yaml."""

import re
from pathlib import Path
from typing import NoReturn

from ...errors import InputError
from .text_files import text_of

LISTS = ("classes.txt", "obj.names", "labels.txt")
ITEM = r"""(?:'[^']*'|"[^"\\]*"|[^,'"\s][^,'"]*)"""
YAMLS = ("data.yaml", "data.yml", "dataset.yaml", "dataset.yml")


def names_near(labels: Path, folder: Path) -> dict[int, str] | None:
    """The names in the file nearest to the texts; None where there is none."""
    for place in dict.fromkeys((labels, folder, folder.parent)):
        for name in (*YAMLS, *LISTS):
            path = place / name
            if path.is_file():
                return dict(enumerate(listed_names(path))) if name in LISTS else names_in_yaml(text_of(path), path.name)
    return None


def listed_names(path: Path) -> list[str]:
    """A name a line."""
    return [line.strip() for line in text_of(path).splitlines() if line.strip()]


def names_in_yaml(text: str, source: str) -> dict[int, str]:
    r"""What stands under ``names``, as a list in brackets, with a dash a line, or with a number a line. Anything else is refused.

    >>> names_in_yaml("nc: 2\nnames: [cat, 'big dog']", "data.yaml"), names_in_yaml("names:\n  0: cat\n  1: dog  # or wolf", "")
    ({0: 'cat', 1: 'big dog'}, {0: 'cat', 1: 'dog'})
    """
    found = re.search(r"^names[ \t]*:[ \t]*(.*(?:\n(?:[ \t\]-].*|(?=\n|\Z)))*)", text, re.MULTILINE)
    inside = found[1].strip() if found else ""
    bracketed = re.fullmatch(r"\[(.*?)\][ \t]*(?:#.*)?", inside, re.DOTALL)
    items = _split(bracketed[1], source) if bracketed else ()
    names = {number: _item(item, source) for number, item in enumerate(items)} if bracketed else _lines(inside, source)
    if not names or len(set(names.values())) < len(names):
        _refuse(inside, source)
    return names


def _split(text: str, source: str) -> list[str]:
    """The items between commas, of which those in quotes may hold some."""
    if not re.fullmatch(rf"\s*{ITEM}\s*(?:,\s*{ITEM}\s*)*,?\s*", text):
        _refuse(text, source)
    return re.findall(ITEM, text)


def _lines(text: str, source: str) -> dict[int, str]:
    names: dict[int, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.strip().startswith("#"):
            continue
        parts = re.fullmatch(r"\s*(?:-\s+|(\d+)\s*:\s+)(.*)", line)
        if parts is None or (parts[1] is not None and int(parts[1]) in names):
            _refuse(line, source)
        names[len(names) if parts[1] is None else int(parts[1])] = _item(parts[2], source)
    return names


def _item(text: str, source: str) -> str:
    """A name, plain or in quotes, without the remark behind it."""
    parts = re.fullmatch(r"""\s*(?:'([^']*)'|"([^"\\]*)"|([^'"\[\]{}&*!|>%@`#][^#\[\]{}]*?))\s*(?:\s#.*)?""", text)
    name = next((part for part in parts.groups() if part), None) if parts else None
    if name is None or ": " in name:
        _refuse(text, source)
    return name


def _refuse(text: str, source: str) -> NoReturn:
    raise InputError(
        "{source}: {text!r:.60} under names is no plain list of classes; write [a, b, …], or a line '- a' or '0: a' for each, or pass "
        "classes=[…]",
        source=source,
        text=text.strip(),
    )
