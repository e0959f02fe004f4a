"""How a match begins."""

import secrets
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.utils.translation import ngettext

import engine
from cards.decks.models import Deck
from cards.models.card import is_own
from cards.services.known_cards import known_cards, own_face
from engine.chance import Seed
from engine.phylo.first_deal import first_seed_fit
from engine.phylo.rules import V1_4A
from engine.phylo.start import Setup
from engine.record_format import CardData
from games.matches import stream
from games.matches.models import Match, Player, Seat
from games.matches.services.clock import DAY, DAYS, Pace
from games.matches.services.contact_rules import set_binding
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import MatchDeck, Options, any_deck, set_of, setup_of
from games.matches.services.play import columns_of, tell_on_commit, turn_of
from games.matches.services.players import hold
from games.matches.services.positions import opening
from games.matches.services.rulebooks import rulebook
from games.matches.services.site_clock import site_time
from phylo.slices import Extension

DEFAULT_RULES = V1_4A.key
SEED_BYTES = 32
NO_CLOCK = Pace()
WEEKLY = Pace(DAYS, 7 * DAY)
"""For rated matches against the computer, so that nobody keeps a rating by walking away."""

ACCOMPANIES = Extension[Callable[[Match, Player], None]]("accompanies")
"""Called for a match, just dealt, that a player begins alone and may want help with."""


@dataclass(frozen=True)
class Side:
    """The player or bot in a seat, and in Phylo its deck (card keys, one per copy)."""

    deck_name: str = ""
    deck: Sequence[str] = ()
    player: Player | None = None
    bot: str = ""
    deck_listed: bool = False
    """As in Seat."""
    called: str = ""
    """As in Seat."""


def start_against_bot(
    *,
    player: Player,
    deck: Deck,
    opponent_deck: Deck | None,
    level: str,
    options: Options | None = None,
    habitats: bool = True,
    rated: bool = False,
    coach: bool = False,
) -> Match:
    """
    Start a match of a player, in seat 0, against a bot, by the rules of the player's deck. With `coach`, the
    player's first match has one and, unless it is rated, is dealt as a first game.

    The bot plays `opponent_deck`, or any ready deck. With `habitats`, a deck that has a habitat starts from
    it instead of HOME (P4). With preselected hands, a deck that names none has one drawn (P7). Raises
    NotAllowed or engine.InvalidSetup.
    """
    options = options or {}
    opponent_deck = opponent_deck or any_deck(rules=deck.rules, options=options)
    collection = set_of(deck, opponent_deck)
    mine, theirs = MatchDeck.of(deck), MatchDeck.of(opponent_deck)
    with transaction.atomic():
        player = hold(player)
        match = create_match(
            sides=(
                Side(mine.name, mine.keys, player=player, deck_listed=mine.listed),
                Side(theirs.name, theirs.keys, bot=level, deck_listed=theirs.listed),
            ),
            rules=deck.rules,
            options=options,
            rated=rated,
            pace=WEEKLY if rated else NO_CLOCK,
            collection=collection,
            first=coach and not rated and not player.seats.exists(),
            **setup_of(deck.rules, options, (mine, theirs), habitats=habitats),
        )
        if coach:
            accompany(match, player)
        return match


def accompany(match: Match, player: Player) -> None:
    for each in ACCOMPANIES:
        each(match, player)


