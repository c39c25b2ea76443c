"""Evaluations as JSON and as files: figures in a documented, versioned form, and the summaries beside them."""

import datetime
import json
import math
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from ..catalog import parse
from ..errors import InputError
from ..files import regular, write_file
from ..findings import Finding
from ..inference.stored import comparison_from_dict, comparison_to_dict
from ..inputs import HIGHER
from ..inputs.moments import read, shown
from ..memory import memory_limit
from ..messages import restored, saved
from ..messages.language import said_by_system
from ..messages.visible import json_text
from ..result import plain
from ..summary import Summary
from ..tasks import registry
from ..value import Value
from .kept_rows import StoredRows
from .models import Model
from .result import Evaluation, Slice
from .saved_figures import check_figures
from .schema import EVALUATION, WHOLE, check_shape
from .summaries import ModelSummaries

SCHEMA = "gnomon.evaluation"
VERSION = 3
INSIDE, ROWS, ROWS_2 = "evaluation.json", "rows", "rows.npz"
NUMBERS = ("low", "high", "at_least", "at_most", "threshold")
WORDS = ("method", "unsure", "reason", "approximate")
MOST_UNPACKED, MOST_SWELLING = 2**30, 100
"""Bytes that any archive may unpack to, and how many times its own size where that is more: scores hardly shrink."""
_AT = re.compile(r"[0-9]+/at/.+")
"""Counts at a threshold, as version 2 saved them beside summaries."""
WRONG = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, AssertionError, EOFError, NotImplementedError),
    *(RuntimeError, zipfile.BadZipFile, zlib.error, struct.error),
)
"""What reading something else than was saved may end in: an archive may be encrypted, packed otherwise, or cut off."""


def plain_number(value: float | None) -> float | str | None:
    """A number as JSON has it: None for what is undefined, the words "inf" and "-inf" for what has no end."""
    if value is None or math.isnan(value):
        return None
    return float(value) if math.isfinite(value) else "inf" if value > 0 else "-inf"


def number_back(value: Any) -> float:
    """The number that :func:`plain_number` wrote."""
    return math.nan if value is None else float(value)


def _key(value: object) -> Any:
    """A slice's value: a number that JSON lacks as text, and a date."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else shown(value)


def _slice(part: dict[str, Any], dated: Sequence[str]) -> Slice:
    """A slice, its dates as dates again."""
    by = {column: read(value) if column in dated and isinstance(value, str) else value for column, value in part["by"].items()}
    return Slice(by, part["rows"], _values(part["values"]), _facts(part["facts"]))


def _value(value: Value) -> dict[str, Any]:
    known: dict[str, Any] = {"metric": value.metric, "model": value.model, "value": plain_number(value)}
    for name in NUMBERS:
        if getattr(value, name) is not None:
            known[name] = plain_number(getattr(value, name))
    known |= {name: plain(getattr(value, name)) for name in WORDS if getattr(value, name)}
    return saved(known, reason=value.reason, unsure=value.unsure)


def _value_back(known: dict[str, Any]) -> Value:
    known = restored(known)
    rest = {name: number_back(known[name]) for name in NUMBERS if name in known} | {name: known[name] for name in WORDS if name in known}
    return Value(number_back(known["value"]), known["metric"], known["model"], **rest)


def _from_version_1(known: dict[str, Any]) -> dict[str, Any]:
    """What the first version wrote: there were no confidence intervals, and low and high were the bounds of coarse values."""
    for value in (v for part in (known, *known["slices"]) for v in part["values"]):
        value |= {name: value.pop(old) for old, name in (("low", "at_least"), ("high", "at_most")) if old in value}
    return known


FACTS_2 = ("positive", "classes", "positives", "effective_positives", "effective_negatives", "group", "groups")


def _from_version_2(known: dict[str, Any]) -> dict[str, Any]:
    """What the second version wrote: what only some kinds have stood beside what all have."""
    known["facts"] = {name: known[name] for name in FACTS_2 if known.get(name) is not None}
    for part in known["slices"]:
        part["facts"] = {name: part[name] for name in ("positives", "groups") if part.get(name) is not None}
    return known


def to_dict(e: Evaluation) -> dict[str, Any]:
    """The evaluation's figures as plain objects."""
    return {
        "schema": SCHEMA,
        "schema_version": VERSION,
        "gnomon": e.version,
        "created": e.created,
        "source": e.source,
        "task": e.task,
        "label": e.label,
        "models": [_model(model) for model in e.models],
        "weight": e.weight,
        "by": list(e.by),
        "rows": e.rows,
        "total": e.total,
        "effective_rows": e.effective_rows,
        "facts": _facts_out(e.facts),
        "options": _facts_out(e.options),
        "dropped_rows": e.dropped_rows,
        "dropped": e.dropped,
        "exact": e.exact,
        "metrics": [{"reference": name, "better": parse(name).entry.better} for name in e.metrics],
        "values": [_value(value) for value in e.values.values()],
        "dated": [column for column in e.by if any(isinstance(part.by.get(column), datetime.date) for part in e.slices)],
        "slices": [
            {
                "by": {column: _key(value) for column, value in part.by.items()},
                "rows": part.rows,
                "facts": _facts_out(part.facts),
                "values": [_value(v) for v in part.values.values()],
            }
            for part in e.slices
        ],
        "level": e.level,
        "cluster": e.cluster,
        "clusters": e.clusters,
        "comparison": None if e.comparison is None else comparison_to_dict(e.comparison),
        "findings": [finding.to_dict() for finding in e.findings],
    }


