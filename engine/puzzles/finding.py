"""Finding puzzles in games between searching bots; games and puzzles depend on the seed alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.bots.duel import DuelDeck
from engine.bots.levels import level_of
from engine.bots.phylo.contest import Player
from engine.bots.phylo.policy import LOOKS, ROOM, look_at, prepare
from engine.bots.phylo.view import bot_view
from engine.bots.thought import Thought
from engine.flat import layout as at
from engine.flat.chance import seed
from engine.flat.compiled import array, listed
from engine.flat.layout import State as Flat
from engine.flat.leaving import from_hand
from engine.flat.listing import legal
from engine.flat.tables import Universe
from engine.flat.translate import key_of as key_of_slot
from engine.flat.translate import position, undealt, written
from engine.flat.turn import act, deal, score
from engine.flat.turn_search import DEEPEST, key_of
from engine.phylo.start import Setup, from_position
from engine.phylo.state import State
from engine.puzzles.judging import answer
from engine.puzzles.making import clear, find_in
from engine.puzzles.puzzle import Origin, Puzzle, choices, same
from engine.record_format import Action, BotView, CardData

PLAYOUTS = (8, 16, 30)
"""For one choice of a bot; a game draws one of them."""
MOST_ON_TABLE, MOST_AT_LAST, MOST_IN_HAND = 24, 44, 7
"""Cards that are still easy to read on a phone; a last turn has more on the table."""
MOST_TRIED = 20_000
WIDEST, WIDEST_AT_LAST = 30, 60
"""Actions to choose from; where there are more, one line is hardly ever best."""
FEWEST = 4
"""Actions to choose from besides passing; where there are fewer, the line is found by elimination."""
HANDS, KEPT = 24, (2, 3)
"""How many smaller hands of a turn are tried, and how many cards stay in each."""
WITH_EVENT = 0.4
"""The share of them in which an event is kept, where there is one."""
GLANCES = {3: 8, 2: 1, 1: 0}
"""By the actions left, those of a position after which a puzzle is looked for as well."""
ONE_LEFT = 0.1
"""The share of positions with two actions left of which one more is done."""
OBVIOUS = 0.1
"""The share of puzzles looked at whose line is what looks best at a glance."""
MOST_BY_GREEDY, MOST_SHORT = 0.45, 0.35
"""Of all puzzles, the share that the greedy bot may solve, and the share of those of one action."""
SAME_CARDS = 3
"""Puzzles whose best lines play the same cards, on or beside others."""
OF_LAST_TURNS, WIND = ("last-turn", "overtake"), "wind"
"""Themes of which few turns are."""
SEEDS = 1 << 30


@dataclass(frozen=True, slots=True)
class Search:
    """Where to look for puzzles: games of a seed between these decks, by name; `themes`: only for these."""

    rules: str
    seed: str
    cards: Mapping[str, CardData]
    decks: Mapping[str, DuelDeck] = field(default_factory=dict)
    themes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Find:
    """A puzzle, and whether the greedy bot solves it."""

    puzzle: Puzzle
    by_greedy: bool


def game(search: Search, number: int) -> list[Find]:
    """The puzzles of the game of that number, at most one of each turn."""
    rng = Random(f"puzzles {search.seed} {number}")
    names = tuple(rng.choice(sorted(search.decks)) for _seat in (0, 1))
    origin = Origin(str(number), search.seed, 0, names, rng.choice(PLAYOUTS))
    chance = rng.randrange(SEEDS)
    state, kinds = _dealt(search, names, chance)
    player, actions = Player(origin.playouts), array(at.MOST_ACTIONS)
    found, step = list[Find](), 0
    while not state[at.OVER]:
        count = legal(state, kinds.tables, actions)
        if state[at.ACTIONS_LEFT] == kinds.rules.actions and _may_be_of(search.themes, state, kinds):
            find = _of_turn(search, state, kinds, replace(origin, step=step), rng)
            found += [find] if find else []
        act(state, kinds.tables, actions[0] if count == 1 else player.choose(state, kinds.tables))
        step += 1
    return found


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a turn as it might be: the slots that were taken from the hand, and what was done since."""

    state: Flat
    gone: tuple[int, ...] = ()
    aside: tuple[tuple[Flat, int], ...] = ()


