"""Random cards that use every ability and every effect, for games no human would think of."""

from random import Random
from typing import Any

TERRAINS = ("desert", "forest", "grassland", "ocean")
CLIMATES = ("cold", "cool", "warm", "hot")
DIETS = {
    1: ("photosynthetic", "molecular-carbon"),
    2: ("herbivore", "omnivore"),
    3: ("omnivore", "carnivore"),
    4: ("carnivore",),
}


def some(rng: Random, words: tuple[str, ...], most: int = 3) -> list[str]:
    return rng.sample(words, rng.randint(1, most))


def criterion(rng: Random, *, bearer: bool) -> Any:
    criteria = [
        {"kingdom": rng.choice(["Plantae", "Animalia"])},
        {"food_chain": [1, 2]},
        {"scale": {"min": rng.randint(1, 4), "max": 9}},
        {"terrains": some(rng, TERRAINS, 2)},
        {},
        [{"diet": "carnivore"}, {"climates": some(rng, CLIMATES, 2), "kingdom": "Plantae"}],
    ]
    if bearer:
        criteria.append({"same": ["food_chain"]})
    return rng.choice(criteria)


def ability(rng: Random, name: str) -> Any:
    if name in ("move", "flight"):
        return rng.randint(1, 3)
    if name == "spread":
        return {
            "count": rng.randint(1, 2),
            "needs": rng.choice([[], [], ["pollinator"], ["wind", "pollinator"]]),
        }
    if name == "invasive":
        return {"on": criterion(rng, bearer=True)}
    if name == "parasitic":
        return {"host": criterion(rng, bearer=True), "needs_host": rng.random() < 0.5}
    if name in ("beside", "feeds_only", "feeds_also"):
        return criterion(rng, bearer=True)
    return True


ABILITIES = (
    "move",
    "flight",
    "spread",
    "spread",
    "pollinator",
    "invasive",
    "invasive",
    "parasitic",
    "parasitic",
    "beside",
    "feeds_only",
    "feeds_also",
    "any_scale",
    "any_terrain",
)


def species(rng: Random, number: int) -> dict[str, Any]:
    food_chain = rng.choice([1, 1, 1, 2, 2, 3, 3, 4])
    names = rng.sample(ABILITIES, rng.choice([0, 1, 1, 2, 3]))
    return {
        "name": f"Species {number}",
        "kind": "species",
        "scale": rng.randint(1, 9),
        "food_chain": food_chain,
        "diet": rng.choice(DIETS[food_chain]),
        "terrains": some(rng, TERRAINS),
        "climates": some(rng, CLIMATES),
        "points": rng.randint(1, 9),
        "kingdom": "Plantae" if food_chain == 1 else "Animalia",
        "abilities": {name: ability(rng, name) for name in names},
    }


def effects(rng: Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Effects that happen at once, and effects that last."""
    once = [
        {"do": "discard"},
        {"do": "discard-neighbours", "which": criterion(rng, bearer=False)},
        {"do": "recover", "count": rng.randint(1, 2)},
        {"do": "draw", "count": 1},
        {"do": "opponent-discards", "count": rng.randint(1, 2)},
        {"do": "take-control"},
    ]
    lasting = [
        *({"do": f"{verb}-terrains", "to": some(rng, TERRAINS, 2)} for verb in ("set", "add", "remove")),
        *({"do": f"{verb}-climates", "to": some(rng, CLIMATES, 2)} for verb in ("set", "add", "remove")),
        {"do": "shift-climate", "by": rng.choice([-1, 1, 2])},
        {"do": "freeze"},
        {"do": "freeze", "which": criterion(rng, bearer=False)},
        {"do": "change-points", "by": rng.choice([-2, 1])},
        {"do": "wind"},
        {"do": "take-control"},
    ]
    return once, lasting


def event(rng: Random, number: int) -> dict[str, Any]:
    once, lasting = effects(rng)
    duration = rng.choice([0, 0, 1, 2, 3])
    chosen = rng.sample(lasting if duration else once, rng.randint(1, 2))
    if duration and rng.random() < 0.2:
        chosen += rng.sample(once, 1)
    return {
        "name": f"Event {number}",
        "kind": "event",
        "duration": duration,
        "effects": chosen,
        "target": criterion(rng, bearer=False),
    }


def habitat(rng: Random, number: int) -> dict[str, Any]:
    return {
        "name": f"Habitat {number}",
        "kind": "habitat",
        "terrains": some(rng, TERRAINS, 2),
        "climates": some(rng, CLIMATES),
        "points": rng.randint(1, 2),
    }


def pool(rng: Random, rules: str) -> tuple[dict[str, Any], list[list[str]]]:
    """Cards by key, and two decks of the rule set's size."""
    cards = {f"s{number}": species(rng, number) for number in range(20)}
    cards |= {f"e{number}": event(rng, number) for number in range(6)}
    if rules == "phylo-1.3":
        cards |= {f"h{number}": habitat(rng, number) for number in range(2)}
    size = 24 if rules == "phylo-1.4a" else 30
    return cards, [[rng.choice(sorted(cards)) for _ in range(size)] for _ in range(2)]
