"""The decks of scenes and pairs as they were when these were found: ready decks change, a deal may not."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards.decks.models import Deck

KEPT = {
    "great-plains-prairie": (
        "american-bison 2, big-bluestem 2, black-footed-ferret 1, black-tailed-prairie-dog 2, "
        "buffalo-grass 1, common-milkweed 2, coyote 1, monarch-butterfly 2, prairie-blazing-star 2, "
        "purple-coneflower 2, severe-drought 1, sunflower 2, western-meadowlark 2, wildfire 1, wind 1"
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
