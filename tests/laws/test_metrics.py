"""Laws that every metric of the catalogue keeps. Nothing is listed by hand: a new metric enters by being registered.

Metrics of ranked and of recommended lists read no rows of labels: of the laws here they keep those of names. Each family with a summary of
its own has its own laws: test_ranking.py, test_recommended.py, test_multilabel.py for rows of several labels, test_regression.py for
predicted numbers, test_spread.py for errors by their distribution, test_joint.py for ranks and pairs; several scores a row have theirs in
reference/test_top.py.
"""

import warnings

import numpy as np
import pytest

import gnomon as gn
from data import assert_same, assert_unknown_options_refused, call, example, figures
from gnomon.catalog import Entry, entries, parse
from refusals import raises_id

ENTRIES = list(entries())
ALL = [entry for entry in ENTRIES if entry.summary in (gn.Counts, gn.Sweep)]
VALUES = [entry for entry in ALL if entry.kind == "value"]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
every_metric = pytest.mark.parametrize("entry", ALL, ids=lambda e: e.name)
every_value = pytest.mark.parametrize("entry", VALUES, ids=lambda e: e.name)


def summarise(entry: Entry, y, x, weight=None):
    return entry.summary.of(y, x, weight=weight)


@every_metric
@pytest.mark.parametrize("seed", range(3))
def test_merge_split_anywhere_in_any_order(entry, seed):
    y, x = example(entry, seed)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(y))
    parts = [summarise(entry, y[at], x[at]) for at in np.split(order, sorted(rng.integers(1, len(y), 3))) if len(at)]
    rng.shuffle(parts)
    assert_same(call(entry, sum(parts)), call(entry, summarise(entry, y, x)), rtol=0, atol=0)


@every_metric
@pytest.mark.parametrize("seed", range(3))
def test_whole_weights_are_repetitions(entry, seed):
    y, x = example(entry, seed)
    w = np.random.default_rng(seed).integers(0, 4, len(y))
    w[:2] = 1
    assert_same(call(entry, y, x, weight=w), call(entry, np.repeat(y, w), np.repeat(x, w)), weighted=True)


@every_metric
def test_unit_weights_are_none(entry):
    y, x = example(entry, 5)
    assert_same(call(entry, y, x, weight=np.ones(len(y))), call(entry, y, x), weighted=True)


@every_metric
def test_zero_weight_is_absence(entry):
    y, x = example(entry, 6)
    w = np.random.default_rng(1).random(len(y)) + 0.1
    gone = np.arange(len(y)) % 3 == 2
    w[gone] = 0
    assert_same(call(entry, y, x, weight=w), call(entry, y[~gone], x[~gone], weight=w[~gone]))


@every_metric
@pytest.mark.parametrize("scale", [3.0, 1e-7, 1e9])
def test_scaling_weights_changes_no_rate(entry, scale):
    y, x = example(entry, 7)
    if entry.name == "debiased_calibration_error":
        return  # it takes off what chance adds, and that depends on how many rows there are
    w = np.random.default_rng(2).random(len(y)) + 0.1
    assert_same(call(entry, y, x, weight=w * scale), call(entry, y, x, weight=w), rates_only=True)


@every_metric
def test_row_order_does_not_matter(entry):
    y, x = example(entry, 8)
    order = np.random.default_rng(3).permutation(len(y))
    assert_same(call(entry, y[order], x[order]), call(entry, y, x), rtol=1e-14)


@every_value
def test_range(entry):
    assert entry.range is not None
    for seed in range(5):
        value = call(entry, *example(entry, seed, n=30), undefined=float("nan"))
        if np.isnan(value):
            assert np.isinf(entry.range).any(), "only what has no end may leave its range"
            continue
        assert entry.range[0] <= value <= entry.range[1]


