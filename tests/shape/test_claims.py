"""Sentences of the README and the guides that the code can be held to."""

import inspect
import re
from pathlib import Path

import pytest

import gnomon as gn
from gnomon.catalog import entries
from gnomon.public import function
from gnomon.summary import Summary

ROOT = Path(__file__).parents[2]
OF_LISTS = {"Ranked", "Recommended"}
OF_OTHERS = {"BoundaryCounts", "Matches", "PanopticCounts", "Points", "Ratings", "SegmentationCounts"}


def kinds(of=Summary):
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_the_map_names_every_summary():
    page = (ROOT / "docs/architecture.md").read_text()
    made = {kind.__name__ for kind in kinds() if kind.__module__.startswith("gnomon.") and not inspect.isabstract(kind)}
    assert sorted(name for name in made - {"ExactSums"} if f"`{name}`" not in page) == []


def test_which_metrics_take_weight_undefined_and_missing():
    """The README: all three where a row has a label, a score, a number or a text; the others take undefined=."""
    for entry in entries():
        if entry.kind == "value":
            taken = {"weight", "undefined", "missing"} & set(inspect.signature(function(entry.name)).parameters)
            by_row = entry.summary.__name__ not in OF_LISTS | OF_OTHERS
            assert taken == {"weight", "undefined", "missing"} if by_row else "undefined" in taken, entry.name


def test_smape_ends_where_its_page_says():
    assert gn.catalog.get("smape").range == (0, 200)
    assert gn.smape([1, 1], [-1, 1e9]) == pytest.approx(200)
    found = gn.interval("smape", [1, 2, 3, 4], [-1, 2, 1e9, 5])
    assert found.low < found.value < found.high <= 200


def test_what_conventions_says_of_hosmer_lemeshow_and_mcc():
    y, p = [0, 1, 0, 1] * 25, [0.2, 0.7, 0.4, 0.6] * 25
    elsewhere, here = (gn.hosmer_lemeshow(y, p, fitted=fitted) for fitted in ("elsewhere", "here"))
    assert (gn.hosmer_lemeshow(y, p).df, here.df) == (elsewhere.df, elsewhere.df - 2)
    with pytest.warns(gn.UndefinedMetricWarning):
        assert gn.mcc([1, 1], [1, 0]) != gn.mcc([1, 1], [1, 0], undefined=0.0) == 0.0


def test_the_change_log_has_the_minimum_versions_of_the_project():
    asked = {name.lower(): least for name, least in re.findall(r'"([A-Za-z-]+)>=([\d.]+)', (ROOT / "pyproject.toml").read_text())}
    asked["mlflow"] = asked["mlflow-skinny"]
    log = (ROOT / "CHANGELOG.md").read_text()
    (line,) = re.findall(r"^- Lower minimum versions: (.*)\.$", log, re.MULTILINE)
    (least,) = re.findall(r"typer [\d.]+, pyarrow [\d.]+ and nanobind [\d.]+", log)
    said = re.findall(r"([A-Za-z-]+) ([\d.]+\d)", f"{line}; {least}")
    assert len(said) == 10
    assert [(name, version) for name, version in said if asked[name.lower()] != version] == []
