"""Files of evaluations from anywhere: what is no evaluation is refused in words, before it costs anything."""

import io
import json
import zipfile

import numpy as np
import pytest

import gnomon as gn
from gnomon.evaluation import saved
from refusals import raises_id

r = np.random.default_rng(4)
TABLE = {"y": r.integers(0, 2, 80), "p": r.random(80), "q": r.random(80), "place": r.choice(["a", "b"], 80)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "e.gnomon"
    return gn.evaluate(TABLE, label="y", score=["p", "q"], by="place", keep_rows=True).save(path).read_bytes()


def entries(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(path, inside, **how):
    with zipfile.ZipFile(path, "w", **how) as archive:
        for name, content in inside.items():
            archive.writestr(name, content)
    return path


def test_an_archive_that_swells_is_refused_before_it_is_unpacked(whole, tmp_path, monkeypatch):
    """Zeros, which shrink to a thousandth; the bound is a gigabyte, for which the test has no time."""
    path = written(tmp_path / "bomb.gnomon", entries(whole) | {"0/more": bytes(2**26)}, compression=zipfile.ZIP_DEFLATED)
    assert saved.MOST_UNPACKED == 2**30
    monkeypatch.setattr(saved, "MOST_UNPACKED", 2**24)
    assert saved.MOST_SWELLING * path.stat().st_size < 2**26
    with raises_id("evaluation.saved_file_unpacks_too_large"):
        gn.Evaluation.load(path)


def test_an_archive_that_does_not_fit_into_memory_is_refused(whole, tmp_path, monkeypatch):
    path = tmp_path / "e.gnomon"
    path.write_bytes(whole)
    gn.Evaluation.load(path)
    monkeypatch.setattr(saved, "memory_limit", lambda given: 1000)
    with raises_id("evaluation.saved_file_unpacks_too_large", most=1000):
        gn.Evaluation.load(path)


def changed(whole, **values):
    inside = entries(whole)
    known = json.loads(inside["evaluation.json"]) | values
    return inside | {"evaluation.json": json.dumps(known)}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rows": "many"}, "evaluation.rows is 'many' in the file, which it cannot be"),
        ({"rows": True}, "evaluation.rows is True in the file"),
        ({"total": float("nan")}, "evaluation.total is nan in the file"),
        ({"models": []}, "names no models, or one twice"),
        ({"models": 5}, "evaluation.models is 5 in the file"),
        ({"task": "divination"}, "task: 'divination' is not"),
        ({"metrics": [{"reference": "no_such_metric"}]}, "no_such_metric"),
        ({"metrics": []}, "the file has a value of"),
        ({"values": [{"metric": "roc_auc"}]}, r"evaluation.values\[0\] lacks 'model' in the file"),
        ({"findings": [{"rule": "x"}]}, r"evaluation.findings\[0\] lacks"),
        ({"schema_version": "3"}, "schema_version is '3' in the file"),
        ({"comparison": {"models": "p"}}, "evaluation.comparison.models is 'p' in the file"),
        ({"dropped": {"y": "few"}}, "evaluation.dropped.y is 'few' in the file"),
    ],
)
def test_figures_of_other_types_are_refused(whole, tmp_path, values, said):
    with pytest.raises(gn.InputError, match=said):
        gn.Evaluation.load(written(tmp_path / "e.gnomon", changed(whole, **values)))


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("values", 0, "value"), 7, r"values\[0\].value is 7 in the file, outside its range from 0 to 1"),
        (("values", 0, "value"), "inf", r"values\[0\].value is inf in the file, outside its range from 0 to 1"),
        (("values", 0, "high"), 7, r"values\[0\].high is 7 in the file, outside its range"),
        (("values", 0, "low"), 0.999, r"values\[0\].low is 0.999 in the file, which contradicts high"),
        (("values", 0, "at_least"), 0.999, r"values\[0\].at_least is 0.999 in the file, which contradicts value"),
        (("values", 0, "at_most"), 0.001, r"values\[0\].value is 0\.\d+ in the file, which contradicts at_most, 0.001"),
        (("rows",), -5, "evaluation.rows is -5 in the file, outside its range from 0 to inf"),
        (("total",), -1.5, "evaluation.total is -1.5 in the file"),
        (("effective_rows",), 81, "evaluation.effective_rows is 81 in the file, which contradicts rows, 80"),
        (("dropped_rows",), -1, "evaluation.dropped_rows is -1 in the file"),
        (("dropped", "y"), -1, "evaluation.dropped.y is -1 in the file"),
        (("clusters",), -1, "evaluation.clusters is -1 in the file"),
        (("facts", "positives"), -5, "facts.positives is -5 in the file, which it cannot be"),
        (("slices", 0, "rows"), 81, r"slices\[0\].rows is 81 in the file, which contradicts evaluation.rows, 80"),
        (("slices", 0, "rows"), -1, r"slices\[0\].rows is -1 in the file"),
        (("slices", 0, "values", 0, "value"), -0.5, r"slices\[0\].values\[0\].value is -0.5 in the file, outside its range"),
        (("comparison", "rows"), -5, "comparison.rows is -5 in the file"),
        (("comparison", "values", 0, "value"), 7, r"comparison.values\[0\].value is 7 in the file"),
        (("comparison", "values", 0, "low"), 0.999, r"comparison.values\[0\].low is 0.999 in the file, which contradicts high"),
        (("comparison", "pairs", 0, "value_a"), 7, r"pairs\[0\].value_a is 7 in the file, outside its range"),
        (("comparison", "pairs", 0, "p_value"), 1.5, r"pairs\[0\].p_value is 1.5 in the file, outside its range from 0 to 1"),
        (("comparison", "pairs", 0, "p_holm"), -0.1, r"pairs\[0\].p_holm is -0.1 in the file"),
        (("comparison", "pairs", 0, "error"), -1, r"pairs\[0\].error is -1 in the file"),
        (("comparison", "pairs", 0, "low"), 0.999, r"pairs\[0\].low is 0.999 in the file, which contradicts high"),
        (
            ("comparison", "pairs", 0, "difference"),
            0.999,
            r"pairs\[0\].difference is 0.999 in the file, which contradicts value_a - value_b",
        ),
        (("comparison", "dominance", 0, "low", 3), 9, r"dominance\[0\].low is 9 in the file, which contradicts high"),
    ],
)
@pytest.mark.parametrize("suffix", ["gnomon", "json"])
def test_figures_that_cannot_be_are_refused(whole, tmp_path, path, value, said, suffix):
    known = json.loads(entries(whole)["evaluation.json"])
    place = known
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    file = tmp_path / f"e.{suffix}"
    if suffix == "json":
        file.write_text(json.dumps(known))
    else:
        written(file, entries(whole) | {"evaluation.json": json.dumps(known)})
    with pytest.raises(gn.InputError, match=said):
        gn.Evaluation.load(file)
    with pytest.raises(gn.InputError, match=said):
        gn.compare({"saved": file, "now": TABLE}, label="y", score="p")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"0/scores": None}, "lacks the entry '0/scores' that it names"),
        ({"rows": None}, "lacks the entry 'rows' that it names"),
        ({"0/more": b""}, "holds the entry '0/more', which it does not name"),
        ({"2/scores": b""}, "holds the entry '2/scores', which it does not name"),
        ({"more.txt": b""}, "holds the entry 'more.txt', which it does not name"),
    ],
)
def test_archives_hold_the_entries_that_they_name(whole, tmp_path, change, said):
    inside = {name: content for name, content in (entries(whole) | change).items() if content is not None}
    with pytest.raises(gn.InputError, match=said):
        gn.Evaluation.load(written(tmp_path / "e.gnomon", inside))


