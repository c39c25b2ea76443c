"""How a card is made of rows: bins, the choice of variables, weights of evidence, points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..messages import Message, joined
from ..messages.language import either, say
from ..summary.invariants import as_whole
from ..types import Floats
from .card import FITTING, Card, Characteristic
from .card_validation import CardValidation
from .coefficients import Coefficients, CoefficientTests, coefficients_of
from .cross_fitting import CrossFit, Training
from .information import Information
from .regression import EndlessError, FittedRegression
from .rows_here import InBins, OutcomeRows
from .scaling import Scaling, as_number
from .selection import Dropped, Sure, backward, by_collinearity, by_correlation, by_information, by_stability, stepwise

if TYPE_CHECKING:
    from .scorecard import Scorecard


WEIGHTS = ("logistic", "iv", "ks")
SELECTIONS = ("stepwise", "p")
MOST_FOLDS = 20


@dataclass(frozen=True)
class CardSettings:
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
    select: str | None
    vif: float | None
    folds: int | None

    @classmethod
    def of(cls, asked: "Scorecard") -> "CardSettings":
        """The settings of a Scorecard, each of which is checked."""
        weights = asked.weights
        if not (isinstance(weights, str) and weights in WEIGHTS) and not isinstance(weights, Mapping):
            raise InputError("scorecards.weights_unknown", weights=weights, choices=either(map(repr, WEIGHTS)))
        for name in ("signs", "rounded", "spread_base"):
            if not isinstance(getattr(asked, name), (bool, np.bool_)):
                raise InputError("scorecards.fitting_option_not_boolean", name=name, value=getattr(asked, name))
        if asked.max_psi is not None and asked.stable_over is None:
            raise InputError("scorecards.max_psi_needs_stable_over")
        if asked.stable_over is not None and asked.max_psi is None:
            raise InputError("scorecards.stable_over_needs_max_psi")
        if isinstance(weights, Mapping):
            weights = {name: as_number(f"weights[{name!r}]", value, above=0.0) for name, value in weights.items()}
            if not weights:
                raise InputError("scorecards.weights_empty")
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
            *cls._selection(asked),
        )

    @classmethod
    def _selection(cls, asked: Any) -> tuple[str | None, float | None, int | None]:
        """``select``, ``vif`` and ``folds``."""
        select, folds = asked.select, asked.folds
        if select is not None and not (isinstance(select, str) and select in SELECTIONS):
            raise InputError("scorecards.select_unknown", select=select, choices=either(map(repr, SELECTIONS)))
        if select is not None and (folds is None or asked.weights != "logistic"):
            raise InputError(
                "scorecards.select_with_folds_or_weights",
                select=select,
            )
        vif = None if asked.vif is None else as_number("vif", asked.vif, above=1.0)
        return select, vif, None if folds is None else as_whole(folds, "folds", 2, MOST_FOLDS)


@dataclass(frozen=True, eq=False)
class FittedCard:
    """A card with what led to it."""

    card: Card
    binning: Any
    coefficients: Coefficients
    dropped: Dropped
    validation: CardValidation | None = None


def refuse_other_label(binning: object, labels: list[Any], positive: object) -> None:
    """Refuse a Binning to which another label is bad; one that was fitted to other labels than these y has said nothing of them."""
    fitted = hasattr(binning, "bins_")
    label = getattr(getattr(binning, "_used", binning), "positive", None)
    bad = 1 if positive is None else positive
    if label is not None and label != bad and (not fitted or label in labels):
        raise InputError(
            "scorecards.positive_label_conflict",
            label=label,
            bad=bad,
        )


def make(rows: OutcomeRows, binning: Any, settings: CardSettings) -> FittedCard:
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
    cross = None if settings.folds is None else CrossFit.of(rows, binning, names, settings.folds)
    iv = {name: float(tables[name].information_value) for name in names}
    chance = {name: tables[name].chance for name in names}
    offered = CandidateVariables(placed, evidence, iv, chance, {name: float(tables[name].ks) for name in names}, cross)
    unstable = _unstable(offered, settings, dropped)
    try:
        fitted, kept = _chosen(offered, settings, dropped, unstable)
    except EndlessError as reason:
        pure = _pure_bin(placed, [name for name in names if name not in dropped])
        raise _without_end(reason.wholly, pure) from None
    sure, validation = _validated(offered, settings, fitted, kept, unstable)
    part = None if cross is None or cross.share == 1 else cross.count
    tests = CoefficientTests(settings.folds, part, settings.weights == "logistic", settings.C, validation)
    information = [Information(iv[name], chance[name], tables[name].interval) for name in kept]
    coefficients = coefficients_of(fitted, kept, information, sure, tests)
    card = _card(placed, binning, {name: evidence[name] for name in kept}, fitted, settings, coefficients)
    return FittedCard(card, binning, coefficients, dropped, validation)


class CandidateVariables(NamedTuple):
    """Variables that a card may be made of: rows in bins, and what each variable tells."""

    placed: InBins
    evidence: dict[str, Floats]
    iv: dict[str, float]
    chance: dict[str, float]
    ks: dict[str, float]
    cross: CrossFit | None


def _unstable(offered: CandidateVariables, settings: CardSettings, dropped: Dropped) -> Dropped:
    """Variables that tell enough and move between periods; outcomes have no say in that."""
    if settings.max_psi is None or isinstance(settings.weights, Mapping):
        return {}
    tells = by_information(offered.iv, offered.chance, settings.min_iv, settings.max_iv)
    names = [name for name in offered.evidence if name not in tells and name not in dropped]
    return by_stability(offered.placed.by_period(names), settings.max_psi)


def _chosen(offered: CandidateVariables, settings: CardSettings, dropped: Dropped, unstable: Dropped) -> tuple[FittedRegression, list[str]]:
    """The regression, and the variables in it; ``dropped`` takes in why others are not."""
    evidence = offered.evidence
    dropped |= _not_chosen(offered, settings, unstable)
    kept = [name for name in evidence if name not in dropped]
    if isinstance(settings.weights, Mapping):
        kept = _named(settings.weights, list(evidence), dropped)
    elif settings.vif is not None and len(kept) > 1:
        kept, gone = by_collinearity(kept, offered.placed.together({name: evidence[name] for name in kept}), settings.vif)
        dropped |= gone
    if settings.select is not None and kept:
        assert offered.cross is not None
        kept, gone = {"p": backward, "stepwise": stepwise}[settings.select](kept, _tested(offered.cross, settings.C))
        dropped |= gone
    _refuse_none(kept, dropped)
    fitted, kept = _fitted(offered.placed, evidence, kept, offered.iv if settings.weights != "ks" else offered.ks, settings, dropped)
    _refuse_none(kept, dropped)
    return fitted, kept


def _tested(cross: CrossFit, C: float | None) -> Callable[[list[str]], Sure]:
    """Cross-fitted coefficients with their p-values."""

    def tested(names: list[str]) -> Sure:
        fitted = cross.regression(names, C)
        if fitted is None:
            raise InputError("scorecards.too_few_rows_for_folds")
        return Sure(fitted.coefficients, fitted.p)

    return tested


def _validated(
    offered: CandidateVariables, settings: CardSettings, fitted: FittedRegression, kept: list[str], unstable: Dropped
) -> tuple[FittedRegression | None, CardValidation | None]:
    """How sure the coefficients are, and how good the card is on rows that it has not seen."""
    cross = offered.cross
    if cross is None:
        return fitted, None
    relative = None if settings.weights == "logistic" else fitted.coefficients / fitted.coefficients.sum()
    sure = cross.regression(kept, settings.C, relative)
    if sure is not None and relative is not None:
        sure = _lifted(sure, relative)

    def choose(part: Training) -> tuple[list[str], FittedRegression]:
        weighed = {name: one for name, one in part.weighed.items() if name in offered.evidence}
        chance = {name: offered.chance[name] / part.share for name in weighed}
        iv, ks = {name: one.iv for name, one in weighed.items()}, {name: one.ks for name, one in weighed.items()}
        found, names = _chosen(CandidateVariables(part.placed, part.evidence, iv, chance, ks, part.cross), settings, {}, unstable)
        return names, found

    return sure, cross.validated(choose, cross.log_odds({name: offered.evidence[name] for name in kept}, fitted))


def _not_chosen(offered: CandidateVariables, settings: CardSettings, unstable: Dropped) -> Dropped:
    """What is left out by information, stability and correlation, in this order."""
    if isinstance(settings.weights, Mapping):  # an expert's choice stands
        return {}
    evidence, iv = offered.evidence, offered.iv
    dropped = by_information(iv, offered.chance, settings.min_iv, settings.max_iv)
    dropped |= {name: why for name, why in unstable.items() if name not in dropped}
    left = sorted((name for name in evidence if name not in dropped), key=lambda name: -iv[name])
    if len(left) < 2:
        return dropped
    return dropped | by_correlation(left, offered.placed.together({name: evidence[name] for name in left}), settings.max_correlation)


def _named(weights: Mapping[str, float], names: list[str], dropped: Dropped) -> list[str]:
    """The variables that an expert named, all of which must be there."""
    for name in weights:
        if name not in names:
            why = dropped.get(name, say("scorecards.part_no_such_column"))
            raise InputError("scorecards.weighted_variable_not_binned", name=name, why=why)
    dropped |= {name: Message("not_weighted") for name in names if name not in weights}
    return [name for name in names if name in weights]


def _refuse_none(kept: list[str], dropped: Dropped) -> None:
    if not kept:
        told = joined([Message("variable_left_out", name=name, reason=why) for name, why in list(dropped.items())[:5]])
        raise InputError("scorecards.no_variable_left", told=told)


def _fitted(
    placed: InBins, evidence: dict[str, Floats], kept: list[str], strengths: dict[str, float], settings: CardSettings, dropped: Dropped
) -> tuple[FittedRegression, list[str]]:
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
                found.append((good + bad, (name, text, say("scorecards.part_good") if good else say("scorecards.part_bad"))))
    return max(found, key=lambda one: one[0])[1] if found else None


def _without_end(wholly: bool, pure: tuple[str, str, str] | None) -> InputError:
    """Why coefficients have no values, and what to do."""
    if wholly:
        return InputError("scorecards.separation_complete")
    if pure is None:
        return InputError("scorecards.separation_partial")
    name, text, which = pure
    return InputError(
        "scorecards.separation_by_one_bin",
        name=name,
        bin=text,
        which=which,
    )


def _scaled(placed: InBins, evidence: dict[str, Floats], relative: Floats, settings: CardSettings) -> FittedRegression:
    """Weights set beforehand: only their scale and the intercept come from the rows."""
    index = placed.regression(evidence, settings.C, relative)
    scale = float(index.coefficients[0])
    if not scale > 0:
        raise InputError("scorecards.weights_rank_swapped", scale=scale)
    return _lifted(index, relative)


def _lifted(index: FittedRegression, relative: Floats) -> FittedRegression:
    """The coefficients of variables by that of their sum with known weights."""
    lift = np.zeros((len(relative) + 1, 2))
    lift[0, 0], lift[1:, 1] = 1.0, relative
    return FittedRegression(index.intercept, float(index.coefficients[0]) * relative, lift @ index.covariance @ lift.T)


def _evidence(binning: Any, name: str) -> Floats:
    """The WOE of each bin, bad over good, whichever way round the binning tells it."""
    woe = np.asarray(binning.woe_[name], np.float64)
    return -woe + 0.0 if getattr(binning, "direction", None) == "good/bad" else woe


def _card(
    placed: InBins, binning: Any, evidence: dict[str, Floats], fitted: FittedRegression, settings: CardSettings, coefficients: Coefficients
) -> Card:
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
    made |= {FITTING: coefficients.to_json()}
    return Card(variables, 0.0 if settings.spread_base else own, scaling, made)


def _shares(base: float, count: int, settings: CardSettings) -> Floats:
    """The base in even parts; of a whole number in whole ones, the first of which are larger by 1 where it does not go up."""
    if not settings.rounded:
        return np.full(count, base / count)
    part, rest = divmod(base, count)
    return np.where(np.arange(count) < rest, part + 1.0, part)


def _rounded(points: Any, settings: CardSettings) -> Any:
    """Whole points, halves to the even one; 0 has no sign."""
    return (np.rint(points) if settings.rounded else np.asarray(points)) + 0.0
