"""Texts that a lenient reader would take for something else: read rightly, or refused in the right words."""

import gzip

import pyarrow as pa
import pytest

import gnomon as gn
from refusals import raises_id

TRUTH, SCORES = [0, 1] * 25, [i * 37 % 101 / 101 for i in range(50)]
ROWS = [(y, repr(p)) for y, p in zip(TRUTH, SCORES, strict=True)]


def auc(folder, header, line, name="t.csv", label="y", **more):
    path = folder / name
    text = "\n".join([header, *(line.format(y=y, p=p) for y, p in ROWS)]) + "\n"
    if name.endswith(".zst"):
        with pa.output_stream(str(path), compression="zstd") as out:
            out.write(text.encode())
    else:
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return gn.evaluate(path, label=label, score="p", ci=None, metrics="roc_auc", **more)["roc_auc"]


@pytest.mark.parametrize(
    ("header", "line", "label"),
    [
        ('"y\nof the loan",p,z', "{y},{p},a", "y\nof the loan"),
        ('y,p,"a;b;c;d;e"', "{y},{p},a", "y"),
        ("y,p,tags|a|b|c|d", "{y},{p},r|s|t|u|v", "y"),
        ("y,p,tags|a|a|a|a", "{y},{p},r|s|t|u|v", "y"),
        ("id;name, first, last, older;y;p", "7;S, J, K, L;{y};{p}", "y"),
        ("y|p|one, two, three", "{y}|{p}|4,5,6", "y"),
    ],
)
@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.csv.zst"])
def test_the_columns_asked_for_settle_the_delimiter(tmp_path, header, line, label, name):
    assert auc(tmp_path, header, line, name=name, label=label) == gn.roc_auc(TRUTH, SCORES)


def test_no_split_has_them_all(tmp_path):
    with raises_id("engines.column_unknown", value="p"):
        auc(tmp_path, "y,z|p", "{y},2|{p}")
    with raises_id("engines.csv_header_name_twice", twice="p"):
        auc(tmp_path, "y,p,p", "{y},{p},{p}")


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.csv.zst"])
@pytest.mark.parametrize("text", ["1_0", "0.1_5", "1e1_0"])
def test_underscores_are_no_digits(tmp_path, name, text):
    with pytest.raises(gn.InputError, match=f"row 2: column 'p' has '{text}', which is no number; write it without underscores"):
        auc(tmp_path, "y,p,user_id\n0,0.5,u_1\n1," + text + ",u_2", "{y},{p},u_3", name=name)
    assert auc(tmp_path, "y,p,user_1", "{y},{p},1_0", name=name) == gn.roc_auc(TRUTH, SCORES)


def test_underscores_may_mean_missing(tmp_path):
    with pytest.warns(gn.DroppedRowsWarning):
        assert auc(tmp_path, "y,p\n1,0_0", "{y},{p}", na="0_0", missing="drop") == gn.roc_auc(TRUTH, SCORES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y,p,t\n1,0.5," + "x" * 3_000_000 + "\n0,0.25,b\n", "line 2: the line has 3.0 MB, and lines up to 2 MB are read"),
        ('y,p,t\n1,0.5,"' + "x" * 50_000_000 + '"\n0,0.25,b\n', "line 2: the line has 50.0 MB"),
        ('y,p,t\n1,0.5,"' + "x\n" * 25_000_000 + '"\n0,0.25,b\n', "a quoted value goes on for more than 2 MB"),
        ("y,p," + "x" * 50_000_000 + "\n0,0.25,b\n", "the first line is longer than 2 MB"),
        ('y,p,t\n1,0.5,"b\n0,0.25,c\n', r"a quote \(\"\) is opened and never closed"),
        ("y,p\n1," + "high" * 1000 + "\n0,0.25\n", "where a number is meant"),
    ],
    ids=["a line", "a value", "lines in a value", "a head", "an open quote", "text in a number"],
)
def test_values_of_many_megabytes(tmp_path, text, said):
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(gn.InputError, match=said) as refused:
        gn.evaluate(tmp_path / "t.csv", label="y", score="p")
    assert len(str(refused.value)) < 400


def test_an_object_of_many_megabytes(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"y":1,"p":0.4,"t":"' + "x" * 50_000_000 + '"}\n{"y":0,"p":0.25}\n')
    with raises_id("engines.json_object_too_large"):
        gn.evaluate(tmp_path / "t.jsonl", label="y", score="p")


@pytest.mark.parametrize("name", ["t.csv.gz", "t.jsonl.gz"])
def test_the_checksum_of_a_gzipped_file_is_held(tmp_path, name):
    text = "y,p\n" + "".join(f"{y},{p}\n" for y, p in ROWS)
    if "json" in name:
        text = "".join(f'{{"y": {y}, "p": {p}}}\n' for y, p in ROWS)
    packed = gzip.compress(text.encode(), compresslevel=0)  # stored as it is: one digit can be changed
    assert packed.count(b"37") > 1
    for damaged in (packed.replace(b"37", b"97", 1), packed[: len(packed) // 2]):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(gn.InputError, match=f"{name}: cannot be read"):
            gn.evaluate(tmp_path / name, label="y", score="p", ci=None)
