"""A lesson as it goes: a teacher and three pupils on two devices, one of them shared."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.accounts.test_accounts import sign_up
from tests.browser.axe import violations_in_both_themes
from tests.browser.table_page import SOON, TablePage, placements

WHOLE = 24
"""Cards of a deck; copies are not limited (P6)."""
MATCH = re.compile("/matches/")


def begin_class(teacher: Page) -> tuple[str, str]:
    """A new class with its set; the set's address, and the code for its pupils."""
    sign_up(teacher)
    teacher.goto("/teach/")
    teacher.get_by_label("Name of the class").fill("Pond of class 5b")
    teacher.get_by_role("button", name="Start", exact=True).click()
    code = teacher.locator(".class-letters").inner_text()
    return teacher.url.removesuffix("class/"), code


def come_in(pupil: Page, code: str, name: str, animal: str) -> str:
    """Type the code and choose name and animal; the code on the pupil's own card."""
    pupil.goto("/class/")
    pupil.get_by_label("Type your code").fill(code)
    pupil.get_by_role("button", name="Come in").click()
    pupil.get_by_label("First name").fill(name)
    pupil.get_by_role("radio", name=animal, exact=True).check()
    pupil.get_by_role("button", name="Join the class").click()
    own = pupil.locator(".class-letters").inner_text()
    pupil.get_by_role("link", name="Go to my class").click()
    expect(pupil.get_by_role("heading", name=f"Hello, {name}")).to_be_visible()
    return own


def make_card(pupil: Page, name: str) -> None:
    """A plant that grows everywhere, so that it can be played beside HOME."""
    pupil.get_by_role("link", name="Make a card").first.click()
    for field, value in (("name", name), ("points", "2"), ("fact", "It grows at the edge of our pond.")):
        pupil.locator(f"#id-{field}").fill(value)
    pupil.get_by_label("Look for a drawing").fill("fern")
    pupil.get_by_role("radio", name=re.compile("fern")).first.check()
    for field, value in (("diet", "photosynthetic"), ("food_chain", "1"), ("scale", "3")):
        pupil.locator(f"#id-{field}").select_option(value)
    for value in ("freshwater", "cool"):
        pupil.locator(f"input[value={value}]").first.check()
    pupil.get_by_role("button", name="Save in the set").click()
    expect(pupil.get_by_text("Waiting for your teacher")).to_be_visible()


def build_deck(pupil: Page, slug: str, card: str) -> None:
    """A deck inside the set, of nothing but that card."""
    pupil.goto(f"/decks/new/?set={slug}")
    pupil.get_by_label("Name").fill(f"All {card}")
    pupil.get_by_role("button", name="Begin").click()
    for _copy in range(WHOLE):
        pupil.locator(f'.card-link[data-name="{card}"]').first.click()
    expect(pupil.locator("#saved")).to_have_text("Saved")


def play_a_card(pupil: Page, card: str) -> None:
    """When it is their turn they lay a card, and end the turn."""
    table = TablePage(pupil)
    table.wait_for_turn()
    choice = placements(table.choices)[0]
    expect(table.hand_card(choice["source"])).to_contain_text(card)
    table.play(choice)
    expect(pupil.locator(".cell.taken", has_text=card).first).to_be_visible(timeout=SOON)
    table.end_turn()


def test_from_the_code_on_the_wall_to_a_match_with_cards_that_others_have_made(
    page: Page, phone: Page, browser: Browser, browser_context_args: dict
):
    address, code = begin_class(page)
    slug = address.rstrip("/").rpartition("/")[2]
    assert violations_in_both_themes(page) == []
    with browser.new_context(**browser_context_args) as context:
        shared = context.new_page()
        for each in (phone, shared):
            each.context.add_cookies([{"name": "speed", "value": "off", "url": page.url}])
        # Mia has a device of her own; Tom and Lea share one.
        come_in(phone, code, "Mia", "fox")
        make_card(phone, "Water mint")
        toms = come_in(shared, code, "Tom", "owl")
        make_card(shared, "Yellow iris")
        shared.get_by_role("button", name="I am done").first.click()
        come_in(shared, code, "Lea", "otter")
        make_card(shared, "Brooklime")

        for name in ("Mia (fox)", "Tom (owl)", "Lea (otter)"):
            expect(page.get_by_role("rowheader", name=name)).to_be_visible()
        expect(page.locator("#class-waiting .set-own")).to_have_count(3)
        page.get_by_role("button", name="Let them all in").click()
        expect(page.get_by_text("No card waits.")).to_be_visible()
        assert violations_in_both_themes(page) == []

        # Each builds a deck of what somebody else has made.
        build_deck(phone, slug, "Yellow iris")
        phone.goto("/class/home/")
        assert violations_in_both_themes(phone) == []
        build_deck(shared, slug, "Water mint")
        shared.goto("/class/home/")

        page.get_by_label("Choose Mia (fox)").check()
        page.get_by_label("Choose Lea (otter)").check()
        page.get_by_role("button", name="Pair the chosen").click()
        expect(page.get_by_text("1 game has begun.")).to_be_visible()
        for pupil in (phone, shared):
            expect(pupil).to_have_url(MATCH, timeout=SOON)

        # Eyes to the front, and on with the game.
        page.get_by_role("button", name="Eyes to the front").click()
        for pupil in (phone, shared):
            expect(pupil.locator("[data-class-said]")).to_have_text("Eyes to the front")
        page.get_by_role("button", name="Go on").click()
        for pupil in (phone, shared):
            expect(pupil.locator(".class-attention")).to_be_hidden()

        begins = phone if phone.locator('[data-act="pass"]').count() else shared
        for pupil in (phone, shared) if begins is phone else (shared, phone):
            play_a_card(pupil, "Yellow iris" if pupil is phone else "Water mint")

        # They talk with ready phrases, by their names.
        shared.locator("[data-talk-open]").click()
        shared.get_by_role("button", name="Nice card!").click()
        expect(shared.locator(".talk-list")).to_contain_text("Nice card!")
        shared.goto("/class/home/")
        shared.get_by_role("button", name="I am done").first.click()
        shared.get_by_label("Type your code").fill(toms)
        shared.get_by_role("button", name="Come in").click()
        shared.get_by_role("button", name="Yes, that is me").click()
        expect(shared.get_by_role("heading", name="Hello, Tom")).to_be_visible()
