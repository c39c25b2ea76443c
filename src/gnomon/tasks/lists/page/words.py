"""What the page and its script say of ranked lists, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = pairs("lists_page")

SCRIPT: dict[str, Pair] = {**pairs("lists_script"), "at_k_choice": PAGE["at_k_choice"], "spread_choice": PAGE["spread_choice"]}

EVIDENCE: dict[str, Pair] = pairs("lists_evidence")

UNSURE: dict[str, str] = {
    r"an interval needs two queries": "至少两个查询才有区间",
    r"a comparison needs two queries": "至少两个查询才能比较",
    r"every query has the same value, which says nothing of others": "所有查询的值都相同，无从推断其他查询",
    r"the difference is the same on every query, which says nothing of others": "每个查询上的差值都相同，无从推断其他查询",
    r"there are too few queries to draw from": "查询太少，无法重抽样",
    r"the models have values for different queries; evaluate both on the same": "两个模型有值的查询不同；请在同一批查询上评估",
}
