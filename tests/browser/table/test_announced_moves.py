"""Moves announced in words, on phone, tablet, desktop: speed, skipping, repeats; events before their play."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import SOON, TablePage
from tests.services.site import Site

PRAIRIE = ("great-plains-prairie", "oregon-oak-woodland")
BEGAN = Scene(PRAIRIE, 1, "other-began", rival="Mira")
DANGER = Scene(PRAIRIE, 137, "danger")
EVENT = Scene(PRAIRIE, 1, "strike")
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 800)}


@pytest.fixture(params=SIZES)
def page(browser: Browser, base_url: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = SIZES[request.param]
    touch = request.param != "desktop"
    context = browser.new_context(
        base_url=base_url, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    yield context.new_page()
    context.close()


def press(locator: Locator) -> None:
    """By finger where there is touch."""
    touch = locator.page.evaluate("navigator.maxTouchPoints > 0")
    locator.tap() if touch else locator.click()


def told(page: Page) -> Locator:
    return page.locator("[data-narrated]")


def test_an_opening_is_told_skipped_and_shown_again(page: Page, site: Site):
    """First the empty start, then move after move; what was played stays marked until one's own move."""
    address, session = lay_out(site, BEGAN)
    page.context.add_cookies(
        [
            {"name": "sessionid", "value": session, "url": site.url},
            {"name": "speed", "value": "slow", "url": site.url},
        ]
    )
    page.goto(address)
    main, table = page.locator("#main"), TablePage(page)
    expect(main).to_have_attribute("data-ready", "")
    latest = main.get_attribute("data-version")
    assert main.get_attribute("data-shown") == "0"
    expect(told(page)).to_contain_text(re.compile("Mira.* begins"))
    expect(page.locator(".lying")).to_have_count(2)
    skip, again = (page.locator(f'[data-tell="{name}"]') for name in ("skip", "again"))
    expect(skip).to_be_visible()
    box, area = page.locator(".narration").bounding_box(), page.locator("#playing-area").bounding_box()
    assert box["y"] + box["height"] <= area["y"] + 1

    press(skip)
    expect(main).to_have_attribute("data-shown", latest, timeout=SOON)
    expect(again).to_be_visible()
    marks = page.locator(".cell.taken .fresh")
    expect(marks.first).to_contain_text("new")
    count = marks.count()

    page.evaluate(
        """() => {
            const main = document.getElementById("main");
            main.dataset.pause = "0";
            main.dataset.heard = "";
            document.getElementById("said").replaceChildren();
            main.addEventListener("table:shown", () =>
              (main.dataset.heard += document.querySelector("[data-narrated]").textContent + "|"));
        }"""
    )
    press(again)
    beside_home = re.compile(r"^Mira.* plays .+ beside HOME: \+\d+\. \|")
    expect(main).to_have_attribute("data-heard", beside_home, timeout=SOON)
    expect(main).to_have_attribute("data-shown", latest, timeout=SOON)
    heard = main.get_attribute("data-heard").split("|")[:-1]
    assert len(heard) == int(latest)
    # Each is said once, by one region.
    for words in heard:
        assert page.locator("#said").text_content().count(words.strip()) == 1, words
    expect(main).to_have_attribute("data-shown", latest)

    page.reload()
    expect(main).to_have_attribute("data-ready", "")
    assert main.get_attribute("data-shown") == latest
    expect(marks).to_have_count(count)
    expect(told(page)).not_to_be_empty()
    assert table.violations() == []

    # Whoever chooses a card is not kept waiting.
    press(again)
    expect(skip).to_be_visible()
    press(page.locator(".hand-card").first)
    expect(main).to_have_attribute("data-shown", latest, timeout=SOON)
    page.keyboard.press("Escape")
    table.play(next(each for each in table.choices if each["do"] == "play"))
    expect(page.locator(".fresh")).to_have_count(0)
    expect(told(page)).to_contain_text("You play")


