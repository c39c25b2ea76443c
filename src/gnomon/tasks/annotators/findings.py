"""Findings on ratings: what a level of measurement leaves out."""

from collections.abc import Iterator

from ...catalog import parse
from ...findings.finding import Finding, Rules
from ...findings.reading import Reading
from ...metrics.annotators import alpha_of
from ...summary import Ratings
from ...words import Message

rule = RULES = Rules()
SCALE = 5
"""Ratings that are numbers of so many values are hardly names."""


def _is_scale(ratings: Ratings) -> bool:
    """Whether the ratings are numbers of many values."""
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in ratings.values)
    return numbers and len(ratings.values) >= SCALE


@rule
def numbers_read_as_names(e: Reading) -> Iterator[Finding]:
    """Ratings on a scale, of which only measures that take them for names are shown."""
    unordered = all(parse(name).arguments.get("level", "nominal") == "nominal" for name in e.metrics)
    if not e.metrics or not unordered or e.options.get("form") == "counts":
        return
    for name, ratings in e.summaries_of("ratings").items():
        if not _is_scale(ratings):
            continue
        ordinal = float(alpha_of(ratings, ratings.items[None].astype(float), "ordinal")[0])
        if ordinal == ordinal:
            said = Message("numbers_read_as_names", count=len(ratings.values), metric=e.metrics[0], ordinal=ordinal)
            yield Finding(
                "numbers_read_as_names", "caution", said, "krippendorff_alpha", name, {"krippendorff_alpha(level=ordinal)": ordinal}
            )
