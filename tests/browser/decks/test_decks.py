"""The pages of decks as people use them: by keyboard, by touch, without scripts, and checked with axe."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.accounts.test_accounts import sign_up

READY = "/decks/wadden-sea/"
EVERY_PAGE = (
    "/decks/",
    "/decks/?show=new",
    "/decks/?q=oak&rules=phylo-1.4a&low=10",
    "/decks/?cards=hrose",
    "/decks/mine/",
    "/decks/new/",
    "/decks/put/?card=horse",
    READY,
    f"{READY}print/",
)


def begin(page: Page, name: str, *, start: str = "Wadden Sea") -> str:
    """The URL of a new deck made from a ready one."""
    page.goto("/decks/new/")
    page.get_by_label("Name").fill(name)
    page.get_by_text(re.compile("more places")).click()
    page.get_by_role("radio", name=start).check()
    page.get_by_role("button", name="Begin").click()
    expect(page).not_to_have_url(re.compile("/decks/new/"))
    return re.search(r"/decks/[\w-]+/", page.url).group()


def violations(page: Page) -> list[str]:
    """In both themes, once the parts that are fetched later are there."""
    expect(page.locator("[aria-busy='true'], [data-insight-more]:not([data-seen])")).to_have_count(0)
    return axe.violations_in_both_themes(page)


def publish(page: Page, address: str) -> None:
    page.goto(f"{address}settings/")
    page.get_by_role("radio", name=re.compile("^Public")).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_find_a_deck_by_keyboard(page: Page):
    page.goto("/decks/")
    page.keyboard.press("/")
    page.keyboard.type("mussels")
    page.keyboard.press("Tab")
    page.keyboard.type("moon jelly, lugworm")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/decks/\?q=mussels&cards=moon\+jelly%2C\+lugworm$"))
    expect(page.locator("#count")).to_contain_text("One deck")
    page.get_by_role("link", name="Wadden Sea").press("Enter")
    expect(page).to_have_url(re.compile(f"{READY}$"))
    expect(page.get_by_role("heading", name="Wadden Sea")).to_be_visible()


def test_like_and_comment(page: Page):
    sign_up(page)
    address = begin(page, "Mud and mussels")
    publish(page, address)
    page.context.clear_cookies()
    page.goto(address)
    page.get_by_role("link", name="Like").click()
    expect(page).to_have_url(re.compile("/sign-in/"))
    name = sign_up(page)
    page.goto(address)
    like = page.get_by_role("button", name=re.compile("^Like"))
    expect(like).to_have_attribute("aria-pressed", "false")
    like.press("Enter")
    expect(like).to_have_attribute("aria-pressed", "true")
    expect(like).to_contain_text("1")
    expect(like).to_be_focused()
    page.get_by_label("Say something about this deck").fill("The oystercatchers\ncarry it.")
    page.get_by_role("button", name="Send").click()
    comment = page.locator(".comment")
    expect(comment).to_contain_text(name)
    expect(comment).to_contain_text("The oystercatchers")
    assert violations(page) == []
    comment.get_by_role("button", name=re.compile("^Delete")).click()
    expect(page.locator(".comment")).to_have_count(0)
    page.reload()
    expect(like).to_have_attribute("aria-pressed", "true")
    page.goto("/decks/?show=new&q=mud+mussels")
    expect(page.locator(".deck-likes").first).to_contain_text("1")


def test_a_guests_deck_comes_along(page: Page):
    address = begin(page, "As a guest")
    page.goto("/decks/mine/")
    expect(page.get_by_text("As a guest you keep your decks in this browser alone.")).to_be_visible()
    sign_up(page)
    page.goto("/decks/mine/")
    expect(page.get_by_role("link", name="As a guest", exact=True)).to_be_visible()
    page.goto(f"{address}delete/")
    page.get_by_role("button", name="Delete the deck").click()
    expect(page.get_by_text("“As a guest” is deleted.")).to_be_visible()
    assert page.goto(address).status == 404


def test_by_touch(phone: Page):
    phone.goto("/decks/")
    phone.get_by_text("Rules, points, unfinished ones").tap()
    phone.get_by_label("Rules").select_option("phylo-1.3")
    phone.get_by_role("button", name="Search").tap()
    expect(phone).to_have_url(re.compile(r"/decks/\?rules=phylo-1\.3$"))
    phone.locator(".deck-tile").first.get_by_role("heading").tap()
    expect(phone.locator(".deck-group").first).to_be_visible()
    phone.get_by_role("button", name="Large").tap()
    expect(phone.locator("#found")).to_have_attribute("data-size", "large")


def test_put_a_card_into_a_deck(page: Page):
    begin(page, "With horses")
    page.goto("/cards/horse/")
    page.get_by_role("link", name="Put into a deck").click()
    page.get_by_role("button", name=re.compile("^Put in")).click()
    expect(page.get_by_text("Horse: 1 copy in “With horses”.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^One more")).click()
    expect(page.get_by_text("Horse: 2 copies in “With horses”.")).to_be_visible()


def test_without_scripts(plain: Page):
    plain.goto("/decks/")
    plain.get_by_label("With these cards").fill("hrose")
    plain.get_by_role("button", name="Search").click()
    expect(plain.get_by_text("Did you mean “horse”?")).to_be_visible()
    plain.goto(READY)
    plain.get_by_role("button", name="Small").click()
    expect(plain.locator("#found")).to_have_attribute("data-size", "small")


@pytest.mark.parametrize("address", EVERY_PAGE)
def test_on_a_phone_all_can_be_hit_and_nothing_is_too_wide(phone_reader: Page, address: str):
    phone_reader.goto(address)
    assert axe.too_small(phone_reader, "main :is(button, summary, select, textarea)") == []
    assert not axe.too_wide(phone_reader)


@pytest.mark.parametrize("address", EVERY_PAGE)
def test_every_page_is_accessible(reader: Page, address: str):
    reader.goto(address)
    assert violations(reader) == []


def test_the_owners_pages_are_accessible(page: Page):
    sign_up(page)
    address = begin(page, "Mud and mussels")
    for part in ("", "settings/", "delete/"):
        page.goto(f"{address}{part}")
        assert violations(page) == []
    page.goto("/decks/mine/")
    page.locator(".deck-more summary").click()
    assert violations(page) == []
