"""Names from the data in files that spreadsheets and Markdown readers open: they stay names."""

import csv
import io
import re

import numpy as np
import pytest

import gnomon as gn
from forked import gnomon
from gnomon.cli import console
from gnomon.messages.visible import HIDDEN, markdown_row
from gnomon.result import csv_text

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1", "-a", "+86 139", "--", "-1+x"]
PLAIN = ["a", "-1", "+0.5", "-1e-5", "-5.2 %", "[-1, 2)", "1=1", "", " =1", "−1"]


@pytest.mark.filterwarnings("ignore:.*begin as a spreadsheet")
def test_texts_that_spreadsheets_run_have_an_apostrophe():
    texts = [*FORMULAS, *PLAIN]
    columns = {"=head": texts, "number": [-1.5, -3, float("nan"), None, *[0.25] * (len(texts) - 4)]}
    head, *lines = csv.reader(io.StringIO(csv_text(columns), newline=""))
    assert head == ["'=head", "number"]
    assert [line[0] for line in lines] == [*(f"'{text}" for text in FORMULAS), *PLAIN]
    assert [line[1] for line in lines][:5] == ["-1.5", "-3", "", "", "0.25"], "numbers stay numbers"
    raw = list(csv.reader(io.StringIO(csv_text(columns, raw=True), newline="")))
    assert [line[0] for line in raw] == ["=head", *texts]


def test_what_was_guarded_is_said():
    with pytest.warns(UserWarning, match=r"2 texts begin .* raw=True \(--raw\) leaves them"):
        csv_text({"=a": ["=b"]})


@pytest.fixture
def rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    place = np.array(["=1+1", "\x1b[2J\u202ex"])[np.arange(200) % 2]
    with open("p.csv", "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["y", "@p", "-q", "place"])
        writer.writerows(zip(y.tolist(), rng.random(200).tolist(), rng.random(200).tolist(), place.tolist(), strict=True))
    card = gn.Scorecard.by_hand({"place": {"=1+1": 1, "\x1b[2J\u202ex": 2, "other": 3}})
    card.save("card.json")
    return tmp_path


SHOWS = {
    "metrics": ("metrics", "p.csv", "--label", "y", "--score", "@p", "--by", "place", "--ci", "none", "--format", "csv"),
    "table": ("table", "decile_table", "p.csv", "--label", "y", "--score", "@p", "--score", "-q", "--format", "csv"),
    "compare": ("compare", "p.csv", "--label", "y", "--score", "@p", "--score", "-q", "--replicates", "100", "--format", "csv"),
    "psi": ("psi", "p.csv", "p.csv", "--format", "csv"),
    "show": ("scorecard", "show", "card.json", "--format", "csv"),
    "score": ("scorecard", "score", "card.json", "p.csv"),
}


@pytest.mark.parametrize("which", SHOWS)
def test_every_command_guards_its_csv(rows, which):
    guarded, raw = gnomon(*SHOWS[which]), gnomon(*SHOWS[which], "--raw")
    assert "--raw) leaves them" in guarded.stderr
    assert "leaves them" not in raw.stderr
    texts = [cell for line in csv.reader(io.StringIO(guarded.stdout)) for cell in line]
    assert any(text.startswith(("'=", "'@", "'-")) for text in texts)
    assert guarded.stdout != raw.stdout == re.sub("'(?=[=@-])", "", guarded.stdout)


def test_raw_is_about_csv(rows):
    assert "--raw goes with --format csv" in gnomon("psi", "p.csv", "p.csv", "--raw").stderr


def test_a_terminal_is_shown_and_a_pipe_gets_what_is_there(monkeypatch, capsys):
    text = "a\tb\x1b[2J\x07\x9b\u202e\u200f\u061c\r\nc"
    console.deliver(text, None)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setattr(console.sys.stdout, "isatty", lambda: True)
    console.deliver(text, None)
    shown = capsys.readouterr()
    assert not HIDDEN.search(shown.out.replace("\n", "").replace("\t", ""))
    assert shown.out.startswith(r"a" + "\t" + r"b\x1b[2J\x07\x9b\u202e\u200f\u061c\r")
    assert "spelt out; -o writes them as they are" in shown.err


HOSTILE = "<img src=x onerror=alert(1)>|*b* `c` [d](http://e) a\\|b"


def test_markdown_holds_no_html_and_no_cell_ends_early():
    markdown_it = pytest.importorskip("markdown_it")
    page = (
        markdown_it.MarkdownIt("commonmark")
        .enable("table")
        .render("\n".join(map(markdown_row, [["x", "y"], ["---", "---"], [HOSTILE, "z"]])))
    )
    assert page.count("<td>") == 2
    assert not any(f"<{tag}" in page for tag in ("img", "em", "a ", "code"))
    import html

    assert HOSTILE in html.unescape(page)
    y, a, b = np.arange(40) % 2, np.linspace(0, 1, 40), np.linspace(1, 0, 40) ** 2
    compared = gn.compare(y, {HOSTILE: a, "b": b}, metrics="roc_auc", replicates=100)
    card = gn.Scorecard.by_hand({HOSTILE: {HOSTILE: 1, "other": 0}})
    for text in (compared.to_markdown(), card.table().to_markdown()):
        assert "<" not in text