def _of_turn(search: Search, start: Flat, kinds: Universe, origin: Origin, rng: Random) -> Find | None:
    """A puzzle of a turn, the longest one that greedy does not solve.

    It is looked for at the turn's beginning, with the whole hand and with a few cards of it, and after the
    actions that then look best at a glance.
    """
    dull, keys, seat = None, set[int](), int(start[at.SEAT])
    waiting = [_Moment(start), *_thinned(start, kinds, rng)]
    for moment in waiting:
        state = moment.state
        key = int(key_of(state, seat))
        if key in keys or not _readable(state):
            continue
        keys.add(key)
        verdict = clear(state, kinds.tables, MOST_TRIED) if _narrow(state, kinds) else None
        if verdict and (rng.random() < OBVIOUS or not _is_obvious(state, kinds, verdict.lead)):
            find = _found(search, _plain(search, state, kinds), _whence(moment, kinds, origin))
            if find and not find.by_greedy:
                return find
            dull = dull or find
        left = int(state[at.ACTIONS_LEFT])
        if left == DEEPEST - 1 and rng.random() > ONE_LEFT:
            continue
        waiting += [
            _Moment(after, moment.gone, (*moment.aside, (state, action)))
            for action, after in _glanced_at(state, kinds, GLANCES[left])
        ]
    return dull


def _found(search: Search, state: State, origin: Origin) -> Find | None:
    puzzle = find_in(state, state.seat, search.cards, origin)
    if puzzle is None or (search.themes and not search.themes.intersection(puzzle.themes)):
        return None
    if len(choices(state)) <= FEWEST:  # to pass is one
        return None
    by_greedy = solves("greedy", puzzle)
    return None if by_greedy and puzzle.length == 1 else Find(puzzle, by_greedy)


def _may_be_of(themes: frozenset[str], s: Flat, kinds: Universe) -> bool:
    """Whether a puzzle of these themes may come of a turn, as far as that is seen at once."""
    if not themes or themes - {*OF_LAST_TURNS, WIND}:
        return True
    if s[at.LAST_TURN]:
        return bool(themes.intersection(OF_LAST_TURNS))
    hand, held = at.HAND + at.ROW * int(s[at.SEAT]), int(s[at.HAND_COUNT + s[at.SEAT]])
    slots = [*s[hand : hand + held], *s[at.LYING : at.LYING + int(s[at.LYING_COUNT])]]
    return WIND in themes and any(
        effect.do == WIND for slot in slots for effect in kinds.cards[int(s[at.CARD + slot])].effects
    )


def _thinned(s: Flat, kinds: Universe, rng: Random) -> list[_Moment]:
    """The same turn with a few cards of the hand, often an event, and the others laid under the deck."""
    seat = int(s[at.SEAT])
    hand = [int(slot) for slot in s[at.HAND + at.ROW * seat :][: int(s[at.HAND_COUNT + seat])]]
    events = [slot for slot in hand if kinds.cards[int(s[at.CARD + slot])].kind == "event"]
    found = []
    for _ in range(HANDS if len(hand) > min(KEPT) else 0):
        kept = rng.sample(hand, min(rng.choice(KEPT), len(hand) - 1))
        if events and rng.random() < WITH_EVENT:
            kept[0] = rng.choice(events)
        thin, gone = s.copy(), [slot for slot in hand if slot not in kept]
        for slot in gone:
            from_hand(thin, seat, slot)
        deck, count = at.DECK + at.ROW * seat, int(s[at.DECK_COUNT + seat])
        thin[deck : deck + len(gone) + count] = [*gone, *listed(s[deck : deck + count])]
        thin[at.DECK_COUNT + seat] = count + len(gone)
        found.append(_Moment(thin, tuple(gone)))
    return found


def _whence(moment: _Moment, kinds: Universe, origin: Origin) -> Origin:
    without = tuple(key_of_slot(moment.state, kinds, slot) for slot in moment.gone)
    aside = tuple(written(state, kinds, action) for state, action in moment.aside)
    return replace(origin, without=without, aside=aside)


def _is_obvious(s: Flat, kinds: Universe, lead: int) -> bool:
    """Whether what looks best at a glance, action by action, leads to the best end."""
    seat, after = s[at.SEAT], s
    while after[at.SEAT] == seat and not after[at.OVER]:
        (_, after), *_rest = _glanced_at(after, kinds, 1, ended=True)
    return bool(score(after, kinds.tables, seat) - score(after, kinds.tables, 1 - seat) == lead)


def _narrow(s: Flat, kinds: Universe) -> bool:
    most = WIDEST_AT_LAST if s[at.LAST_TURN] else WIDEST
    return int(legal(s, kinds.tables, array(at.MOST_ACTIONS))) <= most


def _glanced_at(s: Flat, kinds: Universe, most: int, *, ended: bool = False) -> list[tuple[int, Flat]]:
    """So many actions that look best to the policy of the bots' playouts, with the game after each.

    Those that end the turn are among them if `ended`.
    """
    if not most:
        return []
    actions, w, found = array(at.MOST_ACTIONS), array(ROOM), list[tuple[int, Flat]]()
    count = legal(s, kinds.tables, actions)
    prepare(s, kinds.tables, w)
    look_at(s, kinds.tables, w, actions, count)
    looks = listed(w[LOOKS : LOOKS + count])
    for place in sorted(range(count), key=lambda each: -looks[each])[:most]:
        after = s.copy()
        act(after, kinds.tables, actions[place])
        if ended or (after[at.SEAT] == s[at.SEAT] and not after[at.OVER]):
            found.append((int(actions[place]), after))
    return found


