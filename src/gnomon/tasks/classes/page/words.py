"""What the page and its script say of one class against the rest, in English and Chinese side by side."""

from ....messages import Pair, pairs
from ...labels.page.words import AVERAGES

PAGE: dict[str, Pair] = {**pairs("classes_page"), **AVERAGES}

SCRIPT: dict[str, Pair] = pairs("classes_script")
