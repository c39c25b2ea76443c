"""What the page and its script say of predicted labels, in English and Chinese side by side."""

from ....report.page_words import Pair

AVERAGES: dict[str, Pair] = {
    "option_macro": ("macro average", "宏平均"),
    "option_micro": ("micro average", "微平均"),
    "option_weighted": ("weighted average", "加权平均"),
}
"""What options of metrics are called, behind their names."""

PAGE: dict[str, Pair] = {
    **AVERAGES,
    "classes_section": ("Which classes are confused?", "哪些类别容易混淆？"),
    "matrix_note": (
        "Rows are the truth, columns the prediction; shading is the share of the row.",
        "行为真实类别，列为预测类别；颜色深浅表示占该行的比例。",
    ),
    "per_class": ("By class", "按类别"),
    "confusion": ("Confusion matrix", "混淆矩阵"),
}

SCRIPT: dict[str, Pair] = {
    "matrix_cut": ("The {shown} largest of {count} classes are shown.", "共 {count} 个类别，只显示最大的 {shown} 个。"),
    "matrix_paper": ("On paper: the {shown} largest.", "打印时只列最大的 {shown} 个。"),
    "truth": ("Truth", "真实"),
    "class": ("Class", "类别"),
    "support": ("Rows", "行数"),
    "support_weighted": ("Weight", "权重"),
    "predicted_label": ("predicted {name}", "预测为 {name}"),
    "precision": ("precision", "精确率"),
    "recall": ("recall", "召回率"),
    "f1": ("F1", "F1"),
}

EVIDENCE: dict[str, Pair] = {
    "majority_rate": ("majority rate", "多数类占比"),
    "classes": ("classes", "类别"),
}
