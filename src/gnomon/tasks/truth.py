"""What evaluations of labelled rows say of their labels, whatever was predicted: the positive class, or how many classes there are."""

from ..evaluation import Evaluation
from ..evaluation.text import count, percent
from ..report.names import shown
from ..report.page_words import Pair
from ..report.section import Fact, SliceColumn

PAGE: dict[str, Pair] = {
    "binary": ("binary classification", "二分类"),
    "multiclass": ("multiclass classification", "多分类"),
    "positive_share": ("{count} positive ({share})", "正例 {count}（{share}）"),
    "positive_share_weighted": ("weight of positives {count} ({share})", "正例权重 {count}（{share}）"),
    "positive_label": ("positive", "正类"),
    "classes": ("{count} classes", "{count} 个类别"),
    "classes_one": ("{count} class", "{count} 个类别"),
}

SCRIPT: dict[str, Pair] = {
    "positive": ("Positive", "正例"),
    "positive_weighted": ("Positive weight", "正例权重"),
    "positive_rate": ("Positive rate", "正例率"),
}

EVIDENCE: dict[str, Pair] = {
    "negative_rows": ("negative rows", "负例数"),
    "positive_rows": ("positive rows", "正例数"),
}

REASONS: dict[str, str] = {
    "there are no positive rows": "没有正例",
    "there are no negative rows": "没有负例",
}

UNSURE: dict[str, str] = {
    r"there is only one positive row; an interval needs two of each class": "只有一个正例；每类至少两行才有区间",
    r"there is only one negative row; an interval needs two of each class": "只有一个负例；每类至少两行才有区间",
}


def facts(e: Evaluation) -> list[Fact]:
    """How many rows are positive and what that means, or how many classes there are."""
    made = []
    if e.positives is not None:
        share = percent(e.positives / e.total) if e.total else "—"
        made.append(Fact(10, "positive_share", {"count": count(e.positives), "share": share}))
    elif e.task == "multiclass":
        made.append(Fact(10, "classes", {"count": len(e.classes)}))
    if e.task == "binary":
        made.append(Fact(40, "positive_label", name=shown(e.positive)))
    return made


def slice_columns(e: Evaluation) -> list[SliceColumn]:
    """Positives of each slice, and their share; of weights the share is unknown, since slices carry the weight of positives only."""
    if e.positives is None:
        return []
    made = [SliceColumn("positive", "count", e.positives, lambda part: part.positives)]
    if e.weight is None:
        made.append(SliceColumn("positive_rate", "percent", _rate(e.positives, e.rows), lambda part: _rate(part.positives, part.rows)))
    return made


def _rate(positives: float | None, rows: int) -> float | None:
    return positives / rows if rows and positives is not None else None
