"""Matches between pupils of a class that begin at once, as their teacher has paired them."""

import uuid
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from django.db import transaction
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.models import Builder
from engine.drafting import GAMES
from games.classes.models import Classroom, Pupil
from games.classes.services.lessons.attention import tell_class
from games.classes.services.managing import ClassAction, locked_class
from games.lobby.services.seating import NO_DECK
from games.matches.clauses import EVERY
from games.matches.models import Match, Player, Seat
from games.matches.presence import on_site
from games.matches.services.clock import Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import MatchDeck, any_deck, setup_of
from games.matches.services.matches import NO_CLOCK, Side, create_match
from games.matches.services.offers import part
from games.matches.services.pauses import stand_still
from games.matches.services.players import resign, step_down
from games.matches.services.rulebooks import rulebook
from games.people.services.suggested import suggested
from phylo.http.keys import KeyReused, asked_for


@dataclass(frozen=True)
class Wanted:
    """What is played: `deck` by everybody, or None: each one's newest deck, else a ready one for both."""

    rules: str
    deck: Deck | None = None
    pace: Pace = NO_CLOCK

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES


def pair(
    *, classroom_id: int, builder: Builder, chosen: Collection[int] | None, wanted: Wanted, key: str
) -> list[Match]:
    """
    Begin matches between these pupils (primary keys), or with None between all who are there and free. Who
    has met least often meets now; an odd one plays the computer, or in a drafting game makes a table of
    three. Only for the class's teachers, or for a pupil who has chosen nobody else.

    A repeated key returns the matches that it began; of two requests at the same time the second finds nobody
    free. Raises NotAllowed, KeyReused or engine.InvalidSetup.
    """
    if wanted.rules not in EVERY:
        raise NotAllowed(_("There is no such game."))
    asked = asked_for(sorted(chosen or []), wanted.rules, wanted.deck and wanted.deck.pk, str(wanted.pace))
    with transaction.atomic():
        action = ClassAction.PLAY_ALONE if _are_alone(builder, chosen) else ClassAction.LEAD
        classroom = locked_class(classroom_id, builder, action)
        if before := _begun_before(classroom, key, asked):
            return before
        groups = groups_of(_to_pair(classroom, chosen), met(classroom), three=wanted.drafting)
        begun = [_begin(classroom, group, wanted, key, asked) for group in groups]
        tell_class(classroom_id)
    return begun


def end_game(*, classroom_id: int, builder: Builder, match_id: uuid.UUID) -> None:
    """
    End a running game of the class, so that its pupils are free: two of Phylo part with a draw, one against
    the computer resigns, and drafting games are played to their end by the computer. A game that is over
    stays as it is. Raises NotAllowed, also for other games.
    """
    with transaction.atomic():
        classroom = locked_class(classroom_id, builder, ClassAction.LEAD)
        match = Match.objects.filter(pk=match_id, collection=classroom.collection_id).first()
        pupils = Seat.objects.filter(match=match_id, player__guest__pupil__classroom=classroom)
        seats = list(pupils.select_related("player").order_by("number"))
        if match is None or not seats:
            raise NotAllowed(_("Choose a game of this class."))
        if not rulebook(match.rules).resigns:
            for player in Player.objects.filter(seats__in=seats):
                step_down(match_id=match_id, player=player)
        elif len(seats) > 1:
            part(match_id=match_id)
        else:
            resign(match_id=match_id, seat=seats[0].number, key="ended")
        tell_class(classroom_id)


def deck_for(builder: Builder, rules: str, slug: str) -> Deck | None:
    """The deck of these rules that a teacher names for all, if they may see it; a drafting game has none."""
    if rules in GAMES or not slug.isprintable():
        return None
    return Deck.objects.for_rules(rules).open_to(builder).filter(slug=slug).first()


def groups_of(
    pupils: Sequence[Pupil], met: Counter[frozenset[int]], *, three: bool
) -> list[tuple[Pupil, ...]]:
    """
    Pairs of pupils who have met least often, earlier pupils first. Of an odd number the last one is alone, or
    with `three` the last group has three.
    """
    waiting = list(pupils)
    groups: list[tuple[Pupil, ...]] = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        other = min(waiting, key=lambda each: met[frozenset((first.pk, each.pk))])
        waiting.remove(other)
        groups.append((first, other))
    if waiting and three and groups:
        groups[-1] = (*groups[-1], waiting.pop())
    return [*groups, *((each,) for each in waiting)]


