"""What the page and its script say of detections, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = pairs("detection_page")

SCRIPT: dict[str, Pair] = pairs("detection_script")

EVIDENCE: dict[str, Pair] = pairs("detection_evidence")
