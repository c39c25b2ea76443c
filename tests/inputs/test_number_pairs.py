"""Two columns of numbers that cannot be read, each refused with its name, place, value and remedy."""

import numpy as np
import pytest

import gnomon as gn

CASES = [
    (([1, 2], [1]), {}, "x has 2 rows but y has 1; they must describe the same rows"),
    (([1, np.inf, 3], [1, 2, 3]), {}, "x has inf at position 1; numbers must be finite; correct it or leave the row out"),
    (([1, 2, 3], [1, np.nan, np.nan]), {}, r'y has NaN at position 1 \(and 1 more of 3\); pass missing="drop"'),
    (
        ([1, 2, 3], [1, 1e151, 3]),
        {},
        r"y has 1e\+151 at position 1; numbers past 1e150 are not taken, since their squares",
    ),
    (([1, 2, 3], [1, -1e200, 3]), {}, r"y has -1e\+200 at position 1; numbers past 1e150"),
    ((["a", "b"], [1, 2]), {}, r"x holds strings \(first: \['a'\]\); pass numbers"),
    (([1, "b"], [1, 2]), {}, "x mixes types"),
    (([[1, 2], [3, 4]], [1, 2]), {}, r"x has shape \(2, 2\) where one dimension is meant"),
    (([], []), {}, "x has no rows"),
    ((3, [1]), {}, r"x is an int \(3\); pass one value for each row"),
    (([1, 2], [1, 2]), {"weight": [1]}, "weight has 1 rows but x has 2"),
    (([1, 2], [1, 2]), {"weight": [1, -1]}, "weight has -1 at position 1; weights must be finite and not negative"),
    (([1, 2], [1, 2]), {"missing": "ignore"}, 'missing=\'ignore\' is not "error" or "drop"'),
    (([2**53 + 1, 2], [1, 2]), {}, "x has 9007199254740993 at position 0, which float64 cannot hold exactly"),
    (([1, None], [1, 2]), {}, "x has NaN at position 1"),
]


@pytest.mark.parametrize("metric", [gn.spearman, gn.kendall, gn.somers_d], ids=lambda m: m.__name__)
@pytest.mark.parametrize(("given", "options", "said"), CASES)
def test_what_cannot_be_read(metric, given, options, said):
    with pytest.raises(gn.InputError, match=said):
        metric(*given, **options)
    with pytest.raises(gn.InputError, match=said.replace("x ", "y_true ", 1).replace("y ", "y_pred ", 1) if said[0] in "xy" else "."):
        gn.concordance_index(*given, **options)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ([1, 0], "event has 2 rows but y_true has 3"),
        ([1, 2, 0], "event has 2 at position 1; pass 1 or True where the event was observed, 0 or False where not"),
        (["yes", "no", "no"], "event holds strings"),
        ([1, np.nan, 0], "event has nan at position 1"),
        ([[1], [0], [1], [1]], "event has 4 rows but y_true has 3"),
    ],
)
def test_events_that_are_none(event, said):
    with pytest.raises(gn.InputError, match=said):
        gn.concordance_index([1, 2, 3], [1, 2, 3], event=event)


@pytest.mark.parametrize("event", [[True, False, True], np.array([1.0, 0, 1]), [[1], [0], [1]], np.array([1, 0, 1], np.uint8)])
def test_events_as_people_have_them(event):
    assert gn.concordance_index([1, 2, 3], [2, 1, 3], event=event) == 0.5


def test_missing_events_are_dropped_with_their_rows():
    with pytest.warns(gn.DroppedRowsWarning, match="event in 1"):
        assert gn.concordance_index([1, 2, 3, 4], [2, 1, 3, 9], event=[1, 0, 1, None], missing="drop") == 0.5
