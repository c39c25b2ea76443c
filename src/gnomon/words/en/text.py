"""What is said of generated texts: reasons, and findings."""

TEXT: dict[str, str] = {
    "no_sentences": "there is no sentence",
    "smoothed_in_part": "an order of n-grams has no match, so that smoothing adds to counts, and the weights are not whole numbers; "
    'weights say how often a sentence is there, or pass smooth_method="none"',
    "no_words_in_references": "the references hold no word, so that there is nothing to divide by",
    "no_ngrams": "the texts have no run of {n} words",
    "two_texts_needed": "it needs two texts, of which each is held against the others",
    "no_tokens": "the texts have no token, so that there is nothing to divide by",
    "no_bytes": "the texts are empty, so that there is no byte to divide by",
    "outputs_empty": "{model}: {count:,.0f} outputs ({part:.1%}) are empty though their references are not; see what failed there before "
    "comparing any figure",
    "references_empty": "{count:,.0f} references ({part:.1%}) are empty: whatever is said there, ROUGE and METEOR count 0; leave such rows "
    "out, or fill them in",
    "outputs_short": "{model}: outputs have {ratio:.2f} words for each of the references, and {part:.1%} of them less than half as many: "
    "something is left out; BLEU takes it as brevity, precision does not see it",
    "outputs_long": "{model}: outputs have {ratio:.2f} words for each of the references, and {part:.1%} of them more than twice as many: "
    "something is added or repeated; recall does not see it",
    "outputs_copied": "{model}: {count:,.0f} outputs ({part:.1%}) only copy their source; they earn points for what both languages share",
    "outputs_repeated": "{model}: {count:,} outputs ({part:.1%}) are one and the same text, first in row {row:,}; look whether the model "
    "answers at all",
    "outputs_all_right": "{model}: outputs are as long as their references ({ratio:.2f} words for each), and none is empty",
}
