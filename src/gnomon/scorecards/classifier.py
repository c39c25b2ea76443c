"""What scikit-learn asks of a classifier that has an estimator among its parameters."""

import inspect
from typing import Any

from .estimator import Estimator


class Classifier(Estimator):
    """An estimator whose parameters may have parameters of their own, called ``binning__max_bins``."""

    _estimator_type = "classifier"  # what scikit-learn before 1.6 asks

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name, and with ``deep`` those of estimators among them."""
        found = super().get_params()
        inner = {name: value for name, value in found.items() if deep and isinstance(value, Estimator)}
        return found | {f"{name}__{key}": one for name, value in inner.items() for key, one in value.get_params().items()}

    def set_params(self, **params: Any) -> Any:
        """Change arguments of the constructor; they take effect at the next fit."""
        own = {name: value for name, value in params.items() if "__" not in name}
        super().set_params(**own)
        for name, value in params.items():
            outer, _, rest = name.partition("__")
            if rest:
                inner = self.get_params(deep=False).get(outer)
                if isinstance(inner, Estimator):
                    inner.set_params(**{rest: value})
                else:
                    super().set_params(**{name: value})  # which refuses it
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags

        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.transformer_tags, tags.classifier_tags = "classifier", None, ClassifierTags(multi_class=False)
        return tags

    def __repr__(self) -> str:
        defaults = {one.name: one.default for one in inspect.signature(type(self)).parameters.values()}
        given = {name: value for name, value in self.get_params(deep=False).items() if value is not defaults[name]}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "card_")
