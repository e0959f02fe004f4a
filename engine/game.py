"""A game of any kind from its deal on: all that is needed to go on, to look at it and to write its record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom

from engine import sets
from engine.bots.seen import seen
from engine.chance import Seed, recorded
from engine.contract import InvalidSetup, Refusal, State, shown
from engine.drafting import GAMES
from engine.drafting.draft import MOST_PLAYERS
from engine.drafting.state import new_game as new_draft
from engine.phylo.consequences import Consequences, consequences
from engine.phylo.rules import RULES
from engine.phylo.start import new_game as new_phylo
from engine.phylo.state import State as Phylo
from engine.record_format import FORMAT, CardData, Log
from engine.replaying import begun
from engine.sets import ReadyDeck

SEATS = 2
MOST_SEED = 2**53 - 1
"""What every reader of JSON can hold."""

Action = Mapping[str, object]
Deck = str | ReadyDeck | Sequence[str]
"""The key of a ready deck, a ready deck, or the keys of its cards."""


@dataclass(slots=True)
class Game:
    """
    A game under way. `state` is the game itself; `dealt` are the fields of its record but for the actions,
    `cards` and `known_decks`, those that everybody knows, are for Phylo alone; `log` and `actions` are what
    has happened.
    """

    state: State
    dealt: Mapping[str, object]
    cards: Mapping[str, CardData] = field(default_factory=dict)
    known_decks: Sequence[Sequence[str]] = ()
    log: Log = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to act: several where they choose at the same time, none after the end."""
        return self.state.to_act

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def scores(self) -> list[int]:
        """The points by seat."""
        return self.state.scores


@dataclass(frozen=True, slots=True)
class Result:
    """How a game has ended. Several `winners` share the victory, as in a draw."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def share(self, seat: int) -> float:
        """What a seat has of the victory, from 0 to 1."""
        return (seat in self.winners) / len(self.winners) if self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    Why an action is refused; or, if it is legal, what follows from it, which only Phylo tells, and only of an
    action in a turn.
    """

    refusal: Refusal | None = None
    follows: Consequences | None = None

    @property
    def legal(self) -> bool:
        """Whether the action may be carried out."""
        return self.refusal is None

    def __str__(self) -> str:
        if self.refusal is None:
            return "legal"
        return f"{self.refusal.clause} {self.refusal.message}".strip()


