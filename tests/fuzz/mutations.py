"""Saved bytes with something in them changed and the checksum made right again, and what is done with whatever can still be read."""

import io
import json
import random
import struct
import warnings
import zipfile
import zlib
from contextlib import suppress
from functools import cache

import numpy as np

import gnomon as gn
from gnomon.catalog import entries
from gnomon.engines import open_source
from gnomon.errors import OptionError
from gnomon.evaluation import run
from gnomon.evaluation.partial import Partial
from gnomon.evaluation.survey import survey
from gnomon.summary import QueryValues, Summary, WorstMaps, WorstSentences
from gnomon.summary.worst_maps import small_map
from gnomon.tasks.detection.worst import worst_images
from gnomon.tasks.transcript.errors import errors_of

HEAD = struct.Struct("<6sHI")
ODD_NUMBERS = [0, -1, 1, 2, 63, 64, 65, 255, 2**31, 2**32, 2**53, 2**62, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.0, 1e308, 5e-324]
ODD = [*ODD_NUMBERS, float("nan"), float("inf"), True, None, "", "x", "é" * 9, "\ud800", [], [1], [[]], {}, {"$moment": "2024"}, {"a": 1}]
ODD_FLOATS = [float("nan"), float("inf"), -float("inf"), -1.0, 0.0, -0.0, 1e308, 5e-324, 0.5, 2.0**63]
ODD_WHOLE = [0, -1, 1, 2, 2**31, 2**53, 2**62, 2**63 - 1, -(2**63)]
DTYPES = ["<f8", "<i8", "<u4", "|u1", "|b1", "<f4", "<M8[us]", "|O", "<U4", "<f8,(2)", "(9,9)<f8", "V8", ">f8", "", "x", 7]


def tagged(r):
    """What is kept of tagged sentences, and of annotators."""
    truth = [r.choice(["O", "O", "B-PER", "B-LOC"], 5).tolist() for _ in range(30)]
    said = [[tag if r.random() < 0.7 else str(r.choice(["O", "I-LOC", "B-ORG"])) for tag in row] for row in truth]
    yield gn.SpanCounts.of(truth, said)
    yield gn.SpanCounts.of(truth, said, weight=r.random(30), mode="conlleval")
    held = gn.evaluate({"t": truth, "s": said}, label="t", prediction="s", task="spans", ci=None).held("s")
    yield from (one for one in held.values() if isinstance(one, gn.SpanErrors))
    yield gn.Ratings.of(r.integers(0, 3, (20, 4)))
    yield gn.Ratings.of([["a", "a", None], ["a", "b", "b"]])


