"""Which files are meant and what is in them: paths, globs, standard input; formats by name or by first bytes."""

import glob
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..files import private, unused
from ..inputs.encodings import encoding_of, known_encoding, marked, unpacked, write_as_utf8
from ..messages.language import listed, say
from .sheets import write_sheet

SUFFIXES = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
}
REMOTE = re.compile("[A-Za-z][A-Za-z0-9+.-]+://")
TEXTS = ("csv", "tsv", "json")
COMPRESSED = (".gz", ".zst")
OLE = b"\xd0\xcf\x11\xe0"
GZIP = b"\x1f\x8b"
KNOWN = "engines.formats_known"


def quoted(text: str) -> str:
    """A string in SQL."""
    return "'" + text.replace("'", "''") + "'"


def literal(path: str) -> str:
    """A path that DuckDB takes as it stands: not as a pattern, nor from the home folder."""
    return re.sub(r"[\[*?]", lambda found: f"[{found[0]}]", local(path))


def local(path: str) -> str:
    """A path from the root on, which no reader takes for an address; a link before ``..`` stays what it is."""
    return re.sub("//+", "/", os.path.join(os.getcwd(), path))


@dataclass
class Place:
    """Files of one format, and what they are called together."""

    name: str
    paths: list[str]
    format: str
    temporary: list[str] = field(default_factory=list)
    header: list[str] = field(default_factory=list)
    """The columns of a text file, which DuckDB is told to call c0, c1, …: it cannot tell p from P."""
    originals: dict[str, str] = field(default_factory=dict)
    """What the caller calls a file that was copied in another encoding or format."""
    folders: list[str] = field(default_factory=list)
    """The folders that were named, whose subfolders such as day=3 are columns."""

    @property
    def inputs(self) -> list[str]:
        """The caller's own files, whatever was made of them."""
        named = [self.originals.get(path, path) for path in self.paths]
        return [path for path in named if path not in self.temporary]

    def shown(self, path: str) -> str:
        """A file's name in messages."""
        return os.path.basename(self.originals.get(path, path))

    def count(self, connection: Any) -> tuple[int | None, bool]:
        """How many rows there are, and whether that is an estimate; None where only reading would tell."""
        if self.format == "parquet":
            listed = f"[{', '.join(quoted(literal(path)) for path in self.paths)}]"
            return int(connection.execute(f"SELECT sum(num_rows) FROM parquet_file_metadata({listed})").fetchall()[0][0]), False
        if self.format == "arrow" or any(path.endswith(COMPRESSED) for path in self.paths):
            return None, False
        with open(self.paths[0], "rb") as file:
            start = file.read(2**20)
        lines = start.count(b"\n")
        return (int(sum(map(os.path.getsize, self.paths)) * lines / len(start)), True) if lines > 1 else (None, False)

    def discard(self) -> None:
        """Remove what was only copied here."""
        for path in self.temporary:
            Path(path).unlink(missing_ok=True)


def place_of(data: Any, encoding: str | None = None, sheet: object = None) -> Place:
    """The files that a path, a glob, a list of them, or ``-`` (standard input) means, as text in UTF-8 where they are texts."""
    if isinstance(data, (list, tuple)) and not data:
        raise InputError("engines.path_list_empty")
    asked = None if encoding is None else known_encoding(encoding)
    place = _place([os.fspath(path) for path in (data if isinstance(data, (list, tuple)) else [data])])
    with ExitStack() as failed:
        failed.callback(place.discard)
        if sheet is not None and place.format != "xlsx":
            raise InputError("engines.sheet_unsupported", name=place.name)
        if asked is not None and place.format not in TEXTS:
            raise InputError("engines.encoding_unsupported", name=place.name)
        if place.format == "xlsx":
            place.paths = [_converted(path, place, partial(write_sheet, path, sheet)) for path in place.paths]
            place.format = "csv"
        elif place.format in TEXTS:
            place.paths = [_as_utf8(path, asked, place) for path in place.paths]
        failed.pop_all()
    return place


def _as_utf8(path: str, asked: str | None, place: Place) -> str:
    found = encoding_of(path, asked, _called(path, place))
    return path if found == "utf-8" else _converted(path, place, partial(write_as_utf8, path, found))


def _converted(path: str, place: Place, write: Callable[[Any, str], None]) -> str:
    """A copy of a file that DuckDB can read."""
    target = unused(tempfile.gettempdir(), "gnomon-")
    place.temporary.append(target)
    place.originals[target] = path
    with open(target, "xb", opener=private) as file:
        write(file, _called(path, place))
    return target


