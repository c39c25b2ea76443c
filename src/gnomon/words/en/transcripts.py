"""What is said of transcripts: reasons, and findings."""

TRANSCRIPTS: dict[str, str] = {
    "no_reference_words": "the references hold no word, so that there is nothing to divide errors by",
    "no_words_on_either_side": "neither references nor hypotheses hold a word",
    "no_reference_characters": "the references hold no character, so that there is nothing to divide errors by",
    "words_without_spaces": "{model}: {share_of_utterances:share} of the references are in a script without spaces between words, so "
    "that wer takes whole runs of characters for one word. Read cer, or pass tokens=mixed",
    "empty_outputs": "{model}: {empty_outputs:count output} to utterances with speech, {share_of_utterances:share} of them, "
    "came empty: all their words count as left out",
    "transcripts_short": "{model}: {length_ratio:.2f} words are written for each that was said; {left_out:share} of the words are left out",
    "transcripts_long": "{model}: {length_ratio:.2f} words are written for each that was said; "
    "words added come to {added:share} of those said",
    "ends_missing": "{model}: {cut_off:count utterance} break off before the end, which makes {share_of_errors:share} of the errors: "
    "look for limits of length, and for how recordings are cut",
    "errors_concentrated": "{model}: {worst:count utterance}, {share_of_utterances:share} of all, make {share_of_errors:share} of the "
    "errors: look at these first",
    "errors_of_form": "{model}: {share_of_errors:share} of the error rate is case and punctuation: it is {error_rate:.4f}, and "
    "{without_form:.4f} with normalize=lower+punctuation",
    "word_confused": "{model}: writing “{said}” for “{truth}” alone makes {share_of_errors:share} of the errors ({times:,} times)",
    "word_left_out": "{model}: leaving out “{truth}” alone makes {share_of_errors:share} of the errors ({times:,} times)",
    "word_added": "{model}: adding “{said}” alone makes {share_of_errors:share} of the errors ({times:,} times)",
}
