"""What is said of decisions by scores."""

DECISIONS: dict[str, str] = {
    "swap_nobody": "both scores approve the same rows: nobody is swapped",
    "swap_one_way_in": "the new score approves all that the old one does and more: there is nobody swapped out to compare with",
    "swap_one_way_out": "the old score approves all that the new one does and more: there is nobody swapped in to compare with",
    "swap_untested": "{new:share} of the swapped in go bad, {old:share} of the swapped out; there is no test of it: {cause}",
    "swap_undecided": "{new:share} of the swapped in go bad, {old:share} of the swapped out: a difference that chance explains "
    "({level:.6g} % interval {low:+.2f} to {high:+.2f} percentage points, p = {p:.3g})",
    "swap_lower": "the swapped in are better: {new:share} of them go bad, of the swapped out {old:share} "
    "({level:.6g} % interval {low:+.2f} to {high:+.2f} percentage points, p = {p:.3g})",
    "swap_higher": "the swapped in are worse: {new:share} of them go bad, of the swapped out {old:share} "
    "({level:.6g} % interval {low:+.2f} to {high:+.2f} percentage points, p = {p:.3g})",
    "ceiling_trivial": "no two rows have the same features: a model that remembers rows makes no error here, and the ceiling says nothing "
    "of others. Round or bin the features to learn more",
    "ceiling_without_conflict": "equal features always have the same label: nothing on these rows keeps a model from being "
    "right everywhere",
    "ceiling_flattered": "{share:share} of the rows are alone in their combination, and a model can remember each: on rare combinations "
    "the ceiling flatters",
    "ceiling_of_others": "on other rows: rates taken from one half of the rows score the other, both ways, mean of {splits:,} halvings; "
    "{seen:share} of the rows meet their combination in the other half, and the rest have the base rate",
    "most_profit": "{model}: most profit {profit} at cut-off {cutoff}, which approves {approved:share} with {bad:share} bad",
}
