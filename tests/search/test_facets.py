"""The counts beside a search, and the texts with a value chosen or taken away."""

import pytest

from cards.models import CardSet
from cards.search.services.search import CardSearch
from tests.search.plain_filter import All, Some, Term, fold, found, keywords_of

pytestmark = pytest.mark.django_db

SINGLE = ("kind", "set", "diet", "food", "scale", "kingdom")
FOREST = Term("terrain", ":", ("forest",))
COOL = Term("climate", ":", ("cool",))
HERBIVORE = Term("diet", ":", ("herbivore",))
SMALL = Term("scale", "<=", ("6",))
QUESTIONS = {
    "": All(()),
    "terrain:forest": FOREST,
    "terrain:forest climate:cool": All((FOREST, COOL)),
    "diet:herbivore": HERBIVORE,
    "diet:herbivore scale<=6 terrain:forest": All((HERBIVORE, SMALL, FOREST)),
    "(diet:herbivore) scale<=6": All((HERBIVORE, SMALL)),
    "diet:herbivore or terrain:forest": Some((HERBIVORE, FOREST)),
    "points>99": Term("points", ">", ("99",)),
}


def values_of(field: str, card) -> set[str]:
    if field in ("terrain", "climate"):
        return set(card.terrains if field == "terrain" else card.climates)
    if field == "keyword":
        return keywords_of(card)
    value = {"set": card.card_set_id, "food": card.food_chain, "kingdom": fold(card.kingdom)}.get(
        field, getattr(card, field, None)
    )
    return {str(value)} if value else set()


@pytest.mark.parametrize("text", QUESTIONS)
def test_counts_are_those_of_the_plain_filter(world, text):
    question = QUESTIONS[text]
    cards = found(question, world)
    search = CardSearch(text)
    assert search.count == len(cards)
    for facet in search.facets():
        among = cards
        if facet.field in SINGLE and any(value.chosen for value in facet.values):
            parts = question.parts if isinstance(question, All) else (question,)
            others = All(tuple(part for part in parts if part.name != facet.field))
            among = found(others, world)
        for value in facet.values:
            expected = sum(
                fold(value.value) in {fold(each) for each in values_of(facet.field, card)} for card in among
            )
            assert value.count == expected, (facet.field, value.value)


@pytest.mark.parametrize(
    "text",
    ["", "terrain:forest", "wolf", "diet:herbivore", "diet:herbivore,omnivore", "scale<=6 sort:points",
     "wolf or fox", "scale:4 or food:1 sort:-name", "kingdom:plantae,fungi t:forest", "-diet:herbivore",
     "diet!=herbivore",
     "has:move is:invasive", "set:core kind:species"],
)  # fmt: skip
def test_a_chosen_value_finds_as_many_as_its_count_says(world, text):
    for facet in CardSearch(text).facets():
        chosen = {value.value for value in facet.values if value.chosen}
        for value in facet.values:
            after = CardSearch(value.query)
            again = {each.value for each in facet_of(after, facet.field).values if each.chosen}
            if value.chosen:
                assert again == chosen - {value.value} or len(chosen) == 1, value.query
                continue
            assert again == chosen | {value.value} or len(again) == 0, value.query
            if facet.multiple:
                assert after.count == value.count, value.query
            else:
                counts = {each.value: each.count for each in facet.values}
                assert after.count == sum(counts[each] for each in chosen | {value.value}), value.query


def facet_of(search: CardSearch, field: str):
    return next(facet for facet in search.facets() if facet.field == field)


@pytest.mark.parametrize(
    ("text", "field", "value", "expected"),
    [
        ("", "terrain", "forest", "terrain:forest"),
        ("wolf  terrain:forest", "terrain", "urban", "wolf terrain:forest terrain:urban"),
        ("wolf terrain:forest fox", "terrain", "forest", "wolf fox"),
        ("wolf sort:points", "diet", "carnivore", "wolf diet:carnivore sort:points"),
        ("diet:herbivore wolf", "diet", "carnivore", "diet:herbivore,carnivore wolf"),
        ("diet:herbivore,carnivore wolf", "diet", "herbivore", "diet:carnivore wolf"),
        ("d=carnivore wolf", "diet", "carnivore", "wolf"),
        ("wolf or fox sort:-name", "diet", "carnivore", "(wolf or fox) diet:carnivore sort:-name"),
        ("wolf and fox", "climate", "hot", "wolf fox climate:hot"),
        ("scale<=7", "scale", "8", "scale:1..8"),
        ("scale<=7", "scale", "3", "scale:1,2,4..7"),
        ("scale:1..8", "scale", "9", ""),
        ("food:2", "food", "3", "food:2,3"),
        ("is:invasive", "keyword", "invasive", ""),
        ("terrain:forest,urban", "terrain", "forest", "terrain:forest,urban terrain:forest"),
        ("kingdom:fungi", "kingdom", "plantae", "kingdom:fungi,plantae"),
        ("diet:herbivore diet:carnivore", "diet", "omnivore", "diet:omnivore"),
    ],
)
def test_the_text_after_a_click(world, text, field, value, expected):
    facet = facet_of(CardSearch(text), field)
    assert next(each for each in facet.values if each.value == value).query == expected


def test_values_are_listed_even_if_nothing_has_them(world):
    facets = {facet.field: facet for facet in CardSearch("points>99").facets()}
    assert [value.value for value in facets["scale"].values] == [str(number) for number in range(1, 10)]
    assert len(facets["terrain"].values) == 7
    assert not any(value.count for facet in facets.values() for value in facet.values)
    assert {value.label for value in facets["set"].values} == set(
        CardSet.objects.values_list("name", flat=True)
    )
    assert [facet.field for facet in facets.values() if facet.multiple] == ["terrain", "climate", "keyword"]
