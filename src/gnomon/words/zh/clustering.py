"""聚类：没有数值的原因，以及发现。"""

CLUSTERING: dict[str, str] = {
    "weights_not_whole": "它数的是样本对，而权重不是整数；权重表示一个样本出现几次",
    "no_pairs_of_points": "不足两个样本，无从比较",
    "no_points_in_clusters": "所有样本都是噪声，而噪声已被略去",
    "one_cluster_of_points": "只有一个簇，没有可比较的对象",
    "clusters_are_points": "每个样本自成一簇",
    "clusters_coincide": "有两个簇落在同一处，或者有两个以上样本的簇不足两个",
    "least_tree_jumps": "它取决于树上的一条边，样本一变就会跳变：给出区间并不诚实",
    "one_cluster_takes_most": "{model}：簇 {label} 占了 {share:share} 的样本，而最大的类别只占 {largest:share}：聚类几乎没有分出什么",
    "much_noise_singletons": "{model}：{share:share} 的样本是噪声，各自算作一个簇：一致性因此有上限，纯度则被抬高",
    "much_noise_drop": "{model}：{share:share} 的样本是噪声并已略去：所有数字只说明其余的样本",
    "much_noise_cluster": "{model}：{share:share} 的样本是噪声，合算作一个簇：不属于任何簇的样本被当成了一伙",
    "class_torn": "{model}：{classes:,} 个类别却有 {clusters:,} 个簇，类别 {label} 散落在其中 {over:,} 个：最大的一块只占 {share:share}",
    "clusters_as_chance": "{model}：调整兰德指数 {value:.3f}：簇与类别的一致程度不比随机更好",
    "classes_without_cluster": "{model}：{classes:,} 个类别只有 {clusters:,} 个簇：{labels:、} 这些类别"
    "（占样本 {share:share}）分不到自己的簇",
}
