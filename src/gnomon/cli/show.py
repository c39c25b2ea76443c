"""An evaluation on a terminal: the plain text, its marks in colour. Colour carries nothing that a symbol does not."""

import re

from rich.text import Text

from ..evaluation import Evaluation
from ..evaluation.text import found, head_lines, slices, table
from ..messages.language import term

COLOURS = {" ▲ ": "bold red", " ● ": "yellow", " ✓ ": "green"}


def evaluation_text(evaluation: Evaluation) -> Text:
    """Head, table, slices and findings."""
    parts = [head_lines(evaluation), table(evaluation), slices(evaluation), found(evaluation)]
    text = Text("\n" + "\n\n".join(part for part in parts if part))
    for symbol, style in COLOURS.items():
        text.highlight_regex(f"(?m)^{symbol}", style)
    heads = "|".join(re.escape(term(word)) for word in ("metric", "slice (worst first)", "findings"))
    text.highlight_regex(rf"(?m)^ ({heads}).*$", "bold")
    return text
