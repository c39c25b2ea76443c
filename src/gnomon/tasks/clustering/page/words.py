"""What the page and its scripts say of clusters, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = pairs("clustering_page")

SCRIPT: dict[str, Pair] = pairs("clustering_script")

EVIDENCE: dict[str, Pair] = pairs("clustering_evidence")
