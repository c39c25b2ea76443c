"""What the page and its script say of one class against the rest, in English and Chinese side by side."""

from ....report.page_words import Pair
from ...labels.page.words import AVERAGES

PAGE: dict[str, Pair] = {
    **AVERAGES,
    "option_ovr": ("one-vs-rest", "一对其余"),
    "option_ovo": ("one-vs-one", "两两对比"),
    "classes_switch": ("Class against the rest", "单类对其余"),
    "classes_cut": ("the {shown} largest of {count} classes", "共 {count} 个类别，列出最大的 {shown} 个"),
}

SCRIPT: dict[str, Pair] = {
    "against_rest": (" — {name} against the rest", "—— {name} 对其余"),
}