def summaries():
    """Some of every kind, in the forms that travel: counts and weights, exact and coarse, names of every type."""
    r = np.random.default_rng(5)
    n = 60
    y, s, w = r.integers(0, 2, n), r.integers(0, 40, n) / 16 - 1, r.random(n)
    yield gn.Sweep.of(y, s)
    yield gn.Sweep.of(y, s, weight=w)
    yield gn.Sweep.of(y, r.random(n), direction="lower").coarsened(9, [0.25, 0.5])
    yield gn.Sweep.empty()
    yield gn.Counts.of(r.integers(0, 4, n), r.integers(0, 4, n))
    yield gn.Counts.of(np.array(list("abc"))[r.integers(0, 3, n)], np.array(list("abc"))[r.integers(0, 3, n)], weight=w)
    classes = r.integers(0, 3, n), r.dirichlet([1, 1, 1], n)
    yield gn.Sweeps.of(*classes)
    yield gn.Sweeps.of(*classes, multiclass="ovo", resolution=8)
    yield gn.ClassRanks.of(*classes)
    yield gn.Ranked.of(r.integers(0, 4, n), r.integers(0, 9, n) / 8, group=[f"q{k}" for k in r.integers(0, 9, n)])
    yield gn.Ranked.of(r.integers(0, 4, n), r.random(n), group=r.integers(0, 9, n), item=np.arange(n))
    yield gn.Ranked.from_qrels(
        {"a": {"x": 2, "y": 0, "z": 1}, "b": {"x": 1}}, {"a": {"x": 0.4, "y": 0.4, "v": 0.1}, "b": {}, "c": {"x": 1}}
    )
    yield gn.Recommended.of({f"u{k}": r.choice(40, 5, replace=False).tolist() for k in range(7)})
    yield gn.Recommended.of({k: ["x", "yy"] for k in range(3)})
    yield gn.Contingency.of(r.integers(0, 4, n), [f"k{k}" for k in r.integers(0, 5, n)], noise="k1", weight=w)
    yield gn.Contingency.of(list("ab" * n)[:n], r.integers(-1, 5, n), noise=-1, noise_as="drop")
    yield gn.Points.of(r.integers(0, 5, (n, 2)), r.integers(-1, 3, n), noise=-1)
    yield from matches(r)
    yield from tagged(r)
    tags = r.random((n, 3)) < 0.4
    yield gn.LabelSets.of(tags, r.random((n, 3)) < 0.4, labels=list("abc"))
    yield gn.Bins.of(r.integers(0, 9, n), r.integers(0, 2, n), edges=[2, 5], special=[8])
    yield gn.Bins.of(list("ab" * n)[:n], groups=[["a", "c"]], weight=w)
    yield gn.LabelSets.of(tags, r.random((n, 3)) < 0.4, weight=w)
    yield gn.LabelRanks.of(tags, r.integers(0, 5, (n, 3)) / 4)
    truth, predicted = r.integers(-40, 40, n) / 16, r.integers(-30, 30, n) / 16
    for kind in (gn.Spread, gn.Amounts):
        yield kind.of(truth, predicted)
        yield kind.of(truth, predicted, weight=w)
        yield kind.of(np.abs(truth), r.random(n)).coarsened(9)
    amounts = r.gamma(2, 3, n), r.gamma(2, 3, n)
    yield gn.Moments.of(*amounts, terms=("relative", "symmetric", "logarithmic"), huber=1.5, tweedie=[1, 1.5])
    yield gn.Moments.of(*amounts, weight=w)
    yield gn.Ranges.of(amounts[0], amounts[1], amounts[1] + 3, weight=w)
    yield gn.ScaledErrors.of(*amounts)
    yield gn.Density.of(truth, predicted, most=9)
    yield gn.Density.of(truth, predicted, weight=w)
    yield gn.Scatter.of(truth, predicted)
    yield gn.Joint.of(r.integers(0, 9, n), s)
    yield gn.Joint.of(r.random(n), s, weight=w, event=y)
    yield gn.Joint.of(r.random(n), s, resolution=9)
    names = np.arange(7)
    maps = r.integers(0, 3, (2, 4, 5, 6))
    yield gn.segmentation_counts(*maps, ignore=9, classes=["a", "b", "c"])
    yield gn.segmentation_counts(maps[0] * 700, maps[1] * 700, names=list("wxyz"))
    yield gn.BoundaryCounts.of(*maps)
    yield gn.PanopticCounts.of(*np.stack([maps, r.integers(0, 2, maps.shape)], -1), things=[1])
    small = [small_map(f"i{k}", k / 8, maps[0, k], maps[1, k], maps[0, k] == 2, np.arange(3), [0, 1, 2]) for k in range(4)]
    yield WorstMaps(tuple(small))
    yield gn.SentenceSums.of_lines(("words/none:hit", "words/none:deleted"), r.integers(0, 9, (n, 2)) * 1.0, w)
    yield WorstSentences.of([7, 8], [0.5, 1.0], [0.5, 1.0], ["a b", ["c", "d"]], ["a", ""])
    yield errors_of(["A b c.", "d e", ""], ["a b x", "", "um"], "none", "words")
    yield QueryValues({"mrr": (names, r.random(7), None), "gauc": (names, r.random(7), r.random(7))}, 9, n)