def _facts_out(facts: Mapping[str, object]) -> dict[str, Any]:
    """Facts as JSON has them; tuples come back as tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


def _facts(known: Mapping[str, object]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}


def _current(known: Mapping[str, Any], part: str) -> dict[str, Any]:
    """The facts or options of the whole, in the words that the kinds of its task use today."""
    facts = _facts(known.get(part, {}))
    for key in registry.task(known["task"]).all_aspects:
        facts = registry.aspect(key).current_facts(facts)
    return facts


def _model(model: Model) -> dict[str, Any]:
    scores = None if model.scores is None else [[name, column] for name, column in model.scores.items()]
    known = {"name": model.name, "score": model.score, "scores": scores, "prediction": model.prediction}
    return known if model.score is None else known | {"direction": model.direction}


def _models(known: dict[str, Any]) -> tuple[Model, ...]:
    return tuple(
        Model(m["name"], m["score"], None if m["scores"] is None else dict(m["scores"]), m["prediction"], m.get("direction", HIGHER))
        for m in known["models"]
    )


def from_dict(known: dict[str, Any], summaries: dict[str, ModelSummaries] | None = None, kept: StoredRows | None = None) -> Evaluation:
    """The evaluation that :func:`to_dict` wrote."""
    return Evaluation(
        source=known["source"],
        task=known["task"],
        label=known["label"],
        models=_models(known),
        weight=known["weight"],
        by=tuple(known["by"]),
        rows=known["rows"],
        total=known["total"],
        effective_rows=known["effective_rows"],
        facts=_current(known, "facts"),
        options=_current(known, "options"),
        dropped=known["dropped"],
        dropped_rows=known["dropped_rows"],
        exact=known["exact"],
        metrics=tuple(metric["reference"] for metric in known["metrics"]),
        values=_values(known["values"]),
        slices=tuple(_slice(part, known.get("dated", ())) for part in known["slices"]),
        summaries=summaries or {},
        created=known["created"],
        version=known["gnomon"],
        level=known.get("level"),
        cluster=known.get("cluster"),
        clusters=known.get("clusters"),
        comparison=None if known.get("comparison") is None else comparison_from_dict(known["comparison"]),
        kept=kept,
        found=tuple(Finding.from_dict(finding) for finding in known["findings"]),
    )


def _values(known: list[dict[str, Any]]) -> dict[tuple[str, str], Value]:
    made = map(_value_back, known)
    return {(value.model, value.metric): value for value in made}


def save(e: Evaluation, path: Path) -> Path:
    """Figures as JSON, or figures and summaries in one archive."""
    figures = to_dict(e)
    if path.suffix == ".json":
        return write_file(path, json_text(figures).encode(), e.inputs)
    inside = {f"{place}/{key}": one for place, name in enumerate(e.names) for key, one in e.summaries.get(name, {}).items()}
    names = [*([ROWS] if e.kept is not None else []), *inside]
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        out.writestr(INSIDE, json_text(figures | {"entries": names}))
        if e.kept is not None:
            out.writestr(ROWS, e.kept.to_bytes())
        for entry, summary in inside.items():
            out.writestr(entry, summary.to_bytes())
    return write_file(path, archive.getvalue(), e.inputs)


def load(path: Path) -> Evaluation:
    """What :func:`save` wrote; anything else is refused with what it is not."""
    try:
        raw = regular(path).read_bytes()
    except OSError as reason:
        raise InputError("evaluation.saved_file_unreadable", path=path, strerror=said_by_system(reason)) from None
    return loaded(raw, path)


def loaded(raw: bytes, path: Path) -> Evaluation:
    """What :func:`save` wrote to a file, from its bytes."""
    try:
        if raw[:2] != b"PK":
            return _sayable(from_dict(_checked(json.loads(raw), path)))
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            _fits(archive, len(raw), path)
            known = _checked(json.loads(archive.read(INSIDE)), path)
            _check_entries(archive.namelist(), known, path)
            names = [model["name"] for model in known["models"]]
            summaries = {name: _summaries(archive, place, known["rows"]) for place, name in enumerate(names)}
            return _sayable(from_dict(known, summaries, _rows(archive, known)))
    except WRONG as reason:
        if isinstance(reason, InputError):
            raise
        raise InputError("evaluation.saved_file_not_evaluation", path=path, reason=reason) from None


def _sayable(e: Evaluation) -> Evaluation:
    """The evaluation, once its facts could be said: of what types they are only their kinds know."""
    for key in registry.task(e.task).all_aspects:
        for fact in registry.aspect(key).said(e):
            fact.text("en")
            fact.text("zh")
    return e


def _fits(archive: zipfile.ZipFile, size: int, path: Path) -> None:
    """Refuse an archive that swells past all bounds, before any of it is unpacked; no entry gives more than it declares."""
    total = sum(entry.file_size for entry in archive.infolist())
    most = min(max(MOST_UNPACKED, MOST_SWELLING * size), memory_limit(None))
    if total > most:
        raise InputError(
            "evaluation.saved_file_unpacks_too_large",
            path=path,
            total=total,
            most=most,
        )


def _check_entries(found: list[str], known: dict[str, Any], path: Path) -> None:
    """Raise InputError unless an archive holds the entries that it names; archives of earlier versions name none, and hold a model's."""
    able = {ROWS, ROWS_2, *(f"{place}/{key}" for place in range(len(known["models"])) for key in _summary_names())}
    named = known.get("entries")
    expected = {INSIDE, *(named if named is not None else (name for name in found if name in able or _AT.fullmatch(name)))}
    if lacking := sorted(expected - {*found}):
        raise InputError("evaluation.saved_entry_missing", path=path, name=lacking[0])
    if strange := [name for name, times in Counter(found).items() if name not in expected or times > 1]:
        raise InputError("evaluation.saved_entry_unexpected", path=path, name=strange[0])


