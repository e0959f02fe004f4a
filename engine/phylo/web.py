"""The food web of a table: what each card lives on, what lives on it, and what would leave with it."""

from dataclasses import dataclass

from engine.phylo.bonds import Bond, bonds_by_card, host_bond, partner_bond
from engine.phylo.checks import neighbour_support
from engine.phylo.effects import leave
from engine.phylo.game import Game
from engine.phylo.matchup import place
from engine.phylo.upkeep import lying, missing_support, upkeep
from engine.record_format import Place


@dataclass(frozen=True, slots=True)
class Dependant:
    """A card that lives on another; `kind` is as in Bond; `only`: it has nothing else to live on."""

    at: Place
    kind: str
    clause: str
    only: bool
    under: bool = False


@dataclass(frozen=True, slots=True)
class FoodLinks:
    """A card on the table: whose it is, what it lives on, what lives on it.

    `missing` is what it lacks (see upkeep.missing_support). `bonds` has all its neighbours if it lacks
    something, else those that support it or that it must be beside. `below` is the bond of the parasite under
    it. `lost` are the cards that would leave in the end if this card left and nobody did anything: the space
    of each, and whether it lies under another card. `heir` is the seedling whose place it would take instead
    (P31).
    """

    at: Place
    seat: int
    permanent: bool
    missing: str | None
    bonds: list[Bond]
    feeds: list[Dependant]
    lost: list[tuple[Place, bool]]
    below: Bond | None = None
    below_seat: int | None = None
    heir: Place | None = None


def web(game: Game) -> dict[tuple[int, int], FoodLinks]:
    """The links of the upper card of every space, by (x, y)."""
    beside = {
        slot: bonds_by_card(game, slot, space)
        for space, slot in game.at.items()
        if not _needs_nobody(game, slot)
    }
    feeds: dict[int, list[Dependant]] = {slot: [] for slot in game.at.values()}
    for slot, found in beside.items():
        supporting = [other for other, bond in found.items() if bond.supports]
        partners = [other for other in found if _is_partner(game, slot, other)]
        for other, bond in found.items():
            if not bond.supports and other not in partners:
                continue
            only = supporting == [other] or partners == [other]
            kind, clause = (bond.kind, bond.clause) if bond.supports else ("partner", "P27")
            feeds[other].append(Dependant(place(game.cell_of[slot]), kind, clause, only))
    doomed = _gone_in_the_end(game.copy(), game) if game.loose or game.below else set()
    links = {}
    for space, slot in game.at.items():
        at = place(space)
        links[at[0], at[1]] = _links(game, slot, beside.get(slot, {}), feeds[slot], doomed)
    return links


def longest_chain(game: Game) -> list[Place]:
    """
    The spaces of the longest food chain on the table, from what is eaten to the last eater.

    Each card eats the one before (P18, P27), which has a lower number, or the same and a lower scale. Of
    several as long the one whose eater was placed first; empty if nothing eats anything.
    """
    chains: dict[int, list[int]] = {}  # by its last eater

    def rank(slot: int) -> tuple[int, int]:
        card = game.face(slot).card
        return card.food_chain, card.scale

    for slot in sorted((slot for slot in game.at.values() if not _needs_nobody(game, slot)), key=rank):
        food = [
            chains[other]
            for other, found in neighbour_support(game, slot, game.cell_of[slot]).items()
            if found.supports and found.kind in ("food", "menu") and rank(other) < rank(slot)
        ]
        chains[slot] = [*max(food, key=len, default=[]), slot]
    placed = (chains[slot] for slot in game.at.values() if slot in chains)
    longest = max(placed, key=len, default=[])
    return [place(game.cell_of[slot]) for slot in longest] if len(longest) > 1 else []


def scoring_cards(game: Game, seat: int) -> list[tuple[str, int]]:
    """The key and points of each card that counts for a seat, whose sum is its score (P33), as placed."""
    counting = game.own[seat] & ~game.face_down
    return [
        (game.matchup.keys[slot], game.points_of(slot))
        for slot in lying(game)
        if counting >> slot & 1 and game.matchup.cards[slot].kind != "home"
    ]


def _needs_nobody(game: Game, slot: int) -> bool:
    return bool(game.matchup.permanent >> slot & 1) and slot not in game.seedlings


def _is_partner(game: Game, slot: int, other: int) -> bool:
    """P27: whether `other` is what the card must be beside."""
    x = game.face(slot)
    return x.abilities.beside is not None and x.abilities.beside.met_by(game.face(other), x)


def _links(
    game: Game, slot: int, found: dict[int, Bond], feeds: list[Dependant], doomed: set[int]
) -> FoodLinks:
    space = game.cell_of[slot]
    permanent = _needs_nobody(game, slot)
    missing = None if permanent else missing_support(game, slot)
    shown = []
    for other, bond in found.items():
        if bond.supports or missing is not None:
            shown.append(bond)
        elif _is_partner(game, slot, other):
            shown.append(partner_bond(game, slot, other))
    below = game.below.get(space)
    host = below is not None and not game.covered >> below & 1
    if host:
        feeds = [*feeds, Dependant(place(space), "host", "P24", True, under=True)]
    lost: list[tuple[Place, bool]] = []
    heir = None
    if not permanent:
        lost, heir = _lost_without(game, slot, doomed, feeds, below)
    return FoodLinks(
        at=place(space),
        seat=game.controller(slot),
        permanent=permanent,
        missing=missing,
        bonds=shown,
        feeds=feeds,
        lost=lost,
        below=host_bond(game, below, slot) if host and below is not None else None,
        below_seat=None if below is None else game.controller(below),
        heir=heir,
    )


def _lost_without(
    game: Game, slot: int, doomed: set[int], feeds: list[Dependant], below: int | None
) -> tuple[list[tuple[Place, bool]], Place | None]:
    """The cards that leave after a card leaves, and the seedling whose place it takes instead."""
    heirs = [card for card, of in game.seedlings.items() if of == slot]
    if below is None and not heirs and not any(each.only for each in feeds):
        return [], None
    ahead = game.copy()
    leave(ahead, slot, "event")
    heir = next((card for card in heirs if not ahead.cell_of[card]), None)
    gone = _gone_in_the_end(ahead, game) - doomed - {slot, heir}
    lost = [
        (place(game.cell_of[card]), game.at[game.cell_of[card]] != card)
        for card in lying(game)
        if card in gone
    ]
    return lost, None if heir is None else place(game.cell_of[heir])


def _gone_in_the_end(ahead: Game, game: Game) -> set[int]:
    """The cards of `game` that are gone when both players' upkeep on `ahead` removes nothing more."""
    changed = True
    while changed:
        before = ahead.cell_of.copy()
        for seat in (0, 1):
            upkeep(ahead, seat)
        changed = ahead.cell_of != before
    return {card for card in lying(game) if not ahead.cell_of[card]}
