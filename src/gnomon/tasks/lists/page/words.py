"""What the page and its script say of ranked lists, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "duels": ("Queries won and lost", "各查询谁胜谁负"),
    "duels_note": (
        "How many queries each of two models answers better, by each metric; ties are queries with the same value in both.",
        "按各项指标，两个模型各在多少个查询上更好；两者取值相同的算平局。",
    ),
    "moved": ("Queries that moved most, by", "变化最大的查询，按"),
    "ranking_section": ("Ranking: is each list in order?", "排序：每份列表排得好吗？"),
    "ranking_link": ("Ranking", "排序"),
    "lists_of_queries": (
        "All items of one {name} are a list, ordered by the score; only the order within a list counts.",
        "同一 {name} 的各项构成一份列表，按得分排序；只看列表内部的次序。",
    ),
    "lists_of": (
        "All items of one {name} are a list (called a query here), ordered by the score; only the order within a list counts.",
        "同一 {name} 的各项构成一份列表（下称一个查询），按得分排序；只看列表内部的次序。",
    ),
    "areas": ("Telling groups apart, or ordering each group’s list?", "是在区分不同的组，还是在给每组的列表排序？"),
    "areas_note": (
        "AUC compares every positive row with every negative one, also across groups; GAUC only within a group, which is all that a list "
        "shown to one user can gain from.",
        "AUC 比较所有正负样本对，包括跨组的；GAUC 只比较组内的，而给单个用户展示的列表只受组内次序影响。",
    ),
    "areas_apart": (
        "{model}: AUC is {gap} above GAUC. That much of it comes from telling groups apart (which of them have more positives at all), not "
        "from ordering each group’s own list. Judge a ranker by GAUC.",
        "{model}：AUC 比 GAUC 高 {gap}，这部分来自区分不同的组（哪些组的正例本来就多），而不是给每组自己的列表排序。"
        "评价排序模型请看 GAUC。",
    ),
    "areas_below": (
        "{model}: GAUC is {gap} above AUC. Each group’s own list is in better order than all rows together: scores cannot be compared "
        "between groups.",
        "{model}：GAUC 比 AUC 高 {gap}。各组自己的列表排得比全体更好：不同组之间的得分不可比。",
    ),
    "areas_alike": (
        "{model}: AUC and GAUC are close. Each group’s own list is in about as good an order as all rows together.",
        "{model}：AUC 与 GAUC 相近，各组自己的列表与全体排得差不多。",
    ),
    "areas_gap": ("AUC − GAUC", "AUC − GAUC"),
    "groups_used": ("Groups used", "计入的组"),
    "groups_left": ("Left out", "未计入"),
    "of_all": ("{used} of {all}", "{used} / {all}"),
    "without positives": ("{count} without positives", "{count} 组无正例"),
    "without negatives": ("{count} without negatives", "{count} 组无负例"),
    "without rows": ("{count} without rows", "{count} 组无数据"),
    "without weight": ("{count} without weight", "{count} 组无权重"),
    "at_k_choice": ("Metric of the first k", "前 k 项的指标"),
    "spread_choice": ("Value of each query", "每个查询的值"),
    "by_size": ("Short and long lists", "短列表与长列表"),
    "by_size_note": (
        "Queries by the number of their items. A long list hides relevant items more easily; in a very short one almost any order looks "
        "good.",
        "查询按列表长度归类。列表越长，相关项越容易被埋没；列表很短时，几乎怎么排都显得好。",
    ),
    "worst": ("The worst queries", "最差的查询"),
    "worst_note": (
        "Lowest NDCG first; of equal ones, those with more relevant items. Items of equal score are counted against the rank of the first.",
        "按 NDCG 从低到高；NDCG 相同时，相关项多的在前。同分的项在“首个相关项名次”中按最不利的次序计。",
    ),
    "all_worst": ("Show more", "显示更多"),
}

SCRIPT: dict[str, Pair] = {
    "wins": ("{name} better", "{name} 更好"),
    "ties": ("Tied", "平局"),
    "at_k_choice": PAGE["at_k_choice"],
    "spread_choice": PAGE["spread_choice"],
    "at_k": ("As k grows", "随 k 变化"),
    "first_k": ("k, the items looked at", "k（看前几项）"),
    "at_ndcg": ("NDCG", "NDCG"),
    "at_precision": ("Precision", "精确率"),
    "at_recall": ("Recall", "召回率"),
    "at_hit_ratio": ("Hit ratio", "命中率"),
    "at_success": ("Success", "成功率"),
    "at_is": ("@{k}: {value}", "@{k}：{value}"),
    "at_point": ("{name}, {metric}@{k}: {value}", "{name}，{metric}@{k}：{value}"),
    "spread": ("Query by query", "逐个查询"),
    "spread_ndcg": ("NDCG@{k}", "NDCG@{k}"),
    "spread_mean_average_precision": ("Average precision", "平均精度（AP）"),
    "spread_gauc": ("AUC within the list", "列表内 AUC"),
    "share_of_queries": ("share of queries", "占查询的比例"),
    "with_ends": ("{name} (stronger: exactly 0 or 1)", "{name}（深色：恰为 0 或 1）"),
    "mean_of": ("mean {value}", "均值 {value}"),
    "spread_said": (
        "The mean is {value}, but {zero} of the {count} queries get 0 and {one} get 1; half of them lie between {low} and {high}.",
        "均值为 {value}，但 {count} 个查询中有 {zero} 为 0、{one} 为 1；中间一半在 {low} 与 {high} 之间。",
    ),
    "spread_no_zero": (
        "The mean is {value}; none of the {count} queries gets 0, and {one} get 1; half of them lie between {low} and {high}.",
        "均值为 {value}；{count} 个查询中没有为 0 的，{one} 为 1；中间一半在 {low} 与 {high} 之间。",
    ),
    "spread_between": (
        "The mean is {value}; none of the {count} queries gets 0 or 1; half of them lie between {low} and {high}.",
        "均值为 {value}；{count} 个查询中没有为 0 或 1 的；中间一半在 {low} 与 {high} 之间。",
    ),
    "spread_single": ("There is one query, with the value {value}.", "只有一个查询，值为 {value}。"),
    "spread_none": ("No query has a value: nothing is relevant anywhere.", "没有一个查询有值：没有任何相关项。"),
    "by_items": (" The mean weighs each query by its items.", "均值按各查询的项数加权。"),
    "left_out": (
        " {count} of {of_all} queries have no value here and are left out.",
        "{of_all} 个查询中有 {count} 个在此没有值，未计入。",
    ),
    "left_out_one": (
        " {count} of {of_all} queries has no value here and is left out.",
        "{of_all} 个查询中有 {count} 个在此没有值，未计入。",
    ),
    "sizes": ("By length of the list", "按列表长度"),
    "sizes_title": ("NDCG@{k} by length of the list", "NDCG@{k} 与列表长度"),
    "items_in_list": ("items in the list", "列表中的项数"),
    "items": ("Items", "项数"),
    "list_length": ("Items in the list", "列表项数"),
    "queries": ("Queries", "查询数"),
    "gauc_short": ("GAUC", "GAUC"),
    "ndcg_cut": ("NDCG@{k}", "NDCG@{k}"),
    "size_point": ("{name}, {size} items: {value} ({count} queries)", "{name}，{size} 项：{value}（{count} 个查询）"),
    "query": ("Query", "查询"),
    "relevant": ("Relevant", "相关项"),
    "first_relevant": ("First relevant at", "首个相关项名次"),
    "ap_short": ("AP", "AP"),
    "auc_short": ("AUC", "AUC"),
    "never": ("not retrieved", "未检索到"),
    "of_model": (" — {name}", "—— {name}"),
    "lists_are": ("{name}: {count} queries, {items} items.", "{name}：{count} 个查询，{items} 项。"),
    "lists_are_one": ("{name}: {count} query, {items} items.", "{name}：{count} 个查询，{items} 项。"),
    "nothing_relevant": (
        "{count} queries have nothing relevant: NDCG, recall, hit ratio and average precision leave them out.",
        "{count} 个查询没有任何相关项：NDCG、召回率、命中率与平均精度（AP）不计入它们。",
    ),
    "nothing_relevant_one": (
        "{count} query has nothing relevant: NDCG, recall, hit ratio and average precision leave it out.",
        "{count} 个查询没有任何相关项：NDCG、召回率、命中率与平均精度（AP）不计入它。",
    ),
    "unanswered": ("{count} queries were given no list.", "{count} 个查询没有结果列表。"),
    "unanswered_one": ("{count} query was given no list.", "{count} 个查询没有结果列表。"),
    "not_judged": (
        "{count} queries of the run have no judgment and are left out.",
        "结果中有 {count} 个查询没有标注，未计入。",
    ),
    "not_judged_one": ("{count} query of the run has no judgment and is left out.", "结果中有 {count} 个查询没有标注，未计入。"),
    "items_not_judged": (
        "{count} items were never judged and count as not relevant.",
        "{count} 项没有标注，按不相关计。",
    ),
    "items_not_judged_one": ("{count} item was never judged and counts as not relevant.", "{count} 项没有标注，按不相关计。"),
    "no_lists": (
        "The model chosen has no ranked lists here: it has no scores, or there are too many models for one page.",
        "所选模型在此没有排序列表：它没有得分，或模型太多，一页放不下。",
    ),
    "worst_shown": ("The {shown} worst of {count}.", "共 {count} 个，列出最差的 {shown} 个。"),
}

EVIDENCE: dict[str, Pair] = {
    "cut": ("cut at", "截断位置"),
    "failed_queries": ("queries without a hit", "未命中的查询占比"),
    "highest_grade": ("highest grade", "最高等级"),
    "groups": ("groups", "组数"),
    "groups_used": ("groups that count", "计入的组数"),
    "queries": ("queries", "查询数"),
    "rows_used": ("rows that count", "计入的行占比"),
    "short_lists": ("lists no longer than the cut", "不超过截断长度的列表占比"),
    "tied_neighbours": ("neighbours that tie", "相邻同分占比"),
    "unanswered": ("queries not answered", "未返回结果的查询数"),
    "unjudged": ("never judged", "未标注占比"),
    "without_relevant": ("queries without anything relevant", "无相关项的查询占比"),
}

UNSURE: dict[str, str] = {
    r"an interval needs two queries": "至少两个查询才有区间",
    r"a comparison needs two queries": "至少两个查询才能比较",
    r"every query has the same value, which says nothing of others": "所有查询的值都相同，无从推断其他查询",
    r"the difference is the same on every query, which says nothing of others": "每个查询上的差值都相同，无从推断其他查询",
    r"there are too few queries to draw from": "查询太少，无法重抽样",
    r"the models have values for different queries; evaluate both on the same": "两个模型有值的查询不同；请在同一批查询上评估",
}
