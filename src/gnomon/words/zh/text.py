"""关于生成文本的话：原因与发现。"""

TEXT: dict[str, str] = {
    "no_sentences": "没有任何句子",
    "smoothed_in_part": "有一阶 n 元组一个都没有匹配，平滑要在计数上加数，而权重不是整数；"
    '权重表示一个句子出现几次，或写 smooth_method="none"',
    "no_words_in_references": "参考文本中没有任何词，无从除起",
    "no_ngrams": "文本中没有连续 {n} 个词",
    "two_texts_needed": "至少需要两段文本，每一段与其余的比较",
    "no_tokens": "文本中没有任何词元，无从除起",
    "no_bytes": "文本为空，没有字节可以除",
    "outputs_empty": "{model}：有 {count:,.0f} 个输出（{part:.1%}）为空，而参考不为空；请先查明原因，再比较数值",
    "references_empty": "有 {count:,.0f} 个参考（{part:.1%}）为空：无论输出什么，"
    "ROUGE 与 METEOR 在这些行上都计 0；请去掉这些行，或补全参考",
    "outputs_short": "{model}：输出的词数是参考的 {ratio:.2f} 倍，其中 {part:.1%} 不足参考的一半：内容可能有遗漏；"
    "BLEU 会按过短惩罚，精确率却看不出来",
    "outputs_long": "{model}：输出的词数是参考的 {ratio:.2f} 倍，其中 {part:.1%} 超过参考的两倍：内容可能有添加或重复；召回率看不出来",
    "outputs_short_together": "{model}：输出的词数是参考的 {ratio:.2f} 倍：内容可能有遗漏；BLEU 会按过短惩罚，精确率却看不出来",
    "outputs_short_some": "{model}：有 {part:.1%} 的输出不足其参考的一半；全部输出的词数是参考的 {ratio:.2f} 倍：请查看这些行",
    "outputs_long_together": "{model}：输出的词数是参考的 {ratio:.2f} 倍：内容可能有添加或重复；召回率看不出来",
    "outputs_long_some": "{model}：有 {part:.1%} 的输出超过其参考的两倍；全部输出的词数是参考的 {ratio:.2f} 倍：请查看这些行",
    "unknown_words": "{model}：有 {count:,} 个输出（{part:.1%}）带有未知词标记，如 <unk>：词表可能缺少这些文本中的词或字",
    "form_alone": "{model}：不正确的输出中有 {share:share}（{count:,} 个）只是大小写、标点或空格不同：请决定是否计较，"
    "不计较就先把两边归一化",
    "outputs_are_references": "{model}：{rows:,} 个输出逐字等于各自的参考；输出列是不是照抄了参考？",
    "outputs_copied": "{model}：有 {count:,.0f} 个输出（{part:.1%}）只是照抄原文；两种语言共有的部分会让它们得分",
    "outputs_repeated": "{model}：有 {count:,} 个输出（{part:.1%}）是同一段文本，首见于第 {row:,} 行；请查看模型是否真的在作答",
    "outputs_all_right": "{model}：输出与参考长度相当（每个参考词对应 {ratio:.2f} 个词），且没有空的输出",
}
