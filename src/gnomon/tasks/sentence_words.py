"""What the page and its script say of sentences, in English and Chinese side by side."""

from ..report.page_words import Pair

PAGE: dict[str, Pair] = {
    "sentences_section": ("Which sentences fared worst?", "哪些句子最差？"),
    "sentences_link": ("Worst sentences", "最差的句子"),
    "sentences_note": (
        "Reference and output side by side, the worst first: what only the reference has is struck through, what only the output has "
        "is underlined. Of several wordings the first is shown.",
        "参考与输出并排，最差的在前：只在参考中出现的加删除线，只在输出中出现的加下划线；有多个参考时显示第一个。",
    ),
}

SCRIPT: dict[str, Pair] = {
    "sentence_spread": ("Spread over sentences", "各句的分布"),
    "share_of_sentences": ("share of sentences", "句子占比"),
    "value_of_sentence": ("{metric} of the sentence", "单句 {metric}"),
    "sentences_past_one": ("{count} sentences are past 1.", "有 {count} 个句子超过 1。"),
    "sentences_past_one_one": ("1 sentence is past 1.", "有 1 个句子超过 1。"),
    "sentence_row": ("Row", "行"),
    "sentence_reference": ("Reference", "参考"),
    "sentence_output": ("Output", "输出"),
    "sentence_empty": ("(nothing)", "（空）"),
    "no_worst_sentences": ("Every sentence is as it should be.", "每个句子都完全正确。"),
}
