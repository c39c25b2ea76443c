"""Pascal VOC's annotations: XML, a file for each image."""

import codecs
import re
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import numpy as np

from ...errors import InputError
from ...files import regular
from ...messages.language import said_by_system, say
from .formats import as_coco
from .given import Sizes
from .placing import categories_of, images_of
from .rows import AnnotationRows, Origin, keys_of
from .text_files import number_of
from .units import PIXEL

CORNERS = ("xmin", "ymin", "xmax", "ymax")
DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
OF_TEXT = re.compile(r"ascii|iso8859-\d+|cp125\d|koi8-[ru]|gbk|gb18030|big5(hkscs)?|cp9(32|49|50)|shift_jis|euc_(jp|kr)")
"""Python's names of the encodings that XML files may declare besides UTF-8 and UTF-16: each of them holds ASCII as it is."""
MOST_SIDE = 2**31
"""Pixels of a side that no image has."""


def annotation_folder(folder: Path) -> Path:
    """Where the XML files are: the folder itself, or Annotations within it."""
    within = folder / "Annotations"
    return within if within.is_dir() else folder


def _object(places: list[tuple[str, int]], row: int, field: str) -> str:
    file, number = places[row]
    return say("vision.part_field_of_object", file=file, number=number, field=field)


def rows_of_voc(path: Path, classes: dict[Any, str] | None, images: Sizes | None) -> AnnotationRows:
    """The objects of a folder of XML files, or of one."""
    files = [path] if path.is_file() else sorted(annotation_folder(path).glob("*.xml"))
    places: list[tuple[str, int]] = []
    origin = Origin(path.name, partial(_object, places))
    image: list[str] = []
    names: list[str] = []
    boxes: list[list[float]] = []
    difficult: list[bool] = []
    sizes: Sizes = dict(images or {})
    for file in files:
        root = xml_of(file)
        own = _size(root, file)
        sizes[file.stem] = own if own[0] > 0 else sizes.get(file.stem, own)
        for number, found in enumerate(root.findall("object")):
            places.append((file.name, number))
            image.append(file.stem)
            names.append(_name(found, len(places) - 1, origin))
            boxes.append(_corners(found, len(places) - 1, origin))
            difficult.append(_flag(found.findtext("difficult"), len(places) - 1, origin))
    given = np.array(boxes, np.float64).reshape(-1, 4)
    return AnnotationRows(
        origin,
        keys_of(image),
        keys_of(names),
        as_coco(given, "xyxy"),
        ignored=np.array(difficult, bool),
        images=images_of(list(sizes), sizes, path.name),
        categories=None if classes is None else categories_of(classes, path.name),
        unit=PIXEL,
        may_be_empty=np.ones(len(given), bool),
        given=given,
        fields=("filename", "name", "bndbox"),
    )


def xml_of(path: Path) -> Element:
    """The root of an XML file, which may declare no entities and no document type: either could make much of little."""
    builder = TreeBuilder()
    try:
        content, encoding = _encoded(regular(path).read_bytes(), path)
    except OSError as reason:
        raise InputError("vision.file_cannot_be_read", path=path, reason=said_by_system(reason)) from None
    parser = expat.ParserCreate(encoding)

    def refuse(*_: Any) -> None:
        raise InputError("vision.voc_document_type_declared", path=path)

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(content, True)
    except expat.ExpatError as reason:
        raise InputError("vision.voc_not_xml", path=path, line=reason.lineno, column=reason.offset + 1) from None
    except (LookupError, ValueError) as reason:  # a mark at the start of the file, and an encoding that Expat does not know
        if isinstance(reason, InputError):
            raise
        raise InputError("vision.voc_encoding_mismatch", path=path) from None
    root: Element = builder.close()
    if root.tag != "annotation":
        raise InputError("vision.voc_annotation_missing", path=path, tag=root.tag)
    return root


def _encoded(content: bytes, path: Path) -> tuple[bytes, str | None]:
    """An XML file for Expat, and its encoding in the place of the one that it declares: what Expat cannot decode becomes UTF-8."""
    declared = DECLARED.match(content)
    if declared is None:
        return content, None
    name = declared[1].decode()
    try:
        codec = codecs.lookup("gb18030" if name.lower() == "gb2312" else name).name  # files that say GB2312 hold GB18030 as well
    except LookupError:
        codec = ""
    if codec.startswith(("utf-8", "utf-16")):
        return content, "utf-8" if codec == "utf-8" else None
    if not OF_TEXT.fullmatch(codec):
        raise InputError("vision.voc_encoding_unsupported", path=path, name=name)
    try:
        return content.decode(codec).encode(), "utf-8"
    except UnicodeDecodeError as reason:
        raise InputError("vision.voc_byte_not_in_encoding", path=path, place=reason.start, name=name) from None


def _size(root: Element, path: Path) -> tuple[int, int]:
    """Height and width; zeros where they are not said."""
    sides = []
    for side in ("height", "width"):
        text = (root.findtext(f"size/{side}") or "0").strip()
        value = number_of(text)
        if value is None or not value.is_integer() or not 0 <= value < MOST_SIDE:
            raise InputError("vision.voc_size_not_integer", path=path, side=side, text=text)
        sides.append(int(value))
    return sides[0], sides[1]


def _name(found: Element, row: int, origin: Origin) -> str:
    name = (found.findtext("name") or "").strip()
    if not name:
        origin.refuse(row, "name", None, say("vision.part_id_missing"))
    return name


def _corners(found: Element, row: int, origin: Origin) -> list[float]:
    corners = []
    for corner in CORNERS:
        text = found.findtext(f"bndbox/{corner}")
        value = None if text is None else number_of(text.strip())
        if value is None:
            what = say("vision.part_id_missing") if text is None else say("vision.part_field_not_finite")
            origin.refuse(row, f"bndbox/{corner}", text, what)
        corners.append(value)
    return corners


def _flag(text: str | None, row: int, origin: Origin) -> bool:
    if text is not None and text.strip() not in ("0", "1"):
        origin.refuse(row, "difficult", text, say("vision.part_flag_not_binary"))
    return text is not None and text.strip() == "1"
