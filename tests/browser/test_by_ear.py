"""Whole games by keyboard, decided from what is said alone; the server's state serves to check it."""

import re
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Page, Route

from tests.browser.listener import Focus, Listener
from tests.browser.scenes import Scene, lay_out
from tests.browser.table_page import TablePage
from tests.services.site import Site

NEWER = Scene(("great-plains-prairie", "oregon-oak-woodland"), 1, "start")
OLDER = Scene(("great-barrier-reef", "everglades"), 1, "start")
GAIN = re.compile(r"\+(\d+)")
DONE = r"^You .*(actions? left|It is the turn of|The game is over)"
BEGINS = r"Your turn, with|The game is over"
HAND = 8  # cards or buttons that are tried before something else is done


def gain_of(name: str) -> int:
    """What a space says that a card would gain; 0 where a card of one's own would then be in danger."""
    found = GAIN.search(name)
    return int(found[1]) if found and "risks" not in name else 0


def worth_of(button: str) -> int:
    """The same for a button of the table in words; 0 for an event, which would be played on a card."""
    return gain_of(button) if button.startswith("Space") else 0


def find_by_hand(ear: Listener) -> str | None:
    """With arrows and N: the first card that fits, and the space that sounds best; its name, or None."""
    ear.press("h")
    ear.press("Home")
    for _card in range(min(HAND, ear.page.get_by_role("option").count())):
        card = ear.focus
        ear.press("n")
        space = ear.focus
        if space.role == "gridcell" and gain_of(space.name) and ", event," not in card.name:
            seek_best(ear, space)
            return card.name.split(",")[0]
        ear.press("h")
        ear.press("ArrowRight")
    return None


def seek_best(ear: Listener, first: Focus) -> None:
    """Walk with N to the space with the largest gain; each says which of how many it is."""
    spaces = [first]
    for _space in range(min(3, int(first.name.rpartition(" of ")[2])) - 1):
        ear.press("n")
        spaces.append(ear.focus)
    assert [int(re.search(r", (\d+) of \d+$", each.name)[1]) for each in spaces] == [
        *range(1, len(spaces) + 1)
    ]
    best = max(spaces, key=lambda each: gain_of(each.name))
    while ear.focus != best:
        ear.press("p")


def find_in_words(ear: Listener) -> str | None:
    """In the table in words: the button that sounds best among the first ones; its card's name, or None."""
    ear.press("m")
    ear.page.get_by_role("dialog", name="The table in words").wait_for()
    assert ear.focus == Focus("heading", "The table in words", selected=False)
    buttons: list[str] = []
    while not buttons or (buttons[-1] != "Close" and len(buttons) < HAND):
        ear.press("Tab")
        buttons.append(ear.focus.name)
    best = max(range(len(buttons)), key=lambda number: worth_of(buttons[number]))
    if not worth_of(buttons[best]):
        ear.press("Escape")
        return None
    for _back in range(len(buttons) - 1 - best):
        ear.press("Shift+Tab")
    [said] = ear.press("Enter", until="spaces where it fits")
    assert ear.focus.role == "gridcell"
    return said.split(",")[0]


def play_here(ear: Listener, card: str) -> None:
    """Play the chosen card on the space that has the focus. What is said is what happened."""
    worth, before = gain_of(ear.focus.name), state_of(ear)
    ear.press("Enter")
    if ear.focus.role == "button":  # Which way?
        ear.press("Enter")
    told = " ".join(ear.wait_for(DONE))
    assert re.search(rf"^You (play|slip) {re.escape(card)} (beside|under) .*: \+{worth}\.", told), told
    left = re.search(r"(\d) actions? left\.", told)
    if not left:
        return
    after = state_of(ear)
    assert after["turn"]["actions_left"] == int(left[1])
    if not re.search("goes|discarded|face down", told):
        assert after["scores"][0] == before["scores"][0] + worth
    assert ear.focus.role == "option" or not after["hands"][0]


def state_of(ear: Listener) -> dict:
    address = ear.page.url.replace("/matches/", "/api/v1/matches/") + "view/"
    return ear.page.request.get(address).json()["view"]


def take_turn(ear: Listener, find: Callable[[Listener], str | None]) -> None:
    """Play two cards if they fit and discard one for three new ones, so that the decks run out soon."""
    for action in ("play", "play", "discard"):
        card = find(ear) if action == "play" else None
        if card:
            play_here(ear, card)
        elif can_discard(ear):
            discard(ear)
        else:
            ear.press("e", until="^You end the turn")
        if not re.search("actions? left", " ".join(ear.last)):
            break
    ear.wait_for(BEGINS)


def can_discard(ear: Listener) -> bool:
    """Not from an empty hand, and not when a deck has run out (P12), which the status says."""
    status = " ".join(ear.press("s"))
    return bool(ear.page.get_by_role("option").count()) and not re.search("last turn|deck is empty", status)


def discard(ear: Listener) -> None:
    ear.press("h")
    card = ear.focus.name.split(",")[0]
    ear.press("Enter")
    ear.press("d", until=DONE)
    assert f"You discard {card} and draw " in " ".join(ear.last)


def whole_game(ear: Listener, find: Callable[[Listener], str | None]) -> None:
    ear.sit_down()
    ear.wait_for("For all keys, press the question mark")
    if "left" not in "".join(ear.press("s")):
        ear.wait_for(BEGINS)
    assert "Your turn, with" in " ".join(ear.heard)
    while not any("The game is over" in text for text in ear.heard):
        take_turn(ear, find)
    assert ear.focus.role == "heading"
    record = ear.page.request.get(ear.page.get_by_role("link", name="Record").get_attribute("href")).json()
    names = {key: card["name"] for key, card in record["cards"].items()}
    played = Counter(
        names[each["card"]] for each in record["actions"] if each["do"] == "play" and each["seat"]
    )
    heard = Counter(
        re.findall(r"Computer (?:plays|slips) ([^.:]*?)(?= beside | under |: \+)", " ".join(ear.heard))
    )
    assert heard >= played, "every move of the computer was said"
    assert max(Counter(text for text in ear.heard if "The game is over" in text).values()) == 1


def begin_at_home(page: Page, site: Site) -> Listener:
    """
    From the top of the home page to the button that begins, by Tab. The site chooses the seed of a match;
    here it deals a known one in its place, so that the test does not depend on luck.
    """
    ear = Listener(page)
    page.goto("/")
    assert page.title() == "Phylo: build a food web"
    address, session = lay_out(site, NEWER)
    while ear.press("Tab") or ear.focus != Focus("button", "Play", selected=False):
        assert ear.focus.name
    sent: list[str] = []

    def deal(route: Route) -> None:
        sent.append(route.request.post_data or "")
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        route.fulfill(status=303, headers={"Location": address})

    page.route("**/matches/", deal)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")
    assert "level=mouse" in sent[0]
    return ear


def test_a_whole_game_from_the_home_page_on_from_space_to_space(page: Page, site: Site):
    ear = begin_at_home(page, site)
    whole_game(ear, find_by_hand)
    # The focus is on the result; from there on it is read, and the next game is one button away.
    while ear.press("Tab") or ear.focus.name != "Rematch":
        assert ear.focus.role != "RootWebArea"


def test_a_whole_game_by_the_older_rules_from_the_table_in_words(page: Page, site: Site):
    ear = Listener(page)
    TablePage(page).sit_down(*lay_out(site, OLDER), site.url)
    whole_game(ear, find_in_words)
