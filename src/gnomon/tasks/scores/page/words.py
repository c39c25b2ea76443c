"""What the page and its script say of scores and thresholds, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("scores_page")

SCRIPT: dict[str, Pair] = {
    **pairs("scores_script"),
    "threshold": PAGE["threshold"],
    "threshold_exact": PAGE["threshold_exact"],
    "bands": PAGE["show_bands"],
    "no_scores": PAGE["no_scores"],
}

EVIDENCE: dict[str, Pair] = pairs("scores_evidence")
