"""The report's pictures for the pages: docs/figures/report-light.png, report-dark.png and report-comparison.png, of the sample loans,
and report-ranking.png, of the sample click log; all but the dark one also in Chinese, as report-light.zh.png.

python tools/screenshots.py    needs Chromium (apt-get install chromium; fonts-noto-cjk for the Chinese pages)
"""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import gnomon as gn
from gnomon.evaluation import evaluate
from gnomon.report import write

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
WIDTH = 1320


def to_the_explorer(page: Any, name: str) -> None:
    """A picture of the page from its top to the end of the explorer."""
    box = page.locator("#explorer").bounding_box()
    assert box is not None
    page.screenshot(path=FIGURES / name, full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": box["y"] + box["height"]})


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("Chromium is not installed; apt-get install chromium")
    evaluation = evaluate(gn.samples.credit(), label="default", score={"new": "p_new", "old": "p_old"}, by="region")
    # The same picture every time: the sample has no file, and today's date would change it daily.
    named = replace(evaluation, source="credit.parquet", created="2026-01-01")
    log = evaluate(gn.samples.clicks(), label="clicked", score={"taste": "p_taste", "popular": "p_popular"}, group="user")
    FIGURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])

        def opened(path: Path, theme: Literal["light", "dark"] = "light") -> Any:
            page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, color_scheme=theme)
            page.goto(path.as_uri())
            page.wait_for_selector('html[data-ready="true"]')
            return page

        for lang, ending in (("en", ".png"), ("zh", ".zh.png")):
            loans = write(named, Path(folder) / f"report.{lang}.html", lang)
            page = opened(loans)
            to_the_explorer(page, f"report-light{ending}")
            page.locator("#comparison").screenshot(path=FIGURES / f"report-comparison{ending}")
            if lang == "en":
                to_the_explorer(opened(loans, "dark"), "report-dark.png")
            clicks = write(replace(log, source="clicks.csv", created="2026-01-01"), Path(folder) / f"ranking.{lang}.html", lang)
            opened(clicks).locator("#ranking").screenshot(path=FIGURES / f"report-ranking{ending}")
        browser.close()
    print("wrote docs/figures/report-*.png")


if __name__ == "__main__":
    main()
