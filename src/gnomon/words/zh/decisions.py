"""关于用得分做决策的话。"""

DECISIONS: dict[str, str] = {
    "swap_nobody": "新旧得分通过的是同一批样本：没有换入，也没有换出",
    "swap_one_way_in": "旧得分通过的，新得分全部通过，而且更多：没有换出的样本可比",
    "swap_one_way_out": "新得分通过的，旧得分全部通过，而且更多：没有换入的样本可比",
    "swap_untested": "换入者中坏客户占 {new:share}，换出者中占 {old:share}；无法检验：{cause}",
    "swap_undecided": "换入者中坏客户占 {new:share}，换出者中占 {old:share}：这一差别可能只是偶然"
    "（{level:.6g}% 区间 {low:+.2f} 到 {high:+.2f} 个百分点，p = {p:.3g}）",
    "swap_lower": "换入者更好：其中坏客户占 {new:share}，换出者中占 {old:share}"
    "（{level:.6g}% 区间 {low:+.2f} 到 {high:+.2f} 个百分点，p = {p:.3g}）",
    "swap_higher": "换入者更差：其中坏客户占 {new:share}，换出者中占 {old:share}"
    "（{level:.6g}% 区间 {low:+.2f} 到 {high:+.2f} 个百分点，p = {p:.3g}）",
    "ceiling_trivial": "没有两行的特征相同：能记住每一行的模型在这里不会出错，这个上限对其他数据说明不了什么。把特征取整或分箱后再看",
    "ceiling_without_conflict": "特征相同的行标签也总相同：这批数据本身并不妨碍模型处处判对",
    "ceiling_flattered": "{share:share} 的行独占一种特征组合，模型可以逐行记住：罕见组合会使上限偏高",
    "ceiling_of_others": "“其他数据”一栏：用一半行的比率给另一半打分，两半互换，取 {splits:,} 次对分的平均；{seen:share} 的行在另一半"
    "里能遇到自己的组合，其余按总体比率打分",
    "most_profit": "{model}：利润最高为 {profit}，准入线 {cutoff}，通过率 {approved:share}，通过客户的坏账率 {bad:share}",
}
