"""What scikit-learn asks of an estimator, without importing it: parameters, tags, names of outputs."""

import inspect
from typing import Any, TypeVar

import numpy as np

from ..errors import InputError
from ..markup import InNotebooks
from ..messages.language import either, listed

Self = TypeVar("Self", bound="Estimator")


def _parameters(kind: Any) -> dict[str, Any]:
    found = list(inspect.signature(kind).parameters.values())
    return {one.name: one.default for one in found}


class Estimator(InNotebooks):
    """Parameters are what the constructor was given, unchanged until it is fitted; anything that ends in an underscore is fitted."""

    output = "default"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name."""
        return {name: getattr(self, name) for name in _parameters(type(self))}

    def set_params(self: Self, **params: Any) -> Self:
        """Change arguments of the constructor; they take effect at the next fit."""
        known = _parameters(type(self))
        for name, value in params.items():
            if name not in known:
                raise InputError("scorecards.parameter_unknown", kind=type(self).__name__, name=name, known=listed(known))
            setattr(self, name, value)
        return self

    def set_output(self: Self, *, transform: str | None = None) -> Self:
        """Let transform() give "default" (an array), "pandas" or "polars" frames; None changes nothing."""
        kinds = ("default", "pandas", "polars")
        if transform is not None and transform not in kinds:
            raise InputError("scorecards.set_output_unknown", given=transform, kinds=either(map(repr, kinds)))
        if transform is not None:
            self.output = transform
        return self

    def __repr__(self) -> str:
        defaults = _parameters(type(self))
        given = {name: value for name, value in self.get_params().items() if _differs(value, defaults[name])}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(allow_nan=True, categorical=True, string=True),
        )


def _differs(value: object, default: object) -> bool:
    if isinstance(value, np.ndarray) or type(value) is not type(default):
        return True
    return bool(value != default)


def in_frame(values: Any, names: list[str], like: Any, kind: str) -> Any:
    """A matrix as a frame of the library that ``kind`` names, or of that which the data came in."""
    columns = {name: values[:, place] for place, name in enumerate(names)}
    if kind in ("pandas", "polars"):
        try:
            import importlib

            library = importlib.import_module(kind)
        except ImportError:
            raise InputError("scorecards.set_output_needs_package", kind=kind) from None
        index = {"index": like.index} if kind == "pandas" and hasattr(like, "iloc") else {}
        return library.DataFrame(columns, **index)
    import narwhals.stable.v2 as nw

    native = nw.from_native(like, pass_through=True, allow_series=True)
    if not isinstance(native, (nw.DataFrame, nw.LazyFrame, nw.Series)):
        from ..result import data_frame

        return data_frame(columns)
    if isinstance(native, nw.LazyFrame):
        native = native.collect()
    if hasattr(like, "iloc"):
        return in_frame(values, names, like, "pandas")
    return nw.from_dict(columns, backend=nw.get_native_namespace(native)).to_native()
