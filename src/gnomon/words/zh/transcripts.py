"""关于转写的话：原因与发现。"""

TRANSCRIPTS: dict[str, str] = {
    "no_reference_words": "参考文本中没有任何词，错误数无从除起",
    "no_words_on_either_side": "参考文本与识别结果中都没有任何词",
    "no_reference_characters": "参考文本中没有任何字符，错误数无从除起",
    "words_without_spaces": "{model}：{share_of_utterances:share} 的参考文本词间没有空格，"
    "wer 会把一整串字当成一个词：请看 cer，或传入 tokens=mixed",
    "empty_outputs": "{model}：有 {empty_outputs:,} 句明明有人说话，输出却是空的（{share_of_utterances:share}）：这些句子的词全部算作漏识",
    "transcripts_short": "{model}：每说 1 个词只写出 {length_ratio:.2f} 个；{left_out:share} 的词被漏掉",
    "transcripts_long": "{model}：每说 1 个词写出了 {length_ratio:.2f} 个；多出的词相当于所说词数的 {added:share}",
    "ends_missing": "{model}：有 {cut_off:,} 句没有写到结尾，由此产生的错误占 {share_of_errors:share}：请检查输出长度上限，以及录音的切分",
    "errors_concentrated": "{model}：{worst:,} 句（占全部的 {share_of_utterances:share}）"
    "产生了 {share_of_errors:share} 的错误：请先看这些句子",
    "errors_of_form": "{model}：错误率中有 {share_of_errors:share} 只是大小写和标点：现为 {error_rate:.4f}，"
    "用 normalize=lower+punctuation 则为 {without_form:.4f}",
    "word_confused": "{model}：仅把“{truth}”写成“{said}”就占错误的 {share_of_errors:share}（{times:,} 次）",
    "word_left_out": "{model}：仅漏掉“{truth}”就占错误的 {share_of_errors:share}（{times:,} 次）",
    "word_added": "{model}：仅多出“{said}”就占错误的 {share_of_errors:share}（{times:,} 次）",
}