def _dealt(search: Search, names: Sequence[str], chance: int) -> tuple[Flat, Universe]:
    decks = [search.decks[name] for name in names]
    keys = {key for deck in decks for key in (*deck.keys, deck.starter)}
    cards = {key: card for key, card in search.cards.items() if key in keys}
    setup = Setup.check(
        search.rules, cards, [list(deck.keys) for deck in decks], starters=[deck.starter for deck in decks]
    )
    state, kinds = undealt(setup, chance)
    seed(state, chance)
    deal(state, kinds.tables)
    return state, kinds


def _readable(s: Flat) -> bool:
    hand, most = s[at.HAND_COUNT + s[at.SEAT]], MOST_AT_LAST if s[at.LAST_TURN] else MOST_ON_TABLE
    return bool(s[at.PLACED_COUNT] <= most and 0 < hand <= MOST_IN_HAND)


def _plain(search: Search, s: Flat, kinds: Universe) -> State:
    named = {card.key for card in kinds.cards}
    cards = {key: card for key, card in search.cards.items() if key in named}
    return from_position(search.rules, cards, position(s, kinds))


def solves(level: str, puzzle: Puzzle) -> bool:
    """Whether a level of the computer plays the best line.

    It is told what people are told: which actions are answers, and that nothing counts but the lead at the
    end of this turn, as in a last turn. It knows both decks, as with ready decks.
    """
    state, chances = puzzle.start(), Random(f"solving {puzzle.key} {level}")
    cards, played = puzzle.record["cards"], list[Action]()
    decks = [list(pool) for pool in state.matchup.pools]
    bot = level_of(puzzle.rules, level).within(None)
    while True:
        view, offered = bot_view(state, puzzle.seat, cards, known_decks=decks), choices(state)
        last: BotView = {**view, "turn": {**view["turn"], "last_turn": True}}
        action = _best_of(offered, bot.think(last, offered, chances))
        said = answer(puzzle, played, action)
        if said.verdict != "right":
            return False
        if said.solved:
            return True
        played.append(action)
        state = said.state


def _best_of(offered: Sequence[Action], thought: Thought[Action]) -> Action:
    """What a bot chose; if that draws cards, the best of its other candidates that does not."""
    ranked = (thought.action, *(candidate.action for candidate in thought.candidates))
    passing: Action = {"do": "pass"}
    return next((action for action in ranked if same(action) in offered), passing)


def idea(puzzle: Puzzle) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """What a puzzle is about: its rules, the actions of its best line and their cards, wherever these lie."""
    start = puzzle.start()
    lying = {tuple(space["at"]): space["card"] for space in start.position()["spaces"]}
    found = []
    for each in puzzle.lines[0]:
        action: dict[str, Any] = {**each}
        card = action.get("card") or lying.get(tuple(action.get("from", ())), "")
        beside = lying.get(tuple(action.get("at", ())), "")
        found.append((action["do"], card, beside, *sorted(action.get("cards", ()))))
        if action["do"] == "move":
            lying[tuple(action["to"])] = lying.pop(tuple(action["from"]), "")
    return puzzle.rules, tuple(sorted(found))


class Collected:
    """Puzzles without two of the same idea, and with a bounded share of those that greedy solves."""

    def __init__(self, puzzles: Sequence[Puzzle] = ()) -> None:
        self.puzzles = list(puzzles)
        self._ideas = {idea(puzzle) for puzzle in puzzles}
        self._cards = Counter(_cards(puzzle) for puzzle in puzzles)
        self._easy = sum("easy" in puzzle.themes for puzzle in puzzles)
        self._short = sum(puzzle.length == 1 for puzzle in puzzles)

    def add(self, find: Find) -> bool:
        """Take a puzzle in, unless it is a double or dull."""
        puzzle = find.puzzle
        count, short = len(self.puzzles) + 1, puzzle.length == 1
        if find.by_greedy and self._easy + 1 > MOST_BY_GREEDY * count:
            return False
        if short and self._short + 1 > MOST_SHORT * count:
            return False
        if idea(puzzle) in self._ideas or self._cards[_cards(puzzle)] == SAME_CARDS:
            return False
        self._ideas.add(idea(puzzle))
        self._cards[_cards(puzzle)] += 1
        self._easy += find.by_greedy
        self._short += short
        if find.by_greedy:
            puzzle = replace(puzzle, themes=(*puzzle.themes, "easy"))
        self.puzzles.append(puzzle)
        return True


def _cards(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(sorted(card for _, card, *_ in idea(puzzle)[1]))
