"""关于句子的话：文本、转写与标注序列通用。"""

SENTENCES: dict[str, str] = {
    "two_sentences_for_interval": "至少要有两个句子（或两篇文档）才能给出区间",
    "two_sentences_for_test": "至少要有两个句子（或两篇文档）才能比较",
    "same_on_sentences": "无论抽到哪些句子，数值都一样，无从推断其他句子",
    "same_difference_on_sentences": "无论抽到哪些句子，差值都一样，无从推断其他句子",
    "undefined_on_resampled_sentences": "在 {lost:.0%} 的重抽样中没有定义；句子太少",
    "different_sentences": "两个模型的句子不同；请在同样的句子上评估",
}
