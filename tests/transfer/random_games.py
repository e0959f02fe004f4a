"""Whole games of any rule set, with legal actions by chance, for two on one device."""

from collections.abc import Iterator
from random import Random

from cards.decks.models import Deck
from engine.drafting import GAMES
from engine.phylo.rules import RULES
from games.matches.models import Match, Player
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play
from games.matches.services.positions import legal_at

ALL_RULES = (*RULES, *GAMES)


def sides(player: Player, rules: str, chance: Random) -> list[Side]:
    """With ready decks, where the game has decks."""
    if rules in GAMES:
        return [Side(player=player) for _seat in range(2)]
    ready = list(Deck.objects.ready().for_rules(rules).order_by("slug"))
    chosen = [chance.choice(ready) for _seat in range(2)]
    return [Side(deck.name, deck.card_keys(), player) for deck in chosen]


def random_games(player: Player, number: int, seed: int) -> Iterator[Match]:
    """One rule set after the other, each game played to its end."""
    chance = Random(seed)
    for each in range(number):
        rules = ALL_RULES[each % len(ALL_RULES)]
        match = create_match(sides=sides(player, rules, chance), rules=rules)
        while not match.finished:
            seat = int(match.to_act[0])
            action = dict(chance.choice(legal_at(match, seat)))
            play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")
            match.refresh_from_db()
        yield match
