"""The deck code: a deck as about 35 letters and digits. The format never changes (docs/deck-code.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb

from engine.contract import gettext_noop as _
from engine.deck_forms.code_numbers import (
    NoNumber,
    Packer,
    Unpacker,
    compact,
    opened,
    rank,
    sealed,
    unrank,
)
from engine.deck_forms.sentences import CodeError, Sentence

VERSION = 1
# The first character holds the version times eight, plus these flags.
OTHER_RULES, STARTER, HAND = 1, 2, 4
# Key and deck size (P6). Both define what codes mean: append only.
RULES = (("phylo-1.4a", 24), ("phylo-1.3", 30))
MOST_CARDS = 200
MOST_COPIES = 99
FIRST_OF_ELSEWHERE = 32_768
"""Lower numbers belong to the card file; cards from elsewhere have this one or higher."""
ABOVE_ALL_NUMBERS = 1 << 24


@dataclass(frozen=True)
class Numbered:
    """A deck by card numbers: `cards` maps numbers to copies; `starter` is None for HOME."""

    rules: str
    cards: Mapping[int, int]
    starter: int | None = None
    opening_hand: tuple[int, ...] = ()

    @property
    def numbers(self) -> set[int]:
        return {*self.cards} | ({self.starter} if self.starter is not None else set())


def encode(deck: Numbered) -> str:
    """The code of a deck. Raises CodeError for one that has none."""
    cards, size = sorted(deck.cards), sum(deck.cards.values())
    _check(deck, size)
    place = [key for key, _size in RULES].index(deck.rules)
    packer = Packer()
    if place:
        packer.put_small(place - 1)
    packer.put(int(size != RULES[place][1]), 2)
    if size != RULES[place][1]:
        packer.put_small(size)
    _put_copies(packer, [deck.cards[number] for number in cards], size)
    if deck.starter is not None:
        packer.put_large(deck.starter)
    if deck.opening_hand:
        _put_hand(packer, sorted(cards.index(number) for number in deck.opening_hand), len(cards))
    head = VERSION << 3 | OTHER_RULES * (place > 0)
    head |= STARTER * (deck.starter is not None) | HAND * bool(deck.opening_hand)
    return sealed(head, packer.packed(_put_numbers(packer, cards)))


def decode(text: str) -> Numbered:
    """
    Read a code; case, blanks and hyphens do not matter. Raises CodeError, also for a well-formed code
    that `encode` would not have produced.
    """
    head, number = opened(text)
    if head >> 3 != VERSION:
        words = _("The deck code has version %(version)s, which is not known here.")
        raise CodeError(Sentence(words, version=head >> 3))
    try:
        deck = _unpacked(head & 7, Unpacker(number))
        if encode(deck) != compact(text):
            raise NoNumber
    except (NoNumber, CodeError) as error:
        raise CodeError(Sentence(_("The deck code is not valid: no deck has it."))) from error
    return deck


def in_fours(code: str) -> str:
    """In groups of four, to be read aloud or copied by hand."""
    return "-".join(code[first : first + 4] for first in range(0, len(code), 4))


def _unpacked(flags: int, unpacker: Unpacker) -> Numbered:
    place = 1 + unpacker.take_small() if flags & OTHER_RULES else 0
    if place >= len(RULES):
        raise NoNumber
    rules, size = RULES[place]
    if unpacker.take(2):
        size = unpacker.take_small()
    if size > MOST_CARDS:
        raise NoNumber
    copies = _take_copies(unpacker, size)
    starter = unpacker.take_large() if flags & STARTER else None
    hand = _take_hand(unpacker, len(copies)) if flags & HAND else []
    cards = _take_numbers(unpacker, len(copies))
    return Numbered(
        rules, dict(zip(cards, copies, strict=True)), starter, tuple(cards[each] for each in hand)
    )


def _check(deck: Numbered, size: int) -> None:
    if deck.rules not in dict(RULES):
        raise CodeError(Sentence(_("There is no deck code for these rules.")))
    if size > MOST_CARDS or any(not 0 < copies <= MOST_COPIES for copies in deck.cards.values()):
        words = _("A deck code holds at most %(cards)s cards and %(copies)s copies of one.")
        raise CodeError(Sentence(words, cards=MOST_CARDS, copies=MOST_COPIES))
    if any(not 0 < number < ABOVE_ALL_NUMBERS for number in deck.numbers):
        raise CodeError(Sentence(_("The number of a card is too high for a deck code.")))
    if any(deck.opening_hand.count(each) > deck.cards.get(each, 0) for each in deck.opening_hand):
        raise CodeError(Sentence(_("The opening hand must be taken from the deck.")))


def _put_copies(packer: Packer, copies: Sequence[int], size: int) -> None:
    if copies:
        packer.put_small(size - len(copies))
        cuts = [each - 1 for each in accumulate(copies)][:-1]
        packer.put(rank(cuts), comb(size - 1, len(cuts)))


def _take_copies(unpacker: Unpacker, size: int) -> list[int]:
    if size == 0:
        return []
    different = size - unpacker.take_small()
    if different < 1:
        raise NoNumber
    cuts = unrank(unpacker.take(comb(size - 1, different - 1)), different - 1, size - 1)
    return [after - before for before, after in pairwise([-1, *cuts, size - 1])]


def _put_hand(packer: Packer, places: Sequence[int], different: int) -> None:
    packer.put_small(len(places) - 1)
    spread = [each + place for place, each in enumerate(places)]
    packer.put(rank(spread), comb(different + len(places) - 1, len(places)))


def _take_hand(unpacker: Unpacker, different: int) -> list[int]:
    size = unpacker.take_small() + 1
    if size > MOST_CARDS:
        raise NoNumber
    among = different + size - 1
    spread = unrank(unpacker.take(comb(among, size)), size, among)
    return [each - place for place, each in enumerate(spread)]


def _put_numbers(packer: Packer, cards: Sequence[int]) -> int:
    """Returns the unbounded part: the rank of the cards from elsewhere or, without any, of the set's own."""
    own = [number - 1 for number in cards if number < FIRST_OF_ELSEWHERE]
    others = [number - FIRST_OF_ELSEWHERE for number in cards if number >= FIRST_OF_ELSEWHERE]
    if cards:
        packer.put(int(bool(others)), 2)
    if not others:
        return rank(own)
    packer.put(len(others) - 1, len(cards))
    if own:
        packer.put_large(own[-1] + 1)
        packer.put(rank(own[:-1]), comb(own[-1], len(own) - 1))
    return rank(others)


def _take_numbers(unpacker: Unpacker, different: int) -> list[int]:
    if not different:
        return []
    if not unpacker.take(2):
        return [number + 1 for number in unrank(unpacker.rest, different, FIRST_OF_ELSEWHERE - 1)]
    others = unpacker.take(different) + 1
    own: list[int] = []
    if others < different:
        highest = unpacker.take_large()
        if highest >= FIRST_OF_ELSEWHERE:
            raise NoNumber
        among = comb(highest - 1, different - others - 1)
        own = [*unrank(unpacker.take(among), different - others - 1, highest - 1), highest - 1]
    limit = ABOVE_ALL_NUMBERS - FIRST_OF_ELSEWHERE
    elsewhere = [number + FIRST_OF_ELSEWHERE for number in unrank(unpacker.rest, others, limit)]
    return [number + 1 for number in own] + elsewhere
