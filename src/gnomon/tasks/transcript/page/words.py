"""What the page and its script say of transcripts, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("transcript_page")

SCRIPT: dict[str, Pair] = pairs("transcript_script")

EVIDENCE: dict[str, Pair] = pairs("transcript_evidence")
