"""The legal actions of a turn as integers (P10 to P12, P22 to P26, P28).

Common ones come from the tables and from the seat's last listing (listing.py); rare ones are tried with the
checks that also explain refusals.
"""

from engine.phylo.actions import (
    CARDS,
    DISCARDS,
    EVENTS,
    MOVES,
    PASS,
    PLAYS,
    SLOT,
    SPACE_MASK,
    SPREADS,
    UNDER,
)
from engine.phylo.checks import (
    counting,
    near_after_move,
    play_fault,
    released_by,
    support_fault,
    under_fault,
)
from engine.phylo.game import Game
from engine.phylo.lazy_actions import ASCENDING, LazyActions, choices, layouts, shared_out
from engine.phylo.listing import Listing, within
from engine.phylo.matchup import EVERY, in_order
from engine.phylo.recovery import Recoveries

SETS = [1 << slot for slot in range(len(PLAYS))]  # by slot, the set of that card alone


def listed(game: Game) -> tuple[list[int], bool]:
    """Every legal action of the seat whose turn it is, but `resign`; copies of a card are listed once.

    Also whether these are all: of very many choices and SPREADs only the first are.
    """
    actions: list[int] = [PASS]
    lazy: list[LazyActions] = []
    if game.actions_left <= 0 or (game.event_played and game.event_was_last):
        return actions, True
    listing = game.listing()
    _from_hand(game, listing, actions, lazy)
    _from_table(game, listing, actions, lazy)
    if not lazy:
        return actions, True
    found, all_ = shared_out(lazy)
    actions += found
    return actions, all_


def _from_hand(game: Game, listing: Listing, actions: list[int], lazy: list[LazyActions]) -> None:
    hand = game.hands[game.seat]
    if listing.waiting:
        for slot in listing.waiting:
            _list_anew(game, slot, listing)
        listing.waiting.clear()
    if listing.known < len(hand):
        held, kind_of = listing.held, game.matchup.kind_of
        for slot in hand[listing.known :]:
            kind = kind_of[slot]
            if kind in held:
                held[kind].append(slot)
            else:
                held[kind] = []
                _list_anew(game, slot, listing)
        listing.known = len(hand)
    for _, _, listed in listing.plays.values():
        actions += listed
    for _, _, listed in listing.aims.values():
        actions += listed
    for slot in listing.rare:
        _list_rare(game, slot, listing, actions, lazy)
    for slot in listing.besides:
        _list_besides(game, slot, listing, actions, lazy)


def _list_anew(game: Game, slot: int, listing: Listing) -> None:
    """List the actions of a card in hand from scratch, and keep them if the list can be updated later."""
    matchup, tables = game.matchup, game.tables
    if slot not in matchup.rare and slot not in matchup.events:
        base, cards = PLAYS[slot], tables.support[slot]
        needs = cards if listing.own == EVERY else cards & listing.own
        plays = [base + space for space, near in game.open.items() if near & needs]
        listing.plays[slot] = base, cards, [DISCARDS[slot], *plays] if listing.trades else plays
    elif slot in matchup.rare:
        listing.rare.append(slot)
    else:
        base, targets = EVENTS[slot], tables.targets[slot]
        aimed = [base + space for space, upper in game.at.items() if targets & SETS[upper]]
        listing.aims[slot] = base, targets, [DISCARDS[slot], *aimed] if listing.trades else aimed
    if slot in matchup.versatile and slot not in listing.besides:
        listing.besides.append(slot)


def _list_besides(
    game: Game, slot: int, listing: Listing, actions: list[int], lazy: list[LazyActions]
) -> None:
    """Add the actions of a card in hand that are neither kept nor listed as rare."""
    if slot in game.matchup.recovering:
        if slot in listing.aims and len(game.discards[game.seat]) > 1:  # of one card there is no choice
            _choices(game, slot, listing.aims[slot][2][listing.trades :], lazy)
    else:
        _invasions(game, slot, actions)
        _hosts(game, slot, actions)


