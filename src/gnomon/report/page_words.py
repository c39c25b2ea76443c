"""What the page says, in English and Chinese side by side.

A key that ends in ``_one`` is for a count of one, a key that ends in ``_weighted`` for sums of weights.
"""

Pair = tuple[str, str]
"""A text in English and in Chinese."""

PAGE: dict[str, Pair] = {
    "title": ("Evaluation of {source}", "{source} 评估报告"),
    "rows": ("{rows} rows", "{rows} 行"),
    "rows_one": ("{rows} row", "{rows} 行"),
    "label": ("label", "标签列"),
    "weight": ("weighted by", "权重列"),
    "cluster": ("clusters by", "整群列"),
    "dropped": ("{count} rows dropped for missing values", "因缺失值剔除 {count} 行"),
    "dropped_one": ("{count} row dropped for missing values", "因缺失值剔除 {count} 行"),
    "evaluated": ("evaluated {date}", "评估于 {date}"),
    "made_with": ("gnomon {version}", "gnomon {version}"),
    "exact": ("exact", "精确值"),
    "bounded": ("approximate, with guaranteed limits (±)", "近似值，附有保证的误差界（±）"),
    "models": ("Model", "模型"),
    "overlay": ("overlay the others", "叠加显示其他"),
    "all_views": ("show all {count}", "显示全部 {count} 项"),
    "language": ("Language", "语言"),
    "theme": ("Dark or light", "深色／浅色"),
    "print": ("Print", "打印"),
    "skip": ("Skip to the figures", "跳到主要指标"),
    "contents": ("Contents", "目录"),
    "key_figures": ("Is it good?", "模型好不好？"),
    "all_figures": ("All figures, every model", "全部指标与模型"),
    "metric": ("Metric", "指标"),
    "difference": ("{a} − {b}", "{a} − {b}"),
    "against": ("{difference} against {other}", "较 {other} {difference}"),
    "higher": ("higher is better", "越大越好"),
    "lower": ("lower is better", "越小越好"),
    "at_threshold": ("at {threshold}", "阈值 {threshold}"),
    "approximate": ("approx.", "近似"),
    "undefined": ("undefined", "无定义"),
    "not_computed": ("not computed", "未计算"),
    "no_columns": ("The model chosen has no column that these figures could be computed from.", "所选模型没有可用来计算这些指标的列。"),
    "interval_by": ("{level} confidence interval; {method}", "{level} 置信区间；{method}"),
    "difference_by": ("{level} confidence interval of the difference; {method}", "差值的 {level} 置信区间；{method}"),
    "interval_from": ("{level} interval, from", "{level} 区间下限"),
    "interval_to": ("{level} interval, to", "{level} 区间上限"),
    "no_interval": ("no interval", "无区间"),
    "intervals_note": (
        "In brackets and as a line: the {level} confidence interval, the values that these data are compatible with. Of a hundred data "
        "sets drawn alike, about {share} would give an interval that holds the true value. It knows of the luck of the draw only, not of "
        "wrong labels or of data that will change.",
        "方括号与横线为 {level} 置信区间，即与这批数据相容的取值范围：同样抽取一百批数据，约有 {share} 批的区间含有真值。"
        "它只反映抽样的偶然性，不反映标注错误或数据日后的变化。",
    ),
    "findings": ("What stands out", "结论"),
    "findings_none": ("Nothing in these figures calls for a remark.", "这些数字没有需要特别说明之处。"),
    "problem": ("Problem", "问题"),
    "caution": ("Caution", "注意"),
    "fine": ("Fine", "良好"),
    "more_findings": ("{count} more", "另有 {count} 条"),
    "slices": ("Where is it weaker?", "哪些切片表现较差？"),
    "slices_note": (
        "The bar is the difference from all rows. Small slices vary by luck.",
        "条形表示与整体之差。小切片的数字受偶然影响较大。",
    ),
    "slices_sure": (
        "The dot is the difference from all rows, the line the {level} interval of the slice’s own value. A filled dot: the interval "
        "leaves out the value of all rows. Of {count} slices about {luck} would do so by luck alone.",
        "圆点表示与整体之差，横线为该切片自身取值的 {level} 区间。实心圆点：区间不含整体的值。"
        "{count} 个切片中，仅凭偶然就会有约 {luck} 个如此。",
    ),
    "slices_cut": ("The first {shown} of {count} slices are in this report.", "共 {count} 个切片，本报告收录前 {shown} 个。"),
    "small_in_grey": ("In grey: ", "灰色："),
    "full_stop": (".", "。"),
    "slices_binned": (
        "{column} is a number, cut into {count} bins.",
        "{column} 是数值列，切成 {count} 段。",
    ),
    "all_metrics": ("Show all {count} metrics", "显示全部 {count} 项指标"),
    "filter": ("Find a slice", "查找切片"),
    "show_all": ("Show all slices", "显示全部切片"),
    "worst_first": ("Back to worst first", "恢复最差的在前"),
    "comparison": ("Is the difference real?", "差异是真的吗？"),
    "comparison_note": (
        "First how large the difference is, then how sure. The line is the {level} interval of the difference on the same data; right of "
        "zero the first model is better, whichever way the metric runs. A filled dot: the interval leaves out zero. One that holds zero "
        "does not show that two models are equal, only that these data cannot tell them apart.",
        "先看差多少，再看有多大把握。横线是同一批数据上差值的 {level} 区间；无论指标越大越好还是越小越好，零线右侧总表示前一个模型更好。"
        "实心圆点：区间不含零。区间含零并不说明两个模型一样好，只说明这批数据分不出高下。",
    ),
    "scaled_note": ("Each row has a scale of its own: compare sizes by the figures.", "每一行各有刻度：大小请看右侧数字。"),
    "compared": ("Show", "显示"),
    "dominance": ("Who is ahead along the curves?", "沿曲线看，谁领先？"),
    "dominance_note": (
        "A bar stands in the lane of the model whose curve is higher there. Full height: for certain, since the {level} band of the whole "
        "difference leaves out zero. Thin and pale: chance could explain it. Triangles mark where the curves change places, hollow ones "
        "where chance could explain that too.",
        "条带位于该处曲线较高的模型一栏。满高：确有领先（差值曲线的 {level} 同时置信带不含零）；细而浅：可能只是偶然。"
        "三角标出两条曲线交换位置之处；空心者可能只是偶然。",
    ),
    "tests": ("All differences and tests", "全部差值与检验"),
    "tests_note": (
        "p: how often chance alone would give a difference at least this large if the two models were equally good. It is not the "
        "probability that they are equal, and it does not say how large or how useful the difference is: with enough data any difference "
        "is significant. Holm allows for all {count} comparisons on this page at once; BH bounds the share of false alarms among "
        "those called significant. Stars are for Holm’s p: * below .05, ** below .01, *** below .001.",
        "p 值：假如两个模型一样好，单凭偶然得到至少这么大差异的概率。它不是“两者相同”的概率，也不说明差异有多大、有没有用："
        "数据足够多时，再小的差异也会显著。Holm 一列同时考虑了本页全部 {count} 个比较；BH 控制被判显著者中误报的比例。"
        "星号按 Holm 校正后的 p 值：* 小于 .05，** 小于 .01，*** 小于 .001。",
    ),
    "copy_markdown": ("copy as Markdown", "复制为 Markdown"),
    "copy_latex": ("copy as LaTeX", "复制为 LaTeX"),
    "glossary": ("What the figures mean", "指标释义"),
    "glossary_note": (
        "Every metric that this page shows or mentions: formula, how to read it, where it misleads.",
        "本页出现的每个指标：公式、如何解读、常见误区。",
    ),
    "glossary_sure": ("After them, the ideas behind intervals and tests.", "其后是区间与检验背后的概念。"),
    "copy_table": ("copy as TSV", "复制为 TSV"),
    "made": (
        "Made by gnomon {version} (evaluation schema {schema}). One file, no network: it can be mailed, archived and opened anywhere.",
        "由 gnomon {version} 生成（评估格式版本 {schema}）。单个文件，无需联网：可通过邮件发送、存档、随处打开。",
    ),
    "copyable": (
        "Everything here can be copied: tables as TSV with all digits, figures as SVG or PNG.",
        "页面内容均可复制：表格可复制为 TSV（保留全部数位），图可存为 SVG 或 PNG。",
    ),
    "need_script": (
        "The figures are drawn by a script inside this file; allow scripts to see them.",
        "图由本文件内的脚本绘制；请允许脚本运行。",
    ),
}
