"""The deck code (engine.deck_forms.code) of decks whose cards are in the database."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.exchange.parsed import DeckCodeError, translated
from cards.decks.models.contents import Contents
from cards.models import Card
from cards.models.card import is_own
from engine.deck_forms import code
from engine.deck_forms.code import Numbered

SHOWN = 5


def code_of(contents: Contents) -> str:
    """The deck's code. Takes one query; raises DeckCodeError for a deck that has none."""
    return encode(contents, dict(Card.objects.filter(key__in=contents.named).values_list("key", "number")))


def contents_of(text: str) -> Contents:
    """The contents that a code stands for. Takes one query; raises DeckCodeError."""
    deck = decode(text)
    keys = dict(Card.objects.filter(number__in=deck.numbers).values_list("number", "key"))
    return _contents(deck, keys)


def encode(contents: Contents, numbers: Mapping[str, int]) -> str:
    """The code of a deck; `numbers` maps keys to numbers. Raises DeckCodeError for a deck without one."""
    unknown = contents.named - numbers.keys()
    if any(map(is_own, unknown)):
        raise DeckCodeError(_("A deck with own cards of a set has no code: only that set knows them."))
    if unknown:
        raise DeckCodeError(_("There is no card “%(name)s”.") % {"name": min(unknown)})
    deck = Numbered(
        contents.rules,
        {numbers[key]: copies for key, copies in contents.cards.items()},
        numbers[contents.starter] if contents.starter else None,
        tuple(numbers[key] for key in contents.opening_hand),
    )
    with translated():
        return code.encode(deck)


def decode(text: str) -> Numbered:
    """The deck that a code stands for, by card numbers. Raises DeckCodeError."""
    with translated():
        return code.decode(text)


def _contents(deck: Numbered, keys: Mapping[int, str]) -> Contents:
    """The contents by card key; raises DeckCodeError for numbers that no card has."""
    unknown = sorted(deck.numbers - keys.keys())
    if unknown:
        shown = ", ".join(map(str, unknown[:SHOWN])) + (", …" if len(unknown) > SHOWN else "")
        says = ngettext(
            "The code is complete, but one of its cards is not known here: number %(numbers)s.",
            "The code is complete, but %(count)s of its cards are not known here: numbers %(numbers)s.",
            len(unknown),
        )
        raise DeckCodeError(says % {"count": len(unknown), "numbers": shown})
    return Contents.of(
        {keys[number]: copies for number, copies in deck.cards.items()},
        deck.rules,
        keys[deck.starter] if deck.starter is not None else "",
        [keys[number] for number in deck.opening_hand],
    )
