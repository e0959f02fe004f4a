"""The rules' pages in a browser."""

import pytest
from playwright.sync_api import Page

from tests.browser.table import TablePage


# 1.3 has all that 1.4a has, and more; axe takes its time over so many cards.
@pytest.mark.parametrize("address", ["/rules/", "/rules/phylo-1.3/"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_page_in_a_browser(page: Page, address: str, scheme: str, width: int):
    """Accessible in both themes, and nothing scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert TablePage(page).violations() == []
