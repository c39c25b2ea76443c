"""How far two items are apart, by what is known of them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.labels import plain
from ..types import Floats

Distance = Callable[[NDArray[Any], NDArray[Any]], Floats]


def distance_of(kind: str, shown: NDArray[Any], items: NDArray[Any], features: object) -> Distance:
    """The distances between items, asked for by their places among ``items``; only those ``shown`` need features."""
    if not isinstance(features, Mapping):
        raise InputError("metrics.features_not_dictionary", features=features)
    strangers = [name for name in shown.tolist() if name not in features]
    if strangers:
        raise InputError(
            "metrics.features_missing_for_items",
            value=plain(strangers[0]),
            count=len(strangers),
        )
    known = {plain(name): features[name] for name in shown.tolist()}
    place = {name: row for row, name in enumerate(known)}
    row_of = np.array([place.get(plain(name), 0) for name in items.tolist()], np.int64)
    made = {"category": _category, "jaccard": _jaccard, "cosine": _cosine, "euclidean": _euclidean}[kind](known)
    return lambda one, other: made(row_of[one], row_of[other])


def _category(known: dict[Any, Any]) -> Distance:
    codes: dict[Any, int] = {}
    for name, category in known.items():
        try:
            codes.setdefault(category, len(codes))
        except TypeError:
            raise InputError(
                "metrics.features_not_one_category",
                name=name,
                category=category,
            ) from None
    code = np.array([codes[category] for category in known.values()], np.int64)
    return lambda one, other: (code[one] != code[other]).astype(float)


def _jaccard(known: dict[Any, Any]) -> Distance:
    sets = {}
    for name, categories in known.items():
        if isinstance(categories, (str, bytes)) or not isinstance(categories, Collection) or not len(categories):
            raise InputError(
                "metrics.features_categories_not_list",
                name=name,
                categories=categories,
            )
        sets[name] = set(categories)
    columns = {category: place for place, category in enumerate(dict.fromkeys(one for each in sets.values() for one in each))}
    has = np.zeros((len(sets), len(columns)))
    for row, categories in enumerate(sets.values()):
        has[row, [columns[category] for category in categories]] = 1
    sizes = has.sum(1)

    def apart(one: NDArray[Any], other: NDArray[Any]) -> Floats:
        shared = (has[one] * has[other]).sum(1)
        return np.asarray(1 - shared / (sizes[one] + sizes[other] - shared))

    return apart


def _vectors(known: dict[Any, Any]) -> Floats:
    length = None
    vectors = []
    for name, values in known.items():
        try:
            vector = np.asarray(values, np.float64)
        except (TypeError, ValueError):
            raise InputError("metrics.features_not_vector", name=name, values=values) from None
        length = vector.shape if length is None else length
        if vector.ndim != 1 or vector.shape != length or not np.isfinite(vector).all():
            raise InputError("metrics.features_vector_mismatch", name=name, values=values)
        vectors.append(vector)
    return np.array(vectors).reshape(len(vectors), -1)


def _cosine(known: dict[Any, Any]) -> Distance:
    vectors = _vectors(known)
    lengths = np.linalg.norm(vectors, axis=1)
    if (lengths == 0).any():
        raise InputError("metrics.features_vector_zero", known=list(known)[int(np.argmin(lengths))])
    unit = vectors / lengths[:, None]
    return lambda one, other: np.clip(1 - (unit[one] * unit[other]).sum(1), 0.0, 2.0)


def _euclidean(known: dict[Any, Any]) -> Distance:
    vectors = _vectors(known)
    return lambda one, other: np.asarray(np.linalg.norm(vectors[one] - vectors[other], axis=1))
