"""The card browser as people use it: by keyboard only, by touch, without scripts, on a slow connection."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.accounts.test_accounts import sign_up
from tests.browser.axe import too_small, too_wide, violations, violations_in_both_themes
from tests.browser.held import HeldRequests

EVERY_PAGE = (
    "/cards/",
    "/cards/?q=terrain:forest+climate:cool+scale<=7+sort:points",
    "/cards/?q=terrain:forst",
    "/cards/?q=terrain:",
    "/cards/?q=hrose",
    "/cards/?q=terrain:desert+terrain:ocean+terrain:tundra+horse",
    "/cards/?q=kind:event&page=1",
    "/cards/help/",
    "/cards/food-web/?verdict=impossible",
)


def cards(page: Page) -> Locator:
    return page.locator(".card-link")


def box(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search cards")


def said(page: Page) -> Locator:
    return page.locator("#found-title")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")


def test_search_by_keyboard_alone(page: Page):
    page.goto("/cards/")
    page.keyboard.press("/")
    page.keyboard.type("owl sort:-name", delay=20)
    expect(said(page)).to_contain_text("owl")
    expect(page).to_have_url(re.compile(r"q=owl\+sort%3A-name$"))
    names = cards(page).evaluate_all("all => all.map(each => each.id)")
    assert len(names) > 2
    page.keyboard.press("ArrowDown")
    assert focused(page) == names[0]
    page.keyboard.press("ArrowRight")
    assert focused(page) == names[1]
    page.keyboard.press("End")
    assert focused(page) == names[-1]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert focused(page) == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/cards/{names[0].removeprefix('card-')}/\\?q=owl"))
    page.go_back()
    expect(box(page)).to_have_value("owl sort:-name")


def test_arrows_go_up_and_down_in_the_grid(page: Page):
    page.goto("/cards/?q=kind:species")
    page.keyboard.press("/")
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    above, here = cards(page).nth(1).bounding_box(), page.locator(":focus").bounding_box()
    assert abs(above["x"] - here["x"]) < 4
    assert here["y"] > above["y"] + 100
    page.keyboard.press("ArrowUp")
    assert focused(page) == cards(page).nth(1).get_attribute("id")


def test_the_last_good_result_stays_while_typing(page: Page):
    page.goto("/cards/?q=owl")
    before = said(page).text_content()
    box(page).fill("terrain:")
    expect(page.locator("#complaint")).to_contain_text("Go on with")
    assert said(page).text_content() == before
    page.get_by_role("link", name="forest", exact=True).click()
    expect(said(page)).to_contain_text("Cards of forest")
    assert focused(page) == "q"
    expect(page.locator("#complaint")).to_be_empty()
    box(page).fill("terrain:forst climate:cool")
    complaint = page.locator("#complaint")
    expect(complaint).to_contain_text("Did you mean “forest”?")
    expect(page.locator("[data-letters] mark")).to_have_text("forst")
    expect(said(page)).to_contain_text("Cards of forest")
    complaint.get_by_role("link", name="terrain:forest climate:cool").click()
    expect(box(page)).to_have_value("terrain:forest climate:cool")
    expect(said(page)).to_contain_text("cool")


def test_facets_and_the_way_back(page: Page):
    page.goto("/cards/")
    everything = said(page).text_content()
    page.get_by_role("button", name=re.compile("^Forest")).click()
    expect(box(page)).to_have_value("terrain:forest")
    forest = page.get_by_role("button", name=re.compile("^Forest"))
    expect(forest).to_have_attribute("aria-pressed", "true")
    assert focused(page) == "pick-terrain-forest"
    expect(page.locator("#status")).to_contain_text(re.compile(r"\d+ of \d+ cards\."))
    page.locator("#pick-scale-5").click()
    expect(box(page)).to_have_value("terrain:forest scale:5")
    page.get_by_role("button", name="Take away terrain:forest").click()
    expect(box(page)).to_have_value("scale:5")
    page.go_back()
    expect(box(page)).to_have_value("terrain:forest scale:5")
    page.go_back()
    expect(box(page)).to_have_value("terrain:forest")
    page.go_back()
    expect(box(page)).to_have_value("")
    expect(said(page)).to_have_text(everything)
    page.go_forward()
    expect(box(page)).to_have_value("terrain:forest")
    expect(forest).to_have_attribute("aria-pressed", "true")


def test_a_word_typed_is_one_step_back(page: Page):
    page.goto("/cards/?q=kind:event")
    box(page).click()
    box(page).fill("")
    page.keyboard.type("wolf", delay=250)
    expect(page).to_have_url(re.compile("q=wolf$"))
    page.go_back()
    expect(page).to_have_url(re.compile("q=kind:event$"))
    expect(box(page)).to_have_value("kind:event")


def test_orders_are_in_a_menu(page: Page):
    page.goto("/cards/?q=terrain:ocean")
    page.locator("#sort-open").click()
    page.get_by_role("button", name="Points").click()
    expect(box(page)).to_have_value("terrain:ocean sort:points")
    expect(page.locator("#sort-open")).to_contain_text("Points")
    assert focused(page) == "sort-open"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).not_to_have_attribute("open", "")


def test_more_cards_are_appended_and_found_again(page: Page):
    page.goto("/cards/")
    expect(cards(page)).to_have_count(60)
    more = page.locator("#more-1 a")
    expect(more).to_have_attribute("href", "/cards/?page=2")
    more.scroll_into_view_if_needed()
    expect(cards(page).nth(100)).to_be_attached()
    chosen = cards(page).nth(100)
    name = chosen.get_attribute("id")
    chosen.click()
    page.wait_for_url(re.compile("/cards/[a-z-]+/"))
    page.go_back()
    expect(page).to_have_url(re.compile(f"page=2#{name}$"))
    expect(page.locator(f"#{name}")).to_be_in_viewport()
    page.reload()
    page.get_by_role("link", name="Earlier cards").click()
    expect(page.locator("#earlier-2")).to_have_count(0)
    assert cards(page).first.evaluate("card => card.closest('li').dataset.page") == "1"


def test_the_size_is_remembered(page: Page):
    page.goto("/cards/")
    medium = cards(page).first.bounding_box()["width"]
    page.get_by_role("button", name="Large").click()
    large = cards(page).first.bounding_box()["width"]
    assert large > medium * 1.3
    page.reload()
    assert cards(page).first.bounding_box()["width"] == large
    expect(page.get_by_role("button", name="Large")).to_have_attribute("aria-pressed", "true")


def test_a_card_under_the_pointer_rises_and_can_be_opened(page: Page):
    page.goto("/cards/?q=key=horse")
    resting = cards(page).first.bounding_box()["y"]
    cards(page).first.hover()
    expect(page.locator(".card-action").first).to_be_visible()
    page.wait_for_function(
        "at => document.querySelector('.card-link').getBoundingClientRect().y < at - 3", arg=resting
    )
    page.locator(".card-action").first.click(force=True)
    expect(page).to_have_url(re.compile("/cards/horse/"))


def test_surprise(page: Page):
    page.goto("/cards/?q=kingdom:fungi")
    page.get_by_role("link", name="Surprise me").click()
    expect(page).to_have_url(re.compile(r"/cards/[a-z-]+/\?q=kingdom%3Afungi"))


def test_phone_by_touch(phone: Page):
    phone.goto("/cards/")
    filters = phone.get_by_role("button", name=re.compile("^Filters"))
    expect(phone.locator("#filters")).not_to_be_in_viewport()
    filters.tap()
    sheet = phone.get_by_role("complementary", name="Filters")
    expect(sheet).to_be_in_viewport()
    expect(filters).to_have_attribute("aria-expanded", "true")
    sheet.get_by_role("button", name=re.compile("^Forest")).tap()
    expect(sheet.get_by_role("button", name=re.compile("^Forest"))).to_have_attribute("aria-pressed", "true")
    sheet.get_by_role("button", name=re.compile("^Cool")).tap()
    expect(sheet.get_by_role("button", name=re.compile("^Cool"))).to_have_attribute("aria-pressed", "true")
    assert violations(phone) == []
    sheet.get_by_role("button", name=re.compile(r"^Show \d+ cards")).tap()
    expect(phone.locator("#filters")).not_to_be_in_viewport()
    expect(phone.get_by_role("button", name=re.compile("^Filters"))).to_contain_text("2")
    expect(said(phone)).to_contain_text("cool")
    cards(phone).nth(1).tap()
    expect(phone).to_have_url(re.compile(r"/cards/[a-z-]+/\?q=terrain"))


def test_the_sheet_closes_with_escape_and_beside_it(phone: Page):
    phone.goto("/cards/")
    phone.get_by_role("button", name=re.compile("^Filters")).tap()
    assert phone.locator("#found").evaluate("found => found.inert")
    phone.keyboard.press("Escape")
    expect(phone.locator("#filters")).not_to_be_in_viewport()
    assert focused(phone) == "filters-open"
    phone.get_by_role("button", name=re.compile("^Filters")).tap()
    phone.touchscreen.tap(195, 30)
    expect(phone.locator("#filters")).not_to_be_in_viewport()
    assert not phone.locator("#found").evaluate("found => found.inert")


@pytest.mark.parametrize("address", EVERY_PAGE)
def test_on_a_phone_all_can_be_hit_and_nothing_is_too_wide(phone_reader: Page, address: str):
    phone_reader.goto(address)
    assert too_small(phone_reader, "main :is(button, summary, input, .examples a)") == []
    assert not too_wide(phone_reader)
    if address in EVERY_PAGE[1:4]:
        assert violations(phone_reader) == []


@pytest.mark.parametrize("address", EVERY_PAGE)
def test_every_page_is_accessible(reader: Page, address: str):
    reader.goto(address)
    assert violations_in_both_themes(reader) == []


def test_without_scripts(plain: Page):
    plain.goto("/cards/")
    box(plain).fill("kind:species")
    plain.get_by_role("button", name="Search").click()
    expect(plain).to_have_url(re.compile(r"/cards/\?q=kind%3Aspecies$"))
    plain.get_by_role("button", name=re.compile("^Forest")).click()
    expect(box(plain)).to_have_value("kind:species terrain:forest")
    plain.get_by_role("button", name="Small").click()
    expect(plain.locator("#found")).to_have_attribute("data-size", "small")
    expect(box(plain)).to_have_value("kind:species terrain:forest")
    plain.locator("#sort-open").click()
    plain.get_by_role("button", name="Points").click()
    expect(box(plain)).to_have_value("kind:species terrain:forest sort:points")
    plain.get_by_role("link", name=re.compile("more cards")).click()
    expect(plain).to_have_url(re.compile("page=2"))
    expect(plain.get_by_role("link", name="Earlier cards")).to_be_visible()
    box(plain).fill("terrain:forst")
    plain.get_by_role("button", name="Search").click()
    plain.get_by_role("link", name="terrain:forest", exact=True).click()
    expect(said(plain)).to_contain_text("Cards of forest")


def test_what_takes_long_says_so(page: Page):
    page.goto("/cards/")
    held = HeldRequests(page, r"/cards/\?q=owl")
    expect(page.locator("#progress")).to_have_css("opacity", "0")
    box(page).fill("owl")
    expect(page.locator("#progress")).to_have_css("opacity", "1")
    expect(page.locator("#status")).to_contain_text("Still searching")
    held.let_go()
    expect(said(page)).to_contain_text("owl")
    expect(page.locator("#progress")).to_have_css("opacity", "0")


def test_what_is_being_typed_is_not_overwritten_by_an_answer(page: Page):
    page.goto("/cards/")
    held = HeldRequests(page, r"/cards/\?q=terrain")
    page.get_by_role("button", name=re.compile("^Forest")).click()
    # A letter of which no search has been told yet.
    box(page).evaluate("box => (box.value = 'o')")
    held.let_go()
    expect(said(page)).to_contain_text("Cards of forest")
    expect(box(page)).to_have_value("o")


def test_a_lost_answer_leaves_the_last_result(page: Page, page_errors: list[str]):
    page.goto("/cards/?q=owl")
    page.route(re.compile(r"/cards/\?q=wolf"), lambda route: route.abort())
    box(page).fill("wolf")
    expect(page.locator("#complaint")).to_contain_text("The site does not answer.")
    expect(said(page)).to_contain_text("owl")
    # htmx logs the lost request to the console.
    page_errors.clear()


def test_a_busy_site_is_asked_again_for_the_search(page: Page, page_errors: list[str]):
    page.goto("/cards/?q=owl")
    busy = iter([{"status": 503, "headers": {"Retry-After": "1"}}])

    def answer(route: Route) -> None:
        refusal = next(busy, None)
        route.fulfill(**refusal) if refusal else route.continue_()

    page.route(re.compile(r"/cards/\?q=wolf"), answer)
    box(page).fill("wolf")
    expect(page.locator("#complaint")).to_contain_text("The site is busy.")
    expect(said(page)).to_contain_text("wolf")
    expect(page.locator("#complaint")).not_to_contain_text("busy")
    # htmx logs the refusal to the console.
    page_errors.clear()


def test_save_a_search_and_find_it_again(page: Page):
    sign_up(page)
    page.goto("/cards/?q=terrain:forest+scale<=3")
    page.get_by_role("link", name="Save search").click()
    assert violations(page) == []
    page.get_by_label("Name").fill("Small ones of the woods")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved as “Small ones of the woods”.")).to_be_visible()
    expect(box(page)).to_have_value("terrain:forest scale<=3")
    page.goto("/cards/")
    page.get_by_role("link", name="Your searches").click()
    assert violations(page) == []
    page.get_by_text("Change").click()
    page.get_by_label("Name").fill("Woods")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("link", name="Woods").click()
    expect(box(page)).to_have_value("terrain:forest scale<=3")
    page.goto("/cards/searches/")
    page.get_by_text("Change").click()
    page.get_by_role("button", name="Delete Woods").click()
    expect(page.get_by_text("None so far.")).to_be_visible()


def test_without_an_account_saving_goes_through_sign_up(page: Page):
    page.goto("/cards/?q=terrain:forest")
    page.get_by_role("link", name="Save search").click()
    expect(page).to_have_url(re.compile("/sign-in/"))
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name", exact=True).fill("Keeper")
    page.get_by_label("Password", exact=True).fill("orca whale song")
    page.get_by_label("Password again").fill("orca whale song")
    page.get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(re.compile(r"/cards/searches/new/\?q=terrain%3Aforest"))
    expect(page.get_by_label("Name")).to_have_value("Cards of forest")
