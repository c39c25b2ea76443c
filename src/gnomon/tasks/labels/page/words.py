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
        "Rows are the truth, columns the prediction; shading is the share of the row, and the worst mistakes are outlined.",
        "行为真实类别，列为预测类别；颜色深浅表示占该行的比例，最突出的错误加框标出。",
    ),
    "per_class": ("By class", "按类别"),
    "per_class_note": (
        "In brackets: {level} intervals, of shares by Wilson’s formula, of the AUC against the rest by DeLong’s.",
        "方括号内为 {level} 区间：比率用 Wilson 公式，单类对其余的 AUC 用 DeLong 公式。",
    ),
    "confusion": ("Confusion matrix", "混淆矩阵"),
}

SCRIPT: dict[str, Pair] = {
    "matrix_cut": ("The {shown} largest of {count} classes are shown.", "共 {count} 个类别，只显示最大的 {shown} 个。"),
    "matrix_paper": ("On paper: the {shown} largest.", "打印时只列最大的 {shown} 个。"),
    "truth": ("Truth", "真实"),
    "class": ("Class", "类别"),
    "support": ("Rows", "行数"),
    "support_weighted": ("Weight", "权重"),
    "support_pixels": ("Pixels", "像素数"),
    "auc": ("AUC vs rest", "对其余的 AUC"),
    "most_confused": ("Most often confused: {pairs}.", "最常混淆：{pairs}。"),
    "confused_pair": (
        "{truth} called {predicted} ({rows} rows, {share} of the class)",
        "{truth} 被判为 {predicted}（{rows} 行，占该类 {share}）",
    ),
    "confused_pixels": (
        "{truth} called {predicted} ({rows} pixels, {share} of the class)",
        "{truth} 被判为 {predicted}（{rows} 个像素，占该类 {share}）",
    ),
    "confused_pair_weighted": (
        "{truth} called {predicted} (weight {rows}, {share} of the class)",
        "{truth} 被判为 {predicted}（权重 {rows}，占该类 {share}）",
    ),
    "confused_comma": ("; ", "；"),
    "predicted_label": ("predicted {name}", "预测为 {name}"),
    "precision": ("precision", "精确率"),
    "recall": ("recall", "召回率"),
    "f1": ("F1", "F1"),
}

EVIDENCE: dict[str, Pair] = {
    "majority_rate": ("majority rate", "多数类占比"),
    "classes": ("classes", "类别"),
    "called": ("called", "判为"),
    "share_of_class": ("share of the class", "占该类的比例"),
}
