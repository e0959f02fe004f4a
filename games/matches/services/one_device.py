"""Phylo for two on one device: one player holds both seats, and the page hides each hand from the other."""

from collections.abc import Sequence

from django.db import transaction

from cards.decks.models import Deck
from games.matches.models import Match, Player
from games.matches.services.match_decks import MatchDeck, Options, any_deck, set_of, setup_of
from games.matches.services.matches import Side, create_match
from games.matches.services.players import hold
from phylo.http.keys import asked_for, made_before


def start_on_one_device(
    *,
    player: Player,
    deck: Deck,
    opponent_deck: Deck | None,
    options: Options | None = None,
    habitats: bool = True,
    names: Sequence[str] = ("", ""),
    key: str = "",
) -> Match:
    """
    Start a match in which the player holds both seats, by the rules of the `deck` of seat 0. Seat 1 plays
    `opponent_deck`, or any ready deck. `names` are those of the people, "" for one who gave none. It is
    neither rated nor public. A repeated key returns the match that it started.

    Raises KeyReused, NotAllowed, or engine.InvalidSetup.
    """
    options, names = options or {}, list(names)
    asked = asked_for(deck.pk, opponent_deck and opponent_deck.pk, options, habitats, names)
    with transaction.atomic():
        player = hold(player)
        if (seat := made_before(player.seats.select_related("match"), key, asked=asked)) is not None:
            return seat.match
        other = opponent_deck or any_deck(rules=deck.rules, options=options)
        decks = [MatchDeck.of(each) for each in (deck, other)]
        match = create_match(
            sides=[
                Side(each.name, each.keys, player, deck_listed=each.listed, called=name)
                for each, name in zip(decks, names, strict=True)
            ],
            rules=deck.rules,
            options=options,
            collection=set_of(deck, other),
            **setup_of(deck.rules, options, decks, habitats=habitats),
        )
        match.seats.filter(number=0).update(key=key, asked=asked)
        return match
