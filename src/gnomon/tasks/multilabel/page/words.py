"""What the page and its script say of several labels a row, in English and Chinese side by side."""

from ....report.page_words import Pair
from ...labels.page.words import AVERAGES

PAGE: dict[str, Pair] = {**pairs("multilabel_page"), **AVERAGES}

SCRIPT: dict[str, Pair] = pairs("multilabel_script")

EVIDENCE: dict[str, Pair] = pairs("multilabel_evidence")
