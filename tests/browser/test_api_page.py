"""The page of the API in a browser: Swagger UI, in the frame of the site."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import too_wide, violations_in_both_themes


@pytest.mark.parametrize("width", [1280, 390])
def test_operations_stand_there_and_nothing_scrolls_sideways(reader: Page, width: int):
    reader.set_viewport_size({"width": width, "height": 844})
    reader.goto("/api/")
    expect(reader.locator("#operations-cards-listCards")).to_be_visible()
    assert not too_wide(reader)


def test_a_link_leads_to_an_operation_further_down(reader: Page):
    """From a hundred addresses on, Swagger UI draws only those in sight."""
    reader.goto("/api/#/decks/makeDeck")
    expect(reader.locator("#operations-decks-makeDeck")).to_be_visible()


def test_an_operation_opens_by_keyboard_and_can_be_tried(page: Page):
    page.goto("/api/")
    operation = page.locator("#operations-cards-getCard")
    operation.get_by_role("button").first.press("Enter")
    operation.get_by_role("button", name="Try it out").press("Enter")
    operation.get_by_placeholder("key").fill("horse")
    operation.get_by_role("button", name="Execute").press("Enter")
    expect(operation.get_by_text('"horse"').first).to_be_visible()


def test_it_reads_well_in_the_light_and_in_the_dark(reader: Page):
    """Its landmarks and buttons within buttons are Swagger UI's own."""
    reader.goto("/api/")
    expect(reader.locator("#operations-cards-listCards")).to_be_visible()
    expect(reader.get_by_role("heading", level=1).first).to_have_text("For programmers: the API")
    assert [each for each in violations_in_both_themes(reader) if "color-contrast" in each] == []
