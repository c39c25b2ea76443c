"""What approving earns, said to an evaluation: told in the head, beside comparisons and on the command line, never ignored."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli import app
from gnomon.messages.language import speaking

LOANS = gn.samples.credit(1500)
MONEY = {"profit_good": 100, "loss_bad": 600}
ASK = {"label": "default", "score": ["p_new", "p_old"]}


def best(score, **options):
    found = gn.cutoff_table(LOANS["default"], score, **MONEY, **options).best
    return f"most profit {found.profit:,.0f} at cut-off {found.cutoff:.6g}"


def test_the_head_tells_the_cutoff_of_most_profit_of_each_model():
    text = str(gn.evaluate(LOANS, **ASK, **MONEY))
    for name in ASK["score"]:
        assert f"{name}: {best(LOANS[name])}" in " ".join(text.split())
    with speaking("zh"):
        assert "利润最高" in str(gn.evaluate(LOANS, **ASK, **MONEY))
    assert "most profit" not in str(gn.evaluate(LOANS, **ASK))
    points = {**LOANS, "points": 600 - 100 * LOANS["p_new"]}
    turned = gn.evaluate(points, label="default", score="points", direction="lower is bad", **MONEY)
    assert best(points["points"], direction="lower is bad") in " ".join(str(turned).split())


@pytest.mark.parametrize(("lang", "said"), [("en", "most profit"), ("zh", "利润最高")])
def test_profit_has_a_line_of_its_own(lang, said):
    with speaking(lang):
        evaluation, without = gn.evaluate(LOANS, **ASK, **MONEY), gn.evaluate(LOANS, **ASK)
        lines, plain = (str(one).split("\n\n")[0].splitlines() for one in (evaluation, without))
        page = evaluation._repr_html_()
    told = [line for line in lines if said in line]
    assert len(told) == len(evaluation.models)
    assert all(" · " not in line for line in told)
    assert lines == [*plain, *told], "the rest of the head is as it is without profit"
    top = page.split("</p>")[0].split("<br>")
    assert len(top) == 3
    assert [said in part and " · " not in part for part in top] == [False, True, True]


def test_comparisons_tell_it_whatever_they_are_made_of(tmp_path):
    arrays = gn.compare(LOANS["default"], {name: LOANS[name] for name in ASK["score"]}, metrics="roc_auc", **MONEY)
    frame = gn.compare(LOANS, **ASK, metrics="roc_auc", **MONEY)
    for found in (arrays, frame):
        notes = [note for note in found.notes if note.code == "most_profit"]
        assert [best(LOANS[name]) in str(note) for name, note in zip(ASK["score"], notes, strict=True)] == [True, True]
        assert all("利润最高" in note.text("zh") for note in notes)


def test_a_saved_evaluation_keeps_it(tmp_path):
    e = gn.evaluate(LOANS, **ASK, **MONEY)
    loaded = gn.Evaluation.load(e.save(tmp_path / "e.gnomon"))
    assert loaded.options == {"profit_good": 100.0, "loss_bad": 600.0}
    assert best(LOANS["p_new"]) in " ".join(str(loaded).split())


def test_the_command_line(tmp_path, capsys):
    path = tmp_path / "loans.csv"
    columns = zip(LOANS["default"], LOANS["p_new"], strict=True)
    path.write_text("y,p\n" + "".join(f"{y},{p!r}\n" for y, p in ((int(y), float(p)) for y, p in columns)))

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            app(["metrics", str(path), "--label", "y", "--score", "p", *arguments])
        return ended.value.code, capsys.readouterr()

    assert best(LOANS["p_new"]) in " ".join(run("--profit-good", "100", "--loss-bad", "600")[1].out.split())
    code, said = run("--profit-good", "100")
    assert code == 2
    assert "--loss-bad is missing" in said.err
    code, said = run("--profit-good", "ten", "--loss-bad", "6")
    assert (code, "--profit-good 'ten' is no number" in said.err) == (2, True)


REFUSED = {
    "loss_bad is missing": lambda: gn.evaluate(LOANS, **ASK, profit_good=1),
    "profit_good is missing": lambda: gn.compare(LOANS, **ASK, loss_bad=1),
    "loss_bad=-2 is negative": lambda: gn.evaluate(LOANS, **ASK, profit_good=1, loss_bad=-2),
    "profit_good: an evaluation takes one number": lambda: gn.evaluate(LOANS, **ASK, profit_good=np.ones(1500), loss_bad=2),
    "profit_good=nan is not a finite number": lambda: gn.evaluate(LOANS, **ASK, profit_good=np.nan, loss_bad=2),
    "no scores to cut": lambda: gn.evaluate({"y": [0, 1], "p": [0, 1]}, label="y", prediction="p", **MONEY),
    "takes no such option": lambda: gn.evaluate(
        {"y": np.arange(30) % 3, "p": np.arange(30) % 3, "s": np.ones(30)}, label="y", prediction="p", score="s", task="multiclass", **MONEY
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals(text):
    with pytest.raises(gn.InputError, match=text):
        REFUSED[text]()
