"""What the page says of generated texts, in English and Chinese side by side."""

from ....messages import Pair, pairs

EVIDENCE: dict[str, Pair] = pairs("text_evidence")
