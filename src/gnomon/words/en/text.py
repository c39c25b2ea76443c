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
    "outputs_short": "{model}: outputs have {ratio:.2f} words for each of the references, and {part:.1%} of them less than half as "
    "many. Something could be left out; BLEU takes it as brevity, precision does not see it",
    "outputs_long": "{model}: outputs have {ratio:.2f} words for each of the references, and {part:.1%} of them more than twice as "
    "many. Something could be added or repeated; recall does not see it",
    "outputs_short_together": "{model}: outputs have {ratio:.2f} words for each of the references: something could be left out; BLEU "
    "takes it as brevity, precision does not see it",
    "outputs_short_some": "{model}: {part:.1%} of the outputs have less than half of their reference's words; all outputs together have "
    "{ratio:.2f} words for each: look at these rows",
    "outputs_long_together": "{model}: outputs have {ratio:.2f} words for each of the references: something could be added or repeated; "
    "recall does not see it",
    "outputs_long_some": "{model}: {part:.1%} of the outputs have more than twice their reference's words; all outputs together have "
    "{ratio:.2f} words for each: look at these rows",
    "unknown_words": "{model}: {count:,} outputs ({part:.1%}) have a mark of an unknown word, such as <unk>: its vocabulary could lack "
    "words or characters of these texts",
    "form_alone": "{model}: {share:share} of the outputs that are not right ({count:,}) differ in case, punctuation or spaces alone. "
    "Decide whether these count, and normalize both sides if they do not",
    "outputs_are_references": "{model}: each of the {rows:,} outputs is its reference, word for word; is the column of outputs a copy of "
    "the references?",
    "outputs_copied": "{model}: {count:,.0f} outputs ({part:.1%}) only copy their source; they earn points for what both languages share",
    "outputs_repeated": "{model}: {count:,} outputs ({part:.1%}) are one and the same text, first in row {row:,}; look whether the model "
    "answers at all",
    "outputs_all_right": "{model}: outputs are as long as their references ({ratio:.2f} words for each), and none is empty",
}
