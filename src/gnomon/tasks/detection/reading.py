"""Detections evaluated: the truth is read once, each model is matched to it, and every figure follows from the matches."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...engines import is_apart
from ...errors import InputError
from ...evaluation.finish import evaluation_of
from ...evaluation.models import Model, metrics_of
from ...evaluation.partial import PrecomputedSummaries
from ...evaluation.plan import Plan
from ...evaluation.result import Evaluation
from ...evaluation.run import DEFAULTS, how_of, read_units
from ...inference.estimate import REPLICATES
from ...messages.language import listed
from ...metrics.detection import detection_ap
from ...metrics.detection_map import reading_notes, unlike_pycocotools
from ...summary import Matches, Summary
from ...vision import Detections
from ...vision.protocols import Protocol, protocol_of
from ...vision.reading.units import SHARE
from .misread import read_otherwise
from .sides import are_matches, is_path, models_of, reading_side
from .worst import MOST_IMAGES, worst_images

RULES = ("protocol", "iou", "thresholds", "max_detections", "area_ranges", "recall_grid", "compatible", "sigmas")
READ = ("format", "classes", "images", "unit")
ASKED = ("task", "prediction", "metrics", "ci", "replicates", "seed", "name", "progress", *RULES, *READ)


def evaluate_detections(task: Any, data: object, given: Mapping[str, Any]) -> Evaluation:
    """The evaluation of detections; ``given`` are arguments of gn.evaluate."""
    _refuse(given)
    references, defaults = metrics_of(given.get("metrics", "default"))
    how = how_of(given.get("ci", 0.95), given.get("replicates", REPLICATES), given.get("seed", 0))
    rule = protocol_of(**{name: given[name] for name in RULES if name in given})
    summaries, seen = _of_matches(data, given) if _is_matched(data, given) else _of_sides(data, given, rule)
    models = list(dict.fromkeys(model for model, _ in summaries))
    plan = Plan(
        label=_label(data),
        models=tuple(Model(model, prediction=model) for model in models),
        metrics=references,
        defaults=defaults,
        positive=None,
        task=task,
        seed=None if how is None else how.seed,
        options={name: given[name] for name in RULES if isinstance(given.get(name), (str, bool, int, float))}
        | ({"protocol": rule.name} if isinstance(given.get("protocol"), str) else {}),
    )
    for reference in references:
        plan.check(reference)
    units = PrecomputedSummaries(summaries, [], len(summaries[models[0], "matches"]), {})  # type: ignore[arg-type]  # Matches have a length
    found = evaluation_of(given.get("name") or _label(data), read_units(plan, [units]), how)
    files = [one for one in (data, *_predicted(given)) if is_path(one)]
    return replace(found, observed={**found.observed, "detections": seen}, inputs=tuple(os.path.realpath(one) for one in files))


def _refuse(given: Mapping[str, object]) -> None:
    """What goes with tables, and what nobody knows."""
    for name in given:
        if name in ASKED:
            continue
        if name not in DEFAULTS:
            import difflib

            near = difflib.get_close_matches(name, ASKED, n=1)
            raise TypeError(f"evaluate() got an unexpected keyword argument {name!r}{f'; did you mean {near[0]}=?' if near else ''}")
        raise InputError(
            "detection.argument_of_tables",
            name=name,
            names=listed(("prediction", *RULES, *READ)),
        )


def _label(data: Any) -> str:
    return Path(data).name if is_path(data) else "objects"


def _predicted(given: Mapping[str, object]) -> list[Any]:
    return [] if given.get("prediction") is None else list(models_of(given["prediction"]).values())


def _is_matched(data: object, given: Mapping[str, object]) -> bool:
    return are_matches(data) or any(isinstance(one, Matches) for one in _predicted(given))


def _of_matches(data: object, given: Mapping[str, object]) -> tuple[dict[tuple[str, str], Summary], dict[str, Any]]:
    """Models that come matched: the truth and the rule are in the matches."""
    if are_matches(data) and given.get("prediction") is not None:
        raise InputError("detection.matches_with_truth_argument")
    models = models_of(data if are_matches(data) else given["prediction"])
    wrong = next((name for name, one in models.items() if not isinstance(one, Matches)), None)
    if wrong is not None:
        raise InputError("detection.matches_mixed_with_unmatched", name=wrong)
    if not (data is None or are_matches(data)):
        raise InputError("detection.truth_given_beside_matches")
    for name in (*RULES, *READ):
        if name in given:
            raise InputError("detection.argument_settled_by_matches", name=name)
    same_truth(models)
    return {(model, "matches"): one for model, one in models.items()}, {}


def _of_sides(data: object, given: Mapping[str, Any], rule: Protocol) -> tuple[dict[tuple[str, str], Summary], dict[str, Any]]:
    """What is kept of each model, by aspect, and what only the data themselves say."""
    models = models_of(given.get("prediction"))
    if any(map(is_apart, (data, *models.values()))):
        from .elsewhere import of_frames

        return of_frames(data, models, given, rule)
    reading = {name: given[name] for name in ("format", "classes", "unit") if name in given}
    images = given.get("images")
    pictures = images if is_path(images) else None
    if pictures is not None and not Path(pictures).is_dir():
        raise InputError("detection.images_folder_missing", given=pictures)
    sized = {"images": images} if images is not None and (pictures is None or _lacks_sizes(data, given.get("unit"))) else {}
    with reading_side("truth", data):
        truth = Detections.of(data, **reading, **sized, name=_called("truth", data))
    most = max(MOST_IMAGES // len(models), 3)
    summaries: dict[tuple[str, str], Summary] = {}
    seen: dict[str, Any] = {}
    for model, one in models.items():
        called = f"prediction[{model!r}]" if len(models) > 1 else "prediction"
        with reading_side(called, one):
            said = one if isinstance(one, Detections) else Detections.of(one, **reading, truth=truth, name=_called(called, one))
        matches = Matches.of(truth, said, protocol=rule)
        summaries[model, "matches"] = matches
        summaries[model, "worst_images"] = worst_images(matches, truth, said, pictures, most)
        seen[model] = _seen(truth, said, rule, matches, model)
    return summaries, seen


def _called(side: str, data: Any) -> str:
    """What errors call a side: the file by its name."""
    return Path(data).name if is_path(data) else side


def _seen(truth: Detections, said: Detections, rule: Protocol, matches: Matches, model: str) -> dict[str, Any]:
    """What findings say of a model and its matches do not hold.

    That is what another tool makes of it, AP without the cap that was reached, and AP of other readings of the data.
    """
    notes = reading_notes(truth, said, rule, matches)
    seen: dict[str, Any] = {"unlike": unlike_pycocotools(truth, said, rule, matches), "notes": notes}
    if matches.columns.dropped.any():
        seen["without_cap"] = detection_ap(Matches.of(truth, said, protocol=replace(rule, caps=(None,))))
    otherwise = read_otherwise(truth, said, rule, matches, model)
    return seen if otherwise is None else seen | {"otherwise": otherwise}


def _lacks_sizes(data: Any, unit: str | None) -> bool:
    """Whether the pictures must tell how large images are, as with YOLO's folders and tables of shares."""
    return is_path(data) and (Path(data).is_dir() or (unit == SHARE and not str(data).endswith((".json", ".json.gz"))))


def same_truth(summaries: Mapping[str, Matches]) -> None:
    """Refuse models that were not asked the same: other images, objects or rules."""
    names = list(summaries)
    for name in names[1:]:
        first, other = summaries[names[0]], summaries[name]
        if first.protocol != other.protocol:
            raise InputError("detection.match_rules_differ", first=names[0], name=name)
        if first.images.tolist() != other.images.tolist():
            raise InputError("detection.matched_images_differ", first=names[0], name=name)
        mine, theirs = first.columns, other.columns
        fields = ("truth_image", "truth_category", "truth_area", "crowd", "digest")
        ignored = mine.left_out.shape != theirs.left_out.shape or (mine.left_out != theirs.left_out).any()
        if ignored or first.categories.ids != other.categories.ids or any(_unlike(getattr(mine, f), getattr(theirs, f)) for f in fields):
            raise InputError("detection.matched_truths_differ", first=names[0], name=name)


def _unlike(a: Any, b: Any) -> bool:
    return bool(len(a) != len(b) or (a != b).any())
