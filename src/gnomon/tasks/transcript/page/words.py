"""What the page and its script say of transcripts, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "transcript_errors_section": ("Which errors are there?", "错在哪里？"),
    "transcript_errors_link": ("Errors", "错误"),
    "transcript_errors_note": (
        "Counted on the shortest alignment of each utterance, as the first error rate above reads it: words replaced by others, left out "
        "of what was said, and added to it.",
        "按每句的最短对齐统计，读法与上面第一个错误率相同：替换（写成别的词）、删除（漏掉）、插入（多出）。",
    ),
    "transcript_kinds": ("Kinds of errors", "错误的种类"),
    "transcript_most": ("Most frequent errors", "最常见的错误"),
}

SCRIPT: dict[str, Pair] = {
    "error_kind": ("Kind", "种类"),
    "error_substituted": ("Replaced", "替换"),
    "error_deleted": ("Left out", "删除"),
    "error_inserted": ("Added", "插入"),
    "error_count": ("Errors", "错误数"),
    "error_share": ("Share of errors", "占错误"),
    "error_of_spoken": ("Of what was said", "占所说"),
    "error_said": ("Said", "原话"),
    "error_written": ("Written", "写成"),
    "error_times": ("Times", "次数"),
    "error_nothing": ("(nothing)", "（无）"),
    "errors_cut": ("The {shown} most frequent of {count} different errors.", "共 {count} 种不同的错误，显示最常见的 {shown} 种。"),
    "errors_floor": ("Counts may be short by up to {count}.", "次数最多可能少计 {count}。"),
    "errors_perfect": ("{perfect} of {count} utterances are without error ({share}).", "{count} 句中有 {perfect} 句完全正确（{share}）。"),
    "errors_none": ("Every word is right.", "每个词都正确。"),
    "errors_bar": (
        "Of the errors, {substituted} are words replaced, {deleted} left out, {inserted} added.",
        "错误中：替换占 {substituted}，删除占 {deleted}，插入占 {inserted}。",
    ),
    "reference_words": ("Spoken words", "所说词数"),
}

EVIDENCE: dict[str, Pair] = {
    "share_of_utterances": ("share of the utterances", "占句数"),
    "share_of_errors": ("share of the errors", "占错误的比例"),
    "empty_outputs": ("empty outputs", "空输出"),
    "cut_off": ("utterances cut off", "没有写完的句子"),
    "length_ratio": ("words written for each said", "每说一词写出的词数"),
    "left_out": ("share of the words left out", "漏掉的词占比"),
    "added": ("words added, of those said", "多出的词占所说"),
    "worst": ("utterances with the most errors", "错误最多的句数"),
    "error_rate": ("error rate", "错误率"),
    "without_form": ("without case and punctuation", "不计大小写和标点"),
    "times": ("times", "次数"),
    "truth": ("said", "原话"),
    "said": ("written", "写成"),
}
