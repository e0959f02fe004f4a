"""
Open tables: how they are opened, joined and left, and how their matches begin.

A challenge is an open table of Phylo with two seats, to which each player brings a deck; the match begins
when the second seat is taken.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from engine.bots.levels import LEVELS
from games.lobby.models import OpenTable, Participant
from games.lobby.services.invitations import check_invitations, invite
from games.lobby.services.seating import (
    GONE,
    check_stands,
    checked_deck,
    deal,
    makers_deck,
    new_table,
    notify,
    take_seat,
)
from games.lobby.services.terms import Terms, check_terms
from games.matches.models import Match, Mute, Player
from games.matches.services.clock import Pace
from games.matches.services.contact_rules import check_contact, set_binding
from games.matches.services.errors import HasBlocked, MatchPlaying, NotAllowed
from games.matches.services.match_decks import any_deck, set_of
from games.matches.services.matches import Side, accompany, create_match
from games.matches.services.players import hold
from games.matches.services.rulebooks import STAND_IN
from phylo.http.keys import asked_for, made_before

MOST_STANDING = 10
"""Open tables that one maker may have at the same time."""


class _SomebodyJoined(Exception):
    """Somebody joined the table before its players were locked."""


def start(*, player: Player, terms: Terms, key: str = "", coach: bool = False) -> Match:
    """
    Start a drafting game that waits for nobody else; the player has seat 0, with a `coach` if it is their
    first match. A repeated key returns the match that it started. Raises NotAllowed or KeyReused.
    """
    asked = asked_for(asdict(terms))
    with transaction.atomic():
        player = hold(player)
        if (seat := made_before(player.seats.select_related("match"), key, asked=asked)) is not None:
            return seat.match
        check_terms(player, terms)
        match = _dealt_alone(player, terms)
        match.seats.filter(number=0).update(key=key, asked=asked)
        if coach:
            accompany(match, player)
        return match


def open_table(
    *,
    maker: Player,
    terms: Terms,
    key: str,
    deck: Deck | None = None,
    invited: Sequence[Player] = (),
    any_ready: bool = False,
) -> OpenTable:
    """
    Open a table that waits for people. Seats are kept for those `invited` until they decline. A repeated key
    returns the table that it opened. With `any_ready` a ready deck stands in for one that is not named.

    Raises NotAllowed or KeyReused, or engine.InvalidSetup for unknown options.
    """
    if (home := set_binding([maker, *invited])) is not None:
        terms = replace(terms, collection=home, public=False, listed=False)
    terms = replace(terms, collection=set_of(deck, inside=terms.collection))
    asked = asked_for(asdict(terms), deck and deck.pk, [str(each.pk) for each in invited])
    with transaction.atomic():
        # One at a time, so that nobody exceeds the limit.
        maker = hold(maker)
        if (earlier := made_before(maker.opened_tables.all(), key, asked=asked)) is not None:
            return earlier
        check_terms(maker, terms)
        if OpenTable.objects.standing(at=timezone.now()).filter(maker=maker).count() >= MOST_STANDING:
            raise NotAllowed(_("You have %(most)s tables waiting already.") % {"most": MOST_STANDING})
        if not terms.people:
            raise NotAllowed(_("There is no seat for anybody else."))
        if any(each.pk == maker.pk for each in invited):
            raise NotAllowed(_("You sit there already."))
        if len({each.pk for each in invited}) > terms.people:
            raise NotAllowed(_("You have invited more people than there are seats."))
        if any_ready and not terms.drafting:
            deck = deck or any_deck(rules=terms.rules, options=dict(terms.options))
        match_deck = checked_deck(terms, deck)
        check_invitations(maker, invited)
        table = new_table(maker, terms, key, asked)
        take_seat(table, maker, match_deck)
        invite(table, invited)
        return table


def join(*, code: str, player: Player, deck: Deck | None = None) -> OpenTable:
    """
    Take a seat; the match begins when the last one is taken. Joining twice changes nothing. `deck` is not
    needed where everybody plays the same one, nor in games without decks.

    Raises OpenTable.DoesNotExist, NotAllowed, or engine.InvalidSetup.
    """
    return _with_its_people(code, player, partial(_join, deck=deck))


def leave(*, code: str, player: Player) -> OpenTable:
    """
    Give up a seat or decline an invitation; if the maker leaves, the table is withdrawn. Does nothing once
    the table is no longer open. Raises OpenTable.DoesNotExist.
    """
    with transaction.atomic():
        table = OpenTable.objects.select_for_update().get(code=code)
        if table.status != OpenTable.Status.OPEN:
            return table
        if table.maker_id == player.pk:
            table.status = OpenTable.Status.WITHDRAWN
        elif not table.participants.filter(player=player).update(state=Participant.State.DECLINED):
            return table
        elif table.invited_only and not table.kept:
            table.status = OpenTable.Status.DECLINED
        table.save(update_fields=["status"])
        notify(table)
        return table


def begin(*, code: str, player: Player, level: str = STAND_IN) -> Match:
    """
    Begin the match of a drafting table now, with bots of that level in all free seats; only for the maker.
    Repeating it returns the same match. Raises OpenTable.DoesNotExist or NotAllowed.
    """

    def begun(table: OpenTable, maker: Player) -> OpenTable:
        if table.maker_id != maker.pk:
            raise NotAllowed(_("Only the person who opened the table may begin."))
        if table.match_id is None:
            check_stands(table)
            if not table.drafting:
                raise NotAllowed(_("This table waits for a second player."))
            if level not in LEVELS[table.rules]:
                raise NotAllowed(_("There is no such level."))
            deal(table, level)
        return table

    match = _with_its_people(code, player, begun).match
    assert match is not None
    return match


def meet_again(*, match: Match, player: Player) -> Match | OpenTable:
    """
    Play a drafting game again, at the wish of one of its players.

    A match without other people is dealt at once. Otherwise there is one open table for the same people: it
    is opened, or joined, or replaced if it no longer waits; once its match has begun, that is returned.
    Raises MatchPlaying or NotAllowed.
    """
    if not match.finished:
        raise MatchPlaying
    seats = list(match.seats.select_related("player").order_by("number"))
    others = {seat.player.pk: seat.player for seat in seats if seat.player and seat.player.pk != player.pk}
    terms = Terms(
        rules=match.rules,
        bots=[seat.bot for seat in seats if seat.bot],
        here=sum(1 for seat in seats if seat.player_id == player.pk) - 1,
        people=len(others),
        pace=Pace(match.pace, match.pace_seconds),
        rated=match.rated,
        public=match.public,
        listed=False,
        collection=match.collection_id,
    )
    if not others:
        return _alone_again(match, player, terms)
    if any(other.former for other in others.values()):
        raise NotAllowed(_("Somebody who sat there has left."))
    if player.mutes.filter(muted__in=others, blocks=True).exists():
        raise HasBlocked
    with transaction.atomic():
        player = hold(player)
        # Lock the table before the match, as everywhere; with the match locked nobody else can open one.
        list(OpenTable.objects.select_for_update().filter(again_of=match))
        Match.objects.select_for_update().get(pk=match.pk)
        table = OpenTable.objects.filter(again_of=match).first()
        if table is not None and table.match_id is None and not table.stands:
            OpenTable.objects.filter(pk=table.pk).update(again_of=None)
            table = None
        if table is None:
            check_terms(player, terms)
            table = new_table(player, terms, f"again-{secrets.token_hex(16)}", again_of=match)
            take_seat(table, player)
            invite(table, others.values())
            return table
    if table.match is not None:
        return table.match
    joined = join(code=table.code, player=player)
    return joined.match or joined


def gathering(match: Match, player: Player) -> Match | str:
    """`meet_again`, with the address of an open table."""
    found = meet_again(match=match, player=player)
    return found if isinstance(found, Match) else found.get_absolute_url()


def _alone_again(match: Match, player: Player, terms: Terms) -> Match:
    """The next match of a player who sat there with bots only. Repeating it returns the same match."""
    with transaction.atomic():
        player = hold(player)
        Match.objects.select_for_update().get(pk=match.pk)
        if again := Match.objects.filter(rematch_of=match).first():
            return again
        check_terms(player, terms)
        return _dealt_alone(player, terms, again_of=match)


def _dealt_alone(player: Player, terms: Terms, *, again_of: Match | None = None) -> Match:
    """A match of the player, in seat 0, and bots."""
    return create_match(
        sides=[
            *(Side(player=player) for _seat in range(1 + terms.here)),
            *(Side(bot=level) for level in terms.bots),
        ],
        rules=terms.rules,
        pace=terms.pace,
        rated=terms.rated,
        public=terms.public,
        collection=terms.collection,
        rematch_of=again_of,
    )


def _with_its_people(code: str, player: Player, do: Callable[[OpenTable, Player], OpenTable]) -> OpenTable:
    """Call `do` with the players at a table and the table locked, in the order that all services use."""
    while True:
        known = set(Participant.objects.filter(open_table__code=code).values_list("player", flat=True))
        try:
            with transaction.atomic():
                everybody = Player.objects.select_for_update(no_key=True).filter(pk__in=known | {player.pk})
                people = {each.pk for each in everybody.order_by("pk")}
                table = OpenTable.objects.select_for_update().get(code=code)
                if not set(table.participants.values_list("player", flat=True)) <= people:
                    raise _SomebodyJoined
                return do(table, hold(player))
        except _SomebodyJoined:
            continue


def _join(table: OpenTable, player: Player, *, deck: Deck | None) -> OpenTable:
    own = table.participants.filter(player=player).first()
    if own is not None and own.state == Participant.State.WAITING:
        if table.match_id is None and not table.drafting:
            raise NotAllowed(_("This is your own challenge."))
        return table
    check_stands(table)
    if table.invited_only and (own is None or own.state == Participant.State.UNSEEN):
        raise NotAllowed(_("This challenge is for somebody else."))
    if table.rated and player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    invited = own is not None and own.state == Participant.State.INVITED
    check_contact(player, (each.player for each in table.participants.select_related("player")))
    if not invited and table.maker_id in Mute.objects.blocking(player.pk):
        raise NotAllowed(str(GONE))
    if not invited and not table.free:
        raise NotAllowed(_("All seats are taken."))
    take_seat(table, player, makers_deck(table) if table.same_deck else checked_deck(table, deck))
    table = OpenTable.objects.get(pk=table.pk)
    if table.taken == table.seats:
        deal(table)
    else:
        notify(table)
    return table
