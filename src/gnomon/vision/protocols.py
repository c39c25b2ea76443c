"""Protocols: the rules by which detections are matched to objects and averaged."""

import math
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..errors import InputError
from ..messages.language import listed

Area = tuple[str, float, float]
KINDS = ("box", "mask", "keypoints")
PER = ("class", "image")
FLOOR = 0.1
"""Overlaps from which on pairs are kept: below, a detection has nothing to do with an object."""
MOST = 2**31 - 1
COCO_GRID = tuple(np.linspace(0.0, 1.0, 101).tolist())
COCO_THRESHOLDS = tuple(np.linspace(0.5, 0.95, 10).tolist())
COCO_AREAS: tuple[Area, ...] = (
    ("all", 0.0, math.inf), ("small", 0.0, 32.0**2), ("medium", 32.0**2, 96.0**2), ("large", 96.0**2, math.inf)
)  # fmt: skip
YOLO_EARLIER, YOLO_CURRENT = "yolo-2025", "yolo-2026"
"""The rules of Ultralytics before April 2026 and since (8.4.190): an evaluation names the one that it used, never "yolo" alone."""
LARGEST = 1e10
"""Where pycocotools ends the ranges of areas that should have no end."""


@dataclass(frozen=True)
class Protocol:
    """A rule of evaluation.

    - ``thresholds``: the overlaps from which on a detection may match; ``areas``: ranges of objects' areas by name, the first "all".
    - ``caps``: detections that count, the fewest first, None where all do; ``per`` "class" counts them in each image and class, "image"
      in each image over its classes.
    - ``interpolation`` "grid" is the mean of the best precision at each recall of ``grid`` or past it, "envelope" the area under the best
      precision from each recall on, "trapezoid" that under straight lines between the points of ``grid``, where precision falls straight
      from the last recall to 0 at recall 1; "truncated" is the same with precision 0 from the last recall on.
    - ``matching`` "free" gives a detection the object that overlaps most of those still free, of equals the last; "unclaimed" the same, of
      equals the first; "best" the one that overlaps most or none.
    - ``sigmas``: how far each keypoint may be off; none: COCO's of a person.
    - ``pixel``: boxes hold their last pixel, as VOC's do; ``federated``: only classes that were looked for in an image count there.
    """

    name: str = "coco"
    iou: str = "box"
    thresholds: tuple[float, ...] = COCO_THRESHOLDS
    areas: tuple[Area, ...] = COCO_AREAS
    caps: tuple[int | None, ...] = (1, 10, 100)
    per: str = "class"
    interpolation: str = "grid"
    grid: tuple[float, ...] = COCO_GRID
    matching: str = "free"
    pixel: bool = False
    federated: bool = False
    compatible: bool = False
    sigmas: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.name == "yolo":  # what earlier versions of gnomon saved has this name and matches the "best" object
            object.__setattr__(self, "name", YOLO_EARLIER if self.matching == "best" else YOLO_CURRENT)
        object.__setattr__(self, "thresholds", _rising(self.thresholds, "thresholds", 0.0, 1.0))
        object.__setattr__(self, "grid", _rising(self.grid, "recall_grid", 0.0, 1.0, ends=True))
        object.__setattr__(self, "areas", _areas(self.areas))
        object.__setattr__(self, "caps", _caps(self.caps))
        object.__setattr__(self, "sigmas", _sigmas(self.sigmas))
        for name, value, allowed in (
            ("iou", self.iou, (*KINDS, "oriented")),
            ("per", self.per, PER),
            ("interpolation", self.interpolation, ("grid", "envelope", "trapezoid", "truncated")),
            ("matching", self.matching, ("free", "unclaimed", "best")),
        ):
            check_choice(name, value, allowed)
        for name in ("pixel", "federated", "compatible"):
            if not isinstance(getattr(self, name), bool):
                raise InputError("vision.flag_not_boolean", name=name, value=getattr(self, name))

    @property
    def text(self) -> str:
        """The name, and whatever is not as the protocol of that name has it.

        >>> Protocol(thresholds=(0.5,)).text, protocol_of("voc2007").text, protocol_of("coco", iou="mask", max_detections=300).text
        ('coco(thresholds=0.5)', 'voc2007', 'coco(iou=mask, caps=300)')
        """
        usual = PROTOCOLS.get(self.name, Protocol())
        apart = [f"{name}={_said(value)}" for name, value in asdict(self).items() if name != "name" and value != getattr(usual, name)]
        return f"{self.name}({', '.join(apart)})" if apart else self.name

    @property
    def floor(self) -> float:
        """The overlap from which on pairs are kept."""
        return min(FLOOR, *self.thresholds)

    @property
    def cap(self) -> int:
        """The most detections that count."""
        return MOST if self.caps[-1] is None else self.caps[-1]

    def area(self, name: str) -> int:
        """The place of a range of areas."""
        names = [area[0] for area in self.areas]
        if name not in names:
            raise InputError("vision.area_range_unknown", name=name, names=listed(map(repr, names)))
        return names.index(name)

    def level(self, iou: float) -> int:
        """The place of a threshold."""
        if isinstance(iou, bool) or not isinstance(iou, (int, float, np.number)):
            raise InputError("vision.iou_not_numeric", iou=iou)
        near = np.flatnonzero(np.abs(np.asarray(self.thresholds) - iou) < 1e-9)
        if not len(near):
            known = ", ".join(f"{threshold:g}" for threshold in self.thresholds)
            raise InputError(
                "vision.iou_threshold_not_matched",
                iou=iou,
                known=known,
            )
        return int(near[0])

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain values."""
        return asdict(self)


def check_choice(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Refuse what is not among a few words."""
    if not isinstance(value, str) or value not in allowed:
        raise InputError("vision.protocol_option_unknown", name=name, value=value, names=listed(map(repr, allowed)))


