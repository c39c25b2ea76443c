"""What only ranked lists take: whose conventions their metrics follow, and the names of their items."""

from ...errors import InputError
from ...messages.language import either
from ...metrics.ranking import CONVENTIONS
from ..parts import TaskOption


def check_convention(convention: object) -> str:
    """A convention that is known."""
    if not (isinstance(convention, str) and convention in CONVENTIONS):
        raise InputError("public.metric_convention_unknown", convention=convention, choices=either(map(repr, CONVENTIONS)))
    return convention


def check_item(item: object) -> str:
    """The name of a column."""
    if isinstance(item, bool) or not isinstance(item, (str, int)):
        raise InputError("lists.item_not_column_name", type=type(item).__name__)
    return str(item)


CONVENTION = TaskOption(
    "convention",
    "Whose conventions the metrics of lists follow: trec_eval, trec_eval9, sklearn, lightgbm, xgboost or burges; default: gnomon's own.",
    check=check_convention,
)
ITEM = TaskOption(
    "item",
    "Column of the items' names, beside --group: trec_eval orders items of equal score by them.",
    check=check_item,
    metavar="COLUMN",
    panel="Columns",
)
OPTIONS = (CONVENTION, ITEM)
