"""How often findings cry wolf, and how often they miss one. The seeds are fixed; `make coverage` tries many more data sets."""

import pytest

from evaluation.planted import CLEAN, PLANTED, rate_found, rate_of_false_findings


@pytest.mark.parametrize(("n", "number"), [(500, 60), (5000, 30)])
@pytest.mark.parametrize("name", CLEAN)
def test_clean_rows_are_seldom_found_amiss(name, n, number, sets):
    """At most 6 % were seen of 300 evaluations each: of slices the worst is named one time in twenty, and accuracy beside rare positives
    is no better than the majority now and then; all else is at most 1.5 %.
    """
    rate, blamed = rate_of_false_findings(name, n, sets(number, least=number // 2))
    assert rate < 0.1, blamed


@pytest.mark.parametrize(("n", "number"), [(500, 20), (5000, 10)])
@pytest.mark.parametrize("name", PLANTED)
def test_planted_problems_are_found(name, n, number):
    assert rate_found(name, n, number) >= 0.9
