"""What explains how intervals and p-values were found."""

CONCEPTS = {
    "delong": ("delong-wilson", "delong"),
    "wilson": ("wilson", "clopper-pearson", "agresti-coull", "macro-wilson"),
    "bootstrap": ("bias-corrected", "bc", "bca", "percentile", "basic", "normal", "logit", "bootstrap"),
    "mcnemar": ("mcnemar", "mcnemar-exact"),
    "randomization_test": ("randomization",),
}
"""What gnomon explains, and the methods that it explains."""


def concept_of(method: str) -> str:
    """The concept that explains a method; empty where none does."""
    return next((name for name, methods in CONCEPTS.items() if method in methods), "")
