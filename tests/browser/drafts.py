"""Tables of the drafting games in the site's data, some turns into their game, for browser tests."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import axe, stage
from tests.services.site import Site

SOON = 30_000  # milliseconds, for what takes one of the computer's turns


def seat(site: Site, *sides: str, rules: str, turn: int = 1, seed: int = 1) -> dict[str, Any]:
    """
    Deal a match: `sides` are names of people, equal for one device, or levels of bots. All have chosen at
    random up to the turn. Returns the `address`, and the `sessions` by name.
    """
    told: dict[str, Any] = stage.ask(site, "drafts.dealt", list(sides), rules, turn, seed)
    return told


def dealt(sides: list[str], rules: str, turn: int, seed: int) -> dict[str, Any]:
    from django.contrib.sessions.backends.db import SessionStore

    from games.matches.models import BotLevel, Match, Player
    from games.matches.services.matches import Side, create_match
    from games.matches.services.play import play
    from games.matches.services.positions import state_at, view_at
    from phylo.accounts.models import Guest

    names = [name for name in dict.fromkeys(sides) if name not in BotLevel.values]
    players = {name: Player.objects.create(name=name, guest=Guest.objects.create()) for name in names}
    match = create_match(
        sides=[Side(player=players[side]) if side in players else Side(bot=side) for side in sides],
        rules=rules,
        seed=seed,
    )
    chance = Random(seed)
    while view_at(match, None)["turn"] < turn:
        match = Match.objects.get(pk=match.pk)
        state = state_at(match)
        who = state.to_act[0]
        action = chance.choice(state.legal(who))
        play(match_id=match.pk, seat=who, action=action, version=match.version, key=f"k{match.version}")
        match.refresh_from_db()
    sessions = {}
    for name, player in players.items():
        session = SessionStore()
        session["guest"] = str(player.guest_id)
        session.create()
        sessions[name] = session.session_key
    return {"match": str(match.pk), "address": f"/matches/{match.pk}/", "sessions": sessions}


class DraftPage:
    """A drafting table on a page, without the pauses between the others' moves."""

    def __init__(self, page: Page, address: str, session: str, base_url: str) -> None:
        self.page = page
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": base_url}])
        page.goto(address)
        expect(page.locator("#main")).to_have_attribute("data-ready", "")
        page.evaluate("document.getElementById('main').dataset.pause = '0'")

    def watch_reveals(self) -> None:
        """Record from now on the most picks that are turned over at once: they are shown only briefly."""
        self.page.evaluate(
            """() => {
              window.turned = 0;
              const count = () => document.querySelectorAll(".showing .pick").length;
              const note = () => { window.turned = Math.max(window.turned, count()); };
              new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
            }"""
        )

    def has_revealed(self, picks: int) -> None:
        self.page.wait_for_function("picks => window.turned === picks", arg=picks, timeout=SOON)

    def wait(self) -> bool:
        """Wait until one may choose, whatever the others choose meanwhile; False if the game is over."""
        self.page.wait_for_function(
            """() => {
              const { own = 0, shown } = document.getElementById("main").dataset;
              const choices = JSON.parse(document.getElementById("choices").textContent).length;
              return Number(shown) >= Number(own) && (choices || document.getElementById("result-title"));
            }""",
            timeout=SOON,
        )
        return self.page.locator("#result-title").count() == 0

    def choose(self) -> None:
        """Click the first card and its first space, or the first whale and its first neighbour."""
        before = self.page.locator("#main").get_attribute("data-own") or ""
        if self.page.locator(".hand-card[role='option']").count():
            self.page.locator(".hand-card").first.click()
        self.page.locator(".layout:not([hidden]) .legal").first.click()
        second = self.page.locator("[data-second]:not([hidden]) [data-act='leave']")
        chosen = self.page.locator(f"#main[data-own]:not([data-own='{before}'])")
        expect(second.or_(chosen).first).to_be_visible(timeout=SOON)
        if second.count():
            second.click()
            expect(chosen).to_be_visible(timeout=SOON)

    def play_out(self) -> int:
        """Choose until the end; return how often."""
        chosen = 0
        while self.wait():
            self.choose()
            chosen += 1
        return chosen

    def violations(self) -> list[str]:
        return axe.violations_in_both_themes(self.page)
