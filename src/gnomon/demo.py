"""The main job on data the package brings: sample predictions are written, evaluated from their files, and reported."""

import csv
import io
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import samples
from .errors import InputError
from .evaluation import Evaluation, evaluate
from .files import write_file
from .messages.language import said_by_system


@dataclass(frozen=True)
class Demonstration:
    """One demonstration: the predictions, the evaluation, the report, and the command that does the same.

    ``truth`` is the file of what is true, where the predictions' does not hold it.
    """

    predictions: tuple[Path, ...]
    evaluation: Evaluation
    report: Path
    command: str
    truth: Path | None = None


def run(folder: Path, lang: str = "en") -> Iterator[Demonstration]:
    """Two models on sample loans, two on a sample click log, then two detectors on sample street scenes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise InputError("core.demo_folder_not_made", folder=folder, strerror=said_by_system(reason)) from None
    yield _show(folder, lang, "credit.parquet", samples.credit(), "default", {"new": "p_new", "old": "p_old"}, "region")
    yield _show(folder, lang, "clicks.csv", samples.clicks(), "clicked", {"taste": "p_taste", "popular": "p_popular"}, "device", "user")
    yield _show_streets(folder, lang)


@dataclass(frozen=True)
class ShownCard:
    """The demonstration of a scorecard: the applications, the card, its report on later ones, and the commands that do the same."""

    applications: Path
    coefficients: str
    card: Path
    report: Path
    commands: tuple[str, ...]


def run_card(folder: Path, lang: str = "en") -> ShownCard:
    """A card from sample applications, and how it does on later ones."""
    from .scorecards import Binning, Scorecard

    first, later, file = folder / "applications.csv", folder / "later.csv", folder / "card.json"
    write_file(first, _csv(samples.applications()))
    write_file(later, _csv(samples.applications(8_000, seed=99)))
    left_out = ("month", "segment")
    rows = samples.applications()
    features = [name for name in rows if name not in (*left_out, "bad")]
    card = Scorecard(Binning(special={"bureau": [-999]}), features=features).fit(rows, rows["bad"])
    card.save(file)
    report = card.report(later, label="bad", path=folder / "card-report.html", lang=lang)
    excluded = " ".join(f"--exclude {one}" for one in left_out)
    fit = f"{_gnomon()} scorecard fit {first} --label bad --special bureau=-999 {excluded} -o {file}"
    return ShownCard(
        first, str(card.coefficients_), file, report, (fit, f"{_gnomon()} scorecard report {file} {later} --label bad -o {report}")
    )


def _gnomon() -> str:
    """The command as it can be typed here."""
    return "gnomon" if shutil.which("gnomon") else f"{sys.executable} -m gnomon"


def _show(
    folder: Path,
    lang: str,
    name: str,
    columns: dict[str, Any],
    label: str,
    score: dict[str, str],
    by: str,
    group: str | None = None,
) -> Demonstration:
    predictions = folder / name
    write_file(predictions, _parquet(columns) if name.endswith(".parquet") else _csv(columns))
    evaluation = evaluate(predictions, label=label, score=score, by=by, group=group, progress=False)
    report = evaluation.report(folder / f"{predictions.stem}-report.html", lang=lang)
    scores = " ".join(f"--score {model}={column}" for model, column in score.items())
    named = f"--label {label} {scores} --by {by}{f' --group {group}' if group else ''}"
    return Demonstration((predictions,), evaluation, report, f"{_gnomon()} report {predictions} {named} -o {report}")


def _show_streets(folder: Path, lang: str) -> Demonstration:
    """Objects in street scenes, and what two detectors say of them, as files of COCO's."""
    scenes = samples.streets()
    truth, models = folder / "streets.json", {name: folder / f"streets-{name}.json" for name in ("sharp", "loose")}
    for path, held in ((truth, scenes["truth"]), *((path, scenes[name]) for name, path in models.items())):
        write_file(path, json.dumps(held).encode())
    evaluation = evaluate(truth, prediction=models, task="detection", progress=False)
    report = evaluation.report(folder / "streets-report.html", lang=lang)
    results = " ".join(f"--results {name}={path}" for name, path in models.items())
    return Demonstration(tuple(models.values()), evaluation, report, f"{_gnomon()} report --truth {truth} {results} -o {report}", truth)


def _csv(columns: dict[str, Any]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(["" if one != one else one for one in values.tolist()] for values in columns.values()), strict=True))
    return text.getvalue().encode()


def _parquet(columns: dict[str, Any]) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("core.pyarrow_missing") from None
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()
