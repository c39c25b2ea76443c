"""Sentences that people are spoken to in: every one of them has its Chinese, with the same values, and commands speak it throughout."""

import inspect
import os
import re
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import gnomon as gn
from forked import gnomon
from gnomon.cli import app
from gnomon.cli.metrics import as_markdown
from gnomon.messages.catalogue import texts
from gnomon.messages.language import either, known, language, listed, of_machine, say, speaking
from gnomon.messages.message import filled
from gnomon.messages.visible import width
from spoken import Listener

PACKAGE = Path(gn.__file__).parent
ENGLISH = re.compile(r"[A-Za-z]{3,}")


def test_who_chooses_the_language(monkeypatch):
    monkeypatch.delenv("GNOMON_LANG", raising=False)
    assert language() == "en"
    with speaking("zh"):
        assert language() == "zh"
        assert either(["a", "b"]) == "a 或 b"
        assert listed(["a", "b"]) == "a、b"
    assert (known("zh-CN"), known("EN_us.UTF-8"), known("fr")) == ("zh", "en", None)
    monkeypatch.setenv("GNOMON_LANG", "zh")
    assert language() == of_machine() == "zh"
    with pytest.raises(gn.InputError, match="y_true 没有任何行"):
        gn.roc_auc([], [])
    monkeypatch.setenv("GNOMON_LANG", "")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert of_machine() == "zh"
    assert language() == "en", "a library is not turned by the locale"
    assert say("no sentence of ours") == "no sentence of ours"


Y, S = [0, 1, 0, 1], [0.1, 0.9, 0.4, 0.6]
REFUSED = {
    "lengths": lambda: gn.roc_auc(Y, S[:3]),
    "nan": lambda: gn.roc_auc(Y, [0.1, np.nan, 0.4, 0.6]),
    "infinite": lambda: gn.roc_auc(Y, [0.1, np.inf, 0.4, 0.6]),
    "probability": lambda: gn.log_loss(Y, [0.1, 2.0, 0.4, 0.6]),
    "positive": lambda: gn.f1(["a", "b"], ["a", "b"]),
    "label": lambda: gn.f1(Y, S),
    "weight": lambda: gn.f1(Y, Y, weight=[1, -1, 1, 1]),
    "metric": lambda: gn.interval("roc_acu", Y, S),
    "option": lambda: gn.interval("f_score(beta=-1)@0.5", Y, S),
    "group": lambda: gn.ndcg(Y, S),
    "column": lambda: gn.evaluate({"y": Y, "s": S}, label="yy", score="s"),
    "task": lambda: gn.evaluate({"y": Y, "s": S}, label="y", score="s", metrics="ndcg@10"),
    "shape": lambda: gn.roc_auc(Y, np.zeros((4, 3, 2))),
    "threshold": lambda: gn.best_threshold(Y, S, objective="cost"),
    "missing": lambda: gn.evaluate({"y": Y, "s": [0.1, np.nan, 0.4, 0.6]}, label="y", score="s"),
    "swapped": lambda: gn.evaluate({"y": S, "s": Y}, label="y", score="s"),
    "classes": lambda: gn.roc_auc(["a", "b", "c", "d"], S),
    "text": lambda: gn.roc_auc(Y, "abc"),
    "name": lambda: gn.explain("roc_acu"),
    "table": lambda: gn.interval("confusion_matrix", Y, Y),
    "curves": lambda: gn.plots.overlay({"a": gn.roc_curve(Y, S), "b": gn.pr_curve(Y, S)}),
    "infinity": lambda: gn.evaluate({"y": Y, "s": [0.1, np.inf, 0.4, 0.6]}, label="y", score="s"),
    "twice": lambda: gn.hamming_loss([["a", "a"], ["b"]], [["a"], ["b"]]),
    "direction": lambda: gn.evaluate({"y": Y, "s": S}, label="y", score="s", direction="lower", metrics="brier_score"),
}
NAMES = re.compile(
    r"⟦[^⟧]*⟧|'[^']*'|\"[^\"]*\"|[a-z]+_[a-z_]+|[A-Za-z_.]+=\S*|\b(?:shape|NaN|inf|None|float64|label|score|weight|group|metrics|y_true|ndcg|roc_auc|"
    r"Sweep|Ranked|Counts|PrCurve|RocCurve|PSI|str|precision|metric|results|sigmoid|drop|cost|labels|beta|multiclass|positive|f_score|pandas|objective|threshold|name|option|value)\b"
)


@pytest.mark.parametrize("which", REFUSED)
def test_errors_have_no_english_left(which):
    with speaking("zh"), pytest.raises(gn.InputError) as refused:
        REFUSED[which]()
    left = ENGLISH.findall(NAMES.sub("", refused.value.marked))
    assert not left, (left, str(refused.value))
    assert re.search(r"[\u4e00-\u9fff]", str(refused.value))


