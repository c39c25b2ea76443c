"""Bins changed by hand: merged, cut elsewhere, grouped otherwise, and counted again."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..inputs.variables import Variable
from ..messages.language import listed
from ..summary import Bins, Layout
from .estimator import Estimator
from .fitting import FittedVariable, recounted

Self = TypeVar("Self", bound="Editing")


class Editing(Estimator):
    """Edits of a fitted Binning. Fine bins are kept, so that any cut between them is counted exactly, without the data."""

    _fitted: dict[str, FittedVariable]
    variables_: tuple[str, ...]
    _used: Any

    def merge(self: Self, first: int, *more: int, variable: str | None = None) -> Self:
        """Merge neighbouring regular bins, by their places from 0: ``merge(2, 3)``. Categories need not be neighbours."""
        name = self._named(variable)
        layout = self._layout(name)
        places = sorted({_place(one, layout.regular) for one in (first, *more)})
        if len(places) < 2:
            raise InputError("scorecards.too_few_bins_to_merge")
        if layout.groups is not None:
            joined = tuple(one for place in places for one in layout.groups[place])
            kept = [joined if place == places[0] else group for place, group in enumerate(layout.groups) if place not in places[1:]]
            return self.set_groups(kept, variable=name)
        if places != list(range(places[0], places[-1] + 1)):
            raise InputError("scorecards.merged_bins_not_neighbours", places=places)
        return self.set_edges([edge for at, edge in enumerate(layout.edges) if not places[0] <= at < places[-1]], variable=name)

    def set_edges(
        self: Self, edges: Any, *, variable: str | None = None, x: object = None, y: object = None, weight: object = None
    ) -> Self:
        """Cut a variable of numbers at other edges. Those that are no edges of fine bins need the rows again: pass ``x`` and ``y``."""
        name = self._named(variable)
        before = self._layout(name)
        if before.groups is not None:
            raise InputError("scorecards.set_edges_of_categories", name=name)
        layout = Layout(edges if not isinstance(edges, np.ndarray) else edges.tolist(), None, before.special, before.closed)
        return self._change(name, layout, x, y, weight)

    def set_groups(self: Self, groups: Any, *, variable: str | None = None) -> Self:
        """Group the categories of a variable otherwise; each that was seen must be named once."""
        name = self._named(variable)
        before = self._layout(name)
        if before.groups is None:
            raise InputError("scorecards.set_groups_of_numbers", name=name)
        layout = Layout((), groups, before.special, before.closed)
        assert layout.groups is not None
        seen = {one for group in before.groups for one in group}
        given = {one for group in layout.groups for one in group}
        if seen - given:
            raise InputError("scorecards.groups_category_missing", value=min(seen - given), name=name)
        if given - seen:
            raise InputError("scorecards.groups_category_unknown", value=min(given - seen, key=str), name=name)
        return self._change(name, layout, None, None, None)

    def _change(self: Self, name: str, layout: Layout, x: object, y: object, weight: object) -> Self:
        known = self._fitted[name]
        if x is not None or y is not None:
            fine = Bins.of(x, y, layout=_finer(known.fine, layout), weight=weight, positive=_positive(self._used))
            _refuse_other_rows(name, known.fine, fine)
        else:
            fine = known.fine
            _refuse_between(name, fine, layout)
        bins = recounted(fine, places_in(fine, layout), layout)
        self._fitted[name] = FittedVariable(bins, fine, row_weight=known.row_weight, edited=True)
        self._weigh(name)
        return self

    def _layout(self, name: str) -> Layout:
        layout = self._fitted[name].bins.layout
        assert layout is not None
        return layout

    def _named(self, name: str | None) -> str:
        """A variable that has bins; the only one where none is named."""
        self._check_fitted()
        if name is None:
            if len(self.variables_) > 1:
                raise InputError("scorecards.variable_name_missing", count=len(self.variables_), names=_first(self.variables_))
            return self.variables_[0]
        if name not in self.variables_:
            raise InputError("scorecards.variable_unknown", name=name, names=_first(self.variables_))
        return name

    def _check_fitted(self) -> None:
        if not hasattr(self, "variables_"):
            raise InputError("scorecards.binning_not_fitted")

    def _weigh(self, name: str) -> None:
        raise NotImplementedError


def _positive(binning: Any) -> Any:
    from ..inputs.rows import DEFAULT_POSITIVE

    return DEFAULT_POSITIVE if binning.positive is None else binning.positive


def _place(given: object, regular: int) -> int:
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not 0 <= given < regular:
        raise InputError("scorecards.bin_place_unknown", given=given, last=regular - 1)
    return int(given)


def _finer(fine: Bins, layout: Layout) -> Layout:
    """The fine bins cut at the new edges too."""
    assert fine.layout is not None
    return Layout(tuple(sorted({*fine.layout.edges, *layout.edges})), None, layout.special, layout.closed)


def _refuse_between(name: str, fine: Bins, layout: Layout) -> None:
    assert fine.layout is not None
    known = np.array(fine.layout.edges)
    for edge in layout.edges:
        if edge not in fine.layout.edges:
            nearest = known[np.argsort(np.abs(known - edge), kind="stable")[:2]]
            raise InputError(
                "scorecards.edge_not_of_fine_bin",
                edge=edge,
                name=name,
                nearest=listed(sorted(nearest.tolist())),
            )


def _refuse_other_rows(name: str, before: Bins, now: Bins) -> None:
    if not np.allclose([before.good.sum(), before.bad.sum()], [now.good.sum(), now.bad.sum()], rtol=1e-9, atol=0):
        raise InputError(
            "scorecards.refit_rows_mismatch",
            n=now.n,
            bad=float(now.bad.sum()),
            name=name,
            n_before=before.n,
            bad_before=float(before.bad.sum()),
        )


def places_in(fine: Bins, layout: Layout) -> NDArray[np.int64]:
    """The place in a layout of each fine bin."""
    assert fine.layout is not None
    beside = np.arange(layout.regular, layout.size)
    if fine.layout.groups is not None:
        firsts = tuple(group[0] for group in fine.layout.groups)
        return np.concatenate([layout.of_names(firsts)[:-1], beside])
    # A value of each fine bin: the edge that belongs to it, and one beyond the last.
    edges = np.array(fine.layout.edges)
    inside = np.concatenate([[-np.inf], edges]) if fine.layout.closed == "left" else np.concatenate([edges, [np.inf]])
    return np.concatenate([layout.assign(Variable(inside)), beside])


def _first(names: tuple[str, ...]) -> str:
    return listed(map(repr, names[:5])) + (" …" if len(names) > 5 else "")
