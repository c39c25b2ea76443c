"""What the figures are called that findings rest on, whatever was evaluated; sections bring names of their own."""

from .page_words import Pair

NAMES: dict[str, Pair] = {
    "clusters": ("clusters", "群数"),
    "effective_clusters": ("clusters of equal size that tell as much", "折合成等大的群数"),
    "columns": ("columns", "列"),
    "correlation": ("correlation of neighbours", "相邻行的相关系数"),
    "detectable": ("told from", "可分辨的差别"),
    "deviations": ("standard errors from none", "偏离零的标准误倍数"),
    "difference": ("difference", "差值"),
    "dropped": ("rows dropped", "剔除行数"),
    "elsewhere": ("in all other rows", "其余各行"),
    "expected": ("to be expected elsewhere", "换数据后的预期"),
    "first": ("first row", "首行"),
    "here": ("in these rows", "这些行"),
    "high": ("to", "至"),
    "label": ("label", "标签"),
    "last": ("last row", "末行"),
    "low": ("from", "自"),
    "model": ("model", "模型"),
    "models": ("models", "模型"),
    "most_above": ("above by at most", "最多高出"),
    "most_below": ("below by at most", "最多低于"),
    "other": ("against", "对比"),
    "p_value": ("p", "p"),
    "others": ("other slices", "其余切片"),
    "rows": ("rows", "行数"),
    "slice": ("slice", "切片"),
    "stretches": ("ahead", "领先区间"),
    "whole": ("whole", "整体"),
}
