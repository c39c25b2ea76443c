"""What the page and its script say of label maps, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = pairs("segmentation_page")

SCRIPT: dict[str, Pair] = pairs("segmentation_script")

EVIDENCE: dict[str, Pair] = pairs("segmentation_evidence")
