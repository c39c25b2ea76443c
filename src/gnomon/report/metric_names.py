"""What metrics are called on the page: by the headings of their explanations, each language without the other's words."""

import re

from ..catalog import explain


def metric_names(name: str) -> tuple[str, str]:
    """A metric's or a concept's name in English and in Chinese."""
    return explain(name, "en").heading, native(explain(name, "zh").heading)


def native(heading: str) -> str:
    """A Chinese heading without English words behind it; abbreviations are everybody's.

    >>> native("召回率（查全率，Recall）"), native("ROC 曲线下面积（AUC）"), native("准确率（Accuracy）")
    ('召回率（查全率）', 'ROC 曲线下面积（AUC）', '准确率')
    """
    before, opened, inside = heading.partition("（")
    kept = [part for part in re.split("[，、,]", inside.rstrip("）")) if part.strip() and not re.search("[a-z]{2}", part)]
    return f"{before}（{'，'.join(kept)}）" if opened and kept else before.strip()


def shortened(name: str) -> str:
    """A name by its abbreviation where it has one in brackets, else without what stands in them.

    >>> shortened("Area under the ROC curve (AUC)"), shortened("Log loss (cross-entropy)")
    ('AUC', 'Log loss')
    """
    before, _, inside = name.replace("（", " (").partition(" (")
    found = re.match("[A-Z][A-Z0-9]{1,5}(?=[)）,，、])", inside)
    return found.group() if found else before
