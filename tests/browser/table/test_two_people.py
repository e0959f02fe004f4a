"""Two browsers at one table, and a third that watches."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser import pairs
from tests.browser.axe import violations_in_both_themes
from tests.browser.pairs import Pair, Seated
from tests.browser.table_page import SOON, TablePage, placements
from tests.services.site import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LIVE = ("live", 1200, 30)


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


@pytest.fixture
def sit(browser: Browser, site: Site, contexts: list[BrowserContext]):
    """Open the table in a separate browser: Ada's (0), Ben's (1) or a watcher's (None)."""

    def opened(seated: Seated, seat: int | None, *, hidden: bool = False, **options) -> TablePage:
        context = browser.new_context(base_url=site.url, locale="en-GB", **options)
        if hidden:
            context.add_init_script(
                "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
            )
        contexts.append(context)
        table = TablePage(context.new_page())
        session = "" if seat is None else seated.sessions[seat]
        return table.sit_down(seated.address, session, site.url)

    return opened


def shows(table: TablePage, text: str, *, part: str = "body") -> None:
    expect(table.page.locator(part)).to_contain_text(text, timeout=SOON)


def within(table: TablePage, at: list[int]) -> bool:
    """Whether a card there leaves the board its shape, so that only this space is replaced."""
    taken = table.page.locator(".cell.taken").evaluate_all("cells => cells.map((cell) => cell.dataset.at)")
    xs, ys = zip(*(map(int, each.split(",")) for each in taken), strict=True)
    return min(xs) <= at[0] <= max(xs) and min(ys) <= at[1] <= max(ys)


def act(table: TablePage) -> None:
    table.play(placements(table.choices)[0])


def test_who_plays_by_keyboard_hears_the_move_and_goes_on_in_the_hand(site: Site, sit):
    ada = sit(pairs.seat(site, Pair(moves=6)), 0)
    board, before = ada.page.locator("#board").element_handle(), ada.version
    choice = next(each for each in placements(ada.choices) if within(ada, each["at"]))
    at = choice["at"]
    ada.hand_card(choice["source"]).focus()
    ada.page.keyboard.press("Enter")
    ada.space(at).focus()
    ada.page.keyboard.press("Enter")
    ada.wait_past(before)
    expect(ada.space(at)).to_have_class(re.compile("taken"), timeout=SOON)
    expect(ada.page.locator(".hand-card:focus")).to_have_count(1)
    assert ada.page.locator("#said").text_content().startswith("You play")
    assert board.evaluate("board => board.isConnected")


def test_they_play_and_one_takes_back(site: Site, sit):
    seated = pairs.seat(site, Pair())
    ada, ben = sit(seated, 0), sit(seated, 1, **PHONE)
    shows(ben, "Waiting for Ada (guest).", part=".controls")
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    act(ada)
    before = ada.page.locator(".cell.taken").count()
    act(ada)
    expect(ben.main).to_have_attribute("data-shown", "2", timeout=SOON)
    ada.page.get_by_text("Offer", exact=True).click()
    ada.page.get_by_role("button", name="Ask to take back").click()
    shows(ada, "You have asked to take back your last action.", part=".offered")
    shows(ben, "Ada (guest) would like to take back an action.", part=".offered")
    assert ben.violations() == []
    ben.page.get_by_role("button", name="Let it be undone").tap()
    for table in (ada, ben):
        expect(table.main).to_have_attribute("data-shown", "3", timeout=SOON)
        expect(table.page.locator(".cell.taken")).to_have_count(before)
        expect(table.page.locator(".offered-words")).to_have_count(0)
        shows(table, "take", part=".log")
        assert table.page.evaluate("document.activeElement !== document.body")
    ada.end_turn()
    expect(ben.page.locator('[data-act="pass"]')).to_be_visible(timeout=SOON)
    expect(ben.page).to_have_title(re.compile("^● Your turn"))
    expect(ada.page).to_have_title(re.compile(r"^Phylo against Ben \(guest\)"))


