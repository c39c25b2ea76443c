"""The report's pictures for the pages: docs/figures/report-light.png, report-dark.png and report-comparison.png, of the sample loans,
and report-ranking.png, of the sample click log.

python tools/screenshots.py    needs Chromium (apt-get install chromium; fonts-noto-cjk for the Chinese button)
"""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import gnomon as gn
from gnomon.evaluation import evaluate
from gnomon.report import write

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
WIDTH = 1320


def main() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("Chromium is not installed; apt-get install chromium")
    evaluation = evaluate(gn.samples.credit(), label="default", score={"new": "p_new", "old": "p_old"}, by="region")
    # The same picture every time: the sample has no file, and today's date would change it daily.
    named = replace(evaluation, source="credit.parquet", created="2026-01-01")
    FIGURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_path = write(named, Path(folder) / "report.html")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for theme in ("light", "dark"):
            page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, color_scheme=theme)
            page.goto(page_path.as_uri())
            page.wait_for_selector('html[data-ready="true"]')
            target = FIGURES / f"report-{theme}.png"
            box = page.locator("#explorer").bounding_box()
            assert box is not None
            page.screenshot(path=target, full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": box["y"] + box["height"]})
            print(f"wrote {target.relative_to(FIGURES.parents[1])}")
            if theme == "light":
                compared = FIGURES / "report-comparison.png"
                page.locator("#comparison").screenshot(path=compared)
                print(f"wrote {compared.relative_to(FIGURES.parents[1])}")
        log = evaluate(gn.samples.clicks(), label="clicked", score={"taste": "p_taste", "popular": "p_popular"}, group="user")
        ranking_path = write(replace(log, source="clicks.csv", created="2026-01-01"), Path(folder) / "ranking.html")
        page = browser.new_page(viewport={"width": WIDTH, "height": 1000})
        page.goto(ranking_path.as_uri())
        page.wait_for_selector('html[data-ready="true"]')
        target = FIGURES / "report-ranking.png"
        page.locator("#ranking").screenshot(path=target)
        print(f"wrote {target.relative_to(FIGURES.parents[1])}")
        browser.close()


if __name__ == "__main__":
    main()