def _called(path: str, place: Place) -> str:
    return place.name if path in place.temporary else os.path.basename(path)


def _place(texts: list[str]) -> Place:
    if texts == ["-"]:
        if sys.stdin is None:
            raise InputError("engines.stdin_closed")
        return _copied(sys.stdin.buffer, say("engines.label_standard_input"))
    if any(map(_is_pipe, texts)):
        return _pipes(texts)
    folders = [local(text) for text in texts if os.path.isdir(text)]
    if folders and len(folders) < len(texts):
        raise InputError("engines.folders_mixed_with_files", folder=folders[0])
    paths = [path for folder in texts for path in files_in(folder)] if folders else _files(texts)
    formats = {_format(path) for path in paths}
    if len(formats) > 1:
        raise InputError(
            "engines.formats_of_patterns_differ",
            texts=texts[0],
            names=listed(sorted(formats)),
        )
    name = os.path.basename(os.path.normpath(texts[0]))
    called = name if len(paths) == 1 else say("cli.label_name_of_files", name=name, count=len(paths))
    return Place(called, list(map(local, paths)), formats.pop(), folders=folders)


def _files(texts: list[str]) -> list[str]:
    """The files that paths and patterns name."""
    paths: list[str] = []
    for text in texts:
        found = sorted(glob.glob(text, recursive=True)) if glob.has_magic(text) and not os.path.exists(text) else [text]
        if REMOTE.match(text) and not (found and os.path.exists(found[0])):
            _refuse_remote(text)
        if not found:
            raise InputError("engines.pattern_without_files", text=text)
        paths += found
    for path in paths:
        _refuse(path)
    return paths


def files_in(folder: str) -> list[str]:
    """The Parquet files of a folder and its subfolders, in the order of their names; what _ or . begins is not data, as Spark has it."""
    found: list[str] = []
    for inside, subfolders, names in os.walk(folder):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith((".", "_")))
        found += [os.path.join(inside, name) for name in sorted(names) if not name.startswith((".", "_"))]
    other = [path for path in found if os.path.getsize(path) and _format(path) != "parquet"]
    if not found or other:
        raise InputError(
            "engines.folder_not_parquet",
            path=folder,
            holds=say("engines.part_folder_holds", name=os.path.relpath(other[0], folder)) if other else "",
            example=os.path.join(folder, "*.parquet"),
        )
    return found


def partition_keys(folder: str) -> list[str]:
    """The columns that a path of folders names: day and place of day=3/place=north."""
    return [part.partition("=")[0] for part in Path(folder).parts if "=" in part]


def _refuse_remote(address: str) -> None:
    """Say how to get a file that is elsewhere: nothing here ever goes to the network."""
    kind, _, rest = address.partition("://")
    ways = {
        "s3": f"aws s3 cp {address} .",
        "gs": f"gcloud storage cp {address} .",
        "hf": f"hf download {rest}",
        "file": f"/{rest.lstrip('/')}",
    }
    raise InputError(
        "engines.address_unsupported",
        address=address,
        way=ways.get(kind.lower(), f"curl -O {address}"),
    )


def files_named(values: Iterable[object]) -> Iterator[str]:
    """Every file that arguments may mean: each a path, a glob, NAME=FILE, or a list of them."""
    for value in values:
        for text in map(str, value if isinstance(value, (list, tuple)) else [value]):
            for path in (text, text.partition("=")[2]):
                yield from [path, *(glob.iglob(path, recursive=True) if glob.has_magic(path) else ())]


def _is_pipe(path: str) -> bool:
    return os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode)


def _pipes(texts: list[str]) -> Place:
    """Files of which some are pipes, as in gnomon metrics <(zcat a.csv.gz) <(zcat b.csv.gz): each pipe is copied once."""
    places: list[Place] = []
    with ExitStack() as failed:
        for text in texts:
            if _is_pipe(text):
                with open(text, "rb") as pipe:
                    places.append(_copied(pipe, say("engines.label_input_pipe")))
            else:
                places.append(_place([text]))
            failed.callback(places[-1].discard)
        formats = {place.format for place in places}
        if len(formats) > 1:
            raise InputError("engines.formats_of_files_differ", names=listed(sorted(formats)))
        failed.pop_all()
    name = places[0].name if len(places) == 1 else f"{places[0].name} ({len(places)} files)"
    paths, temporary = ([path for place in places for path in getattr(place, which)] for which in ("paths", "temporary"))
    return Place(name, paths, formats.pop(), temporary)


