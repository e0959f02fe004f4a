"""Insight, studies and test hands of a deck, and a match with one's own deck: mouse, keyboard, touch."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import too_wide, violations, violations_in_both_themes
from tests.browser.table_page import TablePage

DECK = "/decks/oregon-oak-woodland/"
WORK = 180_000  # milliseconds, for a study on a busy machine


@pytest.mark.parametrize("path", ["insight/", "studies/", "hand/?seed=7", "hand/?seed=7&cards=11"])
def test_pages_are_accessible(reader: Page, path: str):
    reader.emulate_media(reduced_motion="reduce")
    reader.goto(DECK + path)
    expect(reader.get_by_role("heading", level=1)).to_be_visible()
    assert violations_in_both_themes(reader) == []


@pytest.mark.parametrize("path", ["insight/", "studies/", "hand/?seed=7"])
def test_pages_fit_a_phone(phone_reader: Page, path: str):
    phone_reader.goto(DECK + path)
    expect(phone_reader.get_by_role("heading", level=1)).to_be_visible()
    assert not too_wide(phone_reader)
    assert violations(phone_reader) == []


def spot(page: Page, name: str):
    return page.get_by_role("link", name=re.compile(f"^{name}, "))


def lit(page: Page) -> set[str]:
    return set(
        page.locator("[data-spot].is-lit").evaluate_all("spots => spots.map(spot => spot.dataset.spot)")
    )


def test_a_card_lights_those_it_has_to_do_with(page: Page):
    page.goto(DECK + "insight/")
    hawk = spot(page, "Cooper's Hawk")
    hawk.hover()
    assert lit(page) == {"coopers-hawk", "acorn-woodpecker"}
    expect(page.locator("[data-web] line.is-lit")).to_have_count(1)
    expect(hawk.locator(".dw-name")).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator("[data-web]")).not_to_have_class(re.compile("has-lit"))
    hawk.focus()
    assert lit(page) == {"coopers-hawk", "acorn-woodpecker"}
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/cards/coopers-hawk/"))


def test_a_finger_lights_first_and_opens_then(phone: Page):
    phone.goto(DECK + "insight/")
    hawk = spot(phone, "Cooper's Hawk")
    hawk.tap()
    assert lit(phone) == {"coopers-hawk", "acorn-woodpecker"}
    expect(phone).to_have_url(re.compile("/insight/"))
    hawk.tap()
    expect(phone).to_have_url(re.compile("/cards/coopers-hawk/"))


def test_the_list_says_what_the_drawing_shows(page: Page):
    page.goto(DECK + "insight/")
    page.get_by_text("As a list").click()
    listed = page.locator(".dw-list li", has_text="Cooper's Hawk can live on Acorn Woodpecker.")
    expect(listed).to_be_visible()
    alone = "Acorn Woodpecker is all that Cooper's Hawk can live on."
    expect(page.locator(".dw-notes")).to_contain_text(alone)


def test_what_takes_longer_comes_to_the_deck_page_by_itself(page: Page):
    page.goto(DECK)
    expect(page.get_by_role("heading", name="Cards that would help")).to_be_visible()
    expect(page.locator("[data-insight-more]")).to_contain_text("shuffles")
    expect(page.locator("[data-insight-more]")).not_to_have_attribute("aria-busy", "true")


def test_studies_run_tell_and_are_cancelled(page: Page):
    page.goto("/decks/arctic-tundra/studies/")
    page.get_by_role("button", name="Let events strike").click()
    storm = page.get_by_role("region", name="When events strike")
    expect(storm.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Play 200 games").click()
    trial = page.get_by_role("region", name="Test this deck")
    expect(
        trial.get_by_role("progressbar", name=re.compile("Waits for 1 other study|of 200 games"))
    ).to_be_visible()
    assert violations(page) == []
    trial.get_by_role("button", name="Cancel").click()
    expect(trial.get_by_role("button", name="Play 200 games")).to_be_visible()
    trial.get_by_text("Earlier ones").click()
    expect(trial.get_by_text("cancelled.")).to_be_visible()
    expect(storm.get_by_role("table")).to_be_visible(timeout=WORK)
    expect(
        page.get_by_role("status").filter(has_text="When events strike: The study is done.")
    ).to_be_attached()
    expect(storm.get_by_role("row", name=re.compile("own"))).not_to_have_count(0)
    expect(storm.get_by_role("button", name="Grow other tables")).to_be_visible()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.goto("/decks/arctic-tundra/")
    expect(page.get_by_role("img", name=re.compile("strikes"))).to_be_visible()


def hand(page: Page) -> list[str]:
    return page.locator(".sample-card .card").evaluate_all("cards => cards.map(card => card.dataset.key)")


def test_a_test_hand_by_keyboard(page: Page):
    page.goto(DECK + "hand/?seed=7")
    first = hand(page)
    assert len(first) == 5
    page.keyboard.press("m")
    expect(page.locator(".sample-card")).to_have_count(7)
    assert hand(page)[:5] == first
    expect(page).to_have_url(re.compile("seed=7&cards=7"))
    page.keyboard.press("b")
    expect(page.locator(".sample-card")).to_have_count(5)
    assert hand(page) == first
    again = page.get_by_role("link", name="Take back and draw again")
    again.focus()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(r"seed=7$"))
    expect(again).to_be_focused()
    page.go_back()
    expect(page).to_have_url(re.compile(r"seed=7$"))
    # All of them: a hand by another seed may begin with the same card.
    for number, key in enumerate(first):
        expect(page.locator(".sample-card .card").nth(number)).to_have_attribute("data-key", key)


def test_a_test_hand_by_touch(phone: Page):
    phone.goto(DECK)
    phone.get_by_role("link", name="Draw a test hand").first.tap()
    expect(phone.locator(".sample-card")).to_have_count(5)
    phone.get_by_role("link", name="Draw 2 more").tap()
    expect(phone.locator(".sample-card")).to_have_count(7)
    phone.get_by_role("link", name="Take back and draw again").tap()
    expect(phone.locator(".sample-card")).to_have_count(5)


def test_without_script(browser: Browser, base_url: str):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    page.goto(DECK + "hand/?seed=7")
    page.get_by_role("link", name="Draw 2 more").click()
    expect(page.locator(".sample-card")).to_have_count(7)
    page.goto(DECK)
    page.get_by_role("link", name="Suggestions, chances and what studies have found").click()
    expect(page.get_by_role("heading", name="Cards that would help")).to_be_visible()
    page.goto("/decks/old-mill-pond/studies/")
    page.get_by_role("button", name="Play 200 games").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    context.close()


def test_a_match_with_a_deck_of_ones_own(page: Page):
    page.goto(DECK)
    page.get_by_role("button", name="Copy and change").click()
    expect(page).to_have_url(re.compile("/decks/[^/]+/build/"))
    slug = page.url.split("/decks/")[1].split("/")[0]
    page.goto(f"/decks/{slug}/")
    page.get_by_role("link", name="Play this deck").click()
    expect(page.locator(".decks-group:visible")).to_have_text(["Your decks", "Ready decks"])
    own = page.locator(".deck-choice").first
    expect(own.get_by_role("radio")).to_be_checked()
    expect(own.get_by_role("radio")).to_have_value(slug)
    form = page.get_by_role("form", name="Short game (V1.4a)")
    expect(form.get_by_label("The computer’s deck").locator("optgroup")).to_have_count(2)
    assert violations(page) == []
    form.get_by_role("button", name="Start this match").click()
    table = TablePage(page)
    expect(table.main).to_have_attribute("data-ready", "")
    table.wait_for_turn()
    expect(page.locator(".hand-card")).not_to_have_count(0)
