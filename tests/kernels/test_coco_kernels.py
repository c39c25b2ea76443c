"""The kernels that read COCO's records: what they take they read as Python does, and what is not plain they leave to it."""

import contextlib
import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from coco_data import DATASET, RESULTS
from gnomon import _core
from gnomon.vision.reading.coco import origin_of
from gnomon.vision.reading.records import records_in_python, records_of_columns


def test_the_kernels_read_what_is_plain():
    """Else every test of the fast path would test the slow one."""
    assert _core.coco_records(RESULTS) is not None
    assert _core.coco_records(DATASET["annotations"]) is not None
    assert _core.coco_file(json.dumps(DATASET, ensure_ascii=False).encode()) is not None
    assert _core.coco_file(json.dumps(RESULTS).encode()) is not None


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**70), 2**70)
ODD = st.sampled_from([None, True, "x", float("nan"), float("inf"), [], {}, 1.0, 10**400, 2**63])
FIELDS = {
    "image_id": st.integers(0, 9) | st.integers(-(2**63), 2**63 - 1),
    "category_id": st.integers(0, 3),
    "id": st.integers(0, 2**40),
    "bbox": st.lists(NUMBERS, min_size=4, max_size=4),
    "score": NUMBERS,
    "area": NUMBERS,
    "iscrowd": st.sampled_from([0, 1, True, False]),
    "ignore": st.sampled_from([0, 1]),
    "keypoints": st.lists(NUMBERS, min_size=6, max_size=6),
    "num_keypoints": st.integers(0, 2),
    "segmentation": st.just([[0, 0, 4, 0, 4, 4]]),
    "other": st.recursive(ODD, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=4),
}
REQUIRED = {"image_id": FIELDS["image_id"], "category_id": FIELDS["category_id"]}


@st.composite
def records(draw):
    """Records with the same fields, of which some may be odd, or left out of one of them."""
    names = draw(st.sets(st.sampled_from(list(FIELDS))))
    made = draw(st.lists(st.fixed_dictionaries(REQUIRED | {name: FIELDS[name] for name in names}), max_size=4))
    if made and draw(st.booleans()):
        one = draw(st.sampled_from(made))
        name = draw(st.sampled_from(list(FIELDS)))
        one[name] = draw(ODD)
        if draw(st.booleans()):
            del one[name]
    return made


def read_in_python(made):
    try:
        return records_in_python(made, origin_of("x", "results"))
    except gn.InputError:
        return None


def alike(a, b):
    """Assert that two Records hold the same."""
    for name, x, y in zip(a._fields, a, b, strict=True):
        if name in ("image", "category"):
            assert [x.names[code] for code in x.codes] == [y.names[code] for code in y.codes], name
        elif name == "segmentations":
            assert [one or None for one in x or [None] * 9] == [one or None for one in y or [None] * 9] or not x or not y
        else:
            assert (x is None) == (y is None), name
            assert x is None or np.array_equal(x, y, equal_nan=True), name
            assert x is None or np.array_equal(np.signbit(x), np.signbit(y)), name


@given(records())
def test_what_the_kernels_take_they_read_as_python_does(made):
    columns = _core.coco_records(made)
    plain = read_in_python(made)
    if columns is not None:
        assert plain is not None
        alike(records_of_columns(columns, [r.get("segmentation") for r in made] if columns[-1] else None), plain)
    text = json.dumps(made).encode()
    read = _core.coco_file(text)
    if read is not None:
        loaded = read_in_python(json.loads(text))
        assert loaded is not None
        spans = read[2].reshape(-1, 2).tolist()
        assert [json.loads(text[a:b]) for a, b in spans] == [r["segmentation"] for r in made if read[1][-1]]
        alike(records_of_columns(read[1], [json.loads(text[a:b]) for a, b in spans] or None), loaded)


SEEDS = [json.dumps(DATASET, ensure_ascii=False).encode(), json.dumps(RESULTS).encode(), json.dumps(DATASET, indent=1).encode()]
PIECES = [b"", b"[", b"]", b"{", b"}", b",", b":", b'"', b"\\", b"\\u00e9", b"\\ud800", b"\x00", b"\xff", b"\xc3", b"\n", b"\x0b", b" "]
PIECES += [b"\xe2\x82\xac", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xc0\x80", b"\xf4\x90\x80\x80", b'"\\x"', b"null", b"true", b"[[[["]
PIECES += [b"NaN", b"Infinity", b"-", b"0", b"00", b"1e999", b"1e-999", b".5", b"5.", b"+1", b"-0", b"0.1e1", b"9" * 25]
PIECES += [b'"score": 2,', b'"image_id": 2,', b'"id": 7,']


@st.composite
def damaged(draw):
    content = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        gone = draw(st.sampled_from([0, 0, 1, 2, 7, 10**9]))
        content = content[:at] + draw(st.sampled_from(PIECES)) + content[at + gone :]
    return content


@given(damaged())
def test_damaged_files_are_read_as_python_reads_them_or_refused(tmp_path_factory, content):
    read = _core.coco_file(content)
    if read is not None:
        loaded = json.loads(content)
        assert isinstance(loaded, list) == read[0]
        inside = loaded if read[0] else loaded.get("annotations", [])
        alike(records_of_columns(read[1], None), records_in_python(inside, origin_of("x", "annotations"))._replace(segmentations=None))
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_bytes(content)
    truth = gn.Detections.of(DATASET)
    for given_truth in (None, truth):
        with contextlib.suppress(gn.InputError):
            gn.Detections.of(path, truth=given_truth)


def test_numbers_are_rounded_as_python_does():
    texts = ["0.1", "2.2250738585072014e-308", "4.9406564584124654e-324", "1e-400", "9007199254740993", "0.30000000000000004"]
    texts += ["123456789012345678901234567890", "1.7976931348623157e308", "-0.0", "-0", "8.5", "9223372036854775807", "1E5", "1e+2"]
    for text in texts:
        made = f'[{{"image_id": 2, "category_id": 1, "bbox": [{text}, 0, 1, 1], "score": 0.5}}]'
        value = _core.coco_file(made.encode())[1][3][0, 0]
        wanted = float(json.loads(text))
        assert (value, np.signbit(value)) == (wanted, np.signbit(wanted)), text
