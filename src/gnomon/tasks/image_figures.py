"""What figures of images share: whose figure it is."""

from typing import TYPE_CHECKING, Any

from ..errors import InputError

if TYPE_CHECKING:
    from ..evaluation.result import Evaluation


def called(e: "Evaluation", models: list[str], style: dict[str, Any]) -> str | None:
    """The name in the title of a figure of one model: as asked, else the model's where there are several."""
    label: str | None = style.pop("label", models[0] if len(e.names) > 1 else None)
    return label


def one_label(models: list[str], style: dict[str, Any]) -> None:
    """Refuse one name for several models."""
    if "label" in style and len(models) > 1:
        raise InputError("tasks.label_for_several_models", label=style["label"], count=len(models))
