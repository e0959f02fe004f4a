"""How a tournament is made, begun before its time, cancelled; and who may do that."""

from dataclasses import asdict, replace

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.models import Builder
from cards.sets.access import Standing, standing_of
from cards.sets.models import Collection
from games.lobby.services.seating import NO_DECK, checked_deck
from games.lobby.services.terms import Terms
from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import MatchDeck
from games.matches.services.players import hold
from games.people.models import Rating
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services.results import touch
from games.tournaments.services.terms import (
    AUDIENCE,
    DECKS,
    KIND,
    TournamentTerms,
    check_tournament,
)
from phylo.http.keys import asked_for, made_before

MOST_STANDING = 5
"""Tournaments of one maker that are open or running at the same time."""


def make(
    *,
    maker: Player,
    terms: TournamentTerms,
    key: str,
    deck: Deck | None = None,
    collection: Collection | None = None,
) -> Tournament:
    """
    Open a tournament. `deck`: the given one, or in a simultaneous the host's. A repeated key returns the
    tournament that it made. Raises NotAllowed, KeyReused, or engine.InvalidSetup for unknown options.
    """
    # Without the password: what was asked is kept in a hash that is fast to undo.
    given = {
        **asdict(replace(terms, password="")),
        "starts_at": terms.starts_at and terms.starts_at.isoformat(),
    }
    asked = asked_for(given, deck and deck.pk, collection and collection.pk)
    with transaction.atomic():
        maker = hold(maker)
        if (earlier := made_before(maker.tournaments.all(), key, asked=asked)) is not None:
            return earlier
        check_tournament(maker, terms, collection)
        if maker.tournaments.under_way().count() >= MOST_STANDING:
            raise NotAllowed(_("You have %(most)s tournaments under way already.") % {"most": MOST_STANDING})
        if collection is not None and standing_of(builder_for(maker), collection) < Standing.EDITOR:
            raise NotAllowed(_("Only those who edit the set make tournaments of it."))
        set_key = collection.pk if collection else None
        given_to_all = terms.decks == DECKS.GIVEN
        one = checked_deck(deck_terms(terms, set_key), deck) if given_to_all else NO_DECK
        tournament = Tournament.objects.create(
            maker=maker,
            collection=collection,
            name=terms.name.strip(),
            kind=terms.kind,
            rules=terms.rules,
            options=terms.options,
            seats=terms.seats,
            pace=terms.pace.kind,
            pace_seconds=terms.pace.seconds,
            pace_increment=terms.pace.increment,
            rounds=terms.rounds,
            minutes=terms.minutes,
            between=terms.between,
            no_show=terms.come_within,
            decks=terms.decks,
            deck_name=one.name if one.listed else "",
            deck=one.keys,
            starter=one.starter,
            opening_hand=list(one.hand),
            audience=terms.audience,
            password=make_password(terms.password) if terms.password else "",
            bots_allowed=terms.bots_allowed,
            filler=terms.filler,
            rated=terms.rated,
            public=terms.public or terms.audience == AUDIENCE.SITE,
            starts_at=terms.starts_at,
            key=key,
            asked=asked,
        )
        if terms.kind == KIND.SIMUL:
            host = one if given_to_all else checked_deck(deck_terms(terms, set_key), deck)
            new_entry(tournament, player=maker, rating=rating_of(tournament, maker), **brought(host))
        return tournament


def cancel(*, code: str, player: Player) -> Tournament:
    """
    End a tournament before its time; games under way are played on, but no longer count. Does nothing if it
    is over. Raises Tournament.DoesNotExist or NotAllowed.
    """
    with transaction.atomic():
        tournament = locked(code)
        check_maker(tournament, player)
        if not tournament.over:
            end(tournament, Tournament.Status.CANCELLED)
        return tournament


def end(tournament: Tournament, status: Tournament.Status) -> None:
    """Of a tournament whose row is held. Pairings that nobody has dealt go."""
    waiting = tournament.games.select_for_update().filter(how=Game.How.PAIRED, match=None)
    Game.objects.filter(pk__in=list(waiting.values_list("pk", flat=True))).delete()
    tournament.status, tournament.ended, tournament.next_round_at = status, timezone.now(), None
    tournament.save(update_fields=["status", "ended", "next_round_at"])
    tournament.entries.update(ready_since=None)
    touch(tournament.pk)


def locked(code: str) -> Tournament:
    """The tournament with its row locked, for a transaction. Raises Tournament.DoesNotExist."""
    return Tournament.objects.select_for_update().get(code=code)


def manages(tournament: Tournament, player: Player | None) -> bool:
    """Whether the player may do what its maker may: in a set, so may all who edit it."""
    if player is None:
        return False
    if tournament.maker_id == player.pk:
        return True
    collection = tournament.collection
    return collection is not None and standing_of(builder_for(player), collection) >= Standing.EDITOR


def check_maker(tournament: Tournament, player: Player) -> None:
    if not manages(tournament, player):
        raise NotAllowed(_("Only those who made the tournament may do this."))


def builder_for(player: Player) -> Builder:
    return Builder(user=player.user, guest=player.guest_id)


def deck_terms(tournament: Tournament | TournamentTerms, collection: int | None) -> Terms:
    """What `checked_deck` asks of a deck."""
    return Terms(
        rules=tournament.rules,
        options=dict(tournament.options),
        ready_decks_only=tournament.decks == DECKS.READY,
        collection=collection,
    )


def new_entry(tournament: Tournament, **columns: object) -> Entry:
    """The next entry of a tournament whose row is held."""
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    return Entry.objects.create(tournament=tournament, number=last + 1, **columns)


def rating_of(tournament: Tournament, player: Player) -> int:
    """As Entry.rating."""
    rating = Rating.objects.filter(player=player, rules=tournament.rules).first()
    return rating.shown if rating else 0


def given_deck(tournament: Tournament) -> MatchDeck:
    """The deck that everybody plays."""
    return MatchDeck(
        tournament.deck_name,
        tournament.deck,
        tournament.starter,
        tournament.opening_hand,
        tournament.deck_listed,
    )


def brought(deck: MatchDeck) -> dict[str, object]:
    """A deck as the columns of an entry."""
    return {
        "deck_name": deck.name,
        "deck": deck.keys,
        "starter": deck.starter,
        "opening_hand": list(deck.hand),
        "deck_listed": deck.listed,
    }
