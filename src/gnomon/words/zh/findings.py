"""What findings say."""

FINDINGS: dict[str, str] = {
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
    "accuracy_below_majority": "{model}：{metric} 为 {accuracy:.3f}，低于多数类占比（一律答 {label} 就有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "accuracy_equals_majority": "{model}：{metric} 为 {accuracy:.3f}，等于多数类占比（一律答 {label} 就有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "accuracy_hardly_above_majority": "{model}：{metric} 为 {accuracy:.3f}，勉强超过多数类占比（一律答 {label} 就有 {majority:.3f}）；"
    "它在这里说明不了问题，请看召回率和精确率",
    "class_never_found": "{model}：{classes:, } 一个也没有被找出来（召回率为 0），占 {part:share} 的行",
    "classes_never_found": "{model}：{classes:, } 一个也没有被找出来（召回率为 0），占 {part:share} 的行",
    # scores
    "constant_scores": "{model}：所有行的得分都是 {score:.6g}，完全没有排序能力",
    "tied_scores": "{model}：{tied:share} 的正负样本对得分相同（{distinct:,} 个不同的得分）；同分按一半计，分得更细时可能更好也可能更差",
    "reversed_scores": "{model}：ROC AUC 为 {auc:.3f}，低于 0.5：得分方向反了；检查正类是否指定正确，或得分是否其实属于负类",
    "weak_separation": "{model}：KS 为 {ks:.3f}，低于 0.2：两类得分几乎没有差别",
    "too_good": "{model}：KS 高达 {ks:.3f}（超过 0.75），真实问题里很少见：先排查特征穿越或过拟合",
    "good_roc_poor_precision": "{model}：ROC AUC {auc:.3f} 看上去不错，但要找出一半正例，{false:share} 的告警是误报"
    "（平均精确率 {ap:.3f}，正例占 {rate:share}）；请看 PR 曲线",
    "half_finds_nothing": "{model}：以 0.5 为阈值只能找到 {found:share} 的正例；概率整体偏低，应另选阈值"
    "（TPR 与 FPR 在 {threshold:.4g} 处相差最大）",
    "calibrated": "{model}：校准良好：预测概率与实际比率平均只差 {error:.3f}",
    "predictions_too_high": "{model}：{low} 到 {high} 之间的预测偏高 {gap:.2f}（{rows}）；平均偏差 {error:.3f}",
    "predictions_too_low": "{model}：{low} 到 {high} 之间的预测偏低 {gap:.2f}（{rows}）；平均偏差 {error:.3f}",
    "so_many_rows": "{rows:,.0f} 行",
    "worth_so_many_rows": "相当于 {rows:,.0f} 行",
    # several models
    "curves_cross": "{a} 与 {b} 的 ROC 曲线相交，且超出偶然：{stretches:；}；按实际工作的区间来选",
    "ahead_from_fpr": "FPR 从 {start:.2f} 到 {end:.2f} 时 {winner} 领先",
    "curve_encloses": "{winner} 的 ROC 曲线包住了 {losers:、}：没有一处更低，且高出的部分超出偶然",
    "curve_encloses_many": "{winner} 的 ROC 曲线包住了 {losers:、} 等 {all} 个模型：没有一处更低，且高出的部分超出偶然",
    "bands_out_of_order": "{model}：第 {band} 得分段的正例率为 {rate:share}，高于得分更高的第 {above} 段"
    "（{rate_above:share}）：这里的排序颠倒了",
    # several classes
    "confused_pair": "{model}：{truth} 有 {share:share} 被判为 {predicted}（{rows:,.0f} 行），是最常混淆的一对",
    "confused_pair_weighted": "{model}：按权重计，{truth} 有 {share:share} 被判为 {predicted}，是最常混淆的一对",
    "weakest_class": "{model}：最难认出的类别是 {label}：召回率 {recall:.3f}（各类平均 {mean:.3f}）",
    "top_overconfident": "{model}：最高得分在 {low} 到 {high} 之间时，实际答对的比例比得分低 {gap:.2f}，过于自信"
    "（首选类别 ECE {error:.3f}）",
    "top_underconfident": "{model}：最高得分在 {low} 到 {high} 之间时，实际答对的比例比得分高 {gap:.2f}，过于保守"
    "（首选类别 ECE {error:.3f}）",
    "top_calibrated": "{model}：最高得分与实际答对的比例相符（首选类别 ECE {error:.3f}）",
    # slices
    "small_slices": "不足 {rows} 行的分组排在最后",
    "small_slices_of_class": "不足 {rows} 行、或任一类不足 {least} 行的分组排在最后",
    "worst_slice": "{model}：最差的分组：{slice}：{metric} 为 {value:.3f}（整体 {whole:.3f}，{rows:,} 行）",
    # how sure
    "rows_look_clustered": "相邻的行往往一起出错（相邻误差的相关系数为 {correlation:.2f}）：它们看起来并不独立，"
    "把它们当作独立行算出的区间和 p 值过于乐观；{remedy}",
    "name_cluster": "请用 cluster 指明它们所属的用户、会话或日期列",
    "name_cluster_perhaps": "请用 cluster 指明它们所属的列（或许是 {columns:, }）",
    "optimistic_threshold": "{model}：在这些行上 F1 最佳的阈值是 {threshold:.3g}，换一批同类数据则可能落在 {low:.3g} 到 {high:.3g} 之间；"
    "它的 F1 {f1:.3f} 是在挑选它的同一批行上量出来的，换别的数据大约是 {expected:.3f}",
    "too_few_to_tell": "{ahead} 的 {metric} 比 {behind} 好 {difference:.4f}，但这可以用偶然解释（p = {p_value:.2f}）；"
    "这些{units}大约能分辨 {detectable:.4f} 以上的差别，要分辨其四分之一大小的差别，需要十六倍的{units}数",
    "unit_rows": "行",
    "unit_queries": "查询",
    "few_clusters": "{column} 只有 {clusters} 个群：群这么少，区间和 p 值都很粗略；三十个以上才比较稳",
    # ranked lists
    "auc_without_gauc": "{model}：ROC AUC 为 {auc:.3f}，GAUC 只有 {gauc:.3f}：AUC 有很大一部分来自区分不同的组，"
    "而组内列表的排序没有这么好；评价排序模型应看 GAUC",
    "auc_with_chance_gauc": "{model}：ROC AUC 为 {auc:.3f}，GAUC 只有 {gauc:.3f}：AUC 有很大一部分来自区分不同的组，"
    "而组内列表的排序几乎等于随机；评价排序模型应看 GAUC",
    "gauc_above_auc": "{model}：GAUC {gauc:.3f} 高于 ROC AUC {auc:.3f}：各组内部的排序好于整体，组与组之间的分数不可比；"
    "不要跨组比较分数或共用阈值",
    "groups_dropped": "GAUC 只覆盖 {groups:,} 组中的 {used:,} 组、{part:share} 的行：其余各组只有一类标签",
    "queries_that_fail": "{model}：有相关项的查询中，{failed:share} 的前 {cut} 位一个相关项都没有；平均值看不出这一点，请查看最差的查询",
    "grades_below_one": "没有任何等级达到 {level:g}（相关的起点；最高为 {highest:g}）：按相关与否计数的指标什么也数不到；"
    "请在指标中指定 relevant=，例如 recall_at(relevant=0.5)@10",
    "nothing_relevant": "{queries:,} 个查询中有 {empty:share} 没有任何相关项：{metrics:、} 不计这些查询，只反映其余的查询",
    "short_lists": "{covered:share} 的列表不超过 {cut} 项：截断到 {cut} 等于全看，recall_at@{cut} 无论怎么排都是 1；应取更小的截断",
    "tied_lists": "{model}：列表中 {tied:share} 的相邻项得分相同；指标取各种顺序的平均，实际系统只会展示其中一种顺序",
    "unjudged_at_the_top": "{model}：前 {cut} 位中 {unjudged:share} 的文档没有人工标注，按不相关计；"
    "没有参与标注池的系统会被低估（bpref 会跳过它们）",
    "unanswered_queries": "{model}：{queries:,} 个有标注的查询中有 {missing:,} 个不在结果里，按一无所获计（missing_queries=skip 则不计）",
    "unanswered_queries_skipped": "{model}：{queries:,} 个有标注的查询中有 {missing:,} 个不在结果里，按所选口径不计",
    "slices_cut_lists": "{columns: × } 在同一组内有不同取值：分组后只对各列表中属于该分组的行排序，列表越短看起来越好；"
    "请在分组之间比较，不要与整体比较",
    # why a group does not count in GAUC
    "groups_without_positives": "{count:,} 组没有正例",
    "groups_without_negatives": "{count:,} 组没有负例",
    "groups_without_rows": "{count:,} 组没有行",
    "groups_without_weight": "{count:,} 组没有权重",
}
