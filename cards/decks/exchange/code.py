"""The deck code: a deck as about 35 letters and digits. The format never changes (docs/deck-code.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.exchange.code_numbers import (
    NoNumber,
    Packer,
    Unpacker,
    compact,
    opened,
    rank,
    sealed,
    unrank,
)
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.models.contents import Contents
from cards.models import Card
from cards.models.card import FIRST_OF_ELSEWHERE, is_own

VERSION = 1
# The first character holds the version times eight, plus these flags.
OTHER_RULES, STARTER, HAND = 1, 2, 4
# Key and deck size (P6). Both define what codes mean: append only.
RULES = (("phylo-1.4a", 24), ("phylo-1.3", 30))
MOST_CARDS = 200
MOST_COPIES = 99
ABOVE_ALL_NUMBERS = 1 << 24
SHOWN = 5


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

    def contents(self, keys: Mapping[int, str]) -> Contents:
        """The contents by card key; raises DeckCodeError for numbers that no card has."""
        unknown = sorted(self.numbers - keys.keys())
        if unknown:
            shown = ", ".join(map(str, unknown[:SHOWN])) + (", …" if len(unknown) > SHOWN else "")
            says = ngettext(
                "The code is complete, but one of its cards is not known here: number %(numbers)s.",
                "The code is complete, but %(count)s of its cards are not known here: numbers %(numbers)s.",
                len(unknown),
            )
            raise DeckCodeError(says % {"count": len(unknown), "numbers": shown})
        return Contents.of(
            {keys[number]: copies for number, copies in self.cards.items()},
            self.rules,
            keys[self.starter] if self.starter is not None else "",
            [keys[number] for number in self.opening_hand],
        )


def code_of(contents: Contents) -> str:
    """The deck's code. Takes one query; raises DeckCodeError for a deck that has none."""
    return encode(contents, dict(Card.objects.filter(key__in=contents.named).values_list("key", "number")))


def contents_of(code: str) -> Contents:
    """The contents that a code stands for. Takes one query; raises DeckCodeError."""
    deck = decode(code)
    keys = dict(Card.objects.filter(number__in=deck.numbers).values_list("number", "key"))
    return deck.contents(keys)


def encode(contents: Contents, numbers: Mapping[str, int]) -> str:
    """The code of a deck; `numbers` maps keys to numbers. Raises DeckCodeError for a deck without one."""
    unknown = contents.named - numbers.keys()
    if any(map(is_own, unknown)):
        raise DeckCodeError(_("A deck with own cards of a set has no code: only that set knows them."))
    if unknown:
        raise DeckCodeError(_("There is no card “%(key)s”.") % {"key": min(unknown)})
    return _code(
        Numbered(
            contents.rules,
            {numbers[key]: copies for key, copies in contents.cards.items()},
            numbers[contents.starter] if contents.starter else None,
            tuple(numbers[key] for key in contents.opening_hand),
        )
    )


def decode(text: str) -> Numbered:
    """
    Read a code; case, blanks and hyphens do not matter. Raises DeckCodeError, also for a well-formed code
    that `encode` would not have produced.
    """
    head, number = opened(text)
    if head >> 3 != VERSION:
        version = {"version": head >> 3}
        raise DeckCodeError(_("The deck code has version %(version)s, which is not known here.") % version)
    try:
        deck = _unpacked(head & 7, Unpacker(number))
        if _code(deck) != compact(text):
            raise NoNumber
    except (NoNumber, DeckCodeError) as error:
        raise DeckCodeError(_("The deck code is not valid: no deck has it.")) from error
    return deck


def in_fours(code: str) -> str:
    """In groups of four, to be read aloud or copied by hand."""
    return "-".join(code[first : first + 4] for first in range(0, len(code), 4))


def _code(deck: Numbered) -> str:
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
        raise DeckCodeError(_("There is no deck code for these rules."))
    if size > MOST_CARDS or any(not 0 < copies <= MOST_COPIES for copies in deck.cards.values()):
        most = {"cards": MOST_CARDS, "copies": MOST_COPIES}
        raise DeckCodeError(
            _("A deck code holds at most %(cards)s cards and %(copies)s copies of one.") % most
        )
    if any(not 0 < number < ABOVE_ALL_NUMBERS for number in deck.numbers):
        raise DeckCodeError(_("The number of a card is too high for a deck code."))
    if any(deck.opening_hand.count(each) > deck.cards.get(each, 0) for each in deck.opening_hand):
        raise DeckCodeError(_("The opening hand must be taken from the deck."))


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
