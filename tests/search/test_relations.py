"""`eats:`, `eatenby:` and `beside:` against the engine's own predicate, asked for every pair of cards."""

import pytest

from cards.models import Card
from cards.search.errors import QueryError
from cards.search.services.search import CardSearch
from cards.services.publishing import store_cards
from engine.phylo.cards import Card as EngineCard
from engine.phylo.rules import RULES as ENGINE_RULES
from engine.phylo.rules import RuleSet
from engine.phylo.support import support
from tests.factories import CardFactory

RULES = ("phylo-1.4a", "phylo-1.3")
# Cards whose own criteria narrow or widen what they live on, and some of every other kind.
NAMED = (
    "home", "wind", "horse", "indian-plum", "eurasian-lynx", "phytoplankton", "copepod", "antarctic-krill",
    "giant-panda", "blue-whale", "killer-whale", "black-footed-ferret", "duck-billed-platypus", "army-ant",
    "african-wild-dog", "common-raven", "blue-tit", "clownfish", "flamingo-tongue-snail", "tiger-shark",
    "crab-eating-raccoon", "mycorrhizal-fungi", "aspen-bolete", "trembling-aspen", "european-mistletoe",
    "deer-tick", "honey-fungus", "reindeer-lichen", "giant-kelp", "brown-rat", "honey-bee",
    "crested-nembrotha", "magnificent-sea-anemone", "arrow-bamboo", "sulphur-bacteria",
)  # fmt: skip

pytestmark = pytest.mark.django_db


def lies_under(y: EngineCard) -> bool:
    """P24: a parasite that needs a host feeds nobody, and nothing lies beside it."""
    return y.abilities.parasitic is not None and y.abilities.parasitic.needs_host


def supports(y: EngineCard, x: EngineCard, rules: RuleSet) -> bool:
    return support(x.printed, y.printed, rules, rules.food_step).supports


def eats(x: EngineCard, y: EngineCard, rules: RuleSet) -> bool:
    return x.kind == y.kind == "species" and x.food_chain >= 2 and not lies_under(y) and supports(y, x, rules)


def may_lie_beside(x: EngineCard, y: EngineCard, rules: RuleSet) -> bool:
    lying = {"species", "habitat"} if rules.habitats else {"species"}
    if x.kind not in lying or y.kind not in lying | {"home"}:
        return False
    if lies_under(x) or lies_under(y):
        return False
    beside = x.abilities.beside
    return supports(y, x, rules) and (beside is None or beside.met_by(y.printed, x.printed))


@pytest.fixture(scope="module")
def cards(world) -> dict[str, EngineCard]:
    return {card.key: EngineCard.parse(card.key, card.as_record()) for card in world.cards}


@pytest.mark.parametrize("rules", RULES)
def test_relations_are_what_the_engine_says_of_every_pair(world, cards, rules):
    rule_set = ENGINE_RULES[rules]
    for key in NAMED:
        named = cards[key]
        expected = {
            "eats": {other for other, x in cards.items() if eats(x, named, rule_set)},
            "eatenby": {other for other, y in cards.items() if eats(named, y, rule_set)},
            "beside": {other for other, x in cards.items() if may_lie_beside(x, named, rule_set)},
        }
        for relation, others in expected.items():
            assert set(CardSearch(f"{relation}:{key}", rules=rules).card_keys()) == others, (
                f"{relation}:{key}"
            )


def test_the_named_cards_have_every_kind_of_criterion(cards):
    abilities = [cards[key].abilities for key in NAMED]
    for name in ("feeds_only", "feeds_also", "beside", "any_scale", "any_terrain", "parasitic"):
        assert any(getattr(each, name) for each in abilities), name


def test_the_rule_sets_differ(world):
    assert set(CardSearch("eats:horse").card_keys()) < set(CardSearch("eats:horse rules:1.3").card_keys())


def test_several_named_cards_are_alternatives(world):
    both = set(CardSearch("eats:horse,valley-oak").card_keys())
    assert both == set(CardSearch("eats:horse").card_keys()) | set(CardSearch("eats:valley-oak").card_keys())


