"""The pictures in docs/screenshots: a real match in the middle of the game, on the real site.

python -m tests.browser.pictures
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tests.services import programs
from tests.services.site import ROOT, Site

FOLDER = ROOT / "docs" / "screenshots"
DECKS = ("great-plains-prairie", "oregon-oak-woodland")
SEED, TURN = 11, 9
SIZES = {
    "desktop": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def set_the_table() -> tuple[str, str]:
    """Play a match up to the player's turn TURN; gives its address and the player's session key."""
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore

    from cards.models import Deck
    from games import services
    from games.bots import LEVELS
    from games.models import Player
    from games.services.matches import Side, create_match
    from phylo.prepare import prepare

    prepare()
    player = Player.objects.create(name="You")
    decks = [Deck.objects.get(slug=slug) for slug in DECKS]
    sides = (
        Side(deck_name=decks[0].name, deck=decks[0].card_keys(), player=player),
        Side(deck_name=decks[1].name, deck=decks[1].card_keys(), bot="greedy"),
    )
    match = create_match(sides=sides, seed=SEED)
    rng = Random(SEED)
    while True:
        state = services.state_at(match, match.version)
        seat = state.to_act[0]
        if seat == 0 and state.number >= TURN and state.actions_left == 2:
            break
        view = state.view_for(seat) | {"cards": match.cards}
        action = LEVELS["greedy"](view, state.legal(seat), rng, None)
        services.play(
            match_id=match.pk, seat=seat, action=dict(action), version=match.version, key=str(match.version)
        )
        match.refresh_from_db()
    session = SessionStore()
    session["player"] = str(player.pk)
    session.create()
    return f"/matches/{match.pk}/", session.session_key


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(FOLDER / f"{name}.png")


def photograph(browser: Browser, site: Site, table: str, session: str) -> None:
    for size, options in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(base_url=site.url, color_scheme=scheme, locale="en-GB", **options)
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
            page = context.new_page()
            suffix = size if scheme == "light" else f"{size}-dark"
            page.goto("/")
            take(page, f"home-{suffix}")
            page.goto(table)
            page.wait_for_load_state("load")
            hand = page.locator(".hand button, .hand [role=option], .hand [role=button]")
            if hand.count():
                hand.nth(min(2, hand.count() - 1)).click()
            take(page, f"table-{suffix}")
            context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        command = [
            sys.executable,
            "-c",
            "from tests.browser.pictures import set_the_table; print(*set_the_table())",
        ]
        # Before the site starts, so that its worker plays no move of its own.
        output = subprocess.check_output(command, env=site.env, cwd=ROOT, text=True)
        table, session = output.split()[-2:]
        with site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=programs.chromium(), args=LAUNCH)
            photograph(browser, site, table, session)
            browser.close()


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
