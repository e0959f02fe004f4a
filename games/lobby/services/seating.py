"""
The seats of an open table, the decks brought to it, and how its match begins. Callers hold the locks of the
table and its people.
"""

import secrets
from dataclasses import replace
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.decks.models import Deck
from games.lobby.models import OpenTable, Participant
from games.lobby.services.terms import Terms
from games.matches import stream
from games.matches.models import Match, Player
from games.matches.services.clock import DAYS, LIVE, NONE, TURN, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import MatchDeck, faults_in_words, setup_of
from games.matches.services.matches import Side, create_match
from games.matches.services.rulebooks import STAND_IN

GONE = gettext_lazy("This table is no longer waiting.")
STANDS = {
    LIVE: timedelta(minutes=30),
    TURN: timedelta(minutes=30),
    DAYS: timedelta(days=14),
    NONE: timedelta(days=14),
}
NO_DECK = MatchDeck("", [])


def new_table(
    maker: Player, terms: Terms, key: str, asked: str = "", *, again_of: Match | None = None
) -> OpenTable:
    return OpenTable.objects.create(
        maker=maker,
        rules=terms.rules,
        options=terms.options,
        seats=terms.seats,
        bots=list(terms.bots),
        here=terms.here,
        side=terms.side,
        ready_decks_only=terms.ready_decks_only,
        same_deck=terms.same_deck,
        pace=terms.pace.kind,
        pace_seconds=terms.pace.seconds,
        pace_increment=terms.pace.increment,
        rated=terms.rated,
        public=terms.public and terms.collection is None,
        listed=terms.listed and not terms.invited_only and terms.collection is None,
        invited_only=terms.invited_only,
        quick=terms.quick,
        collection_id=terms.collection,
        key=key,
        asked=asked,
        again_of=again_of,
        expires=timezone.now() + STANDS[LIVE if terms.quick else terms.pace.kind],
    )


def check_stands(table: OpenTable) -> None:
    if not table.stands:
        raise NotAllowed(str(GONE))


def take_seat(table: OpenTable, player: Player, deck: MatchDeck = NO_DECK) -> None:
    Participant.objects.update_or_create(
        open_table=table,
        player=player,
        defaults={
            "state": Participant.State.WAITING,
            "deck_name": deck.name,
            "deck_listed": deck.listed,
            "deck": deck.keys,
            "starter": deck.starter,
            "opening_hand": list(deck.hand),
        },
    )


def checked_deck(terms: Terms | OpenTable, deck: Deck | None) -> MatchDeck:
    """The deck a player brings to the table. Raises NotAllowed, or engine.InvalidSetup."""
    if terms.drafting:
        return NO_DECK
    if deck is None:
        raise NotAllowed(_("Choose a deck."), "deck")
    if deck.rules != terms.rules:
        raise NotAllowed(_("This deck is for other rules."), "deck")
    if terms.ready_decks_only and not deck.ready:
        raise NotAllowed(_("Only decks that came with the site may be played."), "deck")
    here = terms.collection if isinstance(terms, Terms) else terms.collection_id
    if deck.collection_id not in (None, here):
        raise NotAllowed(_("This deck is played only inside the set in which it is made."), "deck")
    if terms.rated and deck.own_cards:
        raise NotAllowed(_("A match with own cards of a set is not rated."))
    if terms.quick and here is not None:
        raise NotAllowed(_("Decks of a set do not meet strangers. Invite somebody from the set."))
    if faults := faults_in_words(deck, terms.options):
        raise NotAllowed("; ".join(faults), "deck")
    return MatchDeck.of(deck)


def makers_deck(table: OpenTable) -> MatchDeck:
    """The deck that everybody plays, without its name if that is the maker's alone."""
    deck = deck_of(table.participants.get(player=table.maker))
    return deck if deck.listed else replace(deck, name="")


def deck_of(participant: Participant) -> MatchDeck:
    return MatchDeck(
        participant.deck_name,
        participant.deck,
        participant.starter,
        participant.opening_hand,
        participant.deck_listed,
    )


def deal(table: OpenTable, level: str = STAND_IN) -> None:
    """Begin the match, with bots in free seats. Seats are random unless the maker chose a side."""
    waiting = table.participants.filter(state=Participant.State.WAITING).select_related("player")
    seated: list[tuple[Player | None, str, MatchDeck]] = [
        (each.player, "", deck_of(each)) for each in waiting
    ]
    seated += [(table.maker, "", NO_DECK) for _seat in range(table.here)]
    seated += [(None, bot, NO_DECK) for bot in table.bots]
    seated += [(None, level, NO_DECK) for _seat in range(table.seats - len(seated))]
    if table.side == OpenTable.Side.ANY:
        secrets.SystemRandom().shuffle(seated)
    elif table.side == OpenTable.Side.SECOND:
        seated.reverse()
    table.match = create_match(
        sides=[Side(deck.name, deck.keys, player, bot, deck.listed) for player, bot, deck in seated],
        rules=table.rules,
        options=table.options,
        pace=Pace(table.pace, table.pace_seconds, table.pace_increment),
        rated=table.rated,
        public=table.public,
        collection=table.collection_id,
        rematch_of=table.again_of,
        **setup_of(table.rules, table.options, [deck for _player, _bot, deck in seated]),
    )
    table.status = OpenTable.Status.BEGUN
    table.save(update_fields=["match", "status"])


def notify(table: OpenTable) -> None:
    """Wake the streams of everybody who waits or is invited."""
    for player in table.participants.values_list("player", flat=True):
        transaction.on_commit(partial(stream.announce, player), robust=True)
