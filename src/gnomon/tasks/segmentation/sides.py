"""The two sides of an evaluation of label maps: the truth's images, and the maps of each model."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...inputs.labels import plain
from ...summary import BoundaryCounts, PanopticCounts, SegmentationCounts
from ...vision.label_images import is_path, maps_in
from ...vision.label_maps import is_one_map

COUNTED = (SegmentationCounts, BoundaryCounts, PanopticCounts)


def models_of(data: object, given: Any, names: object = None) -> dict[str, Any]:
    """Each model's maps by its name.

    A dictionary is one prediction where its keys are the truth's images and its values maps of one image each, and else {model: maps}.
    """
    if isinstance(data, COUNTED):
        if given is not None:
            raise InputError("segmentation.prediction_twice", type=type(data).__name__)
        return {"prediction": data}
    if given is None:
        raise InputError("segmentation.prediction_missing")
    if isinstance(given, Mapping):
        if not given:
            raise InputError("segmentation.models_empty")
        if not _is_one(given, set(_images_of(data, names))):
            return {str(name): maps for name, maps in given.items()}
    if isinstance(given, (list, tuple)) and given and all(is_path(one) and Path(one).is_dir() for one in given):
        return {Path(one).name: one for one in given}
    return {Path(given).name if is_path(given) else "prediction": given}


def _is_one(given: Mapping[Any, Any], images: set[Any]) -> bool:
    """Whether a dictionary holds the maps of one model; what could be either is refused."""
    maps = [name for name, one in given.items() if is_one_map(one)]
    known = [name for name in given if plain(name) in images]
    if not maps or not known:
        return False
    if len(maps) == len(known) == len(given):
        return True
    raise InputError(
        "segmentation.prediction_ambiguous",
        name=known[0],
        other=next(name for name in given if name not in known or name not in maps),
    )


def _images_of(data: Any, names: Any) -> Iterable[Any]:
    """The names of the truth's images, as far as it has any; one file is one image, beside which files are models."""
    if isinstance(data, Mapping):
        return map(plain, data)
    if is_path(data):
        return maps_in(data, "truth") if Path(data).is_dir() else ()
    return () if names is None or isinstance(names, (str, bytes)) else map(plain, names)
