"""What other tools, papers and trades call a metric: names that lead to its entry, in references, searches and explanations.

They are no names of functions: ``gn.f1_score`` answers that it is called f1 here. A name that is used for two things is listed under
``SHARED``: a reference by it is refused, and the pages of both say so.
"""

import re
from collections.abc import Iterator
from functools import cache

ELSEWHERE: dict[str, tuple[str, ...]] = {
    name: tuple(others.split())
    for name, others in {
        "adjusted_rand": "ari adjusted_rand_score 调整兰德指数 调整兰德系数 调整兰德",
        "ami": "adjusted_mutual_info_score adjusted_mutual_info 调整互信息 调整后互信息",
        "calinski_harabasz": "calinski_harabasz_score variance_ratio_criterion ch_index 方差比准则 ch指数",
        "completeness": "completeness_score 完整性 完整度",
        "davies_bouldin": "davies_bouldin_score db_index 戴维斯博尔丁指数 db指数",
        "dbcv": "density_based_clustering_validation validity_index 密度聚类验证",
        "fowlkes_mallows": "fowlkes_mallows_score fmi fowlkes_mallows_index",
        "homogeneity": "homogeneity_score 同质性 均一性",
        "matched_accuracy": "cluster_accuracy cluster_acc unsupervised_accuracy hungarian_accuracy 聚类准确率 匹配准确率",
        "mutual_information": "mutual_info_score mutual_info 互信息",
        "nmi": "normalized_mutual_info_score normalized_mutual_information normalized_mutual_info 归一化互信息 标准化互信息",
        "pair_counts": "pair_confusion_matrix 样本对计数",
        "purity": "purity_score cluster_purity 纯度 聚类纯度",
        "rand_index": "rand rand_score 兰德指数 兰德系数",
        "silhouette": "silhouette_score silhouette_samples silhouette_coefficient 轮廓系数 轮廓值",
        "v_measure": "v_measure_score vmeasure v度量 v测度",
        "accuracy": "accuracy_score 准确度 正确率 总体准确率",
        "accuracy_ratio": "ar cap_ar 准确性比率 准确比率",
        "average_precision": "average_precision_score ap pr_auc auprc aucpr auc_pr area_under_pr_curve 平均精度 平均精确率 pr曲线下面积",
        "balanced_accuracy": "balanced_accuracy_score bacc macro_recall 平衡准确率 均衡准确率",
        "best_threshold": "optimal_threshold optimal_cutoff optimal_cutpoint threshold_tuning 最佳阈值 最优阈值 阈值选择 最佳截断点",
        "bpref": "binary_preference 二元偏好",
        "boundary_iou": "biou 边界交并比",
        "break_even_point": "bep breakeven break_even 平衡点",
        "brier_score": "brier brier_score_loss brier_loss 布里尔分数 brier分数",
        "calibration_curve": "reliability_diagram reliability_curve calibration_plot calibrationdisplay 校准曲线 可靠性图 可靠性曲线",
        "concordance_index": "cindex harrells_c harrell_c concordance_index_censored 一致性指数 c指数 和谐指数",
        "cg": "cumulated_gain cumulative_gain_at_k 累计增益",
        "classification_report": "precision_recall_fscore_support 分类报告",
        "confusion_matrix": "confusion contingency_table error_matrix 混淆矩阵 误差矩阵 列联表",
        "d2_absolute": "d2_absolute_error_score 绝对误差d2",
        "d2_pinball": "d2_pinball_score 分位数损失d2",
        "dcg": "dcg_score discounted_cumulative_gain 折损累计增益 折扣累积增益 折损累积增益",
        "decile_table": "gains_table gain_table ks_table decile deciles 十分位表 十分位 分箱表",
        "dice": "dice_score dice_coefficient dice_similarity_coefficient dsc sorensen_dice dice系数 骰子系数",
        "equal_error_rate": "eer 等错误率 等误率",
        "err": "expected_reciprocal_rank 期望倒数排名",
        "error_by_decile": "calibration_of_amounts double_lift_chart 误差十分位表 分箱误差表",
        "error_quantile": "residual_quantile 误差分位数 残差分位数",
        "error_rate": "zero_one_loss misclassification_rate classification_error misclassification 错误率 误分率 错分率",
        "expected_calibration_error": "ece calibration_error 期望校准误差 校准误差",
        "f1": "f1_score f_measure f1值 f1分数 f值",
        "f_score": "fbeta f_beta fbeta_score fβ",
        "false_omission_rate": "for 错误遗漏率",
        "fdr": "false_discovery_rate 错误发现率",
        "fnr": "false_negative_rate frr false_rejection_rate 漏报率 漏诊率 假负率 假阴性率 假反例率 漏检率",
        "fpr": "false_positive_rate false_alarm_rate far false_acceptance_rate 误诊率 误报率 假正率 假正例率 假阳率 假阳性率 伪阳率 虚警率",
        "frequency_weighted_iou": "fw_iou frequency_weighted_intersection_over_union 频率加权交并比 频权交并比",
        "g_mean": "geometric_mean_score gmean geometric_mean 几何平均",
        "gain_at": "capture_rate cumulative_gain_at 捕获率",
        "gain_curve": (
            "cap cap_curve cumulative_gains cumulative_gains_curve cumulative_accuracy_profile power_curve "
            "gains_chart cap曲线 累计增益曲线 累积增益曲线 增益曲线 增益图 累积准确曲线"
        ),
        "gauc": "group_auc grouped_auc per_user_auc user_auc wuauc qauc 分组auc",
        "gini_of_amounts": "normalized_gini normalised_gini gini_normalized normalizedgini 归一化基尼 归一化基尼系数 金额基尼系数",
        "gini": "gini_coefficient 基尼 基尼系数 gini系数",
        "hit_ratio": "hr hits hitratio hit_ratio_at",
        "jaccard": (
            "iou jaccard_score jaccard_index jaccard_similarity intersection_over_union tanimoto critical_success_index 交并比 "
            "杰卡德系数 杰卡德"
        ),
        "judged_at": "judged judged_at_k 前k名标注率",
        "kappa": "cohen_kappa cohen_kappa_score cohens_kappa kappa系数 卡帕系数",
        "ks": "ks_score ks_stat ks_statistic kolmogorov_smirnov ks值 ks统计量",
        "ks_curve": "ks_plot ks_chart ks曲线 洛伦兹",
        "kendall": "kendalltau kendalls_tau tau_b kendall_tau_b 肯德尔 肯德尔相关系数 肯德尔等级相关系数",
        "lift_at": "lift_at_k 提升度",
        "lift_curve": "lift lift_chart 提升度曲线 提升曲线 提升图",
        "log_loss": "logloss cross_entropy binary_cross_entropy bce logistic_loss 对数损失 交叉熵 对数似然损失",
        "mcc": "matthews_corrcoef matthews_corr_coef matthews phi_coefficient matthews_correlation_coefficient 马修斯相关系数",
        "medae": "median_absolute_error median_ae mdae 中位绝对误差 绝对误差中位数 中位数绝对误差",
        "mean_average_precision": "map_cut map_at_k retrieval_map mapk 平均精度均值 map值",
        "mean_iou": "mean_iou_score mean_intersection_over_union m_iou 平均交并比",
        "mean_pixel_accuracy": "class_accuracy mpa macc 平均像素准确率 类平均准确率",
        "mrr": "mean_reciprocal_rank retrieval_mrr 平均倒数排名 倒数排名",
        "ndcg": "ndcg_cut ndcg_score ndcg_at_k ndcgk normalized_discounted_cumulative_gain retrieval_normalized_dcg 归一化折损累计增益",
        "npv": "negative_predictive_value 阴性预测值 负预测值",
        "pr_curve": "pr precision_recall_curve precision_recall precisionrecalldisplay pr曲线 p_r曲线 p_r图 查准率查全率曲线",
        "pixel_accuracy": "aacc pixel_acc 像素准确率 像素精度",
        "precision": "precision_score positive_predictive_value 查准率 精准率 精确率 阳性预测值",
        "precision_at": "precision_at_k p_at_k retrieval_precision 前k名精确率",
        "precision_at_recall": "precision_at_fixed_recall",
        "prevalence": "base_rate event_rate default_rate bad_rate 正例占比 正样本率 坏账率 坏样本率 患病率",
        "quadratic_weighted_kappa": "qwk weighted_kappa 二次加权kappa",
        "r_precision": "rprec retrieval_r_precision r精确率",
        "rae": "relative_absolute_error 相对绝对误差",
        "rank_loss": "排序损失",
        "rbp_residual": "rbp_resid rank_biased_precision_residual 排名偏置精确率残差",
        "rbp": "rank_biased_precision 排名偏置精确率",
        "recall": (
            "recall_score true_positive_rate detection_rate tp_rate 召回率 查全率 召回 敏感性 敏感度 灵敏度 真正率 真正例率 "
            "真阳率 真阳性率 检出率"
        ),
        "recall_at": "recall_at_k r_at_k retrieval_recall 前k名召回率",
        "recall_at_precision": "recall_at_fixed_precision",
        "roc_auc": "auc auroc roc_auc_score binary_auroc c_statistic aucroc area_under_roc auc值 roc曲线下面积 曲线下面积",
        "roc_curve": "roc roccurvedisplay roc曲线 受试者工作特征曲线 接收者操作特征曲线",
        "somers_d": "somersd somers 萨默斯d",
        "spearman": "spearmanr spearmans_rho rank_correlation 斯皮尔曼 斯皮尔曼相关系数 等级相关 秩相关",
        "specificity": "true_negative_rate selectivity specificity_score 特异度 特异性 真负率 真阴性率 真反例率",
        "success_at": "success success_at_k retrieval_hit_rate 前k名成功率",
        "threshold_table": "阈值表",
        "tpr_at_fpr": "recall_at_fpr sensitivity_at_specificity tar_at_far 给定fpr下的tpr",
        "diagnostic_odds_ratio": "dor 诊断比值比 诊断优势比",
        "partial_roc_auc": "pauc partial_auc 部分auc",
        "gm_map": "gmap geometric_mean_average_precision",
        "intra_list_diversity": "ild 列表内多样性",
        "adjusted_r2": "adj_r2 adjusted_r_squared 调整r方 调整后r方 调整后的r方 校正决定系数",
        "d2": "d2_tweedie_score explained_deviance deviance_explained 可解释偏差",
        "explained_variance": "explained_variance_score evs 可解释方差 解释方差",
        "gamma_deviance": "mean_gamma_deviance 伽马偏差",
        "huber": "huberloss smooth_mae huber损失",
        "interval_coverage": "picp coverage_probability prediction_interval_coverage 预测区间覆盖率",
        "interval_width": "mpiw pinaw mean_interval_width 预测区间宽度 平均区间宽度",
        "mae": "l1_loss mean_absolute_deviation meanabsoluteerror 平均绝对误差 平均绝对偏差",
        "mape": "meanabsolutepercentageerror mean_absolute_percent_error 平均绝对百分比误差 平均绝对百分误差",
        "mase": "平均绝对标度误差 平均绝对缩放误差",
        "max_error": "maximum_error max_absolute_error 最大误差 最大绝对误差",
        "mbe": "bias_error mean_error mean_signed_error mean_signed_difference 平均偏差 平均误差 平均偏差误差",
        "mse": "l2_loss meansquarederror mean_square_error neg_mean_squared_error 均方误差",
        "msle": "meansquaredlogerror mean_squared_logarithmic_error 均方对数误差",
        "panoptic_quality": "pq 全景质量",
        "mean_panoptic_quality": "平均全景质量",
        "pearson": "pearsonr pearson_r pearson_corr pearson_correlation pearson_correlation_coefficient 皮尔逊 皮尔逊相关 皮尔逊相关系数",
        "pinball_loss": "check_loss tilted_loss 分位数损失 分位损失 弹球损失",
        "poisson_deviance": "mean_poisson_deviance 泊松偏差",
        "r2": "r2score coefficient_of_determination nash_sutcliffe nse 决定系数 r方 拟合优度",
        "rmse": "rmsd root_mean_square_error root_mean_square_deviation 均方根误差 均方根偏差",
        "rmsle": "root_mean_squared_logarithmic_error 均方根对数误差",
        "rrse": "rsr 相对均方根误差",
        "rse": "相对平方误差",
        "smape": "symmetric_mean_absolute_percentage_error 对称平均绝对百分比误差",
        "tweedie_deviance": "mean_tweedie_deviance tweedie偏差",
        "wape": "weighted_mape weighted_absolute_percentage_error mad_mean_ratio 加权平均绝对百分比误差 加权绝对百分比误差",
        "winkler_score": "winkler 区间得分 温克勒得分",
        "wer": "word_error 词错误率 词错率",
        "cer": "character_error_rate char_error_rate 字错误率 字错率 字符错误率",
        "mer": "匹配错误率",
        "wil": "word_information_lost 词信息损失",
        "wip": "word_information_preserved 词信息保留",
        "levenshtein": "levenshtein_distance editdistance 编辑距离 莱文斯坦距离",
        "youden_j": "youden youdens_j youden_index j_statistic bookmaker_informedness 约登指数 尤登指数",
    }.items()
}
"""By the name of the entry, or of a preset of it, what it is called elsewhere."""