def _summary_names() -> set[str]:
    """The names that summaries have in archives, those of earlier versions among them."""
    return {name for aspect in registry.aspects() for name in (aspect.key, *aspect.aliases)}


def _rows(archive: zipfile.ZipFile, known: dict[str, Any]) -> StoredRows | None:
    models = _models(known)
    if ROWS in archive.namelist():
        return StoredRows.from_bytes(archive.read(ROWS)).with_columns_of(models)
    return StoredRows.from_version_2(archive.read(ROWS_2), known, models) if ROWS_2 in archive.namelist() else None


def _summaries(archive: zipfile.ZipFile, place: int, rows: int) -> ModelSummaries:
    """A model's summaries by aspect; version 2 had other names for some, and counts at thresholds beside them."""
    inside = {name.partition("/")[2]: Summary.from_bytes(archive.read(name)) for name in archive.namelist() if name.startswith(f"{place}/")}
    beside = {float(name.removeprefix("at/")): summary for name, summary in inside.items() if name.startswith("at/")}
    found = ModelSummaries()
    for name, summary in inside.items():
        able = [a for a in registry.aspects() if name in (a.key, *a.aliases)]
        aspect = next((a for a in able if isinstance(summary, (a.summary, *a.condensed_as))), None)
        if aspect is not None:
            found[aspect.key] = aspect.with_counts(summary, beside) if beside else summary
        elif able:
            raise InputError("evaluation.saved_entry_kind_mismatch", kind=type(summary).__name__, name=name)
    for key, summary in found.items():
        registry.aspect(key).check_beside(summary, found, rows)
    return found


