"""How a match begins."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from cards.models import Card, Deck
from games import stream
from games.models import Match, Player, Seat
from games.services import wishes
from games.services.brought import Brought, setup_of
from games.services.clock import DAY, DAYS, Pace
from games.services.errors import MatchPlaying
from games.services.play import columns_of, note_beside, tell_on_commit, turn_of
from games.services.players import hold
from games.services.rulebooks import rulebook
from games.services.states import opening

DEFAULT_RULES = engine.V1_4A.key
SEED_BITS = 53  # whole in every reader of JSON
NO_CLOCK = Pace()
WEEKLY = Pace(DAYS, 7 * DAY)
"""For rated matches with the computer: nobody keeps a rating by walking away."""


@dataclass(frozen=True)
class Side:
    """Who sits in a seat, player or bot, and in Phylo with which deck (card keys, one a copy)."""

    deck_name: str = ""
    deck: Sequence[str] = ()
    player: Player | None = None
    bot: str = ""


def start_against_bot(
    *,
    player: Player,
    deck: Deck,
    opponent_deck: Deck | None,
    level: str,
    options: dict[str, Any] | None = None,
    habitats: bool = True,
    rated: bool = False,
) -> Match:
    """
    A match of a player, in seat 0, with a bot, by the rules of the player's deck; without an opponent's deck
    any ready one. With `habitats` a side whose deck has a habitat to start from has it instead of HOME (P4).
    With the option of preselected hands a deck that names none has one drawn (P7). Raises NotAllowed or
    engine.InvalidSetup.
    """
    options = options or {}
    opponent_deck = opponent_deck or any_deck(rules=deck.rules, options=options)
    mine, theirs = Brought.of(deck), Brought.of(opponent_deck)
    with transaction.atomic():
        return create_match(
            sides=(
                Side(deck_name=mine.name, deck=mine.keys, player=hold(player)),
                Side(deck_name=theirs.name, deck=theirs.keys, bot=level),
            ),
            rules=deck.rules,
            options=options,
            rated=rated,
            pace=WEEKLY if rated else NO_CLOCK,
            **setup_of(deck.rules, options, (mine, theirs), habitats=habitats),
        )


def any_deck(*, rules: str, options: dict[str, Any]) -> Deck:
    """A ready deck that may be played so, drawn by chance; raises engine.InvalidSetup when there is none."""
    decks = list(Deck.objects.ready().for_rules(rules))
    for deck in secrets.SystemRandom().sample(decks, len(decks)):
        if not deck_faults(deck=deck, options=options):
            return deck
    raise engine.InvalidSetup("no ready deck may be played with these options")


def deck_faults(*, deck: Deck, options: dict[str, Any]) -> list[str]:
    """Why a deck may not be played by its rules and these options (P6), in words."""
    rules, keys = engine.rule_set(deck.rules), deck.card_keys()
    definitions = Card.objects.definitions(keys)
    cards = {key: engine.Card.parse(key, definition) for key, definition in definitions.items()}
    return engine.deck_problems(rules, engine.Options.parse(rules, options), cards, keys)


def create_match(
    *,
    sides: Sequence[Side],
    rules: str = DEFAULT_RULES,
    options: dict[str, Any] | None = None,
    seed: int | None = None,
    starters: list[str] | None = None,
    opening_hands: list[list[str]] | None = None,
    pinned: dict[str, dict[str, Any]] | None = None,
    rematch_of: Match | None = None,
    pace: Pace = NO_CLOCK,
    rated: bool = False,
    public: bool = False,
) -> Match:
    """
    Deal a match and pin the definitions of its cards; raises engine.InvalidSetup.

    `pinned` are definitions to use for cards that the card database does not know any more. A player may
    hold several seats of a drafting game, on one device: such a match is not rated.
    """
    if len(sides) not in rulebook(rules).seats:
        raise engine.InvalidSetup(f"{len(sides)} players are not a table of {rules}")
    decks = [list(side.deck) for side in sides]
    used = {key for deck in decks for key in deck}
    used |= set(starters or ["home"]) if used else set()
    known = (pinned or {}) | Card.objects.definitions(used)
    people = [side.player.pk for side in sides if side.player]
    match = Match(
        rules=rules,
        players=len(sides),
        options=options or {},
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        cards={key: known[key] for key in sorted(used) if key in known},
        decks=decks,
        starters=starters,
        opening_hands=opening_hands,
        rematch_of=rematch_of,
        rated=rated and len(sides) > 1 and len(people) == len(set(people)),
        public=public,
        pace=pace.kind,
        pace_seconds=pace.seconds,
        pace_increment=pace.increment,
    )
    state = opening(match, log=match.opening_log)
    columns = columns_of(state, {number for number, side in enumerate(sides) if side.bot})
    if clock := pace.start(timezone.now(), len(sides)):
        columns |= {
            "time_left": list(clock.left),
            "clock_since": clock.since,
            "flag_at": clock.flag_at(turn_of(state)),
        }
    for column, value in columns.items():
        setattr(match, column, value)
    with transaction.atomic():
        match.save(force_insert=True)
        Seat.objects.bulk_create(
            Seat(match=match, number=number, player=side.player, bot=side.bot, deck_name=side.deck_name)
            for number, side in enumerate(sides)
        )
        tell_on_commit(match.pk, 0, bot_to_act=match.bot_to_act)
        for player in (side.player for side in sides if side.player):
            transaction.on_commit(partial(stream.announce, player.pk), robust=True)
    return match


def rematch(*, match: Match, seat: int) -> Match | None:
    """
    The same players and decks dealt anew, people with sides swapped; asked again, the match that was dealt
    the first time. With a bot it begins at once, with a person when both have asked before the wish of the
    first lapsed: None until then, and for ever when the other one has left.
    """
    with transaction.atomic():
        sitting = list(match.seats.values_list("player", flat=True))
        # Before the match, as everywhere (games/services/players.py): nobody leaves meanwhile.
        list(Player.objects.select_for_update(no_key=True).filter(pk__in=sitting).order_by("pk"))
        match = Match.objects.select_for_update().get(pk=match.pk)
        if not match.finished:
            raise MatchPlaying
        if again := Match.objects.filter(rematch_of=match).first():
            return again
        seats = list(match.seats.select_related("player").order_by("number"))
        if any(each.player and each.player.former for each in seats):
            return None
        people = all(each.player_id for each in seats)
        wished = match.rematch_by if wishes.stands(match, at=timezone.now()) else None
        if people and wished in (None, seat):
            if wished is None:
                wishes.wish(match, seat)
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
        rematch_of=match,
        pace=Pace(match.pace, match.pace_seconds, match.pace_increment),
        rated=match.rated,
        public=match.public,
    )
