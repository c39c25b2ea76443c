"""What the page and its scripts say of clusters, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "contingency_section": ("Which classes are in which clusters?", "各类别落在哪些簇里？"),
    "contingency_link": ("Classes and clusters", "类别与簇"),
    "contingency_note": (
        "A row a class, a column a cluster, in the order of their best match: matched pairs are outlined, and shading is the share of "
        "the class.",
        "每行一个类别，每列一个簇，按最佳匹配排列：配成一对的加框标出，颜色深浅表示占该类别的比例。",
    ),
    "silhouettes_section": ("Do the clusters hold together?", "簇内是否紧密？"),
    "silhouettes_link": ("Silhouettes", "轮廓系数"),
    "silhouettes_note": (
        "The points of each cluster from the highest silhouette down: above 0 a point is nearer to its own cluster than to any other.",
        "各簇的样本按轮廓系数从高到低排列：大于 0 表示样本离自己的簇比离其他簇更近。",
    ),
    "option_arithmetic": ("arithmetic mean", "算术平均"),
    "option_geometric": ("geometric mean", "几何平均"),
    "option_min": ("smaller entropy", "取较小的熵"),
    "option_max": ("larger entropy", "取较大的熵"),
}

SCRIPT: dict[str, Pair] = {
    "contingency_cut": (
        "{classes} of {all_classes} classes and {clusters} of {all_clusters} clusters are shown.",
        "只显示 {all_classes} 个类别中的 {classes} 个、{all_clusters} 个簇中的 {clusters} 个。",
    ),
    "class_by_cluster": ("Class \\ cluster", "类别 \\ 簇"),
    "cluster_named": ("cluster {name}", "簇 {name}"),
    "noise_named": ("noise ({name})", "噪声（{name}）"),
    "class_total": ("all", "合计"),
    "cluster": ("Cluster", "簇"),
    "points": ("Points", "样本数"),
    "mean_silhouette": ("Mean silhouette", "平均轮廓系数"),
    "below_zero": ("Below 0", "小于 0"),
    "true_classes": ("Classes", "类别数"),
    "silhouettes_cut": ("{shown} of {count} clusters are shown.", "共 {count} 个簇，只显示 {shown} 个。"),
    "silhouettes_noise": ("{count} points of noise are left out.", "略去 {count} 个噪声样本。"),
}

EVIDENCE: dict[str, Pair] = {
    "cluster_share": ("share of the largest cluster", "最大簇的占比"),
    "largest_class_share": ("share of the largest class", "最大类别的占比"),
    "noise_share": ("share of noise", "噪声占比"),
    "largest_part": ("its largest part in one cluster", "落在同一簇的最大部分"),
    "found_clusters": ("clusters", "簇数"),
    "true_classes": ("classes", "类别数"),
    "share_without_cluster": ("share of these classes", "这些类别的占比"),
}
