"""Messages: a code and its values, said in every language, kept through files and pickles, and never read back."""

import ast
import json
import pickle
import re
import subprocess
import sys
import warnings
from string import Formatter

import numpy as np
import pytest

import gnomon as gn
from gnomon.cli.console import as_typed
from gnomon.evaluation.saved import from_dict, to_dict
from gnomon.findings import Finding
from gnomon.inference.stored import comparison_from_dict, comparison_to_dict
from gnomon.messages import Message, Translated, joined, restored, saved, text_in
from gnomon.messages.catalogue import texts
from gnomon.report.words import in_both, reason
from sources import MODULES, PACKAGE, name_of, text_of, tree_of

EN, ZH = texts("en"), texts("zh")
CODES = [name for name in EN if "." not in name]

# Where the Chinese says less, or counts otherwise.
OTHERWISE = {"groups_dropped", "curve_encloses_many", "curve_ahead_many", "undefined_on_resampled", "undefined_on_too_many"}
NO_CHINESE = {"values_missing", "several", "curve_roc", "curve_pr", "axis_fpr", "form_xyxy"}


def fields(template):
    """The names and formats of a template's values."""
    return {name: spec for _, name, spec, _ in Formatter().parse(template) if name}


def example(code):
    """A message of a code, each value of the kind that its format asks for."""
    specs = fields(ZH[code]) | fields(EN[code])

    def value(name, spec):
        if name in ("messages", "stretches", "reasons"):
            return [Message("no_rows"), Message("rows_err_together", correlation=np.float64(0.25))]
        if name in ("cause", "remedy", "curve", "across"):
            return Message("no_item_relevant")
        if spec == "share" or re.search(r"[fg%]$", spec):
            return 0.125
        return 1234 if spec == "," or spec.startswith("count ") else ["a", "b"] if spec else "name"

    return Message(code, **{name: value(name, spec) for name, spec in specs.items()})


def sources():
    return [path for path in MODULES if "messages" not in path.relative_to(PACKAGE).parts]


@pytest.mark.parametrize("code", CODES)
def test_a_message_survives_files_and_pickles(code):
    message = example(code)
    for other in (Message.from_data(json.loads(json.dumps(message.to_data()))), pickle.loads(pickle.dumps(message))):
        assert type(other) is Message
        assert (other, other.code, other.text("zh")) == (message, code, message.text("zh"))
    assert str(message) == message.text("en") == message.text()
    assert type(message.text()) is str
    assert "{" not in message + message.text("zh")
    assert re.search(r"[\u4e00-\u9fff]", ZH[code]) or code in NO_CHINESE


def test_values_may_be_messages_and_lists():
    inner = Message("no_item_relevant")
    left_out = Message("queries_left_out", cause=inner, count=np.int64(3), queries=1000, first="'q1'")
    assert left_out == "no item is relevant in 3 of 1,000 queries (first: 'q1'), left out of the mean"
    assert left_out.text("zh") == "1,000 个查询中有 3 个未计入平均：没有任何相关项（如 'q1'）"
    assert type(left_out.values["count"]) is int
    assert [left_out.holds(code) for code in ("queries_left_out", "no_item_relevant", "no_rows")] == [True, True, False]
    both = joined([left_out, "an old text"])
    assert both == f"{left_out}; an old text"
    assert both.text("zh") == f"{left_out.text('zh')}；an old text"
    assert (joined([]), joined([inner])) == ("", inner)


def test_a_plain_text_says_itself():
    assert [text_in("what an old file says", lang) for lang in ("en", "zh")] == ["what an old file says"] * 2
    assert in_both("what an old file says") == ("what an old file says",) * 2
    told = pickle.loads(pickle.dumps(Translated("two", zh="二")))
    assert (told, told.text("zh"), told.text("fr")) == ("two", "二", "two")


def test_an_unknown_code_keeps_its_text():
    known = saved({"reason": "there are no rows"}, reason=Message("no_rows"))
    known["messages"]["reason"]["code"] = "of_a_later_version"
    assert restored(known) == {"reason": "there are no rows"}
    assert type(restored(known)["reason"]) is str