def _rising(values: Any, name: str, low: float, high: float, ends: bool = False) -> tuple[float, ...]:
    """Numbers that rise within bounds."""
    try:
        found = tuple(float(value) for value in ([values] if np.ndim(values) == 0 else values))
    except (TypeError, ValueError):
        raise InputError("vision.protocol_values_not_numeric", name=name, values=values) from None
    inside = all(low <= value <= high if ends else low < value <= high for value in found)
    if not found or not inside or any(a >= b for a, b in pairwise(found)):
        said = {"name": name, "values": values, "low": low, "high": high}
        if ends:
            raise InputError("vision.protocol_values_not_ascending", **said)
        raise InputError("vision.protocol_values_not_above_bound", **said)
    return found


def _areas(values: object) -> tuple[Area, ...]:
    """Ranges by name, "all" before the others."""
    found = []
    for one in _named_ranges(values):
        if len(one) != 3 or not isinstance(one[0], str) or not all(_is_number(end) for end in one[1:]) or not 0 <= one[1] < one[2]:
            raise InputError(
                "vision.area_range_malformed",
                one=one,
            )
        found.append((one[0], float(one[1]), float(one[2])))
    names = [one[0] for one in found]
    if len(set(names)) < len(names):
        raise InputError("vision.area_range_twice", name=next(name for name in names if names.count(name) > 1))
    if "all" not in names:
        found.insert(0, ("all", 0.0, math.inf))
    return tuple(sorted(found, key=lambda one: one[0] != "all"))


def _named_ranges(values: object) -> list[tuple[Any, ...]]:
    """A name with its ends for each range; what is none stays as it is, to be refused."""
    if isinstance(values, Mapping):
        return [(name, *(ends if isinstance(ends, (tuple, list, np.ndarray)) else (ends,))) for name, ends in values.items()]
    if not isinstance(values, (tuple, list)):
        return [(values,)]
    return [tuple(one) if isinstance(one, (tuple, list)) else (one,) for one in values]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool) and value == value


def _caps(values: Any) -> tuple[int | None, ...]:
    """Caps, each once, the fewest first."""
    found = [values] if values is None or np.ndim(values) == 0 else list(values)
    for one in found:
        whole = isinstance(one, (int, np.integer)) and not isinstance(one, bool) and 0 < one <= MOST
        if one is not None and not whole:
            raise InputError("vision.max_detections_not_positive", one=one)
    if not found:
        raise InputError("vision.max_detections_empty")
    whole_ones = sorted({int(one) for one in found if one is not None})
    return (*whole_ones, None) if None in found else tuple(whole_ones)


def _counted_caps(given: object) -> dict[str, Any]:
    """Caps, and of what they count the detections where that is said: {"image": caps} or {"class": caps}."""
    if not isinstance(given, Mapping):
        return {"caps": given}
    if len(given) != 1 or next(iter(given)) not in PER:
        raise InputError(
            "vision.max_detections_unit_missing",
            given=given,
        )
    ((per, caps),) = given.items()
    return {"per": per, "caps": caps}


