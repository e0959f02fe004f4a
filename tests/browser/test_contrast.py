"""Text over gradients, pictures and other elements, in both themes: what axe leaves open is measured."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import drafts
from tests.browser.axe import violations_in_both_themes
from tests.browser.contrast import too_weak_in_both_themes
from tests.browser.decks.test_builder import new_deck
from tests.browser.members import sign_in
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

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


@pytest.fixture(scope="module")
def reviewers(browser: Browser, browser_context_args: dict, site: Site) -> Iterator[BrowserContext]:
    with browser.new_context(**browser_context_args) as context:
        yield sign_in(context, site, "Rex", reviewer=True)


OWN_PAGES = ("/account/", "/proposals/", "/cards/propose/")


@pytest.mark.parametrize("address", OWN_PAGES)
def test_a_page_of_ones_own(reviewers: BrowserContext, address: str):
    with reviewers.new_page() as page:
        assert page.goto(address).ok
        assert too_weak_in_both_themes(page) == []


def test_the_builder(reviewers: BrowserContext):
    with reviewers.new_page() as page:
        new_deck(page)
        assert too_weak_in_both_themes(page) == []


def test_the_table_with_lit_spaces_and_in_words(page: Page, site: Site):
    scene = Scene(("great-plains-prairie", "oregon-oak-woodland"), 137, "danger")
    table = TablePage(page).sit_down(*lay_out(site, scene), site.url)
    table.hand_card(next(each["source"] for each in table.choices if each["do"] == "play")).click()
    assert too_weak_in_both_themes(page) == []
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="The table in words")).to_be_visible()
    assert violations_in_both_themes(page) == []


def test_a_drafting_table_also_in_words(page: Page, site: Site):
    seated = drafts.seat(site, "Ada", "greedy", rules="ecosystem", turn=6)
    drafts.DraftPage(page, seated["address"], seated["sessions"]["Ada"], site.url)
    assert too_weak_in_both_themes(page) == []
    page.keyboard.press("m")
    words = page.get_by_role("dialog", name="The table in words")
    expect(words.get_by_role("listitem").first).to_contain_text("row 1, column")
    assert violations_in_both_themes(page) == []
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