SHARED: dict[str, tuple[str, ...]] = {
    "准确率": ("accuracy", "precision"),
    "精度": ("precision", "accuracy"),
    "hit_rate": ("success_at", "hit_ratio"),
    "命中率": ("hit_ratio", "precision", "success_at"),
    "hitrate": ("success_at", "hit_ratio"),
    "覆盖率": ("catalogue_coverage", "user_coverage"),
    "累积增益": ("cg", "gain_curve"),
    "cumulative_gain": ("cg", "gain_curve"),
    "lorenz": ("ks_curve", "gain_curve", "lorenz_curve"),
    "洛伦兹曲线": ("lorenz_curve", "ks_curve", "gain_curve"),
    "洛仑兹曲线": ("lorenz_curve", "ks_curve", "gain_curve"),
}
"""Names that are used for several metrics; the page of the first answers to it."""

_NUMBERED = {
    "p": "precision_at",
    "recall": "recall_at",
    "ndcg_cut": "ndcg",
    "map_cut": "mean_average_precision",
    "success": "success_at",
    "judged": "judged_at",
}
"""trec_eval's metrics that carry their cut in their name, as P_10."""


def spelt(name: str) -> str:
    """A name in lower case, its words joined by underscores however they were, without the apostrophe of a possessive.

    >>> spelt("Youden's J"), spelt("ROC-AUC")
    ('youdens_j', 'roc_auc')
    """
    return re.sub(r"[-_\s]+", "_", re.sub(r"['’]", "", name.strip().lower()))


