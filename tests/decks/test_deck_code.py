"""The deck code: what it says, that it stays, and what it notices."""

import json
import re
from functools import cache
from math import comb
from pathlib import Path
from random import Random

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.decks.exchange.code import code_of, contents_of, decode, encode
from cards.decks.exchange.importer import read_anything
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import building
from cards.pages.qr import TooLong, qr_svg
from engine.deck_forms.code import MOST_CARDS, RULES, Numbered, in_fours
from engine.deck_forms.code_numbers import LONGEST, SIGNS, sealed
from engine.phylo.rules import RULES as ENGINE_RULES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "deck-code.md"
OWN, ELSEWHERE = 32_768, 1 << 24


@pytest.fixture
def real(real_set, db) -> None:
    """Whatever a test does to them ends with it."""


def code(cards, rules="phylo-1.4a", starter=None, hand=()) -> str:
    """The code of a deck by numbers."""
    numbers = {str(number): number for number in {*cards, *hand, *filter(None, [starter])}}
    contents = Contents.of(
        {str(number): copies for number, copies in cards.items()},
        rules,
        str(starter) if starter else "",
        map(str, hand),
    )
    return encode(contents, numbers)


def random_deck(rng: Random, most: int = 30) -> Numbered:
    """Of the set, of a large site or of both; of any size, some with starter and hand."""
    universe = rng.choice([range(1, 535), range(1, 535), range(1, OWN), range(OWN, OWN + 100_000)])
    numbers = {rng.choice(universe) for _ in range(rng.randrange(most + 1))}
    if rng.random() < 0.3:
        numbers |= {rng.randrange(OWN, ELSEWHERE) for _ in range(rng.randrange(4))}
    cards = {number: rng.choice((1, 1, 1, 2, 2, 3, rng.randrange(1, 6))) for number in sorted(numbers)}
    copies = [number for number in cards for _ in range(cards[number])]
    hand = sorted(rng.sample(copies, min(5, len(copies)))) if rng.random() < 0.3 else []
    starter = rng.choice((None, None, rng.randrange(1, 60_000)))
    return Numbered(rng.choice(RULES)[0], cards, starter, tuple(hand))


def code_of_numbers(deck: Numbered) -> str:
    return code(deck.cards, deck.rules, deck.starter, deck.opening_hand)


def test_random_decks_go_there_and_back():
    rng = Random(5)
    codes = {}
    for _ in range(10_000):
        deck = random_deck(rng)
        text = code_of_numbers(deck)
        assert decode(text) == deck
        assert codes.setdefault(text, deck) == deck


@settings(deadline=None, max_examples=200)
@given(
    cards=st.dictionaries(st.integers(1, ELSEWHERE - 1), st.integers(1, 99), max_size=40).filter(
        lambda cards: sum(cards.values()) <= MOST_CARDS
    ),
    rules=st.sampled_from([key for key, _size in RULES]),
    starter=st.none() | st.integers(1, ELSEWHERE - 1),
    data=st.data(),
)
def test_any_deck_goes_there_and_back(cards, rules, starter, data):
    copies = [number for number, count in cards.items() for _ in range(count)]
    hand = data.draw(st.lists(st.sampled_from(range(len(copies))), unique=True, max_size=8)) if copies else []
    deck = Numbered(rules, cards, starter, tuple(sorted(copies[place] for place in hand)))
    assert decode(code_of_numbers(deck)) == deck


@settings(deadline=None, max_examples=500)
@given(head=st.integers(8, 15), number=st.integers(0, 1 << 80) | st.integers(0, 1 << 300))
def test_a_number_is_of_one_deck_or_of_none(head, number):
    text = sealed(head, number)
    try:
        deck = decode(text)
    except DeckCodeError:
        return
    assert code_of_numbers(deck) == text


def test_the_largest_deck_goes_there_and_back():
    deck = {ELSEWHERE - 1 - 7 * place: 1 for place in range(MOST_CARDS)}
    text = code(deck)
    assert len(text) <= LONGEST
    assert dict(decode(text).cards) == deck