def test_a_speed_is_kept_and_fast_tells_a_turn_within_a_second(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, BEGAN), site.url)
    main = page.locator("#main")
    expect(main).to_have_attribute("data-shown", main.get_attribute("data-version"), timeout=SOON)
    if page.locator('[popovertarget="menu"]').is_visible():
        page.locator('[popovertarget="menu"]').click()
    speed = page.locator("[data-speed]:visible")
    speed.select_option("fast")
    page.reload()
    expect(page.locator("[data-speed]").first).to_have_value("fast")
    expect(main).to_have_attribute("data-ready", "")
    # Three moves with long sentences, each of which costs nine cards: the sum of the page's own numbers, as
    # a test's clock depends on the machine. A card flies while the sentence stays, then the lost ones go.
    step = page.evaluate(
        """() => {
            const { lossTime, PLAY, timeFor } =
              globalThis[Symbol.for("phylo modules")]["js/table/speed.js"];
            return Math.max(timeFor({ lines: [], said: "x".repeat(300) }), PLAY, 9 * lossTime(9));
        }"""
    )
    assert 0 < 3 * step < 1000
    again, version = page.locator('[data-tell="again"]'), main.get_attribute("data-version")
    press(again)
    expect(main).not_to_have_attribute("data-shown", version)
    expect(main).to_have_attribute("data-shown", version, timeout=SOON)
    assert table.version == int(version)


def test_own_losses_are_told_with_reason_and_sum(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, DANGER), site.url)
    page.evaluate("document.getElementById('main').dataset.pause = '100000'")
    table.page.locator('[data-act="pass"]').click()
    # On a phone the loss is told before.
    if page.locator(".controls.asked").count():
        table.page.locator('[data-act="pass"]').click()
    expect(told(page)).to_contain_text(re.compile(r"Your .+ goes \(−\d+\): .+You lose \d+ points\."))
    # Once there is something to skip; what the computer does after that is told at once as well.
    page.evaluate("document.getElementById('main').dataset.pause = '0'")
    press(page.locator('[data-tell="skip"]'))
    table.wait_for_turn()
    # On a phone the log lies behind a button.
    if not page.locator(".log").is_visible():
        page.locator('[data-act="details"]').click()
    expect(page.locator(".log")).to_contain_text(re.compile(r"Your .+ goes \(−\d+\)"))
    before = page.locator("#main").get_attribute("data-version")
    press(page.locator(".look-again").first)
    expect(page.locator("#main")).to_have_attribute("data-shown", before, timeout=SOON)


def test_an_event_says_whom_it_would_harm(page: Page, site: Site):
    table = TablePage(page).sit_down(*lay_out(site, EVENT), site.url)
    events = [each for each in table.choices if each["do"] == "event" and not each["parts"]]
    address = table.main.get_attribute("data-spaces")
    for choice in events:
        spaces = page.request.get(address, params={"source": choice["source"]}).json()["spaces"]
        said = spaces["{},{}".format(*choice["at"])]
        if said["outlook"]["gain"]:
            break
    press(table.hand_card(choice["source"]))
    tag = table.space(choice["at"]).locator(".gain-tag")
    expect(tag).to_contain_text(said["outlook"]["gain"])
    expect(tag).to_have_class(re.compile("harm") if said["outlook"]["tone"] else re.compile("gain-tag$"))
    page.keyboard.press("n")
    at = page.evaluate("document.activeElement.dataset.at")
    expect(page.locator("#said")).to_contain_text(spaces[at]["words"])

    # A finger is shown all of it first; a second tap plays, or the button beside the words.
    page.keyboard.press("Escape")
    press(table.hand_card(choice["source"]))
    before, space = table.version, table.space(choice["at"])
    # Not all lit spaces may be in sight at once.
    page.keyboard.press("0")
    press(space)
    if page.evaluate("navigator.maxTouchPoints > 0"):
        expect(page.locator("#ties")).to_contain_text(said["words"])
        expect(page.locator("#said")).to_contain_text(f"{said['words']} Tap again to play it.")
        assert table.version == before
        assert table.violations() == []
        button = page.get_by_role("button", name="Play it here")
        press(button if page.viewport_size["width"] < 800 else space)
    table.wait_past(before)
    expect(told(page)).to_contain_text("You play")
