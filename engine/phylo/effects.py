"""Cards that leave the table, and what events do (P28 to P31)."""

from engine import chance
from engine.phylo.cards import Effect
from engine.phylo.game import Game
from engine.phylo.matchup import NEIGHBOURS


def leave(
    game: Game,
    slot: int,
    why: str,
    *,
    successor: int | None = None,
    together: set[int] | frozenset[int] = frozenset(),
) -> None:
    """Take a card off the table: to its owner's pile, or to the place of its first seedling (P31).

    `successor` is the invader that takes over the space (P23). `together` are the cards that leave in the
    same round: they cannot take each other's place.
    """
    space = game.cell_of[slot]
    heir = next((card for card, of in game.seedlings.items() if of == slot and card not in together), None)
    if game.at.get(space) == slot:
        _vacate(game, slot, space, successor)
    else:  # a parasite under its host
        del game.below[space]
    if heir is None:
        _to_pile(game, slot, space, why)
    else:
        _replace(game, slot, heir, space)


def _vacate(game: Game, slot: int, space: int, successor: int | None) -> None:
    """The upper card leaves its space to the invader, to the card under it, or empty."""
    game.drop_events(slot)
    below = game.below.pop(space, None)
    if successor is not None:
        game.exchange(space, successor)
    elif below is not None:
        game.exchange(space, below)
    else:
        game.lift(space)
    if below is not None and game.covered >> below & 1:
        game.covered &= ~(1 << below)
        game.settle_control(below)
        game.note("released", game.owner(below), below, space)


def _replace(game: Game, slot: int, heir: int, space: int) -> None:
    """P31: the original takes the place of its first seedling, whose own card is discarded."""
    there = game.cell_of[heir]
    game.exchange(there, slot)
    game.settle_control(slot)
    game.note("replaced", game.owner(slot), slot, there, space, instead=game.matchup.keys[heir])
    game.uncover(heir)
    game.disown(heir)
    game.cell_of[heir] = 0
    game.discards[game.owner(heir)].append(heir)


def _to_pile(game: Game, slot: int, space: int, why: str) -> None:
    seat = game.owner(slot)
    if slot in game.seedlings:
        game.uncover(slot)
    game.disown(slot)
    game.cell_of[slot] = 0
    game.discards[seat].append(slot)
    game.note("removed", seat, slot, space, why=why)


def play_event(
    game: Game,
    event: int,
    space: int,
    recovered: tuple[int, ...] = (),
    forced: list[int] | None = None,
    piles: list[list[int]] | None = None,
) -> None:
    """P28 to P30: play an event on the upper species of a space; its effects run in the order on the card.

    `recovered` are the kinds of card chosen for `recover`, none for the first choice; `forced` are the cards
    that `opponent-discards` takes if chance has chosen already. With `piles`, each `recover` only adds to it
    the kinds of species that are in the pile.
    """
    seat, card = game.seat, game.matchup.cards[event]
    target = game.at[space]
    game.take(seat, event)
    game.event_played = True
    game.note("event-played", seat, event, space, target=game.matchup.keys[target])
    if card.duration:
        game.events.setdefault(target, []).append((event, card.duration))
        game.recast(target)
        game.settle_control(target)
    choices, gone = list(recovered), False
    for effect in card.effects:
        if effect.do == "discard" and not gone:
            gone = True
            leave(game, target, "event")
        elif effect.do == "take-control" and not gone and not card.duration:
            _take_for_good(game, target, seat)
        elif effect.do == "discard-neighbours":
            _discard_neighbours(game, space, effect)
        elif effect.do == "recover" and piles is not None:
            piles.append(_species_in_pile(game))
        elif effect.do == "recover":
            _recover(game, effect.number, choices)
        elif effect.do == "draw":
            game.draw(seat, effect.number)
        elif effect.do == "opponent-discards":
            _opponent_discards(game, effect.number, forced)
    if not card.duration:
        game.discards[seat].append(event)


def _take_for_good(game: Game, target: int, seat: int) -> None:
    """P30: taking control without a duration changes the owner."""
    bit = 1 << target
    game.owned_by_1 = game.owned_by_1 | bit if seat else game.owned_by_1 & ~bit
    game.settle_control(target)
    game.recast(target)
    game.note("taken", seat, target, game.cell_of[target])


def _discard_neighbours(game: Game, space: int, effect: Effect) -> None:
    """Discard species beside a space that meet the effect's criterion: left, right, below, above."""
    neighbours = [game.at[space + step] for step in NEIGHBOURS if space + step in game.at]
    faces = [(slot, game.face(slot)) for slot in neighbours]
    for slot in [
        slot for slot, face in faces if effect.which and not face.seedling and effect.which.met_by(face)
    ]:
        if not game.matchup.permanent >> slot & 1:
            leave(game, slot, "event")


def piles_when_recovering(game: Game, event: int, space: int, recovers: int) -> list[list[int]]:
    """The kinds of species in one's own pile when each `recover` of an event runs, none being recovered.

    Earlier effects may have sent more cards to that pile.
    """
    if not game.matchup.recovering[event]:
        return [_species_in_pile(game)] * recovers
    piles: list[list[int]] = []
    play_event(game.copy(), event, space, piles=piles)
    return piles


def _species_in_pile(game: Game) -> list[int]:
    kind_of, species = game.matchup.kind_of, game.matchup.species
    return [kind_of[slot] for slot in game.discards[game.seat] if species >> slot & 1]


def _recover(game: Game, count: int, choices: list[int]) -> None:
    """Recover species from one's own pile: the chosen kinds, or the lowest, which are the first choice."""
    matchup, pile = game.matchup, game.discards[game.seat]
    species = [slot for slot in pile if matchup.species >> slot & 1]
    count = min(count, len(species))
    if not choices:
        taken = sorted(species, key=lambda slot: matchup.kind_of[slot])[:count]
    else:
        taken = []
        for kind in choices[:count]:
            taken.append(next(slot for slot in pile if matchup.kind_of[slot] == kind and slot not in taken))
        del choices[:count]
    for slot in taken:
        pile.remove(slot)
        game.hands[game.seat].append(slot)
    if taken:
        game.note("recovered", game.seat, cards=[matchup.keys[slot] for slot in taken])


def _opponent_discards(game: Game, count: int, forced: list[int] | None) -> None:
    """P30: the opponent discards cards, chosen at random."""
    other = 1 - game.seat
    hand, lost = game.hands[other], []
    for _ in range(min(count, len(hand))):
        if forced:
            slot = forced.pop(0)
        else:
            index, game.chance = chance.below(game.chance, len(hand))
            # The first of several copies, so that a record, which has only keys, replays to the same hand.
            slot = next(
                card for card in hand if game.matchup.kind_of[card] == game.matchup.kind_of[hand[index]]
            )
        game.take(other, slot)
        game.discards[other].append(slot)
        lost.append(game.matchup.keys[slot])
    if lost:
        game.note("opponent-discards", game.seat, cards=lost)