def evaluated():
    """A value without an interval, one that is undefined, a mean that leaves queries out, and two models without a test."""
    y = np.array([1, 0] * 15 + [0] * 30)
    table = {"y": y, "a": np.linspace(0, 0.4, 60), "b": np.linspace(0.1, 0.3, 60), "q": np.repeat(np.arange(6), 10)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return gn.evaluate(table, label="y", score=["a", "b"], metrics="roc_auc,precision@0.5,mean_average_precision", group="q")


def test_saved_evaluations_keep_their_messages():
    e = evaluated()
    back = from_dict(json.loads(json.dumps(to_dict(e))))
    value, again = e["precision@0.5", "a"], back["precision@0.5", "a"]
    assert (
        (again.reason.code, again.unsure.code)
        == (value.reason.code, value.unsure.code)
        == ("nothing_predicted_positive", "metric_undefined")
    )
    left_out = back["mean_average_precision", "a"].reason
    assert left_out.code == "queries_left_out"
    assert "3 of 6 queries left out" in reason(left_out)
    assert "6 个查询中 3 个未计入" in reason(left_out)
    pair = next(pair for pair in back.comparison.pairs if pair.metric == "precision@0.5")
    assert pair.reason.text("zh") == "两个模型不都有有限的值"
    assert [(f.en, f.zh) for f in back.findings] == [(f.en, f.zh) for f in e.findings]
    assert back.findings == e.findings
    assert to_dict(back) == to_dict(e)


def test_files_without_messages_are_read():
    known = to_dict(evaluated())
    for part in [*known["values"], *known["comparison"]["values"], *known["comparison"]["pairs"], known["comparison"]]:
        part.pop("messages", None)
    back = from_dict(known)
    assert back["precision@0.5", "a"].reason == "nothing was predicted positive"
    assert in_both(back["precision@0.5", "a"].reason) == ("nothing was predicted positive",) * 2


def test_notes_are_kept():
    rng = np.random.default_rng(0)
    y = np.repeat(rng.random(60) < 0.5, 20).astype(int)
    s = np.repeat(rng.random(60), 20) + 0.01 * rng.random(1200)
    c = gn.compare(y, {"a": s, "b": s + rng.random(1200)}, metrics="roc_auc")
    assert [note.code for note in c.notes] == ["rows_err_together"]
    back = comparison_from_dict(comparison_to_dict(c))
    assert back.notes == c.notes
    assert back.notes[0].text("zh") == c.notes[0].text("zh")
    assert all(one.sentence.text("zh") != one.sentence for one in back.dominance)
    assert type(c.to_dict()["notes"][0]) is str


def test_old_findings_are_read():
    known = {"rule": "r", "severity": "fine", "en": "well", "zh": "好", "metric": "ks", "model": None, "weight": 0.0, "evidence": {"ks": 1}}
    finding = Finding.from_dict(known)
    assert (finding.en, finding.zh, finding.text(), finding.text("zh")) == ("well", "好", "well", "好")
    assert finding.to_dict() == known


def test_warnings_and_errors_carry_the_reason():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        gn.precision([0, 1], [0, 0])
        gn.recall([": a", "b"], ["b", "b"], average="macro", labels=[": a", "b", ": c"])
    one, parts = (w.message for w in caught)
    assert (one.reason.code, str(one)) == ("nothing_predicted_positive", f"precision is undefined: {one.reason}")
    assert (parts.reason.code, str(parts)) == ("classes_left_out", f"recall is undefined for ': c': {parts.reason}")
    with pytest.raises(gn.UndefinedMetricError, match="roc_auc is undefined: there are no negative rows") as error:
        gn.roc_auc([1, 1], [0.1, 0.2], undefined="raise")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.reason.code) == (str(error.value), "no_negatives_one_class")


def test_the_catalogue_is_read_with_the_first_message():
    code = "import gnomon; from gnomon.messages.catalogue import texts; print(texts.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "0"


TEXT = {"startswith", "endswith", "replace", "partition", "rpartition", "split", "removeprefix", "removesuffix", "find", "index"}
OWN = {"InputError", "TypeError", "NoIntervalError", "UndefinedMetricError", "UndefinedMetricWarning"}


def read_back(tree):
    """Places at which a reason, or the text of one of our own errors, is looked into."""
    caught = {
        handler.name
        for handler in ast.walk(tree)
        if isinstance(handler, ast.ExceptHandler) and handler.name
        if OWN & {name.id for name in ast.walk(handler.type or handler) if isinstance(name, ast.Name)}
    }

    def said(node):
        if isinstance(node, ast.Attribute):
            return node.attr in ("reason", "unsure", "sentence", "en", "zh", "message")
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "str"
            and bool(node.args)
            and (said(node.args[0]) or (isinstance(node.args[0], ast.Name) and node.args[0].id in caught))
        )

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in TEXT and said(node.func.value):
                yield node.lineno
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and any(map(said, node.args)):
                yield node.lineno
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)) and any(map(said, node.comparators)):
            yield node.lineno


def test_no_code_reads_a_sentence_back():
    for path in sources():
        assert list(read_back(tree_of(path))) == [], name_of(path)


def test_arguments_in_errors_are_typed_as_options():
    error = gn.InputError('⟦label⟧: row 3 is empty; pass ⟦missing="drop"⟧, ⟦keep_rows=True⟧ or ⟦gn.explain(…)‖gnomon explain⟧')
    assert str(error) == 'label: row 3 is empty; pass missing="drop", keep_rows=True or gn.explain(…)'
    assert as_typed(error) == '--label: row 3 is empty; pass --missing "drop", keep_rows=True or gnomon explain'
    assert as_typed(pickle.loads(pickle.dumps(error))) == as_typed(error)
    assert as_typed(gn.InputError("⟦data: ‖⟧there are no rows")) == "there are no rows"
    assert as_typed(gn.InputError("⟦runs⟧: none named; pass ⟦run=⟧")) == "--run: none named; pass --run"
    assert as_typed(UserWarning("2 rows")) == "2 rows"


def test_marks_of_arguments_are_closed_and_stand_in_errors():
    for path in sources():
        text = text_of(path)
        if path.name != "errors.py":
            assert text.count("⟦") == text.count("⟧"), name_of(path)
            assert not re.search(r"(?:Warning|Error)\([^)]*⟦", text.replace("InputError(", "(")), name_of(path)


def test_chinese_sentences_call_metrics_by_their_short_names():
    evaluation = gn.evaluate({"y": [0] * 90 + [1] * 10, "p": [0] * 100}, label="y", prediction="p")
    read = from_dict(json.loads(json.dumps(to_dict(evaluation))))
    for e in (evaluation, read, pickle.loads(pickle.dumps(evaluation))):
        (found,) = [f for f in e.findings if f.rule == "accuracy_is_majority"]
        assert found.text("zh").startswith("p：准确率（0.900）等于多数类占比（全部预测为 0 也有 0.900）；")
        assert found.text().startswith("p: accuracy 0.900 equals the majority rate")


def test_sentences_of_findings_are_short():
    for code in (code for code in CODES if "{model}" in EN[code]):
        sentences = re.split(r"(?<=[.?!])\s+", re.sub(r"\{[^}]*\}", "X", EN[code]))
        assert all(len(sentence.split()) <= 25 for sentence in sentences), code
