"""What is said of predicted numbers."""

REGRESSION: dict[str, str] = {
    "largest_of_rows": "one row decides the largest error, and the others do not tell how far the next could go: there is no "
    "interval and no test",
    "predictions_equal_truth": "{model}: predictions equal the truth in all {rows:,} rows; check that the truth, or what "
    "follows from it, is not among the inputs",
    "interval_of_unequal_errors": "{model}: squared errors are very unequal, as if {part:share} of the {rows:,.0f} rows carried RMSE; "
    "on such data its intervals hold the truth less often than they say, also where no large error has turned up yet; "
    "go by MAE, or get more rows",
    "errors_of_few_rows": "{model}: {part:share} of the rows make {squared:share} of the squared error: RMSE is {rmse:.4g}, and {rest:.4g} "
    "without them; look at those rows first (the worst: {places:, })",
    "mape_of_small_truths": "{model}: MAPE {mape:.1f} % is blown up by small truths ({part:share} of them nearer to 0 than {size:.4g}); of "
    "all amounts together the errors are {wape:.1f} % (WAPE)",
    "biased_high": "{model}: predictions are too high by {bias:.4g} on average (the truth is {mean:.4g} on average): {part:share} of "
    "the squared error is this shift alone; take it off",
    "biased_low": "{model}: predictions are too low by {bias:.4g} on average (the truth is {mean:.4g} on average): {part:share} of "
    "the squared error is this shift alone; add it",
    "nearly_constant": "{model}: the predictions hardly vary ({spread:share} of the spread of the truths): it says {mean:.4g}, or "
    "nearly, to every row",
    "worse_than_mean": "{model}: R² {r2:.3f} is below 0: always saying the mean of the truths ({mean:.4g}) has smaller squared errors",
    "not_shown_better_than_mean": "{model}: R² {r2:.3f}, and its interval holds 0: these rows do not show that it is better than always "
    "saying the mean of the truths ({mean:.4g})",
    "slope_too_flat": "{model}: predictions go with the truth (correlation {pearson:.2f}), yet where it predicts 1 more the truth rises "
    "by {slope:.2f}: it is too cautious at both ends; stretch it, or recalibrate",
    "slope_too_steep": "{model}: predictions go with the truth (correlation {pearson:.2f}), yet where it predicts 1 more the truth rises "
    "by only {slope:.2f}: it goes too far at both ends; shrink it, or recalibrate",
    "slope_reversed": "{model}: the truth falls where the prediction rises (correlation {pearson:.2f}): is its sign right?",
    "spread_grows": "{model}: errors grow with the prediction: RMSE {low:.4g} in the fifth with the lowest predictions, {high:.4g} in the "
    "highest; one error bar for all rows would be wrong: read WAPE, or model the logarithm",
}
