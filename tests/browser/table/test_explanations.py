"""What the table explains, by mouse, keyboard and touch: spaces for a card in hand, cards in the food web."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import SOON, TablePage
from tests.services.site import Site

DANGER = Scene(("great-plains-prairie", "oregon-oak-woodland"), 137, "danger")
REVEAL = Scene(("great-plains-prairie", "oregon-oak-woodland"), 5, "reveal", reveal="choose")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def danger(site: Site) -> tuple[str, str]:
    """One match for all tests that only look."""
    return lay_out(site, DANGER)


@pytest.fixture
def table(page: Page, site: Site, danger: tuple[str, str]) -> TablePage:
    return TablePage(page).sit_down(*danger, site.url)


@pytest.fixture
def phone(browser: Browser, site: Site, danger: tuple[str, str]) -> TablePage:
    context = browser.new_context(base_url=site.url, **PHONE)
    table = TablePage(context.new_page()).sit_down(*danger, site.url)
    yield table
    context.close()


def spaces_of(table: TablePage, source: str) -> dict[str, Any]:
    """The server's explanation of every space for a card."""
    address = table.main.get_attribute("data-spaces")
    return table.page.request.get(address, params={"source": source}).json()["spaces"]


def web_of(table: TablePage) -> dict[str, Any]:
    address = table.main.get_attribute("data-fragment")
    return table.page.request.get(address, params={"part": "web"}).json()["cards"]


def find_space(
    table: TablePage, holds: Callable[[dict[str, Any]], bool], *, kind: str = ""
) -> tuple[str, str, dict[str, Any]]:
    """A card in hand of the kind "" or "event", and a visible empty space that meets the condition."""
    for source in dict.fromkeys(
        table.page.locator(f".hand-card{':has(.card--event)' if kind else ':not(:has(.card--event))'}")
        .evaluate_all("cards => cards.map(card => card.dataset.source)")
    ):  # fmt: skip
        for at, said in spaces_of(table, source).items():
            if holds(said) and in_sight(table, table.space_at(at)):
                return source, at, said
    raise AssertionError("no such space in this scene")


def in_sight(table: TablePage, cell: Locator) -> bool:
    box, room = cell.bounding_box(), table.page.locator("#playing-area").bounding_box()
    covered = table.page.locator(".hand-area").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return room["x"] < x < room["x"] + room["width"] and room["y"] < y < covered["y"] - 10


def rest_on(page: Page, cell: Locator) -> None:
    """A long press."""
    box = cell.bounding_box()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(page.locator("#playing-area")).to_have_class(re.compile(r"\bpanned\b"))
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_hover_says_what_the_neighbours_are(table: TablePage):
    """One line and one bond for each neighbour, with a sign as well as a colour, and a link to the rule."""
    page = table.page
    for fits in (True, False):
        source, at, said = find_space(table, lambda said, fits=fits: said["fits"] == fits and said["lines"])
        table.hand_card(source).click()
        table.space_at(at).hover()
        bubble = page.locator("[data-bubble]")
        expect(bubble).to_contain_text("Fits here" if fits else "Not here")
        lines = bubble.locator(".neighbour")
        expect(lines).to_have_count(len(said["lines"]))
        for line, shown in zip(said["lines"], lines.all(), strict=True):
            expect(shown).to_contain_text(line["words"])
            expect(shown.locator(f".{'yes' if line['fits'] else 'no'}").first).to_be_visible()
        expect(table.space_at(at).locator(".bond")).to_have_count(len(said["lines"]))
        expect(bubble.get_by_role("link").first).to_have_attribute(
            "href", re.compile(r"/rules/phylo-1.4a/#P\d+")
        )
        assert violations_in_both_themes(page) == []
        page.keyboard.press("Escape")
        expect(bubble).to_be_hidden()
        expect(page.locator(".bond")).to_have_count(0)


def test_one_request_a_card(table: TablePage):
    """Hovering sends no requests."""
    source, at, _said = find_space(table, lambda said: bool(said["lines"]))
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.hand_card(source).click()
    table.space_at(at).hover()
    expect(table.page.locator("[data-bubble]")).to_be_visible()
    for other in [each for each in spaces_of(table, source) if in_sight(table, table.space_at(each))][:6]:
        # Move away first: the bubble may cover the space.
        table.page.mouse.move(5, 500)
        expect(table.page.locator("[data-bubble]")).to_be_hidden()
        table.space_at(other).hover()
        expect(table.space_at(other)).to_have_class(re.compile(r"\bexplained\b"))
    assert len([url for url in asked if "/spaces/" in url]) == 1
    assert not [url for url in asked if "/why/" in url]


