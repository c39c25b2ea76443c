"""The colours of the page, written once: the stylesheet is made from them, and a test reads their contrast.

The series follow Okabe and Ito's palette, which people with any kind of colour vision can tell apart; on white its lighter
members are darkened until a thin line shows. They are the models', and nothing else has them: classes, and rates of classes, are violet
and grey; what is right or better is green, what is wrong or worse is red, always beside a place or a sign that says so.
"""

LIGHT = {
    "paper": "#ffffff",
    "panel": "#f6f7f9",
    "ink": "#1b2430",
    "quiet": "#525d6b",
    "rule": "#d5dae1",
    "axis": "#8a94a1",
    "accent": "#00609a",
    "problem": "#a8321a",
    "caution": "#7a5200",
    "fine": "#00684c",
    "positive": "#6d3fb5",
    "negative": "#6f7a87",
    "series-0": "#0072b2",
    "series-1": "#c24a00",
    "series-2": "#007d5b",
    "series-3": "#a8508a",
    "series-4": "#8f6400",
    "series-5": "#3f5f8a",
}
DARK = {
    "paper": "#12171e",
    "panel": "#1a212b",
    "ink": "#e8ecf1",
    "quiet": "#a9b4c1",
    "rule": "#323d4a",
    "axis": "#76838f",
    "accent": "#6bbcf0",
    "problem": "#ff9478",
    "caution": "#f0bd55",
    "fine": "#58cda6",
    "positive": "#bb9cf5",
    "negative": "#95a1ae",
    "series-0": "#56b4e9",
    "series-1": "#f28b45",
    "series-2": "#2fbf93",
    "series-3": "#e08fbf",
    "series-4": "#f0e442",
    "series-5": "#a3b8e8",
}
SERIES = sum(name.startswith("series-") for name in LIGHT)


def _block(colours: dict[str, str], scheme: str) -> str:
    return f"color-scheme:{scheme};" + "".join(f"--{name}:{colour};" for name, colour in colours.items())


def variables() -> str:
    """Both themes as CSS: the reader's choice goes before the system's, and paper is always light."""
    light, dark = _block(LIGHT, "light"), _block(DARK, "dark")
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
        f"@media print{{:root,:root[data-theme],:root:not([data-theme=light]){{{light}}}}}\n"
    )