@every_value
def test_direction(entry):
    """What is perfect is at least as good as what is not, the way the entry says; a bounded metric reaches its best end."""
    y, x = example(entry, 9)
    if entry.better is None:
        assert entry.name in ("prevalence",), "a metric with no better end needs a reason to be here"
        return
    noise = np.random.default_rng(0).permutation(x)
    perfect, real, blind = (call(entry, y, v, undefined=float("nan")) for v in (y, x, noise))
    sign = 1 if entry.better == "higher" else -1
    best = entry.range[1] if entry.better == "higher" else entry.range[0]
    if np.isnan(perfect):
        assert np.isinf(best), "only what would be infinite is undefined at perfection"
        assert sign * real > sign * blind
        return
    assert sign * perfect >= sign * real > sign * blind or entry.probability
    assert sign * perfect > sign * blind
    if entry.name == "debiased_calibration_error":
        assert perfect == 0  # what is free of bias falls below 0 as often as above it
        return
    if np.isfinite(best) and entry.at != "fraction":  # no ranking finds all positives in fewer rows than they are
        assert perfect == pytest.approx(best, abs=1e-12)


@every_metric
@pytest.mark.parametrize("only", [0, 1])
def test_one_class_is_defined_or_says_why(entry, only):
    y = np.full(6, only)
    x = np.array([1, 1, 1, 1, 1, 1]) if entry.summary is gn.Counts else np.linspace(0.1, 0.9, 6)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = call(entry, y, x)
    undefined = [w for w in caught if issubclass(w.category, gn.UndefinedMetricWarning)]
    defined = value.defined if hasattr(value, "defined") else not np.isnan(figures(value)).any()
    if defined:
        assert all("left out of any average" in str(w.message) for w in undefined)
        return
    assert len(undefined) == 1
    assert f"{entry.name} is undefined: " in str(undefined[0].message)
    assert undefined[0].filename.endswith("data.py"), "the warning points at the caller's line"
    with pytest.raises(gn.UndefinedMetricError, match=entry.name):
        call(entry, y, x, undefined="raise")
    if entry.kind == "value":
        assert call(entry, y, x, undefined=0.25) == 0.25
        assert np.isnan(call(entry, y, x, undefined=float("nan")))


@every_metric
def test_no_rows_at_all(entry):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = call(entry, entry.summary.empty())
    if entry.name in ("confusion_matrix", "threshold_table"):
        assert figures(value).size == 0
    else:
        assert [w.category for w in caught] == [gn.UndefinedMetricWarning]
    with raises_id("inputs.rows_missing"):
        call(entry, [], [])


@every_metric
@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int16, np.int32, np.uint32, np.float32, np.float64, object, ">i4"])
def test_label_types_do_not_matter(entry, dtype):
    y, x = example(entry, 10)
    x = x.astype(dtype) if entry.summary is gn.Counts else x
    assert_same(call(entry, y.astype(dtype), x), call(entry, *example(entry, 10)))


@every_metric
@pytest.mark.parametrize("labels", [("no", "yes"), (-1, 1), (b"a", b"b"), (7, 3)])
def test_label_names_do_not_matter(entry, labels):
    y, x = example(entry, 11)
    named = np.array(labels)[y]
    x_named = np.array(labels)[x] if entry.summary is gn.Counts else x
    positive = {} if entry.summary is gn.Counts and not entry.averaging.per_class else {"positive": labels[1]}
    got = call(entry, named, x_named, **positive)
    if entry.kind == "table" and entry.summary is gn.Counts and labels[1] < labels[0]:
        return  # the matrix follows the order of the labels
    expected = call(entry, *example(entry, 11))
    if entry.name != "classification_report":
        assert_same(got, expected)


@every_metric
@pytest.mark.parametrize("dtype", [np.float32, np.float64, ">f8", np.longdouble, object])
def test_score_types_do_not_matter(entry, dtype):
    if entry.summary is gn.Counts:
        return
    y, x = example(entry, 12)
    assert_same(call(entry, y, x.astype(dtype)), call(entry, y, x))


@every_metric
def test_inputs_are_untouched(entry):
    y, x = example(entry, 13)
    w = np.linspace(0.5, 2, len(y))
    before = y.copy(), x.copy(), w.copy()
    for array in (y, x, w):
        array.setflags(write=False)
    call(entry, y, x, weight=w)
    call(entry, y[::2], x[::2], weight=w[::2])
    for now, then in zip((y, x, w), before, strict=True):
        np.testing.assert_array_equal(now, then)


