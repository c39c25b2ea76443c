"""What the page and its script say of predicted numbers, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "errors_section": ("How far off are the predictions?", "预测差多少？"),
    "errors_link": ("Errors", "误差"),
    "errors_note": (
        "The error of a row is prediction − truth throughout: above 0 the prediction was too high.",
        "全页的误差都是「预测 − 真值」：大于 0 表示预测偏高。",
    ),
    "naive": ("Better than saying one number of every row?", "比对每一行都说同一个数好吗？"),
    "naive_note": (
        "The mean has the smallest RMSE and the median the smallest MAE that one number can have. Both are of these very rows, so that no "
        "forecast made before could know them: a model that is no better has learned nothing.",
        "只说一个数的话，均值的 RMSE 最小，中位数的 MAE 最小。两者都取自这批数据本身，事先无从知道：不比它们好的模型等于什么也没学到。",
    ),
    "always_mean": ("always the mean, {value}", "一律预测均值 {value}"),
    "always_median": ("always the median, {value}", "一律预测中位数 {value}"),
    "errors_large": ("Which rows make the error?", "误差来自哪些行？"),
    "errors_large_note": (
        "Squared error, which R² and RMSE are made of, counts an error twice as large four times. Move the threshold to see what the "
        "largest errors weigh.",
        "R² 与 RMSE 用的是平方误差：误差大一倍，就算作四倍。移动阈值，看最大的那些误差占多少。",
    ),
    "error_threshold": ("Errors larger than", "误差大于"),
    "worst_rows": ("The worst rows", "误差最大的行"),
    "worst_rows_note": (
        "By the size of the error; rows are numbered as the source numbers them. Bold: larger than the threshold.",
        "按误差大小排列；行号与数据源一致。粗体：误差大于阈值。",
    ),
    "all_worst_rows": ("Show more", "显示更多"),
    "amounts_section": ("Where are predictions too high or too low?", "预测在哪里偏高，在哪里偏低？"),
    "amounts_link": ("By prediction", "按预测值"),
    "amounts_note": (
        "Rows in ten parts of equal weight by their prediction. On the diagonal the predictions of a part are right on average: above it "
        "they were too low, below it too high.",
        "按预测值把各行分成权重相等的十份。落在对角线上，说明这一份平均来说预测得准；在线上方为偏低，在线下方为偏高。",
    ),
}

SCRIPT: dict[str, Pair] = {
    "error_threshold": PAGE["error_threshold"],
    "error_threshold_exact": ("Exact threshold of the error", "误差阈值的精确值"),
    "no_errors_drawn": (
        "The model chosen is not drawn here: it has no predicted numbers, or there are too many models for one page.",
        "所选模型在此没有图：它没有数值预测，或模型太多，一页放不下。",
    ),
    "of_numbers": (" — {name}", "—— {name}"),
    "truth_map": ("Truth against prediction", "真值与预测"),
    "error_map": ("Error against prediction", "误差与预测"),
    "axis_prediction": ("prediction", "预测"),
    "axis_truth": ("truth", "真值"),
    "axis_error": ("error: prediction − truth", "误差：预测 − 真值"),
    "r2_is": ("R² {value}", "R² {value}"),
    "mbe_is": ("mean {value}", "均值 {value}"),
    "medae_is": ("median |error| {value}", "|误差| 中位数 {value}"),
    "map_hint": ("The fullest cell holds {count} rows.", "最密的一格有 {count} 行。"),
    "map_hint_one": ("No cell holds more than one row.", "每格最多一行。"),
    "map_hint_weighted": ("The fullest cell weighs {count}.", "最密的一格权重为 {count}。"),
    "map_lines": ("Dots: the mean error by decile of prediction.", "圆点：按预测值十等分，各份的平均误差。"),
    "outside": (" {count} rows ({share}) lie outside.", "另有 {count} 行（{share}）在图外。"),
    "outside_one": (" {count} row ({share}) lies outside.", "另有 {count} 行（{share}）在图外。"),
    "outside_weighted": (" Rows that weigh {count} ({share}) lie outside.", "另有权重共 {count}（{share}）的行在图外。"),
    "decile_error": ("predictions {low} – {high}: mean error {value}", "预测 {low} – {high}：平均误差 {value}"),
    "error_quantiles": ("Errors against normal ones", "误差与正态分布"),
    "axis_normal": ("normal quantile (standard deviations)", "正态分位数（标准差）"),
    "quantiles_hint": (
        "On the line errors are distributed normally, with the same quartiles; bent away at the ends, large errors are more frequent.",
        "落在直线上，误差即呈正态分布（四分位数相同）；两端偏离直线，说明大误差更多见。",
    ),
    "error_histogram": ("Distribution of errors", "误差分布"),
    "share_per_bin": ("share of rows, per {width}", "行的占比（每格 {width}）"),
    "histogram_mark": ("±{value}", "±{value}"),
    "beyond": (
        "{count} rows ({share}) make {squared} of the squared error; without them RMSE would be {rest} instead of {rmse}.",
        "{count} 行（{share}）造成了 {squared} 的平方误差；去掉它们，RMSE 就从 {rmse} 变为 {rest}。",
    ),
    "beyond_one": (
        "{count} row ({share}) makes {squared} of the squared error; without it RMSE would be {rest} instead of {rmse}.",
        "{count} 行（{share}）造成了 {squared} 的平方误差；去掉它，RMSE 就从 {rmse} 变为 {rest}。",
    ),
    "beyond_weighted": (
        "Rows that weigh {count} ({share}) make {squared} of the squared error; without them RMSE would be {rest} instead of {rmse}.",
        "权重共 {count}（{share}）的行造成了 {squared} 的平方误差；去掉它们，RMSE 就从 {rmse} 变为 {rest}。",
    ),
    "beyond_all": (
        "All {count} rows, which make all of the squared error; RMSE is {rmse}.",
        "全部 {count} 行，平方误差都来自它们；RMSE 为 {rmse}。",
    ),
    "beyond_all_one": (
        "The only row, which makes all of the squared error; RMSE is {rmse}.",
        "仅有的一行，平方误差全来自它；RMSE 为 {rmse}。",
    ),
    "beyond_all_weighted": (
        "All rows, which weigh {count} and make all of the squared error; RMSE is {rmse}.",
        "全部各行（权重共 {count}），平方误差都来自它们；RMSE 为 {rmse}。",
    ),
    "beyond_none": ("No row is further off than that.", "没有误差比这更大的行。"),
    "beyond_right": ("Every prediction is exactly right.", "每个预测都完全正确。"),
    "error_snapped": ("The nearest threshold on this page is {threshold}.", "本页最接近的阈值是 {threshold}。"),
    "error_thresholds_all": (
        "Every threshold that changes anything ({count}); figures are exact.",
        "能改变结果的阈值全部在此（{count} 个）；数字精确。",
    ),
    "error_thresholds_some": ("{count} thresholds; figures at each are exact.", "{count} 个阈值；各阈值处的数字精确。"),
    "error_thresholds_coarse": (
        "{count} thresholds; errors were kept in cells, and figures are approximate.",
        "{count} 个阈值；误差按单元保存，数字为近似值。",
    ),
    "row_place": ("Row", "行号"),
    "row_truth": ("Truth", "真值"),
    "row_prediction": ("Prediction", "预测"),
    "row_error": ("Error", "误差"),
    "worst_rows_shown": ("The {shown} worst.", "列出最差的 {shown} 行。"),
    "amount_deciles": ("Mean truth by decile of prediction", "按预测值十等分的真值均值"),
    "axis_mean_prediction": ("mean prediction", "预测均值"),
    "axis_mean_truth": ("mean truth", "真值均值"),
    "decile_point": (
        "{name}, predictions {low} – {high}: predicted {predicted}, came true {truth} ({count} rows)",
        "{name}，预测 {low} – {high}：预测均值 {predicted}，真值均值 {truth}（{count} 行）",
    ),
    "decile_point_weighted": (
        "{name}, predictions {low} – {high}: predicted {predicted}, came true {truth} (weight {count})",
        "{name}，预测 {low} – {high}：预测均值 {predicted}，真值均值 {truth}（权重 {count}）",
    ),
    "amount_gain": ("Gain of amounts", "数额累积增益"),
    "axis_highest_first": ("share of rows, highest predictions first", "行的占比（预测高者在前）"),
    "axis_share_of_amount": ("share of the amount", "占总额的比例"),
    "gini_is": ("normalised Gini {value}", "归一化基尼系数 {value}"),
    "no_gain_negative": (
        "There is no gain of amounts: some truths are negative (down to {least}), and such are no parts of a whole.",
        "没有数额累积增益：有些真值为负（最低 {least}），不是总额的一部分。",
    ),
    "no_gain_zero": ("There is no gain of amounts: every truth is 0.", "没有数额累积增益：真值全为 0。"),
    "decile_predictions": ("Predictions", "预测范围"),
    "decile_mean_prediction": ("Mean prediction", "预测均值"),
    "decile_mean_truth": ("Mean truth", "真值均值"),
    "decile_bias": ("Mean error", "平均误差"),
    "decile_mae": ("MAE", "MAE"),
    "decile_rmse": ("RMSE", "RMSE"),
    "weight_of_rows": ("Weight", "权重"),
    "mean_true": ("Mean truth", "真值均值"),
    "mean_error": ("Mean error", "平均误差"),
}

EVIDENCE: dict[str, Pair] = {
    "rmse_without": ("RMSE without them", "去掉它们的 RMSE"),
    "share_of_rows": ("share of rows", "占行数"),
    "share_of_squared_error": ("share of squared error", "占平方误差"),
    "share_of_small_truths": ("share of small truths", "小真值占比"),
    "spread_of_predictions": ("spread of predictions over that of truths", "预测与真值的离散程度之比"),
    "slope": ("slope of truth on prediction", "真值对预测的斜率"),
    "rmse_of_lowest_fifth": ("RMSE, lowest fifth", "最低五分之一的 RMSE"),
    "rmse_of_highest_fifth": ("RMSE, highest fifth", "最高五分之一的 RMSE"),
}
