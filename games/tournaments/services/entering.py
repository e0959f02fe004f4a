"""Who takes part: entering, also late, leaving, being taken out, and breaks in an arena."""

import uuid

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.sets.access import Standing, standing_of
from games.lobby.services.seating import checked_deck
from games.matches.models import Player, Seat
from games.matches.services.contact_rules import ContactRefused, check_contact, guarded_among, set_binding
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import MatchDeck
from games.matches.services.players import hold
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services.making import (
    brought,
    builder_for,
    check_maker,
    deck_terms,
    end,
    given_deck,
    locked,
    new_entry,
    rating_of,
)
from games.tournaments.services.results import queue_on_commit, touch
from games.tournaments.services.terms import AUDIENCE, DECKS, KIND, most_entries
from phylo.accounts.models import User
from phylo.http.limits import seconds_to_wait

WRONG_PASSWORDS = 10
"""Of a player, before they wait."""
WRONG_FROM_ADDRESS = 100
"""A school may have one address."""
WITHIN = 10 * 60
"""Seconds in which wrong passwords are counted."""


def enter(
    *,
    code: str,
    player: Player,
    deck: Deck | None = None,
    password: str = "",
    by_program: bool = False,
    came_from: str = "",
) -> Entry:
    """
    Take part, or take part again after leaving. Entering twice changes nothing but, before the beginning, the
    deck. `deck` is needed in Phylo unless one is given to all. `by_program`: with an API token.
    `came_from`: the network address for which wrong passwords are counted, besides the player.

    Raises Tournament.DoesNotExist, NotAllowed, or engine.InvalidSetup.
    """
    # Before anything is locked: this takes a while, so that nobody else should wait for it.
    _check_password(code, player, password, came_from)
    with transaction.atomic():
        player = hold(player)
        tournament = locked(code)
        entry = tournament.entries.filter(player=player).first()
        check_may_enter(tournament, player, entry, by_program=by_program)
        running = tournament.status == Tournament.Status.RUNNING
        if entry is not None and entry.withdrawn_at is None and running:
            return entry
        # Nobody changes their deck by leaving and coming back.
        columns = {} if entry is not None and running else brought(_deck(tournament, deck))
        if entry is None:
            entry = new_entry(tournament, player=player, rating=rating_of(tournament, player))
        elif _left_before(tournament, entry):
            entry.joined = timezone.now()
        entry.program = by_program
        entry.withdrawn_at = entry.withdrawn_by = None
        for column, value in columns.items():
            setattr(entry, column, value)
        if tournament.kind == KIND.ARENA and running and not _plays(entry):
            entry.ready_since = timezone.now()
        entry.save()
        _changed(tournament)
        return entry


def withdraw(*, code: str, player: Player) -> None:
    """
    Leave a tournament; a running game may be played on and counts. Does nothing for those who are not in it.
    Raises Tournament.DoesNotExist.
    """
    with transaction.atomic():
        tournament = locked(code)
        _check_not_host(tournament, entry := tournament.entries.filter(player=player).first())
        _take_out(tournament, entry, None)


def take_out(*, code: str, player: Player, number: int) -> None:
    """The maker withdraws the entry with that number. Raises Tournament.DoesNotExist or NotAllowed."""
    with transaction.atomic():
        tournament = locked(code)
        check_maker(tournament, player)
        _check_not_host(tournament, entry := tournament.entries.people().filter(number=number).first())
        _take_out(tournament, entry, player)


def stand_aside(*, user: User | None, guest: uuid.UUID | None = None, collection: int | None = None) -> None:
    """
    Withdraw somebody who is suspended, or whose account goes, from all tournaments that are not over, and
    cancel those of theirs that have not begun. Of somebody who leaves a set, from its own alone: others
    manage these, so only a simultaneous is cancelled.
    """
    who = {"user": user} if user is not None else {"guest": guest}
    player = Player.objects.filter(**who).first()
    if player is None:
        return
    found = Tournament.objects.under_way().with_player(player.pk)
    if collection is not None:
        found = found.filter(collection=collection)
    for pk in list(found.values_list("pk", flat=True)):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=pk)
            waits = tournament.maker_id == player.pk and tournament.status == Tournament.Status.OPEN
            if waits and (collection is None or tournament.kind == KIND.SIMUL):
                end(tournament, Tournament.Status.CANCELLED)
            _take_out(tournament, tournament.entries.filter(player=player).first(), None)


def be_ready(*, code: str, player: Player, ready: bool = True) -> None:
    """In a running arena: wait for the next game, or have a break. Raises as `withdraw`, and NotAllowed."""
    with transaction.atomic():
        tournament = locked(code)
        entry = tournament.entries.playing().filter(player=player).first()
        if entry is None or tournament.kind != KIND.ARENA or tournament.status != Tournament.Status.RUNNING:
            raise NotAllowed(_("You do not play in this arena now."))
        if ready == (entry.ready_since is not None) or _plays(entry):
            return
        entry.ready_since = timezone.now() if ready else None
        entry.save(update_fields=["ready_since"])
        _changed(tournament)


