"""What the page says of generated texts, in English and Chinese side by side."""

from ....report.page_words import Pair

EVIDENCE: dict[str, Pair] = pairs("text_evidence")