class TestSizes:
    """The highest numbers make the longest codes."""

    def test_24_cards_of_the_set(self):
        assert len(code(dict.fromkeys(range(695, 719), 1))) == 40

    def test_30_cards_of_the_set_and_a_starter(self):
        assert len(code(dict.fromkeys(range(689, 719), 1), "phylo-1.3", 718)) == 48

    def test_24_cards_of_16000(self):
        assert len(code(dict.fromkeys(range(15_977, 16_001), 1))) <= 60
        for own in range(25):
            numbers = [*range(719 - own, 719), *range(OWN + 15_466 - (24 - own), OWN + 15_466)]
            assert len(code(dict.fromkeys(numbers, 1))) <= 60

    def test_ready_decks(self, real):
        sizes = [len(code_of(deck.contents)) for deck in Deck.objects.ready()]
        assert f"| {min(sizes)} to {max(sizes)} |" in DOCUMENT.read_text()
        assert max(sizes) <= 45


# For ever. Whoever has to change one of these breaks the codes that people have kept.
GOLDEN = {
    "801S2A0R": Numbered("phylo-1.4a", {}),
    "8GY29TG7": Numbered("phylo-1.4a", {1: 24}),
    "807PC7Q7FDJJ": Numbered("phylo-1.4a", {5: 2, 9: 1, 12: 3}),
    "801JMF1PWK2MNB60422DXYNG30489FR455PT": Numbered("phylo-1.4a", dict.fromkeys(range(511, 535), 1)),
    "BF1DA2KH4D6Z5DWNF7W7": Numbered("phylo-1.3", {7: 10, 300: 8, 32768: 6, 32790: 6}, 520),
}


@pytest.mark.parametrize("text", GOLDEN)
def test_codes_are_for_ever(text):
    assert decode(text) == GOLDEN[text]
    assert code_of_numbers(GOLDEN[text]) == text


def test_every_rule_set_with_decks_has_its_place():
    assert dict(RULES) == {key: rules.deck_size for key, rules in ENGINE_RULES.items()}
    assert building.MOST_CARDS <= MOST_CARDS


class TestDocument:
    """The specification, followed to the letter by another reader and writer."""

    examples = [
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
        if '"choices"' in block
    ]  # fmt: skip

    def test_there_are_four(self):
        assert len(self.examples) == 4

    @pytest.mark.parametrize("example", examples, ids=lambda example: example["code"])
    def test_example(self, example):
        deck = Numbered(
            example["rules"],
            {int(number): copies for number, copies in example["cards"].items()},
            example["starter"],
            tuple(example["opening_hand"]),
        )
        assert decode(example["code"]) == deck
        assert code_of_numbers(deck) == example["code"]
        number = example["rest"]
        for choice, choices in reversed(example["choices"]):
            number = number * choices + choice
        assert number == example["number"]
        values = [SIGNS.index(sign) for sign in example["code"]]
        assert number == sum(value << 5 * place for place, value in enumerate(reversed(values[1:-5])))
        assert plainly_read(example["code"]) == (
            deck.rules,
            dict(deck.cards),
            deck.starter,
            deck.opening_hand,
        )

    def test_the_other_reader_reads_the_same(self):
        rng = Random(9)
        for _ in range(300):
            deck = random_deck(rng)
            assert plainly_read(code_of_numbers(deck)) == (
                deck.rules, dict(deck.cards), deck.starter, deck.opening_hand,
            )  # fmt: skip

    def test_the_code_shown_first_is_one(self, real):
        shown = re.search(r"## The deck code\n\n```\n(\w+)\n```", DOCUMENT.read_text())[1]
        assert shown == code_of(Deck.objects.get(slug="great-plains-prairie").contents)


def times(first: int, second: int) -> int:
    """In the field of 32."""
    product = 0
    for bit in range(5):
        product ^= (second >> bit & 1) * (first << bit)
    for bit in range(9, 4, -1):
        product ^= (product >> bit & 1) * (0b101001 << bit - 5)
    return product


