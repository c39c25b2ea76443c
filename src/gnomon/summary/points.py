"""Points with their clusters, as they are: what has to look at distances can be summed up no further."""

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..inputs.arrays import not_empty, same_length
from ..inputs.coordinates import as_points
from ..inputs.groups import encode_groups, named
from ..inputs.labels import plain
from ..inputs.partitions import Part, encode_part
from ..types import Array, Floats, Places
from .base import Summary
from .contingency import check_noise, refuse_other_kind
from .invariants import as_names, as_scores, as_starts, check_ascending, frozen
from .packing import Arrays


class Points(Summary):
    """Points by cluster: those of cluster k are rows ``starts[k]`` to ``starts[k + 1]`` of ``points``, in ascending order of coordinates.

    The order depends on the points alone, so that no figure depends on that in which they came. ``noise`` is the cluster that is none.

    >>> import gnomon as gn
    >>> gn.Points.of([[0, 0], [0, 1], [5, 5], [5, 6]], ["a", "a", "b", "b"])
    Points(4 points of 2 coordinates, 2 clusters)
    """

    growth = "rows"
    arguments: ClassVar[dict[str, str]] = {
        "points": 'The points, a row each and a column a coordinate; with metric="precomputed" the square matrix of their distances; or a '
        "Points in the place of both arrays.",
        "labels": "The cluster of each point, of any type.",
        "noise": "The cluster that holds what belongs to none, as -1 from DBSCAN: its points are left out; None: every label is a cluster.",
        "per_point": "An array with a value for each point, in their order, instead of one value; NaN for noise.",
    }
    clusters: Array
    starts: Places
    points: Floats
    noise: Any

    def __init__(self, clusters: Any, starts: Any, points: Any, noise: Any = None) -> None:
        names = as_names(clusters, "clusters")
        check_ascending(names, "clusters")
        array = np.asarray(points)
        if array.ndim != 2 or (not array.shape[1] and len(array)):
            raise InputError("summary.points_shape_mismatch", shape=array.shape)
        held = frozen(as_scores(array.reshape(-1), "points").reshape(array.shape))
        check_noise(noise, "singletons")
        places = as_starts(starts, "starts", len(names), len(held))
        if (np.diff(places) < 1).any():
            raise InputError("summary.cluster_without_points")
        self.__dict__.update(clusters=names, starts=places, points=held, noise=plain(noise))
        if not (_order(held, self.codes) == np.arange(len(held))).all():
            raise InputError("summary.cluster_points_not_ascending")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to {name}: a Points does not change; build another with Points.of")

    def __reduce__(self) -> tuple[Any, ...]:
        return Points, (self.clusters, self.starts, self.points, self.noise)

    @classmethod
    def of(cls, points: Any, labels: Any = None, *, noise: Any = None) -> "Points":
        """From the coordinates and the cluster of each point."""
        if labels is None:
            raise InputError("public.clustering_labels_missing")
        check_noise(noise, "singletons")
        coordinates, part = as_points(points), encode_part(labels, "labels")
        not_empty(len(coordinates), "points")
        same_length(len(coordinates), "points", len(part.codes), "labels")
        return cls.of_part(coordinates, part, noise)[0]

    @classmethod
    def of_part(cls, points: Floats, part: Part, noise: Any = None) -> tuple["Points", Places]:
        """From checked coordinates and codes of clusters; and where each of its rows stood."""
        refuse_other_kind(noise, part.names)
        order = _order(points + 0.0, part.codes)
        used = np.unique(part.codes)
        starts = np.append(0, np.cumsum(np.bincount(part.codes, minlength=len(part.names))[used]))
        return cls(part.names[used], starts, points[order], noise), order

    @classmethod
    def empty(cls) -> "Points":
        return cls(np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros((0, 0)))

    def __len__(self) -> int:
        return len(self.points)

    @property
    def cells(self) -> int:
        return max(len(self), 1)

    @property
    def codes(self) -> Places:
        """The place of each row's cluster among the clusters."""
        return np.repeat(np.arange(len(self.clusters)), np.diff(self.starts))

    @cached_property
    def clustered(self) -> "Points":
        """The points that are no noise."""
        found = np.flatnonzero(self.clusters == self.noise) if self.noise is not None else np.zeros(0, np.int64)
        if not len(found):
            return self
        k = int(found[0])
        first, last = int(self.starts[k]), int(self.starts[k + 1])
        starts = np.append(self.starts[: k + 1], self.starts[k + 2 :] - (last - first))
        return Points(np.delete(self.clusters, k), starts, np.delete(self.points, np.s_[first:last], 0))

    def _merge(self, other: "Points") -> "Points":
        if not len(self) or not len(other):
            return self if len(self) else other
        if self.noise != other.noise:
            raise InputError("summary.cluster_noise_differs", noise=self.noise, noise_2=other.noise)
        if self.points.shape[1] != other.points.shape[1]:
            raise InputError("summary.point_dimensions_differ", a=self.points.shape[1], b=other.points.shape[1])
        names = encode_groups(named(self.clusters.tolist() + other.clusters.tolist()), "clusters")
        codes = np.concatenate([names.codes[: len(self.clusters)][self.codes], names.codes[len(self.clusters) :][other.codes]])
        return Points.of_part(np.concatenate([self.points, other.points]), Part(codes, names.names), self.noise)[0]

    def _state(self) -> tuple[dict[str, Any], Arrays]:
        meta: dict[str, Any] = {"noise": self.noise, "coordinates": self.points.shape[1]}
        arrays: Arrays = {"starts": self.starts, "points": self.points.reshape(-1)}
        if self.clusters.dtype == object:
            meta["clusters"] = self.clusters.tolist()
        else:
            arrays["clusters"] = self.clusters
        return meta, arrays

    @classmethod
    def _restore(cls, meta: dict[str, Any], arrays: Arrays) -> "Points":
        flat, wide = arrays["points"], int(meta["coordinates"])
        names = named(meta["clusters"]) if "clusters" in meta else arrays["clusters"]
        return cls(names, arrays["starts"], flat.reshape(-1, wide) if wide else flat.reshape(0, 0), meta["noise"])

    def __repr__(self) -> str:
        if not len(self):
            return "Points(no points)"
        n, d, k = len(self), self.points.shape[1], len(self.clusters)
        shown = f"{n:,} point{'' if n == 1 else 's'} of {d:,} coordinate{'' if d == 1 else 's'}, {k:,} cluster{'' if k == 1 else 's'}"
        return f"Points({shown})"


def _order(points: Floats, codes: Array) -> Places:
    """Rows by cluster and by coordinates; further coordinates are looked at only where the first one ties."""
    order = np.lexsort((points[:, 0], codes)) if points.shape[1] else np.arange(len(points))
    if points.shape[1] > 1:
        first, cluster = points[order, 0], codes[order]
        if ((first[1:] == first[:-1]) & (cluster[1:] == cluster[:-1])).any():
            order = np.lexsort((*points.T[::-1], codes))
    return np.asarray(order)
