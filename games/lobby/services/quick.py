"""
Quick pairing: a player waits at an open table of their own until somebody about as strong waits for the same
game with the same clock. Only those who are there are paired: their page or program asks again and again.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import structlog
from django.db import transaction
from django.utils import timezone

from cards.decks.models import Deck
from engine.drafting import GAMES
from games.lobby.models import OpenTable
from games.lobby.services.open_tables import open_table, start
from games.lobby.services.seating import deal, deck_of, take_seat
from games.lobby.services.terms import Terms
from games.matches.models import Match, Mute, Player
from games.matches.presence import Presence, at_tables
from games.matches.services.clock import A_DAY, LIVE, TURN, Pace
from games.matches.services.contact_rules import check_open
from games.matches.services.match_decks import MatchDeck, any_deck, setup_of
from games.matches.services.matches import Side, create_match
from games.matches.services.players import hold
from games.people.models import Rating, shown
from games.people.services.suggested import suggested

logger = structlog.stdlib.get_logger(__name__)

PACES = {
    "fast": (Pace(LIVE, 10 * 60, 15), Pace(TURN, 30)),
    "calm": (Pace(LIVE, 20 * 60, 30), Pace(TURN, 60)),
    "days": (A_DAY, A_DAY),
}
"""The clocks of Phylo and of the drafting games."""
UNRATED = 1500
NEAR = 150
"""Points of the rating that two may be apart at once; it grows by WIDER with every second of waiting."""
WIDER = 5
UNSURE = 200
"""Points added between a provisional rating, or a guest, and one that is not: first those who begin meet."""
AT_MOST = 1_000


@dataclass(frozen=True)
class Waiting:
    """A quick pairing whose maker is there."""

    table: OpenTable
    rating: int
    sure: bool

    def apart(self, other: "Waiting") -> int:
        return abs(self.rating - other.rating) + (UNSURE if self.sure != other.sure else 0)

    def pair(self, other: "Waiting") -> tuple[uuid.UUID, uuid.UUID]:
        return self.table.maker_id, other.table.maker_id

    def widest_gap(self, at: datetime) -> float:
        """How far apart somebody may be by now."""
        return NEAR + WIDER * (at - self.table.created).total_seconds()


def pace_for(rules: str, clock: str) -> Pace:
    """`clock`: a key of PACES."""
    return PACES[clock][rules in GAMES]


def seek(
    *, player: Player, rules: str, clock: str, key: str, deck: Deck | None = None, public: bool = False
) -> OpenTable:
    """
    Wait for somebody, or begin with somebody who waits already. It takes the place of an earlier search of
    the player; a repeated key returns the table that it opened. The match is rated if both have an account.

    Raises NotAllowed, KeyReused, or engine.InvalidSetup.
    """
    terms = Terms(
        rules=rules,
        people=1,
        pace=pace_for(rules, clock),
        rated=player.user_id is not None,
        public=public,
        listed=False,
        quick=True,
    )
    with transaction.atomic():
        player = hold(player)
        check_open(player)
        if not player.opened_tables.filter(key=key).exists():
            searches = player.opened_tables.searching(at=timezone.now()).select_for_update()
            searching = list(searches.values_list("pk", flat=True))
            OpenTable.objects.filter(pk__in=searching).update(status=OpenTable.Status.WITHDRAWN)
        table = open_table(maker=player, terms=terms, key=key, deck=deck, any_ready=True)
    stay(table)
    if table.stands:
        # After the commit: of two who press at once, the later one sees the other.
        pair(rules=rules)
    return OpenTable.objects.with_people().get(pk=table.pk)


def challenge(*, player: Player, whom: Player, rules: str, clock: str, key: str) -> OpenTable:
    """
    Invite one person, with any ready deck, to an unrated match that nobody watches. A repeated key returns
    the table that it opened. Raises NotAllowed or KeyReused.
    """
    terms = Terms(
        rules=rules, people=1, pace=pace_for(rules, clock), public=False, listed=False, invited_only=True
    )
    return open_table(maker=player, terms=terms, key=key, invited=[whom], any_ready=True)


def stay(table: OpenTable) -> None:
    """Note that the maker is still there."""
    Presence(table.maker_id, table.pk).note()


def meanwhile(*, player: Player, table: OpenTable) -> Match:
    """
    A game against the computer while the player waits: by the same rules, with the same deck, without a clock
    and unrated, so that it can be left. Repeating it returns the same match. Raises NotAllowed.
    """
    key = f"meanwhile-{table.code}"
    with transaction.atomic():
        player = hold(player)
        if (seat := player.seats.filter(key=key).select_related("match").first()) is not None:
            return seat.match
        level = suggested(player.pk)[table.rules].level
        if table.drafting:
            terms = Terms(rules=table.rules, bots=[level], public=False, listed=False)
            return start(player=player, terms=terms, key=key)
        mine = deck_of(table.participants.get(player=player))
        theirs = MatchDeck.of(any_deck(rules=table.rules, options={}))
        match = create_match(
            sides=(
                Side(mine.name, mine.keys, player=player, deck_listed=mine.listed),
                Side(theirs.name, theirs.keys, bot=level, deck_listed=theirs.listed),
            ),
            rules=table.rules,
            **setup_of(table.rules, {}, (mine, theirs)),
        )
        match.seats.filter(number=0).update(key=key)
        return match


def go_away(table: OpenTable) -> None:
    """The maker's page is closed: nobody is paired with them until it asks again."""
    Presence(table.maker_id, table.pk).forget()


