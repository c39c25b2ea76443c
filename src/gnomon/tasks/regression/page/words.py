"""What the page and its script say of predicted numbers, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("regression_page")

SCRIPT: dict[str, Pair] = {**pairs("regression_script"), "error_threshold": PAGE["error_threshold"]}

EVIDENCE: dict[str, Pair] = pairs("regression_evidence")
