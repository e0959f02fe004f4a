"""
Open tables: how they are opened, joined and left, and how their matches begin.

A challenge is an open table of Phylo with two seats, to which each player brings a deck; the match begins
when the second seat is taken.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from cards.models import Deck
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from games import stream
from games.models import Match, Mute, OpenTable, Participant, Player
from games.services.clock import DAY, DAYS, LIVE, NONE, TURN, Pace
from games.services.errors import HasBlocked, MatchPlaying, NotAllowed
from games.services.match_decks import MatchDeck, any_deck, deck_faults, setup_of
from games.services.matches import Side, create_match
from games.services.players import hold
from games.services.rulebooks import STAND_IN, rulebook
from phylo.http.keys import asked_for, made_before

MOST_STANDING = 10
"""Open tables that one maker may have at the same time."""
INVITED_A_DAY = 60
"""Invitations by one maker."""
UNANSWERED = 3
"""Invitations to one person that may stand at the same time."""
GONE = gettext_lazy("This table is no longer waiting.")
STANDS = {
    LIVE: timedelta(minutes=30),
    TURN: timedelta(minutes=30),
    DAYS: timedelta(days=14),
    NONE: timedelta(days=14),
}
A_DAY, THREE_DAYS, A_WEEK = Pace(DAYS, DAY), Pace(DAYS, 3 * DAY), Pace(DAYS, 7 * DAY)
PACES = (
    Pace(), A_DAY, THREE_DAYS, A_WEEK,
    Pace(LIVE, 10 * 60, 15), Pace(LIVE, 20 * 60, 30), Pace(LIVE, 40 * 60, 30),
)  # fmt: skip
"""The clocks that may be chosen for Phylo."""
DRAFTING_PACES = (Pace(), Pace(TURN, 30), Pace(TURN, 60), Pace(TURN, 120), A_DAY, THREE_DAYS, A_WEEK)
"""The clocks that may be chosen for the drafting games."""
NO_DECK = MatchDeck("", [])


@dataclass(frozen=True)
class Terms:
    """
    What will be played and by whom: the maker, `here` more players on the maker's device, `bots` by level,
    and `people` still to come. `side` is the maker's, as OpenTable.Side.
    """

    rules: str
    bots: Sequence[str] = ()
    here: int = 0
    people: int = 0
    options: dict[str, str | int] = field(default_factory=dict)
    side: str = OpenTable.Side.ANY
    pace: Pace = field(default_factory=Pace)
    rated: bool = False
    public: bool = True
    listed: bool = True
    invited_only: bool = False
    ready_decks_only: bool = False
    same_deck: bool = False
    quick: bool = False

    @property
    def seats(self) -> int:
        return 1 + len(self.bots) + self.here + self.people

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES


class _SomebodyJoined(Exception):
    """Somebody joined the table before its players were locked."""


def start(*, player: Player, terms: Terms, key: str = "") -> Match:
    """
    Start a drafting game that waits for nobody else; the player has seat 0. A repeated key returns the match
    that it started. Raises NotAllowed or KeyReused.
    """
    asked = asked_for(asdict(terms))
    with transaction.atomic():
        player = hold(player)
        if (seat := made_before(player.seats.select_related("match"), key, asked=asked)) is not None:
            return seat.match
        _check(player, terms)
        match = _dealt_alone(player, terms)
        match.seats.filter(number=0).update(key=key, asked=asked)
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
    asked = asked_for(asdict(terms), deck and deck.pk, [str(each.pk) for each in invited])
    with transaction.atomic():
        # One at a time, so that nobody exceeds the limit.
        maker = hold(maker)
        if (earlier := made_before(maker.opened_tables.all(), key, asked=asked)) is not None:
            return earlier
        _check(maker, terms)
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
        match_deck = _checked_deck(terms, deck)
        _check_invitations(maker, invited)
        table = _created(maker, terms, key, asked)
        _seat(table, maker, match_deck)
        _invite(table, invited)
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
        _notify(table)
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
            _check_stands(table)
            if not table.drafting:
                raise NotAllowed(_("This table waits for a second player."))
            if level not in LEVELS[table.rules]:
                raise NotAllowed(_("There is no such level."))
            _deal(table, level)
        return table

    match = _with_its_people(code, player, begun).match
    assert match is not None
    return match


def bring_together(first: OpenTable, second: OpenTable) -> bool:
    """
    Begin the match of two quick pairings, at the table of the first. False if one of them no longer waits. It
    is rated if both may be, and others may watch if both agree.
    """
    with transaction.atomic():
        makers = Player.objects.select_for_update(no_key=True).filter(former=False)
        list(makers.filter(pk__in=[first.maker_id, second.maker_id]).order_by("pk"))
        held = OpenTable.objects.select_for_update().searching(at=timezone.now()).order_by("pk")
        tables = {each.pk: each for each in held.filter(pk__in=[first.pk, second.pk])}
        if len(tables) < 2:
            return False
        first, second = tables[first.pk], tables[second.pk]
        first.rated, first.public = first.rated and second.rated, first.public and second.public
        first.save(update_fields=["rated", "public"])
        _seat(first, second.maker, deck_of(second.participants.get(player=second.maker)))
        _deal(OpenTable.objects.get(pk=first.pk))
        second.status, second.led_to = OpenTable.Status.WITHDRAWN, first
        second.save(update_fields=["status", "led_to"])
        return True


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
            _check(player, terms)
            table = _created(player, terms, f"again-{secrets.token_hex(16)}", again_of=match)
            _seat(table, player)
            _invite(table, others.values())
            return table
    if table.match is not None:
        return table.match
    joined = join(code=table.code, player=player)
    return joined.match or joined


def _alone_again(match: Match, player: Player, terms: Terms) -> Match:
    """The next match of a player who sat there with bots only. Repeating it returns the same match."""
    with transaction.atomic():
        player = hold(player)
        Match.objects.select_for_update().get(pk=match.pk)
        if again := Match.objects.filter(rematch_of=match).first():
            return again
        _check(player, terms)
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
    _check_stands(table)
    if table.invited_only and (own is None or own.state == Participant.State.UNSEEN):
        raise NotAllowed(_("This challenge is for somebody else."))
    if table.rated and player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    invited = own is not None and own.state == Participant.State.INVITED
    if not invited and table.maker_id in Mute.objects.blocking(player.pk):
        raise NotAllowed(str(GONE))
    if not invited and not table.free:
        raise NotAllowed(_("All seats are taken."))
    _seat(table, player, _makers_deck(table) if table.same_deck else _checked_deck(table, deck))
    table = OpenTable.objects.get(pk=table.pk)
    if table.taken == table.seats:
        _deal(table)
    else:
        _notify(table)
    return table


def _deal(table: OpenTable, level: str = STAND_IN) -> None:
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
        rematch_of=table.again_of,
        **setup_of(table.rules, table.options, [deck for _player, _bot, deck in seated]),
    )
    table.status = OpenTable.Status.BEGUN
    table.save(update_fields=["match", "status"])


def _created(
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
        public=terms.public,
        listed=terms.listed and not terms.invited_only,
        invited_only=terms.invited_only,
        quick=terms.quick,
        key=key,
        asked=asked,
        again_of=again_of,
        expires=timezone.now() + STANDS[LIVE if terms.quick else terms.pace.kind],
    )


def _seat(table: OpenTable, player: Player, deck: MatchDeck = NO_DECK) -> None:
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


def _invite(table: OpenTable, invited: Iterable[Player]) -> None:
    blocking = set(Mute.objects.blocking(table.maker_id))
    for player in {each.pk: each for each in invited}.values():
        state = Participant.State.UNSEEN if player.pk in blocking else Participant.State.INVITED
        Participant.objects.create(open_table=table, player=player, state=state)
    _notify(table)


def _check_invitations(maker: Player, invited: Sequence[Player]) -> None:
    """Nobody is to be pestered, nor learns from a refusal who blocks them."""
    asked = Participant.objects.filter(open_table__maker=maker).exclude(state=Participant.State.WAITING)
    now = timezone.now()
    lately = asked.filter(open_table__created__gt=now - timedelta(days=1))
    if invited and lately.count() + len(invited) > INVITED_A_DAY:
        raise NotAllowed(_("You have invited many people today. Please go on tomorrow."))
    unanswered = asked.filter(
        state__in=[Participant.State.INVITED, Participant.State.UNSEEN],
        open_table__in=OpenTable.objects.standing(at=now),
    )
    if any(unanswered.filter(player=each).count() >= UNANSWERED for each in invited):
        raise NotAllowed(_("They have not answered your last invitations yet."))


def _makers_deck(table: OpenTable) -> MatchDeck:
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


def _checked_deck(terms: Terms | OpenTable, deck: Deck | None) -> MatchDeck:
    """The deck a player brings to the table. Raises NotAllowed, or engine.InvalidSetup."""
    if terms.drafting:
        return NO_DECK
    if deck is None:
        raise NotAllowed(_("Choose a deck."))
    if deck.rules != terms.rules:
        raise NotAllowed(_("This deck is for other rules."))
    if terms.ready_decks_only and not deck.ready:
        raise NotAllowed(_("Only decks that came with the site may be played."))
    if faults := deck_faults(deck=deck, options=dict(terms.options)):
        raise NotAllowed("; ".join(faults))
    return MatchDeck.of(deck)


def _check(player: Player, terms: Terms) -> None:
    if terms.rules not in (*engine.RULES, *GAMES):
        raise NotAllowed(_("There is no such game."))
    book = rulebook(terms.rules)
    if terms.seats not in book.seats:
        raise NotAllowed(_("There are seats for %(most)d at most.") % {"most": max(book.seats)})
    if unknown := set(terms.bots) - set(LEVELS[terms.rules]):
        raise NotAllowed(_("There is no level “%(level)s”.") % {"level": min(unknown)})
    if terms.pace not in (DRAFTING_PACES if terms.drafting else PACES):
        raise NotAllowed(_("There is no such clock."))
    if not terms.rated:
        return
    if terms.seats == 1:
        raise NotAllowed(_("A game alone is not rated."))
    if terms.here:
        raise NotAllowed(_("A table with several people on one device is not rated."))
    if player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if terms.pace.kind == NONE:
        raise NotAllowed(_("A rated match needs a clock: otherwise nobody has to lose it."))


def _check_stands(table: OpenTable) -> None:
    if not table.stands:
        raise NotAllowed(str(GONE))


def _notify(table: OpenTable) -> None:
    """Wake the streams of everybody who waits or is invited."""
    for player in table.participants.values_list("player", flat=True):
        transaction.on_commit(partial(stream.announce, player), robust=True)
