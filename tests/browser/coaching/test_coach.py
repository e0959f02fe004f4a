"""The coach of a first game: its numbers on cards and spaces, and one press that sends it away for good."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

FIRST = Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "start", coached=True)


def test_its_marks_by_touch_until_it_is_sent_away(phone: Page, site: Site):
    """One line over the hand, which leaves the room to the table and opens on a tap."""
    phone.emulate_media(reduced_motion="reduce")
    table = TablePage(phone).sit_down(*lay_out(site, FIRST), site.url)
    coach = phone.get_by_role("group", name="Your coach")
    words = phone.get_by_text("Choose a card with one of these round marks")
    line = coach.get_by_text("Choose a card with a mark")
    expect(line).to_be_visible()
    assert coach.bounding_box()["height"] < 50
    expect(words.first).to_be_hidden()
    line.tap()
    expect(coach).to_contain_text("Choose a card with one of these round marks")
    expect(phone.get_by_role("button", name="Play without the coach")).to_be_in_viewport()
    phone.locator(".coach summary").tap()
    expect(words.first).to_be_hidden()
    expect(phone.locator("#said")).to_contain_text("Choose a card with one of these round marks")
    card, space = (phone.locator(f".{each}:has(> .coach-mark)") for each in ("hand-card", "cell"))
    for marked in (card, space):
        expect(marked.filter(has_text="Your coach: 1")).to_be_in_viewport()
    assert violations_in_both_themes(phone) == []
    number = space.first.locator(".coach-mark").inner_text()
    phone.locator(".hand-card:has(> .coach-mark)", has_text=number).tap()
    before = table.version
    space.first.tap()
    again = phone.get_by_role("button", name="Play it here")
    if again.is_visible():
        again.tap()
    table.wait_past(before)
    expect(coach).not_to_contain_text("Choose a card with one of these round marks")
    expect(space).not_to_have_count(0)
    phone.locator(".coach summary").tap()
    with phone.expect_response("**/coach/") as answer:
        phone.get_by_role("button", name="Play without the coach").tap()
    assert answer.value.status == 204
    expect(phone.locator("[data-coach-says], :is(.cell, .hand-card) > .coach-mark")).to_have_count(0)
    phone.reload()
    expect(table.main).to_have_attribute("data-ready", "")
    expect(coach).to_have_count(0)
