"""The decks of scenes and pairs as they were when these were found: ready decks change, a deal may not."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards.decks.models import Deck

KEPT = {
    "amazon-rainforest": (
        "brazil-nut 1, brown-throated-sloth 1, cacao 2, flood 1, great-billed-hermit 1, "
        "hanging-heliconia 3, harpy-eagle 1, heliconia 1, increase-biodiversity 1, jaguar 1, "
        "kapok-tree 1, leafcutter-ant 1, leafcutter-garden-fungus 3, moriche-palm 3, scarlet-macaw 1, "
        "white-throated-toucan 1, wind 1"
    ),
    "everglades": (
        "american-alligator 2, bald-cypress 1, burmese-python 2, flooded-grassland 2, "
        "florida-apple-snail 3, great-blue-heron 1, green-sea-turtle 2, mangrove 1, raccoon 1, "
        "red-mangrove 1, sawgrass 2, snail-kite 3, strangler-fig 2, turtle-grass 2, water-hyacinth 2, "
        "west-indian-manatee 1, wetland-drainage 1, white-tailed-deer 1"
    ),
    "great-plains-prairie": (
        "american-bison 2, big-bluestem 2, black-footed-ferret 1, black-tailed-prairie-dog 2, "
        "buffalo-grass 1, common-milkweed 2, coyote 1, monarch-butterfly 2, prairie-blazing-star 2, "
        "purple-coneflower 2, severe-drought 1, sunflower 2, western-meadowlark 2, wildfire 1, wind 1"
    ),
    "hardangervidda": (
        "alpine-meadow 2, arctic-fox 1, bilberry 1, common-raven 1, cottongrass 1, crowberry 2, "
        "dwarf-birch 2, dwarf-shrub-tundra 1, early-frost 1, golden-eagle 1, gyrfalcon 1, migration 1, "
        "moss-campion 1, mountain-avens 1, mountain-hare 1, norway-lemming 2, purple-saxifrage 2, "
        "reindeer 2, reindeer-lichen 2, rock-ptarmigan 1, snow-bunting 1, stoat 1, wolverine 1"
    ),
    "oregon-oak-woodland": (
        "american-robin 2, bobcat 1, common-camas 2, coopers-hawk 1, garry-oak 2, indian-plum 2, "
        "mast-year 1, mule-deer 2, nootka-rose 2, red-huckleberry 1, rufous-hummingbird 2, "
        "western-gray-squirrel 2, western-sword-fern 2, wildfire 1, wind 1"
    ),
}
"""By slug, in the order of `Deck.card_keys`."""


def keys_of(deck: "Deck") -> list[str]:
    """One key for each card of a ready deck, or of its kept list."""
    kept = KEPT.get(deck.slug)
    if kept is None:
        return deck.card_keys()
    counts = (entry.split(" ") for entry in kept.split(", "))
    return [key for key, count in counts for _ in range(int(count))]
