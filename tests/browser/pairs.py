"""Two people at a table in the site's data, some moves into their game, for two browsers of a test."""

from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tests.browser import stage
from tests.browser.kept_decks import keys_of
from tests.services.site import Site

DECKS = ("great-plains-prairie", "oregon-oak-woodland")


@dataclass(frozen=True)
class Pair:
    """A match of Ada, in seat 0, who begins, and Ben; `pace` as services.Pace, `moves` made at random."""

    pace: tuple[str, int, int] = ("none", 0, 0)
    moves: int = 0
    public: bool = False
    reveal: str = "auto"
    resigned: bool = False


@dataclass(frozen=True)
class Seated:
    """The match, its table and the session keys of both."""

    match: str
    address: str
    sessions: tuple[str, str]


def seat(site: Site, pair: Pair) -> Seated:
    """Deal it in the data of a site."""
    told = stage.ask(site, "pairs.dealt", asdict(pair))
    return Seated(told["match"], told["address"], tuple(told["sessions"]))


def shorten(site: Site, match: str, milliseconds: int) -> None:
    """Leave the seat that is to act only so much time."""
    stage.ask(site, "pairs.shortened", match, milliseconds)


def dealt(pair: dict[str, Any]) -> dict[str, Any]:
    from django.contrib.sessions.backends.db import SessionStore

    from cards.decks.models import Deck
    from games.matches.models import Player
    from games.matches.services.clock import Pace
    from games.matches.services.matches import Side, create_match
    from games.matches.services.play import play
    from games.matches.services.players import resign
    from games.matches.services.positions import legal_at, state_at
    from phylo.accounts.models import Guest

    players = [Player.objects.create(name=name, guest=Guest.objects.create()) for name in ("Ada", "Ben")]
    decks = [Deck.objects.get(slug=slug) for slug in DECKS]
    first, second = (
        Side(deck_name=deck.name, deck=keys_of(deck), player=player)
        for deck, player in zip(decks, players, strict=True)
    )
    options = {} if pair["reveal"] == "auto" else {"reveal": pair["reveal"]}
    seed = 1
    while True:
        match = create_match(
            sides=(first, second), rules=decks[0].rules, seed=seed, options=options,
            pace=Pace(*pair["pace"]), public=pair["public"],
        )  # fmt: skip
        if 0 in state_at(match).to_act:
            break
        seed += 1
    rng = Random(5)
    for number in range(pair["moves"]):
        who = state_at(match).to_act[0]
        legal = legal_at(match, who)
        action = rng.choice([each for each in legal if each["do"] == "play"] or legal)
        play(match_id=match.pk, seat=who, action=action, version=number, key=f"k{number}")
        match.refresh_from_db()
    if pair["resigned"]:
        resign(match_id=match.pk, seat=1, key="end")
    keys = []
    for player in players:
        session = SessionStore()
        session["guest"] = str(player.guest_id)
        session.create()
        keys.append(session.session_key)
    return {"match": str(match.pk), "address": f"/matches/{match.pk}/", "sessions": keys}


def shortened(match_id: str, left: int) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from games.matches.models import Match
    from games.matches.services.clock import GRACE

    match, now = Match.objects.get(pk=match_id), timezone.now()
    times = [left if str(seat) in match.to_act else each for seat, each in enumerate(match.time_left or [])]
    flag = now + timedelta(milliseconds=left + GRACE)
    Match.objects.filter(pk=match.pk).update(time_left=times, clock_since=now, flag_at=flag)