def test_a_name_is_a_key_or_a_name_or_a_latin_name_or_words(world):
    same = [CardSearch(f"eats:{name}").card_keys() for name in ("horse", "HORSE", '"Equus ferus caballus"')]
    assert same[0] == same[1] == same[2]
    # Horse is a card's name, so that Water Horsetail is not meant; no card is called just `wolf`.
    wolves = [card.key for card in world.cards if "wolf" in card.name.lower().split()]
    assert wolves
    expected = {key for wolf in wolves for key in CardSearch(f"eatenby:{wolf}").card_keys()}
    assert set(CardSearch("eatenby:wolf").card_keys()) == expected


@pytest.mark.parametrize(
    "criterion",
    [
        {"same": ["scale"]},
        {"same": ["class"], "scale": {"max": 6}},
        {"same": ["terrains"]},
        {"same": ["climates", "diet"]},
        {"same": ["tags"]},
        {"same": ["name"]},
        [{"class": "Aves"}, {"tags": ["tree", "coral"]}],
        [],
        {},
        {"terrains": ["freshwater"], "kingdom": ["Animalia", "Plantae"]},
        {"phylum": "Chordata", "food_chain": [1, 2], "climates": ["cold"]},
    ],
    ids=str,
)
@pytest.mark.parametrize("ability", ["feeds_only", "feeds_also", "beside"])
def test_any_criterion_counts_as_the_engine_reads_it(world, cards, ability, criterion):
    hunter = CardFactory(
        key="hunter", animal=True, food_chain=3, diet="carnivore", scale=7, class_name="Aves", tags=["tree"],
        terrains=["forest", "freshwater"], climates=["cool", "warm"], abilities={ability: criterion},
    )  # fmt: skip
    known = cards | {"hunter": EngineCard.parse("hunter", hunter.as_record())}
    for rules in RULES:
        rule_set = ENGINE_RULES[rules]
        found = set(CardSearch("eatenby:hunter", rules=rules).card_keys())
        assert found == {key for key, y in known.items() if eats(known["hunter"], y, rule_set)}
        for prey in ("horse", "mallard", "brook-trout", "trembling-aspen", "hunter"):
            if prey in known:
                y = known[prey]
                among = CardSearch(f"eats:{prey}", rules=rules).card_keys()
                assert ("hunter" in among) == eats(known["hunter"], y, rule_set)
                among = CardSearch(f"beside:{prey}", rules=rules).card_keys()
                assert ("hunter" in among) == may_lie_beside(known["hunter"], y, rule_set)


def test_habitats_lie_where_the_rules_have_them(world):
    habitat = CardFactory(
        key="moor", kind="habitat", scale=None, food_chain=None, diet="", kingdom="", phylum="",
        class_name="", terrains=["forest"], climates=["cool"],
    )  # fmt: skip
    assert habitat.kind == "habitat"
    assert "moor" not in CardSearch("beside:home").card_keys()
    assert "moor" in CardSearch("beside:home rules:1.3").card_keys()
    assert CardSearch("beside:moor").count == 0
    assert CardSearch("beside:moor rules:1.3").count > 0
    assert CardSearch("eats:moor rules:1.3").count == 0


def test_many_named_cards_with_demands_of_their_own(world):
    store_cards(
        CardFactory.build(
            key=f"picky-{number}", name=f"Picky {number}", animal=True, food_chain=3, diet="carnivore",
            scale=9,
            abilities={"feeds_only": {"name": ["Horse", f"No {number}"]}, "feeds_also": {"same": ["name"]}},
        )
        for number in range(199)
    )  # fmt: skip
    assert "horse" in CardSearch("eatenby:picky").card_keys()
    assert "picky-7" in CardSearch("eats:horse,picky").card_keys()


def test_too_many_named_cards_are_refused(world):
    assert Card.objects.filter(search_text__contains="e").count() > 200
    with pytest.raises(QueryError, match="more than 200"):
        CardSearch("eats:e")
