"""A card as PMML 4.4, the exchange format that scoring engines read: its Scorecard element holds just what a card does."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..files import write_file

if TYPE_CHECKING:
    from .card import Card, Characteristic

NAMESPACE = "http://www.dmg.org/PMML-4_4"


def to_pmml(card: "Card", path: Any = None) -> str:
    """The card as XML, with reason codes by points below the best."""
    root = ET.Element("PMML", xmlns=NAMESPACE, version="4.4")
    ET.SubElement(ET.SubElement(root, "Header", description="scorecard"), "Application", name="gnomon")
    fields = ET.SubElement(root, "DataDictionary", numberOfFields=str(len(card.variables) + 1))
    for name, one in card.variables.items():
        kind = _kind(one, name)
        ET.SubElement(fields, "DataField", name=name, optype="continuous" if one.layout.groups is None else "categorical", dataType=kind)
    target = _unused("score", card.names)
    ET.SubElement(fields, "DataField", name=target, optype="continuous", dataType="double")
    model = ET.SubElement(
        root,
        "Scorecard",
        modelName="scorecard",
        functionName="regression",
        initialScore=repr(card.base),
        useReasonCodes="true",
        reasonCodeAlgorithm="pointsBelow",
        baselineMethod="max",
    )
    schema = ET.SubElement(model, "MiningSchema")
    for name in card.variables:
        # A category that nobody named has a bin of its own: it must reach the card.
        ET.SubElement(schema, "MiningField", name=name, usageType="active", invalidValueTreatment="asIs")
    ET.SubElement(schema, "MiningField", name=target, usageType="target")
    output = ET.SubElement(model, "Output")
    ET.SubElement(output, "OutputField", name=f"predicted_{target}", feature="predictedValue", optype="continuous", dataType="double")
    listed = ET.SubElement(model, "Characteristics")
    for name, one in card.variables.items():
        _characteristic(listed, name, one)
    ET.indent(root)
    try:
        text = '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"
        ET.fromstring(text.encode())
    except (ET.ParseError, UnicodeEncodeError):
        raise InputError("scorecards.xml_character_unsupported") from None
    if path is not None:
        write_file(Path(os.fspath(path)), text.encode())
    return text


def _kind(one: "Characteristic", name: str) -> str:
    """What PMML calls what a variable holds."""
    if one.layout.groups is None:
        return "double"
    kinds = {type(value) for group in one.layout.groups for value in group} | {type(value) for value in one.layout.special}
    if kinds <= {str}:
        return "string"
    if kinds <= {bool}:
        return "boolean"
    if kinds <= {int}:
        return "integer"
    if kinds <= {int, float}:
        return "double"
    raise InputError("scorecards.pmml_category_types_mixed", name=name)


def _unused(name: str, names: list[str]) -> str:
    while name in names:
        name += "_"
    return name


def _characteristic(listed: ET.Element, name: str, one: "Characteristic") -> None:
    layout = one.layout
    made = ET.SubElement(listed, "Characteristic", name=f"{name}_points", reasonCode=name, baselineScore=repr(one.best))
    absent = bool(np.isnan(one.points[layout.missing]))  # rows without a value have no points, and match nothing
    if not absent:
        _attribute(made, one.points[layout.missing], lambda at: _simple(at, name, "isMissing"))
    for place, code in enumerate(layout.special):
        _attribute(made, one.points[layout.regular + place], lambda at, code=code: _simple(at, name, "equal", code))
    if layout.groups is None:
        sign = "lessThan" if layout.closed == "left" else "lessOrEqual"
        for place, edge in enumerate(layout.edges):
            _attribute(made, one.points[place], lambda at, edge=edge: _simple(at, name, sign, edge))
        last = one.points[layout.regular - 1]
        if absent and layout.edges:
            beyond = "greaterOrEqual" if layout.closed == "left" else "greaterThan"
            _attribute(made, last, lambda at: _simple(at, name, beyond, layout.edges[-1]))
        else:
            _attribute(made, last, lambda at: _simple(at, name, "isNotMissing") if absent else ET.SubElement(at, "True"))
        return
    for place, group in enumerate(layout.groups):
        _attribute(made, one.points[place], lambda at, group=group: _among(at, name, group))
    if not np.isnan(one.points[layout.other]):  # else an unseen category matches nothing, and the row has no score
        _attribute(made, one.points[layout.other], lambda at: ET.SubElement(at, "True"))


def _attribute(made: ET.Element, points: float, predicate: Any) -> None:
    """A bin with its points. One without keeps its place, lest its rows fall to a bin behind it: the score is then no number."""
    predicate(ET.SubElement(made, "Attribute", partialScore="NaN" if np.isnan(points) else repr(float(points))))


def _simple(at: ET.Element, name: str, operator: str, value: object = None) -> None:
    made = ET.SubElement(at, "SimplePredicate", field=name, operator=operator)
    if value is not None:
        made.set("value", _written(value))


def _among(at: ET.Element, name: str, group: tuple[object, ...]) -> None:
    if len(group) == 1:
        _simple(at, name, "equal", group[0])
    elif any(isinstance(one, bool) or (isinstance(one, str) and (not one or set(one) & set('"\\\n\r\t'))) for one in group):
        # Readers differ in how an array spells quotes and backslashes; attributes of XML leave nothing open.
        either = ET.SubElement(at, "CompoundPredicate", booleanOperator="or")
        for one in group:
            _simple(either, name, "equal", one)
    else:
        made = ET.SubElement(at, "SimpleSetPredicate", field=name, booleanOperator="isIn")
        kind = "string" if isinstance(group[0], str) else "int" if all(isinstance(one, int) for one in group) else "real"
        array = ET.SubElement(made, "Array", n=str(len(group)), type=kind)
        array.text = " ".join(f'"{one}"' if isinstance(one, str) else _written(one) for one in group)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)
