"""The command line, as ``gnomon`` or ``python -m gnomon``."""

import os
import sys

from .interrupts import INTERRUPTED, loaded, pressed, watch

BAD_INPUT, OURS = 2, 3


def main() -> None:
    """Run the command line; however it ends, the exit code says how, and 1 means that a gate failed."""
    watch()
    _open_streams()
    try:
        from .cli import app

        loaded()
        app()
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # whoever read the help has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.exit(0)
        raise
    except BaseException as reason:
        sys.exit(_failed(reason))


def _failed(reason: BaseException) -> int:
    """Say what went wrong before or beside a command, and the exit code that it calls for."""
    from .errors import InputError
    from .messages.language import of_machine, say, speaking

    with speaking(of_machine()):
        if pressed() or isinstance(reason, KeyboardInterrupt):
            print(say("core.run_interrupted"), file=sys.stderr)
            return INTERRUPTED
        if isinstance(reason, InputError):
            print(say("core.label_error", text=str(reason)), file=sys.stderr)
            return BAD_INPUT
        text = f"{type(reason).__name__}: {reason}"
        print(say("core.start_failed", text=text), file=sys.stderr)
        return OURS


def _open_streams() -> None:
    """A stream that was closed swallows what it is given; one that knows only some letters writes the others as ``?``."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # lives as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