def met(classroom: Classroom) -> Counter[frozenset[int]]:
    """How often each two pupils have sat at one table."""
    seats = Seat.objects.filter(
        match__collection=classroom.collection_id, player__guest__pupil__classroom=classroom
    )
    tables: dict[uuid.UUID, set[int]] = {}
    for match, pupil in seats.values_list("match", "player__guest__pupil"):
        tables.setdefault(match, set()).add(pupil)
    return Counter(frozenset(two) for table in tables.values() for two in combinations(table, 2))


def free(classroom: Classroom) -> list[Pupil]:
    """The pupils who are there and play with nobody else of the class just now."""
    pupils = list(classroom.pupils.order_by("pk").select_related("guest__player"))
    players = {each.guest.player.pk: each for each in pupils if hasattr(each.guest, "player")}
    here, busy = on_site(players), _playing_together(players)
    return [each for player, each in players.items() if player in here and player not in busy]


def _playing_together(players: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Those of the players who sit at a table with another of them."""
    seats = Seat.objects.filter(match__status=Match.Status.PLAYING, player__in=list(players), stand_in="")
    tables: dict[uuid.UUID, set[uuid.UUID]] = {}
    for match, player in seats.values_list("match", "player"):
        tables.setdefault(match, set()).add(player)
    return {player for table in tables.values() if len(table) > 1 for player in table}


def _to_pair(classroom: Classroom, chosen: Collection[int] | None) -> list[Pupil]:
    if chosen is None:
        pupils = free(classroom)
        if not pupils:
            raise NotAllowed(_("Nobody is free: everybody who is there plays already."))
        return pupils
    pupils = list(classroom.pupils.filter(pk__in=chosen).order_by("pk").select_related("guest"))
    if not pupils or len(pupils) < len(set(chosen)):
        raise NotAllowed(_("Choose pupils of this class."))
    if _playing_together([player_of(each).pk for each in pupils]):
        raise NotAllowed(_("They are playing with each other already."))
    return pupils


def _are_alone(builder: Builder, chosen: Collection[int] | None) -> bool:
    """Whether the builder is a pupil and has chosen only themselves."""
    if builder.guest is None or chosen is None:
        return False
    return list(Pupil.objects.filter(guest=builder.guest).values_list("pk", flat=True)) == list(chosen)


def _begun_before(classroom: Classroom, key: str, asked: str) -> list[Match]:
    if not key:
        return []
    seats = Seat.objects.filter(match__collection=classroom.collection_id, key=_key(classroom, key))
    if any(each.asked != asked for each in seats):
        raise KeyReused
    return list(Match.objects.filter(seats__in=seats).order_by("created", "pk"))


def _key(classroom: Classroom, key: str) -> str:
    return f"class-{classroom.pk}-{key}"[:64] if key else ""


def _begin(classroom: Classroom, group: Sequence[Pupil], wanted: Wanted, key: str, asked: str) -> Match:
    players = [player_of(each) for each in group]
    # Of one place, so that what they play can eat each other.
    ready = cache(lambda: MatchDeck.of(any_deck(rules=wanted.rules, options={})))
    decks = [NO_DECK if wanted.drafting else _deck(each, wanted, ready) for each in group]
    sides = [
        Side(deck.name, deck.keys, player, deck_listed=deck.listed)
        for player, deck in zip(players, decks, strict=True)
    ]
    if len(group) == 1:
        decks.append(NO_DECK if wanted.drafting else ready())
        level = suggested(players[0].pk)[wanted.rules].level
        sides.append(Side(decks[1].name, decks[1].keys, bot=level, deck_listed=decks[1].listed))
    match = create_match(
        sides=sides,
        rules=wanted.rules,
        pace=wanted.pace if len(group) > 1 else NO_CLOCK,
        collection=classroom.collection_id,
        **setup_of(wanted.rules, {}, decks),
    )
    match.seats.filter(player=players[0]).update(key=_key(classroom, key), asked=asked)
    if classroom.frozen_at is not None:
        stand_still(match_id=match.pk)
    return match


def player_of(pupil: Pupil) -> Player:
    """Created when needed, as for every guest (games/matches/access/)."""
    return Player.objects.get_or_create(guest=pupil.guest)[0]


def _deck(pupil: Pupil, wanted: Wanted, ready: Callable[[], MatchDeck]) -> MatchDeck:
    if wanted.deck is not None:
        return MatchDeck.of(wanted.deck)
    own = Deck.objects.for_rules(wanted.rules).of(Builder(guest=pupil.guest_id)).filter(complete=True)
    deck = own.order_by("-changed_at", "-pk").first()
    return MatchDeck.of(deck) if deck else ready()
