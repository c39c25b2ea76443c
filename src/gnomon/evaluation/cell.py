"""The report in a cell of a notebook: a page within the page, so that several do not meet, and nothing comes from elsewhere."""

from html import escape
from typing import Any

from ..errors import InputError
from ..messages.language import language
from .result import Evaluation

HEIGHT = 720
ITSELF = '<base href="about:srcdoc">'
LEAST, MOST = 100, 20_000
"""Heights of a cell, in pixels."""


def framed(evaluation: Evaluation, lang: str | None, height: object) -> str:
    """The report as a frame that holds its whole page. Its scripts are let run, and reach nothing of the notebook."""
    from ..report import page

    if isinstance(height, bool) or not isinstance(height, int) or not LEAST <= height <= MOST:
        raise InputError(
            "evaluation.report_height_out_of_range",
            height=height,
            least=LEAST,
            most=MOST,
        )
    # A link to a place in the page would else lead to that place in the notebook.
    inner = escape(page(evaluation, lang or language()).replace("<head>", f"<head>{ITSELF}", 1), quote=True)
    look = f"width:100%;height:{height}px;border:1px solid #8884;border-radius:6px"
    allowed = "allow-scripts allow-downloads allow-modals"
    return f'<div><iframe sandbox="{allowed}" style="{look}" title="gnomon" srcdoc="{inner}"></iframe></div>'


def show(evaluation: Evaluation, lang: str | None, height: Any) -> None:
    """Put the report into the cell that runs; refused where there is none."""
    made = framed(evaluation, lang, height)
    try:
        from IPython import get_ipython
        from IPython.display import HTML, display
    except ImportError:
        raise InputError("evaluation.ipython_missing") from None
    shell = get_ipython()
    if shell is None or type(shell).__name__ == "TerminalInteractiveShell":
        raise InputError("evaluation.not_in_notebook")
    display(HTML(made))