def matches(r):
    """Matches under two protocols, of images named by text and by numbers."""
    for names, protocol in ((["a", "b", "c"], "coco"), ([1, 2, 3], "voc2007")):
        truth = {
            "image": [names[0], names[0], names[2]],
            "class": ["x", "y", "x"],
            "x": [0, 5, 9],
            "y": [0, 0, 9],
            "w": [20] * 3,
            "h": [9] * 3,
        }
        said = {name: [value for value in column for _ in range(2)] for name, column in truth.items()}
        said |= {"x": r.integers(0, 9, 6).tolist(), "score": (r.integers(1, 8, 6) / 8).tolist()}
        known = gn.Detections.of(truth, images=names)
        found = gn.Detections.of(said, truth=known)
        made = gn.Matches.of(known, found, protocol=protocol)
        yield made
        yield worst_images(made, known, found)


def evaluations(folder):
    """Saved evaluations of every task, as the bytes of their files."""
    r = np.random.default_rng(6)
    n = 120
    y = (r.random(n) < 0.4).astype(int)
    p = r.dirichlet([2, 2, 2], n)
    table = {"y": y, "p": r.random(n) * 0.6 + 0.3 * y, "q": r.random(n), "g": r.integers(0, 3, n), "u": r.integers(0, 12, n)}
    table |= {"k": np.array(["cat", "dog", "ox"])[r.integers(0, 3, n)], "a": p[:, 0], "b": p[:, 1], "c": p[:, 2]}
    table |= {"region": np.array(["north", "south"])[r.integers(0, 2, n)], "w": r.random(n)}
    table |= {side: np.array([" ".join(r.choice(list("abcd"), r.integers(1, 6))) for _ in range(n)]) for side in ("heard", "written")}
    asked = [
        {"label": "y", "score": ["p", "q"], "by": "region", "metrics": "default,f1@0.3", "keep_rows": True},
        {"label": "y", "score": "p", "weight": "w", "keep_rows": True},
        {"label": "k", "score": {"cat": "a", "dog": "b", "ox": "c"}, "keep_rows": True},
        {"label": "g", "score": ["p", "q"], "group": "u"},
        {"label": "a", "prediction": ["b", "c"], "by": "region"},
        {"reference": "heard", "prediction": "written", "task": "transcript", "by": "region", "keep_rows": True},
    ]
    for place, options in enumerate(asked):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield gn.evaluate(table, **options).save(folder / f"{place}.gnomon").read_bytes()
    maps = r.integers(0, 3, (3, 5, 6, 7))
    made = gn.evaluate(maps[0], prediction={"a": maps[1], "b": maps[2]}, task="segmentation", metrics="default,boundary_iou")
    yield made.save(folder / "maps.gnomon").read_bytes()
    scenes = gn.samples.streets(6)
    made = gn.evaluate(scenes["truth"], prediction={"a": scenes["sharp"], "b": scenes["loose"]}, task="detection")
    yield made.save(folder / "streets.gnomon").read_bytes()
    tags = [["B-PER", "O"], ["B-LOC", "O"], ["O", "B-PER"]], [["B-PER", "O"], ["O", "O"], ["B-PER", "B-PER"]]
    made = gn.evaluate({"t": tags[0], "s": tags[1]}, label="t", prediction="s", task="spans")
    yield made.save(folder / "spans.gnomon").read_bytes()


PLANNED = [
    ({"label": "y", "score": ["p"], "by": ("region", "k"), "weight": "w", "cluster": "k"}, {"most_rows": 20}),
    ({"label": "k", "prediction": ["q"], "by": "region", "cluster": "u"}, {}),
    ({"label": "w", "prediction": ["p"], "by": "region"}, {"most_rows": 20, "most_cells": 300}),
    ({"label": "y", "score": ["p"], "group": "u", "by": "region"}, {}),
    ({"label": "y", "score": ["p"], "group": "u", "metrics": "auc,gauc,ndcg"}, {"most_rows": 20}),
]
"""What partials are of: arguments of an evaluation, and limits of its plan."""


