"""What tests of samples say: why they have no result, what one must know to read them, and what their assumptions look like."""

STATISTICS: dict[str, str] = {
    "samples_constant": "each sample is constant, so that there is no spread to measure the difference by",
    "differences_constant": "all differences are the same, so that there is no spread to measure their mean by",
    "all_values_equal": "all values of both samples are the same, so that nothing can be ranked",
    "ks_ties": "some values occur more than once: the exact p-value is that of samples without equal values, and no smaller than it "
    "should be",
    "ks_disagrees": "D is {statistic:.4f} and the critical value {critical:.4f}, which would decide otherwise than the {method:method} "
    "p-value; the critical value is an approximation for large samples, and the p-value decides",
    # correlation
    "column_constant": "{column} is constant ({value:.6g} in every row), and what does not vary is correlated with nothing",
    "ranks_at_the_end": "the ranks agree wholly (coefficient {value:.0f}), where Fisher's scale has no end to measure from",
    "line_suffices": "Pearson's r {pearson:.3f} and Spearman's ρ {spearman:.3f} are {gap:.3f} apart (up to {limit:.3f} is chance), and "
    "no bend is seen: a straight line will do",
    "line_unlike_ranks": "Pearson's r {pearson:.3f} and Spearman's ρ {spearman:.3f} are {gap:.3f} apart (up to {limit:.3f} is chance): "
    "the relation bends, or a few rows carry it; look at the figure, and read ρ",
    "line_bends": "a parabola explains {part:share} more of y than the straight line ({p}; r {pearson:.3f}, ρ {spearman:.3f}): the "
    "relation bends, and r does not tell how strong it is; look at the figure",
    "normal_enough": "neither column looks other than normal ({test}, least for {column}: {p})",
    "normal_in_shape": "{column} is not exactly normal ({test}, {p}), as no column of so many rows is; skewness {skewness:.2f} and "
    "excess kurtosis {kurtosis:.2f} are harmless",
    "not_normal": "{column} is not normal ({test}, {p}; skewness {skewness:.2f}, excess kurtosis {kurtosis:.2f}): p-value and interval "
    "of r may be off; Spearman's ρ does not mind",
    "too_few_for_outliers": "{rows:,} rows are too few to tell which lies out",
    "no_outliers": "no row lies more than {limit:.2f} robust deviations out in x, in y or off the line",
    "outliers_found": "{count:,} outlying (position {rows:, }), more than {limit:.2f} robust deviations out in x, in y or off the "
    "line; without, r goes from {pearson:.3f} to {rest:.3f}",
    "outliers_only": "{count:,} outlying (position {rows:, }), more than {limit:.2f} robust deviations out in x, in y or off the line; "
    "r {pearson:.3f} comes of it alone: without, nothing varies",
    "spread_even": "the spread around the line does not change along x (Breusch–Pagan, {p}; {times:.2f} times as wide above the median "
    "of x as below)",
    "spread_uneven": "the spread around the line changes along x (Breusch–Pagan, {p}; {times:.2f} times as wide above the median of x "
    "as below): p-value and interval of r may be off",
    "spread_of_few": "{rows:,} rows are too few to see how the spread changes",
    "spread_of_none": "all points lie on the line",
}
