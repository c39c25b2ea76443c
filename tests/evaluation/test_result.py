"""What an evaluation offers: text, HTML, frames, JSON, files, figures."""

import json
import math

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from refusals import raises_id

LOANS = gn.samples.credit(n=4000)
EVALUATION = gn.evaluate(LOANS, label="default", score={"new": "p_new", "old": "p_old"}, by="region", name="loans")


def figures(evaluation):
    return {key: (float(value), value.known) for key, value in evaluation.values.items()}


def assert_alike(a, b):
    assert a.to_dict() == b.to_dict()
    assert str(a) == str(b)


def test_a_value_of_several_models_names_its_model():
    assert EVALUATION["ks", "new"] == gn.ks(LOANS["default"], LOANS["p_new"])
    with raises_id("evaluation.model_ambiguous", count=2, names="new, old", example="evaluation['ks', 'new']"):
        EVALUATION["ks"]
    with raises_id("evaluation.model_unknown_for_value", model="newer"):
        EVALUATION["ks", "newer"]
    with raises_id("evaluation.metric_not_evaluated", name="mcc@0.5"):
        EVALUATION["mcc@0.5", "new"]
    with raises_id("catalog.metric_unknown"):
        EVALUATION["kss", "new"]


def test_the_text_is_aligned_on_the_decimal_point():
    lines = str(EVALUATION).split("\n")
    assert lines[0] == " loans   4,000 rows · 297 positive (7.4 %) · label default · 2 models · [95 % intervals]"
    start = next(i for i, line in enumerate(lines) if line.startswith(" metric"))
    table = lines[start + 1 : start + 1 + len(EVALUATION.metrics)]
    assert len({line.index(".", 28) for line in table}) == 1
    assert f"{float(EVALUATION['roc_auc', 'new']):.4f}" in table[0]
    assert table[0].endswith("↑")
    assert any(line.startswith(" region = south") for line in lines)
    assert any(line.startswith(" ● ") for line in lines)


def test_html_escapes_what_comes_from_the_data():
    table = pd.DataFrame({"<script>": [0, 1, 0, 1], "<b>p</b>": [0.1, 0.9, 0.2, 0.3]})
    html = gn.evaluate(table, label="<script>", score="<b>p</b>")._repr_html_()
    assert "<script>" not in html
    assert "<b>p" not in html
    assert "&lt;b&gt;p&lt;/b&gt;" in html
    assert "0.1250" not in html
    assert "1.0000" in html


def test_the_dictionary_is_json_and_carries_its_version():
    known = EVALUATION.to_dict()
    assert known == json.loads(json.dumps(known, allow_nan=False))
    assert (known["schema"], known["schema_version"], known["gnomon"]) == ("gnomon.evaluation", 3, gn.__version__)
    assert known["rows"] == 4000
    assert known["facts"]["positives"] == int(LOANS["default"].sum())
    assert {"reference": "brier_score", "better": "lower"} in known["metrics"]
    first = known["values"][0]
    assert first["metric"] == "roc_auc"
    assert first["value"] == gn.roc_auc(LOANS["default"], LOANS["p_new"])


def test_the_documented_schema_names_every_key():
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    known = EVALUATION.to_dict()
    value = gn.evaluate({"y": [1], "p": [0.2]}, label="y", score="p").to_dict()["values"][0]
    compared = known["comparison"]
    told = compared["dominance"][0]
    parts = [known, known["models"][0], known["values"][2], value, known["slices"][0], known["findings"][0], known["metrics"][0]]
    for part in (*parts, compared, compared["values"][0], compared["pairs"][0], told, told["stretches"][0]):
        for key in part:
            assert f"`{key}`" in page, key


@pytest.mark.parametrize("suffix", [".json", ".gnomon"])
def test_saved_and_loaded(tmp_path, suffix):
    path = EVALUATION.save(tmp_path / f"evaluation{suffix}")
    loaded = gn.Evaluation.load(path)
    assert_alike(loaded, EVALUATION)
    assert figures(loaded) == figures(EVALUATION)
    assert [p.name for p in tmp_path.iterdir()] == [path.name], "no temporary file is left"
    if suffix == ".gnomon":
        assert loaded.held("old").scores == EVALUATION.held("old").scores
        assert len(loaded.plot("roc").get_lines()) == len(EVALUATION.plot("roc").get_lines())
    else:
        with raises_id("evaluation.curves_missing_from_json"):
            loaded.plot("roc")


