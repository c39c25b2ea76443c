"""What is kept of one model on some rows: summaries by aspect."""

from typing import Any

from ..tasks import registry


class ModelSummaries(dict[str, Any]):
    """Summaries by the key of their aspect; ``summaries.scores`` is the same as ``summaries.get("scores")``, under any of its names."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        keys = [aspect.key for aspect in registry.aspects() if name == aspect.key or name in aspect.aliases]
        if not keys:
            raise AttributeError(f"there is no summary {name!r}; there are: {', '.join(self) or 'none'}")
        return next((self[key] for key in keys if key in self), None)
