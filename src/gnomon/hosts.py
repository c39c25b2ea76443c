"""Data frames beside gnomon: ``df.gnomon`` is entered where pandas or Polars is imported, before gnomon or after it.

Neither is imported here. What came before gnomon is entered at once; for what comes later a finder stands first among those of the import
system. It finds nothing by itself: it asks the others, and enters the accessor when the library has been loaded. Once both are entered it
takes itself away. Whatever goes wrong here stays here: an import of someone else's never fails for it.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

NAME = "gnomon"


def _pandas(pandas: Any, accessor: type) -> None:
    pandas.api.extensions.register_dataframe_accessor(NAME)(accessor)


def _polars(polars: Any, accessor: type) -> None:
    polars.api.register_dataframe_namespace(NAME)(accessor)
    polars.api.register_lazyframe_namespace(NAME)(accessor)


HOSTS = {"pandas": _pandas, "polars": _polars}
"""How each library takes an accessor."""


class Watcher:
    """The finder that waits for libraries of data frames."""

    def __init__(self) -> None:
        self.waiting = set(HOSTS)
        self._asking: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """What the other finders say of a library that is waited for, so that it is entered when it is loaded; None of all else."""
        self.enter_loaded()  # one that was half loaded when gnomon came
        if name not in self.waiting or name in self._asking:
            return None
        self._asking.add(name)
        try:
            others = [finder for finder in sys.meta_path if finder is not self]
            asked = (finder.find_spec(name, path, target) for finder in others if hasattr(finder, "find_spec"))
            spec = next((found for found in asked if found is not None), None)
            if spec is not None and spec.loader is not None and not isinstance(spec.loader, type):  # a class would be changed for all
                with suppress(Exception):
                    self._await(spec.loader)
            return spec
        finally:
            self._asking.discard(name)

    def _await(self, loader: Any) -> None:
        """Enter the library behind its loader's work. The loader stays what it is, for those who ask for its kind."""
        load = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            with suppress(AttributeError):  # the next module of this loader, or this one again, is loaded as ever
                del loader.exec_module
            load(module)
            with suppress(Exception):
                self._enter(module.__name__, module)

        loader.exec_module = exec_module

    def enter_loaded(self) -> None:
        """Enter what is there and whole."""
        for name in tuple(self.waiting):
            module = sys.modules.get(name)
            if module is not None and not getattr(getattr(module, "__spec__", None), "_initializing", False):
                with suppress(Exception):
                    self._enter(name, module)

    def _enter(self, name: str, module: Any) -> None:
        if name not in self.waiting:
            return
        self.waiting.discard(name)  # once, whatever comes of it
        if not self.waiting:  # another list, since an import that walks through this one would step over the finder behind
            sys.meta_path = [finder for finder in sys.meta_path if finder is not self]
        if not hasattr(module.DataFrame, NAME):
            from .compat.frames import Frame

            HOSTS[name](module, Frame)


def watch() -> None:
    """Enter the accessor where pandas or Polars is loaded, and wait for the other."""
    watcher = Watcher()
    watcher.enter_loaded()
    if watcher.waiting:
        sys.meta_path.insert(0, watcher)
