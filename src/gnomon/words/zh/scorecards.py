"""变量为何没有入卡。"""

SCORECARDS: dict[str, str] = {
    "iv_too_low": "信息值 {iv:.4f} 低于 {least:g}：几乎没有区分力",
    "iv_by_chance": "信息值 {iv:.4f} 与这些箱偶然得到的（{chance:.4f}）相差无几：超出部分低于 {least:g}",
    "p_too_high": "与其他变量并用时，交叉拟合的 p 为 {p}，高于 {alpha:g}，或系数与它的 WOE 方向相反",
    "vif_too_high": "卡上其他变量已包含它的信息：方差膨胀因子 {vif:.3g}，高于 {most:g}",
    "card_validated": "在建卡样本上 AUC 为 {auc:.4f}，KS 为 {ks:.4f}；{folds} 折交叉验证的结果为 "
    "{auc_cross_validated:.4f} 和 {ks_cross_validated:.4f}（乐观偏差 {auc_optimism:.4f} 和 {ks_optimism:.4f}）",
    "card_not_validated": "样本太少或太单一，无法分成 {folds} 折，新样本上的 AUC 和 KS 无从得知",
    "variables_unsure": '有 {count:,} 个变量已入卡，但其系数可由偶然解释（交叉拟合的 p ≥ 0.05）：{names:、}；select="p" 会把它们剔除',
    "errors_in_sample": "标准误和 p 值来自拟合 WOE 的同一批样本，因而偏小",
    "cross_fitted_part": "交叉拟合的标准误、p 值、AUC 和 KS 来自随机抽取的 {count:,} 行；分值来自全部样本",
    "errors_unknown": "样本太少或太单一，无法给出交叉拟合的标准误和 p 值",
    "iv_too_high": "信息值 {iv:.4f} 高于 {most:g}：可能已经含有结果",
    "woe_correlated": "它的 WOE 与 {other} 的相关（r {r:.3f}，超过 {most:g}），而后者信息更多",
    "psi_too_high": "{period} 各箱的占比与 {first} 不同（PSI {psi:.3f}，高于 {most:g}）",
    "coefficient_against_woe": "与其他变量并用时系数为 {coefficient:.4f}，与它的 WOE 方向相反",
    "not_weighted": "没有给它权重",
    "variable_left_out": "{name} 未入卡：{reason}",
    "segment_without_card": "用通用卡：{reason}",
}
