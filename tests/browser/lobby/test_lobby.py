"""Two browsers meet at a table: through the lobby, and by a link on a phone without an account."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.accounts.test_accounts import press_until, sign_up
from tests.browser.axe import too_wide, violations, violations_in_both_themes

SOON = 8_000  # milliseconds: two updates of the page, on a busy machine
TABLE = re.compile("/matches/.")
LIVE = re.compile("part=live")


@pytest.fixture
def other(browser: Browser, base_url: str) -> BrowserContext:
    context = browser.new_context(base_url=base_url, viewport={"width": 1280, "height": 800})
    yield context
    context.close()


def make(page: Page, **choices: str) -> str:
    """Make a challenge and return its URL; its maker then waits on its page."""
    page.goto("/lobby/")
    form = page.get_by_role("form", name="New challenge")
    for label, value in choices.items():
        form.get_by_label(label.replace("_", " ")).select_option(value)
    form.get_by_role("button", name="Make the challenge").click()
    expect(page.get_by_role("heading", name="Phylo: waiting for players")).to_be_visible()
    return page.url


def test_a_link_opened_on_a_phone_begins_the_match_for_both(page: Page, phone: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    name = sign_up(page)
    link = make(page, Who_may_join="link", Clock="live-600-15")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == link
    phone.goto("/lobby/")
    expect(phone.get_by_role("heading", name="Lobby")).to_be_visible()
    assert link not in phone.content()

    phone.goto(link)
    expect(phone.get_by_role("heading", name=f"{name} invites you")).to_be_visible()
    phone.locator(".deck-choice", has_text="Boreal Wetland").tap()
    phone.get_by_role("button", name="Accept and play").tap()
    expect(phone).to_have_url(TABLE)
    expect(page).to_have_url(phone.url, timeout=SOON)
    for table in (page, phone):
        expect(table.locator("#main")).to_have_attribute("data-ready", "")
    expect(phone.get_by_text(name).first).to_be_visible()
    # Nobody has said that others may watch.
    assert page.url.split("/")[-2] not in page.request.get("/watch/").text()


def test_the_lobby_shows_and_says_what_is_new(page: Page, other: BrowserContext):
    page.goto("/lobby/")
    asks = other.new_page()
    link = make(asks, Clock="days-86400")
    code = link.rstrip("/").split("/")[-1]
    entry = page.locator(f'[data-new="{code}"]')
    expect(entry).to_be_visible(timeout=SOON)
    expect(page.locator("[data-lobby-status]")).to_contain_text("1 day a turn", timeout=SOON)
    # The focus stays while the list is redrawn.
    entry.get_by_role("link", name="Play").focus()
    second = make(other.new_page()).rstrip("/").split("/")[-1]
    expect(page.locator(f'[data-new="{second}"]')).to_be_visible(timeout=SOON)
    assert page.evaluate("document.activeElement.id") == f"take-{code}"

    asks.get_by_role("button", name="Call it off").click()
    expect(asks.get_by_text("The table is called off.")).to_be_visible()
    expect(entry).to_have_count(0, timeout=SOON)


def test_who_waits_in_the_lobby_is_led_to_the_table(page: Page, other: BrowserContext):
    link = make(page)
    page.goto("/lobby/")
    code = link.rstrip("/").split("/")[-1]
    expect(page.locator(f'[data-own="{code}"]')).to_be_visible()
    page.locator(f'[data-own="{code}"]').get_by_text("QR picture").click()
    expect(page.get_by_alt_text("The link as a QR picture")).to_be_visible()
    taker = other.new_page()
    taker.goto(link)
    taker.get_by_role("button", name="Accept and play").click()
    expect(taker).to_have_url(TABLE)
    expect(page).to_have_url(taker.url, timeout=SOON)


def test_it_does_not_ask_while_nobody_looks(page: Page):
    page.clock.install()
    page.goto("/lobby/")
    look_away = """(hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    with page.expect_request(LIVE):
        page.clock.run_for("00:05")
    page.evaluate(look_away, True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if LIVE.search(request.url) else None)
    page.clock.run_for("10:00")
    assert asked == []
    with page.expect_request(LIVE):
        page.evaluate(look_away, False)


def test_a_challenge_to_somebody_by_keyboard(page: Page, other: BrowserContext):
    name = sign_up(page)
    maker = other.new_page()
    sign_up(maker)
    maker.goto(f"/people/{name}/")
    press_until(maker, ".person-head .button")
    maker.keyboard.press("Enter")
    expect(maker.get_by_role("heading", name=f"Challenge {name}")).to_be_visible()
    press_until(maker, ".new .button.big")
    maker.keyboard.press("Enter")
    expect(maker.get_by_role("heading", name=f"Waiting for {name}")).to_be_visible()
    page.goto("/rules/")
    expect(page.locator(".head-nav .head-waiting")).to_contain_text("1 waiting for you")
    page.goto("/lobby/")
    press_until(page, "[id^=take-]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="invites you")).to_be_visible()
    press_until(page, ".accept-bar .button.big")
    page.keyboard.press("Enter")
    expect(page).to_have_url(TABLE)
    expect(maker).to_have_url(page.url, timeout=SOON)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_pages_are_accessible(page: Page, other: BrowserContext, width: int, scheme: str):
    """In both themes, and nothing scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)

    def look(path: str = "") -> None:
        if path:
            page.goto(path)
        assert not too_wide(page), page.url
        assert violations(page) == [], page.url

    link = make(other.new_page(), Clock="live-1200-30")
    look("/leaders/")
    look("/lobby/")
    look(link)
    make(page)
    look()
    page.goto("/lobby/")
    page.get_by_text("QR picture").first.click()
    page.get_by_text("More options").click()
    look()
    form = page.get_by_role("form", name="New challenge")
    form.get_by_label("Your deck").select_option(label="African Savanna")
    form.get_by_label("Clock").evaluate("each => { each.options[0].value = 'never' }")
    page.get_by_role("button", name="Make the challenge").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look()


def test_two_find_each_other_and_one_plays_the_computer_meanwhile(page: Page, phone: Page):
    phone.goto("/play/")
    phone.get_by_label("Game", exact=True).select_option("ecosystem")
    phone.get_by_role("button", name="Find somebody").press("Enter")
    expect(phone.get_by_role("heading", name="Looking for somebody to play with")).to_be_visible()
    assert violations_in_both_themes(phone) == []
    phone.get_by_role("button", name="Play the computer meanwhile").click()
    expect(phone.get_by_role("status").filter(has_text="Looking for somebody.")).to_be_visible()
    beside = phone.url
    page.goto("/lobby/#quick")
    page.get_by_label("Game", exact=True).select_option("ecosystem")
    page.get_by_role("button", name="Find somebody").click()
    expect(page).to_have_url(re.compile("/matches/"))
    way = phone.get_by_role("link", name="Go to the game")
    expect(way).to_be_visible(timeout=15_000)
    assert phone.url == beside
    way.click()
    expect(phone).to_have_url(page.url)
