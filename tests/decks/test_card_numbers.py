"""The numbers by which deck codes know cards: in the card file, from elsewhere, and that they stay."""

from hashlib import sha256

import pytest
from django.core.management import call_command

from cards.loading.importing import apply_import
from cards.models import Card, CardNumbers
from cards.services.card_file import COLUMNS, read_sets
from cards.services.publishing import store_cards
from engine.sets import CARDS_PATH, SETS_PATH
from tests.cards.generated import generated_cards, real_cards
from tests.factories import CardFactory


def test_those_of_the_card_file_are_for_ever():
    """534 cards when numbers began; later ones have later numbers."""
    numbers = {card.number: card.key for card in real_cards()}
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    first = "\n".join(f"{number} {numbers[number]}" for number in range(1, 535))
    assert sha256(first.encode()).hexdigest() == (
        "893bb6cc836ab649a62e79665ef0438f7e799c2485254463fd1922e24798d94f"
    )


@pytest.fixture
def load(tmp_path, capsys):
    """Loads the card file with other numbers; gives the exit status and the complaint."""
    head, *lines = CARDS_PATH.read_text(encoding="utf-8").splitlines()
    (tmp_path / "decks").mkdir()

    def run(numbers: dict[int, str]) -> tuple[int, str]:
        rows = [(row, int(number)) for row, _comma, number in (line.rpartition(",") for line in lines)]
        changed = [f"{row},{numbers.get(number, number)}" for row, number in rows]
        path = tmp_path / "cards.csv"
        path.write_text("\n".join([head, *changed]) + "\n", encoding="utf-8")
        try:
            call_command("load_cards", cards=path, decks=tmp_path / "decks", verbosity=0)
        except SystemExit as end:
            return end.code, capsys.readouterr().err
        return 0, ""

    return run


def test_the_file_gives_them(load, db):
    assert load({}) == (0, "")
    assert dict(Card.objects.values_list("key", "number")) == {card.key: card.number for card in real_cards()}


@pytest.mark.parametrize("number", ["0", "32768", "-1", "one", "1.5"])
def test_what_is_no_number_is_refused(load, db, number):
    status, says = load({3: number})
    assert (status, says.startswith("cards.csv, line 4 (prochlorococcus), number: ")) == (2, True)
    assert not Card.objects.exists()


def test_doubles_are_refused(load, db):
    assert load({3: "2"}) == (
        2, "cards.csv, line 4 (prochlorococcus), number: already used in line 3\n"
    )  # fmt: skip


def test_another_number_is_refused(load, db):
    load({})
    says = "cards.csv (prochlorococcus), number: is 3, which stays for ever\n"
    assert load({3: "9000"}) == (2, says)
    assert load({3: "4", 4: "3"}) == (2, says)
    assert Card.objects.get(key="prochlorococcus").number == 3


def test_the_number_of_a_card_that_left_the_file_is_refused(load, db):
    load({})
    Card.objects.filter(key="prochlorococcus").update(key="gone")
    assert load({}) == (2, "cards.csv (prochlorococcus), number: 3 is that of gone for ever\n")


def test_a_row_without_one_keeps_what_the_card_has(load, db):
    load({})
    assert load({3: ""}) == (0, "")
    assert Card.objects.get(key="prochlorococcus").number == 3


def test_cards_from_elsewhere_have_the_next_ones(db):
    for each in read_sets(SETS_PATH):
        each.save()
    store_cards(generated_cards(3, seed=1))
    assert sorted(Card.objects.values_list("number", flat=True)) == [32_768, 32_769, 32_770]
    store_cards(generated_cards(5, seed=1))
    assert sorted(Card.objects.values_list("number", flat=True)) == list(range(32_768, 32_773))
    assert CardFactory(key="one-more").number == 32_773


def test_no_number_is_given_twice(db):
    first = CardFactory(key="first").number
    Card.objects.all().delete()
    assert CardFactory(key="second").number == first + 1


def test_a_card_from_elsewhere_that_comes_into_the_file_takes_its_number(load, db):
    CardFactory(key="home", kind="home")
    assert Card.objects.get(key="home").number >= 32_768
    assert load({}) == (0, "")
    assert Card.objects.get(key="home").number == 1
    assert CardNumbers.take(1)[0] > 32_768


def test_the_columns_that_are_exchanged_have_none():
    assert "number" not in COLUMNS


def test_the_card_file_can_be_imported_and_gives_no_numbers(load, db):
    load({})
    content = CARDS_PATH.read_bytes().replace(b"Every food web starts", b"A food web starts")
    content = content.replace(b",,,,1\n", b",,,,77\n")
    assert apply_import(content=content).counts == {"changed": 1, "unchanged": len(real_cards()) - 1}
    assert Card.objects.get(key="home").number == 1