def _sigmas(values: Any) -> tuple[float, ...]:
    try:
        found = tuple(float(value) for value in values)
    except (TypeError, ValueError):
        found = (math.nan,)
    if isinstance(values, (str, bytes)) or not all(0 < value < math.inf for value in found):
        raise InputError("vision.sigmas_not_positive_numbers", values=values)
    return found


def _said(value: object) -> str:
    """A setting as it is typed, without spaces; of many numbers the ends, and a checksum that tells others apart."""
    if isinstance(value, tuple) and len(value) > 12:
        return f"{_said(value[0])}–{_said(value[-1])}#{zlib.crc32(repr(value).encode()):08x}"
    if isinstance(value, tuple):
        return ("/" if value and isinstance(value[0], tuple) else ":").join(map(_said, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


PROTOCOLS: dict[str, Protocol] = {
    "coco": Protocol(),
    "lvis": Protocol(name="lvis", caps=(300,), per="image", federated=True),
    "voc2007": Protocol(
        name="voc2007", thresholds=(0.5,), areas=(("all", 0.0, math.inf),), caps=(None,), grid=tuple(k / 10 for k in range(11)),
        matching="best", pixel=True,
    ),
    "voc2010": Protocol(
        name="voc2010", thresholds=(0.5,), areas=(("all", 0.0, math.inf),), caps=(None,), interpolation="envelope", matching="best",
        pixel=True,
    ),
    YOLO_EARLIER: Protocol(
        name=YOLO_EARLIER, areas=(("all", 0.0, math.inf),), caps=(300,), per="image", interpolation="trapezoid", matching="best",
    ),
    YOLO_CURRENT: Protocol(
        name=YOLO_CURRENT, areas=(("all", 0.0, math.inf),), caps=(300,), per="image", interpolation="truncated", matching="unclaimed",
    ),
}  # fmt: skip
PROTOCOLS["yolo"] = PROTOCOLS[YOLO_CURRENT]


def current_name(saved: str) -> str:
    """The text of a protocol that an evaluation saved: "yolo" was the rule that is "yolo-2025" now.

    >>> current_name("yolo"), current_name("yolo(caps=100)"), current_name("yolo-2026"), current_name("coco")
    ('yolo-2025', 'yolo-2025(caps=100)', 'yolo-2026', 'coco')
    """
    name, bracket, settings = saved.partition("(")
    return f"{YOLO_EARLIER if name == 'yolo' else name}{bracket}{settings}"


def as_pycocotools(protocol: Protocol, compatible: bool = True) -> Protocol:
    """The protocol with what pycocotools, and LVIS's tool after it, does wrong, or without it."""
    ends = {area: (*area[:2], LARGEST) if math.isinf(area[2]) else area for area in COCO_AREAS}
    if not compatible:
        ends = {theirs: area for area, theirs in ends.items()}
    areas = tuple(ends.get(area, area) for area in protocol.areas) if protocol.name in ("coco", "lvis") else protocol.areas
    return replace(protocol, compatible=compatible, areas=areas)


def protocol_of(
    protocol: Any = "coco",
    *,
    iou: str = "box",
    thresholds: object = None,
    max_detections: object = "protocol",
    area_ranges: object = None,
    recall_grid: object = None,
    compatible: bool = False,
    sigmas: object = None,
) -> Protocol:
    """A named protocol, with what is said besides in place of what it says."""
    if isinstance(protocol, Protocol):
        made = protocol
    else:
        check_choice("protocol", protocol, tuple(PROTOCOLS))
        check_choice("iou", iou, KINDS)
        made = PROTOCOLS[protocol]
        if iou == "keypoints":
            sized = tuple(area for area in made.areas if area[0] != "small")
            made = replace(made, areas=sized, caps=(20,) if made.name == "coco" else made.caps)
        made = as_pycocotools(replace(made, iou=iou), compatible)
    changed: dict[str, Any] = {}
    if thresholds is not None:
        changed["thresholds"] = thresholds
    if not (isinstance(max_detections, str) and max_detections == "protocol"):
        changed |= _counted_caps(max_detections)
    if area_ranges is not None:
        changed["areas"] = area_ranges
    if recall_grid is not None:
        changed |= {"grid": recall_grid, "interpolation": "grid" if made.interpolation == "envelope" else made.interpolation}
    if sigmas is not None:
        if made.iou != "keypoints":
            raise InputError("vision.sigmas_need_keypoints")
        changed["sigmas"] = sigmas
    return replace(made, **changed)