def new_game(
    rules: str,
    decks: Sequence[Deck] | None = None,
    *,
    seed: Seed | None = None,
    players: int = SEATS,
    cards: Mapping[str, CardData] | None = None,
    starters: Sequence[str] | None = None,
    opening_hands: Sequence[Sequence[str]] | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """
    Deal a game of "phylo-1.4a", "phylo-1.3", "ecosystem" or "coral-reef". Two ready decks of Phylo are drawn
    if none are given; `cards` are those that come with the engine unless you bring your own. Ecosystem and
    Coral Reef are for 2 to 6 `players` and have no decks. The same seed gives the same game. Raises
    InvalidSetup, or InvalidCard.
    """
    seed = SystemRandom().randrange(MOST_SEED) if seed is None else seed
    outline: dict[str, object] = {"format": FORMAT, "rules": rules}
    chance = recorded(seed)
    if rules in GAMES:
        if decks or starters or opening_hands or options:
            raise InvalidSetup(f"{rules} is played without decks")
        if not SEATS <= players <= MOST_PLAYERS:
            raise InvalidSetup(f"{rules} has {SEATS} to {MOST_PLAYERS} players here, not {players}")
        log: Log = []
        draft = new_draft(rules, players, seed, log=log)
        return Game(draft, {**outline, "players": players, **chance}, log=log)
    if rules not in RULES:
        raise InvalidSetup(f"there are no rules {shown(rules)}, but: {', '.join([*RULES, *GAMES])}")
    if players != SEATS:
        raise InvalidSetup(f"{rules} has {SEATS} players, not {players}")
    return _phylo(outline, chance, decks, cards, starters, opening_hands, options)


def replay(record: object, actions: int | None = None) -> Game:
    """The game of a record after all, or so many, of its actions. Raises InvalidRecord."""
    start = begun(record)
    assert isinstance(record, Mapping)
    dealt = {name: value for name, value in record.items() if name not in ("actions", "hurried")}
    game = Game(start.state, dealt, start.cards, log=start.log)
    for step, action in start.played():
        if step == actions:
            break
        game.actions.append(action)
    return game


def legal_actions(game: Game, seat: int | None = None) -> list[Action]:
    """What a seat may do, by default all that have to act; each action has its seat."""
    seats = game.to_act if seat is None else [seat]
    return [{"seat": each, **action} for each in seats for action in game.state.legal(each)]


def apply(game: Game, action: Action) -> Log:
    """
    Carry out an action and return what happened; one without a seat is that of the first seat to act. Raises
    MalformedAction or IllegalAction, and then nothing has changed.
    """
    seated = _seated(game, action)
    happened = game.state.apply(seated)
    game.log += happened
    game.actions.append(seated)
    return happened


def view(game: Game, seat: int | None = None) -> Mapping[str, object]:
    """
    What a seat knows, which is what a bot gets: what it sees, and in Phylo also the `cards` in it and its own
    `deck`. What is hidden from it is not there. None is a spectator.
    """
    if seat is None:
        return game.state.view_for(None)
    return seen(game.state, seat, game.log, game.cards, game.known_decks)


def result(game: Game) -> Result | None:
    """How the game has ended; None while it goes on."""
    if not game.over:
        return None
    match game.state.winner:
        case int(seat):
            winners = [seat]
        case list(seats):
            winners = seats
        case _draw:
            winners = [*range(len(game.scores))]
    return Result(tuple(game.scores), tuple(winners))


def explain(game: Game, action: Action) -> Explanation:
    """Why an action is refused, or what follows from it. Raises MalformedAction."""
    seated = _seated(game, action)
    refusal, state = game.state.why_not(seated), game.state
    if refusal is not None or not isinstance(state, Phylo) or not state.running:
        return Explanation(refusal)
    if seated["do"] == "resign":
        return Explanation()
    return Explanation(follows=consequences(state, [seated]))


def record(game: Game) -> dict[str, object]:
    """The game so far in the record format, which everybody can judge and play again."""
    return {**game.dealt, "actions": list(game.actions)}


def _seated(game: Game, action: Action) -> Action:
    return action if "seat" in action or not game.to_act else {"seat": game.to_act[0], **action}


def _phylo(
    outline: Mapping[str, object],
    chance: Mapping[str, Seed],
    decks: Sequence[Deck] | None,
    cards: Mapping[str, CardData] | None,
    starters: Sequence[str] | None,
    opening_hands: Sequence[Sequence[str]] | None,
    options: Mapping[str, object] | None,
) -> Game:
    rules, seed = str(outline["rules"]), chance["seed"]
    ready = sets.decks(rules)
    known = sets.cards() if cards is None else {**cards}
    sides = [_side(deck, rules, ready) for deck in decks or _drawn(ready, seed)]
    piles = [list(side.keys) for side in sides]
    starting = list(starters) if starters else [side.starter for side in sides]
    log: Log = []
    state = new_phylo(
        rules, known, piles, seed, options=options, starters=starting, opening_hands=opening_hands, log=log
    )  # fmt: skip
    held = {*starting, *(key for pile in piles for key in pile)}
    chosen = {"options": options, "opening_hands": opening_hands}
    dealt = {
        **outline,
        "cards": {key: known[key] for key in sorted(held & known.keys())},
        "decks": piles,
        "starters": starting,
        **chance,
        **{name: value for name, value in chosen.items() if value},
    }
    # Only decks that a reader of the view knows the cards of.
    others = [deck.keys for deck in ready.values() if known.keys() >= {*deck.keys}]
    return Game(state, dealt, known, others, log)


def _drawn(ready: Mapping[str, ReadyDeck], seed: Seed) -> list[str]:
    return Random(seed).choices(sorted(ready), k=SEATS)


def _side(deck: Deck, rules: str, ready: Mapping[str, ReadyDeck]) -> ReadyDeck:
    if isinstance(deck, str):
        if deck not in ready:
            raise InvalidSetup(f"there is no ready deck {shown(deck)} for {rules}, but: {', '.join(ready)}")
        return ready[deck]
    if not isinstance(deck, ReadyDeck):
        return ReadyDeck("", "", "", "", "", rules, tuple(deck), "home")
    if deck.rules != rules:
        raise InvalidSetup(f"{deck.key}: a deck for {deck.rules}, not for {rules}")
    return deck
