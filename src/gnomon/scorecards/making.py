"""How a card is made of rows: bins, the choice of variables, weights of evidence, points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words import Message, joined
from ..words.language import either, say
from .card import Card, Characteristic
from .regression import Coefficients, EndlessError, Fitted, coefficients_of
from .rows_here import InBins, Sample
from .scaling import Scaling, as_number
from .selection import Dropped, by_correlation, by_information, by_stability

Floats = NDArray[np.float64]
WEIGHTS = ("logistic", "iv", "ks")


@dataclass(frozen=True)
class Settings:
    """How a card is to be made, checked."""

    scaling: Scaling
    min_iv: float
    max_iv: float | None
    max_correlation: float
    max_psi: float | None
    signs: bool
    weights: Any
    C: float | None
    rounded: bool
    spread_base: bool

    @classmethod
    def of(cls, asked: Any) -> "Settings":
        """The settings of a Scorecard, each of which is checked."""
        weights = asked.weights
        if not (isinstance(weights, str) and weights in WEIGHTS) and not isinstance(weights, Mapping):
            raise InputError(
                "⟦weights={weights!r:.40}⟧ is not {choices} or {{variable: weight}}", weights=weights, choices=either(map(repr, WEIGHTS))
            )
        for name in ("signs", "rounded", "spread_base"):
            if not isinstance(getattr(asked, name), (bool, np.bool_)):
                raise InputError("{name}={value!r} is not True or False", name=name, value=getattr(asked, name))
        if asked.max_psi is not None and asked.stable_over is None:
            raise InputError("⟦max_psi⟧ needs ⟦stable_over=⟧, the column of periods between which variables must be stable")
        if asked.stable_over is not None and asked.max_psi is None:
            raise InputError("⟦stable_over⟧ goes with ⟦max_psi⟧, the most PSI of a variable between the first period and a later; name it")
        if isinstance(weights, Mapping):
            weights = {name: as_number(f"weights[{name!r}]", value, above=0.0) for name, value in weights.items()}
            if not weights:
                raise InputError("weights names no variable; write {{variable: weight}}")
        return cls(
            Scaling(asked.points0, asked.odds0, asked.pdo),
            as_number("min_iv", asked.min_iv),
            None if asked.max_iv is None else as_number("max_iv", asked.max_iv, above=0.0),
            as_number("max_correlation", asked.max_correlation, above=0.0, most=1.0),
            None if asked.max_psi is None else as_number("max_psi", asked.max_psi, above=0.0),
            bool(asked.signs),
            weights,
            None if asked.C is None else as_number("C", asked.C, above=0.0),
            bool(asked.rounded),
            bool(asked.spread_base),
        )


@dataclass(frozen=True, eq=False)
class Made:
    """A card with what led to it."""

    card: Card
    binning: Any
    coefficients: Coefficients
    dropped: Dropped


def refuse_other_label(binning: Any, labels: list[Any], positive: Any) -> None:
    """Refuse a Binning to which another label is bad; one that was fitted to other labels than these y has said nothing of them."""
    fitted = hasattr(binning, "bins_")
    label = getattr(getattr(binning, "_used", binning), "positive", None)
    bad = 1 if positive is None else positive
    if label is not None and label != bad and (not fitted or label in labels):
        raise InputError(
            "binning has positive={label!r}, and to the Scorecard {bad!r} in y is bad; pass positive={label!r} to the Scorecard as well",
            label=label,
            bad=bad,
        )


def make(rows: Sample, binning: Any, settings: Settings) -> Made:
    """The card of these rows; ``binning`` is fitted to them unless it is fitted already."""
    rows.refuse_one_class()
    if not hasattr(binning, "bins_"):
        rows.fit(binning)
    known = rows.names
    dropped: Dropped = {name: str(reason) for name, reason in binning.failed_.items() if name in known}
    names = [name for name in binning.variables_ if name in known]
    placed = rows.placed({name: binning.bins_[name].layout for name in names})
    evidence = {name: _evidence(binning, name) for name in names}
    tables = {name: binning.table(name) for name in names}
    iv = {name: float(tables[name].information_value) for name in names}
    dropped |= _not_chosen(placed, evidence, iv, settings)
    kept = [name for name in names if name not in dropped]
    if isinstance(settings.weights, Mapping):
        kept = _named(settings.weights, names, dropped)
    _refuse_none(kept, dropped)
    strengths = iv if settings.weights != "ks" else {name: float(tables[name].ks) for name in names}
    try:
        fitted, kept = _fitted(placed, evidence, kept, strengths, settings, dropped)
    except EndlessError as reason:
        pure = _pure_bin(placed, [name for name in kept if name not in dropped])
        raise _without_end(reason.wholly, pure) from None
    _refuse_none(kept, dropped)
    card = _card(placed, binning, {name: evidence[name] for name in kept}, fitted, settings)
    return Made(card, binning, coefficients_of(fitted, kept, [iv[name] for name in kept], _how(settings)), dropped)


def _not_chosen(placed: InBins, evidence: dict[str, Floats], iv: dict[str, float], settings: Settings) -> Dropped:
    """What is left out by information, stability and correlation, in this order."""
    if isinstance(settings.weights, Mapping):  # an expert's choice stands
        return {}
    dropped = by_information(iv, settings.min_iv, settings.max_iv)
    if settings.max_psi is not None:
        dropped |= by_stability(placed.by_period([name for name in evidence if name not in dropped]), settings.max_psi)
    left = sorted((name for name in evidence if name not in dropped), key=lambda name: -iv[name])
    if len(left) < 2:
        return dropped
    return dropped | by_correlation(left, placed.together({name: evidence[name] for name in left}), settings.max_correlation)


def _named(weights: Mapping[str, float], names: list[str], dropped: Dropped) -> list[str]:
    """The variables that an expert named, all of which must be there."""
    for name in weights:
        if name not in names:
            why = dropped.get(name, say("there is no such column"))
            raise InputError("weights names {name!r}, which has no bins: {why}", name=name, why=why)
    dropped |= {name: Message("not_weighted") for name in names if name not in weights}
    return [name for name in names if name in weights]


def _refuse_none(kept: list[str], dropped: Dropped) -> None:
    if not kept:
        told = joined([Message("variable_left_out", name=name, reason=why) for name, why in list(dropped.items())[:5]])
        raise InputError("no variable is left for the card ({told}); lower ⟦min_iv⟧, or bring other variables", told=told)


def _fitted(
    placed: InBins, evidence: dict[str, Floats], kept: list[str], strengths: dict[str, float], settings: Settings, dropped: Dropped
) -> tuple[Fitted, list[str]]:
    """Coefficients by regression, or by weights that are known but for their scale."""
    if settings.weights != "logistic":
        given = settings.weights if isinstance(settings.weights, Mapping) else strengths
        relative = np.array([given[name] for name in kept])
        return _scaled(placed, {name: evidence[name] for name in kept}, relative / relative.sum(), settings), kept
    while True:
        fitted = placed.regression({name: evidence[name] for name in kept}, settings.C)
        worst = int(np.argmin(fitted.coefficients))
        if not settings.signs or fitted.coefficients[worst] > 0:
            return fitted, kept
        dropped[kept[worst]] = Message("coefficient_against_woe", coefficient=fitted.coefficients[worst])
        kept = [name for at, name in enumerate(kept) if at != worst]
        _refuse_none(kept, dropped)


def _pure_bin(placed: InBins, names: list[str]) -> tuple[str, str, str] | None:
    """The variable, the bin and the class of the largest bin whose rows are all good or all bad."""
    found: list[tuple[float, tuple[str, str, str]]] = []
    for name in names:
        bins = placed.bins(name)
        for good, bad, text in zip(bins.good.tolist(), bins.bad.tolist(), bins.names, strict=True):
            if (good > 0) != (bad > 0):
                found.append((good + bad, (name, text, say("good") if good else say("bad"))))
    return max(found, key=lambda one: one[0])[1] if found else None


def _without_end(wholly: bool, pure: tuple[str, str, str] | None) -> InputError:
    """Why coefficients have no values, and what to do."""
    if wholly:
        return InputError(
            "the variables tell good from bad without a mistake, and coefficients grow without end; leave out what knows the outcome "
            "(max_iv=), or hold coefficients back (C=1.0)"
        )
    if pure is None:
        return InputError(
            "the variables together tell some rows without a mistake, the others not at all, and coefficients grow without end; "
            "hold coefficients back (C=1.0), or leave a variable out"
        )
    name, text, which = pure
    return InputError(
        "every row of {name!r} in {bin} is {which}, no bin tells the other rows apart, and coefficients grow without end; "
        "hold coefficients back (C=1.0), or merge that bin with another",
        name=name,
        bin=text,
        which=which,
    )


def _scaled(placed: InBins, evidence: dict[str, Floats], relative: Floats, settings: Settings) -> Fitted:
    """Weights set beforehand: only their scale and the intercept come from the rows."""
    index = placed.regression(evidence, settings.C, relative)
    scale = float(index.coefficients[0])
    if not scale > 0:
        raise InputError(
            "with these weights the card would rank bad customers above good ones (scale {scale:.4g}); set other weights", scale=scale
        )
    lift = np.zeros((len(relative) + 1, 2))
    lift[0, 0], lift[1:, 1] = 1.0, relative
    return Fitted(index.intercept, scale * relative, lift @ index.covariance @ lift.T)


def _evidence(binning: Any, name: str) -> Floats:
    """The WOE of each bin, bad over good, whichever way round the binning tells it."""
    woe = np.asarray(binning.woe_[name], np.float64)
    return -woe + 0.0 if getattr(binning, "direction", None) == "good/bad" else woe


def _card(placed: InBins, binning: Any, evidence: dict[str, Floats], fitted: Fitted, settings: Settings) -> Card:
    """Points = −factor · coefficient · WOE; the rest of offset and intercept is the base."""
    scaling = settings.scaling
    base = scaling.offset - scaling.factor * fitted.intercept
    kept = list(evidence)
    own = float(_rounded(base, settings))
    shares = _shares(own, len(kept), settings) if settings.spread_base else np.zeros(len(kept))
    variables = {}
    for name, coefficient, share in zip(kept, fitted.coefficients.tolist(), shares.tolist(), strict=True):
        layout, woe = binning.bins_[name].layout, evidence[name]
        points = share + _rounded(-scaling.factor * coefficient * woe, settings)
        if getattr(binning, "unseen", None) == "error":
            points = np.where(np.arange(layout.size) == layout.other, np.nan, points)
        counted = placed.bins(name)
        variables[name] = Characteristic(layout, points, woe, counted.good, counted.bad)
    made = {"weights": settings.weights if isinstance(settings.weights, str) else "by hand", "rounded": settings.rounded}
    made |= {"intercept": fitted.intercept, "coefficients": dict(zip(kept, fitted.coefficients.tolist(), strict=True))}
    return Card(variables, 0.0 if settings.spread_base else own, scaling, made)


def _shares(base: float, count: int, settings: Settings) -> Floats:
    """The base in even parts; of a whole number in whole ones, the first of which are larger by 1 where it does not go up."""
    if not settings.rounded:
        return np.full(count, base / count)
    part, rest = divmod(base, count)
    return np.where(np.arange(count) < rest, part + 1.0, part)


def _rounded(points: Any, settings: Settings) -> Any:
    """Whole points, halves to the even one; 0 has no sign."""
    return (np.rint(points) if settings.rounded else np.asarray(points)) + 0.0


def _how(settings: Settings) -> str:
    if settings.weights == "logistic":
        return "" if settings.C is None else say("coefficients are held back (C={C:g}), and the errors with them", C=settings.C)
    return say("weights were set beforehand; only their scale is from the rows, and the errors are the scale's")
