"""What the page says, in English and Chinese side by side.

A key that ends in ``_one`` is for a count of one, a key that ends in ``_weighted`` for sums of weights.
"""

from ..messages import Pair, pairs

PAGE: dict[str, Pair] = pairs("report_page")