@cache
def _called() -> dict[str, str]:
    return {called: name for name, others in ELSEWHERE.items() for called in others}


def known_as(name: str) -> str | None:
    """The name that a metric has here, of one that it has elsewhere; nothing when the name is not known, or is one of several metrics."""
    return _called().get(spelt(name))


def meanings(name: str) -> tuple[str, ...]:
    """The metrics that share a name; none when it is not shared."""
    return SHARED.get(spelt(name), ())


def others_of(name: str) -> tuple[str, ...]:
    """What a metric is called elsewhere."""
    return ELSEWHERE.get(name, ())


def shared_with(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that mean this metric and another, with all that each means."""
    return ((called, several) for called, several in SHARED.items() if name in several)


def numbered(text: str) -> str | None:
    """The reference that trec_eval's name with a cut in it stands for, also as papers write it; recall@10 is a threshold's.

    >>> numbered("P_10"), numbered("ndcg_cut.5"), numbered("P@5"), numbered("recall@5"), numbered("roc_auc")
    ('precision_at@10', 'ndcg@5', 'precision_at@5', None, None)
    """
    form = re.fullmatch(r"\s*([A-Za-z_]+?)([_.@])(\d+)\s*", text)
    name = form[1].lower() if form else ""
    known = _NUMBERED.get(name) if form and (form[2] != "@" or name == "p") else None
    return f"{known}@{form[3]}" if form and known else None
