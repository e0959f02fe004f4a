"""How a game starts: decks, starters and opening hands (P3 to P8)."""

from collections.abc import Mapping, Sequence

from engine import chance
from engine.contract import InvalidSetup
from engine.phylo import turn
from engine.phylo.cards import Card
from engine.phylo.deck import deck_problems, hand_fault, starter_fault
from engine.phylo.game import Game
from engine.phylo.matchup import Matchup, cell
from engine.phylo.rules import Options, RuleSet


def check_setup(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], decks: Sequence[Sequence[str]],
    starters: Sequence[str], opening_hands: Sequence[Sequence[str]] | None,
) -> list[list[str]] | None:  # fmt: skip
    """Check P4, P6 and P7. Returns the opening hands to deal, None for random ones. Raises `InvalidSetup`."""
    if len(decks) != 2 or len(starters) != 2:
        raise InvalidSetup("a game has two decks and two starters")
    for seat, deck in enumerate(decks):
        problems = deck_problems(rules, options, cards, deck)
        if problems:
            raise InvalidSetup(f"deck of seat {seat}: {problems[0]}")
    for key in starters:
        fault = starter_fault(rules, cards, key)
        if fault is not None:
            raise InvalidSetup(fault.message)
    if opening_hands is None or len(opening_hands) != 2:
        if opening_hands is None and options.opening_hand == "random":
            return None
        raise InvalidSetup("option opening_hand is preselected, but there are no two opening hands")
    for seat, hand in enumerate(opening_hands):
        fault = hand_fault(rules, decks[seat], hand)
        if fault is not None:
            raise InvalidSetup(f"opening hand of seat {seat}: {fault.message}")
    return [list(hand) for hand in opening_hands] if options.opening_hand == "preselected" else None


def deal(game: Game, start: chance.Chance, hands: list[list[str]] | None) -> None:
    """Lay the starters, shuffle and deal (P3, P7), and reveal unless the players choose (P8)."""
    matchup = game.matchup
    game.chance = start
    lay_starters(game)
    for seat in (0, 1):
        rest, hand = pool_slots(matchup, seat), []
        for key in hands[seat] if hands else ():
            slot = next(slot for slot in rest if matchup.keys[slot] == key)
            rest.remove(slot)
            hand.append(slot)
        rest, game.chance = chance.shuffled(game.chance, rest)
        dealt = matchup.rules.hand - len(hand)
        game.hands[seat] = hand + rest[:dealt]
        game.decks[seat] = rest[dealt:][::-1]
        if game.log is not None:
            keys = [matchup.keys[slot] for slot in game.hands[seat]]
            game.note("drew", seat, count=len(keys), cards=keys)
    reveal_unless_chosen(game)


def reveal_unless_chosen(game: Game) -> None:
    """P8: with the option `auto`, reveal the highest species of each hand."""
    if game.options.reveal == "auto":
        for seat in (0, 1):
            turn.reveal(game, seat, turn.highest(game, seat))


def lay_starters(game: Game) -> None:
    """P3: lay the starters side by side, or with a space between them (option home_gap)."""
    for seat, slot in enumerate(game.matchup.starters):
        game.put(starter_space(game.options, seat), slot)
        game.own[seat] |= 1 << slot


def starter_space(options: Options, seat: int) -> int:
    """The space of a seat's starter (P3)."""
    return cell((1 + options.home_gap) * seat, 0)


def pool_slots(matchup: Matchup, seat: int) -> list[int]:
    """The slots of a seat's pool."""
    first = len(matchup.pools[0]) * seat
    return list(range(first, first + len(matchup.pools[seat])))
