"""The derived columns: what `derive` fills, and that it knows all that the engine knows."""

import pytest

from cards.keywords.abilities import ABILITIES, KEYWORDS
from cards.keywords.effects import EFFECTS
from cards.models import Card, derive
from cards.models.derived import DERIVED, ESTIMATED, plain
from engine.phylo import cards as engine_cards
from tests.factories import CardFactory


def test_keywords_and_effects_are_those_of_the_engine():
    abilities = {name.replace("_", "-") for name in engine_cards.ABILITIES}
    assert set(KEYWORDS) == abilities | {"pollinated", "wind"}
    assert set(ABILITIES) == set(engine_cards.ABILITIES)
    assert set(EFFECTS) == set(engine_cards.EFFECTS)


def test_the_bits_of_stored_cards_never_change():
    assert list(KEYWORDS)[:13] == [
        "move", "flight", "spread", "pollinator", "pollinated", "wind", "invasive", "parasitic", "beside",
        "feeds-only", "feeds-also", "any-scale", "any-terrain",
    ]  # fmt: skip
    assert list(EFFECTS)[:16] == [
        "discard", "discard-neighbours", "set-terrains", "add-terrains", "remove-terrains", "set-climates",
        "add-climates", "remove-climates", "shift-climate", "freeze", "take-control", "change-points",
        "recover", "draw", "opponent-discards", "wind",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("Bald Eagle", "bald eagle"),
        ("  Cooper’s   hawk ", "coopers hawk"),
        ("Black-tailed", "black tailed"),
        ("Ærø ŁÓDŹ Straße", "aero lodz strasse"),
        ("ÅNGSTRÖM", "angstrom"),
        ("ﬁsh", "fish"),
        ("e\u0301te\u0301", "ete"),
        ("zero\u200bwidth", "zerowidth"),
        ("50% _ | \\", "50"),
        ("熊貓", "熊貓"),
        ("", ""),
    ],
)
def test_plain_text(text, searched):
    assert plain(text) == searched
    assert plain(searched) == searched


def test_no_wildcard_and_no_bar_is_left_in_plain_text():
    everything = "".join(map(chr, range(0x3000)))
    assert not set("%_|\\'\"") & set(plain(everything))


def test_a_stored_card_has_its_columns(db):
    card = CardFactory(
        key="tern", name="Tern", latin_name="Sterna", abilities={"flight": 3, "pollinator": True},
        tags=["b", "a"], sources={"scale": {"how": "estimated"}}, fact="It's far.",
    )  # fmt: skip
    card.refresh_from_db()
    assert card.search_text == "|tern|sterna|tern|"
    assert card.fact_text == "its far"
    assert card.tag_text == "|a|b|"
    assert (card.move, card.flight, card.spread) == (None, 3, None)
    assert card.keyword_mask == 1 << 1 | 1 << 3 | ESTIMATED
    assert bytes(card.name_order) == b"tern\0tern"


def test_the_longest_names_fit_into_the_index(db):
    widest = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"  # becomes 18 letters
    CardFactory(key="k" * 80, name=widest * 80, latin_name=widest * 120, tags=["𐍈" * 80, "𐌰" * 80])
    assert Card.objects.get().search_text.count("|") == 4


def test_deriving_twice_changes_nothing(db):
    card = CardFactory()
    before = {name: getattr(card, name) for name in DERIVED}
    derive(card)
    assert {name: getattr(card, name) for name in DERIVED} == before
