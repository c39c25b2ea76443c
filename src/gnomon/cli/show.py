"""An evaluation on a terminal: the plain text, its marks in colour. Colour carries nothing that a symbol does not."""

from rich.text import Text

from ..evaluation import Evaluation
from ..evaluation.text import found, head_lines, slices, table

COLOURS = {" ▲ ": "bold red", " ● ": "yellow", " ✓ ": "green"}


def evaluation_text(evaluation: Evaluation, lang: str = "en") -> Text:
    """Head, table, slices and findings."""
    parts = [head_lines(evaluation), table(evaluation), slices(evaluation, lang), found(evaluation, lang)]
    text = Text("\n" + "\n\n".join(part for part in parts if part))
    for symbol, style in COLOURS.items():
        text.highlight_regex(f"(?m)^{symbol}", style)
    text.highlight_regex(r"(?m)^ (metric|slice|findings).*$", "bold")
    return text
