"""Findings on ratings: what a level of measurement leaves out."""

from collections.abc import Iterator

from ...catalog import parse
from ...findings.finding import Finding, FindingRules
from ...findings.reading import FindingContext
from ...messages import Message
from ...metrics.annotators import alpha_of
from ...summary import Ratings

rule = RULES = FindingRules()
SURE, SHARE = 4.0, 0.75
"""Standard errors, and a share of the others' agreement, below which one annotator is unlike them."""
AT_ENDS = 0.8
SCALE = 5
"""Ratings that are numbers of so many values are hardly names."""


def _is_scale(ratings: Ratings) -> bool:
    """Whether the ratings are numbers of many values."""
    numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in ratings.values)
    return numbers and len(ratings.values) >= SCALE


@rule
def annotator_unlike(e: FindingContext) -> Iterator[Finding]:
    """One annotator who agrees with the others far less than they do, who rates the other way round, or at the ends of the scale alone."""
    for one in e.observed.get("raters", []):
        known = {"annotator": one.name, "items": one.items}
        if one.agreement < -0.3 and one.others > 0.3:
            code, figures = "annotator_reversed", {"here": one.agreement, "others": one.others}
        elif one.deviations > SURE and one.agreement < SHARE * one.others:
            code, figures = "annotator_unlike", {"here": one.agreement, "others": one.others}
        elif one.at_ends >= AT_ENDS and one.at_ends > 2 * one.others_at_ends:
            code, figures = "annotator_at_ends", {"here": one.at_ends, "others": one.others_at_ends}
        else:
            continue
        said = Message(code, annotator=one.name, **figures)
        yield Finding(code, "problem" if code != "annotator_at_ends" else "caution", said, "krippendorff_alpha", None, known | figures, 1.2)


@rule
def numbers_read_as_names(e: FindingContext) -> Iterator[Finding]:
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
