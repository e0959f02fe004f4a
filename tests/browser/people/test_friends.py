"""Friends follow, see, challenge and block each other, and those who watch talk: on phone and desktop."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import pairs
from tests.browser.axe import too_small, too_wide, violations_in_both_themes
from tests.browser.conftest import PHONE
from tests.browser.contrast import too_weak_in_both_themes
from tests.browser.members import sign_in
from tests.browser.pairs import Pair
from tests.services.site import Site

SOON = 8_000  # milliseconds: two updates of the page, on a busy machine
BUTTONS = ".offer-do :is(button, a), .quick-form :is(button, select, input)"


@pytest.fixture
def enter(browser: Browser, browser_context_args: dict, site: Site) -> Iterator:
    """The page of a new account with that name."""
    opened = []

    def page_of(name: str, *, phone: bool = False) -> Page:
        context = browser.new_context(**browser_context_args | (PHONE if phone else {}))
        opened.append(context)
        return sign_in(context, site, name).new_page()

    yield page_of
    for context in opened:
        context.close()


def looks_well(page: Page) -> None:
    """Also between phone and desktop."""
    usual = page.viewport_size
    for width in {390, 820, usual["width"]}:
        page.set_viewport_size({"width": width, "height": usual["height"]})
        assert not too_wide(page), width
        assert too_small(page, BUTTONS) == [], width
    page.set_viewport_size(usual)
    assert violations_in_both_themes(page) == []
    assert too_weak_in_both_themes(page) == []


def test_friends_follow_see_challenge_and_block(enter):
    ada, ben = enter("Fay"), enter("Gus", phone=True)
    ada.goto("/friends/")
    ada.get_by_label("Name", exact=True).fill("gus")
    ada.get_by_role("button", name="Follow").press("Enter")
    expect(ada.get_by_text("does not follow you")).to_be_visible()

    ben.goto("/friends/")
    ben.get_by_role("region", name="They follow you").get_by_role("link", name="Fay").tap()
    ben.get_by_role("button", name="Follow").tap()
    expect(ben.get_by_role("button", name="Stop following")).to_be_visible()
    ada.reload()
    expect(ada.get_by_text("is here now")).to_be_visible()
    looks_well(ada)

    ada.get_by_label("Game").select_option(label="Ecosystem")
    ada.get_by_role("button", name="Challenge Gus").press("Enter")
    expect(ada).to_have_url(re.compile("/t/."))
    ben.goto("/lobby/")
    expect(ben.get_by_role("heading", name="You are invited")).to_be_visible()
    ben.goto(ada.url)
    ben.get_by_role("button", name="Take a seat").tap()
    expect(ben).to_have_url(re.compile("/matches/."))
    expect(ada).to_have_url(ben.url, timeout=SOON)

    ben.goto("/people/Fay/")
    ben.get_by_role("button", name="Block").tap()
    expect(ben.get_by_role("button", name="Unblock")).to_be_visible()
    ben.goto("/friends/")
    blocked = ben.get_by_role("region", name="Blocked")
    expect(blocked).to_contain_text("Fay")
    looks_well(ben)
    ada.goto("/friends/")
    expect(ada.get_by_text("does not follow you")).to_be_visible()
    blocked.get_by_role("button", name="Unblock Fay").tap()
    expect(blocked).to_have_count(0)


def test_those_who_watch_talk_unseen_by_those_who_play(enter, browser: Browser, site: Site):
    seated = pairs.seat(site, Pair(moves=2, public=True))
    watcher, other = enter("Hal"), enter("Ida", phone=True)
    watcher.goto(seated.address)
    watcher.get_by_role("link", name="Talk with other watchers").press("Enter")
    expect(watcher.get_by_text("Nothing said yet.")).to_be_visible()
    talk = watcher.url
    other.goto(talk)
    watcher.get_by_label("Message", exact=True).fill("A <b>fine</b> web")
    watcher.keyboard.press("Enter")
    expect(other.get_by_text("A <b>fine</b> web")).to_be_visible(timeout=SOON)
    expect(other.get_by_role("link", name="Report")).to_be_visible()
    looks_well(other)
    assert other.request.get(talk).ok
    with browser.new_context(base_url=site.url) as context:
        context.add_cookies([{"name": "sessionid", "value": seated.sessions[0], "url": site.url}])
        player = context.new_page()
        assert player.request.get(talk).status == 404