def create_match(
    *,
    sides: Sequence[Side],
    rules: str = DEFAULT_RULES,
    options: Options | None = None,
    seed: Seed | None = None,
    starters: list[str] | None = None,
    opening_hands: list[list[str]] | None = None,
    pinned: dict[str, CardData] | None = None,
    own_faces: dict[str, object] | None = None,
    rematch_of: Match | None = None,
    pace: Pace = NO_CLOCK,
    rated: bool = False,
    public: bool = False,
    collection: int | None = None,
    first: bool = False,
    match_id: uuid.UUID | None = None,
) -> Match:
    """
    Deal a match and pin the definitions of its cards; raises engine.InvalidSetup.

    `pinned` and `own_faces` are those of an earlier match, whose cards may have left the card database or the
    set since; with its `seed`, the deal is repeated with its very cards. A player may hold several seats, on
    one device: such a match is not rated, nor one with a set's own cards. `collection` is the primary key of
    the set in which it is played, and which alone may watch it; pupils play in that of their class. The
    `first` match of Phylo of who has seat 0 is dealt for them (engine/phylo/first_deal.py). `match_id` is the
    key of one that was begun elsewhere. Raises NotAllowed for own cards that the set no longer shows, and
    ContactRefused if people would sit here who may not meet.
    """
    if len(sides) not in rulebook(rules).seats:
        raise engine.InvalidSetup(f"{len(sides)} players are not a table of {rules}")
    decks = [list(side.deck) for side in sides]
    used = {key for deck in decks for key in deck}
    used |= set(starters or ["home"]) if used else set()
    sitting = [side.player for side in sides if side.player]
    collection = set_binding(sitting) or collection
    cards, faces = _defined(used, collection, pinned or {}, own_faces or {}, repeated=seed is not None)
    people = [player.pk for player in sitting]
    match = Match(
        id=match_id or uuid.uuid4(),
        rules=rules,
        players=len(sides),
        options=options or {},
        seed=secrets.token_hex(SEED_BYTES) if seed is None else str(seed),
        cards={key: cards[key] for key in sorted(used) if key in cards},
        own_faces={key: faces[key] for key in sorted(used) if key in faces},
        decks=decks,
        starters=starters,
        opening_hands=opening_hands,
        rematch_of=rematch_of,
        rated=rated and len(sides) > 1 and len(people) == len(set(people)) and not any(map(is_own, used)),
        public=public and collection is None,
        collection_id=collection,
        pace=pace.kind,
        pace_seconds=pace.seconds,
        pace_increment=pace.increment,
    )
    if first:
        match.first_seed, match.seed = match.seed, _first_game_seed(match)
    state = opening(match, log=match.opening_log)
    columns = columns_of(state, {number for number, side in enumerate(sides) if side.bot})
    if clock := pace.start(site_time.now(), len(sides)):
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
            Seat(
                match=match,
                number=number,
                player=side.player,
                bot=side.bot,
                deck_name=side.deck_name,
                deck_listed=side.deck_listed,
                called=side.called,
            )
            for number, side in enumerate(sides)
        )
        tell_on_commit(match.pk, 0, bot_to_act=match.bot_to_act)
        for player in (side.player for side in sides if side.player):
            transaction.on_commit(partial(stream.announce, player.pk), robust=True)
    return match


def _first_game_seed(match: Match) -> str:
    """For a first game of Phylo; where both choose what they reveal (P8), as if it were their highest."""
    setup = Setup.check(
        match.rules,
        match.cards,
        match.decks,
        options={**match.options, "reveal": "auto"},
        starters=match.starters,
        opening_hands=match.opening_hands,
    )
    return first_seed_fit(setup, match.seed)


def _defined(
    used: set[str],
    collection: int | None,
    pinned: dict[str, CardData],
    own_faces: dict[str, object],
    *,
    repeated: bool,
) -> tuple[dict[str, CardData], dict[str, object]]:
    """
    The definitions and own faces of a match by key: those of today, or `pinned` ones of cards that are gone.
    When a deal is `repeated`, the pinned ones come first: moves that follow were made with them. Raises
    NotAllowed if a set no longer shows one of its cards.
    """
    known = known_cards(used, collection)
    cards = {key: card.as_record() for key, card in known.items()}
    faces = {key: own_face(card) for key, card in known.items() if card.in_set}
    if gone := [key for key in used if is_own(key) and key not in cards and key not in pinned]:
        words = ngettext(
            "A card of these decks is no longer shown in the set.",
            "%(count)s cards of these decks are no longer shown in the set.",
            len(gone),
        )
        raise NotAllowed(words % {"count": len(gone)})
    if repeated:
        return cards | pinned, faces | own_faces
    return pinned | cards, own_faces | faces
