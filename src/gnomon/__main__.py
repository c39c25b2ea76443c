"""The command line, as ``gnomon`` or ``python -m gnomon``."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it cleanly even before it has begun."""
    try:
        from .cli import app

        app()
    except KeyboardInterrupt:
        print("\ninterrupted; nothing was written", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