def check_may_enter(
    tournament: Tournament, player: Player, entry: Entry | None = None, *, by_program: bool = False
) -> None:
    """Whether somebody may take part now, but for the password. Raises NotAllowed."""
    if tournament.over:
        raise NotAllowed(_("The tournament is over."))
    comes_late = entry is None or _left_before(tournament, entry)
    if tournament.status == Tournament.Status.RUNNING and comes_late and not _takes_late(tournament):
        raise NotAllowed(_("It is too late to join this tournament."))
    if by_program and not tournament.bots_allowed:
        raise NotAllowed(_("Programs may not play in this tournament."))
    if tournament.rated and player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if tournament.audience == AUDIENCE.SET:
        collection = tournament.collection
        if collection is None or standing_of(builder_for(player), collection) < Standing.MEMBER:
            raise NotAllowed(_("This tournament is for the members of a set."))
    _check_class(tournament, player)
    if entry is not None and entry.withdrawn_by_id is not None:
        raise NotAllowed(_("You were taken out of this tournament."))
    comes = entry is None or entry.withdrawn_at is not None
    if comes and tournament.entries.playing().count() >= most_entries(tournament.kind):
        raise NotAllowed(_("All places are taken."))


def check_program(seat: Seat) -> None:
    """Raises NotAllowed if the match is of a tournament that is not for programs, whoever entered it."""
    if Tournament.objects.filter(games__match=seat.match_id, bots_allowed=False).exists():
        raise NotAllowed(_("Programs may not play in this tournament."))


def _check_password(code: str, player: Player, password: str, came_from: str) -> None:
    tournament = Tournament.objects.only("password").get(code=code)
    # Whoever was let in once needs no password to come back.
    if not tournament.password or tournament.entries.filter(player=player).exists():
        return
    guesses = {
        f"tournament-{tournament.pk}-{player.pk}": WRONG_PASSWORDS,
        f"tournament-{tournament.pk}-from-{came_from}": WRONG_FROM_ADDRESS,
    }
    if any(seconds_to_wait(name, most=most, seconds=WITHIN, counts=False) for name, most in guesses.items()):
        raise NotAllowed(_("That were too many wrong passwords. Wait some minutes before you try again."))
    if not check_password(password, tournament.password):
        for name, most in guesses.items():
            seconds_to_wait(name, most=most, seconds=WITHIN)
        raise NotAllowed(_("This is not the password of the tournament."), "password")


def _check_class(tournament: Tournament, player: Player) -> None:
    """Pupils play in tournaments of their class's set, with nobody but the class. Raises ContactRefused."""
    home = set_binding([player])
    others = Player.objects.filter(entries__in=tournament.entries.playing()).exclude(pk=player.pk)
    if home is None:
        others = guarded_among(others)[:1]
    elif (tournament.audience, tournament.collection_id) != (AUDIENCE.SET, home):
        raise ContactRefused(_("This tournament is open to others than your class."))
    check_contact(player, others)


def _takes_late(tournament: Tournament) -> bool:
    """Swiss: until half of the rounds have begun; an arena: as long as it pairs."""
    if tournament.kind == KIND.ARENA:
        return tournament.ends_at is not None and timezone.now() < tournament.ends_at
    return tournament.kind == KIND.SWISS and tournament.round * 2 <= tournament.rounds


def _left_before(tournament: Tournament, entry: Entry) -> bool:
    """Whether the entry was withdrawn when the tournament began: who comes back then comes late."""
    begun, withdrawn = tournament.begun, entry.withdrawn_at
    return begun is not None and withdrawn is not None and withdrawn <= begun


def _plays(entry: Entry) -> bool:
    return entry.places.filter(game__how=Game.How.PAIRED).exists()


def _check_not_host(tournament: Tournament, entry: Entry | None) -> None:
    hosts = tournament.kind == KIND.SIMUL and entry is not None and entry.player_id == tournament.maker_id
    if hosts and not tournament.over:
        raise NotAllowed(_("Without its host there is no simultaneous. You can cancel it."))


def _take_out(tournament: Tournament, entry: Entry | None, by: Player | None) -> None:
    if entry is None or entry.withdrawn_at is not None or tournament.over:
        return
    entry.withdrawn_at, entry.withdrawn_by, entry.ready_since = timezone.now(), by, None
    entry.save(update_fields=["withdrawn_at", "withdrawn_by", "ready_since"])
    _changed(tournament)


def _changed(tournament: Tournament) -> None:
    touch(tournament.pk)
    queue_on_commit(tournament.pk)


def _deck(tournament: Tournament, deck: Deck | None) -> MatchDeck:
    if tournament.decks == DECKS.GIVEN:
        return given_deck(tournament)
    return checked_deck(deck_terms(tournament, tournament.collection_id), deck)
