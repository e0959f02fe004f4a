"""Text over gradients, pictures and other elements, in both themes: what axe leaves open is measured."""

import pytest
from playwright.sync_api import Page

from tests.browser.contrast import too_weak_in_both_themes

PAGES = (
    "/",
    "/lobby/",
    "/leaders/",
    "/watch/",
    "/rules/",
    "/sets/",
    "/cards/?q=honey",
    "/cards/honey-bee/",
    "/cards/help/",
    "/decks/great-plains-prairie/",
)


@pytest.mark.parametrize("address", PAGES)
def test_a_page(reader: Page, address: str):
    assert reader.goto(address).ok
    assert too_weak_in_both_themes(reader) == []


def test_the_example_of_a_rule(reader: Page):
    reader.goto("/rules/phylo-1.4a/")
    # One example: the whole page is forty screens long.
    reader.evaluate("document.querySelector('main').replaceChildren(document.querySelector('main .example'))")
    assert too_weak_in_both_themes(reader) == []
