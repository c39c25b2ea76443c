"""What the page and its script say of several labels a row, in English and Chinese side by side."""

from ....report.page_words import Pair
from ...labels.page.words import AVERAGES

PAGE: dict[str, Pair] = {
    **AVERAGES,
    "option_samples": ("averaged over rows", "按行平均"),
    "multilabel_section": ("Which labels go wrong?", "哪些标签出错？"),
    "multilabel_link": ("Labels", "标签"),
    "multilabel_note": (
        "Each label against its absence, the worst first: by F1, or by AUC where there are scores only. Missed: rows that have it and "
        "were not given it; false alarms: rows that were given it and do not have it.",
        "每个标签单独看“有”与“没有”，最差的排在最前：按 F1，只有得分时按 AUC。漏掉：有此标签却没有打上的行；多打：没有此标签却打上了的行。",
    ),
    "labels_by_label": ("By label", "按标签"),
    "labels_wrong": ("How many labels are wrong in a row?", "一行里错几个标签？"),
}

SCRIPT: dict[str, Pair] = {
    "label_name": ("Label", "标签"),
    "label_true": ("True", "真实"),
    "label_predicted": ("Predicted", "预测"),
    "label_missed": ("Missed", "漏掉"),
    "label_vain": ("False alarms", "多打"),
    "label_auc": ("ROC AUC", "ROC AUC"),
    "label_ap": ("Average precision", "平均精度（AP）"),
    "precision": ("precision", "精确率"),
    "recall": ("recall", "召回率"),
    "f1": ("F1", "F1"),
    "labels_micro": ("All decisions together (micro)", "合并所有判断（微平均）"),
    "labels_macro": ("Mean over labels (macro)", "按标签平均（宏平均）"),
    "labels_samples": ("Mean over rows (samples)", "按行平均（samples）"),
    "labels_cut": ("The {shown} worst of {count} labels are shown.", "共 {count} 个标签，只显示最差的 {shown} 个。"),
    "most_missed": ("Most missed: {labels}.", "漏得最多：{labels}。"),
    "most_vain": ("Most over-predicted: {labels}.", "多打最多：{labels}。"),
    "label_and_count": ("{label} ({count})", "{label}（{count}）"),
    "wrong_labels": ("Wrong labels", "错误标签数"),
    "wrong_most": ("{count} or more", "{count} 个及以上"),
    "mistakes_share": ("Share of rows", "占行数"),
    "no_label_sets": ("This model has neither labels nor scores of labels.", "这个模型既没有预测标签，也没有标签的得分。"),
    "labels_per_row": ("Labels a row", "每行标签数"),
}

EVIDENCE: dict[str, Pair] = {
    "labels": ("labels", "标签"),
    "label_share": ("share of all true labels", "占全部真实标签"),
    "predicted_share": ("share of all predicted labels", "占全部预测标签"),
    "f1_together": ("F1 of all labels together", "全部标签合计的 F1"),
    "hamming_of_nothing": ("Hamming loss of no labels at all", "一个标签都不打的汉明损失"),
    "wrong_labels": ("wrong labels in a row that has some", "出错的行平均错几个标签"),
}
