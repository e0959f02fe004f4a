"""The matches of a tournament: dealing them once they are paired, and ending those to which nobody comes."""

import uuid
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

import engine
from games.lobby.services.seating import NO_DECK
from games.matches.models import Match, Seat
from games.matches.services.clock import ARRIVAL, Pace
from games.matches.services.match_decks import MatchDeck, any_deck, setup_of
from games.matches.services.matches import Side, create_match
from games.matches.services.play import locked, note_beside
from games.matches.services.players import resign
from games.matches.services.rulebooks import STAND_IN, rulebook
from games.tournaments.models import Game, Place, Tournament
from games.tournaments.services.results import absentees, queue_on_commit, take_points, touch

logger = structlog.stdlib.get_logger(__name__)


def deal_paired(tournament: Tournament) -> None:
    """
    Begin the matches of all games that have none, each in a transaction of its own: a process that is killed
    between two leaves the others to the sweep, and one that cannot be dealt keeps no other from beginning.
    """
    waiting = tournament.games.filter(how=Game.How.PAIRED, match=None).order_by("paired", "board")
    dealt = 0
    for pk in list(waiting.values_list("pk", flat=True)):
        try:
            dealt += _deal(tournament, pk)
        except Exception:
            logger.exception("deal", tournament=tournament.code, game=pk)
    if dealt:
        with transaction.atomic():
            touch(tournament.pk)


def _deal(tournament: Tournament, game_id: int) -> bool:
    with transaction.atomic():
        # It is gone if the tournament was cancelled meanwhile.
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None or game.match_id is not None or game.how != Game.How.PAIRED:
            return False
        seated = list(game.places.select_related("entry__player").order_by("seat"))
        game.match = _dealt(tournament, game_id, seated)
        if game.match is None:
            # Nobody is to wait for ever; the maker may correct the result.
            game.how, game.ended = Game.How.FORFEIT, timezone.now()
            game.places.update(points=0)
            queue_on_commit(tournament.pk)
        game.save(update_fields=["match", "how", "ended"])
        return True


def _dealt(tournament: Tournament, game_id: int, seated: list[Place]) -> Match | None:
    """With a ready deck for all if a card of somebody's has changed or gone; None if that cannot be dealt."""
    try:
        return _match(tournament, seated, [_deck(tournament, place) for place in seated])
    except engine.InvalidSetup:
        logger.warning("deck", tournament=tournament.code, game=game_id)
    try:
        ready = MatchDeck.of(any_deck(rules=tournament.rules, options=dict(tournament.options)))
        return _match(tournament, seated, [ready] * len(seated))
    except engine.InvalidSetup:
        logger.exception("ready deck", tournament=tournament.code, game=game_id)
        return None


def _match(tournament: Tournament, seated: list[Place], decks: list[MatchDeck]) -> Match:
    people = [place.entry.player for place in seated]
    return create_match(
        sides=[
            Side(deck.name, deck.keys, place.entry.player, place.entry.bot, deck.listed)
            for place, deck in zip(seated, decks, strict=True)
        ],
        rules=tournament.rules,
        options=tournament.options,
        pace=Pace(tournament.pace, tournament.pace_seconds, tournament.pace_increment),
        rated=tournament.rated and all(people),
        public=tournament.public,
        collection=tournament.collection_id,
        **setup_of(tournament.rules, tournament.options, decks),
    )


def _deck(tournament: Tournament, place: Place) -> MatchDeck:
    entry = place.entry
    if tournament.drafting:
        return NO_DECK
    if entry.player is None and not entry.deck:
        return MatchDeck.of(any_deck(rules=tournament.rules, options=dict(tournament.options)))
    return MatchDeck(entry.deck_name, entry.deck, entry.starter, entry.opening_hand, entry.deck_listed)


def forfeit_absent(tournament: Tournament, *, now: datetime) -> None:
    """
    End the games to which a player has not come in time. At a drafting table the computer plays for them, so
    that the others need not wait, and they get no points.
    """
    if not tournament.no_show:
        return
    since = now - timedelta(seconds=tournament.no_show)
    away = Seat.objects.filter(match=OuterRef("match"), player__isnull=False, stand_in="", looked=None)
    # Not while clocks stand still, as in a class that is to listen, nor at once after that.
    runs = Q(match__version__gt=0) | Q(match__clock_since__lte=since + ARRIVAL)
    late = tournament.games.filter(
        Exists(away),
        Q(match__pace=Match.Pace.NONE) | runs & Q(match__flag_at__isnull=False),
        how=Game.How.PAIRED,
        match__created__lte=since,
        match__status=Match.Status.PLAYING,
    )
    for match_id in late.values_list("match", flat=True):
        try:
            _forfeit(match_id)
        except Exception:
            logger.exception("forfeit", match=str(match_id))


def _forfeit(match_id: uuid.UUID) -> None:
    with transaction.atomic():
        match = locked(match_id)
        absent = absentees(match)
        if match.finished or not absent:
            return
        if rulebook(match.rules).resigns:
            # A game that was never played says nothing of anybody's strength.
            Match.objects.filter(pk=match_id).update(rated=False)
            resign(match_id=match_id, seat=min(absent), key="no-show")
            take_points(match_id=match_id, seats=absent)
        else:
            match.seats.filter(number__in=absent).update(stand_in=STAND_IN)
            take_points(match_id=match_id, seats=absent)
            note_beside(match_id, bot_to_act=bool(absent & set(match.acting)))