def remainder(values: list[int]) -> list[int]:
    """Of the polynomial divided by that of the document, the highest coefficient first."""
    values = list(values)
    for place in range(len(values) - 5):
        for ahead, coefficient in enumerate([1, 0, 6, 6, 0, 1]):
            values[place + ahead] ^= times(coefficient, values[place]) if ahead else 0
        values[place] = 0
    return values[-5:]


def plainly_read(text: str):
    """Written from docs/deck-code.md alone; of codes that are valid."""
    values = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(sign) for sign in text]
    assert remainder(values) == [0] * 5
    number = int("".join(f"{value:05b}" for value in values[1:-5]), 2)
    flags = values[0] - 8

    def take(choices):
        nonlocal number
        number, choice = divmod(number, choices)
        return choice

    def small():
        ones = 0
        while take(2):
            ones += 1
        return 2**ones + take(2**ones) - 1

    def large():
        bits = take(32)
        return 2**bits + take(2**bits)

    def ranked(rank, k):
        if k == 0:
            return []
        highest = k - 1
        step = 1 << 25
        while step:
            if comb(highest + step, k) <= rank:
                highest += step
            step >>= 1
        return [*ranked(rank - comb(highest, k), k - 1), highest]

    rules, size = ("phylo-1.4a", 24) if not flags & 1 else [("phylo-1.3", 30)][small()]
    size = small() if take(2) else size
    copies, k = [], 0
    if size:
        k = size - small()
        sums = [each + 1 for each in ranked(take(comb(size - 1, k - 1)), k - 1)] + [size]
        copies = [each - before for each, before in zip(sums, [0, *sums[:-1]], strict=True)]
    starter = large() if flags & 2 else None
    hand = []
    if flags & 4:
        h = small() + 1
        hand = [each - place for place, each in enumerate(ranked(take(comb(k + h - 1, h)), h))]
    cards = []
    if size and take(2):
        f = take(k) + 1
        if f < k:
            highest = large()
            cards = [each + 1 for each in ranked(take(comb(highest - 1, k - f - 1)), k - f - 1)] + [highest]
        cards += [each + 32_768 for each in ranked(number, f)]
    elif size:
        cards = [each + 1 for each in ranked(number, k)]
    return rules, dict(zip(cards, copies, strict=True)), starter, tuple(cards[place] for place in hand)


@cache
def some_codes(count: int = 200) -> list[str]:
    rng = Random(3)
    return [code_of_numbers(random_deck(rng, most=15)) for _ in range(count)]


def refused(text: str) -> bool:
    try:
        decode(text)
    except DeckCodeError:
        return True
    return False


class TestSlips:
    def test_every_single_wrong_sign_is_noticed(self):
        for text in some_codes():
            for place, right in enumerate(text):
                assert all(
                    refused(text[:place] + wrong + text[place + 1 :]) for wrong in SIGNS if wrong != right
                )

    def test_every_sign_left_out_is_noticed(self):
        for text in some_codes():
            assert all(refused(text[:place] + text[place + 1 :]) for place in range(len(text)))

    def test_every_sign_too_many_is_noticed(self):
        for text in some_codes(40):
            for place in range(len(text) + 1):
                assert all(refused(text[:place] + sign + text[place:]) for sign in SIGNS)

    def test_every_two_signs_that_changed_places_are_noticed(self):
        for text in some_codes(40):
            for first in range(len(text)):
                for second in range(first + 1, len(text)):
                    if text[first] != text[second]:
                        signs = list(text)
                        signs[first], signs[second] = signs[second], signs[first]
                        assert refused("".join(signs))

    def test_three_wrong_signs_are_noticed_at_random(self):
        rng = Random(4)
        for text in some_codes():
            for _ in range(50):
                signs = list(text)
                for place in rng.sample(range(len(text)), 3):
                    signs[place] = rng.choice([sign for sign in SIGNS if sign != signs[place]])
                assert refused("".join(signs))

    def test_no_three_wrong_signs_cancel_out_up_to_the_longest_code(self):
        """
        The remainders of 1, x, x² … : no two are multiples of each other, and none is made of two others.

        As all may be shifted, one of the three is 1.
        """
        rest, columns = [0, 0, 0, 0, 1], []
        for _ in range(1025):
            columns.append(tuple(rest))
            top, *below = rest
            rest = [
                each ^ times(top, factor) for each, factor in zip([*below, 0], [0, 6, 6, 0, 1], strict=True)
            ]
        table = [[times(first, second) for second in range(32)] for first in range(32)]
        inverse = {first: row.index(1) for first, row in enumerate(table) if 1 in row}

        def direction(column):
            by = table[inverse[next(filter(None, column))]]
            return tuple(by[each] for each in column)

        directions = {direction(column) for column in columns}
        assert len(directions) == len(columns)
        for *head, last in columns[1:]:
            for factor in range(1, 32):
                multiple = [table[factor][each] for each in head]
                assert direction((*multiple, table[factor][last] ^ 1)) not in directions


