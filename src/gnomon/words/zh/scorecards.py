"""变量为何没有入卡。"""

SCORECARDS: dict[str, str] = {
    "iv_too_low": "信息值 {iv:.4f} 低于 {least:g}：几乎没有区分力",
    "iv_too_high": "信息值 {iv:.4f} 高于 {most:g}：可能已经含有结果",
    "woe_correlated": "它的 WOE 与 {other} 的相关（r {r:.3f}，超过 {most:g}），而后者信息更多",
    "psi_too_high": "{period} 各箱的占比与 {first} 不同（PSI {psi:.3f}，高于 {most:g}）",
    "coefficient_against_woe": "与其他变量并用时系数为 {coefficient:.4f}，与它的 WOE 方向相反",
    "not_weighted": "没有给它权重",
    "variable_left_out": "{name} 未入卡：{reason}",
    "segment_without_card": "用通用卡：{reason}",
}