def _checked(known: object, path: Path) -> dict[str, Any]:
    if not isinstance(known, dict) or known.get("schema") != SCHEMA:
        raise InputError("evaluation.json_not_evaluation", path=path)
    check_shape(known.get("schema_version"), WHOLE, "schema_version")
    if known["schema_version"] > VERSION:
        raise InputError(
            "evaluation.saved_schema_version_too_new",
            path=path,
            known=known["schema_version"],
            version=VERSION,
        )
    if known["schema_version"] == 1:
        known = _from_version_1(known)
    made = known if known["schema_version"] > 2 else _from_version_2(known)
    check_shape(made, EVALUATION, "evaluation")
    _check_names(made)
    check_figures(made)
    _check_facts(made)
    return made


def _check_names(known: dict[str, Any]) -> None:
    """Refuse values of models and metrics that are not the evaluation's own, and tasks, metrics and ranks that there are none of."""
    names = [model["name"] for model in known["models"]]
    if not names or len(set(names)) != len(names):
        raise InputError("evaluation.saved_models_missing_or_twice")
    metrics = {metric["reference"] for metric in known["metrics"]}
    registry.task(known["task"])
    compared = known.get("comparison") or {"metrics": [], "values": [], "pairs": [], "dominance": []}
    for metric in (*metrics, *compared["metrics"]):
        parse(metric)
    own = [(value["metric"], value["model"]) for part in (known, *known["slices"]) for value in part["values"]]
    tested = [(pair["metric"], pair[side]) for pair in compared["pairs"] for side in "ab"]
    tested += [(value["metric"], value["model"]) for value in compared["values"]]
    _check_named(own, metrics, names)
    _check_named(tested, compared["metrics"], names)
    _check_named([("", curve[side]) for curve in compared["dominance"] for side in "ab"], [""], names)


def _check_facts(known: dict[str, Any]) -> None:
    """Refuse facts that are not what the kinds of this task tell."""
    shapes = {name: shape for key in registry.task(known["task"]).all_aspects for name, shape in registry.aspect(key).fact_shapes.items()}
    for part in (known, *known["slices"]):
        for name in part["facts"].keys() & shapes.keys():
            check_shape(part["facts"][name], shapes[name], f"facts.{name}")


def _check_named(given: Iterable[tuple[str, str]], metrics: Collection[str], models: Collection[str]) -> None:
    """Refuse a value whose metric or model the file does not name."""
    for metric, model in given:
        if model not in models or metric not in metrics:
            raise InputError("evaluation.saved_value_of_unknown_name", metric=metric, model=model)


def columns_of(e: Evaluation) -> dict[str, list[Any]]:
    """Long form: a line for each model, slice and metric; the whole has no slice."""
    parts: list[tuple[str, int, Any]] = [("", e.rows, e.values), *((part.name, part.rows, part.values) for part in e.slices)]
    lines = [
        {"model": v.model, "slice": name, "rows": rows, "metric": v.metric, "value": float(v), **v.known}
        for name, rows, values in parts
        for v in values.values()
    ]
    return {key: [plain(line[key]) for line in lines] for key in (lines[0] if lines else {})}
