"""What is said of tagged sentences, in Chinese."""

SPANS = {
    "no_entity_predicted": "没有预测出任何实体",
    "no_entity": "真实标注中没有实体",
    "no_entity_at_all": "真实标注和预测中都没有实体",
    "all_ratings_alike": "所有评定都是同一类别，随机也会完全一致",
    "no_disagreement_possible": "可以配对的评定全都相同，无从期望任何分歧",
    "no_tagged_tokens": "所有句子都没有词元",
    "two_items_for_interval": "计算区间至少需要两项",
    "two_items_for_test": "比较至少需要两项",
    "same_on_items": "无论抽到哪些项都一样，因此说明不了其他项",
    "same_difference_on_items": "无论抽到哪些项差异都一样，因此说明不了其他项",
    "undefined_on_resampled_items": "在 {lost:.0%} 的重抽样中没有定义，项数太少",
    "different_items": "评定的不是同样的项",
    "numbers_read_as_names": "评定是 {count:,} 个不同的数值，而 {metric} 把它们当作名称：4 与 5 之差和 1 与 5 之差同样计；如果顺序有意义，"
    '请传 level="ordinal"，此时 alpha 为 {ordinal:.3f}',
    "type_few_entities": "类型 {type} 只有 {entities:,} 个实体：它的 F1 多半是运气，却在宏平均中与其他类型同样计入",
    "types_few_entities": "有 {count:,} 种类型各不足 {most} 个实体，其中 {type} 只有 {entities:,} 个：它们的 F1 多半是运气，却在宏平"
    "均中与其他类型同样计入",
    "type_never_predicted": "{model} 从不预测 {types:、}，它们占全部实体的 {share:share}：请核对两边类型的写法，以及训练数据里有没有它们",
    "spans_too_early": "{model} 有 {now:share} 的实体正确；若位置都往后移一位，则为 {share:share}：标签或偏移可能错位"
    "（从 0 还是从 1 数起，或漏了特殊词元）",
    "spans_too_late": "{model} 有 {now:share} 的实体正确；若位置都往前移一位，则为 {share:share}：标签或偏移可能错位"
    "（从 0 还是从 1 数起，或多了特殊词元）",
    "annotator_unlike": "{annotator} 与其他人的一致程度低于其他人之间：{here:.2f}，其他人为 {others:.2f}；使用这些评定之前请先查看",
    "annotator_reversed": "{annotator} 的评定方向相反：与其他人中位数的相关系数为 {here:.2f}，其他人为 {others:.2f}；量表可能用反了",
    "annotator_at_ends": "{annotator} 有 {here:share} 的评定落在量表两端，其他人为 {others:share}：可能把量表当成了是非题",
    "types_confused": "{model} 把 {share:share} 的 {truth} 实体判为 {predicted}（{count:,} 个）：请检查二者如何区分、如何标注",
    "boundary_errors_longer": "{model} 的错误中有 {share:share} 只是边界错（{count:,} 个），多为标得过长：类型是对的，补充边界规则或"
    "样例收益最大",
    "boundary_errors_shorter": "{model} 的错误中有 {share:share} 只是边界错（{count:,} 个），多为标得过短：类型是对的，补充边界规则"
    "或样例收益最大",
    "boundary_errors_shifted": "{model} 的错误中有 {share:share} 只是边界错（{count:,} 个），多为整体错位：类型是对的；请检查两边的"
    "分词是否一致",
    "tags_do_not_fit": "{model} 预测的标签中有 {count:,} 个（占非 O 标签的 {share:share}）不属于任何实体，因为 {scheme} 不允许它们出"
    "现在那里；"
    '解码时请约束标签方案，或用 mode="conlleval" 来读',
    "tokens_flatter": "{model} 有 {accuracy:share} 的标签正确，实体 F1 却只有 {f1:.3f}：大多数词元不在实体中，准确率说明不了什么",
}
