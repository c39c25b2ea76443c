"""What is said of predicted numbers."""

REGRESSION: dict[str, str] = {
    "largest_of_rows": "one row decides the largest error, and the others do not tell how far the next could go: there is no "
    "interval and no test",
    "predictions_equal_truth": "{model}: predictions equal the truth in all {rows:,} rows; check that the truth, or what "
    "follows from it, is not among the inputs",
    "interval_of_unequal_errors": "{model}: squared errors are very unequal, as if {part:share} of the {rows:,.0f} rows carried RMSE. "
    "On such data its intervals hold the truth less often than they say, also where no large error has turned up yet. Go by MAE, or get "
    "more rows",
    "errors_of_few_rows": "{model}: {part:share} of the rows make {squared:share} of the squared error and stand apart from all others. "
    "RMSE is {rmse:.4g}, and {rest:.4g} without them; look at those rows first (the worst: {places:, })",
    "rmse_of_few_rows": "{part:share} of the rows make {squared:share} of the squared error; without them RMSE is {rest:.4g}: read MAE too",
    "mape_of_small_truths": "small truths raise MAPE ({part:share} of them are nearer to 0 than {size:.4g}); "
    "WAPE, of all amounts together, is {wape:.1f} %",
    "biased_high": "{model}: predictions are too high by {bias:.4g} on average (the truth is {mean:.4g} on average). This shift alone "
    "is {part:share} of the squared error; take it off",
    "biased_low": "{model}: predictions are too low by {bias:.4g} on average (the truth is {mean:.4g} on average). This shift alone is "
    "{part:share} of the squared error; add it",
    "nearly_constant": "{model}: the predictions hardly vary ({spread:share} of the spread of the truths): it says {mean:.4g}, or "
    "nearly, to every row. Check its features and its training",
    "worse_than_mean": "{model}: R² {r2:.3f} is below 0: always saying the mean of the truths ({mean:.4g}) has smaller squared errors"
    "; check units and how rows were joined",
    "not_shown_better_than_mean": "{model}: R² {r2:.3f}, and its interval holds 0. These rows do not show that it is better than always "
    "saying the mean of the truths ({mean:.4g}); get more rows, or better features",
    "slope_too_flat": "{model}: predictions go with the truth (correlation {pearson:.2f}), yet where it predicts 1 more the truth rises "
    "by {slope:.2f}. It is too cautious at both ends; stretch it, or recalibrate",
    "slope_too_steep": "{model}: predictions go with the truth (correlation {pearson:.2f}), yet where it predicts 1 more the truth "
    "rises by only {slope:.2f}. It goes too far at both ends; shrink it, or recalibrate",
    "slope_reversed": "{model}: the truth falls where the prediction rises (correlation {pearson:.2f}): is its sign right?",
    "function_forgotten": "{model}: predictions would fit with {function} applied: the median error is {before:.3g} now and would be "
    "{after:.3g}. A model of the logarithm could lack the way back, or the other way round",
    "other_units": "{model}: predictions would fit if multiplied by {factor:g}: the median error is {before:.3g} now and would be "
    "{after:.3g}. Truth and predictions could be in different units; convert one of them",
    "rows_shuffled": "{model}: about {share:share} of the rows have predictions that could be those of other rows, and the others fit "
    "closely. Check how predictions were joined to the truth",
    "rows_repeated_alike": "about {copies:,} of {rows:,} rows are copies of others, truth and predictions alike. Intervals and p-values "
    "take copies for new rows and are too sure; leave the copies out",
    "predictions_filled": "{model}: the prediction is {value:g} in {rows:,} rows ({part:share}), whose truths do not go with it. It "
    "could stand for a missing prediction; leave these rows out or predict them",
    "truths_filled": "the truth is {value:g} in {rows:,} rows ({part:share}), far from all others: it could stand for a missing value; "
    "leave these rows out",
    "slice_biased_high": "{model}: in {slice} predictions are too high by {bias:.3g} on average ({rows:,} rows); in the other slices they "
    "differ by {others:+.3g}. Correct this shift, or look for what the slice has of its own",
    "slice_biased_low": "{model}: in {slice} predictions are too low by {bias:.3g} on average ({rows:,} rows); in the other slices they "
    "differ by {others:+.3g}. Correct this shift, or look for what the slice has of its own",
    "predictions_capped_highest": "{model}: {rows:,} predictions ({part:share}) are {value:g}, and none is higher, while the truth there "
    "is: predictions could be capped",
    "predictions_capped_lowest": "{model}: {rows:,} predictions ({part:share}) are {value:g}, and none is lower, while the truth there "
    "is: predictions could be capped",
    "spread_grows": "{model}: errors grow with the prediction: RMSE {low:.4g} in the fifth with the lowest predictions, {high:.4g} in "
    "the highest. One error bar for all rows would be wrong: read WAPE, or model the logarithm",
}
