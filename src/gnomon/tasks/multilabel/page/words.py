"""What the page and its script say of several labels a row, in English and Chinese side by side."""

from ....messages import Pair, pairs
from ...labels.page.words import AVERAGES

PAGE: dict[str, Pair] = {**pairs("multilabel_page"), **AVERAGES}

SCRIPT: dict[str, Pair] = pairs("multilabel_script")

EVIDENCE: dict[str, Pair] = pairs("multilabel_evidence")
