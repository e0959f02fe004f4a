"""From an idea to a card in play: a newcomer and a reviewer in two browsers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accounts.test_accounts import sign_up
from tests.browser.axe import too_wide, violations_in_both_themes
from tests.browser.curators import make_reviewer
from tests.browser.decks.test_builder import SAVED, by_key, state, total
from tests.browser.table_page import TablePage, placements
from tests.editor.pictures import picture
from tests.services.site import Site

FERN = "School Fern"
TEXTS = {
    "name": FERN, "latin_name": "Asplenium schola", "kingdom": "Plantae", "phylum": "Pteridophytes",
    "class": "Polypodiopsida", "fact": "It grows on the wall of a school.",
    "source": "https://example.org/fern", "points": "9",
}  # fmt: skip


def propose(page: Page, art: Path) -> None:
    """Propose a card with an uploaded picture and submit it."""
    page.goto("/cards/propose/")
    page.get_by_text("Kingdom, phylum and class").click()
    page.get_by_text("Bring a picture of your own").click()
    for name, value in TEXTS.items():
        page.locator(f"#id-{name}").fill(value)
    for name, value in (("diet", "photosynthetic"), ("food_chain", "1"), ("scale", "4")):
        page.locator(f"#id-{name}").select_option(value)
    for value in ("forest", "grassland", "cool", "warm"):
        page.locator(f"input[value={value}]").first.check()
    page.locator("#art-file").set_input_files(art)
    page.locator("#art-artist").fill("Ana Lee")
    page.locator("#art-source").fill("My own photograph")
    page.locator("#art-licence").select_option("CC-BY-4.0")
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("#live .is-full .card")).to_contain_text("Art: Ana Lee")
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_text("Others can see it now")).to_be_visible()


def looks_well(page: Page) -> None:
    assert violations_in_both_themes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert not too_wide(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_newcomers_card_is_reviewed_published_and_played(
    page: Page, browser: Browser, browser_context_args: dict, site: Site, tmp_path: Path
):
    art = tmp_path / "fern.jpg"
    art.write_bytes(picture("JPEG"))
    sign_up(page)
    propose(page, art)
    with browser.new_context(**browser_context_args) as context:
        review = context.new_page()
        make_reviewer(site, sign_up(review))

        # By keyboard only: go to the proposal, tick it and ask for changes.
        review.goto("/proposals/")
        row = review.locator(".queue-row").filter(has_text=FERN)
        expect(row).to_contain_text("new here")
        review.keyboard.press("j")
        review.keyboard.press("x")
        expect(row.get_by_role("checkbox")).to_be_checked()
        looks_well(review)
        row.get_by_role("link", name=FERN).click()
        expect(review.locator("#tried")).to_contain_text("The formula suggests")
        looks_well(review)
        review.get_by_label("Reason").fill("Nine points are many. What does the formula say?")
        review.get_by_role("button", name="Ask for changes").click()
        expect(review.get_by_text("Its author has been told what to change.")).to_be_visible()

        # The newcomer is notified and answers.
        page.goto("/")
        page.locator(".head-bell").click()
        looks_well(page)
        page.get_by_role("link", name=re.compile("asks for changes")).click()
        expect(page.locator(".cur-note")).to_contain_text("Nine points are many.")
        page.get_by_role("link", name="Edit it").click()
        page.locator("#id-points").fill("2")
        page.get_by_role("button", name="Submit", exact=True).click()
        page.get_by_label("Your comment").fill("Two, as the formula says.")
        page.get_by_role("button", name="Comment", exact=True).click()

        review.reload()
        expect(review.locator("#talk")).to_contain_text("Two, as the formula says.")
        review.get_by_role("button", name="Approve and publish").click()
        expect(review.get_by_text("It is approved and published.")).to_be_visible()
        review.get_by_role("link", name="Its history").click()
        expect(review.locator("#revision-1")).to_contain_text("as it is now")

    page.goto("/decks/new/?start=")
    page.get_by_label("Name").fill("Walls")
    page.get_by_role("button", name="Begin").click()
    expect(state(page)).to_have_text(SAVED)
    for key, digit in (
        ("school-fern", "5"), ("white-clover", "5"), ("common-dandelion", "5"), ("horse", "3"),
        ("eastern-grey-squirrel", "3"), ("monarch-butterfly", "3"),
    ):  # fmt: skip
        by_key(page, f"key={key}", digit)
    expect(total(page)).to_have_text("24")
    expect(state(page)).to_have_text(SAVED)
    page.locator("#play").click()
    expect(page.get_by_role("radio", name=re.compile("Walls"))).to_be_checked()
    page.get_by_role("button", name="Start this match").locator("visible=true").first.click()
    expect(page).to_have_url(re.compile("/matches/."))
    table = TablePage(page)
    expect(table.main).to_have_attribute("data-ready", "")
    page.evaluate("document.getElementById('main').dataset.pause = '0'")
    table.wait_for_turn()
    held = page.locator(".hand-card").filter(has_text=FERN)
    # Five of 24 cards are ferns, so one is soon drawn.
    while not held.count():
        table.end_turn()
        table.wait_for_turn()
    source = held.first.get_attribute("data-source")
    table.play(next(each for each in placements(table.choices) if each["source"] == source))
    expect(page.locator(".cell").filter(has_text=FERN).first).to_be_visible()


@pytest.mark.parametrize("address", ["/translations/", "/translations/de/?show=all"])
def test_cards_are_translated_on_a_phone(phone_reader: Page, address: str):
    phone_reader.goto(address)
    assert not too_wide(phone_reader)
    assert violations_in_both_themes(phone_reader) == []
