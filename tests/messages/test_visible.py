"""Names from the data that a terminal would obey: shown spelt out wherever people look, kept where programs read."""

import json
import os
from functools import cache

import numpy as np
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.evaluation.progress import meter
from gnomon.messages.visible import HIDDEN, visible

ESCAPE, TITLE, ONE_BYTE, TURNED, APART = "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\u202eabc", "\u2066x\u2069"
NASTY = [f"{ESCAPE}{TITLE}{ONE_BYTE}{TURNED}{APART}", "a\r\n\tb\u2028c\x7f\x00"]


@cache
def hostile(nasty):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 900)
    flat = np.where(np.arange(900) % 3 == 0, rng.random(900), 0.4 * y + 0.6 * rng.random(900))
    data = {
        f"label{nasty}": y,
        f"new{nasty}": flat,
        f"old{nasty}": 0.3 * y + 0.7 * rng.random(900),
        f"region{nasty}": np.array([f"south{nasty}", "north", "east"])[np.arange(900) % 3],
        f"cluster{nasty}": np.arange(900) // 3,
        f"weight{nasty}": np.ones(900),
    }
    columns = list(data)
    asked = {"label": columns[0], "score": columns[1:3], "by": columns[3], "cluster": columns[4], "weight": columns[5]}
    return gn.evaluate(data, **asked, name=f"file{nasty}.csv", metrics="roc_auc,average_precision,brier_score", replicates=100)


def shown(text, *, escaped=True):
    """No character is left that anything would obey, and those that were there are spelt."""
    assert not (found := HIDDEN.search(text.replace("\n", ""))), text[max(found.start() - 60, 0) :][:120]
    assert not escaped or "\\x" in text or "\\u" in text or "\\textbackslash" in text
    return text


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_format_that_people_see(nasty, lang, monkeypatch):
    monkeypatch.setenv("GNOMON_LANG", lang)
    evaluation = hostile(nasty)
    assert any(nasty in part.name for part in evaluation.slices)  # the data itself is as it was
    lines = [line for line in shown(str(evaluation)).split("\n") if "south" in line]
    assert all(visible(nasty) in line for line in lines)
    assert lines
    from gnomon.cli.metrics import as_markdown

    shown(as_markdown(evaluation))
    shown(evaluation._repr_html_())
    for finding in evaluation.findings:
        shown(finding.text(lang), escaped=False)
    comparison = evaluation.comparison
    for text in (comparison.text(lang), comparison.to_markdown(lang), comparison.to_latex(lang)):
        shown(text)


@pytest.mark.parametrize("nasty", NASTY)
def test_the_report(nasty):
    from gnomon.report.page import html

    text = shown(html(hostile(nasty)).replace("\t", " "))  # the page has tabs of its own
    data = text[text.index('type="application/json"') :]
    payload = json.loads(data[data.index(">") + 1 : data.index("</script>")])

    def texts(value):
        if isinstance(value, str):
            yield value
        for item in value.items() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
            yield from texts(item)

    for held in texts(payload):
        shown(held, escaped=False)


@pytest.mark.parametrize("nasty", NASTY)
def test_programs_get_the_data(nasty, tmp_path):
    evaluation = hostile(nasty)
    path = evaluation.save(tmp_path / "e.json")
    shown(path.read_text(encoding="utf-8"))
    back = gn.Evaluation.load(path)
    assert back.names == evaluation.names
    assert {str(part.by) for part in back.slices} == {str(part.by) for part in evaluation.slices}
    assert [finding.en for finding in back.findings] == [finding.en for finding in evaluation.findings]


def test_halves_of_characters_are_shown_and_saved(tmp_path):
    half = "a\ud800"
    data = {"y": [0, 1, 0, 1], half: [0.1, 0.9, 0.4, 0.3], "g": [half, "b", half, half]}
    e = gn.evaluate(data, label="y", score=half, by="g", metrics="roc_auc", ci=None)
    str(e).encode()
    for name in ("e.json", "e.gnomon"):
        back = gn.Evaluation.load(e.save(tmp_path / name))
        assert (back.names, {part.by["g"] for part in back.slices}) == ((half,), {half, "b"})


@pytest.mark.parametrize("nasty", NASTY)
def test_errors(nasty):
    calls = [
        lambda: gn.evaluate({f"y{nasty}": [0, 1], "p": [0.1, 0.2]}, label="y", score="p"),
        lambda: gn.evaluate({"y": [0, 1], f"p{nasty}": [0.1, np.nan]}, label="y", score=f"p{nasty}"),
        lambda: gn.evaluate({"y": [f"a{nasty}", "b"], "p": [0.1, 0.2]}, label="y", score="p"),
        lambda: gn.evaluate(f"no{nasty}.csv".replace("\x00", ""), label="y", score="p"),
    ]
    for call in calls:
        with pytest.raises(gn.InputError) as refused:
            call()
        shown(str(refused.value))


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown"])
def test_commands(tmp_path, format):
    rows = "".join(f'{i % 2},{i * 37 % 101 / 101},"s{"" if i % 3 else ESCAPE + TURNED}"\n' for i in range(300))
    path = tmp_path / f"p{ESCAPE}.csv"
    path.write_text("y,p,region\n" + rows, encoding="utf-8")
    asked = [str(path), "--label", "y", "--score", f"m{ONE_BYTE}=p", "--by", "region", "--format", format]
    found = gnomon("metrics", *asked, "--ci", "none", env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert found.returncode == 0
    if format == "csv":
        assert ESCAPE in found.stdout  # for programs, as it is in the data
    else:
        shown(found.stdout)
    said = gnomon("check", path, "--label", f"y{ESCAPE}\n✓ pass", "--score", "p", "--min", "ks=0")
    assert said.returncode == 2
    shown(said.stderr)
    assert "\n✓" not in said.stderr


def test_the_progress_bar(capsys, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")

    class Source:
        name, rows, roughly = f"[/red]p{TITLE}{TURNED}.csv", 10, False

    with meter(Source(), True) as tell:
        tell(5)
    said = capsys.readouterr().err
    assert TURNED[0] not in said
    assert "\x07" not in said
