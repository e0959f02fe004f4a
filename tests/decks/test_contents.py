"""The value that a deck is: equal decks are equal, whatever way they came about."""

from hypothesis import given
from hypothesis import strategies as st

from cards.decks.models.contents import Contents

KEYS = st.sampled_from(["oak", "horse", "owl", "moss", "fire", "hare"])
COUNTS = st.dictionaries(KEYS, st.integers(-2, 99))


@st.composite
def decks(draw) -> Contents:
    cards = draw(COUNTS)
    copies = [key for key, count in cards.items() for _copy in range(min(count, 3))]
    hand = draw(st.lists(st.sampled_from(copies), max_size=5)) if copies else []
    rules = draw(st.sampled_from(["phylo-1.4a", "phylo-1.3"]))
    return Contents.of(cards, rules, draw(st.sampled_from(["", "pasture"])), hand)


@given(COUNTS, st.lists(KEYS, max_size=5), st.randoms())
def test_the_order_in_which_it_was_built_does_not_matter(cards, hand, chance):
    shuffled = list(cards.items())
    chance.shuffle(shuffled)
    turned = list(hand)
    chance.shuffle(turned)
    one, other = Contents.of(cards, opening_hand=hand), Contents.of(dict(shuffled), opening_hand=turned)
    assert one == other
    assert list(one.cards) == sorted(one.cards)
    assert all(count > 0 for count in one.cards.values())


@given(decks())
def test_stored_and_read_it_is_the_same(contents):
    assert Contents.from_json(contents.as_json()) == contents


@given(decks())
def test_size_and_keys_count_every_copy(contents):
    assert len(contents.keys) == contents.size
    assert contents.keys == sorted(contents.keys)


@given(decks(), KEYS, st.integers(0, 99))
def test_so_many_copies(contents, key, copies):
    changed = contents.with_copies(key, copies)
    assert changed.cards.get(key, 0) == copies
    rest = {name: count for name, count in changed.cards.items() if name != key}
    assert rest == {name: count for name, count in contents.cards.items() if name != key}
    assert changed.with_copies(key, copies) == changed


@given(decks(), KEYS, st.integers(0, 99))
def test_the_opening_hand_stays_within_the_deck(contents, key, copies):
    hand = contents.with_copies(key, copies).opening_hand
    assert hand.count(key) == min(contents.opening_hand.count(key), copies)
    assert [each for each in hand if each != key] == [each for each in contents.opening_hand if each != key]


@given(decks(), KEYS, st.integers(1, 99))
def test_adding_and_taking_away_again(contents, key, copies):
    if contents.opening_hand.count(key) <= contents.cards.get(key, 0):
        before = contents.cards.get(key, 0)
        more = contents.with_copies(key, before + copies)
        assert more.with_copies(key, before) == contents
