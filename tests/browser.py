"""A browser for the report's tests, and pages that must neither complain nor call out."""

import os
import shutil
import time
from pathlib import Path

import pytest

from components import needs
from gnomon.report import write

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium():
    """The path of Chromium; without it the test is skipped, or failed under GNOMON_CI."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        text = "Chromium is not installed; to run this test: apt-get install chromium"
        if os.environ.get("GNOMON_CI"):
            pytest.fail(text)
        pytest.skip(text)
    return found


@pytest.fixture(scope="session")
def browser(chromium):
    with needs("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Write an evaluation's report, or take a file, and open it; afterwards the console must be empty and no request made."""
    contexts, complaints, requests = [], [], []

    def open_page(evaluation, lang="en", width=1280, height=900, **context):
        path = evaluation if isinstance(evaluation, Path) else write(evaluation, tmp_path / f"{len(contexts)}.html", lang)
        made = browser.new_context(viewport={"width": width, "height": height}, offline=True, **context)
        made.set_default_timeout(600_000)  # a busy machine is no fault of the page
        contexts.append(made)
        page = made.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector('html[data-ready="true"]')
        return page

    yield open_page
    for made in contexts:
        made.close()
    assert not complaints
    assert all(url.startswith(("file:", "data:", "blob:")) for url in requests)


def choose(page, place):
    """Another model, as a reader does it: by its label, once nothing moves or lies above it."""
    page.locator(f"label:has([data-model='{place}'])").click()


def wait_until(frame, expression, seconds=600):
    """Asked from outside again and again: from within, a page whose policy forbids eval answers Playwright only once."""
    end = time.monotonic() + seconds
    while not frame.evaluate(expression):
        assert time.monotonic() < end, f"never true within {seconds} s: {expression}"
        time.sleep(0.05)
