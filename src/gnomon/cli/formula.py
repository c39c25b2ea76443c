"""Formulas for a terminal: LaTeX as one reads it aloud, in Unicode."""

import re
from collections.abc import Iterator

SIGNS = {
    "sum": "Σ", "prod": "∏", "int": "∫", "infty": "∞", "beta": "β", "alpha": "α", "pi": "π", "kappa": "κ", "Delta": "Δ",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "approx": "≈", "equiv": "≡", "in": "∈", "to": "→", "mapsto": "↦",
    "times": "×", "cdot": "·", "pm": "±", "cdots": "…", "dots": "…", "ldots": "…", "quad": "   ", "qquad": "     ", "lvert": "|",
    "rvert": "|", "mid": " | ", "vert": "|", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "max": "max", "min": "min",
    "ln": "ln ", "log": "log ", "arg": "arg ", "left": "", "right": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "big": "",
    "displaystyle": "", "star": "*", "ell": "ℓ", "partial": "∂", "cup": "∪", "cap": "∩",
    "Rightarrow": "⇒", "lbrace": "{", "rbrace": "}", "begin": "", "end": "",
}  # fmt: skip
RAISED = dict(zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", strict=True))
LOWERED = dict(zip("0123456789+-=()aeijkmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
INSIDE = ("mathrm", "text", "texttt", "operatorname", "mathbf", "mathit", "mathbb")


def readable(markdown: str) -> str:
    """Markdown with its formulas, ``$$…$$`` and ``$…$``, as Unicode text."""
    whole = re.sub(r"\$\$(.+?)\$\$", lambda m: f"\n    {plain(m[1])}\n", markdown, flags=re.DOTALL)
    return re.sub(r"\$([^$\n]+)\$", lambda m: plain(m[1]), whole)


def plain(latex: str) -> str:
    r"""One formula.

    >>> plain(r"F_\beta = \frac{(1+\beta^2)PR}{\beta^2 P + R}")
    'F_β = ((1+β²)PR)/(β² P + R)'
    """
    text = _sequence(iter(TOKEN.findall(latex)))
    return re.sub(r"\s+", " ", text).replace("( ", "(").replace(" )", ")").strip()


def _sequence(tokens: Iterator[str]) -> str:
    """Everything up to the brace that closes, or to the end."""
    out = ""
    for token in tokens:
        if token == "}":
            break
        out += _read(token, tokens)
    return out


def _argument(tokens: Iterator[str]) -> str:
    """What a command takes: a group, or the next sign."""
    token = next((t for t in tokens if not t.isspace()), "")
    return _sequence(tokens) if token == "{" else _read(token, tokens)


def _read(token: str, tokens: Iterator[str]) -> str:
    if token == "{":
        return _sequence(tokens)
    if token in "^_":
        return _script(_argument(tokens), RAISED if token == "^" else LOWERED, token)
    if not token.startswith("\\"):
        return " " if token in "~&" else token
    name = token[1:]
    if name in ("frac", "tfrac", "dfrac"):
        top = _argument(tokens)
        return f"{_group(top)}/{_group(_argument(tokens))}"
    if name == "sqrt":
        return f"√({_argument(tokens)})"
    if name in ("hat", "bar", "tilde", "overline"):
        return f"{_argument(tokens)}\u0302"
    if name in INSIDE:
        return _argument(tokens)
    if not name.isalpha():
        return name if name in "{}_%|" else " "
    return SIGNS.get(name, name)


def _group(text: str) -> str:
    """In brackets, unless it is one word, number or bracket."""
    text = text.strip()
    return text if re.fullmatch(r"[\w.]+|\([^()]*\)", text) else f"({text})"


def _script(text: str, table: dict[str, str], mark: str) -> str:
    """Raised or lowered where Unicode has every letter; else in brackets behind the mark."""
    bare = text.replace(" ", "")
    if bare and all(letter in table for letter in bare):
        return "".join(table[letter] for letter in bare)
    return f"{mark}{bare}" if re.fullmatch(r"\w+", bare) else f"{mark}({text.strip()})"
