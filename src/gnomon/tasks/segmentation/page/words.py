"""What the page and its script say of label maps, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("segmentation_page")

SCRIPT: dict[str, Pair] = pairs("segmentation_script")

EVIDENCE: dict[str, Pair] = pairs("segmentation_evidence")
