"""The catalogue of messages: every id of the source is in it and every id in it is used, in both languages alike."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from gnomon.messages.catalogue import ENTRY, FILES, FOLDER, add_messages, pairs, texts
from sources import MODULES, PACKAGE, name_of, tree_of

NAMES = {entry[0] for entry in ENTRY.findall((FOLDER / FILES["en"]).read_text(encoding="utf-8"))}
EN, ZH = ({name: text for name, text in texts(lang).items() if name in NAMES} for lang in ("en", "zh"))
"""Without the messages that a kind of the tests adds."""
COUNTED = {
    *("groups_dropped", "curve_encloses_many", "curve_ahead_many", "undefined_on_resampled", "undefined_on_too_many"),
    *("columns_counted", "values_missing"),
}
"""Messages in which Chinese says less, or counts otherwise."""
TAKES_ID = {"InputError": 0, "say": 0, "Message": 0, "HeaderItem": 1, "pairs": 0}
"""Functions that take an id, or an area of ids, and at which place."""
BY_VALUE = (
    "term.",
    "explanation",
    "concept_section.",
    "stability_reference.",
    "method.",
    "system.",
    "task.",
    "clustering_ways.",
    "fact.named",
)
"""Areas whose ids are built from a value, such as the name of a method."""


@cache
def constants():
    """Every string of the source outside the catalogue."""
    return {
        node.value for path in MODULES for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def ids(node):
    """The ids that an argument may be: itself, or either end of a condition."""
    if isinstance(node, ast.IfExp):
        return ids(node.body) | ids(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def fields(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name and name.isascii()}


def test_every_id_of_the_source_has_an_entry():
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            place = TAKES_ID.get(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
            if place is not None and len(node.args) > place:
                for name in ids(node.args[place]):
                    known = pairs(name) if node.func.id == "pairs" else name in EN
                    assert known, f"{name_of(path)}:{node.lineno}: the catalogue lacks {name!r}"


def test_every_entry_is_used():
    used = constants()
    for name, text in EN.items():
        area = name.partition(".")[0]
        of_page = area in used and area.endswith(("_page", "_script", "_evidence", "_averages", "_columns"))
        singular = name.endswith("_one") and name.removesuffix("_one") in used
        assert name in used or of_page or singular or name.startswith(BY_VALUE), f"no code uses {name!r} ({text!r})"


def test_terms_are_words_of_the_source():
    written = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    for name, text in EN.items():
        if name.startswith("term.") and name not in ("term.or", "term.and", "term.comma"):
            assert text in written or text.replace(" ", "_") in written, name


def test_both_languages_have_every_message_with_the_same_values():
    assert EN.keys() == ZH.keys()
    for name, text in EN.items():
        assert fields(ZH[name]) <= fields(EN.get(name.removesuffix("_one"), text)) or name in COUNTED, name
        assert ZH[name].count("⟦") == text.count("⟦"), name
        plain = re.sub(r"\{[^}]*\}|⟦[^⟧]*⟧|TABLE|[^A-Za-z]", "", text)  # values, and what is typed
        assert "\n。" not in ZH[name]
        assert "\n；" not in ZH[name]
        assert re.search("[a-z]", plain) or ZH[name], name


def test_no_translation_is_stale():
    """``zh.po`` holds the English that it translates."""
    english = dict(entry[:2] for entry in ENTRY.findall((FOLDER / FILES["en"]).read_text(encoding="utf-8")))
    translated = {entry[0]: entry[1] for entry in ENTRY.findall((FOLDER / FILES["zh"]).read_text(encoding="utf-8"))}
    assert translated == english, "run `make messages`, translate what it marks, and remove the marks"


def test_the_files_are_in_their_form():
    tool = Path(__file__).parents[2] / "tools" / "messages.py"
    checked = subprocess.run([sys.executable, tool], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_chinese_stands_in_the_catalogue_only():
    """Docstrings show Chinese examples, and the modules about texts and other names of metrics hold Chinese characters."""
    for path in MODULES:
        if path.relative_to(PACKAGE).parts[0] in ("texts", "catalog") or path.name == "errors.py":
            continue
        nodes = list(ast.walk(tree_of(path)))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                assert not re.search("[\u4e00-\u9fff]", node.value), f"{name_of(path)}:{node.lineno}: give it an id"


def test_added_messages_reach_pages_and_fall_back_to_english():
    assert "nothing" not in pairs("added_page")
    add_messages(en={"added_page.nothing": "nothing"})
    assert pairs("added_page") == {"nothing": ("nothing", "nothing")}
    with pytest.raises(ValueError, match="is taken"):
        add_messages(en={"added_page.nothing": "something else"})
    del texts("en")["added_page.nothing"]
    pairs.cache_clear()
