"""Plausible cards in any number, the same for the same seed: for tests and benchmarks."""

from collections.abc import Iterator, Sequence
from random import Random

from cards.exchange.site_files import read_cards
from cards.models import Card, Kind
from cards.models.derived import plain
from cards.services.card_file import read_sets
from engine.sets import CARDS_PATH, SETS_PATH

BEGINNINGS = (
    "al", "bra", "cor", "den", "el", "fa", "gri", "hol", "is", "ja", "ker", "lun", "mar", "nor", "o",
    "pel", "qui", "ras", "sil", "tor", "ul", "ver", "wil", "yar", "zan", "æ", "ó",
)  # fmt: skip
MIDDLES = (
    "ba", "cal", "di", "fen", "go", "la", "li", "mo", "na", "pha", "ri", "sto", "ta", "ve", "xi",
)  # fmt: skip
ENDINGS = (
    "bark", "bill", "crest", "fin", "fox", "grass", "hawk", "leaf", "moss", "moth", "ray", "reed",
    "sedge", "snail", "tail", "thorn", "toad", "vole", "weed", "wing", "wort",
)  # fmt: skip
LATIN_ENDINGS = (
    "a", "is", "us", "um", "ensis", "oides", "ata", "ii", "é",
)  # fmt: skip
ADJECTIVES = (
    "Alpine", "Arctic", "Banded", "Black", "Blue", "Brown", "Common", "Coral", "Crested", "Desert",
    "Dwarf", "Eastern", "Giant", "Golden", "Great", "Green", "Grey", "Island", "Lesser", "Long-tailed",
    "Marsh", "Mountain", "Northern", "Pale", "Pygmy", "Red", "River", "Sea", "Short-eared", "Silver",
    "Southern", "Spotted", "Striped", "Tufted", "Western", "White", "Wood", "Woolly",
)  # fmt: skip
PEOPLE = (
    "Amundsen's", "Bell's", "D'Arcy's", "Müller's", "Sørensen's", "Łukasz's",
)  # fmt: skip


def real_cards() -> list[Card]:
    """The cards of the project's files, unsaved."""
    return read_cards(CARDS_PATH, [each.key for each in read_sets(SETS_PATH)])


def generated_cards(count: int, seed: int = 1, real: Sequence[Card] | None = None) -> Iterator[Card]:
    """
    Unsaved cards without derived columns, keys `<name>-<number>`.

    Each takes after a real card: what belongs together (kingdom to class, diet, number, abilities) stays
    together; terrains, climates, scale and points come from others of the same kingdom or kind.
    """
    rng = Random(seed)
    cards = [card for card in (real if real is not None else real_cards()) if card.kind != Kind.HOME]
    alike: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        alike.setdefault((card.kind, card.kingdom), []).append(card)
    for number in range(count):
        pattern = rng.choice(cards)
        yield _like(pattern, alike[pattern.kind, pattern.kingdom], rng, number)


def _like(pattern: Card, others: Sequence[Card], rng: Random, number: int) -> Card:
    name = _name(rng)
    terrain, climate, scale, points = (rng.choice(others) for _ in range(4))
    species = pattern.kind == Kind.SPECIES
    return Card(
        key=f"{plain(name).replace(' ', '-')}-{number}",
        name=name,
        latin_name=_latin(rng) if species else "",
        kind=pattern.kind,
        card_set_id=rng.choice(("core", "core", "classics")),
        scale=rng.choice((pattern.scale, scale.scale)) if species else None,
        food_chain=pattern.food_chain,
        diet=pattern.diet,
        terrain_mask=rng.choice((pattern.terrain_mask, terrain.terrain_mask)),
        climate_mask=rng.choice((pattern.climate_mask, climate.climate_mask)),
        points=points.points,
        kingdom=pattern.kingdom,
        phylum=pattern.phylum,
        class_name=pattern.class_name,
        tags=pattern.tags if rng.random() < 0.5 else [],
        abilities=pattern.abilities,
        target=pattern.target,
        duration=pattern.duration,
        effects=pattern.effects,
        fact=pattern.fact,
        source="generated",
        sources={"scale": {"how": "estimated"}} if pattern.estimated and rng.random() < 0.5 else {},
        subject=pattern.subject,
    )


def _word(rng: Random, endings: Sequence[str]) -> str:
    middle = "".join(rng.choices(MIDDLES, k=rng.randrange(3)))
    return f"{rng.choice(BEGINNINGS)}{middle}{rng.choice(endings)}"


def _name(rng: Random) -> str:
    words = [_word(rng, ENDINGS).capitalize()]
    if rng.random() < 0.7:
        words.insert(0, rng.choice(ADJECTIVES))
    if rng.random() < 0.1:
        words.insert(0, rng.choice(PEOPLE))
    return " ".join(words)


def _latin(rng: Random) -> str:
    return f"{_word(rng, LATIN_ENDINGS).capitalize()} {_word(rng, LATIN_ENDINGS)}"
