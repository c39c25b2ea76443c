"""What is said of sentences: texts, transcripts and tags alike."""

SENTENCES: dict[str, str] = {
    "two_sentences_for_interval": "an interval needs two sentences, or two documents of them",
    "two_sentences_for_test": "a comparison needs two sentences, or two documents of them",
    "same_on_sentences": "it is the same whichever sentences are drawn, which says nothing of others",
    "same_difference_on_sentences": "the difference is the same whichever sentences are drawn, which says nothing of others",
    "undefined_on_resampled_sentences": "it is undefined on {lost:.0%} of the drawn sets of sentences; there are too few",
    "different_sentences": "the models have different sentences; evaluate both on the same",
}
