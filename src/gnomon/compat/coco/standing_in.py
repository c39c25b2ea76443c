"""gnomon under pycocotools' own name, for code whose imports nobody wants to touch."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from . import mask
from .dataset import COCO
from .evaluation import COCOeval
from .params import Params

NAME = "pycocotools"
_before: dict[str, ModuleType] = {}


def install() -> None:
    """Have ``import pycocotools`` and its ``coco``, ``cocoeval`` and ``mask`` mean gnomon's, in this process, from now on.

    What was imported before keeps what it has; ``uninstall()`` takes it back.
    """
    uninstall()
    package, coco, evaluation = (ModuleType(name) for name in (NAME, f"{NAME}.coco", f"{NAME}.cocoeval"))
    vars(coco).update(COCO=COCO, maskUtils=mask)
    vars(evaluation).update(COCOeval=COCOeval, Params=Params, maskUtils=mask)
    vars(package).update(__path__=[], coco=coco, cocoeval=evaluation, mask=mask)
    for module in (package, coco, evaluation):  # by which libraries ask whether it is there
        module.__spec__ = ModuleSpec(module.__name__, None, origin=__file__, is_package=module is package)
    _before.update({name: module for name, module in sys.modules.items() if name.partition(".")[0] == NAME})
    for name in _before:
        del sys.modules[name]
    sys.modules.update({NAME: package, coco.__name__: coco, evaluation.__name__: evaluation, f"{NAME}.mask": mask})


def uninstall() -> None:
    """Let ``import pycocotools`` mean pycocotools again."""
    if not isinstance(sys.modules.get(NAME), ModuleType) or vars(sys.modules[NAME]).get("mask") is not mask:
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]
    sys.modules.update(_before)
    _before.clear()
