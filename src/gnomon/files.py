"""Files: written whole or not at all; read where they are regular, and within the folder that the caller named."""

import contextlib
import errno
import gzip
import io
import os
import secrets
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .errors import InputError
from .memory import memory_limit
from .messages.language import said_by_system, say

GZIP = b"\x1f\x8b"
UNPACKING = 2
"""Bytes that unpacking takes for each byte of what comes out: the pieces, and all of them in one."""
SHORT = 2**24
"""Bytes of text for which there is always memory."""


def write_file(path: Path, content: bytes, inputs: Sequence[str] = ()) -> Path:
    """Write to a temporary name beside the target and rename, so that nobody ever meets half a file.

    A link keeps leading to its target, and a file that was there keeps its mode and its owner. A device or a pipe (``/dev/stdout``) is
    written to as it is: renaming would put a file in its place. ``inputs`` are files that must stay what they are.
    """
    refuse_overwriting(path, inputs)
    temporary = None
    try:
        if path.is_dir():
            raise InputError("core.output_is_directory", path=path, path_2=path / "report.html")
        if _device(path):
            with open(path, "ab") as out:
                out.write(content)
            return path
        target = Path(os.path.realpath(path))
        before = _replaceable(target)
        # The target's own name may be as long as names can be.
        temporary = unused(target.parent, ".gnomon-", ".part")
        with open(temporary, "xb", opener=None if before is None else private) as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if before is not None:
            with contextlib.suppress(AttributeError, OSError):  # only some may give files away
                os.chown(temporary, before.st_uid, before.st_gid)
            os.chmod(temporary, stat.S_IMODE(before.st_mode))
        os.replace(temporary, target)
        temporary = None
    except BrokenPipeError:  # whoever reads has seen enough
        raise
    except OSError as reason:
        raise InputError(
            "core.output_not_written",
            path=path,
            strerror=said_by_system(reason),
            parent=path.parent,
            remedy=_remedy(reason),
        ) from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
    return path


def refuse_overwriting(path: Path, inputs: Iterable[str | Path]) -> None:
    """Refuse to write over a file that was, or will be, read; links and other spellings of its name lead to it as well."""
    for read in inputs:
        if _one_file(path, read):
            raise InputError("core.output_is_input", path=path, read=os.fspath(read))


def regular(path: Any) -> Path:
    """A path that may be read: a pipe would wait for a writer, and a device has no end. Raises OSError for these, as for a missing file."""
    try:
        mode = os.stat(path).st_mode
    except ValueError:  # a name that holds a NUL
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, say("core.file_not_regular"))
    return Path(path)


def file_within(folder: Path, name: str) -> Path | None:
    """The regular file in a folder that data name; None where there is none, or where the name or a link leads out of the folder."""
    path = Path(folder, name)
    inside = os.path.isfile(path) and Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents
    return path if inside else None


def _remedy(reason: OSError) -> str:
    if isinstance(reason, FileNotFoundError):
        return say("core.remedy_make_folder")
    if isinstance(reason, PermissionError):
        return say("core.remedy_change_permissions")
    return say("core.remedy_free_room")


def _one_file(path: Path, other: str | Path) -> bool:
    try:
        here = os.stat(path)
        there = os.fstat(0) if other == "-" else os.stat(other)
        return stat.S_ISREG(here.st_mode) and os.path.samestat(here, there)
    except (OSError, ValueError):  # one of them is not there
        return False


def _replaceable(target: Path) -> os.stat_result | None:
    """What is known of the file that is there already, which its owner may have protected."""
    if not target.exists():
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target.stat()


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


def unpacked_whole(content: bytes | memoryview, shown: str) -> bytes:
    """The content of a gzip file, unless it is more than there is memory for. Raises what gzip raises where it is damaged."""
    limit = memory_limit(None) // UNPACKING
    with gzip.open(io.BytesIO(content)) as packed:
        text = packed.read(limit + 1)
    if len(text) > limit:
        raise InputError(
            "core.file_unpacks_to_too_much",
            shown=shown,
            size=len(content),
            limit=limit,
        )
    return text


def refuse_large(content: bytes, shown: str, costs: Mapping[bytes, int]) -> None:
    """Raise InputError for text whose values take more memory than there is: JSON's ``[[],[],[]]`` takes 27 times its length.

    ``costs`` are the bytes that the values take for each sign.
    """
    if len(content) <= SHORT:
        return
    needed, limit = len(content) + sum(content.count(sign) * cost for sign, cost in costs.items()), memory_limit(None)
    if needed > limit:
        raise InputError(
            "core.file_values_take_too_much",
            shown=shown,
            needed=needed,
            limit=limit,
        )
