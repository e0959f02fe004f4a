"""Matches in the middle of a game, played up to there through the services in the site's data."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from engine.bots.levels import LEVELS
from engine.bots.phylo.view import bot_view
from engine.phylo.reasons import preview_event
from engine.phylo.start import new_game
from tests.browser import stage
from tests.browser.kept_decks import keys_of
from tests.services.site import Site

SEEDS = 10  # that are tried for a scene


@dataclass(frozen=True)
class Scene:
    """
    Two decks, dealt with a seed (or the next one that leads there) and played by bots until the player, in
    seat 0, may act as `moment` says: see MOMENTS.
    """

    decks: tuple[str, str]
    seed: int
    moment: str
    level: str = "greedy"  # of the bot that plays for the player
    reveal: str = "auto"
    chance: int | None = None  # the seed of the bots, else that of the deal
    rival: str = ""  # the name of a person in place of the computer, which may not move by itself meanwhile
    coached: bool = False  # whether it is a first game with the coach


def _is_habitat(state: Any, key: str) -> bool:
    card = state.matchup.definitions.get(key)
    return card is not None and card.kind == "habitat"


def _saves(state: Any, action: dict[str, Any]) -> bool:
    """Whether a card of the player's that is at risk no longer is after the action."""
    risks = [risk["card"] for risk in state.at_risk() if risk["seat"] == 0]
    if not risks or state.actions_left < 2:
        return False
    ahead = state.copy()
    ahead.apply({**action, "seat": 0})
    return len([risk for risk in ahead.at_risk() if risk["seat"] == 0]) < len(risks)


MOMENTS: dict[str, Callable[[Any, list[dict[str, Any]]], bool]] = {
    "start": lambda state, legal: state.number == 1,
    "early": lambda state, legal: state.number > 2 and state.actions_left > 1,
    "middle": lambda state, legal: state.number > 8 and state.actions_left > 1,
    "late": lambda state, legal: state.number > 14 and state.actions_left > 1,
    "danger": lambda state, legal: (
        state.number in (5, 6, 7, 8)
        and len({space["at"][1] for space in state.view_for(0)["spaces"]}) <= 4
        and state.actions_left == 2
        and len({(*each["at"],) for each in legal if each["do"] == "play"}) > 3
        and any(risk["seat"] == 0 for risk in state.at_risk())
    ),
    "saving": lambda state, legal: any(_saves(state, each) for each in legal if each["do"] == "play"),
    "spread": lambda state, legal: len({(*each["cards"],) for each in legal if each["do"] == "spread"}) > 1,
    "recover": lambda state, legal: any(each.get("choose") for each in legal),
    "covered": lambda state, legal: any("covered" in space for space in state.view_for(0)["spaces"]),
    "habitat": lambda state, legal: (
        state.number > 4
        and any(each["do"] == "play" and _is_habitat(state, each["card"]) for each in legal)
        and any(_is_habitat(state, space["card"]) for space in state.view_for(0)["spaces"])
    ),
    "reveal": lambda state, legal: legal[0]["do"] == "reveal",
    "event-early": lambda state, legal: (
        state.actions_left == 3 and any(each["do"] == "event" and "choose" not in each for each in legal)
    ),
    "strike": lambda state, legal: (
        state.number > 4
        and any(
            each["do"] == "event"
            and any(entry.get("points") for entry in preview_event(state, {**each, "seat": 0}))
            for each in legal
        )
    ),
    "other-began": lambda state, legal: state.number == 2 and state.actions_left == 3,
    "last-turn": lambda state, legal: state.last_turn and state.actions_left == 2,
    "last-action": lambda state, legal: (
        state.actions_left == 1 and any(risk["seat"] == 0 for risk in state.at_risk())
    ),
}


def set_the_table(told: dict[str, Any]) -> tuple[str, str]:
    """Play up to the scene; return the match's address and the player's session key."""
    from django.contrib.sessions.backends.db import SessionStore

    from cards.decks.models import Deck
    from cards.models import Card
    from games.coaching.services.coach import accompany
    from games.matches.models import Player
    from games.matches.services.matches import Side, create_match
    from games.matches.services.play import play
    from phylo.accounts.models import Guest

    scene = Scene(**told)
    player = Player.objects.create(name="You", guest=Guest.objects.create())
    decks = [Deck.objects.get(slug=slug) for slug in scene.decks]
    keys = [keys_of(deck) for deck in decks]
    sides = (
        Side(deck_name=decks[0].name, deck=keys[0], player=player),
        Side(deck_name=decks[1].name, deck=keys[1], **_rival(scene)),
    )
    setup: dict[str, Any] = {"starters": [deck.starter or "home" for deck in decks]}
    setup["options"] = {} if scene.reveal == "auto" else {"reveal": scene.reveal}
    cards = Card.objects.definitions({*keys[0], *keys[1], *setup["starters"]})
    # Searched for in the engine alone: storing every game that does not lead there would take minutes. If
    # the bots have changed, the scene needs another seed.
    for seed in range(scene.seed, scene.seed + SEEDS):
        chance = Random(seed if scene.chance is None else scene.chance)
        state = new_game(decks[0].rules, cards, keys, seed, **setup)
        actions = _way(state, cards, scene, chance)
        if actions is not None:
            break
    assert actions is not None, f"{scene} needs another seed"
    match = create_match(sides=sides, rules=decks[0].rules, seed=seed, **setup)
    if scene.coached:
        accompany(match, player)
    for version, (seat, action) in enumerate(actions):
        play(match_id=match.pk, seat=seat, action=action, version=version, key=str(version))
    session = SessionStore()
    session["guest"] = str(player.guest_id)
    session.create()
    return f"/matches/{match.pk}/", session.session_key


def _rival(scene: Scene) -> dict[str, Any]:
    from games.matches.models import Player
    from phylo.accounts.models import Guest

    if not scene.rival:
        return {"bot": "greedy"}
    return {"player": Player.objects.create(name=scene.rival, guest=Guest.objects.create())}


def _way(
    state: Any, cards: dict[str, Any], scene: Scene, chance: Random
) -> list[tuple[int, dict[str, Any]]] | None:
    """The actions that lead to the moment, each with its seat; None if the game ends before."""
    way = []
    while not state.over:
        seat = state.to_act[0]
        legal = state.legal(seat)
        if seat == 0 and MOMENTS[scene.moment](state, legal):
            return way
        view = bot_view(state, seat, cards)
        level = LEVELS[view["rules"]]["greedy" if seat else scene.level]
        action = dict(level.think(view, legal, chance).action)
        state.apply({**action, "seat": seat})
        way.append((seat, action))
    return None


def lay_out(site: Site, scene: Scene) -> tuple[str, str]:
    """`set_the_table` in the data of a site."""
    address, session = stage.ask(site, "scenes.set_the_table", asdict(scene))
    return address, session
