"""Names of classes beside a folder of YOLO's: a line each in classes.txt, or under names in data.yaml."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from ...errors import InputError
from .text_files import text_of

LISTS = ("classes.txt", "obj.names", "labels.txt")
YAMLS = ("data.yaml", "data.yml", "dataset.yaml", "dataset.yml")
LONGEST, DEEPEST = 2**20, 16
"""Characters of a YAML file that are read, and how deep its values may be nested."""
MOST_DIGITS = 9
"""Digits of a class's number."""


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
    r"""What stands under ``names``, as a list of texts or by their numbers. Anything else is refused.

    >>> names_in_yaml("nc: 2\nnames: [cat, 'big dog']", "data.yaml"), names_in_yaml("names:\n  0: cat\n  1: dog  # or wolf", "")
    ({0: 'cat', 1: 'big dog'}, {0: 'cat', 1: 'dog'})
    """
    known = yaml_value(text, source)
    found = [value for key, value in known if key == "names"] if isinstance(known, tuple) else []
    listed = found[0] if len(found) == 1 else ""
    names: dict[int, str] = {}
    for number, item in listed if isinstance(listed, tuple) else enumerate(listed) if isinstance(listed, list) else ():
        key = _class_number(number)
        if key is None or key in names or not isinstance(item, str) or not item.strip():
            _refuse(f"{number}: {item}", source)
        names[key] = item.strip()
    if not names or len(set(names.values())) < len(names):
        _refuse(str(listed), source)
    return names


def _class_number(key: object) -> int | None:
    """The number of a class: its place in a list, or the digits before its name."""
    if isinstance(key, int):
        return key
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS else None


def yaml_value(text: str, source: str) -> Any:
    """A YAML document: a text for each scalar, a list for a sequence, a tuple of pairs for a mapping.

    The parser's events are read, so that nothing is constructed: tags, anchors and aliases, of which a few lines can make any amount, are
    refused.
    """
    try:
        import yaml
    except ImportError:
        raise InputError("vision.pyyaml_missing", source=source) from None
    if len(text) > LONGEST:
        raise InputError("vision.class_file_too_long", source=source, most=LONGEST)
    try:
        return _built(yaml, yaml.parse(text, Loader=yaml.SafeLoader), source)
    except yaml.YAMLError as reason:
        mark = getattr(reason, "problem_mark", None)
        line = text.count("\n", 0, getattr(reason, "position", 0)) + 1 if mark is None else mark.line + 1
        raise InputError("vision.class_file_not_yaml", source=source, line=line) from None


def _built(yaml: Any, events: Iterator[Any], source: str) -> Any:
    """The value that events make; of several documents the first."""
    open_values: list[list[Any]] = [[]]
    for event in events:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None:
            _refuse(f"&{event.anchor}" if event.anchor is not None else str(event.tag), source)
        if isinstance(event, yaml.ScalarEvent):
            open_values[-1].append(event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(open_values) > DEEPEST:
                raise InputError("vision.class_file_nested_too_deep", source=source, most=DEEPEST)
            open_values.append([])
        elif isinstance(event, yaml.CollectionEndEvent):
            inside = open_values.pop()
            pairs = tuple(zip(inside[::2], inside[1::2], strict=True)) if isinstance(event, yaml.MappingEndEvent) else inside
            open_values[-1].append(pairs)
        elif isinstance(event, yaml.DocumentEndEvent):
            break
    return open_values[0][0] if open_values[0] else ""


def _refuse(text: str, source: str) -> NoReturn:
    raise InputError(
        "vision.class_file_names_not_list",
        source=source,
        text=text.strip(),
    )