def test_archives_of_earlier_versions_name_no_entries_and_hold_only_a_models(whole, tmp_path):
    known = json.loads(entries(whole)["evaluation.json"])
    del known["entries"]
    inside = entries(whole) | {"evaluation.json": json.dumps(known)}
    assert gn.Evaluation.load(written(tmp_path / "e.gnomon", inside)).names == ("p", "q")
    with raises_id("evaluation.saved_entry_unexpected"):
        gn.Evaluation.load(written(tmp_path / "e.gnomon", inside | {"0/more": b""}))


def test_archives_that_hold_an_entry_twice_are_refused(whole, tmp_path):
    path = written(tmp_path / "e.gnomon", entries(whole))
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("0/scores", entries(whole)["1/scores"])
    with raises_id("evaluation.saved_entry_unexpected"):
        gn.Evaluation.load(path)


def test_curves_of_a_difference_that_do_not_fit_are_refused(whole, tmp_path):
    comparison = json.loads(entries(whole)["evaluation.json"])["comparison"]
    comparison["dominance"][0]["low"].pop()
    with raises_id("inference.stored_curve_lengths_differ"):
        gn.Evaluation.load(written(tmp_path / "e.gnomon", changed(whole, comparison=comparison)))


def test_a_summary_in_the_place_of_another_is_refused(whole, tmp_path):
    inside = entries(whole)
    inside["0/scores"] = gn.Counts.of([0, 1], [1, 1]).to_bytes()
    with raises_id("evaluation.saved_entry_kind_mismatch", kind="Counts", name="scores"):
        gn.Evaluation.load(written(tmp_path / "e.gnomon", inside))


