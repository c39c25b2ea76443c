"""关于数值预测的说法。"""

REGRESSION: dict[str, str] = {
    "largest_of_rows": "最大误差由一行决定，其余各行说明不了下一行会差多少：没有区间，也没有检验",
    "predictions_equal_truth": "{model}：全部 {rows:,} 行的预测都与真值相等；请检查真值或由它得出的量是否混进了输入",
    "interval_of_unequal_errors": "{model}：各行平方误差相差悬殊，{rows:,.0f} 行中相当于只有 {part:share} 的行在决定 RMSE；"
    "这类数据上 RMSE 的区间包含真值的机会低于所标水平，尚未出现大误差时也是如此；请以 MAE 为准，或增加行数",
    "errors_of_few_rows": "{model}：{part:share} 的行造成了 {squared:share} 的平方误差，并且与其余各行明显脱节。"
    "RMSE 为 {rmse:.4g}，去掉这些行只有 {rest:.4g}；先看看这些行（最差的是：{places:, }）",
    "rmse_of_few_rows": "{part:share} 的行造成了 {squared:share} 的平方误差，去掉这些行 RMSE 为 {rest:.4g}：请同时看 MAE",
    "mape_of_small_truths": "很小的真值抬高了 MAPE（{part:share} 的真值离 0 不到 {size:.4g}）；按全部数额算的 WAPE 为 {wape:.1f} %",
    "biased_high": "{model}：预测平均偏高 {bias:.4g}（真值平均 {mean:.4g}），平方误差中有 {part:share} 只来自这一整体偏移；把它减掉即可",
    "biased_low": "{model}：预测平均偏低 {bias:.4g}（真值平均 {mean:.4g}），平方误差中有 {part:share} 只来自这一整体偏移；把它加上即可",
    "nearly_constant": "{model}：预测几乎不变（离散程度只有真值的 {spread:share}）：对每一行都差不多预测 {mean:.4g}；请检查特征与训练过程",
    "worse_than_mean": "{model}：R² {r2:.3f} 小于 0：一律预测真值的均值（{mean:.4g}），平方误差反而更小；请检查单位以及各行的对应关系",
    "not_shown_better_than_mean": "{model}：R² 为 {r2:.3f}，区间包含 0：这些数据还看不出它比一律预测真值的均值（{mean:.4g}）更好；"
    "请增加样本，或改进特征",
    "slope_too_flat": "{model}：预测与真值同向变化（相关系数 {pearson:.2f}），但预测每高 1，真值高出 {slope:.2f}："
    "两端都预测得太保守；请放大预测，或重新校准",
    "slope_too_steep": "{model}：预测与真值同向变化（相关系数 {pearson:.2f}），但预测每高 1，真值只高出 {slope:.2f}："
    "两端都预测得过头；请收缩预测，或重新校准",
    "slope_reversed": "{model}：预测越高，真值反而越低（相关系数 {pearson:.2f}）：是不是符号弄反了？",
    "function_forgotten": "{model}：对预测取 {function} 后才与真值相符：中位误差现为 {before:.3g}，取后为 {after:.3g}；"
    "可能对对数建模后没有还原，或者相反",
    "other_units": "{model}：预测乘以 {factor:g} 后才与真值相符：中位误差现为 {before:.3g}，乘后为 {after:.3g}；"
    "真值与预测的单位可能不同，请换算其中之一",
    "rows_shuffled": "{model}：约 {share:share} 的行，预测像是别的行的，其余各行则相符：请检查预测与真值是怎样对上的",
    "rows_repeated_alike": "{rows:,} 行中约有 {copies:,} 行与别的行完全相同（真值与预测都相同）：区间和 p "
    "值把副本当作新的行，过于乐观；请去掉副本",
    "predictions_filled": "{model}：有 {rows:,} 行（{part:share}）的预测是 {value:g}，而这些行的真值与它无关：它可能代表缺失的预测；"
    "请去掉这些行，或补上预测",
    "truths_filled": "有 {rows:,} 行（{part:share}）的真值是 {value:g}，远离其余各行：它可能代表缺失值；请去掉这些行",
    "slice_biased_high": "{model}：{slice} 的预测平均偏高 {bias:.3g}（{rows:,} 行），其余切片相差 {others:+.3g}；请修正这一偏移，"
    "或查找该切片的特殊之处",
    "slice_biased_low": "{model}：{slice} 的预测平均偏低 {bias:.3g}（{rows:,} 行），其余切片相差 {others:+.3g}；请修正这一偏移，"
    "或查找该切片的特殊之处",
    "predictions_capped_highest": "{model}：有 {rows:,} 个预测（{part:share}）是 {value:g}，没有更高的，而这些行的真值更高：预测可能被截断",
    "predictions_capped_lowest": "{model}：有 {rows:,} 个预测（{part:share}）是 {value:g}，没有更低的，而这些行的真值更低：预测可能被截断",
    "spread_grows": "{model}：预测越大，误差越大：预测最低的五分之一 RMSE 为 {low:.4g}，最高的五分之一为 {high:.4g}；"
    "对所有行用同一个误差范围并不合适：请看 WAPE，或对取对数后的值建模",
}
