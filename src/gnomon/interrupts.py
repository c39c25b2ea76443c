"""Ctrl-C: whatever error it turns into on its way, the process ends as interrupted."""

import os
import signal
from types import FrameType
from typing import Any

INTERRUPTED = 130
_state = {"loading": False, "pressed": False}


def watch() -> None:
    """Take Ctrl-C over from Python, unless whoever started the process had it ignored.

    Until :func:`loaded`, it ends the process at once: nothing is open yet, and extension modules turn an interruption of their import
    into errors of their own.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _state["loading"] = True
        signal.signal(signal.SIGINT, _press)


def loaded() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, and what is open is closed."""
    _state["loading"] = False


def pressed() -> bool:
    """Whether there was a Ctrl-C: libraries may have made another error of it."""
    return _state["pressed"]


def _press(signum: int, frame: FrameType | None) -> Any:
    if _state["loading"]:
        os.write(2, b"\ninterrupted\n")
        os._exit(INTERRUPTED)
    _state["pressed"] = True
    raise KeyboardInterrupt