class TestReading:
    text = "807PC7Q7FDJJ"

    @pytest.mark.parametrize(
        "written",
        ["807pc7q7fdjj", "807P-C7Q7-FDJJ", " 807P C7Q7\n FDJJ ", "8O7PC7Q7FDJJ", "\ufeff8o7p-c7q7-fdjj\r\n"],
    )
    def test_what_is_forgiven(self, written):
        assert decode(written) == decode(self.text)

    def test_i_and_l_are_one(self):
        assert decode("80IS2A0R") == decode("80lS2A0R") == decode("801S2A0R")

    def test_in_fours(self):
        assert in_fours(self.text) == "807P-C7Q7-FDJJ"

    @pytest.mark.parametrize(
        ("written", "says"),
        [("", "There is no deck code."),
         ("807P", "incomplete: it has 4 characters"),
         ("807PC7Q7FDJ", "incomplete: it has 11 characters"),
         ("807PC7Q7FDJK", "damaged"),
         ("807PU7Q7FDJJ", "“U”, number 5, cannot be in"),
         ("807P*7Q7FDJJ", "“*”, number 5"),
         ("８07PC7Q7FDJJ", "“８”, number 1"),
         ("8" * 1004, "too long"),
         (sealed(16, 5), "version 2"),
         (sealed(0, 5), "version 0"),
         (sealed(31, 5), "version 3")],
    )  # fmt: skip
    def test_what_is_refused_says_why(self, written, says):
        with pytest.raises(DeckCodeError, match=re.escape(says)):
            decode(written)

    def test_a_whole_code_of_no_deck_is_refused(self):
        # A size that is coded although it is that of the rules: 24 by `small()` (n + 1 = 25 = 16 + 9).
        coded = [(1, 2), *[(1, 2)] * 4, (0, 2), (9, 16)]
        # One card, 24 times: small() of 23 (24 = 16 + 8), one way, all of the set, number 1.
        coded += [*[(1, 2)] * 4, (0, 2), (8, 16), (0, 1), (0, 2)]
        number = 0
        for choice, choices in reversed(coded):
            number = number * choices + choice
        with pytest.raises(DeckCodeError, match="not valid"):
            decode(sealed(8, number))

    def test_zeros_too_many_are_refused(self):
        body = [0, 0, 0, 0, 0, 1]
        text = "8" + "".join(SIGNS[value] for value in body)
        check = remainder([8, *body, 0, 0, 0, 0, 0])
        with pytest.raises(DeckCodeError, match="not valid"):
            decode(text + "".join(SIGNS[value] for value in check))

    @pytest.mark.parametrize(
        ("deck", "says"),
        [({"cards": {1: 100}}, "99 copies"), ({"cards": dict.fromkeys(range(1, 202), 1)}, "200 cards"),
         ({"cards": {1: 1}, "rules": "poker"}, "these rules"), ({"cards": {ELSEWHERE: 1}}, "too high"),
         ({"cards": {1: 1}, "hand": (1, 1)}, "opening hand"), ({"cards": {1: 1}, "hand": (2,)}, "hand")],
    )  # fmt: skip
    def test_what_has_no_code(self, deck, says):
        with pytest.raises(DeckCodeError, match=says):
            code(**deck)

    def test_a_card_without_a_number_has_none(self):
        with pytest.raises(DeckCodeError, match="ghost"):
            encode(Contents.of({"ghost": 1}), {})


