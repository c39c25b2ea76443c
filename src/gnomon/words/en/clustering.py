"""What is said of clusters: reasons, and findings."""

CLUSTERING: dict[str, str] = {
    "weights_not_whole": "it counts pairs of points, and the weights are not whole numbers; weights say how often a point is there",
    "no_pairs_of_points": "there are no two points to compare",
    "no_points_in_clusters": "every point is noise, and noise was left out",
    "one_cluster_of_points": "there is one cluster only, and nothing to compare it with",
    "clusters_are_points": "every point is a cluster of its own",
    "clusters_coincide": "two clusters are at one and the same place, or fewer than two have two points",
    "least_tree_jumps": "it follows one edge of a tree, which jumps when points change: no interval of it would be honest",
    "one_cluster_takes_most": "{model}: cluster {label} holds {share:share} of the points, though the largest class "
    "is {largest:share}: the clustering found hardly anything",
    "much_noise_singletons": "{model}: {share:share} of the points are noise, each counted as a cluster of its own: "
    "agreement is bounded by that, and purity is flattered",
    "much_noise_drop": "{model}: {share:share} of the points are noise and left out: every figure speaks of the others only",
    "much_noise_cluster": "{model}: {share:share} of the points are noise, counted as one cluster: points "
    "that belong to nothing are taken to belong together",
    "class_torn": "{model}: {clusters:,} clusters for {classes:,} classes, and class {label} is torn over "
    "{over:,} of them: the largest part is {share:share}",
    "clusters_as_chance": "{model}: adjusted Rand {value:.3f}: the clusters agree with the classes no better than chance",
    "classes_without_cluster": "{model}: {clusters:,} clusters for {classes:,} classes: {labels:, }, {share:share} "
    "of the points, can have none of their own",
}
