"""
Pairs the programs that are connected and free: at every sweep, and when a game ends. Each meeting is one
transaction with its players and programs locked, so that it begins once in whatever process it is found.
"""

import secrets
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

import engine
from engine.bots.levels import LEVELS, OFFERED
from engine.drafting import GAMES as DRAFTS
from games.ladder.models import LATELY, Game, Program, Standing
from games.ladder.scale import Strength
from games.ladder.services.meeting import Free, Meeting, Opponent, meetings
from games.matches.clauses import EVERY
from games.matches.models import Match, Player
from games.matches.presence import following
from games.matches.services.clock import LIVE, TURN, Pace
from games.matches.services.match_decks import MatchDeck, any_deck, deck_faults, setup_of
from games.matches.services.matches import Side, create_match

logger = structlog.stdlib.get_logger(__name__)

PACE = Pace(LIVE, 60, 2)
"""Of Phylo."""
DRAFTING_PACE = Pace(TURN, 10)
GAMES_A_DAY = 500
"""Of a program, by the day in UTC."""
LEVELS_AT_ONCE = 6
"""Games under way against levels, which the site has to think for."""
NOTED = timedelta(seconds=30)
"""The precision of `Program.seen`."""
NO_DECK = MatchDeck("", [])
POINTS = {rules: {level: float(LEVELS[rules][level].rating) for level in OFFERED} for rules in EVERY}
"""Of the levels that programs meet."""


def pair() -> int:
    """Begin whatever games can begin; returns their number. May run twice, and anywhere at the same time."""
    programs = list(Program.objects.in_ladder().with_people())
    if not programs:
        return 0
    now = timezone.now()
    here = following(each.player_id for each in programs)
    _note_presence(programs, here, now)
    free = [each for each in programs if each.player_id in here and _may_begin(each, now)]
    if not free:
        return 0
    room = LEVELS_AT_ONCE - Game.objects.running().with_levels().count()
    begun = 0
    for met in meetings(_waiting(free), POINTS, now, most_levels=room):
        try:
            begun += begin(met)
        except Exception:
            # Two whose game cannot be dealt must not keep others from meeting.
            logger.exception("ladder", programs=[met.one.key, met.other and met.other.key])
    return begun


@dataclass(frozen=True)
class Sitting:
    """Who takes a seat; `program` is None for the level of the meeting."""

    program: Program | None
    standing: Standing


def begin(met: Meeting) -> bool:
    """Begin the game of this meeting; False if somebody in it is not free any more."""
    keys = [met.one.key] if met.other is None else [met.one.key, met.other.key]
    now = timezone.now()
    with transaction.atomic():
        players = Player.objects.select_for_update(no_key=True).filter(program__in=keys).order_by("pk")
        list(players.values_list("pk", flat=True))
        ready = Program.objects.in_ladder().filter(pk__in=keys, playing=None).values("pk")
        held = Program.objects.select_for_update(no_key=True).filter(pk__in=ready).order_by("pk")
        programs = {each.pk: each for each in held}
        if len(programs) < len(keys) or not all(_may_begin(each, now) for each in programs.values()):
            return False
        sitting = [Sitting(programs[key], _of_program(met.rules, programs[key])) for key in keys]
        if met.other is None:
            sitting.append(Sitting(None, _of_level(met.rules, met.level)))
        # The first seat goes to who had it less often; of those who had it as often, by chance.
        secrets.SystemRandom().shuffle(sitting)
        sitting.sort(key=lambda each: each.standing.firsts)
        _deal(met, sitting, now)
        return True


def _of_program(rules: str, program: Program) -> Standing:
    return Standing.objects.get_or_create(rules=rules, program=program)[0]


def _of_level(rules: str, level: str) -> Standing:
    return Standing.objects.get_or_create(rules=rules, bot=level)[0]


def _deal(met: Meeting, sitting: Sequence[Sitting], now: datetime) -> None:
    try:
        match = _match(met, sitting, [_deck(met.rules, each.program) for each in sitting])
    except engine.InvalidSetup:
        # A card of somebody's deck has gone.
        match = _match(met, sitting, [_deck(met.rules, None) for _each in sitting])
    first, second = sitting
    game = Game.objects.create(match=match, rules=met.rules, first=first.standing, second=second.standing)
    for each, other, seats in ((first, second, 1), (second, first, -1)):
        if (program := each.program) is None:
            continue
        each.standing.firsts += seats
        each.standing.save(update_fields=["firsts"])
        opponent: Opponent = other.program.pk if other.program else met.level
        program.lately = [opponent, *program.lately][:LATELY]
        program.day_games = program.day_games + 1 if program.day == now.date() else 1
        program.day, program.playing, program.waits_since, program.refused = now.date(), game, None, 0
        program.save(update_fields=["lately", "day", "day_games", "playing", "waits_since", "refused"])


def _match(met: Meeting, sitting: Sequence[Sitting], decks: Sequence[MatchDeck]) -> Match:
    return create_match(
        sides=[
            Side(deck.name, deck.keys, each.program.player, deck_listed=deck.listed)
            if each.program
            else Side(deck.name, deck.keys, bot=met.level, deck_listed=deck.listed)
            for each, deck in zip(sitting, decks, strict=True)
        ],
        rules=met.rules,
        pace=DRAFTING_PACE if met.rules in DRAFTS else PACE,
        public=True,
        **setup_of(met.rules, {}, decks),
    )


def _deck(rules: str, program: Program | None) -> MatchDeck:
    """One of the program's own, or a ready one."""
    if rules in DRAFTS:
        return NO_DECK
    own = list(program.decks.listed().for_rules(rules).filter(complete=True)) if program else []
    for deck in secrets.SystemRandom().sample(own, len(own)):
        if not deck_faults(deck=deck, options={}):
            return MatchDeck.of(deck)
    return MatchDeck.of(any_deck(rules=rules, options={}))


def _may_begin(program: Program, now: datetime) -> bool:
    if program.paused or program.playing_id is not None:
        return False
    return program.day != now.date() or program.day_games < GAMES_A_DAY


def _note_presence(programs: Sequence[Program], here: Collection[uuid.UUID], now: datetime) -> None:
    """Who has come or gone; `programs` have the times then."""
    came, gone, seen = [], [], []
    for each in programs:
        if each.player_id in here:
            if each.seen is None or each.seen < now - NOTED:
                seen.append(each.pk)
            if each.waits_since is None and each.playing_id is None:
                each.waits_since = now
                came.append(each.pk)
        elif each.waits_since is not None:
            gone.append(each.pk)
    if came:
        Program.objects.filter(pk__in=came, playing=None, waits_since=None).update(waits_since=now)
    if gone:
        Program.objects.filter(pk__in=gone).update(waits_since=None)
    if seen:
        Program.objects.filter(pk__in=seen).update(seen=now)


def _waiting(programs: Sequence[Program]) -> list[Free]:
    standings: defaultdict[int | None, dict[str, Standing]] = defaultdict(dict)
    for standing in Standing.objects.filter(program__in=programs):
        standings[standing.program_id][standing.rules] = standing
    return [_free(each, standings[each.pk]) for each in programs]


def _free(program: Program, standings: Mapping[str, Standing]) -> Free:
    assert program.owner_id is not None
    assert program.waits_since is not None
    new = Strength()
    strengths = {rules: standings[rules].strength if rules in standings else new for rules in program.plays}
    return Free(
        key=program.pk,
        owner=program.owner_id,
        since=program.waits_since,
        points={rules: each.points for rules, each in strengths.items()},
        games={rules: each.games for rules, each in standings.items()},
        lately=program.lately,
    )
