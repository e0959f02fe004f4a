"""The rules' pages in a browser."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import too_wide, violations


# 1.3 has all that 1.4a has, and more; axe is slow with so many cards.
@pytest.mark.parametrize("address", ["/rules/", "/rules/phylo-1.3/"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_page_in_a_browser(reader: Page, address: str, scheme: str, width: int):
    """Accessible in both themes, and nothing scrolls sideways."""
    reader.set_viewport_size({"width": width, "height": 844})
    reader.emulate_media(color_scheme=scheme)
    reader.goto(address)
    assert not too_wide(reader)
    assert violations(reader) == []