def _refuse(path: str) -> None:
    if os.path.isdir(path):  # among the files of a pattern
        raise InputError("engines.path_is_directory", path=path, example=os.path.join(path, "*.parquet"))
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError("engines.path_not_utf8", path=path) from None
    if os.path.islink(path) and not os.path.exists(path):
        raise InputError("engines.link_target_missing", path=path, target=os.readlink(path))
    if not os.path.exists(path):
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise InputError("engines.file_and_folder_missing", path=path, folder=folder)
        import difflib

        near = difflib.get_close_matches(os.path.basename(path), os.listdir(folder), n=1)
        hint = (
            say("engines.part_similar_path", example=os.path.join(os.path.dirname(path), near[0]))
            if near
            else say("engines.part_check_path")
        )
        raise InputError("engines.file_missing", path=path, hint=hint)
    if os.path.isfile(path) and os.path.getsize(path) == 0:
        raise InputError("engines.file_empty", path=path)
    if path.endswith((".json", ".gnomon")) and saved_evaluation(path):
        raise InputError("engines.file_is_saved_evaluation", path=path)
    if not os.access(path, os.R_OK):
        raise InputError("engines.file_permission_missing", path=path)


def table_file(path: str) -> bool:
    """Whether a file's name says that it holds a table, and no other JSON."""
    stem = next((path[: -len(end)] for end in COMPRESSED if path.lower().endswith(end)), path)
    suffix = os.path.splitext(stem)[1].lower()
    return suffix in SUFFIXES and suffix != ".json"


def saved_evaluation(path: str) -> bool:
    """Whether a file is an evaluation that was saved: JSON that says so at its start, or an archive that holds it."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        start = file.read(200)
    return re.search(rb'"schema":\s*"gnomon.evaluation"', start) is not None or (start.startswith(b"PK") and b"evaluation.json" in start)


def _format(path: str) -> str:
    """By the suffix; where that says nothing, by the first bytes."""
    stem = path.lower()
    for ending in COMPRESSED:
        stem = stem.removesuffix(ending)
    known = SUFFIXES.get(os.path.splitext(stem)[1])
    with open(path, "rb") as file:
        start = file.read(8)
    if known in TEXTS and not path.lower().endswith(COMPRESSED):
        if start.startswith(GZIP):
            raise InputError("engines.gzip_suffix_missing", path=path)
        if start.startswith(b"PK"):
            raise InputError("engines.zip_or_excel_suffix_missing", path=path)
    if start.startswith(OLE):
        raise InputError("engines.excel_encrypted_or_old", path=path)
    if stem.endswith(".xls"):
        raise InputError("engines.excel_format_old", path=path)
    return known or _recognised(start, path)


def _recognised(start: bytes, name: str) -> str:
    if start.startswith(b"PAR1"):
        return "parquet"
    if start.startswith(b"ARROW1"):
        return "arrow"
    if start.lstrip().startswith((b"{", b"[")):
        return "json"
    if marked(start) is not None:
        return "csv"
    if b"\x00" in start or start.startswith((GZIP, b"(\xb5/\xfd", b"PK")):
        raise InputError("engines.file_format_unknown", name=name, known=say(KNOWN))
    return "csv"


def _copied(stream: Any, name: str) -> Place:
    """What can be read only once, copied to a temporary file: formats such as Parquet are read from their end."""
    path = unused(tempfile.gettempdir(), "gnomon-")
    try:
        with open(path, "xb", opener=private) as file:
            shutil.copyfileobj(stream, file, 2**20)
        if not os.path.getsize(path):
            raise InputError("engines.stdin_empty", name=name)
        with open(path, "rb") as file:
            start = file.read(8)
        if start.startswith(GZIP):
            os.rename(path, path + ".gz")
            path += ".gz"
            with unpacked(path) as inside:
                start = inside.read(8)
        return Place(name, [path], _recognised(start, name), [path])
    except BaseException:
        for name in (path, f"{path}.gz"):
            Path(name).unlink(missing_ok=True)
        raise


def json_layout(path: str) -> str:
    """Whether a JSON file holds one array, or an object a line."""
    if path.endswith(".zst"):
        return "newline_delimited"
    with unpacked(path) as file:
        return "array" if file.read(4096).lstrip().startswith(b"[") else "newline_delimited"


def first_broken_line(paths: list[str]) -> int | None:
    """The first line of JSON lines that is no JSON, counted from 1; of several files or unknown compressions none is named."""
    import json

    if len(paths) != 1 or paths[0].endswith(".zst"):
        return None
    with unpacked(paths[0]) as file:
        for number, line in enumerate(file, 1):
            try:
                json.loads(line or b"{}")
            except (RecursionError, ValueError):  # deeper than anything that is meant
                if line.strip():
                    return number
    return None
