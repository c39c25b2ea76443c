"""What the page and its script say of predicted labels, in English and Chinese side by side."""

from ....messages import Pair, pairs

AVERAGES: dict[str, Pair] = pairs("labels_averages")
"""What options of metrics are called, behind their names."""

PAGE: dict[str, Pair] = {**pairs("labels_page"), **AVERAGES}

SCRIPT: dict[str, Pair] = pairs("labels_script")

EVIDENCE: dict[str, Pair] = pairs("labels_evidence")