def test_a_whole_timed_game_between_keyboard_and_phone(site: Site, sit):
    """Each turn a player lays one card if possible and discards two, so that the decks run out soon."""
    seated = pairs.seat(site, Pair(pace=LIVE))
    ada, ben = sit(seated, 0), sit(seated, 1, **PHONE)
    while not ada.over:
        before, adas = ada.version, ada.page.locator('[data-act="pass"]').count() == 1
        go_on(ada, by_keyboard) if adas else go_on(ben, by_touch)
        for table in (ada, ben):
            table.wait_past(before)
    for table in (ada, ben):
        expect(table.page.locator("#result-title")).to_be_visible(timeout=SOON)
        scores = table.page.locator(".result-side .score").all_text_contents()
        assert sorted(scores) == sorted(table.page.locator("[data-score]").all_text_contents())
        assert table.violations() == []


def go_on(table: TablePage, act: Callable[[TablePage, dict[str, Any] | None], None]) -> None:
    """Take one action; if there is none, end the turn."""
    rested = table.page.locator(".dot.left").count() == table.page.locator(".dot").count()
    wanted = "play" if rested else "discard"
    act(table, next((choice for choice in table.choices if choice["do"] == wanted), None))


def by_keyboard(table: TablePage, choice: dict[str, Any] | None) -> None:
    keys = table.page.keyboard
    if choice is None:
        keys.press("e")
        return
    table.hand_card(choice["source"]).focus()
    keys.press("Enter")
    keys.press("1" if choice["do"] == "play" else "d")


def by_touch(table: TablePage, choice: dict[str, Any] | None) -> None:
    if choice is None:
        table.end_turn()
    elif choice["do"] == "play":
        table.play(choice)
    else:
        table.hand_card(choice["source"]).tap()
        table.page.get_by_role("button", name="Discard").tap()


def test_a_draw_by_keyboard_alone(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=2))
    ada, ben = sit(seated, 0), sit(seated, 1)
    ada.page.get_by_text("Offer", exact=True).focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    shows(ben, "Ada (guest) offers a draw.", part=".offered")
    ben.page.get_by_role("button", name="Decline").focus()
    ben.page.keyboard.press("Enter")
    shows(ada, "Ben (guest) has declined the draw.", part=".offered[aria-live]")
    assert ben.page.evaluate("document.activeElement !== document.body")
    ada.page.get_by_role("button", name="OK").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".offered-words")).to_have_count(0, timeout=SOON)
    # Not again before the next move; the opponent may.
    ada.page.get_by_text("Offer", exact=True).click()
    expect(ada.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    ben.page.get_by_text("Offer", exact=True).click()
    ben.page.get_by_role("button", name="Offer a draw").click()
    ada.page.get_by_role("button", name="Accept the draw").press("Enter")
    for table in (ada, ben):
        shows(table, "Both agreed to it.", part=".hand-area")
        expect(table.page.locator("#result-title")).to_be_focused()


def test_they_talk_mute_and_report(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=2))
    ada, ben = sit(seated, 0, timezone_id="Asia/Tokyo"), sit(seated, 1, **PHONE)
    ada.page.get_by_role("button", name="Chat with Ben (guest)").click()
    ada.page.get_by_label("Message", exact=True).fill("Good luck, <b>Ben</b>!")
    ada.page.keyboard.press("Enter")
    shows(ada, "Good luck, <b>Ben</b>!", part=".said.own")
    expect(ada.page.get_by_label("Message", exact=True)).to_have_value("")
    said = ada.page.locator(".said.own time")
    expect(said).to_have_attribute("title", re.compile(r"GMT\+9"))
    expect(said).not_to_contain_text("UTC")
    shows(ben, "1", part="[data-talk-count]")
    shows(ben, "Ada (guest) has written.", part="#said")
    ben.page.get_by_role("button", name="Chat with Ada (guest)").click()
    expect(ben.page.locator(".talk-new")).to_be_hidden()
    assert violations_in_both_themes(ada.page) == violations_in_both_themes(ben.page) == []
    # A half-written report stays when a new message comes.
    ben.page.locator(".talk-report summary").click()
    ben.page.get_by_label("What is wrong with it?").fill("Too kind")
    ada.page.get_by_label("Message", exact=True).fill("Your turn soon.")
    ada.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator(".said.other")).to_have_count(2, timeout=SOON)
    expect(ben.page.get_by_label("What is wrong with it?").first).to_have_value("Too kind")
    ben.page.locator(".talk-report button").first.click()
    shows(ben, "Reported.", part="[data-talk-note]")
    ben.page.get_by_role("button", name="Mute Ada (guest)").click()
    shows(ben, "You have muted Ada (guest).", part=".talk-mute")
    expect(ben.page.locator(".said")).to_have_count(0)
    ben.page.reload()
    ben.page.get_by_role("button", name="Chat with Ada (guest)").click()
    ben.page.get_by_role("button", name="Read again").click()
    expect(ben.page.locator(".said.other")).to_have_count(2, timeout=SOON)
    ben.page.get_by_role("button", name="Block Ada (guest)").click()
    shows(ben, "A guest who comes back in another browser is somebody else", part=".talk-mute")
    expect(ben.page.locator(".said")).to_have_count(0)
    assert ben.violations() == []
    ben.page.get_by_role("button", name="Unblock").click()
    expect(ben.page.locator(".said.other")).to_have_count(2, timeout=SOON)
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("#talk-panel")).to_be_hidden()


