"""The command line, as ``gnomon`` or ``python -m gnomon``."""

import os
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it cleanly even before it has begun."""
    _open_streams()
    try:
        from .cli import app

        app()
    except KeyboardInterrupt:
        print("\ninterrupted; nothing was written", file=sys.stderr)
        sys.exit(130)


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
