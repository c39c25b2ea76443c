"""What the page's script says, in English and Chinese side by side; ``_one`` and ``_weighted`` as in the page's words."""

from ..messages import Pair, pairs
from .page_words import PAGE

SCRIPT: dict[str, Pair] = {
    **pairs("report_script"),
    "title": PAGE["title"],
    "overlay": PAGE["overlay"],
    "theme": PAGE["theme"],
    "print": PAGE["print"],
    "contents": PAGE["contents"],
    "models": PAGE["models"],
    "language": PAGE["language"],
    "filter": PAGE["filter"],
    "compared": PAGE["compared"],
    "interval_by": PAGE["interval_by"],
    "difference_by": PAGE["difference_by"],
    "interval_from": PAGE["interval_from"],
    "interval_to": PAGE["interval_to"],
    "metric": PAGE["metric"],
    "higher": PAGE["higher"],
    "lower": PAGE["lower"],
    "copy_markdown": PAGE["copy_markdown"],
    "copy_latex": PAGE["copy_latex"],
    "copy_table": PAGE["copy_table"],
}
