"""The labels of a pass: what the codes stand for, which is positive, and what is no label at all."""

from typing import Any

import numpy as np

from ..engines.columns import typed
from ..errors import InputError
from ..inputs import DEFAULT_POSITIVE
from ..inputs.labels import choices, plain
from ..summary.counts import label_order
from .classes import Classes, Codes


class Labels(Classes):
    """The labels met as truth or prediction. ``spelt`` says that they come as text, which may spell numbers or booleans."""

    def __init__(self, column: str, spelt: bool) -> None:
        super().__init__("label", column)
        self._spelt = spelt

    @property
    def known(self) -> list[Any]:
        """The label of each code: of text that spells numbers, the numbers, if all of it does."""
        return list(typed(self.names)) if self._spelt else self.names

    @property
    def ordered(self) -> list[Any]:
        """The labels in their order: that of an ordered categorical, or sorted."""
        if self.order is not None and {*self.known} <= {*self.order}:
            return [name for name in self.order if name in self.known]
        return sorted(self.known, key=label_order)

    def places(self, labels: tuple[Any, ...]) -> Codes:
        """The codes of labels, those included that no row has had."""
        known = {name: place for place, name in enumerate(self.known)}
        codes = [known[name] if name in known else self.place(str(name) if self._spelt else name) for name in labels]
        return np.array(codes, np.uint16)

    def positive(self, asked: Any) -> Any:
        """The positive label: the one asked for, by value or as it is spelt; by default 1 of 0/1, -1/1 or booleans."""
        names, asked = self.known, asked if asked is DEFAULT_POSITIVE else plain(asked)
        if asked is DEFAULT_POSITIVE:
            if not set(names) <= {0, 1} and not set(names) <= {-1, 1}:
                listed = tuple(self.ordered)
                shown = ", ".join(map(repr, listed))
                raise InputError(
                    f"positive: the labels of {self.column!r} are {shown}, neither 0/1 nor -1/1; say which is positive: {choices(listed)}"
                )
            return True if names and all(isinstance(name, bool) for name in names) else 1
        same = [name for name in names if name == asked and isinstance(name, str) == isinstance(asked, str)]
        spelt = [name for name in names if name in (*typed([str(asked)]), str(asked))]
        if same or spelt:
            return (same or spelt)[0]
        if len(names) == 2:
            shown = ", ".join(map(repr, names))
            raise InputError(f"positive: {asked!r} is not among the labels of {self.column!r} ({shown}); name one of them")
        return asked

    def refuse_fractions(self, argument: str) -> None:
        """Labels that are fractions are scores."""
        fraction = next((name for name in self.known if isinstance(name, float) and not name.is_integer()), None)
        if fraction is not None:
            remedy = "are label and score swapped?" if argument == "label" else "scores go to score="
            what = f"{self.column!r} holds" if argument == "label" else "it holds"
            raise InputError(f"{argument}: {what} {fraction:g} where a label is meant; {remedy}")

    def refuse_mixture(self, task: str | None) -> None:
        """Text and numbers together are no one kind of label, and two classes that turn out to be three were no binary task."""
        names = self.known
        text = next((name for name in names if isinstance(name, str)), None)
        other = next((name for name in names if not isinstance(name, str)), None)
        if text is not None and other is not None:
            raise InputError(
                f"label: {self.column!r} and the predictions hold text ({text!r}) and numbers ({other!r}) as labels; give them one type"
            )
        if task == "binary" and len(names) > 2:
            shown = ", ".join(map(repr, names[:6])) + (", …" if len(names) > 6 else "")
            raise InputError(
                f"label: {self.column!r} and the predictions hold {len(names)} labels ({shown}) where two are meant; "
                'pass task="multiclass", or keep two of them'
            )