def test_undefined_and_endless_values_survive(tmp_path):
    table = {"y": [0, 1, 1], "p": [0.0, 0.0, math.nan]}
    with pytest.warns(gn.DroppedRowsWarning):
        evaluation = gn.evaluate(table, label="y", score="p", missing="drop", metrics="log_loss,precision@0.5,tpr_at_fpr@0")
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / "e.json"))
    assert loaded["log_loss"] == math.inf
    assert math.isnan(loaded["precision@0.5"])
    assert loaded["precision@0.5"].reason == "nothing was predicted positive"
    assert loaded["tpr_at_fpr@0"].threshold == math.inf
    assert loaded.dropped == {"p": 1}


def test_several_classes_survive(tmp_path):
    rng = np.random.default_rng(1)
    table = {"y": rng.integers(0, 3, 90), **{str(k): column for k, column in enumerate(rng.dirichlet(np.ones(3), 90).T)}}
    metrics = "default,roc_auc(multiclass=ovo,average=macro)"
    evaluation = gn.evaluate(table, label="y", score=["0", "1", "2"], metrics=metrics, by="y")
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / "e.gnomon"))
    assert_alike(loaded, evaluation)
    assert loaded.held().pairs == evaluation.held().pairs
    assert loaded.held().labels == evaluation.held().labels


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no evaluation that gnomon saved"),
        (b"{}", "no evaluation of gnomon's"),
        (b"[1]", "no evaluation of gnomon's"),
        (b"PK but no archive", "no evaluation that gnomon saved"),
        (b'{"schema": "gnomon.evaluation", "schema_version": 99}', "schema version 99; this gnomon reads up to 3: update gnomon"),
        (b'{"schema": "gnomon.evaluation", "schema_version": 1}', "damaged"),
    ],
)
def test_what_was_not_saved_by_us_is_refused(tmp_path, content, message):
    path = tmp_path / "e.json"
    path.write_bytes(content)
    with pytest.raises(gn.InputError, match=message):
        gn.Evaluation.load(path)
    with raises_id("evaluation.saved_file_unreadable"):
        gn.Evaluation.load(tmp_path / "absent.json")


def test_a_frame_has_a_line_for_each_model_slice_and_metric():
    frame = EVALUATION.to_frame()
    assert len(frame) == 2 * len(EVALUATION.metrics) * (1 + 4)
    line = frame[(frame["model"] == "old") & (frame["slice"] == "region = south") & (frame["metric"] == "ks")]
    south = LOANS["region"] == "south"
    assert line["value"].item() == gn.ks(LOANS["default"][south], LOANS["p_old"][south])
    assert line["rows"].item() == south.sum()


@pytest.mark.parametrize("name", ["roc", "pr", "gain", "lift", "calibration", "roc_curve", "cap"])
def test_curves_of_all_models_share_axes(name):
    axes = EVALUATION.plot(name)
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert any("new" in label for label in labels)
    assert any("old" in label for label in labels)
    plt.close(axes.figure)


@pytest.mark.parametrize("name", ["scores", "deciles", "confusion", "ks"])
def test_figures_of_one_model(name):
    options = {"threshold": 0.1} if name == "confusion" else {}
    axes = EVALUATION.plot(name, model="old", **options)
    assert axes.get_title("left")
    plt.close(axes.figure)


def test_figures_that_cannot_be_drawn_say_why():
    with raises_id("evaluation.figure_unknown", name="pie"):
        EVALUATION.plot("pie")
    with raises_id("labels.drawn_labels_missing"):
        EVALUATION.plot("confusion")
    with raises_id("scores.figure_needs_scores"):
        gn.evaluate({"y": [0, 1], "a": [1, 1]}, label="y", prediction="a").plot("roc")


def test_strange_slices_and_labels_survive(tmp_path):
    table = {"y": [0, 0, 0], "p": [0.1, 0.2, 0.3], "s": [float("inf"), 1.5, -0.0]}
    evaluation = gn.evaluate(table, label="y", score="p", by="s", positive=np.int64(1))
    loaded = gn.Evaluation.load(evaluation.save(tmp_path / "e.json"))
    assert loaded.positive == 1
    assert {part.rows for part in loaded.slices} == {1}
