"""Bring the catalogues of messages into their form: ``tools/messages.py`` checks them, ``--write`` rewrites them.

English stands in ``messages.pot``. An id that ``zh.po`` lacks is added without a translation; where the English has changed, the Chinese is
marked as ``fuzzy`` until someone reads it and removes the mark; an id that the English lacks is removed.
"""

import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "gnomon" / "messages"
TEXT = r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*'
ENTRY = re.compile(rf"(?P<fuzzy>#,[^\n]*fuzzy[^\n]*\n)?(?:#[^\n]*\n)*msgctxt (?P<id>{TEXT})\s*msgid (?P<en>{TEXT})\s*msgstr (?P<zh>{TEXT})")
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: {lang}\\n"\n'


def read(path: Path) -> dict[str, tuple[str, str, bool]]:
    """The English, the translation and whether it is stale, by id, in whatever form an editor left the file."""
    entries = {}
    for entry in ENTRY.finditer(path.read_text(encoding="utf-8")):
        name, en, zh = ("".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', entry[key])) for key in ("id", "en", "zh"))
        if name in entries:
            sys.exit(f"{path.name}: {name} occurs twice")
        entries[name] = (en, zh, entry["fuzzy"] is not None)
    return entries


def written(lang: str, entries: dict[str, tuple[str, str, bool]]) -> str:
    """A catalogue in its form: an entry has three lines, entries stand in the order of their ids."""

    def line(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    blocks = [
        "#, fuzzy\n" * stale + f"msgctxt {line(name)}\nmsgid {line(en)}\nmsgstr {line(zh)}\n"
        for name, (en, zh, stale) in sorted(entries.items())
    ]
    return HEADER.format(lang=lang) + "\n" + "\n".join(blocks)


def merged(english: dict[str, tuple[str, str, bool]], known: dict[str, tuple[str, str, bool]]) -> dict[str, tuple[str, str, bool]]:
    """The translations of today's English; one of other English is stale."""
    entries = {}
    for name, (en, _, _) in english.items():
        before, zh, stale = known.get(name, (en, "", True))
        entries[name] = (en, zh, stale or before != en)
    return entries


def main() -> None:
    english = {name: (en, "", False) for name, (en, _, _) in read(FOLDER / "messages.pot").items()}
    chinese = merged(english, read(FOLDER / "zh.po"))
    files = {FOLDER / "messages.pot": written("en", english), FOLDER / "zh.po": written("zh", chinese)}
    for path, text in files.items():
        if "--write" in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is not in its form; run tools/messages.py --write")
    stale = [name for name, (_, _, is_stale) in chinese.items() if is_stale]
    if stale:
        names = ", ".join(stale[:20])
        sys.exit(f"{len(stale)} messages lack a translation of today's English: {names}; translate them and remove the fuzzy mark")


if __name__ == "__main__":
    main()
