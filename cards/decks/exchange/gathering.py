"""From what was asked for to a deck: the part that plain text and JSON share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _

import engine
from cards.deck_contents import DEFAULT_RULES, Contents
from cards.decks.exchange.lines import Wish
from cards.decks.exchange.names import Guess, Names
from cards.decks.exchange.reading import MOST_COPIES, Line, Named, Reading, Status, in_order
from cards.models import Kind
from cards.models.derived import plain

MOST_OTHERS = 5


class Role(StrEnum):
    CARD = "card"
    STARTER = "starter"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Ask:
    """A card that is asked for, in one of the ways to understand it, at a place of the text."""

    number: int
    place: str
    text: str
    role: Role
    wishes: tuple[Wish, ...]
    doubt: str = ""


def gathered(
    *, asks: Sequence[Ask], told: Sequence[Line], form: str, rules: str = "", name: str = "", notes: str = ""
) -> Reading:
    """The deck; `told` are lines that were judged before."""
    names = Names()
    names.learn(part for ask in asks for wish in ask.wishes for part in (wish.name, wish.key))
    unknown = [ask for ask in asks if not any(_exact(wish, names) for wish in ask.wishes)]
    guesses = names.guess(_guessed_by(ask) for ask in unknown)
    stated, rules = bool(rules), rules or DEFAULT_RULES
    deck = _Deck(hand_size=engine.RULES[rules].hand)
    lines = list(told)
    for role in Role:
        lines += [deck.take(_of_role(ask, names, guesses), role) for ask in asks if ask.role == role]
    contents = Contents.of(deck.cards, rules, deck.starter, deck.hand)
    return Reading(
        contents=contents,
        form=form,
        name=name,
        notes=notes,
        lines=in_order(lines),
        states_rules=stated,
    )


def rules_called(text: str) -> str | None:
    """The key of the rule set that a text names: `1.4a`, `V1.3`, `phylo-1.4a`."""
    short = plain(text).replace(" ", "").removeprefix("phylo").removeprefix("v")
    for key in engine.RULES:
        if short and short == plain(key).replace(" ", "").removeprefix("phylo"):
            return key
    return None


def _exact(wish: Wish, names: Names) -> list[Named]:
    if wish.key:
        of_key = names.of_key(wish.key)
        return [of_key] if of_key else names.called(wish.name)
    written_as_key = "-" in wish.name or "_" in wish.name
    of_key = names.of_key(wish.name) if written_as_key else None
    return [of_key] if of_key else names.called(wish.name)


def _guessed_by(ask: Ask) -> str:
    wish = ask.wishes[-1]
    return wish.name or wish.key


def _of_role(ask: Ask, names: Names, guesses: dict[str, Guess]) -> Line:
    return replace(_line(ask, names, guesses), role=ask.role.value, wished=ask.wishes[-1].copies)


def _line(ask: Ask, names: Names, guesses: dict[str, Guess]) -> Line:
    """What is meant, whatever the deck says to it."""
    for wish in ask.wishes:
        cards = _exact(wish, names)
        if cards:
            return _called(ask, wish, cards)
    line = Line(ask.number, ask.place, ask.text, Status.NOT_UNDERSTOOD)
    wanted = _guessed_by(ask)
    guess = guesses.get(wanted, Guess(looked=False))
    if guess.sure:
        return replace(
            line,
            status=Status.GUESSED,
            card=guess.cards[0],
            copies=ask.wishes[-1].copies,
            sure=guess.sure,
            reason=_("No card is called “%(text)s”; the nearest was taken.") % {"text": _shown(wanted)},
            others=guess.cards[1:],
        )
    says = _("No card is called “%(text)s”.")
    if guess.near:
        says = _("Several cards may be meant by “%(text)s”.")
    return replace(line, reason=says % {"text": _shown(wanted)}, others=guess.cards)


def _called(ask: Ask, wish: Wish, cards: Sequence[Named]) -> Line:
    """Of a name that one or several cards have."""
    line = Line(ask.number, ask.place, ask.text, Status.UNDERSTOOD)
    doubt = ask.doubt
    if wish.key and cards[0].key != wish.key:
        doubt = _("No card has the key “%(key)s”; it was found by its name.") % {"key": _shown(wish.key)}
    if wish.besides:
        besides = plain(wish.besides)
        fitting = [card for card in cards if besides in map(plain, (card.latin_name, card.key, card.name))]
        if not fitting:
            doubt = _("What stands in brackets was not understood.")
        cards = fitting or cards
    if len(cards) > 1:
        says = _("%(count)s cards are called “%(name)s”. Write the key as well, as in “[%(key)s]”.")
        told = {"count": len(cards), "name": _shown(wish.name), "key": cards[0].key}
        others = tuple(cards[:MOST_OTHERS])
        return replace(line, status=Status.NOT_UNDERSTOOD, reason=says % told, others=others)
    line = replace(line, card=cards[0], copies=wish.copies)
    return replace(line, status=Status.GUESSED, sure=0.9, reason=doubt) if doubt else line


class _Deck:
    def __init__(self, hand_size: int) -> None:
        self.cards: dict[str, int] = {}
        self.starter = ""
        self.hand: list[str] = []
        self._hand_size = hand_size
        self._started = False

    def take(self, line: Line, role: Role) -> Line:
        """Add what was understood; the line, refused if the deck cannot have it."""
        if line.card is None:
            return line
        wrong = next(getattr(self, f"_{role}")(line.card, line.copies), None)
        if wrong is None:
            return line
        others = (line.card, *line.others)[:MOST_OTHERS] if line.status == Status.GUESSED else ()
        return replace(
            line, status=Status.NOT_UNDERSTOOD, card=None, copies=0, sure=1.0, reason=wrong, others=others
        )

    def _card(self, card: Named, copies: int) -> Iterator[str]:
        if card.kind == Kind.HOME:
            yield _("HOME is where a game starts, and in no deck.")
        elif self.cards.get(card.key, 0) + copies > MOST_COPIES:
            yield _("With the lines before, it would be more than %(most)s copies.") % {"most": MOST_COPIES}
        else:
            self.cards[card.key] = self.cards.get(card.key, 0) + copies

    def _starter(self, card: Named, copies: int) -> Iterator[str]:
        if self._started:
            yield _("A deck starts from one place.")
        elif card.kind not in (Kind.HABITAT, Kind.HOME):
            yield _("A deck starts from HOME or from a habitat.")
        else:
            self._started = True
            self.starter = card.key if card.kind == Kind.HABITAT else ""

    def _hand(self, card: Named, copies: int) -> Iterator[str]:
        hand = [*self.hand, *[card.key] * copies]
        if hand.count(card.key) > self.cards.get(card.key, 0):
            yield _("The opening hand is out of the deck, which has fewer copies of it.")
        elif len(hand) > self._hand_size:
            yield _("An opening hand has %(most)s cards.") % {"most": self._hand_size}
        else:
            self.hand = hand


def _shown(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