def test_the_pointer_may_go_into_the_bubble(table: TablePage):
    source, at, _said = find_space(table, lambda said: bool(said["lines"]))
    table.hand_card(source).click()
    table.space_at(at).hover()
    bubble = table.page.locator("[data-bubble]")
    expect(bubble).to_be_visible()
    bubble.get_by_role("link").first.hover()
    table.page.wait_for_timeout(500)
    expect(bubble).to_be_visible()
    table.page.mouse.move(5, 500)
    expect(bubble).to_be_hidden()


def test_an_event_says_why_a_card_is_no_target(table: TablePage):
    source, at, said = find_space(table, lambda said: not said["fits"], kind="event")
    table.hand_card(source).click()
    table.space_at(at).hover()
    expect(table.page.locator("[data-bubble]")).to_contain_text(said["words"])
    assert table.violations() == []


def test_keyboard_walks_to_every_space(table: TablePage):
    """N goes through all lit spaces, even beyond the ninth; each says its number; Tab leads to its rule."""
    page = table.page
    source, _at, _said = find_space(table, lambda said: said["fits"])
    offered = [each["at"] for each in table.choices if each["source"] == source and each["at"]]
    lit = list(dict.fromkeys(str(at) for at in offered))
    table.hand_card(source).focus()
    page.keyboard.press("Enter")
    seen = []
    for number in range(1, len(lit) + 1):
        page.keyboard.press("n")
        expect(page.locator(":focus")).to_have_accessible_name(
            re.compile(rf"Space .*[+−±]\d+ .*, {number} of {len(lit)}$")
        )
        seen.append(page.evaluate("JSON.stringify(document.activeElement.dataset.at.split(',').map(Number))"))
    assert sorted(seen) == sorted(text.replace(" ", "") for text in lit)
    expect(page.locator("[data-bubble]")).to_contain_text("Fits here")
    page.keyboard.press("i")
    expect(page.locator("#said")).to_contain_text("Fits here")
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("href", re.compile("#P"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-bubble]")).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('.cell')")


