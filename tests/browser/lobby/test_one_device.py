"""Phylo for two on one device, in the browser: by keyboard alone, from the form to two turns."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.table_page import SOON, TablePage


def test_two_take_turns_by_keyboard_and_a_covered_page_shows_no_hand(page: Page):
    table = TablePage(page)
    page.goto("/matches/here/")
    table.hurry(page.url)
    assert violations_in_both_themes(page) == []
    page.get_by_label("Name of player 1").fill("Mia")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Start").press("Enter")
    title, cards = page.locator("#cover-title"), page.locator(".hand-card")
    expect(title).to_be_focused()
    assert violations_in_both_themes(page) == []
    names = ["Mia", "Ben"] if title.inner_text().endswith("Mia") else ["Ben", "Mia"]
    depth = page.evaluate("history.length")
    for name, other in (names, names[::-1]):
        expect(title).to_have_text(f"Hand the device to {name}", timeout=SOON)
        page.reload()
        expect(page.locator("#main")).to_have_attribute("data-ready", "")
        expect(cards).to_have_count(0)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name=f"I am {name}")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="End turn")).to_be_visible(timeout=SOON)
        expect(page.locator("#main")).to_have_attribute("data-ready", "", timeout=SOON)
        hand = cards.count()
        assert hand
        assert other in page.locator(".seats").inner_text()
        page.keyboard.press("e")
        expect(title).to_have_text(f"Hand the device to {other}", timeout=SOON)
        expect(cards).to_have_count(0)
    # What the other has done is in the log of the page between, and the way back leads to no hand.
    assert page.evaluate("history.length") == depth
    expect(page.locator(".log")).to_contain_text(names[0])
