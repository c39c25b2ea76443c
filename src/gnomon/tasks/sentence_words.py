"""What the page and its script say of sentences, in English and Chinese side by side."""

from ..messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("sentence_page")

SCRIPT: dict[str, Pair] = pairs("sentence_script")
