"""Why a variable is not on a scorecard."""

SCORECARDS: dict[str, str] = {
    "iv_too_low": "its information value {iv:.4f} is below {least:g}: it tells next to nothing",
    "iv_by_chance": "its information value {iv:.4f} is what chance gives its bins ({chance:.4f}) or hardly more: "
    "less than {least:g} beyond",
    "p_too_high": "beside the others its cross-fitted p is {p}, above {alpha:g}, or its coefficient goes against its WOE",
    "vif_too_high": "the others on the card repeat it: variance inflation {vif:.3g}, above {most:g}",
    "card_validated": "AUC is {auc:.4f} and KS {ks:.4f} on the rows of fitting; on rows that the card has not seen, cross-validated in "
    "{folds} parts, {auc_cross_validated:.4f} and {ks_cross_validated:.4f} (optimism {auc_optimism:.4f} and {ks_optimism:.4f})",
    "card_not_validated": "rows are too few or too alike for {folds} parts, so that AUC and KS on new rows are not known",
    "variables_unsure": "chance explains the coefficients of variables on the card (cross-fitted p ≥ 0.05; {count:,}): {names:, }; "
    'select="p" leaves them out',
    "errors_in_sample": "errors and p-values are those of the rows that the WOE were fitted to, and too small",
    "cross_fitted_part": "cross-fitted errors, p-values, AUC and KS come from {count:,} rows drawn at random; points come from all rows",
    "errors_unknown": "rows are too few or too alike for cross-fitted errors and p-values",
    "iv_too_high": "its information value {iv:.4f} is above {most:g}: it may know the outcome already",
    "woe_correlated": "its WOE is correlated with that of {other} (r {r:.3f}, beyond {most:g}), which tells more",
    "psi_too_high": "its bins fill otherwise in {period} than in {first} (PSI {psi:.3f}, above {most:g})",
    "coefficient_against_woe": "beside the others its coefficient is {coefficient:.4f}, against its WOE",
    "not_weighted": "it was given no weight",
    "variable_left_out": "{name} is left out: {reason}",
    "segment_without_card": "it has the general card: {reason}",
}
