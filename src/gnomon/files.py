"""Files written whole or not at all."""

import os
import secrets
import stat
from pathlib import Path

from .errors import InputError
from .words.language import said_by_system, say


def write_file(path: Path, content: bytes) -> Path:
    """Write to a temporary name beside the target and rename, so that nobody ever meets half a file.

    A link keeps leading to its target. A device or a pipe (``/dev/stdout``) is written to as it is: renaming would put a file in its
    place.
    """
    temporary = None
    try:
        if path.is_dir():
            raise InputError(
                "cannot write {path}: it is a directory; name a file in it, as in {path_2}", path=path, path_2=path / "report.html"
            )
        if _device(path):
            with open(path, "ab") as out:
                out.write(content)
            return path
        target = Path(os.path.realpath(path))
        temporary = unused(target.parent, f".{target.name}.", ".part")
        with open(temporary, "xb", opener=private) as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
        temporary = None
    except BrokenPipeError:  # whoever reads has seen enough
        raise
    except OSError as reason:
        remedy = (
            say("make it first, or name another") if isinstance(reason, FileNotFoundError) else say("free some room or name another place")
        )
        raise InputError(
            "cannot write {path}: {strerror}; no part of it was written. Folder {parent}: {remedy}",
            path=path,
            strerror=said_by_system(reason),
            parent=path.parent,
            remedy=remedy,
        ) from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
    return path


def unused(folder: str | Path, prefix: str, suffix: str = "") -> str:
    """A name that no file has. It is known before the file is made, so that Ctrl-C at any moment leaves nothing behind."""
    return os.path.join(folder, f"{prefix}{secrets.token_hex(8)}{suffix}")


def private(path: str, flags: int) -> int:
    """Open a file that only its owner may read."""
    return os.open(path, flags, 0o600)


def _device(path: Path) -> bool:
    """Whether a path is, or leads by links through, something that is no file: a device, a pipe, what a process has open."""
    for _ in range(40):
        if os.path.abspath(path).startswith(("/dev/", "/proc/")):
            return True
        if not path.is_symlink():
            break
        path = path.parent / os.readlink(path)
    return path.exists() and not stat.S_ISREG(path.stat().st_mode)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