def test_a_move_comes_by_the_stream_and_is_not_asked_for(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=6, public=True))
    ada, ben, watcher = sit(seated, 0), sit(seated, 1), sit(seated, None)
    asked: list[str] = []
    for table in (ben, watcher):
        table.page.on("request", lambda request: asked.append(request.url))
    before = ben.version
    act(ada)
    for table in (ben, watcher):
        table.wait_past(before)
    assert [url for url in asked if "part=table" in url] == []


def test_a_flag_falls_and_they_play_again(site: Site, sit):
    seated = pairs.seat(site, Pair(pace=LIVE, moves=2))
    ada, ben = sit(seated, 0), sit(seated, 1, color_scheme="dark")
    pairs.shorten(site, seated.match, 25_000)
    ada.page.reload()
    low = ada.page.locator('[data-clock="0"].low')
    expect(low).to_contain_text("seconds", timeout=SOON)
    # Where the page took long to come, the second warning is the first that is said.
    expect(ada.page.locator("#said")).to_contain_text(
        re.compile("You have (30|10) seconds left"), timeout=SOON
    )
    assert ada.violations() == []
    pairs.shorten(site, seated.match, 2_000)
    ada.page.reload()
    for table, words in ((ada, "Your time was up."), (ben, "Ada (guest)’s time was up.")):
        expect(table.page.locator(".result")).to_be_visible()
        shows(table, words, part=".result")
    ada.page.get_by_role("button", name="Rematch").click()
    shows(ada, "You would like to play again. Waiting for Ben (guest).", part=".result")
    shows(ben, "Ada (guest) would like to play again.", part=".result")
    assert ben.violations() == []
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page).not_to_have_url(re.compile(seated.match))
    expect(ada.page).to_have_url(ben.page.url, timeout=SOON)
    shows(ada, "Ben (guest) is at the table", part=".presence")
    # Once there, nobody is brought back.
    ada.page.go_back()
    expect(ada.page.get_by_role("link", name="To the new game")).to_be_visible()


