"""Rematch requests and the matches that follow from them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.matches.models import Match, Mute, Player, Seat
from games.matches.models.match import on_one_device
from games.matches.services.clock import LIVE, TURN, Pace
from games.matches.services.errors import HasBlocked, MatchPlaying
from games.matches.services.matches import Side, create_match
from games.matches.services.play import note_beside

STANDS_AT_THE_TABLE = timedelta(minutes=5)
"""After a game with minutes or seconds on the clock: later, a rematch would start it without one player."""
STANDS_OTHERWISE = timedelta(days=14)


def ask(match: Match, seat: int) -> None:
    """Store a seat's rematch request, within a transaction that has locked the match."""
    at_the_table = match.pace in (LIVE, TURN)
    until = timezone.now() + (STANDS_AT_THE_TABLE if at_the_table else STANDS_OTHERWISE)
    note_beside(match.pk, rematch_by=seat, rematch_until=until)


def request_stands(match: Match, *, at: datetime) -> bool:
    """Whether a rematch request still stands."""
    return match.rematch_until is not None and match.rematch_until > at


def let_requests_lapse(*, at_most: int) -> int:
    """End overdue requests and notify the players; returns their number."""
    over = Match.objects.filter(rematch_until__lte=timezone.now())
    matches = list(over.values_list("pk", flat=True)[:at_most])
    for match_id in matches:
        with transaction.atomic():
            # Filtered again: it may have been renewed at this moment.
            if over.filter(pk=match_id).update(rematch_until=None):
                note_beside(match_id)
    return len(matches)


def rematch(*, match: Match, seat: int) -> Match | None:
    """
    Ask for a rematch: the same players and decks, with seats swapped between people.

    Against a bot and on one device it is dealt at once, between people once both have asked before the first
    request lapses; None until then, whenever somebody has left, and for somebody who is blocked. Later calls
    return the same match. Raises MatchPlaying, or HasBlocked.
    """
    with transaction.atomic():
        sitting = list(match.seats.values_list("player", flat=True))
        # Players before the match, as everywhere (services/players.py): nobody leaves meanwhile.
        list(Player.objects.select_for_update(no_key=True).filter(pk__in=sitting).order_by("pk"))
        match = Match.objects.select_for_update().get(pk=match.pk)
        if not match.finished:
            raise MatchPlaying
        if again := Match.objects.filter(rematch_of=match).first():
            return again
        seats = list(match.seats.select_related("player").order_by("number"))
        if any(each.player and each.player.former for each in seats):
            return None
        blocks = set(Mute.objects.among(sitting).values_list("player", flat=True))
        if seats[seat].player_id in blocks:
            raise HasBlocked
        people = all(each.player_id for each in seats)
        asked_by = match.rematch_by if request_stands(match, at=timezone.now()) else None
        # To somebody who is blocked the wish seems to stand, and nobody learns of it.
        alone = on_one_device(seats)
        if people and not alone and (blocks or asked_by in (None, seat)):
            if asked_by is None:
                ask(match, seat)
            return None
        again = _dealt_again(match, seats, swapped=people)
        note_beside(match.pk, rematch_until=None)
        return again


def _dealt_again(match: Match, seats: list[Seat], *, swapped: bool) -> Match:
    order = range(len(seats))[:: -1 if swapped else 1]
    sides = [
        Side(
            deck_name=seats[number].deck_name,
            deck=match.decks[number],
            player=seats[number].player,
            bot=seats[number].bot,
            deck_listed=seats[number].deck_listed,
            called=seats[number].called,
        )
        for number in order
    ]
    return create_match(
        sides=sides,
        rules=match.rules,
        options=match.options,
        starters=match.starters and [match.starters[number] for number in order],
        opening_hands=match.opening_hands and [match.opening_hands[number] for number in order],
        pinned=match.cards,
        own_faces=match.own_faces,
        rematch_of=match,
        pace=Pace(match.pace, match.pace_seconds, match.pace_increment),
        rated=match.rated,
        public=match.public,
        collection=match.collection_id,
    )
