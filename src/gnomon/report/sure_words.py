"""How intervals and p-values were found, and why there is none, in English and Chinese side by side."""

import re

from .page_words import Pair
from .sections import merged, sections

METHODS: dict[str, Pair] = {
    "delong-wilson": ("DeLong’s variance in Wilson’s form", "DeLong 方差，Wilson 形式"),
    "delong": ("DeLong", "DeLong"),
    "wilson": ("Wilson", "Wilson"),
    "clopper-pearson": ("Clopper–Pearson", "Clopper–Pearson"),
    "agresti-coull": ("Agresti–Coull", "Agresti–Coull"),
    "mean": ("standard error of the mean over rows", "逐行均值的标准误"),
    "mean-wilson": ("standard error of the mean, in Wilson’s form", "均值的标准误，Wilson 形式"),
    "gaps": ("gaps in bins, luck taken off", "分箱差距，已扣除偶然成分"),
    "bias-corrected": ("bootstrap, what a maximum owes to luck taken off", "自助法，已扣除取最大值带来的偏高"),
    "bc": ("bootstrap, bias-corrected", "自助法，偏差校正"),
    "bca": ("bootstrap, BCa", "自助法，BCa"),
    "percentile": ("bootstrap, percentiles", "自助法，百分位"),
    "basic": ("bootstrap, basic", "自助法，基本型"),
    "normal": ("bootstrap, standard error", "自助法，标准误"),
    "bootstrap": ("paired bootstrap", "配对自助法"),
    "mcnemar": ("McNemar, mid-p", "McNemar，mid-p"),
    "mcnemar-exact": ("McNemar, exact", "McNemar，精确"),
    "paired mean": ("paired mean", "配对均值"),
    "randomization": ("randomization test", "随机化检验"),
    "none": ("—", "—"),
}
CONCEPTS = {
    "delong": ("delong-wilson", "delong"),
    "wilson": ("wilson", "clopper-pearson", "agresti-coull"),
    "bootstrap": ("bias-corrected", "bc", "bca", "percentile", "basic", "normal", "bootstrap"),
    "mcnemar": ("mcnemar", "mcnemar-exact"),
    "randomization_test": ("randomization",),
}
"""What gnomon explains, and the methods that it explains."""

UNSURE: dict[str, str] = {
    r"there were too many rows to keep at hand, and .* they are needed; allow more memory, or evaluate a sample of them": (
        "行数太多，未能全部保留，而这里需要逐行数据；请放宽内存限制，或抽样评估"
    ),
    r"all rows belong to one cluster": "所有行同属一个整群",
    r"there is only one row": "只有一行",
    r"the rows themselves are needed, and they are not at hand": "需要逐行数据，而它们未被保留",
    r"a row that was certain and wrong makes the loss infinite; bound it with clip=": "有一行十分肯定却判错，损失为无穷；请用 clip= 设限",
    r"no row has any loss, which says nothing of other data": "没有任何一行有损失，无从推断其他数据",
    r"it is the same on all resampled rows, which says nothing of other data": "所有重抽样结果都相同，无从推断其他数据",
    r"it is undefined on .* of the resampled rows; there are too few": "许多重抽样中它没有定义；行数太少",
    r".* is undefined on too many of the resampled rows": "许多重抽样中它没有定义",
    r"the metric has no finite value for both models": "两个模型不都有有限的值",
    r"the metric is infinite": "指标为无穷",
    r"the metric is undefined": "指标无定义",
}
"""Why there is no interval, as a pattern, and its Chinese; sections bring their own. A reason that matches none is shown in English."""


def method_words(method: str) -> Pair:
    """What a method is called; one that has no name here is called as it is."""
    return METHODS.get(method, (method, method))


def concept_of(method: str) -> str:
    """The concept that explains a method; empty where none does."""
    return next((name for name, methods in CONCEPTS.items() if method in methods), "")


def unsure_words(reason: str) -> Pair:
    """Why there is no interval."""
    known = merged(UNSURE, (section.unsure for section in sections()))
    return reason, next((zh for pattern, zh in known.items() if re.fullmatch(pattern, reason)), reason)