def test_a_missing_option_is_said_in_chinese():
    with speaking("zh"), pytest.raises(TypeError, match=r"novelty\(\) 需要 popularity=（任意值）"):
        gn.novelty([[1, 2], [3]])


def test_a_bad_line_is_said_in_chinese(tmp_path):
    (tmp_path / "bad.run").write_text("q Q0 d 1 0.5 t\nq Q0 e 2 abc t\n")
    (tmp_path / "twice.run").write_text("q Q0 d 1 0.5 t\nq Q0 d 2 0.4 t\n")
    (tmp_path / "a.csv").write_text("y,s\n1,0.5\n0,0.4,3\n")
    with speaking("zh"):
        with pytest.raises(gn.InputError, match=r"bad.run 第 2 行（'q Q0 e 2 abc t'）的score 'abc' 不是有限的数；run 每行的格式是"):
            gn.evaluate_runs({"q": {"d": 1}}, str(tmp_path / "bad.run"))
        with pytest.raises(gn.InputError, match="出现了两次，在第 1 行和第 2 行；请只留一个"):
            gn.evaluate_runs({"q": {"d": 1}}, str(tmp_path / "twice.run"))
        with pytest.raises(gn.InputError, match=r"a.csv 第 3 行：有 3 个值，而表头有 2 列"):
            gn.evaluate(str(tmp_path / "a.csv"), label="y", score="s")


def test_prose_among_the_values_of_a_message_is_heard():
    heard = Listener()
    fill, say_ = heard.filling(inspect.unwrap(filled)), heard.saying(inspect.unwrap(say))
    fill("{name} has no rows", {"name": "the table"}, "en")
    fill("note: {text}", {"text": say_("inputs.part_column")}, "en")
    fill("⟦{argument}⟧: {what} {fraction:g}", {"argument": "label", "what": "'an apple' holds", "fraction": 1}, "en")
    assert [value for _, _, value in heard.found] == ["the table", "'an apple' holds"]


@pytest.mark.parametrize(
    ("typed", "en", "zh"),
    [
        (["metrix"], "there is no command 'metrix'; did you mean metrics?", "没有 'metrix' 这个命令；是不是想找 metrics？"),
        (["metrics", "--labell", "y"], "there is no option --labell; did you mean --label or --labels?", "没有 --labell 这个选项；"),
        (["metrics", "x", "--seed"], "--seed: write its value behind it", "--seed：请在后面写上取值"),
        (["metrics", "x", "--seed", "q"], "--seed: 'q' cannot be read; gnomon metrics --help shows", "--seed：无法识别 'q'；"),
        (["metrics", "--quiet=3", "x"], "--quiet takes no value; leave it out", "--quiet 不带取值；请去掉"),
        (["explain"], "is missing; gnomon explain --help shows how it is written", "写法见 gnomon explain --help"),
        (["demo", "a", "b"], "gnomon demo was given more words than it takes", "gnomon demo 后面的词太多"),
    ],
)
def test_what_is_no_command_is_said_in_our_words(typed, en, zh, capsys, monkeypatch):
    monkeypatch.setenv("GNOMON_LANG", "en")
    for more, told in (([], en), (["--lang", "zh"], zh)):
        with pytest.raises(SystemExit) as ended:
            app(typed[:1] + more + typed[1:])
        said = capsys.readouterr()
        assert (ended.value.code, said.out) == (2, "")
        assert told in said.err


def run(*words, **environment):
    plain = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "GNOMON_LANG")}
    return gnomon(*words, env={**plain, **environment})


@pytest.fixture(scope="module")
def predictions(tmp_path_factory):
    path = tmp_path_factory.mktemp("words") / "p.csv"
    rng = np.random.default_rng(1)
    y = (rng.random(400) < 0.3).astype(int)
    a, b = rng.random(400) * 0.6 + 0.3 * y, rng.random(400) * 0.8 + 0.1 * y
    path.write_text(
        "y,a,b,g\n" + "".join(f"{t},{u:.6f},{v:.6f},{'甲乙'[i % 2]}\n" for i, (t, u, v) in enumerate(zip(y, a, b, strict=True)))
    )
    return path