def _list_rare(game: Game, slot: int, listing: Listing, actions: list[int], lazy: list[LazyActions]) -> None:
    """Add the actions of a card for which no list is kept."""
    if listing.trades:
        actions.append(DISCARDS[slot])
    if slot in game.matchup.events:
        _targets(game, slot, actions, lazy)
        return
    base, also = PLAYS[slot], game.tables.beside[slot]
    needs = game.tables.support[slot] & counting(game, slot, game.seat)
    actions += [base + space for space, near in game.open.items() if near & needs and near & also]


def _targets(game: Game, slot: int, actions: list[int], lazy: list[LazyActions]) -> None:
    """Add the targets of an event (P28) that discards before it recovers: each has its own choices."""
    base, targets = EVENTS[slot], game.tables.targets[slot]
    for space, upper in game.at.items():
        if targets & SETS[upper]:
            recoveries = Recoveries.of(game, slot, space)
            if recoveries.only() is None:
                lazy.append(choices(recoveries, [base + space]))
            else:
                actions.append(base + space)


def _choices(game: Game, slot: int, aimed: list[int], lazy: list[LazyActions]) -> None:
    """Add what an event may recover (P30) apart from the first choice, which has been listed."""
    if aimed:
        recoveries = Recoveries.of(game, slot, aimed[0] & SPACE_MASK)
        if recoveries.only() is None:
            lazy.append(choices(recoveries, aimed, first=1))


def _invasions(game: Game, slot: int, actions: list[int]) -> None:
    for prey in in_order(game.tables.prey[slot] & (game.own[0] | game.own[1])):
        space = game.cell_of[prey]
        if play_fault(game, game.seat, slot, space) is None:
            actions.append(PLAYS[slot] + space)


def _hosts(game: Game, slot: int, actions: list[int]) -> None:
    for host in in_order(game.tables.hosts[slot] & (game.own[0] | game.own[1])):
        space = game.cell_of[host]
        if under_fault(game, slot, space) is None:
            actions.append(UNDER | slot << SLOT | space)


def _uppers(game: Game, slots: int) -> int:
    """The cards of a set on the table that lie face up as the upper card of a space."""
    slots &= ~game.face_down
    for below in game.below.values():
        slots &= ~(1 << below)
    return slots


def _from_table(game: Game, listing: Listing, actions: list[int], lazy: list[LazyActions]) -> None:
    matchup, seat = game.matchup, game.seat
    own = game.own[seat]
    if game.face_down or game.below:
        own = _uppers(game, own)
    if game.events:
        own &= ~game.frozen()
    movers = own & matchup.mobile
    if game.covered or movers & matchup.fussy:
        for slot in in_order(movers):
            if _moved_narrowly(game, slot, actions):
                movers &= ~(1 << slot)
    if movers or listing.movers:
        listing.add_moves(game, movers, MOVES, actions)
    spreaders = own & matchup.spreaders
    if spreaders:
        source = game.spread_source()
        able = game.able_to_spread(spreaders) if source else 0
        if able:
            _spreads(game, able, source, listing, actions, lazy)


def _moved_narrowly(game: Game, slot: int, actions: list[int]) -> bool:
    """Add the moves of a card that must be beside another or releases one (P23, P27). False for others."""
    space, open_ = game.cell_of[slot], game.open
    if game.tables.beside[slot] == EVERY and not released_by(game, space):
        return False
    actions += [
        MOVES[slot] + to
        for to in within(game.matchup.reach[slot], space)
        if to in open_ and support_fault(game, slot, near_after_move(game, slot, to)) is None
    ]
    return True


def _spreads(
    game: Game, able: int, source: list[int], listing: Listing, actions: list[int], lazy: list[LazyActions]
) -> None:
    """P26: every way to lay out as many cards as possible; using fewer is legal, but never listed."""
    matchup, cell_of, open_ = game.matchup, game.cell_of, game.open
    if source != listing.source:
        kinds = {matchup.kind_of[card]: CARDS[card] for card in reversed(source)}
        listing.source, listing.seeds = source.copy(), list(kinds.values())
    several, seeds = len(source) > 1, listing.seeds
    for slot in in_order(able):
        if several and matchup.spreads[slot] > 1:
            laid = layouts(game, slot, source)
            lazy += [laid] if laid else []
            continue
        space = cell_of[slot]
        for direction, step in ASCENDING:
            if space + step in open_:
                base = SPREADS[direction][slot]
                actions += [base + seed for seed in seeds]
