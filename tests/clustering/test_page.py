"""The page of clusters in Chromium: the table in the order of the match, silhouettes, both languages, nothing on the console."""

import pytest

import gnomon as gn
from clustering.test_evaluation import ASKED, TABLE


@pytest.fixture(scope="module")
def evaluation():
    return gn.evaluate(TABLE, **ASKED, features=["x", "y"], by="part")


@pytest.mark.parametrize(("lang", "heading"), [("en", "Which classes are in which clusters?"), ("zh", "各类别落在哪些簇里？")])
def test_the_table_and_the_silhouettes(opened, evaluation, lang, heading):
    page = opened(evaluation, lang)
    assert page.locator("#contingency-title").inner_text() == heading
    table = page.locator("#contingency-table")
    assert table.locator("tbody tr").count() == 3
    assert table.locator("td.matched").count() == 3
    assert page.locator("#silhouettes-table tbody tr").count() == 3
    page.get_by_text("poor", exact=True).first.click()
    heads = table.locator("thead th").all_inner_texts()
    assert heads[-2] == ("noise (-1)" if lang == "en" else "噪声（-1）")
    assert page.locator("#silhouettes-table tbody tr").count() == 6
    assert page.locator("#silhouettes-table svg rect.below").count() > 0
