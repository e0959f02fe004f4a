"""Finds the cards that a text asks for and builds a deck from them; shared by plain text and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cards.decks.exchange.names import Guess, Names
from cards.decks.exchange.parsed import Line, Named, ParsedDeck, Status
from cards.decks.models.contents import DEFAULT_RULES, MOST_COPIES, Contents
from cards.models import Kind
from cards.models.card import is_own
from engine.deck_forms.lines import Mention, Role
from engine.deck_forms.spelling import plain
from engine.phylo.rules import RULES

MOST_OTHERS = 5


@dataclass(frozen=True, slots=True)
class Ask:
    """
    A card asked for at one place in the text. `mentions` are the ways to read it; the first known one counts.
    `doubt` says which part of the text was ignored.
    """

    number: int
    place: str
    text: str
    role: Role
    mentions: tuple[Mention, ...]
    doubt: str = ""


def resolve(
    *,
    asks: Sequence[Ask],
    remarks: Sequence[Line],
    form: str,
    rules: str = "",
    name: str = "",
    notes: str = "",
    collection: int | None = None,
) -> ParsedDeck:
    """The deck; `remarks` are the lines that need no card or have already been refused."""
    names = Names(collection)
    names.learn(part for ask in asks for mention in ask.mentions for part in (mention.name, mention.key))
    unknown = [ask for ask in asks if not any(_exact(mention, names) for mention in ask.mentions)]
    guesses = names.guess(_guessed_by(ask) for ask in unknown)
    stated, rules = bool(rules), rules or DEFAULT_RULES
    deck = _Deck(hand_size=RULES[rules].hand)
    lines = list(remarks)
    for role in Role:
        for ask in asks:
            if ask.role == role:
                line = replace(_line(ask, names, guesses), role=role.value, asked=ask.mentions[-1].copies)
                lines.append(deck.take(line, role))
    contents = Contents.of(deck.cards, rules, deck.starter, deck.hand, collection)
    in_order = tuple(sorted(lines, key=lambda line: line.number))
    return ParsedDeck(contents, form, name, notes, in_order, states_rules=stated)


def _exact(mention: Mention, names: Names) -> list[Named]:
    if mention.key:
        of_key = names.of_key(mention.key)
        return [of_key] if of_key else names.called(mention.name)
    written_as_key = "-" in mention.name or "_" in mention.name
    of_key = names.of_key(mention.name) if written_as_key else None
    return [of_key] if of_key else names.called(mention.name)


def _guessed_by(ask: Ask) -> str:
    mention = ask.mentions[-1]
    return mention.name or mention.key


def _line(ask: Ask, names: Names, guesses: dict[str, Guess]) -> Line:
    """Which card is meant, whether or not the deck may hold it."""
    for mention in ask.mentions:
        cards = _exact(mention, names)
        if cards:
            return _called(ask, mention, cards)
    line = Line(ask.number, ask.place, ask.text, Status.NOT_UNDERSTOOD)
    wanted = _guessed_by(ask)
    guess = guesses.get(wanted, Guess(looked=False))
    if guess.sure:
        return replace(
            line,
            status=Status.GUESSED,
            card=guess.cards[0],
            copies=ask.mentions[-1].copies,
            sure=guess.sure,
            reason=_("No card is called “%(name)s”; the nearest was taken.") % {"name": _shown(wanted)},
            others=guess.cards[1:],
        )
    if is_own(ask.mentions[-1].key):
        return replace(line, reason=_("This is the own card of a set, known in the decks of that set alone."))
    says = _("No card is called “%(name)s”.")
    if guess.near:
        says = _("Several cards may be meant by “%(name)s”.")
    return replace(line, reason=says % {"name": _shown(wanted)}, others=guess.cards)


def _called(ask: Ask, mention: Mention, cards: Sequence[Named]) -> Line:
    """The line for a name that one or several cards have."""
    line = Line(ask.number, ask.place, ask.text, Status.UNDERSTOOD)
    doubt = ask.doubt
    if mention.key and cards[0].key != mention.key:
        doubt = _("No card has the key “%(key)s”; it was found by its name.") % {"key": _shown(mention.key)}
    if mention.besides:
        besides = plain(mention.besides)
        fitting = [card for card in cards if besides in map(plain, card.words)]
        if not fitting:
            doubt = _("The words in brackets were not understood.")
        cards = fitting or cards
    if len(cards) > 1:
        says = _("%(count)s cards are called “%(name)s”. Write the key as well, as in “[%(key)s]”.")
        remarks = {"count": len(cards), "name": _shown(mention.name), "key": cards[0].key}
        others = tuple(cards[:MOST_OTHERS])
        return replace(line, status=Status.NOT_UNDERSTOOD, reason=says % remarks, others=others)
    line = replace(line, card=cards[0], copies=mention.copies)
    return replace(line, status=Status.GUESSED, sure=0.9, reason=doubt) if doubt else line


class _Deck:
    def __init__(self, hand_size: int) -> None:
        self.cards: dict[str, int] = {}
        self.starter = ""
        self.hand: list[str] = []
        self._hand_size = hand_size
        self._started = False

    def take(self, line: Line, role: Role) -> Line:
        """Add what was understood; returns the line, refused if the deck cannot hold it."""
        if line.card is None:
            return line
        add = {Role.CARD: self._add_card, Role.STARTER: self._start_from, Role.HAND: self._add_to_hand}[role]
        wrong = add(line.card, line.copies)
        if not wrong:
            return line
        others = (line.card, *line.others)[:MOST_OTHERS] if line.status == Status.GUESSED else ()
        return replace(
            line, status=Status.NOT_UNDERSTOOD, card=None, copies=0, sure=1.0, reason=wrong, others=others
        )

    def _add_card(self, card: Named, copies: int) -> str:
        """The reason why it cannot be added, empty if it was; so do the other two."""
        if card.kind == Kind.HOME:
            return _("HOME is where a game starts, and cannot be in a deck.")
        if self.cards.get(card.key, 0) + copies > MOST_COPIES:
            words = _("With the lines before, there would be more than %(most)s copies.")
            return words % {"most": MOST_COPIES}
        self.cards[card.key] = self.cards.get(card.key, 0) + copies
        return ""

    def _start_from(self, card: Named, copies: int) -> str:
        if self._started:
            return _("A deck starts from one place.")
        if card.kind not in (Kind.HABITAT, Kind.HOME):
            return _("A deck starts from HOME or from a habitat.")
        self._started = True
        self.starter = card.key if card.kind == Kind.HABITAT else ""
        return ""

    def _add_to_hand(self, card: Named, copies: int) -> str:
        hand = [*self.hand, *[card.key] * copies]
        if hand.count(card.key) > self.cards.get(card.key, 0):
            return _("The opening hand is taken from the deck, which has fewer copies of it.")
        if len(hand) > self._hand_size:
            return _("An opening hand has %(most)s cards.") % {"most": self._hand_size}
        self.hand = hand
        return ""


def _shown(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
