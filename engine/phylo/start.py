"""The ways to start a game: deal from decks, lay out a position, or restore a snapshot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import chance
from engine.phylo.cards import Card
from engine.phylo.matchup import HIDDEN, Matchup, matchup
from engine.phylo.position import read_position
from engine.phylo.rules import Options, RuleSet, rule_set
from engine.phylo.setup import check_setup, deal
from engine.phylo.state import State
from engine.record_format import Log, Place, Snapshot, View


@dataclass(frozen=True, slots=True)
class Setup:
    """Two checked decks and starters under a rule set, to be dealt with any number of seeds."""

    matchup: Matchup
    options: Options
    opening_hands: list[list[str]] | None

    @classmethod
    def check(
        cls,
        rules: str,
        cards: Mapping[str, object],
        decks: Sequence[Sequence[str]],
        *,
        options: Mapping[str, object] | None = None,
        starters: Sequence[str] | None = None,
        opening_hands: Sequence[Sequence[str]] | None = None,
    ) -> "Setup":
        """Check P4, P6 and P7; `cards` are record-format card objects by key.

        Raises `InvalidSetup` or `InvalidCard`.
        """
        chosen = rule_set(rules)
        settings = Options.parse(chosen, options or {})
        parsed = _parsed(cards)
        starting = list(starters or ("home", "home"))
        known = {card.key: card for card in parsed}
        hands = check_setup(chosen, settings, known, decks, starting, opening_hands)
        return cls(_matchup(chosen, settings, parsed, decks, starting), settings, hands)

    def deal(self, seed: chance.Seed, *, log: Log | None = None) -> State:
        """Shuffle, deal and reveal (P3, P7, P8); `log` collects what happens before the first action.

        A whole number as seed is for games that need no secrets; a text, 64 hexadecimal digits such as
        `secrets.token_hex(32)`, for those in which nobody may compute the order of the decks.
        """
        state = State(self.matchup, self.options)
        state.log = log
        deal(state, chance.start(seed), self.opening_hands)
        state.log = None
        return state


def new_game(
    rules: str,
    cards: Mapping[str, object],
    decks: Sequence[Sequence[str]],
    seed: chance.Seed,
    *,
    options: Mapping[str, object] | None = None,
    starters: Sequence[str] | None = None,
    opening_hands: Sequence[Sequence[str]] | None = None,
    log: Log | None = None,
) -> State:
    """Check a setup and deal one game from it (see `Setup`)."""
    setup = Setup.check(rules, cards, decks, options=options, starters=starters, opening_hands=opening_hands)
    return setup.deal(seed, log=log)


def from_position(
    rules: str,
    cards: Mapping[str, object],
    position: object,
    *,
    options: Mapping[str, object] | None = None,
    lower: Sequence[Place] = (),
    seen: bool = False,
) -> State:
    """The game at a position of the record format. Raises `InvalidPosition`.

    `lower` are the places of seedlings whose original is the lower card of its space, which a position cannot
    say. `seen`: the position is a seat's view, with hidden cards in place of those that it may not see.
    """
    chosen = rule_set(rules)
    settings = Options.parse(chosen, options or {})
    parsed = _parsed(cards)
    layout = read_position(chosen, settings, {card.key: card for card in parsed}, position, seen=seen)
    state = State(_matchup(chosen, settings, parsed, layout.pools, layout.starters), settings)
    layout.lay(state, lower)
    return state


def restore(
    rules: str,
    cards: Mapping[str, object],
    snapshot: Snapshot,
    *,
    options: Mapping[str, object] | None = None,
) -> State:
    """The game that a snapshot was taken of."""
    state = from_position(rules, cards, snapshot["position"], options=options, lower=snapshot["lower"])
    state.chance, state.over, state.winner = snapshot["chance"], snapshot["over"], snapshot["winner"]
    for seat, key in snapshot["revealed"].items():
        state.revealed[int(seat)] = None if key is None else state.slot_in_hand(int(seat), key)
    return state


def imagine(view: View, cards: Mapping[str, object], lower: Sequence[Place] = ()) -> State:
    """A game as far as a view shows it; hidden cards are present, but cannot be played.

    `cards` has the record-format object of every card that the view names, and perhaps of others;
    `lower` is as in `from_position`.
    """
    named = cards_in(view)
    position = {
        "turn": view["turn"],
        "spaces": view["spaces"],
        "hands": [[HIDDEN.key] * seen if isinstance(seen, int) else seen for seen in view["hands"]],
        "decks": [[HIDDEN.key] * count for count in view["decks"]],
        "discards": view["discards"],
    }
    options = {"food_step": view["food_step"], "home_gap": view["home_gap"]}
    shown = {key: card for key, card in cards.items() if key in named}
    return from_position(view["rules"], shown, position, options=options, lower=lower, seen=True)


def cards_in(view: View) -> set[str]:
    """The keys of all cards that a view names."""
    keys: set[str] = set()
    for space in view["spaces"]:
        lying = [space, space.get("under"), space.get("covered"), *space.get("events", [])]
        keys.update(card["card"] for card in lying if card)
    for pile in [*view["hands"], *view["discards"]]:
        if not isinstance(pile, int):
            keys.update(pile)
    return keys


def _parsed(cards: Mapping[str, object]) -> tuple[Card, ...]:
    return tuple(Card.parse(key, data) for key, data in sorted(cards.items()))


def _matchup(
    rules: RuleSet,
    options: Options,
    cards: tuple[Card, ...],
    pools: Sequence[Sequence[str]],
    starters: Sequence[str],
) -> Matchup:
    sorted_pools = tuple(tuple(sorted(pool)) for pool in pools)
    return matchup(rules, options.food_step, cards, sorted_pools, (starters[0], starters[1]))
