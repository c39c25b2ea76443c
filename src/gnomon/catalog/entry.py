"""The entry of a metric: everything the rest of gnomon needs to know of it, written once, beside its definition."""

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ..errors import InputError, OptionError
from ..messages import Message
from ..messages.language import either, say
from .traits import NO_SHORTCUTS, RESAMPLED, UNDIVIDED, Averaging, EquivalentTo, Shortcuts, Uncertainty


@dataclass(frozen=True)
class Within:
    """A constraint on an option: a number from ``low`` to ``high``, both allowed."""

    low: float
    high: float

    def __call__(self, value: Any) -> bool:
        return _is_number(value) and self.low <= value <= self.high

    def __str__(self) -> str:
        return say("catalog.part_number_in_range", low=self.low, high=self.high)

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return f"[{self.low:g}, {self.high:g}]"


@dataclass(frozen=True)
class Above:
    """A constraint on an option: a finite number greater than ``low``, and at most ``high``, as where it says how much is kept."""

    low: float
    whole: bool = False
    high: float = 1e100  # nobody means more, and its square is still a float

    def __call__(self, value: Any) -> bool:
        return _is_number(value) and self.low < value <= self.high and (not self.whole or value == int(value))

    def __str__(self) -> str:
        if self.whole and self.high < 1e100:
            return say("catalog.part_whole_number_in_range", low=self.low, high=self.high)
        return say("catalog.part_whole_number_above", low=self.low) if self.whole else say("catalog.part_number_above", low=self.low)

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return f"> {self.low:g}{f', ≤ {self.high:g}' if self.high < 1e100 else ''}{' (int)' if self.whole else ''}"


@dataclass(frozen=True)
class Between:
    """A constraint on an option: a number between ``low`` and ``high``, neither of which is allowed."""

    low: float
    high: float

    def __call__(self, value: Any) -> bool:
        return _is_number(value) and self.low < value < self.high

    def __str__(self) -> str:
        return say("catalog.part_number_between_ends", low=self.low, high=self.high)

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return f"({self.low:g}, {self.high:g})"


@dataclass(frozen=True)
class Number:
    """A constraint on an option: any finite number."""

    def __call__(self, value: Any) -> bool:
        return _is_number(value) and -1e100 < value < 1e100

    def __str__(self) -> str:
        return say("catalog.part_any_number")

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return "(−∞, ∞)"


@dataclass(frozen=True)
class NameCombination:
    """A constraint on an option: one or several of some names, joined by ``+``, or a word that stands for none of them.

    Their order says nothing; they are read, and written, in that of ``names``.
    """

    names: tuple[str, ...]
    alone: str

    def __call__(self, value: Any) -> bool:
        parts = value.split("+") if isinstance(value, str) else [""]
        return value == self.alone or (set(parts) <= set(self.names) and len(set(parts)) == len(parts))

    def read(self, text: str) -> str:
        """What a text says, in the order of the names."""
        return text if text == self.alone else "+".join(name for name in self.names if name in text.split("+"))

    def __str__(self) -> str:
        return say("catalog.part_one_or_joined_names", alone=self.alone, names=", ".join(map(repr, self.names)))

    @property
    def symbols(self) -> str:
        """The same in signs that need no translation."""
        return f"{self.alone!r} | {' + '.join(map(repr, self.names))}"


def _is_number(value: Any) -> bool:
    if hasattr(value, "dtype"):
        return bool(value.ndim == 0 and value.dtype.kind in "iuf")
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@dataclass(frozen=True)
class Option:
    """A named variant of a metric, read from the keyword of the function that computes it."""

    name: str
    default: Any
    annotation: Any
    choices: tuple[Any, ...] = ()
    constraint: Callable[[Any], bool] | None = None
    optional: bool = False

    @classmethod
    def of(cls, parameter: inspect.Parameter) -> "Option":
        """Read the allowed values from the annotation: a Literal, or a number with a constraint."""
        hint = parameter.annotation
        parts = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
        choices: tuple[Any, ...] = (True, False) if bool in parts else ()
        constraint = None
        for part in parts:
            if get_origin(part) is Literal:
                choices += get_args(part)
            elif get_origin(part) is Annotated:
                constraint = get_args(part)[1]
        return cls(parameter.name, parameter.default, parameter.annotation, choices, constraint, type(None) in parts)

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def allowed(self) -> str:
        """What may be passed, in words."""
        ways = [*map(repr, self.choices), *([str(self.constraint)] if self.constraint is not None else [])]
        text = either(ways) or say("catalog.part_any_value")
        return say("catalog.part_or_none", text=text) if self.optional else text

    @property
    def symbols(self) -> str:
        """What may be passed, in signs that need no translation; empty when anything may."""
        text = " | ".join([*map(repr, self.choices), *filter(None, [getattr(self.constraint, "symbols", "")])])
        return f"{text} | None" if text and self.optional else text

    def check(self, value: object) -> Any:
        """The value, or an error that says what may be passed."""
        if (self.optional and value is None) or (not self.choices and self.constraint is None):
            return value
        fine = any(value is c or (type(value) is type(c) and value == c) for c in self.choices)
        if not fine and not (self.constraint is not None and self.constraint(value)):
            raise InputError("catalog.value_not_allowed", name=self.name, value=value, allowed=self.allowed)
        return value

    def parse(self, text: str) -> Any:
        """The value that a reference such as ``f_score(beta=2)`` writes."""
        if self.optional and text == "None":
            return None
        for choice in self.choices:
            if str(choice) == text or (isinstance(choice, bool) and str(choice) == text.capitalize()):
                return choice
        if text.startswith("[") and text.endswith("]") and not self.choices and self.constraint is None:
            return [self.parse(part.strip()) for part in text[1:-1].split(",") if part.strip()]
        if isinstance(self.constraint, NameCombination):
            return self.constraint.read(self.check(text))
        try:
            number = float(text)
        except ValueError:
            if self.choices or self.constraint is not None:
                raise InputError("catalog.text_not_allowed", name=self.name, text=text, allowed=self.allowed) from None
            return text.strip("'\"")
        return self.check(int(text) if text.lstrip("+-").isdigit() else number)


