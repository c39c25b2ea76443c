"""Whether gnomon.compat.sklearn does what scikit-learn does: the same value of the same type, the same warnings, the same exception."""

import warnings

import numpy as np

from gnomon.compat import sklearn as compat
from gnomon.compat.sklearn.stand_in import ANSWERS, UNCOVERED, theirs


def ours(name):
    return getattr(compat, name, None) or getattr(compat.cluster, name)


def outcome(function, args, kwargs):
    """(value, exception, what was warned of)"""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, failed = function(*args, **kwargs), None
        except Exception as error:  # whatever scikit-learn raises is what is asked for
            value, failed = None, (type(error), str(error))
    return value, failed, [(one.category, str(one.message)) for one in caught]


def assert_alike(a, b, rtol=1e-12, atol=1e-13):
    """Equal in type, shape and value."""
    assert type(a) is type(b), (type(a), type(b))
    if isinstance(a, dict):
        assert list(a) == list(b)
        for key in a:
            assert_alike(a[key], b[key], rtol, atol)
    elif isinstance(a, tuple):
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            assert_alike(x, y, rtol, atol)
    elif isinstance(a, str) or a is None:
        assert a == b
    else:
        assert np.asarray(a).dtype == np.asarray(b).dtype
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol)


def same(name, *args, answered=False, rtol=1e-12, atol=1e-13, **kwargs):
    """Call both and compare; answered: gnomon must not have handed the call on."""
    if answered:
        assert ANSWERS[name](*args, **kwargs) is not UNCOVERED, name
    value, failed, warned = outcome(ours(name), args, kwargs)
    their_value, their_failure, their_warnings = outcome(theirs(name), args, kwargs)
    assert failed == their_failure
    assert warned == their_warnings
    assert_alike(value, their_value, rtol, atol)
