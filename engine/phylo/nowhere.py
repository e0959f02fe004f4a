"""Why a card of the hand fits nowhere on the table, in one sentence that is true of every space.

What a card needs is looked for step by step: food, terrain, climate, its player's control, a free space, a
required neighbour. The first step at which no card of the table is left is the reason.
"""

from collections.abc import Callable, Iterable, Iterator

from engine.contract import Field, Refusal
from engine.phylo import refusals as say
from engine.phylo.cards import Face
from engine.phylo.checks import counting, is_face_up_species
from engine.phylo.criteria import CLIMATES, TERRAINS, names_of
from engine.phylo.game import Game
from engine.phylo.matchup import in_order
from engine.phylo.support import TOO_BIG, name_of, sustenance

Step = tuple[Callable[[int], bool], str, str, str]
"""Whether a card of the table passes, and if none does: the code, the clause and the sentence."""


def nowhere(game: Game, seat: int, key: str) -> Refusal:
    """Why a card in the seat's hand can be played in no space, if so (P15 to P19, P22, P24, P27, P28).

    The codes are those of `checks`, and `no-space`: all spaces beside what suits it are taken.
    """
    slot = game.slot_in_hand(seat, key)
    card, x = game.matchup.cards[slot], game.face(slot)
    if card.kind == "event":
        steps = _aims(game, slot)
    elif card.abilities.needs_host:
        steps = _hosts(game, slot, x)
    else:
        steps = _life(game, slot, x, counting(game, slot, seat))
    left = list(game.at.values())
    for passes, code, clause, sentence in steps:
        left = [other for other in left if passes(other)]
        if not left:
            return Refusal(code, clause, sentence, _fields(game, x))
    return Refusal("no-space", "P22", say.SUITS_NOWHERE, _fields(game, x))


def _fields(game: Game, x: Face) -> dict[str, Field]:
    return {
        "card": name_of(x),
        "terrains": tuple(names_of(x.terrains, TERRAINS)),
        "climates": tuple(names_of(x.climates, CLIMATES)),
        "scale": x.card.scale,
        "smaller": x.card.scale - 1,
        "numbers": tuple(map(str, _food_numbers(game, x))),
    }


def _aims(game: Game, event: int) -> Iterator[Step]:
    yield lambda other: is_face_up_species(game, other), "bad-target", "P28", say.NO_SPECIES_LIES
    targets = game.tables.targets[event]
    yield lambda other: bool(targets >> other & 1), "bad-target", "P28", say.NO_TARGET_LIES


def _hosts(game: Game, slot: int, x: Face) -> Iterator[Step]:
    hosts = game.tables.hosts[slot]
    yield (
        lambda other: is_face_up_species(game, other) and bool(hosts >> other & 1),
        "bad-target",
        "P24",
        say.NO_HOST_LIES,
    )
    yield lambda other: game.cell_of[other] not in game.below, "stack-full", "P24", say.HOSTS_TAKEN
    yield lambda other: bool(x.terrains & game.face(other).terrains), "no-terrain", "P24", say.HOSTS_ELSEWHERE
    yield (
        lambda other: bool(x.climates & game.face(other).climates),
        "no-climate",
        "P24",
        say.HOSTS_IN_ANOTHER_CLIMATE,
    )


def _life(game: Game, slot: int, x: Face, own: int) -> Iterator[Step]:
    eats = x.card.kind == "species" and x.card.food_chain > 1

    def feeds(other: int) -> bool:
        y = game.face(other)
        if y.card.kind == "home":
            return not eats
        return sustenance(x, y, game.rules, game.options.food_step).supports

    yield feeds, *_no_food(game, x)
    any_terrain, place = x.abilities.any_terrain, (say.FOOD_ELSEWHERE if eats else say.NOBODY_THERE)
    yield lambda y: any_terrain or bool(x.terrains & game.face(y).terrains), "no-terrain", "P16", place
    climate = say.FOOD_IN_ANOTHER_CLIMATE if eats else say.NOBODY_IN_CLIMATE
    yield lambda y: bool(x.climates & game.face(y).climates), "no-climate", "P16", climate
    yield lambda y: bool(own >> y & 1), "no-neighbour", "P19", say.NONE_OF_YOURS
    spaces = list(_spaces(game, slot))
    yield (
        lambda y: any(near >> y & 1 for near in spaces),
        "no-space",
        "P22",
        say.NO_SPACE_BESIDE_FOOD if eats else say.NO_SPACE_BESIDE,
    )
    partners = game.tables.beside[slot]
    yield (
        lambda y: any(near >> y & 1 and near & partners for near in spaces),
        "not-adjacent",
        "P27",
        say.NO_PARTNER,
    )


def _spaces(game: Game, slot: int) -> Iterable[int]:
    """The sets of neighbours of the spaces that the card might take: for an invader also taken ones."""
    yield from game.open.values()
    if game.matchup.cards[slot].abilities.invasive is not None:
        for other in in_order(game.tables.prey[slot] & (game.own[0] | game.own[1])):
            if game.cell_of[other] not in game.below:
                yield game.near[game.cell_of[other]]


def _food_numbers(game: Game, x: Face) -> list[int]:
    """The food-chain numbers of the prey of a card, or of what else it lives on (P18)."""
    number = x.card.food_chain
    least = 2 if x.card.diet in ("carnivore", "omnivore") else 1
    found = [number - 1, number] if game.options.food_step == "same-or-below" else [number - 1]
    return [each for each in found if each >= least]


def _no_food(game: Game, x: Face) -> tuple[str, str, str]:
    """Why nothing on the table feeds a card."""
    faces = [game.face(other) for other in game.at.values()]
    rules, step = game.rules, game.options.food_step
    species = [y for y in faces if y.card.kind == "species"]
    if x.card.food_chain > 1 and any(sustenance(x, y, rules, step) is TOO_BIG for y in species):
        return "too-big", "P18", say.ALL_TOO_BIG
    if x.abilities.feeds_only is not None:
        return "no-food", "P27", say.NOTHING_CHOSEN
    numbers, diet, hunts = _food_numbers(game, x), x.card.diet, x.card.diet in ("carnivore", "omnivore")
    if hunts and not (x.abilities.any_scale or x.card.scale > 1):
        numbers = []
    if not numbers or (diet == "herbivore" and 1 not in numbers):
        return "no-food", "P18", say.NO_PLANT_ALONE if diet == "omnivore" else say.NOTHING
    if diet == "herbivore":
        return "no-food", "P18", say.NO_PLANT
    kind = diet if hunts else "other"
    return "no-food", "P18", say.NO_PREY[f"{kind} of any scale" if hunts and x.abilities.any_scale else kind]