@pytest.mark.parametrize("how", [{"GNOMON_LANG": "zh"}, {"LANG": "zh_CN.UTF-8"}, {}], ids=["variable", "locale", "option"])
def test_commands_speak_chinese(how, predictions):
    lang = [] if how else ["--lang", "zh"]
    shown = run("metrics", predictions, "--label", "y", "--score", "a", "--score", "b", "--by", "g", *lang, PYTHONIOENCODING="utf-8", **how)
    assert shown.returncode == 0, shown.stderr
    assert "400 行" in shown.stdout
    assert " 指标" in shown.stdout
    assert "切片（最差在前）" in shown.stdout
    ours = re.compile(r"\b(metric|rows|label|model|models|intervals|findings|slice|less|whole|at)\b")
    assert not ours.search(shown.stdout), ours.search(shown.stdout)
    refused = run("metrics", predictions, "--label", "yy", "--score", "a", *lang, PYTHONIOENCODING="utf-8", **how)
    assert refused.returncode == 2
    assert refused.stderr.startswith("错误：--label：")


def test_other_commands_speak_it_too(predictions):
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    compared = run("compare", predictions, "--label", "y", "--score", "a", "--score", "b", "--lang", "zh", **utf8)
    assert "指标" in compared.stdout, compared.stderr
    checked = run("check", predictions, "--label", "y", "--score", "a", "--min", "roc_auc=0.99", "--lang", "zh", **utf8)
    assert checked.returncode == 1
    assert "未通过" in checked.stdout
    found = run("list", "recall", "--lang", "zh", **utf8)
    assert "召回率" in found.stdout
    wrong = run("list", "--lang", "fr", **utf8)
    assert wrong.returncode == 2
    assert "--lang: 'fr' is not en or zh" in wrong.stderr


def test_warnings_speak_it_too():
    with speaking("zh"):
        with pytest.warns(gn.UndefinedMetricWarning, match="precision 没有定义：没有任何行被预测为正"):
            gn.precision([0, 1], [0, 0])
        with pytest.warns(gn.DroppedRowsWarning, match="已去掉 3 行中含缺失值的 1 行"):
            gn.roc_auc([0, 1, 1], [0.1, np.nan, 0.4], missing="drop")


def test_a_list_on_a_terminal_keeps_its_chinese(monkeypatch, capsys):
    monkeypatch.setattr("gnomon.cli.catalogue.out", lambda: Console(width=80, force_terminal=True, color_system=None))
    with pytest.raises(SystemExit):
        app(["list", "召回", "--lang", "zh"])
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert "也叫灵敏度或真正率" in shown  # the rest stands in the next line, whole
    assert "（TPR）。" in shown


def test_results_print_in_the_language_of_the_moment():
    rng = np.random.default_rng(0)
    y, s = np.arange(200) % 2, rng.random(200)
    with speaking("zh"):
        assert "要在同一批行上区分 roc_auc 的 0.8 与 0.82，需要 3,528 行" in str(gn.sample_size("roc_auc", 0.8, difference=0.02))
        assert "置信水平得知 accuracy 为 0.8" in str(gn.sample_size("accuracy", 0.8, half_width=0.02))
        assert "! 准确率 0.9 不比全部预测为 0（0.9）更好" in str(gn.classification_report([0] * 9 + [1], [0] * 10))
        assert "换一批数据预计为" in repr(gn.threshold_choice(y, s, replicates=100))
        assert "判为正例）" in repr(gn.best_threshold(y, s, direction="lower"))
        e = gn.evaluate({"y": y, "a": s, "b": rng.random(200)}, label="y", score=["a", "b"])
        assert str(e.findings[0]).startswith(f"{e.findings[0].symbol} {e.findings[0].zh}")
        compared = gn.compare({"y": y, "a": s, "b": 1 - s}, label="y", score=["a", "b"], metrics="f1@0.5,brier_score", replicates=100)
        for text in (str(compared), compared.to_markdown(), compared.to_latex()):
            assert "指标" in text
            assert "配对自助法" in text
            assert "配对均值" in text
        assert compared.to_markdown("en").startswith("| metric |")
        assert as_markdown(e).startswith("| 指标 |")
    assert str(e.findings[0]).endswith(e.findings[0].en)


def test_a_thing_has_one_name_in_chinese():
    chinese = {path.name: path.read_text(encoding="utf-8") for path in (PACKAGE / "catalog" / "explanations" / "zh").rglob("*.md")}
    customary = re.compile("(?:Brier|F1) 分数|拆分数据|百分数")
    for name, text in (chinese | texts("zh")).items():
        assert "分数" not in customary.sub("", text), f"{name}: a score is 得分"


def test_gates_stand_below_each_other(tmp_path, capsys):
    path = tmp_path / "p.csv"
    path.write_text("y,p\n1,0.9\n0,0.2\n1,0.7\n0,0.4\n1,0.3\n0,0.1\n")
    with pytest.raises(SystemExit):
        app(["check", str(path), "--label", "y", "--score", "p", "--min", "roc_auc=0.5", "--min", "ks=0.99", "--lang", "zh"])
    passed, failed = capsys.readouterr().out.split("\n")[:2]
    assert width(passed.partition("roc_auc")[0]) == width(failed.partition("ks")[0])
