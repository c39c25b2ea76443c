"""What the page says of generated texts, in English and Chinese side by side."""

from ....report.page_words import Pair

EVIDENCE: dict[str, Pair] = {
    "empty": ("empty", "空的"),
    "copied": ("copied", "照抄的"),
    "same_output": ("same output", "相同的输出"),
    "share_of_sentences": ("share of sentences", "占句子数"),
}
