"""What tests of samples say."""

STATISTICS: dict[str, str] = {
    "samples_constant": "两个样本各自都是常数，没有离散程度可用来衡量差值",
    "differences_constant": "所有差值都相同，没有离散程度可用来衡量其均值",
    "all_values_equal": "两个样本的所有值都相同，无从排序",
    "ks_ties": "有些值重复出现：精确 p 值是按没有相同值的样本算的，只会偏大，不会偏小",
    "ks_disagrees": "D 为 {statistic:.4f}，临界值为 {critical:.4f}，由它得出的结论与{method:method} p 值相反；临界值是大样本下的近似，"
    "以 p 值为准",
    # correlation
    "column_constant": "{column} 是常数（每一行都是 {value:.6g}），不变的量与任何东西都谈不上相关",
    "ranks_at_the_end": "两列的名次完全一致或完全相反（系数为 {value:.0f}），在 Fisher 变换下没有可用来推算的端点",
    "line_suffices": "Pearson r {pearson:.3f} 与 Spearman ρ {spearman:.3f} 相差 {gap:.3f}（{limit:.3f} 以内属偶然），也看不出弯曲：用直"
    "线描述即可",
    "line_unlike_ranks": "Pearson r {pearson:.3f} 与 Spearman ρ {spearman:.3f} 相差 {gap:.3f}（{limit:.3f} 以内属偶然）：关系是弯曲的，"
    "或由少数几行撑起；请看图，并以 ρ 为准",
    "line_bends": "抛物线比直线多解释了 y 的 {part:share}（{p}；r {pearson:.3f}，ρ {spearman:.3f}）：关系是弯曲的，r 说不出它有多强；请"
    "看图",
    "normal_enough": "两列都看不出偏离正态（{test} 检验，最小的是 {column}：{p}）",
    "normal_in_shape": "{column} 并非严格正态（{test} 检验，{p}），这么多行的数据都是如此；偏度 {skewness:.2f}、超额峰度 "
    "{kurtosis:.2f}，没有妨碍",
    "not_normal": "{column} 不是正态的（{test} 检验，{p}；偏度 {skewness:.2f}，超额峰度 {kurtosis:.2f}）：r 的 p 值和区间可能不准；"
    "Spearman ρ 不受影响",
    "too_few_for_outliers": "只有 {rows:,} 行，分不出哪一行离群",
    "no_outliers": "没有哪一行在 x、y 或与直线的距离上超出 {limit:.2f} 个稳健标准差",
    "outliers_found": "有 {count:,} 行离群（位置 {rows:、}），在 x、y 或与直线的距离上超出 {limit:.2f} 个稳健标准差；去掉之后 r 从 "
    "{pearson:.3f} 变为 {rest:.3f}",
    "outliers_only": "有 {count:,} 行离群（位置 {rows:、}），在 x、y 或与直线的距离上超出 {limit:.2f} 个稳健标准差；r {pearson:.3f} 全"
    "由此而来：去掉之后就没有变化可言",
    "spread_even": "围绕直线的离散程度不随 x 变化（Breusch–Pagan 检验，{p}；x 高于中位数的一半是低的一半的 {times:.2f} 倍）",
    "spread_uneven": "围绕直线的离散程度随 x 变化（Breusch–Pagan 检验，{p}；x 高于中位数的一半是低的一半的 {times:.2f} 倍）：r 的 p 值"
    "和区间可能不准",
    "spread_of_few": "只有 {rows:,} 行，看不出离散程度如何变化",
    "spread_of_none": "所有点都在直线上",
}