@pytest.mark.parametrize(
    "raw", [b"", b"PK", b"PK\x03\x04" + bytes(40), b"{", b"\xff\xfe{", b"[" * 100_000, b'"\xff"', b"1" * 5000, b"null"]
)
def test_other_files_are_refused(raw, tmp_path):
    path = tmp_path / "e.gnomon"
    path.write_bytes(raw)
    with pytest.raises(gn.InputError, match=r"e\.gnomon"):
        gn.Evaluation.load(path)


def test_archives_packed_otherwise_or_locked_are_refused(whole, tmp_path):
    inside = entries(whole)
    locked = bytearray(written(tmp_path / "a.gnomon", inside).read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the flag that says that an entry is encrypted
        place = locked.find(mark)
        while place >= 0:
            locked[place + at] |= 1
            place = locked.find(mark, place + 1)
    odd = bytearray(written(tmp_path / "b.gnomon", inside).read_bytes())
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):  # a way of packing that there is none of
        place = odd.find(mark)
        while place >= 0:
            odd[place + at] = 77
            place = odd.find(mark, place + 1)
    for data in (bytes(locked), bytes(odd)):
        path = tmp_path / "c.gnomon"
        path.write_bytes(data)
        with raises_id("evaluation.saved_file_not_evaluation"):
            gn.Evaluation.load(path)


def rows_with(whole, tmp_path, **change):
    from gnomon.summary.packing import pack, unpack

    inside = entries(whole)
    kind, meta, arrays = unpack(inside["rows"])
    for name, value in change.items():
        if name in meta:
            meta[name] = value
        else:
            arrays[name.removeprefix("column_")] = value
    return written(tmp_path / "e.gnomon", inside | {"rows": pack(kind, meta, arrays)})


def test_rows_with_codes_without_names_are_refused(whole, tmp_path):
    from gnomon.summary.packing import unpack

    _, meta, arrays = unpack(entries(whole)["rows"])
    place = next(str(k) for k, (kind, _) in enumerate(meta["columns"]) if kind == "label")
    number = next(str(k) for k, (kind, _) in enumerate(meta["columns"]) if kind == "number")
    assert gn.Evaluation.load(rows_with(whole, tmp_path)).kept is not None
    for change, said in (
        ({f"column_{place}": np.full(80, 200, arrays[place].dtype)}, "holds codes past the 2 names"),
        ({f"column_{place}": arrays[place][:5]}, r"has shape \(5,\) where \(80\) is meant"),
        ({f"column_{number}": np.full(80, np.nan)}, "has nan at position 0"),
        ({"rows": 81}, "where .81. is meant"),
        ({"rows": -1}, "rows=-1 is no whole number"),
        ({"label": "nothing"}, "the rows lack the column 'nothing'"),
        ({"labels": [0, 0]}, "names 0 twice"),
        ({"columns": [[kind, "other" if name == "p" else name] for kind, name in meta["columns"]]}, "the rows lack the column 'p'"),
        ({"labels": 7}, "hold no whole KeptRows"),
    ):
        with pytest.raises(gn.InputError, match=said):
            gn.Evaluation.load(rows_with(whole, tmp_path, **change))


SPANS = {"t": [["B-PER", "O"], ["B-LOC", "O"], ["O", "B-PER"]], "s": [["B-PER", "O"], ["O", "O"], ["B-PER", "B-PER"]]}
LINE = ["PER", 2.0, 3.0, 2.0, 0.8, 0.1, 2.0]


@pytest.mark.parametrize("line", [LINE[:-1], [*LINE, 1.0], [], "PER", [7, *LINE[1:]], [*LINE[:4], None, 0.1, 2.0], [*LINE[:6], -1.0]])
def test_lines_of_types_that_no_table_has_are_refused(tmp_path, line):
    path = gn.evaluate(SPANS, label="t", prediction="s", task="spans").save(tmp_path / "e.gnomon")
    assert gn.Evaluation.load(path).report(tmp_path / "e.html").exists()
    facts = json.loads(entries(path.read_bytes())["evaluation.json"])["facts"]
    with raises_id("evaluation.saved_field_impossible", where="facts.type_lines.s[0]"):
        gn.Evaluation.load(written(path, changed(path.read_bytes(), facts=facts | {"type_lines": {"s": [line]}})))
