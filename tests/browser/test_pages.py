import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage, placements
from tests.services.site import Site

START = Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "start")


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Page:
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    yield context.new_page()
    context.close()


def test_home_is_accessible(reader: Page):
    reader.goto("/")
    expect(reader.get_by_role("heading", level=1)).to_be_visible()
    assert violations_in_both_themes(reader) == []


@pytest.mark.parametrize("address", ["/play/", "/play/computer/", "/learn/", "/community/"])
def test_overviews_are_accessible(reader: Page, address: str):
    reader.goto(address)
    assert violations_in_both_themes(reader) == []


def test_choose_deck_and_level(page: Page):
    page.goto("/play/computer/")
    page.locator(".deck-choice input").nth(2).check(force=True)
    name = page.locator(".deck-name").nth(2).text_content()
    form = page.get_by_role("form", name="Short game (V1.4a)")
    form.get_by_role("radio", name="Mouse").check()
    form.get_by_role("button", name="Start this match").click()
    expect(page).to_have_url(re.compile("/matches/"))
    page.goto("/")
    running = page.get_by_role("region", name="Your running games")
    expect(running).to_contain_text(name)
    running.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("/matches/"))


def test_table_is_accessible(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, START), site.url)
    table.hand_card(placements(table.choices)[0]["source"]).dispatch_event("click")
    assert violations_in_both_themes(page) == []


def test_theme_is_kept(page: Page):
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Light")).to_be_visible()


def test_phone(phone: Page, site: Site):
    """Taps play; nothing that can be tapped is smaller than a finger; nothing scrolls sideways."""
    table = TablePage(phone).sit_down(*lay_out(site, START), site.url)
    choice, before = placements(table.choices)[0], table.version
    table.hand_card(choice["source"]).tap()
    table.space(choice["at"]).dispatch_event("click")
    table.wait_past(before)
    table.wait_for_turn()
    small = phone.evaluate(
        """() => [...document.querySelectorAll('button, summary, .hand-card')].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width && (box.width < 44 || box.height < 44);
        }).map((each) => each.outerHTML.slice(0, 90))"""
    )
    assert small == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.violations() == []


def test_zoom_keeps_cards_sharp(page: Page, site: Site):
    """A card is drawn at its size, not scaled; zooming in shows more of it."""
    TablePage(page).sit_down(*lay_out(site, START), site.url)
    card = page.locator(".lying .card").first
    page.get_by_role("button", name="fit").click()
    near = card.bounding_box()["width"]
    for _step in range(4):
        page.get_by_role("button", name="Larger").click()
    assert card.bounding_box()["width"] > near * 1.5
    assert card.evaluate("card => getComputedStyle(card.closest('.board')).transform").startswith(
        "matrix(1, 0, 0, 1"
    )


def test_example_replay(page: Page, phone: Page):
    page.goto("/replays/rulebook-example/")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-step-shown]")).to_have_text("1")
    expect(page.locator("#main")).to_have_attribute("data-shown", "1")
    page.keyboard.press("End")
    last = page.locator("#main").get_attribute("data-last")
    expect(page.locator("#main")).to_have_attribute("data-shown", last)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#main")).to_have_attribute("data-shown", str(int(last) - 1))
    assert TablePage(page).violations() == []
    phone.goto("/replays/rulebook-example/")
    phone.get_by_role("button", name="Menu").tap()
    for name in ("Rules", "Home"):
        phone.get_by_role("link", name=name).click(trial=True)
    assert TablePage(phone).violations() == []
