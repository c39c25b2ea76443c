"""What findings say."""

FINDINGS: dict[str, str] = {
    "class_called": "类别 {label}",
    # the rows
    "rows_dropped": "{rows:,} 行中有 {dropped:,} 行（{part:share}）因缺失值被剔除（{columns:, }）；以下数字只代表其余的行",
    "values_missing": "{column} {count:,}",
    "one_class": "所有行的标签都是 {label}：凡是比较两类的指标都没有定义；请在两类都有的数据上评估",
    "one_class_weighs": "所有权重不为零的行的标签都是 {label}：凡是比较两类的指标都没有定义；请在两类都有的数据上评估",
    "few_positives": "正例只有 {rows:,.0f} 个：多一个少一个都会让各项数字变动，不要过度解读细小的差别",
    "few_positives_one": "正例只有 {rows:,.0f} 个：多一个少一个都会让各项数字变动，不要过度解读细小的差别",
    "few_negatives": "负例只有 {rows:,.0f} 个：多一个少一个都会让各项数字变动，不要过度解读细小的差别",
    "few_negatives_one": "负例只有 {rows:,.0f} 个：多一个少一个都会让各项数字变动，不要过度解读细小的差别",
    # predicted labels
    "accuracy_below_majority": "{model}：{metric}（{accuracy:.3f}）低于多数类占比（全部预测为 {label} 也有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "accuracy_equals_majority": "{model}：{metric}（{accuracy:.3f}）等于多数类占比（全部预测为 {label} 也有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "accuracy_hardly_above_majority": "{model}：{metric}（{accuracy:.3f}）勉强超过多数类占比（全部预测为 {label} 也有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "accuracy_beside_majority": "全部预测为 {label} 的准确率就有 {majority:.3f}：请同时看召回率和精确率",
    "labels_no_better_than_majority": "{model}：准确率 {accuracy:.3f} 看不出高于全部预测为 {label} 时的 {majority:.3f}："
    "差别可以用偶然解释（单侧 p = {p_value:.2f}，McNemar 检验）；请检查标签与预测，或增加样本",
    "class_never_found": "{model}：类别 {classes:, } 一个也没有被找出来（召回率为 0），占 {part:share} 的行；请查看其训练数据，"
    "或加大其权重",
    "classes_never_found": "{model}：类别 {classes:, } 一个也没有被找出来（召回率为 0），占 {part:share} 的行；请查看其训练数据，"
    "或加大其权重",
    # scores
    "constant_scores": "{model}：所有行的得分都是 {score:.6g}，完全没有排序能力",
    "tied_scores": "{model}：{tied:share} 的正负样本对得分相同（不同的得分共 {distinct:,} 个）；"
    "同分算半对，得分分得更细之后，结果可能更好也可能更差",
    "reversed_scores": "{model}：ROC AUC 为 {auc:.3f}，低于 0.5：得分的方向反了；先检查正类是否指定正确。{remedy}",
    "read_them_lower": '若得分本来就是越低越倾向正类，请传入 direction="lower is positive"（命令行：--direction lower）',
    "read_its_lower": '若它的得分本来就是越低越倾向正类，请为 {model} 传入 direction="lower is positive"'
    "（命令行：--direction {model}=lower）",
    "read_them_higher": '现在按 direction="lower is positive" 读取，而其实越高越倾向正类：请去掉 direction',
    "no_better_than_chance": "{model}：ROC AUC 为 {auc:.3f}，其区间 [{low:.3f}, {high:.3f}] 包含 0.5：这些行不足以说明得分好于随机"
    "；请检查标签与得分，或增加样本",
    "rows_repeated_whole": "每一行都出现了 {times} 次，标签和得分完全相同（{rows:,} 行中只有 {distinct:,} 种）："
    "区间和 p 值把副本当成了新的行，过于乐观；请去掉副本",
    "rows_repeated_some": "{rows:,} 行中约有 {copies:,.0f} 行像是其他行的副本：得分相同的行里标签不一致的只有 {mixed:,} 组，"
    "而互不相干的行应有约 {expected:,.0f} 组；副本会使区间和 p 值过于乐观，请去掉副本",
    "identifier_as_score": "{model}：得分是 {low:.0f} 到 {high:.0f} 的整数，每行各不相同，{why}：它会不会是行号或编号，而不是得分？",
    "ids_in_order": "且与行的顺序一致",
    "ids_consecutive": "且没有间隔（名次也会如此）",
    "ids_by_chance": "区分两类的能力与随机无异",
    "weak_separation": "{model}：KS 为 {ks:.3f}，低于 0.2：两类得分几乎没有差别；请寻找更有区分力的特征",
    "too_good": "{model}：KS 高达 {ks:.3f}（超过 0.75），真实问题里很少见：先排查特征穿越或过拟合",
    "good_roc_poor_precision": "{model}：ROC AUC {auc:.3f} 看上去不错，但要找出一半正例，{false:share} 的告警是误报"
    "（AP {ap:.3f}，正例占 {rate:share}）；请看 PR 曲线",
    "half_finds_nothing": "{model}：以 0.5 为阈值只能找到 {found:share} 的正例；概率整体偏低，请另选阈值"
    "（TPR 与 FPR 在 {threshold:.4g} 处相差最大）",
    "calibrated": "{model}：校准良好：预测概率与实际比率平均只差 {error:.3f}",
    "predictions_too_high": "{model}：{low} 到 {high} 之间的预测偏高 {gap:.2f}（{rows}）；平均偏差 {error:.3f}；请用另外的数据重新校准",
    "predictions_too_low": "{model}：{low} 到 {high} 之间的预测偏低 {gap:.2f}（{rows}）；平均偏差 {error:.3f}；请用另外的数据重新校准",
    "predictions_too_high_at": "{model}：为 {low} 的预测偏高 {gap:.2f}（{rows}）；平均偏差 {error:.3f}；请用另外的数据重新校准",
    "predictions_too_low_at": "{model}：为 {low} 的预测偏低 {gap:.2f}（{rows}）；平均偏差 {error:.3f}；请用另外的数据重新校准",
    "top_overconfident_at": "{model}：最高得分为 {low} 时，实际答对的比例比得分低 {gap:.2f}，过于自信（首选类别 ECE {error:.3f}）；"
    "请用另外的数据重新校准",
    "top_underconfident_at": "{model}：最高得分为 {low} 时，实际答对的比例比得分高 {gap:.2f}，过于保守（首选类别 ECE {error:.3f}）；"
    "请用另外的数据重新校准",
    "so_many_rows": "{rows:,.0f} 行",
    "worth_so_many_rows": "相当于 {rows:,.0f} 行",
    # several models
    "curves_cross": "{a} 与 {b} 的 ROC 曲线相交，且不能用偶然解释：{stretches:；}；按实际工作的区间来选",
    "ahead_from_fpr": "FPR 在 {start:.2f} 到 {end:.2f} 之间时 {winner} 领先",
    "curve_encloses": "{winner} 的 ROC 曲线在 {slack:.3f} 的容差内包住了 {losers:、}：高出之处不能用偶然解释，"
    "而 FPR 从 0.01 到 0.99，最多只可能低这么多",
    "curve_encloses_many": "{winner} 的 ROC 曲线在 {slack:.3f} 的容差内包住了 {losers:、} 等 {all} 个模型：高出之处不能用偶然解释，"
    "而 FPR 从 0.01 到 0.99，最多只可能低这么多",
    "curve_ahead": "{winner} 的 ROC 曲线领先于 {losers:、}：有的位置高出，不能用偶然解释；没有一处低得不能用偶然解释",
    "curve_ahead_many": "{winner} 的 ROC 曲线领先于 {losers:、} 等 {all} 个模型：有的位置高出，不能用偶然解释；没有一处低得不能用偶然解释",
    "bands_out_of_order": "{model}：第 {band} 得分段的正例率为 {rate:share}，高于排在它前面的第 {above} 段"
    "（{rate_above:share}）：这里的排序颠倒了；请查看这两个得分段的行",
    # several classes
    "labels_renamed": "{model}：准确率为 {accuracy:.3f}，把标签改名（{names:，}）后为 {renamed:.3f}：标签编号可能错位或互换",
    "label_for": "{said} 改为 {truth}",
    "confused_pair": "{model}：类别 {truth} 有 {share:share} 被判为 {predicted}（{rows:,.0f} 行），是最常混淆的一对；请查看这些行",
    "confused_pair_weighted": "{model}：按权重计，类别 {truth} 有 {share:share} 被判为 {predicted}，是最常混淆的一对；请查看这些行",
    "weakest_class": "{model}：最难认出的类别是 {label}：召回率 {recall:.3f}（各类平均 {mean:.3f}）；请查看这一类的行",
    "top_overconfident": "{model}：最高得分在 {low} 到 {high} 之间时，实际答对的比例比得分低 {gap:.2f}，过于自信"
    "（首选类别 ECE {error:.3f}）；请用另外的数据重新校准",
    "top_underconfident": "{model}：最高得分在 {low} 到 {high} 之间时，实际答对的比例比得分高 {gap:.2f}，过于保守"
    "（首选类别 ECE {error:.3f}）；请用另外的数据重新校准",
    "top_calibrated": "{model}：最高得分与实际答对的比例相符（首选类别 ECE {error:.3f}）",
    # slices
    "small_slices_counted": "{which}（{count:,} 个中有 {small:,} 个）",
    "slices_more": "……另有 {count:,} 个切片",
    "slices_more_one": "……另有 {count:,} 个切片",
    "slices_in_bins": "{column} 是数值列，切成 {bins} 段；如需在别处切分，请给出边界，如需逐个取值切片，请用 each",
    "small_slices": "不足 {rows} 行的切片排在最后",
    "small_slices_of_class": "不足 {rows} 行、或任一类不足 {least} 行的切片排在最后",
    "worst_slice": "{model}：最差的切片是 {slice}（{metric}：{value:.3f}，其余切片：{others:.3f}，{rows:,} 行）；请查看这些行",
    "slice_too_high": "{model}：{slice} 的预测概率偏高：平均 {mean:.3f}，实际 {rate:.3f}（{rows:,} 行）；"
    "其余切片相差 {others:+.3f}；请针对该切片重新校准",
    "slice_too_low": "{model}：{slice} 的预测概率偏低：平均 {mean:.3f}，实际 {rate:.3f}（{rows:,} 行）；其余切片相差 {others:+.3f}；"
    "请针对该切片重新校准",
    # rows that are no predictions, or of other rows
    "perfect_agreement": "{model}：{rows:,} 行的 {metric} 为 {value:g}，没有一处错误：预测列是不是照抄真值，或由真值算出？",
    "models_alike": "{model} 与 {others:、} 在每一行的预测都相同：是不是同一列用了两次？",
    "rows_shifted_down": "{model}：预测与 {offset} 行之前的真值相符（一致程度 {there:.2f}），与本行的真值不符（{here:.2f}）："
    "可能错行；请检查表头、空行或缺失的行",
    "rows_shifted_down_one": "{model}：预测与上一行的真值相符（一致程度 {there:.2f}），与本行的真值不符（{here:.2f}）："
    "可能错行；请检查表头、空行或缺失的行",
    "rows_shifted_up": "{model}：预测与 {offset} 行之后的真值相符（一致程度 {there:.2f}），与本行的真值不符（{here:.2f}）："
    "可能错行；请检查表头、空行或缺失的行",
    "rows_shifted_up_one": "{model}：预测与下一行的真值相符（一致程度 {there:.2f}），与本行的真值不符（{here:.2f}）："
    "可能错行；请检查表头、空行或缺失的行",
    "stretch_unrelated": "{model}：第 {first:,} 到 {last:,} 行的预测与真值无关（一致程度 {here:.2f}；其余各行 {elsewhere:.2f}）："
    "这些行可能被打乱，或与错误的标签相连",
    # how sure
    "rows_look_clustered": "相邻的行往往一起出错（相邻误差的相关系数为 {correlation:.2f}）：它们看起来并不独立，"
    "把它们当作独立行算出的区间和 p 值过于乐观；{remedy}",
    "name_cluster": "请用 cluster 指明它们所属的用户、会话或日期列",
    "name_cluster_perhaps": "请用 cluster 指明它们所属的列（或许是 {columns:, }）",
    "too_few_to_tell": "{metric}：{ahead} 比 {behind} 好 {difference:.3g}，但这可以用偶然解释（p = {p_value:.2f}）；"
    "这些{units}大约能分辨 {detectable:.3g} 以上的差别，要分辨其四分之一大小的差别，需要十六倍的{units}数",
    "unit_rows": "行",
    "unit_queries": "查询",
    "unit_images": "图像",
    "few_clusters": "{column} 只有 {clusters} 个群：群这么少，区间和 p 值都很粗略；二十个以上才比较稳",
    "few_equal_clusters": "{column} 的 {clusters} 个群大小悬殊，只相当于 {worth:.1f} 个同样大小的群：群这么少，区间和 p 值都很粗略；"
    "二十个以上才比较稳",
    # several labels a row
    "tag_never_predicted": "{model}：从不预测 {labels:, }，全部真实标签中有 {part:share} 因此漏掉",
    "tags_never_predicted": "{model}：从不预测 {labels:, }，全部真实标签中有 {part:share} 因此漏掉",
    "tag_never_true": "{model}：预测了 {labels:, }（占全部预测标签的 {part:share}），但没有一行真有它：是写法不同，还是标签表不同？",
    "tags_never_true": "{model}：预测了 {labels:, }（占全部预测标签的 {part:share}），但没有一行真有它们：是写法不同，还是标签表不同？",
    "label_scores_reversed": "{model}：{labels:, } 的得分排反了（{label} 的 AUC 为 {auc:.3f}）：是列对错了，还是有此标签的行得分反而低？",
    "label_scores_tell_nothing": "{model}：{labels:, } 的得分分不出哪些行有此标签，与随机无异（{label} 的 AUC 为 {auc:.3f}）；"
    "请检查列的顺序",
    "label_far_below": "{model}：{label} 的 F1 只有 {f1:.3f}（精确率 {precision:.3f}，召回率 {recall:.3f}），"
    "而全部标签合计为 {micro:.3f}；"
    "平均值掩盖了它，请查看它的行",
    "no_better_than_no_labels": "{model}：汉明损失 {loss:.3f} 并不低于一个标签都不打（{nothing:.3f}）；它在这里说明不了问题，请看 F1",
    "right_labels_wrong_rows": "{model}：单个判断只错 {loss:share}（汉明损失），整行全对的却只有 {right:share}："
    "出错的行平均错 {mean:.2g} 个标签；看哪个数字，取决于差一点是否也有用",
    # metrics that are no defaults
    "scores_outside_unit": "{model}：得分从 {low:g} 到 {high:g}，超出 0 到 1 的范围，不是概率；因此不列对数损失、Brier 分数等概率类指标",
    "rows_not_summing": "{model}：有 {count:,} 行的各类得分之和不为 1（首个：{place}，和为 {total:g}），"
    "不是概率；因此不列对数损失和 Brier 分数",
    "rows_not_summing_on_average": "{model}：各类得分之和不为 1，不是概率；因此不列对数损失和 Brier 分数",
    # ranked lists
    "auc_without_gauc": "{model}：ROC AUC 为 {auc:.3f}，GAUC 只有 {gauc:.3f}：AUC 有很大一部分来自区分不同的组，"
    "而组内列表的排序没有这么好；评价排序模型应看 GAUC",
    "auc_with_chance_gauc": "{model}：ROC AUC 为 {auc:.3f}，GAUC 只有 {gauc:.3f}：AUC 有很大一部分来自区分不同的组，"
    "而组内列表的排序几乎等于随机；评价排序模型应看 GAUC",
    "gauc_above_auc": "{model}：GAUC {gauc:.3f} 高于 ROC AUC {auc:.3f}：各组内部的排序好于整体，组与组之间的得分不可比；"
    "不要跨组比较得分或共用阈值",
    "groups_dropped": "GAUC 只覆盖 {groups:,} 组中的 {used:,} 组、{part:share} 的行：其余各组只有一类标签",
    "queries_that_fail": "{model}：有相关项的查询中，有 {failed:share} 前 {cut} 位里一个相关项也没有；平均值看不出这一点，请查看最差的查询",
    "grades_below_one": "没有任何等级达到 {level:g}（相关的起点；最高为 {highest:g}）：按相关与否计数的指标都数不到东西；"
    "请在指标中指定 relevant=，例如 recall_at(relevant=0.5)@10",
    "nothing_relevant": "{queries:,} 个查询中有 {empty:share} 没有任何相关项，下列指标不计这些查询，只反映其余的：{metrics:、}",
    "short_lists": "{covered:share} 的列表不超过 {cut} 项：截断到 {cut} 等于全看，它们的 recall_at@{cut} 怎么排都是 1；应取更小的截断",
    "tied_lists": "{model}：列表中 {tied:share} 的相邻项得分相同；指标取各种顺序的平均，实际系统只会展示其中一种顺序",
    "unjudged_at_the_top": "{model}：前 {cut} 位中 {unjudged:share} 的文档没有人工标注，按不相关计；"
    "没有参与标注池的系统会被低估（bpref 会跳过它们）",
    "unanswered_queries": "{model}：{queries:,} 个有标注的查询中有 {missing:,} 个不在结果里，按没有命中计（missing_queries=skip 则不计入）",
    "unanswered_queries_skipped": "{model}：{queries:,} 个有标注的查询中有 {missing:,} 个不在结果里，按所选口径不计",
    "slices_cut_lists": "{columns: × } 在同一组内有不同取值：切片里只对各列表中属于该切片的行排序，列表越短看起来越好；"
    "请在切片之间比较，不要与整体比较",
    # why a group does not count in GAUC
    "groups_without_positives": "{count:,} 组没有正例",
    "groups_without_negatives": "{count:,} 组没有负例",
    "groups_without_rows": "{count:,} 组没有行",
    "groups_without_weight": "{count:,} 组没有权重",
}
