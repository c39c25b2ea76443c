"""What the page and its script say of detections, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("detection_page")

SCRIPT: dict[str, Pair] = pairs("detection_script")

EVIDENCE: dict[str, Pair] = pairs("detection_evidence")
