"""Formulas for a terminal: LaTeX as one reads it aloud, in Unicode."""

import re

SIGNS = {
    "sum": "Σ", "prod": "∏", "int": "∫", "sqrt": "√", "infty": "∞", "beta": "β", "alpha": "α", "pi": "π", "kappa": "κ", "Delta": "Δ",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "approx": "≈", "equiv": "≡", "in": "∈", "to": "→", "mapsto": "↦",
    "times": "×", "cdot": "·", "pm": "±", "cdots": "…", "dots": "…", "ldots": "…", "quad": "   ", "qquad": "     ", "lvert": "|",
    "rvert": "|", "mid": " | ", "vert": "|", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "max": "max", "min": "min",
    "ln": "ln ", "log": "log ", "arg": "arg ", "left": "", "right": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "big": "",
    "displaystyle": "", "star": "*", "ell": "ℓ", "partial": "∂", "cup": "∪", "cap": "∩", "mathbb": "",
}  # fmt: skip
RAISED = dict(zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", strict=True))
LOWERED = dict(zip("0123456789+-=()aeijkmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₖₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
INNERMOST = r"\{((?:[^{}\\]|\\[{}])*)\}"


def readable(markdown: str) -> str:
    """Markdown with its formulas, ``$$…$$`` and ``$…$``, as Unicode text."""
    whole = re.sub(r"\$\$(.+?)\$\$", lambda m: f"\n    {plain(m[1])}\n", markdown, flags=re.DOTALL)
    return re.sub(r"\$([^$\n]+)\$", lambda m: plain(m[1]), whole)


def plain(latex: str) -> str:
    r"""One formula.

    >>> plain(r"F_\beta = \frac{(1+\beta^2)PR}{\beta^2 P + R}")
    'F_β = ((1+β²)PR)/(β² P + R)'
    """
    text = re.sub(r"\\[,;:! ]|~|\\\\|&", " ", latex.replace("\n", " "))
    text = text.replace(r"\{", "\x01").replace(r"\}", "\x02").replace(r"\_", "_").replace(r"\%", "%")
    text = re.sub(r"\\begin\{cases\}|\\end\{cases\}", " ", text)
    before = None
    while before != text:
        before = text
        text = re.sub(r"\\(?:mathrm|text|texttt|operatorname|mathbf|mathit|textstyle)\s*" + INNERMOST, r"\1", text)
        text = re.sub(r"\\(?:hat|bar|tilde|overline)\s*" + INNERMOST, lambda m: f"{m[1]}\u0302", text)
        text = re.sub(r"\\(?:frac|tfrac|dfrac)\s*" + INNERMOST + r"\s*" + INNERMOST, lambda m: f"{_group(m[1])}/{_group(m[2])}", text)
        text = re.sub(r"\\sqrt\s*" + INNERMOST, lambda m: f"√({m[1]})", text)
        text = re.sub(r"\\([A-Za-z]+)(?![A-Za-z{])\s?", _sign, text)
        text = re.sub(r"\^" + INNERMOST, lambda m: _script(m[1], RAISED, "^"), text)
        text = re.sub(r"_" + INNERMOST, lambda m: _script(m[1], LOWERED, "_"), text)
        text = re.sub(r"(?<![\\A-Za-z_^])" + INNERMOST, r"\1", text)
    text = re.sub(r"\^(\w)", lambda m: _script(m[1], RAISED, "^"), text)
    text = re.sub(r"_([0-9a-z])(?![a-z])", lambda m: _script(m[1], LOWERED, "_"), text)
    return re.sub(r"\s+", " ", text).replace("\x01", "{").replace("\x02", "}").strip()


def _sign(match: re.Match[str]) -> str:
    sign = SIGNS.get(match[1])
    return match[0] if sign is None else sign + (" " if match[0].endswith(" ") and sign and not sign.endswith(" ") else "")


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
