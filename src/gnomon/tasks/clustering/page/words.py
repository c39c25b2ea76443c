"""What the page and its scripts say of clusters, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("clustering_page")

SCRIPT: dict[str, Pair] = pairs("clustering_script")

EVIDENCE: dict[str, Pair] = pairs("clustering_evidence")
