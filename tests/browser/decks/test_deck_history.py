"""Importing a deck, its history and comparing: by keyboard, on a phone, and checked with axe."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import too_wide, violations_in_both_themes

LIST = "Name: Meadow and Wood\n2 Valley Oak\n2x Horse\n3 Snwy Owl\n1 Oak\n3 Blorbus\n"


def bring(page: Page, text: str = LIST) -> None:
    """Import a deck as far as the page that shows what was understood."""
    page.goto("/decks/import/")
    page.get_by_label("A list, a deck code or JSON").fill(text)
    page.get_by_role("button", name="Check it").click()


def slug_of(page: Page) -> str:
    return re.search(r"/decks/([^/]+)/", page.url)[1]


def test_bringing_a_deck_in_by_keyboard_alone(page):
    page.goto("/decks/import/")
    page.get_by_label("A list, a deck code or JSON").focus()
    page.keyboard.type("2 Valley Oak\n3 Snwy Owl")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 line guessed")).to_be_visible()
    choice = page.get_by_label("which card?")
    choice.focus()
    expect(choice).to_have_value("snowy-owl")
    page.keyboard.press("Tab")
    page.keyboard.type("Oak and Owl")
    page.keyboard.press("Enter")
    page.wait_for_url("**/build/")
    page.goto(f"/decks/{slug_of(page)}/deck.txt")
    expect(page.locator("body")).to_contain_text("3 Snowy Owl")


def test_history_restore_and_compare(page):
    bring(page)
    page.get_by_role("button", name="Make the deck").click()
    slug = slug_of(page)
    page.goto(f"/decks/import/?deck={slug}")
    page.get_by_label("A list, a deck code or JSON").fill("4 Horse")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("+2 Horse")).to_be_visible()
    page.get_by_role("button", name="Replace the cards").click()
    page.goto(f"/decks/{slug}/history/")
    expect(page.get_by_text("−3 Snowy Owl")).to_be_visible()
    page.get_by_text("Note of version 1", exact=False).first.click()
    page.get_by_label("Note on version 1").fill("The first.")
    page.keyboard.press("Enter")
    expect(page.locator("#version-1 .history-note")).to_have_text("The first.")
    page.get_by_role("button", name="Compare the chosen two").click()
    expect(page.get_by_role("heading", name="In both")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Restore version 1").click()
    expect(page.get_by_text("Version 1 is restored.")).to_be_visible()
    expect(page.get_by_text("+3 Snowy Owl").first).to_be_visible()


def test_the_code_is_copied(page, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/decks/?show=ready")
    page.locator(".deck-name a").first.click()
    page.get_by_role("button", name="Copy the code").click()
    expect(page.get_by_text("Copied.")).to_be_attached()
    code = page.evaluate("navigator.clipboard.readText()")
    page.goto(f"/decks/import/?code={code}")
    expect(page.get_by_text("24 cards").or_(page.get_by_text("30 cards")).first).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wrong_with_the_pages(page: Page, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/decks/import/")
    assert violations_in_both_themes(page) == []
    bring(page)
    assert violations_in_both_themes(page) == []
    assert not too_wide(page)
    page.get_by_role("button", name="Make the deck").click()
    slug = slug_of(page)
    own = [f"/decks/{slug}/{each}" for each in ("history/", "history/1/")]
    for address in (*own, f"/decks/compare/?a={slug}&b={slug}@1"):
        page.goto(address)
        assert violations_in_both_themes(page) == [], address
        assert not too_wide(page), address
