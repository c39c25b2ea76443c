"""The report: how large it is and how soon its first chart is drawn, against one chart drawn by Vega-Lite."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import gnomon as gn
from measure import Row, at_most, faster

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PEER = "Vega-Lite: a page of one ROC curve"


def report() -> list[Row]:
    """Our whole page, every section of it, against a page that holds one ROC curve and the scripts to draw it."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name)
        ours, theirs = page(folder), vega(folder)
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        drawn = {path: min(first_chart(browser, path) for _ in range(5)) for path in (ours, theirs)}
        browser.close()
        sizes = {path: path.stat().st_size for path in (ours, theirs)}
    return [
        faster("the report of two models on 1 M rows: first chart drawn", drawn[ours], PEER, drawn[theirs], 1),
        at_most("the same", drawn[ours], "the bar, 1.5 s", 1.5, 1),
        at_most("the same, size of the page", sizes[ours], PEER, sizes[theirs], 1, unit="B"),
        at_most("the same", sizes[ours], "the bar, 2 MB", 2e6, 1, unit="B"),
    ]


def page(folder: Path) -> Path:
    rng = np.random.default_rng(0)
    y = (rng.random(1_000_000) < 0.1).astype(int)
    table = {"y": y, "new": 1 / (1 + np.exp(1 - rng.standard_normal(y.size) - y)), "region": rng.choice(list("abcdefghij"), y.size)}
    table["old"] = 1 / (1 + np.exp(1 - rng.standard_normal(y.size) - 0.5 * y))
    return gn.evaluate(table, label="y", score=["new", "old"], by="region").report(folder / "gnomon.html")


def vega(folder: Path) -> Path:
    """The same curve at as many points as ours keeps, drawn by Vega-Lite with its scripts inlined."""
    import altair as alt
    import vl_convert as vlc

    t = np.linspace(0, 1, 800)
    spec = alt.Chart(alt.Data(values=[{"x": float(x), "y": float(x**0.3)} for x in t])).mark_line().encode(x="x:Q", y="y:Q")
    html = vlc.vegalite_to_html(spec.to_json(), bundle=True)
    mark = "<script>new MutationObserver(() => document.querySelector('svg,canvas') && (window.drawn ??= performance.now()))"
    mark += ".observe(document, {childList: true, subtree: true})</script>"
    path = folder / "vega.html"
    path.write_text(html.replace("<head>", f"<head>{mark}", 1), encoding="utf-8")
    return path


def first_chart(browser: Any, path: Path) -> float:
    """Seconds from the start of loading to the first chart, in a fresh profile."""
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(path.as_uri())
    tab.wait_for_function("window.drawn || performance.getEntriesByName('first-chart').length", timeout=20_000)
    milliseconds = tab.evaluate("window.drawn || performance.getEntriesByName('first-chart')[0].startTime")
    context.close()
    return float(milliseconds) / 1000
