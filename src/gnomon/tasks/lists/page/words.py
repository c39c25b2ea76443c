"""What the page and its script say of ranked lists, in English and Chinese side by side."""

from ....messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("lists_page")

SCRIPT: dict[str, Pair] = {**pairs("lists_script"), "at_k_choice": PAGE["at_k_choice"], "spread_choice": PAGE["spread_choice"]}

EVIDENCE: dict[str, Pair] = pairs("lists_evidence")
