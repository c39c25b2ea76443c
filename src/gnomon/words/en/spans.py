"""What is said of tagged sentences."""

SPANS = {
    "no_entity_predicted": "no entity is predicted",
    "no_entity": "there is no entity",
    "no_entity_at_all": "there is no entity, and none is predicted",
    "all_ratings_alike": "every rating is of the same category, so that chance agrees as well",
    "no_disagreement_possible": "all ratings that can be paired are the same, so that no disagreement is to be expected",
    "no_tagged_tokens": "no sentence has a token",
    "two_items_for_interval": "an interval needs two items",
    "two_items_for_test": "a comparison needs two items",
    "same_on_items": "it is the same whichever items are drawn, which says nothing of others",
    "same_difference_on_items": "the difference is the same whichever items are drawn, which says nothing of others",
    "undefined_on_resampled_items": "it is undefined on {lost:.0%} of the drawn sets of items; there are too few",
    "different_items": "the ratings are of different items",
    "numbers_read_as_names": "the ratings are {count:,} different numbers, and {metric} takes them for names, so that 4 and 5 differ as "
    'much as 1 and 5. If their order means something, pass level="ordinal": alpha is then {ordinal:.3f}',
    "type_few_entities": "the type {type} has few entities ({entities:,}): its F1 is mostly luck, and counts in a macro average as "
    "much as any "
    "other's",
    "types_few_entities": "of {count:,} types there are fewer than {most} entities each, of {type} only {entities:,}. Their F1 is "
    "mostly luck, and counts in a macro average as much as any other's",
    "type_never_predicted": "{model} never predicts {types:, }, {share:share} of the entities: compare the spelling of types "
    "on both sides, "
    "and look whether training data had them",
    "spans_too_early": "{model} has {now:share} of the entities right, and would have {share:share} if its entities stood one place "
    "later. Tags or offsets could be shifted (counted from 0 or 1, or a special token left out)",
    "spans_too_late": "{model} has {now:share} of the entities right, and would have {share:share} if its entities stood one place "
    "earlier. Tags or offsets could be shifted (counted from 0 or 1, or a special token left in)",
    "annotator_unlike": "{annotator} agrees with the others less than they do among themselves: agreement {here:.2f}, the others "
    "{others:.2f}; look at these ratings before using them",
    "annotator_reversed": "{annotator} rates the other way round: correlation {here:.2f} with the median of the others, which have "
    "{others:.2f}; the scale could be reversed",
    "annotator_at_ends": "{annotator} uses the ends of the scale in {here:share} of the ratings, the others in {others:share}: the scale "
    "could be understood as yes and no",
    "types_confused": "{model} calls {share:share} of the {truth} entities {predicted} ({count:,}): look at how the two are told "
    "apart, and "
    "annotated",
    "boundary_errors_longer": "{share:share} of the errors of {model} are of the ends alone ({count:,}), mostly entities marked too "
    "long. The type is right, and rules or more examples of where entities end would mend most",
    "boundary_errors_shorter": "{share:share} of the errors of {model} are of the ends alone ({count:,}), mostly entities marked too "
    "short. The type is right, and rules or more examples of where entities end would mend most",
    "boundary_errors_shifted": "{share:share} of the errors of {model} are of the ends alone ({count:,}), mostly shifted. The type is "
    "right; see whether both sides split texts into tokens alike",
    "tags_do_not_fit": "{count:,} of the tags that {model} predicted ({share:share} of those that are not O) are in no entity, since "
    '{scheme} does not allow them there. Decode with the scheme in mind, or read them with mode="conlleval"',
    "tokens_flatter": "{model} has {accuracy:share} of the tags right, and an entity F1 of only {f1:.3f}: most tokens are in no "
    "entity, so that "
    "accuracy says little",
}
