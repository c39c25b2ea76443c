"""Columns of 0 and 1, one for each label: the same evaluation as a column of lists gives."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn.metrics as sk
from typer.testing import CliRunner

import gnomon as gn
from gnomon.cli import app
from refusals import raises_id

rng = np.random.default_rng(8)
N = 240
NAMES = ["art", "books", "chess"]
Y = rng.random((N, 3)) < [0.5, 0.3, 0.0]  # no row has the last label
S = np.round(0.4 * Y + 0.6 * rng.random((N, 3)), 3)
P = S > 0.5
WIDE = {
    **{f"is_{name}": Y[:, k].astype(int) for k, name in enumerate(NAMES)},
    **{f"said_{name}": P[:, k].astype(int) for k, name in enumerate(NAMES)},
    **{f"p_{name}": S[:, k] for k, name in enumerate(NAMES)},
}
LISTS = {
    "tags": [[name for name, has in zip(NAMES, row, strict=True) if has] for row in Y],
    "said": [[name for name, has in zip(NAMES, row, strict=True) if has] for row in P],
}
LABEL, SAID, SCORE = ({name: f"{prefix}_{name}" for name in NAMES} for prefix in ("is", "said", "p"))


def figures(evaluation):
    return {str(key): (float(value), value.low, value.high) for key, value in evaluation.values.items()}


@pytest.mark.parametrize("kind", ["dict", "pandas", "polars", "csv", "parquet", "booleans"])
def test_as_a_column_of_lists(kind, tmp_path):
    table = WIDE
    if kind in ("pandas", "csv", "parquet"):
        table = pd.DataFrame(WIDE)
    if kind == "csv":
        table.to_csv(tmp_path / "wide.csv", index=False)
        table = tmp_path / "wide.csv"
    if kind == "parquet":
        table.to_parquet(tmp_path / "wide.parquet")
        table = tmp_path / "wide.parquet"
    if kind == "polars":
        table = pl.DataFrame(WIDE)
    if kind == "booleans":
        table = {name: column.astype(bool) if column.dtype.kind == "i" else column for name, column in WIDE.items()}
    made = gn.evaluate(table, label=LABEL, prediction=SAID, score=SCORE)
    wanted = gn.evaluate({**WIDE, **LISTS}, label="tags", prediction="said", score=SCORE, labels=NAMES)
    assert figures(made) == figures(wanted)
    assert made.classes == tuple(NAMES)
    assert float(made["f1(average=macro)"]) == pytest.approx(sk.f1_score(Y, P, average="macro", zero_division=0.0), rel=1e-12)
    assert float(made["f1(average=macro)"]) == float(gn.f1(Y, P, average="macro"))


def test_a_list_of_columns_names_the_labels():
    made = gn.evaluate(WIDE, label=list(LABEL.values()), prediction={f"is_{name}": f"said_{name}" for name in NAMES})
    assert made.classes == tuple(sorted(LABEL.values()))
    assert float(made["hamming_loss"]) == pytest.approx(sk.hamming_loss(Y, P), rel=1e-12)


def test_two_models_are_compared():
    models = {"new": SAID, "old": {name: f"is_{name}" for name in ("books", "art", "chess")} | {"chess": "said_chess"}}
    with raises_id("evaluation.prediction_columns_shared"):
        gn.compare(WIDE, label=LABEL, prediction={"new": SAID, "old": LABEL})
    found = gn.compare(WIDE, label=LABEL, prediction=models, metrics="hamming_loss")["hamming_loss"]
    assert found.difference == pytest.approx(sk.hamming_loss(Y, P) - (P[:, 2] != Y[:, 2]).mean() / 3, rel=1e-12)


def test_a_missing_indicator_makes_the_row_miss():
    table = pd.DataFrame(WIDE)
    table["is_art"] = table["is_art"].astype("Int64")
    table.loc[3, "is_art"] = pd.NA
    with raises_id("evaluation.row_value_at_fault"):
        gn.evaluate(table, label=LABEL, prediction=SAID)
    with pytest.warns(gn.DroppedRowsWarning, match="dropped 1 of 240"):
        dropped = gn.evaluate(table, label=LABEL, prediction=SAID, missing="drop")
    keep = np.arange(N) != 3
    assert float(dropped["hamming_loss"]) == pytest.approx(sk.hamming_loss(Y[keep], P[keep]), rel=1e-12)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"label": ["is_art"]}, "by itself"),
        ({"label": ["is_art", "is_art"]}, "twice"),
        ({"label": ["is_art", "p_books"]}, "^label: 'p_books' has .* at position 0, where 0 or 1"),
        ({"label": LABEL, "prediction": {**SAID, "art": "p_art"}}, "^prediction: 'p_art' has .* at position 0, where 0 or 1"),
        ({"label": {"a": 1.5, "b": "is_art"}}, "names no column"),
        ({"label": LABEL, "prediction": list(SAID.values())}, "without their labels"),
        ({"label": LABEL, "prediction": {"art": "said_art"}}, "'books' is named on one side only"),
        ({"label": LABEL, "prediction": {**SAID, "dance": "p_art"}}, "'dance' is named on one side only"),
        ({"label": LABEL, "score": {**SCORE, "art": "is_art"}}, "the truth cannot score itself"),
        ({"label": LABEL, "labels": ["art", "x"]}, "name the labels; leave it out"),
        ({"label": ["is_art", "is_bookss"]}, "did you mean 'is_books'"),
    ],
)
def test_what_cannot_be_meant_is_refused(asked, said):
    with pytest.raises(gn.InputError, match=said):
        gn.evaluate(
            WIDE, **{"prediction": SAID, **asked} if asked["label"] == LABEL and "score" not in asked else {"score": "p_art", **asked}
        )


def test_on_the_command_line(tmp_path):
    path = tmp_path / "wide.csv"
    pd.DataFrame(WIDE).to_csv(path, index=False)
    words = ["metrics", str(path), "--format", "csv", "--ci", "none", "--metrics", "hamming_loss"]
    words += [word for name in NAMES for word in ("--label", f"{name}=is_{name}", "--prediction", f"{name}=said_{name}")]
    printed = CliRunner().invoke(app, words)
    assert printed.exit_code == 0, printed.output
    assert str(float(sk.hamming_loss(Y, P)))[:12] in printed.output
