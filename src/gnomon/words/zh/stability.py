"""变量漂移时所说的话。"""

STABILITY: dict[str, str] = {
    "cut_between_cells": "该列不同的数多到无法逐一区分；切点落在 {cells:,} 个相邻数值的单元之间，那里的计数是精确的",
    "bins_fewer": "要求 {asked} 个箱，实得 {made} 个：相同的值不拆开，不同的切点因此变少",
    "missing_merged": "缺失值计入 {bin}，依分箱的约定",
    "categories_new": "有 {count:,} 个类别不在基准样本中：{names:、}",
    "psi_one_bin": "所有行都落在一个箱里，无从漂移",
    "psi_bands_blind": "两个样本只有 {expected:,.0f} 行和 {actual:,.0f} 行，用 0.10 和 0.25 判断不可靠：即使毫无漂移，指数也在 "
    "{chance:.4f} 左右，"
    "每二十次有一次超过 {critical:.4f}（p {p}）；请以 p 值为准，或减少箱数",
    "psi_by_chance": "指数落在漂移的区间，但偶然就能解释：{expected:,.0f} 行与 {actual:,.0f} 行的样本毫无漂移也有 {chance:.4f} 左右"
    "（p {p}）",
    "psi_sure_but_small": "漂移确实存在（单凭偶然约为 {chance:.4f}，p {p}），但很小：低于 0.10 习惯上称为稳定",
    "psi_filled": "有 {count:,} 个箱在其中一个样本里是空的（{bins:、}）：按有 {amount:g} 行计算，它们贡献多少由此决定",
    "psi_filled_share": "有 {count:,} 个箱在其中一个样本里是空的（{bins:、}）：占比以 {amount:g} 代替，它们贡献多少由此决定",
    "psi_skipped": "有 {count:,} 个箱在其中一个样本里是空的（{bins:、}），已略去，尽管那里有行出现或消失",
    "psi_only_expected": "有 {count:,} 列只在基准中：{names:、}",
    "psi_only_actual": "有 {count:,} 列不在基准中：{names:、}",
    "psi_failed": "{column} 没有 PSI：{reason}",
    "psi_of_column": "{column} 列：{note}",
    "cells_small": "有箱在其中一个样本里的期望行数只有 {smallest:.2g}；低于 {limit} 时卡方近似较粗：请合并箱",
    "defaults_few": "{grades:、} 的期望违约数不足 5：所有等级合起来的检验在此较粗，逐级检验仍是精确的",
    "periods_missing": "首尾之间有 {count:,} 个时期没有任何行：{names:、}",
    "periods_none": "有 {count:,} 行没有 {name}，已略去",
    "watch_large": "{column} 已明显漂移：{period} 的 PSI 为 {psi:.3f}（共 {count:,} 个时期达到 0.25），主要来自 {bin}",
    "watch_moderate": "{column} 有所漂移：{period} 的 PSI 为 {psi:.3f}（共 {count:,} 个时期达到 0.10），主要来自 {bin}",
    "watch_chance": "{column} 在 {period} 的 PSI 为 {psi:.3f}，但行数这么少，或时期和列这么多，偶然就会如此（毫无漂移也有 "
    "{chance:.3f} 左右，Holm 校正后 p {p}）",
    "watch_stable": "任何时期的 PSI 都没有达到 0.10",
    "watch_ks": "评分的区分能力变差：{period} 的 KS 为 {value:.3f}，而 {reference} 为 {first:.3f}，两者的区间不相交（这样的时期有 "
    "{count:,} 个）",
    "watch_bad_rate": "坏样本率变了：{period} 为 {value:share}，而 {reference} 为 {first:share}，两者的区间不相交（这样的时期有 "
    "{count:,} 个）",
}