@cache
def partials():
    """The plan of each, and the bytes of one partial of it."""
    r = np.random.default_rng(3)
    n, made = 60, []
    kinds = [np.array(["ox", "cat", "dog"])[r.integers(0, 3, n)] for _ in range(2)]
    table = {
        "y": r.integers(0, 2, n),
        "p": r.integers(0, 16, n) / 16,
        "w": r.random(n),
        "u": r.integers(0, 9, n),
        "k": kinds[0],
        "q": kinds[1],
    }
    table["region"] = np.array(["north", "south"])[r.integers(0, 2, n)]
    for asked, limits in PLANNED:
        columns = dict.fromkeys(["prediction", "score", "weight", "cluster", "group"]) | {"positive": gn.inputs.DEFAULT_POSITIVE} | asked
        plan, batches = survey(open_source(table, 10**9), run.plan_of(missing="error", **columns).replace(seed=0, **limits))
        partial, whole = Partial(plan), next(iter(batches))
        for start in range(0, n, 20):
            partial.update({name: column.part(slice(start, start + 20)) for name, column in whole.items()}, start)
        made.append((plan, partial.to_bytes()))
    return made


def use_partial(data):
    """Read a partial of any of the plans, and do what a pass does with it: write it, merge it, end it."""
    return sum(_used_partial(plan, known, data) for plan, known in partials()) > 0


def _used_partial(plan, known, data):
    try:
        mine, other = Partial.from_bytes(plan, data), Partial.from_bytes(plan, data)
        Partial.from_bytes(plan, mine.to_bytes()).finish()
        with suppress(gn.InputError):  # the same queries are in both
            Partial.from_bytes(plan, known).merge(other).finish()
    except gn.InputError:
        return False
    return True


def sealed(header, body):
    """Header and body as saved bytes with the right checksum."""
    payload = HEAD.pack(b"GNOMON", 1, len(header)) + header + body
    return payload + struct.pack("<I", zlib.crc32(payload))


def opened(data):
    length = HEAD.unpack_from(data)[2]
    return data[HEAD.size : HEAD.size + length], data[HEAD.size + length : -4]


def leaves(known, path=()):
    """Every place in nested lists and objects."""
    yield path
    for key in known if isinstance(known, dict) else range(len(known)) if isinstance(known, list) else ():
        yield from leaves(known[key], (*path, key))


def replaced(known, rng):
    """JSON in which one value is another, gone, or there twice."""
    places = [path for path in leaves(known) if path]
    if not places:
        return rng.choice(ODD)
    *above, last = rng.choice(places)
    held = known
    for key in above:
        held = held[key]
    what = rng.random()
    if what < 0.15:
        del held[last]
    elif what < 0.25 and isinstance(held, list):
        held.append(held[last])
    elif what < 0.35:
        *other, end = rng.choice(places)
        source = known
        try:
            for key in (*other, end):
                source = source[key]
            held[last] = json.loads(json.dumps(source))
        except (LookupError, TypeError):
            held[last] = rng.choice(ODD)
    elif isinstance(held[last], (int, float)) and what < 0.7:
        held[last] = rng.choice(ODD_NUMBERS)
    else:
        held[last] = rng.choice(ODD)
    return known


def _altered_array(body, header, rng):
    """One element of one array as something that it should not be."""
    layout = [entry for entry in header["arrays"] if np.prod(entry[2])]
    if not layout:
        return body
    chosen = rng.choice(layout)
    at = 0
    for entry in header["arrays"]:
        if entry is chosen:
            break
        at += int(np.prod(entry[2])) * np.dtype(entry[1]).itemsize
    dtype = np.dtype(chosen[1])
    array = np.frombuffer(body, dtype, int(np.prod(chosen[2])), at).copy()
    place, other = rng.randrange(len(array)), rng.randrange(len(array))
    what = rng.random()
    with np.errstate(all="ignore"):
        if what < 0.2:
            array[place], array[other] = array[other], array[place]
        elif what < 0.3:
            array[place] = array[other]
        elif dtype.kind == "f":
            array[place] = rng.choice(ODD_FLOATS)
        else:
            array[place] = np.array(rng.choice(ODD_WHOLE), np.int64).astype(dtype)
    return body[:at] + array.tobytes() + body[at + array.nbytes :]