def pair(*, rules: str = "") -> int:
    """Bring together those who wait, under all rules or one; returns the number of matches."""
    now = timezone.now()
    waiting = OpenTable.objects.searching(at=now)
    if rules:
        waiting = waiting.filter(rules=rules)
    tables = list(waiting[:AT_MOST])
    here = at_tables((table.pk, table.maker_id) for table in tables) if len(tables) > 1 else frozenset()
    tables = sorted((each for each in tables if (each.pk, each.maker_id) in here), key=_wanted)
    begun = 0
    for _same, group in groupby(tables, key=_wanted):
        begun += _pair(_strengths(list(group)), now)
    return begun


def _pair(group: list[Waiting], now: datetime) -> int:
    """Of those who want the same, who has waited longest gets the nearest within reach."""
    makers = [each.table.maker_id for each in group]
    apart = set(Mute.objects.among(makers).values_list("player", "muted"))
    begun = 0
    while len(group) > 1:
        first, *others = group
        near = [
            each
            for each in others
            if first.apart(each) <= first.widest_gap(now) and not apart & {first.pair(each), each.pair(first)}
        ]
        met = min(near, key=first.apart, default=None)
        if met is not None:
            begun += _meet(first.table, met.table)
        group = [each for each in others if each is not met]
    return begun


def _meet(one: OpenTable, other: OpenTable) -> bool:
    try:
        return bring_together(one, other)
    except Exception:
        # Two whose match cannot be dealt must not keep others from meeting.
        logger.exception("pair", tables=[one.code, other.code])
        return False


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
        take_seat(first, second.maker, deck_of(second.participants.get(player=second.maker)))
        deal(OpenTable.objects.get(pk=first.pk))
        second.status, second.led_to = OpenTable.Status.WITHDRAWN, first
        second.save(update_fields=["status", "led_to"])
        return True


def _wanted(table: OpenTable) -> tuple[str, str, int, int]:
    return table.rules, table.pace, table.pace_seconds, table.pace_increment


def _strengths(tables: Sequence[OpenTable]) -> list[Waiting]:
    of = {table.maker_id for table in tables}
    found = Rating.objects.filter(player__in=of, rules=tables[0].rules)
    ratings: dict[uuid.UUID | None, Rating] = {each.player_id: each for each in found}
    return [_strength(table, ratings.get(table.maker_id)) for table in tables]


def _strength(table: OpenTable, rating: Rating | None) -> Waiting:
    if rating is None:
        return Waiting(table, UNRATED, sure=False)
    return Waiting(table, shown(rating.mu), sure=not rating.provisional)
