"""What makes four, five or eight numbers no box: each is refused with its place and what to do."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..inputs.arrays import more
from ..messages.language import say
from ..types import Floats

if TYPE_CHECKING:
    from ..types import Bools


LONGEST, SHORTEST = 1e100, 1e-100
"""Beyond these, areas and squares of distances lose their digits."""
FULL_TURN = 2 * np.pi * (1 + 1e-9)
"""With room for the rounding of the angle."""


BENT = "vision.part_corners_bent"
DEGREES = "vision.part_angle_in_degrees"


def refuse_slips(rows: Floats, name: str, format: str, pixel: bool) -> None:
    """Raise for the first box that is none: not finite, without area, out of bounds, or turned by degrees."""
    _refuse(rows, ~np.isfinite(rows).all(axis=1), name, say("vision.part_box_not_finite"))
    beyond = say("vision.part_box_numbers_too_large")
    _refuse(rows, (np.abs(rows) > LONGEST).any(axis=1), name, beyond)
    if format == "corners":
        return _refuse_bent(rows, name)
    sides = rows[:, 2:4] - rows[:, :2] if format == "xyxy" else rows[:, 2:4]
    if pixel:
        return _refuse(rows, (sides < 0).any(axis=1), name, say("vision.part_box_corners_swapped"))
    flat = say("vision.part_box_side_not_positive")
    if format == "xyxy":
        flat = say("vision.part_box_corners_not_ascending")
    _refuse(rows, ~(sides > 0).all(axis=1), name, flat)
    lost = say("vision.part_box_sides_rounded_away")
    _refuse(rows, (sides < SHORTEST).any(axis=1) | (_far(rows, format) <= _near(rows, format)).any(axis=1), name, lost)
    if format == "xywhr":
        _refuse(rows, turned_further(rows), name, say(DEGREES))
    return None


def _near(rows: Floats, format: str) -> Floats:
    return rows[:, :2] if format in ("xyxy", "xywh") else rows[:, :2] - rows[:, 2:4] / 2


def _far(rows: Floats, format: str) -> Floats:
    if format == "xyxy":
        return rows[:, 2:4]
    return rows[:, :2] + (rows[:, 2:4] if format == "xywh" else rows[:, 2:4] / 2)


def turned_further(rows: Floats) -> "Bools":
    """Which oriented boxes are turned by more than a full turn, as by degrees."""
    return np.abs(rows[:, 4]) > FULL_TURN


def _refuse_bent(rows: Floats, name: str) -> None:
    """Raise for the first four corners that are no convex polygon with an area, one after the other around it."""
    _refuse(rows, bent(rows), name, say(BENT))
    _refuse(rows, flat(rows), name, say("vision.part_quad_without_area"))


def bent(rows: Floats) -> Any:
    """Which rows of four corners do not go around a convex polygon in turn."""
    corners = rows.reshape(-1, 4, 2)
    edges = np.roll(corners, -1, axis=1) - corners
    following = np.roll(edges, -1, axis=1)
    turns = edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0]
    least = 1e-9 * np.hypot(edges[..., 0], edges[..., 1]) * np.hypot(following[..., 0], following[..., 1])  # three corners on a line
    return (turns > least).any(axis=1) & (turns < -least).any(axis=1)


def flat(rows: Floats) -> "Bools":
    """Which rows of four corners have diagonals that are parallel, or too short: then the area is 0, or lost."""
    corners = rows.reshape(-1, 4, 2)
    first, second = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    cross = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])
    return (cross <= 1e-12 * np.hypot(first[:, 0], first[:, 1]) * np.hypot(second[:, 0], second[:, 1])) | (cross < SHORTEST)


def _refuse(rows: Floats, wrong: Any, name: str, why: str) -> None:
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError(
            "vision.bad_box_at_position",
            name=name,
            box=[float(f"{value:.6g}") for value in rows[at]],
            at=at,
            more=more(int(wrong.sum()), len(rows)),
            why=why,
        )
