"""What detections take on the command line."""

from functools import partial
from typing import Any

from ...errors import InputError
from ...vision.protocols import KINDS, PROTOCOLS
from ..image_files import PANEL
from ..parts import TaskOption
from ..typed import names, number, numbers


def _caps(given: str) -> Any:
    """Caps, behind image: or class: where it is said in what they count."""
    per, colon, caps = given.rpartition(":")
    found = [None if text.strip().lower() == "none" else _whole(text) for text in caps.split(",")]
    return {per.strip(): found} if colon else found


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError("detection.max_detections_not_integer", text=text) from None


def _areas(given: list[str]) -> dict[str, tuple[float, float]]:
    """NAME=LOW:HIGH of each."""
    made = {}
    for text in given:
        name, equals, ends = text.partition("=")
        low, colon, high = ends.partition(":")
        if not (equals and colon and name):
            raise InputError("detection.area_range_malformed", text=text)
        if name in made:
            raise InputError("detection.area_range_twice", name=name)
        made[name] = (number("area-ranges", low), number("area-ranges", high or "inf"))
    return made


def _compatible(given: str) -> bool:
    if given != "pycocotools":
        raise InputError("detection.compatible_option_unknown", given=given)
    return True


OPTIONS = (
    TaskOption("images", "Folder of the pictures: the report then draws the worst images on them.", metavar="FOLDER", panel=PANEL),
    TaskOption("protocol", f"By which rules detections are matched: {', '.join(PROTOCOLS)}; default: coco.", panel=PANEL),
    TaskOption("iou", f"What is compared: {', '.join(KINDS)}; default: box.", panel=PANEL),
    TaskOption(
        "thresholds",
        "Overlaps from which on a detection matches, set apart by commas; default: the protocol's.",
        check=partial(numbers, "thresholds"),
        metavar="IOU,...",
        panel=PANEL,
    ),
    TaskOption(
        "max_detections",
        "How many detections count: 1,10,100, or none for all, as the protocol counts them; image:100 are of an image, class:100 of a "
        "class in it.",
        check=_caps,
        metavar="N,...",
        panel=PANEL,
    ),
    TaskOption(
        "area_ranges", "A range of objects' areas; repeat it for several.", check=_areas, many=True, metavar="NAME=LOW:HIGH", panel=PANEL
    ),
    TaskOption(
        "recall_grid",
        "Recalls at which precision is read, set apart by commas; default: the protocol's.",
        check=partial(numbers, "recall-grid"),
        metavar="RECALL,...",
        panel=PANEL,
    ),
    TaskOption("sigmas", "Of keypoints: how far each may be off.", check=partial(numbers, "sigmas"), metavar="S,...", panel=PANEL),
    TaskOption(
        "compatible", "pycocotools: do also what it does wrong; what that changes is said.", check=_compatible, metavar="TOOL", panel=PANEL
    ),
    TaskOption(
        "box_format",
        "How boxes are written where the data do not say: xyxy, xywh, cxcywh, xywhr or corners; polygon: outlines in YOLO's folders.",
        panel=PANEL,
        argument="format",
    ),
    TaskOption(
        "box_unit",
        "Of boxes in tables and COCO's JSON: pixel, or share where they are shares of the picture's sides.",
        panel=PANEL,
        argument="unit",
    ),
    TaskOption(
        "classes", "Names of the classes, set apart by commas, or a file with one a line.", check=names, metavar="NAMES", panel=PANEL
    ),
)