@every_metric
def test_strided_and_reversed_views(entry):
    y, x = example(entry, 14)
    assert_same(call(entry, np.repeat(y, 2)[::2], x[::-1][::-1]), call(entry, y, x))


@pytest.mark.parametrize("entry", [e for e in ALL if e.shortcuts.rows is not None], ids=lambda e: e.name)
@pytest.mark.parametrize("n", [50, 70_000])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_shortcut_from_rows_equals_the_way_through_the_summary(entry, n, weighted):
    y, x = example(entry, 15, n)
    w = np.random.default_rng(4).random(n) if weighted else None
    x = np.clip(x + np.random.default_rng(5).random(n) / 64, 1e-9, 1 - 1e-9)
    assert_same(call(entry, y, x, weight=w), call(entry, gn.Sweep.of(y, x, weight=w)), rtol=1e-11)


@every_metric
def test_missing_rows_are_dropped_and_counted(entry):
    y, x = example(entry, 16)
    y, x = y.astype(float), x.astype(float)
    y[5], x[9] = np.nan, np.nan
    with raises_id("inputs.label_missing"):
        call(entry, y, x)
    keep = ~np.isnan(y) & ~np.isnan(x)
    with pytest.warns(gn.DroppedRowsWarning, match=f"dropped 2 of {len(y)} rows"):
        got = call(entry, y, x, missing="drop")
    assert_same(got, call(entry, y[keep], x[keep]))


@every_entry
def test_references_parse_and_print_back(entry):
    for name in entry.names + entry.spellings:
        assert parse(name).entry is entry
    for option in entry.options.values():
        for choice in option.choices:
            text = f"{entry.name}({option.name}={choice})"
            reference = parse(text)
            assert str(reference) == text
            assert reference.options == {option.name: choice}
    if entry.at is not None:
        at = 10 if entry.at == "k" else 0.25
        reference = parse(f"{entry.name}@{at}")
        assert (str(reference), reference.at) == (f"{entry.name}@{at}", at)
    else:
        with raises_id("catalog.point_unsupported"):
            parse(f"{entry.name}@0.25")


@every_metric
def test_unknown_options_are_refused(entry):
    assert_unknown_options_refused(entry, example(entry, 1))


@every_metric
def test_results_print_and_convert(entry):
    import json

    value = call(entry, *example(entry, 17))
    text = repr(value)
    assert 0 < len(text) < 6000
    if hasattr(value, "to_dict"):
        json.dumps(value.to_dict())
    if hasattr(value, "to_frame"):
        assert len(value.to_frame()) == len(value)
    if entry.kind == "value":
        assert isinstance(value, float)


@every_entry
def test_signature_and_help_tell_the_truth(entry):
    import inspect

    function = getattr(gn, entry.name)
    parameters = inspect.signature(function).parameters
    first = "relevance" if entry.summary is gn.Ranked and not entry.name.startswith("gauc") else "y_true"
    first = getattr(entry.averaging, "columns", [first])[0]
    first = {"correlation": "x", "detection": "truth"}.get(entry.family, first)
    first = "references" if entry.summary is gn.SentenceSums and not hasattr(entry.averaging, "columns") else first
    first = "ratings" if entry.summary is gn.Ratings else first
    assert next(iter(parameters)) == ("recommended" if entry.summary is gn.Recommended else first)
    assert set(entry.options) <= set(parameters)
    assert entry.line in function.__doc__
    assert "\n>>> import gnomon as gn\n" in function.__doc__, "every metric shows an example that runs"
    for name in parameters:
        assert f"\n{name}\n" in function.__doc__
    assert set(entry.says) == set(entry.options), "every option says what it does"
    for alias in entry.aliases:
        assert getattr(gn, alias) is function


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.restates is not None], ids=lambda e: e.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_form_of_another_metric_is_a_monotone_function_of_it(entry, seed):
    form = entry.restates
    y, x = example(entry, seed)
    value, other = call(entry, y, x), call(parse(form.metric).entry, y, x)
    assert float(value) == pytest.approx(form.value(float(other)), rel=1e-12)
    steps = np.diff([form.value(share) for share in np.linspace(0.05, 0.95, 19)])
    assert (steps > 0).all() or (steps < 0).all()
    assert parse(entry.name).hypothesis == form.metric
