"""Why a variable is not on a scorecard."""

SCORECARDS: dict[str, str] = {
    "iv_too_low": "its information value {iv:.4f} is below {least:g}: it tells next to nothing",
    "iv_too_high": "its information value {iv:.4f} is above {most:g}: it may know the outcome already",
    "woe_correlated": "its WOE is correlated with that of {other} (r {r:.3f}, beyond {most:g}), which tells more",
    "psi_too_high": "its bins fill otherwise in {period} than in {first} (PSI {psi:.3f}, above {most:g})",
    "coefficient_against_woe": "beside the others its coefficient is {coefficient:.4f}, against its WOE",
    "not_weighted": "it was given no weight",
    "variable_left_out": "{name} is left out: {reason}",
    "segment_without_card": "it has the general card: {reason}",
}