class TestStored:
    pytestmark = pytest.mark.usefixtures("real")

    def test_decks_go_there_and_back_in_a_query_each(self, django_assert_num_queries):
        for deck in Deck.objects.ready():
            contents = deck.contents
            with django_assert_num_queries(2):
                assert contents_of(code_of(contents)) == contents

    def test_a_starter_and_a_hand(self):
        contents = Contents.of({"eelgrass": 2, "lugworm": 1}, "phylo-1.3", "salt-marsh", ["eelgrass"])
        assert contents_of(code_of(contents)) == contents

    def test_unknown_numbers_are_told(self):
        with pytest.raises(DeckCodeError, match=r"2 of its cards .* 9000, 40000\."):
            contents_of(code({1: 2, 9000: 1, 40_000: 3}))
        with pytest.raises(DeckCodeError, match=r"one of its cards .* number 9000\."):
            contents_of(code({9000: 1}))

    @pytest.mark.parametrize(
        "wrapped",
        ["{}", "\ufeff {}\r\n", "https://phylo.example/decks/import/?code={}", "/decks/import/?code={}",
         "?code={}", "code={}", "<https://phylo.example/decks/import/?from=mail&code={}&x=1#top>",
         "https://phylo.example/decks/import/?code={} – my deck"],
    )  # fmt: skip
    def test_it_is_known_wherever_it_stands(self, wrapped):
        contents = Deck.objects.ready().first().contents
        text = code_of(contents)
        cut = f"{text[:17]}\n{text[17:]}"
        for written in (text, text.lower(), in_fours(text)):
            reading = read_anything(wrapped.format(written))
            assert (reading.form, reading.contents, reading.understood) == ("code", contents, True)
        if wrapped != "https://phylo.example/decks/import/?code={} – my deck":
            assert read_anything(wrapped.format(cut)).contents == contents

    @pytest.mark.parametrize(
        "damage",
        [lambda text: text[:-1], lambda text: text + "0", lambda text: "U" + text[1:],
         lambda text: text[:9] + text[10:]],
    )  # fmt: skip
    def test_a_damaged_code_is_told_to_be_one(self, damage):
        text = code_of(Deck.objects.ready().first().contents)
        for written in (damage(text), in_fours(damage(text)), f"https://x.example/?code={damage(text)}"):
            with pytest.raises(DeckCodeError):
                read_anything(written)


class TestPicture:
    def test_it_is_an_image_with_a_name_on_a_ground_of_its_own(self):
        svg = qr_svg("807PC7Q7FDJJ", "Code of <Meadow>")
        assert svg.startswith("<svg ")
        assert 'role="img"' in svg
        assert "<title>Code of &lt;Meadow&gt;</title>" in svg
        assert '<path fill="#fff" d="M0 0h29v29H0z"/>' in svg
        assert "style=" not in svg

    def test_its_squares_are_those_of_the_code(self):
        svg = qr_svg("807PC7Q7FDJJ", "Code")
        dark = set()
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg):
            dark |= {(int(x) + step, int(y)) for step in range(int(width))}
        wanted = segno.make("807PC7Q7FDJJ", error="m", micro=False)
        assert dark == {
            (x, y)
            for y, row in enumerate(wanted.matrix_iter(border=4))
            for x, square in enumerate(row)
            if square
        }

    def test_a_code_takes_the_dense_mode(self):
        assert segno.make("807PC7Q7FDJJ", error="m", micro=False).mode == "alphanumeric"

    def test_what_is_too_long(self):
        with pytest.raises(TooLong, match="too long"):
            qr_svg("x" * 5000, "Code")
