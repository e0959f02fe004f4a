"""A table of a drafting game is set up in one browser and joined in another."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import too_wide, violations, violations_in_both_themes

SOON = 8_000  # milliseconds: two updates of the page, on a busy machine


def test_a_game_against_computers_needs_no_scrolling_on_a_phone(phone: Page):
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto("/tables/new/?rules=ecosystem")
    expect(phone.get_by_role("button", name="To the table")).to_be_in_viewport(ratio=1)
    phone.get_by_text("Choose who plays").tap()
    expect(phone.get_by_label("Seat 2")).to_be_visible()
    assert not too_wide(phone)


def test_two_people_meet_at_a_table(page: Page, phone: Page):
    page.goto("/tables/new/?rules=coral-reef")
    people = page.get_by_role("group", name="People online")
    expect(page.get_by_text("Against 2 computer players: Mouse.")).to_be_visible()
    page.get_by_text("Choose who plays").click()
    expect(people).to_be_hidden()
    for seat in ("Seat 2", "Seat 4"):
        page.get_by_label(seat).select_option("person")
    expect(people).to_be_visible()
    assert violations(page) == []
    watched = page.get_by_label("Others may watch")
    for who, others in (("link", False), ("lobby", True)):
        page.get_by_label("Who may join").select_option(who)
        expect(watched).to_be_checked(checked=others)
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("heading", name="Coral Reef: waiting for players")).to_be_visible()
    assert violations_in_both_themes(page) == []

    phone.goto(page.url)
    assert not too_wide(phone)
    phone.get_by_role("button", name="Take a seat").tap()
    expect(phone.get_by_role("heading", name="Coral Reef: waiting for players")).to_be_visible()
    expect(page.locator(".fill")).to_have_text("3 of 4 seats taken", timeout=SOON)
    page.get_by_text("Begin now, with the computer in the free seats").click()
    page.get_by_role("button", name="Begin now").click()
    expect(page).to_have_url(re.compile("/matches/"))
    expect(phone).to_have_url(page.url, timeout=SOON)