@dataclass(frozen=True, eq=False)
class Entry:
    """What is known of one metric. ``function`` computes it from a summary; the public function is made from this entry.

    - ``spellings``: other names that references know it by, which would make poor names of functions.
    - ``kind``: what comes out; ``at``: what stands behind @ in a reference; ``says``: a sentence on each option.
    - ``probability``: scores must lie in [0, 1]; ``bounds``: the interval that a coarse sweep leaves open.
    - ``averaging``: how values of classes or queries are made into one.
    - ``uncertainty``: what it is computed from, where there is more to it than resampling.
    - ``shortcuts``: faster ways to the same values.
    - ``restates``: the metric of which it is another form.

    The last four are objects of small classes. A family that needs another kind defines it beside its metrics.
    """

    name: str
    function: Callable[..., Any]
    summary: type
    family: str
    aliases: tuple[str, ...] = ()
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)
    spellings: tuple[str, ...] = ()
    range: tuple[float, float] | None = None
    better: Literal["higher", "lower"] | None = None
    undefined: Message | Callable[[Any], Message] | None = None
    kind: Literal["value", "curve", "table"] = "value"
    at: str | None = None
    probability: bool = False
    bounds: Callable[..., tuple[float, float]] | None = None
    averaging: Averaging = UNDIVIDED
    uncertainty: Uncertainty = RESAMPLED
    shortcuts: Shortcuts = NO_SHORTCUTS
    restates: EquivalentTo | None = None
    says: dict[str, str] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The first line of the definition's docstring: its formula or meaning in a sentence."""
        return (self.function.__doc__ or "").strip().partition("\n")[0]

    @property
    def written(self) -> str:
        """How a reference to it is written: with the options that it cannot do without."""
        needed = ", ".join(f"{option.name}=…" for option in self.options.values() if option.required and option.name != self.at)
        named = f"{self.name}({needed})" if needed else self.name
        at = self.options.get(self.at or "")
        return f"{named}@…" if at is not None and at.required else named

    @property
    def over(self) -> Mapping[str, tuple[str, ...]]:
        """What a reference may say of how parts (classes, queries) are made into one value."""
        return self.averaging.over

    @property
    def names(self) -> tuple[str, ...]:
        """The name, its aliases, and the names of presets: aliases that set options."""
        return (self.name, *self.aliases, *self.presets)

    def reason(self, summary: Any) -> Message:
        """Why the metric has no value on this summary."""
        if self.undefined is None:
            return Message("no_value_here")
        return self.undefined if isinstance(self.undefined, Message) else self.undefined(summary)

    def check(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options known to this metric, with allowed values."""
        for name, value in options.items():
            if name not in self.options:
                raise self._refused(say("catalog.keyword_unknown", name=name, nearest=self._nearest(name)))
            self.options[name].check(value)
        for name, option in self.options.items():
            if option.required and name not in options:
                raise self._refused(say("catalog.option_missing", name=name, allowed=option.allowed))
        return options

    def _refused(self, said: str) -> OptionError:
        return OptionError(f"{self.name}() {said}", said)

    def _nearest(self, keyword: str) -> str:
        """What a keyword that is not known may have meant."""
        import difflib

        known = [*self.options, "missing", "undefined", *self.over, *self.averaging.keywords]
        near = difflib.get_close_matches(keyword, known, n=1)
        meant = self.averaging.elsewhere.get(keyword) or (near[0] if near else "")
        return say("catalog.part_similar_keyword", meant=meant) if meant else say("catalog.part_explain_names_options", name=self.name)

    def __repr__(self) -> str:
        aliases = f" (also {', '.join(self.names[1:])})" if self.names[1:] else ""
        return f"<{self.name}{aliases}: {self.line}>"