def test_a_clock_waits_for_a_page_that_is_seen(site: Site, sit):
    """Ada's page is loaded in a tab that she does not look at."""
    seated = pairs.seat(site, Pair(pace=LIVE))
    ben = sit(seated, 1)
    shows(ben, "Ada (guest) is not at the table", part=".presence")
    shows(ben, "The clock waits for Ada (guest)", part=".presence")
    ada = sit(seated, 0, hidden=True)
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    shows(ben, "Ada (guest) is at the table", part=".presence")
    shows(ben, "The clock waits for Ada (guest)", part=".presence")
    assert ben.violations() == []
    expect(ben.page.locator(".clock.running")).to_have_count(0)
    ada.page.evaluate("delete document.hidden, document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.page.locator('.clock.running[data-clock="0"]')).to_have_count(1, timeout=SOON)
    expect(ben.page.locator("[data-clock-waits]")).to_have_count(0)


def test_no_browser_is_given_the_other_hand(site: Site, sit):
    """Every response to Ben's and a watcher's browser is searched for cards that only Ada has."""
    seated = pairs.seat(site, Pair(moves=2, public=True))
    ada = sit(seated, 0)
    watcher = sit(seated, None)
    ben = sit(seated, 1)
    hand = {each.get_attribute("data-source") for each in ada.page.locator(".hand-card").all()}
    keys = {source.removeprefix("hand:") for source in hand if source}
    heard = ben.page.evaluate(
        "fetch('/api/v1' + location.pathname + 'view/').then((answer) => answer.text())"
    )
    known = {key for key in keys if f'"{key}"' in heard}
    for table in (ben, watcher):
        text = table.page.content()
        assert [key for key in keys - known if f'data-key="{key}"' in text] == []
    assert keys - known
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    assert watcher.violations() == []
    act(ada) if placements(ada.choices) else ada.end_turn()
    expect(watcher.main).to_have_attribute("data-shown", "3", timeout=SOON)


def test_the_replay_plays_and_its_address_leads_to_the_step(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=6, resigned=True))
    ada = sit(seated, 0)
    page = ada.page
    page.goto(f"{seated.address}replay/?version=5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-step-shown]")).to_have_text("7", timeout=SOON)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.locator('[data-step="back"]').click()
    expect(page).to_have_url(re.compile(r"version=6"))
    page.get_by_text("Make public").click()
    assert ada.violations() == []
    page.get_by_role("button", name="Yes, make it public").click()
    expect(page.get_by_text("Public", exact=True)).to_be_visible()
    page.goto("/watch/")
    expect(page.locator(f'a[href*="{seated.match}"]')).to_be_visible()
    assert ada.violations() == []


def test_a_finished_game_is_analysed_and_played_on_from(site: Site, sit):
    """Asked for, waited for, led by the curve to a step, and another game begun there."""
    seated = pairs.seat(site, Pair(moves=4, resigned=True))
    ada = sit(seated, 0)
    page = ada.page
    page.goto(f"{seated.address}replay/")
    page.get_by_role("button", name="Analyse this game").click()
    summary = page.locator("#analysis summary").first
    summary.focus()
    # Every move is thought over, here without compiled code.
    expect(page.get_by_role("heading", name="Moves that cost most")).to_be_visible(timeout=10 * SOON)
    expect(summary).to_be_focused()
    assert violations_in_both_themes(page) == []
    box = page.locator("[data-chances]").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("[data-step-shown]")).to_have_text(re.compile("2|3"))
    page.get_by_text("All chances as a table").click()
    row = page.locator("#analysis tbody a").nth(1)
    expect(row).to_have_attribute("href", "?version=2")
    row.press("Enter")
    expect(page.locator("[data-step-shown]")).to_have_text("2")
    page.get_by_text("Play on from here").click()
    page.get_by_label("You play as").select_option("1")
    assert ada.violations() == []
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page.get_by_text("Played on from an earlier game.")).to_be_visible()
    assert page.url.startswith(f"{site.url}/matches/")
    assert seated.match not in page.url


def test_a_record_is_brought_along_and_watched(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=3, resigned=True))
    ada = sit(seated, 0)
    page = ada.page
    record = page.evaluate(f"fetch('/api/v1/matches/{seated.match}/record/').then((answer) => answer.text())")
    page.goto("/replays/import/")
    page.get_by_label("or its text").fill(re.sub('"do": ?"resign"', '"do":"reveal"', record))
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert ada.violations() == []
    page.get_by_label("or its text").fill(record)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page).to_have_url(re.compile("/replays/imported/"))
    expect(page.locator(".open-hand .card").first).to_be_visible()


def test_wishes_for_notices_are_kept(site: Site, sit):
    seated = pairs.seat(site, Pair(moves=3))
    ben = sit(seated, 1)
    page = ben.page
    expect(page).to_have_title(re.compile("^● Your turn"))
    page.locator(".notices summary").click()
    expect(page.get_by_label("Play a sound")).not_to_be_checked()
    page.get_by_label("Say so in the title").uncheck()
    page.get_by_label("Play a sound").check()
    expect(page).to_have_title(re.compile(r"^Phylo against Ada \(guest\)"))
    page.reload()
    page.locator(".notices summary").click()
    expect(page.get_by_label("Play a sound")).to_be_checked()
    expect(page).to_have_title(re.compile(r"^Phylo against Ada \(guest\)"))
    assert ben.violations() == []