def test_arrows_explain_refused_spaces_too(table: TablePage):
    page = table.page
    source, at, said = find_space(table, lambda said: not said["fits"] and said["lines"])
    table.hand_card(source).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    x, y = (int(part) for part in at.split(","))
    here = [int(part) for part in page.evaluate("document.activeElement.dataset.at").split(",")]
    for _step in range(abs(x - here[0])):
        page.keyboard.press("ArrowRight" if x > here[0] else "ArrowLeft")
    for _step in range(abs(y - here[1])):
        page.keyboard.press("ArrowUp" if y > here[1] else "ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == at
    expect(page.locator("#said")).to_contain_text(said["lines"][0]["kind"])
    expect(page.locator("[data-bubble] .neighbour")).to_have_count(len(said["lines"]))


def fatal(table: TablePage) -> tuple[str, dict[str, Any]]:
    """The card whose loss would cost the most others."""
    web = web_of(table)
    at = max(web, key=lambda each: len(web[each]["cascade"]["lost"]))
    assert web[at]["cascade"]["lost"]
    return at, web[at]


def check_ties(table: TablePage, at: str, card: dict[str, Any]) -> None:
    panel = table.page.locator("#ties")
    expect(panel.get_by_role("heading", name=card["name"])).to_be_visible()
    expect(panel).to_contain_text(card["whose"])
    expect(panel).to_contain_text(card["cascade"]["words"])
    lines = len(card["lives_on"]["lines"]) + len(card["feeds"]["lines"])
    expect(panel.locator(".neighbour")).to_have_count(lines)
    expect(table.page.locator(".cell.would-go")).to_have_count(len(set(card["cascade"]["lost"])))
    assert table.space_at(at).locator(".bond").count() > 0


def test_resting_on_a_card_shows_its_place_in_the_web(table: TablePage):
    page = table.page
    at, card = fatal(table)
    table.space_at(at).hover()
    check_ties(table, at, card)
    assert violations_in_both_themes(page) == []
    page.mouse.move(5, 500)
    expect(page.locator("#ties")).to_be_hidden()
    expect(page.locator(".log")).to_be_visible()
    expect(page.locator(".bond, .would-go")).to_have_count(0)


def test_a_click_keeps_the_card(table: TablePage):
    at, card = fatal(table)
    table.space_at(at).click()
    table.page.mouse.move(5, 500)
    table.page.wait_for_timeout(900)
    check_ties(table, at, card)
    table.page.locator("#ties").get_by_role("button", name="Close").click()
    expect(table.page.locator("#ties")).to_be_hidden()


def test_keyboard_focus_shows_the_card(table: TablePage):
    page = table.page
    page.locator(".cell[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    at = page.evaluate("document.activeElement.dataset.at")
    card = web_of(table)[at]
    expect(page.locator("#ties")).to_contain_text(card["whose"])
    cell = page.locator(":focus")
    expect(cell).to_have_accessible_name(re.compile(card["name"]))
    description = cell.locator(".card > .visually-hidden").text_content()
    page.keyboard.press("i")
    expect(page.locator("#said")).to_contain_text(f"{description}. ")
    expect(page.locator("#said")).to_contain_text(re.compile(r"Lives on: .*Row \d of \d"))
    page.keyboard.press("Escape")
    expect(page.locator("#ties")).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.at") == at


def test_a_finger_that_rests_on_a_space(phone: TablePage):
    """The sheet covers the hand, not the table, and its button closes it."""
    source, _at, _said = find_space(phone, lambda said: bool(said["lines"]))
    before = phone.version
    phone.hand_card(source).tap()
    # The table has moved to the lit spaces.
    at, said = next(
        (at, said)
        for at, said in spaces_of(phone, source).items()
        if said["lines"] and in_sight(phone, phone.space_at(at))
    )
    rest_on(phone.page, phone.space_at(at))
    sheet = phone.page.locator("#ties")
    expect(sheet).to_contain_text("Fits here" if said["fits"] else "Not here")
    expect(sheet.locator(".neighbour")).to_have_count(len(said["lines"]))
    assert phone.version == before
    assert phone.space_at(at).bounding_box()["y"] < sheet.bounding_box()["y"]
    assert phone.violations() == []
    button = sheet.get_by_role("button", name="Close")
    assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44
    button.tap()
    expect(sheet).to_be_hidden()


def test_a_tap_on_a_card_opens_the_sheet(phone: TablePage):
    at, card = fatal(phone)
    phone.space_at(at).locator(".lying").tap()
    check_ties(phone, at, card)
    assert phone.violations() == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_replay_by_keyboard(page: Page):
    """Tab leads to the spaces and arrows move between them; elsewhere arrows move between steps."""
    page.goto("/replays/rulebook-example/?version=5")
    expect(page.locator("#main")).to_have_attribute("data-shown", "5")
    page.locator(".cell[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.matches('.cell')")
    expect(page.locator("#main")).to_have_attribute("data-shown", "5")
    page.keyboard.press("Enter")
    expect(page.locator("#ties")).to_be_visible()
    assert TablePage(page).violations() == []
    page.keyboard.press("Escape")
    expect(page.locator("#ties")).to_be_hidden()
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#main")).to_have_attribute("data-shown", "4")


def test_choose_the_species_to_reveal(page: Page, site: Site):
    """By keyboard only; the computer, which chooses at the same time, does not interfere."""
    table = TablePage(page).sit_down(*lay_out(site, REVEAL), site.url)
    expect(page.get_by_role("heading", name="Choose the species you reveal")).to_be_visible()
    button = page.locator('[data-act="reveal"]')
    expect(button).to_be_disabled()
    assert violations_in_both_themes(page) == []
    choice = next(each for each in table.choices if each["do"] == "reveal")
    card = table.hand_card(choice["source"])
    card.focus()
    page.keyboard.press("Enter")
    expect(button).to_be_enabled()
    expect(button).to_contain_text("Reveal")
    assert violations_in_both_themes(page) == []
    expect(table.main).to_have_attribute("data-shown", "1", timeout=SOON)
    expect(card).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(re.compile("You show .*, number"), timeout=SOON)
    table.wait_for_turn()


def test_the_pointer_may_leave_the_table(table: TablePage):
    """The header is outside of it."""
    ties = table.page.locator("#ties")
    table.page.locator(".cell.taken .lying").first.hover()
    expect(ties).to_be_visible()
    table.page.mouse.move(5, 5)
    expect(ties).to_be_hidden()
