"""Options that clusterings take: what stands for noise, and the columns of points."""

from typing import Any

from ...errors import InputError
from ...summary.contingency import check_noise
from ..parts import TaskOption


def _noise(given: object) -> Any:
    check_noise(given, "singletons")
    return given


def _noise_as(given: object) -> Any:
    check_noise(None, given)
    return given


def _features(given: object) -> tuple[str, ...] | None:
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return None
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",")]
    if not isinstance(given, (list, tuple)) or not all(isinstance(name, str) and name for name in given):
        raise InputError("clustering.features_not_list", given=given)
    names = tuple(part.strip() for name in given for part in ([name] if "," not in name else name.split(",")))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError("clustering.feature_twice", twice=twice[0])
    return names


PANEL = "Clusters"
NOISE = (
    TaskOption(
        "noise",
        "The cluster that stands for no cluster, as -1 from DBSCAN. Default: every label is a cluster.",
        check=_noise,
        metavar="LABEL",
        panel=PANEL,
    ),
    TaskOption(
        "noise_as",
        "What becomes of noise: singletons (each point a cluster of its own), drop (left out) or cluster (one cluster like any other).",
        check=_noise_as,
        metavar="WAY",
        panel=PANEL,
    ),
)
FEATURES = TaskOption(
    "features",
    "A column of the points' coordinates, repeated for each; adds silhouettes and the like.",
    check=_features,
    many=True,
    metavar="COLUMN",
    panel=PANEL,
)
