"""The report in Chinese has no English left: every text that a reader meets is walked, on the page of each kind of evaluation."""

import re

import pytest

from report import samples

# Names that stay as they are typed in any language: metrics' symbols and people who gave a method its name, formats, and gnomon itself.
KEPT = {
    *[
        "AUC",
        "GAUC",
        "ROC",
        "PR",
        "KS",
        "AP",
        "MAP",
        "MRR",
        "NDCG",
        "DCG",
        "CAP",
        "AR",
        "ECE",
        "MCC",
        "F1",
        "FPR",
        "TPR",
        "TP",
        "FP",
        "FN",
        "TN",
        "HR",
        "Top-k",
        "k",
        "p",
    ],
    *["Brier", "Gini", "Kappa", "Holm", "BH", "Wilson", "DeLong", "McNemar", "mid-p", "Bootstrap", "bootstrap"],
    *["EN", "SVG", "PNG", "TSV", "Markdown", "LaTeX", "JSON", "gnomon"],
}

WALK = """() => {
  const hidden = (element) => element && element.closest('#glossary, code, bdi, script, style, [lang="en"], .called, noscript');
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent.trim() && !hidden(node.parentElement)) seen.push(node.textContent.trim());
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
    if (hidden(element)) continue;
    for (const name of ['title', 'aria-label', 'placeholder']) if (element.getAttribute(name)) seen.push(element.getAttribute(name));
  }
  return seen;
}"""


KINDS = {
    "binary": samples.credit,
    "crossing": samples.crossing,
    "weights": samples.weighted,
    "ten classes": samples.ten_classes,
    "labels": samples.labels_only,
    "clicks": samples.clicks,
    "grades": samples.graded,
}


def names_of(e):
    """What comes from the data: columns, models, classes, values of slices, metrics as they are typed."""
    found = [e.source, e.label, e.weight, e.cluster, e.group, *e.by, *e.names, *e.metrics, *map(str, e.classes or ())]
    found += [column for model in e.models for column in model.columns] + [model.prediction for model in e.models]
    found += [str(value) for part in e.slices for value in part.by.values()]
    return sorted({name for name in found if name}, key=len, reverse=True)


@pytest.mark.parametrize("kind", KINDS)
def test_no_english_is_left(opened, kind):
    e = KINDS[kind]()
    page = opened(e, lang="zh")
    names = "|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in names_of(e))
    left = {}
    for text in page.evaluate(WALK):
        bare = re.sub(names, " ", text)
        words = [
            word for word in re.findall(r"[A-Za-z][A-Za-z’'-]+", bare) if word not in KEPT and not re.fullmatch(r"e-?\d*|[A-Z]\d", word)
        ]
        if words:
            left[text] = words
    assert not left
