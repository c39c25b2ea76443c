"""Evaluations as JSON and as files: figures in a documented, versioned form, and the summaries beside them."""

import json
import math
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from ..catalog import parse
from ..errors import InputError
from ..files import write_file
from ..findings import Finding
from ..inference.stored import comparison_from_dict, comparison_to_dict
from ..result import plain
from ..summary import Counts, Ranked, Summary, Sweeps
from ..words import restored, saved
from .figures import Value
from .held import Held
from .kept import Kept
from .plan import Model
from .result import Evaluation, Slice

SCHEMA = "gnomon.evaluation"
VERSION = 2
INSIDE, ROWS = "evaluation.json", "rows.npz"
NUMBERS = ("low", "high", "at_least", "at_most", "threshold")
WORDS = ("method", "unsure", "reason", "approximate")


def plain_number(value: float | None) -> Any:
    """A number as JSON has it: None for what is undefined, the words "inf" and "-inf" for what has no end."""
    if value is None or math.isnan(value):
        return None
    return float(value) if math.isfinite(value) else "inf" if value > 0 else "-inf"


def number_back(value: Any) -> float:
    """The number that :func:`plain_number` wrote."""
    return math.nan if value is None else float(value)


def _key(value: Any) -> Any:
    """A slice's value: a number that JSON lacks as text."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


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


def _updated(known: dict[str, Any]) -> dict[str, Any]:
    """What the first version wrote: there were no confidence intervals, and low and high were the bounds of coarse values."""
    for value in (v for part in (known, *known["slices"]) for v in part["values"]):
        value |= {name: value.pop(old) for old, name in (("low", "at_least"), ("high", "at_most")) if old in value}
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
        "positive": e.positive,
        "classes": list(e.classes),
        "models": [_model(model) for model in e.models],
        "weight": e.weight,
        "by": list(e.by),
        "rows": e.rows,
        "positives": e.positives,
        "total": e.total,
        "effective_rows": e.effective_rows,
        "effective_positives": e.effective_positives,
        "effective_negatives": e.effective_negatives,
        "dropped_rows": e.dropped_rows,
        "dropped": e.dropped,
        "exact": e.exact,
        "metrics": [{"reference": name, "better": parse(name).entry.better} for name in e.metrics],
        "values": [_value(value) for value in e.values.values()],
        "slices": [
            {
                "by": {column: _key(value) for column, value in part.by.items()},
                "rows": part.rows,
                "positives": part.positives,
                "groups": part.groups,
                "values": [_value(v) for v in part.values.values()],
            }
            for part in e.slices
        ],
        "level": e.level,
        "cluster": e.cluster,
        "clusters": e.clusters,
        "group": e.group,
        "groups": e.groups,
        "comparison": None if e.comparison is None else comparison_to_dict(e.comparison),
        "findings": [finding.to_dict() for finding in e.findings],
    }


def _model(model: Model) -> dict[str, Any]:
    scores = None if model.scores is None else [[name, column] for name, column in model.scores.items()]
    return {"name": model.name, "score": model.score, "scores": scores, "prediction": model.prediction}


def from_dict(known: dict[str, Any], summaries: dict[str, Held] | None = None, kept: Kept | None = None) -> Evaluation:
    """The evaluation that :func:`to_dict` wrote."""
    models = tuple(
        Model(m["name"], m["score"], None if m["scores"] is None else dict(m["scores"]), m["prediction"]) for m in known["models"]
    )
    return Evaluation(
        source=known["source"],
        task=known["task"],
        label=known["label"],
        positive=known["positive"],
        classes=tuple(known["classes"]),
        models=models,
        weight=known["weight"],
        by=tuple(known["by"]),
        rows=known["rows"],
        positives=known["positives"],
        total=known["total"],
        effective_rows=known["effective_rows"],
        effective_positives=known["effective_positives"],
        effective_negatives=known["effective_negatives"],
        dropped=known["dropped"],
        dropped_rows=known["dropped_rows"],
        exact=known["exact"],
        metrics=tuple(metric["reference"] for metric in known["metrics"]),
        values={(v["model"], v["metric"]): _value_back(v) for v in known["values"]},
        slices=tuple(
            Slice(
                part["by"],
                part["rows"],
                part["positives"],
                {(v["model"], v["metric"]): _value_back(v) for v in part["values"]},
                part.get("groups"),
            )
            for part in known["slices"]
        ),
        summaries=summaries or {},
        created=known["created"],
        version=known["gnomon"],
        kept=kept,
        level=known.get("level"),
        cluster=known.get("cluster"),
        clusters=known.get("clusters"),
        group=known.get("group"),
        groups=known.get("groups"),
        comparison=comparison_from_dict(known["comparison"]) if known.get("comparison") else None,
        found=tuple(Finding.from_dict(finding) for finding in known["findings"]),
    )


def save(e: Evaluation, path: Path) -> Path:
    """Figures as JSON, or figures and summaries in one archive."""
    text = json.dumps(to_dict(e), ensure_ascii=False, indent=1, allow_nan=False)
    if path.suffix == ".json":
        return write_file(path, text.encode())
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        out.writestr(INSIDE, text)
        if e.kept is not None:
            out.writestr(ROWS, e.kept.to_bytes())
        for place, name in enumerate(e.names):
            held = e.summaries.get(name, Held())
            for what, summary in (("scores", held.scores), ("labels", held.labels), ("pairs", held.pairs), ("ranked", held.ranked)):
                if summary is not None:
                    out.writestr(f"{place}/{what}", summary.to_bytes())
            for threshold, counts in held.at.items():
                out.writestr(f"{place}/at/{threshold!r}", counts.to_bytes())
    return write_file(path, archive.getvalue())


def load(path: Path) -> Evaluation:
    """What :func:`save` wrote; anything else is refused with what it is not."""
    try:
        raw = path.read_bytes()
    except OSError as reason:
        raise InputError(f"cannot read {path}: {reason.strerror}; name an evaluation that was saved") from None
    try:
        if raw[:2] != b"PK":
            return from_dict(_checked(json.loads(raw), path))
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            known = _checked(json.loads(archive.read(INSIDE)), path)
            names = [model["name"] for model in known["models"]]
            kept = Kept.from_bytes(archive.read(ROWS)) if ROWS in archive.namelist() else None
            return from_dict(known, {name: _held(archive, place) for place, name in enumerate(names)}, kept)
    except (ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, zlib.error) as reason:
        if isinstance(reason, InputError):
            raise
        raise InputError(f"{path} is no evaluation that gnomon saved, or it is damaged ({reason})") from None


def _held(archive: zipfile.ZipFile, place: int) -> Held:
    inside = {name: Summary.from_bytes(archive.read(name)) for name in archive.namelist() if name.startswith(f"{place}/")}
    at = {float(name.rpartition("/")[2]): s for name, s in inside.items() if "/at/" in name and isinstance(s, Counts)}
    scores, labels, pairs, ranked = (inside.get(f"{place}/{what}") for what in ("scores", "labels", "pairs", "ranked"))
    lists = ranked if isinstance(ranked, Ranked) else None
    return Held(scores, labels if isinstance(labels, Counts) else None, at, pairs if isinstance(pairs, Sweeps) else None, lists)  # type: ignore[arg-type]  # what was saved as scores


def _checked(known: Any, path: Path) -> dict[str, Any]:
    if not isinstance(known, dict) or known.get("schema") != SCHEMA:
        raise InputError(
            f"{path} is JSON, but no evaluation of gnomon's; write one with evaluation.save(…) or gnomon metrics --format json"
        )
    if known["schema_version"] > VERSION:
        raise InputError(
            f"{path} is of schema version {known['schema_version']}; this gnomon reads up to {VERSION}: update gnomon to read it"
        )
    return known if known["schema_version"] > 1 else _updated(known)


def columns_of(e: Evaluation) -> dict[str, list[Any]]:
    """Long form: a line for each model, slice and metric; the whole has no slice."""
    parts: list[tuple[str, int, Any]] = [("", e.rows, e.values), *((part.name, part.rows, part.values) for part in e.slices)]
    lines = [
        {"model": v.model, "slice": name, "rows": rows, "metric": v.metric, "value": float(v), **v.known}
        for name, rows, values in parts
        for v in values.values()
    ]
    return {key: [plain(line[key]) for line in lines] for key in (lines[0] if lines else {})}