def _flipped(data, rng):
    """Bytes changed, taken out or put in."""
    raw = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 8])):
        at = rng.randrange(len(raw) + 1)
        what = rng.random()
        if what < 0.7 and at < len(raw):
            raw[at] = rng.choice([raw[at] ^ 1 << rng.randrange(8), rng.randrange(256), 0, 255])
        elif what < 0.85:
            del raw[at : at + rng.choice([1, 1, 4, 8, 64])]
        else:
            raw[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice([1, 4, 8])))
    return bytes(raw)


def mutated(data, rng):
    """A summary's bytes with one thing changed and the checksum right."""
    header, body = opened(data)
    what = rng.random()
    if what < 0.4:
        return sealed(header, _altered_array(body, json.loads(header), rng))
    if what < 0.65:
        return sealed(json.dumps(replaced(json.loads(header), rng)).encode("utf-8", "surrogatepass"), body)
    if what < 0.75:
        known = json.loads(header)
        for entry in known["arrays"]:
            if rng.random() < 0.5:
                entry[rng.choice([1, 2])] = rng.choice([*DTYPES, *([n] for n in ODD_WHOLE), [2**40, 0], [-1, -8]])
        return sealed(json.dumps(known).encode(), body)
    if what < 0.85:
        return sealed(_flipped(header, rng), body)
    return sealed(header, _flipped(body, rng))


def mutated_archive(data, rng):
    """A saved evaluation with one of the things inside it changed, or the file itself."""
    if rng.random() < 0.1:
        return _flipped(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice([*inside, *(3 * ["evaluation.json"])])
    if name == "evaluation.json":
        known = replaced(json.loads(inside[name]), rng)
        inside[name] = json.dumps(known).encode("utf-8", "surrogatepass") if rng.random() < 0.95 else _flipped(inside[name], rng)
    else:
        inside[name] = mutated(inside[name], rng)
    if rng.random() < 0.05:
        inside[rng.choice(list(inside))] = inside.pop(rng.choice([name for name in inside if name != "evaluation.json"]))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for entry, content in inside.items():
            archive.writestr(entry, content)
    return out.getvalue()


def use(data):
    """Read saved bytes and do with them what people do: it works, or it is refused as bad input."""
    if data[:2] == b"PK":
        return use_archive(data)
    if b'"kind": "Partial"' in data[:64]:
        return use_partial(data)
    try:
        summary = Summary.from_bytes(data)
        assert Summary.from_bytes(summary.to_bytes()) == summary
        repr(summary)
        for other in (summary, type(summary).empty()):
            with suppress(gn.InputError):  # the same queries are in both
                summary + other
        summary.coarsened(5)
        _measure(summary, random.Random(zlib.crc32(data)))
    except gn.InputError:
        return False
    return True


def _measure(summary, rng):
    """Some of the metrics that are computed from such a summary; one that needs an option more, or other data, may say so."""
    able = [entry for entry in entries() if entry.summary is type(summary)]
    for entry in rng.sample(able, min(3, len(able))):
        with suppress(gn.InputError, OptionError):
            getattr(gn, entry.name)(summary)


def use_archive(data):
    """Read a saved evaluation and show it; of one in eight also the page, which takes as long as all the rest."""
    from gnomon.evaluation.saved import loaded
    from gnomon.report.page import html

    try:
        evaluation = loaded(data, "mutated.gnomon")
        str(evaluation)
        evaluation.to_dict()
        if zlib.crc32(data) % 8 == 0:
            html(evaluation)
    except gn.InputError:
        return False
    return True


def seeds(folder):
    return [*(summary.to_bytes() for summary in summaries()), *(data for _, data in partials())], list(evaluations(folder))


def case(seed, packed, archives):
    """Case number ``seed``: what it is depends on that number alone."""
    rng = random.Random(seed)
    if archives and rng.random() < 0.1:
        return mutated_archive(rng.choice(archives), rng)
    made = mutated(rng.choice(packed), rng)
    if rng.random() < 0.2:
        try:
            return mutated(made, rng)
        except (ValueError, TypeError, LookupError, SyntaxError, OverflowError, AttributeError):
            pass  # it can no longer be opened
    return made
