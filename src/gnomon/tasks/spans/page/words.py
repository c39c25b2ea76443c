"""What the page and its script say of tagged sentences, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("spans_page")

SCRIPT: dict[str, Pair] = pairs("spans_script")

EVIDENCE: dict[str, Pair] = pairs("spans_evidence")
