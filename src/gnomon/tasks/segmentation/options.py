"""What label maps take on the command line."""

from ...errors import InputError
from ..image_files import PANEL
from ..parts import TaskOption
from ..typed import names, number


def _ids(given: str) -> list[int]:
    try:
        return [int(text) for text in given.split(",")]
    except ValueError:
        raise InputError("segmentation.ignore_not_integer", given=given) from None


OPTIONS = (
    TaskOption(
        "classes", "Names of the classes, set apart by commas, or a file with one a line.", check=names, metavar="NAMES", panel=PANEL
    ),
    TaskOption("ignore", "Of label maps: class ids that do not count, as 255.", check=_ids, metavar="ID", panel=PANEL),
    TaskOption(
        "threshold",
        "Of maps of probabilities: from which on a pixel is of the class; default 0.5.",
        check=lambda given: number("threshold", given),
        metavar="P",
        panel=PANEL,
    ),
)
