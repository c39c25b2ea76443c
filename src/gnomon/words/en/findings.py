"""What findings say."""

FINDINGS: dict[str, str] = {
    "class_called": "class {label}",
    # the rows
    "rows_dropped": "{dropped:,} of {rows:,} rows ({part:share}) were dropped for missing values ({columns:, }); "
    "the figures are of the rest",
    "values_missing": "{column} {count:,}",
    "one_class": "every row has the label {label}: nothing that compares classes has a value; evaluate on rows of both",
    "one_class_weighs": "every row that has any weight has the label {label}: nothing that compares classes has a value; "
    "evaluate on rows of both",
    "few_positives": "only {rows:,.0f} positive rows: one more or less moves every figure; read little into small differences",
    "few_positives_one": "only {rows:,.0f} positive row: one more or less moves every figure; read little into small differences",
    "few_negatives": "only {rows:,.0f} negative rows: one more or less moves every figure; read little into small differences",
    "few_negatives_one": "only {rows:,.0f} negative row: one more or less moves every figure; read little into small differences",
    # predicted labels
    "accuracy_below_majority": "{model}: {metric} {accuracy:.3f} is below the majority rate ({majority:.3f}: always answering {label}); "
    "it says nothing here: read recall and precision",
    "accuracy_equals_majority": "{model}: {metric} {accuracy:.3f} equals the majority rate ({majority:.3f}: always answering {label}); "
    "it says nothing here: read recall and precision",
    "accuracy_hardly_above_majority": "{model}: {metric} {accuracy:.3f} hardly exceeds the majority rate "
    "({majority:.3f}: always answering {label}); it says nothing here: read recall and precision",
    "accuracy_beside_majority": "always answering {label} has an accuracy of {majority:.3f}: read recall and precision too",
    "labels_no_better_than_majority": "{model}: accuracy {accuracy:.3f} is not shown to be above that of always answering {label} "
    "({majority:.3f}): chance explains the difference (one-sided p = {p_value:.2f}, McNemar)"
    ". Check labels and predictions, or get more rows",
    "class_never_found": "{model}: class {classes:, } is never found (recall 0), {part:share} of the rows"
    "; look at its training rows, or give the class more weight",
    "classes_never_found": "{model}: classes {classes:, } are never found (recall 0), {part:share} of the rows"
    "; look at their training rows, or give these classes more weight",
    # scores
    "constant_scores": "{model}: every row has the score {score:.6g}; it ranks nothing",
    "tied_scores": "{model}: {tied:share} of the pairs of a positive and a negative share a score ({distinct:,} distinct scores). Ties "
    "count half, and a finer score would rank better or worse than it looks",
    "reversed_scores": "{model}: ROC AUC {auc:.3f} is below one half: the scores rank the wrong way round; is the right label positive? "
    "{remedy}",
    "read_them_lower": 'If lower scores are meant to be positive, pass direction="lower is positive" '
    "(on the command line --direction lower)",
    "read_its_lower": 'If its lower scores are meant to be positive, pass direction="lower is positive" for {model} '
    "(on the command line --direction {model}=lower)",
    "read_them_higher": 'They were read with direction="lower is positive"; leave that out if higher scores are meant to be positive',
    "no_better_than_chance": "{model}: ROC AUC {auc:.3f}, and its interval [{low:.3f}, {high:.3f}] holds one half: these rows do not show "
    "that the scores are better than chance. Check labels and scores, or get more rows",
    "rows_repeated_whole": "every row stands {times} times, label and scores alike ({distinct:,} different rows in {rows:,}). Intervals "
    "and p-values take copies for new rows and are too sure; leave the copies out",
    "rows_repeated_some": "about {copies:,.0f} of {rows:,} rows look like copies of others. Rows of one score have different labels in "
    "{mixed:,} cases, where {expected:,.0f} are expected of rows of their own. Copies make intervals and p-values too sure; leave them "
    "out",
    "identifier_as_score": "{model}: its scores are whole numbers from {low:.0f} to {high:.0f}, another for each row, {why}. Are they "
    "row numbers or identifiers, and no scores?",
    "ids_in_order": "in the order of the rows",
    "ids_consecutive": "without a gap (a rank would look so as well)",
    "ids_by_chance": "and they tell the classes apart no better than chance",
    "weak_separation": "{model}: KS {ks:.3f} is below 0.2: the two classes score nearly alike; look for better features",
    "too_good": "{model}: KS {ks:.3f} is above 0.75, which real problems seldom allow: look for leakage or overfitting first",
    "good_roc_poor_precision": "{model}: ROC AUC {auc:.3f} looks good, yet to find half of the positives {false:share} of the alerts "
    "are false (average precision {ap:.3f}, positives {rate:share}). Read the precision-recall curve",
    "half_finds_nothing": "{model}: a threshold of 0.5 finds {found:share} of the positives. Probabilities are this low; choose another "
    "threshold (the gap between TPR and FPR is widest at {threshold:.4g})",
    "calibrated": "{model}: calibrated: predictions and observed rates differ by {error:.3f} on average",
    "predictions_too_high": "{model}: predictions between {low} and {high} are too high by {gap:.2f} ({rows}); the mean gap is {error:.3f}"
    ". Recalibrate the model on other rows",
    "predictions_too_low": "{model}: predictions between {low} and {high} are too low by {gap:.2f} ({rows}); the mean gap is {error:.3f}"
    ". Recalibrate the model on other rows",
    "predictions_too_high_at": "{model}: predictions of {low} are too high by {gap:.2f} ({rows}); the mean gap is {error:.3f}"
    ". Recalibrate the model on other rows",
    "predictions_too_low_at": "{model}: predictions of {low} are too low by {gap:.2f} ({rows}); the mean gap is {error:.3f}"
    ". Recalibrate the model on other rows",
    "top_overconfident_at": "{model}: where the highest score is {low}, the class is right {gap:.2f} less often than it "
    "says (top-label ECE {error:.3f}). Recalibrate the model on other rows",
    "top_underconfident_at": "{model}: where the highest score is {low}, the class is right {gap:.2f} more often than it "
    "says (top-label ECE {error:.3f}). Recalibrate the model on other rows",
    "so_many_rows": "{rows:,.0f} rows",
    "worth_so_many_rows": "worth {rows:,.0f} rows",
    # several models
    "curves_cross": "the ROC curves of {a} and {b} cross, beyond chance: {stretches:; }; choose by the range you work in",
    "ahead_from_fpr": "{winner} is ahead between FPR {start:.2f} and {end:.2f}",
    "curve_encloses": "{winner} encloses {losers:, } on ROC to within {slack:.3f}. It is above by more than chance somewhere, and from "
    "FPR 0.01 to 0.99 nowhere below by more than that",
    "curve_encloses_many": "{winner} encloses {losers:, } and {more} more on ROC to within {slack:.3f}. It is above by more than chance "
    "somewhere, and from FPR 0.01 to 0.99 nowhere below by more than that",
    "curve_ahead": "{winner} is ahead of {losers:, } on ROC: above by more than chance somewhere, below by more than chance nowhere",
    "curve_ahead_many": "{winner} is ahead of {losers:, } and {more} more on ROC: above by more than chance somewhere, "
    "below by more than chance nowhere",
    "bands_out_of_order": "{model}: score band {band} holds {rate:share} positives, more than band {above} before it ({rate_above:share}): "
    "the scores are out of order there. Look at the rows of both bands",
    # several classes
    "labels_renamed": "{model}: accuracy is {accuracy:.3f}, and would be {renamed:.3f} if labels were renamed ({names:, }): "
    "label ids could "
    "be shifted or swapped",
    "label_for": "{said} as {truth}",
    "confused_pair": "{model}: {share:share} of class {truth} is called {predicted} ({rows:,.0f} of its rows): the pair most "
    "often confused. Look at these rows",
    "confused_pair_weighted": "{model}: {share:share} of class {truth} is called {predicted}, by weight: the pair most often confused"
    ". Look at these rows",
    "weakest_class": "{model}: class {label} is found worst: recall {recall:.3f} (all classes on average {mean:.3f}). Look at its rows",
    "top_overconfident": "{model}: where the highest score lies between {low} and {high}, the class is right {gap:.2f} less often than "
    "it says (top-label ECE {error:.3f}). Recalibrate the model on other rows",
    "top_underconfident": "{model}: where the highest score lies between {low} and {high}, the class is right {gap:.2f} more often than "
    "it says (top-label ECE {error:.3f}). Recalibrate the model on other rows",
    "top_calibrated": "{model}: the highest score says how often its class is right (top-label ECE {error:.3f})",
    # slices
    "small_slices_counted": "{which} ({small:,} of {count:,})",
    "slices_more": "… and {count:,} slices more",
    "slices_more_one": "… and {count:,} slice more",
    "slices_in_bins": "{column} is cut into {bins} bins; name its borders to cut it elsewhere, or each to slice by every value",
    "small_slices": "slices with fewer than {rows} rows stand last",
    "small_slices_of_class": "slices with fewer than {rows} rows, or fewer than {least} of either class, stand last",
    "worst_slice": "{model}: worst slice: {slice}: {metric} {value:.3f} (the other slices {others:.3f}, {rows:,} rows). Look at its rows",
    "slice_too_high": "{model}: in {slice} predictions are too high: {mean:.3f} on average, where {rate:.3f} come true ({rows:,} rows); "
    "in the other slices they differ by {others:+.3f}. Recalibrate the model for this slice",
    "slice_too_low": "{model}: in {slice} predictions are too low: {mean:.3f} on average, where {rate:.3f} come true ({rows:,} rows); "
    "in the other slices they differ by {others:+.3f}. Recalibrate the model for this slice",
    # rows that are no predictions, or of other rows
    "perfect_agreement": "{model}: {metric} is {value:g} over {rows:,} rows: not one mistake; is the column of predictions a copy of the "
    "truth, or made from it?",
    "models_alike": "{model} and {others:, } predict the same for every row: is one column used twice?",
    "rows_shifted_down": "{model}: predictions fit the truth {offset} rows earlier (agreement {there:.2f}) and not that of their own "
    "row ({here:.2f}): lines could be shifted. Check for a header, an empty line or a missing row",
    "rows_shifted_down_one": "{model}: predictions fit the truth of the row before (agreement {there:.2f}) and not that of their own "
    "row ({here:.2f}): lines could be shifted. Check for a header, an empty line or a missing row",
    "rows_shifted_up": "{model}: predictions fit the truth {offset} rows later (agreement {there:.2f}) and not that of their own row "
    "({here:.2f}): lines could be shifted. Check for a header, an empty line or a missing row",
    "rows_shifted_up_one": "{model}: predictions fit the truth of the row after (agreement {there:.2f}) and not that of their own row "
    "({here:.2f}): lines could be shifted. Check for a header, an empty line or a missing row",
    "stretch_unrelated": "{model}: in rows {first:,} to {last:,} predictions do not go with the truth (agreement {here:.2f}; "
    "{elsewhere:.2f} in all other rows). These rows could be shuffled, or joined to wrong labels",
    # how sure
    "rows_look_clustered": "rows that stand together err together (correlation {correlation:.2f} between neighbours). They do not look "
    "independent, and intervals and p-values that take them so are too sure; {remedy}",
    "name_cluster": "name the column of users, sessions or days as cluster",
    "name_cluster_perhaps": "name what they belong to as cluster (perhaps {columns:, })",
    "too_few_to_tell": "{ahead} is ahead of {behind} by {difference:.3g} in {metric}, which chance explains (p = {p_value:.2f}). These "
    "{units} tell differences from about {detectable:.3g} up, and a quarter of that takes sixteen times as many",
    "unit_rows": "rows",
    "unit_queries": "queries",
    "unit_images": "images",
    "few_clusters": "there are {clusters} clusters of {column}: with so few, intervals and p-values are rough; "
    "twenty or more would steady them",
    "few_equal_clusters": "the {clusters} clusters of {column} are so unequal that they tell as much as {worth:.1f} of one size. With "
    "so few, intervals and p-values are rough; twenty or more would steady them",
    # several labels a row
    "tag_never_predicted": "{model}: {labels:, } is never predicted; {part:share} of all true labels are missed for it",
    "tags_never_predicted": "{model}: {labels:, } are never predicted; {part:share} of all true labels are missed for it",
    "tag_never_true": "{model}: {labels:, } is predicted ({part:share} of all predicted labels) and true in no row: "
    "another spelling, or another list of labels?",
    "tags_never_true": "{model}: {labels:, } are predicted ({part:share} of all predicted labels) and true in no row: "
    "another spelling, or another list of labels?",
    "label_scores_reversed": "{model}: the scores of {labels:, } rank the wrong way round (AUC {auc:.3f} for {label}): columns "
    "swapped, or lower scores for rows that have the label?",
    "label_scores_tell_nothing": "{model}: the scores of {labels:, } tell no better than chance which rows have the label "
    "(AUC {auc:.3f} for {label}); check the order of the columns",
    "label_far_below": "{model}: {label} has an F1 of {f1:.3f} (precision {precision:.3f}, recall {recall:.3f}), all labels together "
    "{micro:.3f}; averages hide it: look at its rows",
    "no_better_than_no_labels": "{model}: the Hamming loss {loss:.3f} is no lower than that of predicting no label at all ({nothing:.3f}); "
    "it says nothing here: read F1",
    "right_labels_wrong_rows": "{model}: only {loss:share} of the single decisions are wrong (Hamming loss), and yet only {right:share} "
    "of the rows are right in full. A row that is wrong has {mean:.2g} wrong labels on average; choose by whether nearly right is of use",
    # metrics that are no defaults
    "scores_outside_unit": "{model}: the scores run from {low:g} to {high:g}, past 0 and 1, and are no probabilities. Metrics of "
    "probabilities, as log_loss and brier_score, are left out",
    "rows_not_summing": "{model}: the scores of the classes do not sum to 1 in {count:,} rows (first: {total:g} {place}), and are no "
    "probabilities. Metrics of probabilities, as log_loss and brier_score, are left out",
    "rows_not_summing_on_average": "{model}: the scores of the classes do not sum to 1, and are no probabilities; "
    "log_loss and brier_score are left out",
    # ranked lists
    "auc_without_gauc": "{model}: ROC AUC {auc:.3f} but GAUC {gauc:.3f}. Much of the AUC comes from telling groups apart, which the "
    "order within one group's list does not show; judge a ranker by GAUC",
    "auc_with_chance_gauc": "{model}: ROC AUC {auc:.3f} but GAUC {gauc:.3f}, hardly better than chance. Much of the AUC comes from "
    "telling groups apart, which the order within one group's list does not show; judge a ranker by GAUC",
    "gauc_above_auc": "{model}: GAUC {gauc:.3f} is above ROC AUC {auc:.3f}: each group's own list is in better order than all rows "
    "together. Scores are not comparable between groups; do not compare or threshold them across groups",
    "groups_dropped": "GAUC speaks for {used:,} of {groups:,} groups and {part:share} of the rows: the others have one class only "
    "({reasons:; })",
    "queries_that_fail": "{model}: {failed:share} of the queries that have something relevant show none of it among the first {cut}. A "
    "mean over queries does not tell; look at the worst ones",
    "grades_below_one": "no grade reaches {level:g}, from which an item is relevant (the highest is {highest:g}), so metrics that count "
    "relevant items see none. Pass relevant= in the references, as in recall_at(relevant=0.5)@10",
    "nothing_relevant": "{empty:share} of {queries:,} queries have nothing relevant: {metrics:, } leave them out and speak for the others",
    "short_lists": "{covered:share} of the lists have at most {cut} items. What is cut at {cut} sees all of them, and their "
    "recall_at@{cut} is 1 for any order; cut earlier",
    "tied_lists": "{model}: {tied:share} of neighbours in the lists share a score. Figures are the mean over their orders, and a system "
    "that breaks ties shows one of them",
    "unjudged_at_the_top": "{model}: {unjudged:share} of the documents among the first {cut} were never judged and count as not "
    "relevant. A run that did not feed the judgments is underrated (bpref passes over them)",
    "unanswered_queries": "{model}: {missing:,} of {queries:,} judged queries are not in the run; "
    "they count as having found nothing (unless missing_queries=skip)",
    "unanswered_queries_skipped": "{model}: {missing:,} of {queries:,} judged queries are not in the run; "
    "they are left out, as the convention has it",
    "slices_cut_lists": "{columns: × } varies within groups: a slice ranks only its own rows of each list, and shorter lists look "
    "better. Compare slices with each other, not with the whole",
    # why a group does not count in GAUC
    "groups_without_positives": "{count:,} without positives",
    "groups_without_negatives": "{count:,} without negatives",
    "groups_without_rows": "{count:,} without rows",
    "groups_without_weight": "{count:,} without weight",
}
