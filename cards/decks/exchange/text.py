"""A deck as plain text, one card per line: written so that it can be read back, and lenient in reading."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from cards.decks.exchange.names import Names
from cards.decks.exchange.parsed import DeckUnreadable, Line, ParsedDeck, Status, listed, said, translated
from cards.decks.exchange.resolve import Ask, resolve
from cards.decks.models.contents import Contents
from cards.decks.models.deck import LONGEST_NAME, LONGEST_NOTES
from cards.models import Card
from cards.services.known_cards import known_cards
from engine.deck_forms import lines as forms
from engine.deck_forms.lines import Role, parse_card, parse_line, rules_called
from engine.deck_forms.spelling import clean
from engine.deck_forms.writing import deck_text, group_of, label_of

LONGEST_SHOWN = 200


def write_text(contents: Contents, name: str = "", notes: str = "") -> str:
    """As `deck_text`; an ambiguous name is followed by its key."""
    cards = known_cards(contents.named, contents.collection)
    labels = _labels(cards.values()) | {key: f"[{key}]" for key in contents.named - cards.keys()}
    groups = {key: group_of(card.kind, card.food_chain) for key, card in cards.items()}
    return deck_text(listed(contents, name, notes), labels, groups, said)


def read_text(text: str, collection: int | None = None) -> ParsedDeck:
    """The deck, with what became of each line that says something. Raises DeckUnreadable."""
    lines = lines_of(text)
    asks: list[Ask] = []
    remarks: list[Line] = []
    rules, name, notes = "", "", []
    for number, line in enumerate(lines, start=1):
        meant = parse_line(line)
        if meant is None:
            continue
        place = _("line %(line)d") % {"line": number}
        shown = clean(line)[:LONGEST_SHOWN]
        right = Line(number, place, shown, Status.UNDERSTOOD)
        if meant.wrong:
            remarks.append(_wrong(right, said(meant.wrong)))
        elif meant.mentions:
            asks.append(Ask(number, place, shown, Role.CARD, meant.mentions, said(meant.doubt)))
        elif meant.field == "name" and meant.value:
            remarks.append(right if not name else _wrong(right, _("The deck has a name already.")))
            name = name or meant.value
        elif meant.field == "notes":
            notes.append(meant.value)
            remarks.append(right)
        elif meant.field == "rules" and meant.value:
            key = rules_called(meant.value)
            remarks.append(right if key else _wrong(right, _("There are no rules of that name.")))
            rules = key or rules
        elif meant.value:
            asks += _of_field(right, Role(meant.field), meant.value, remarks)
    if len(name) > LONGEST_NAME or len("\n".join(notes)) > LONGEST_NOTES:
        raise DeckUnreadable(
            _("The name has at most %(name)s characters, the notes have at most %(notes)s.")
            % {"name": LONGEST_NAME, "notes": LONGEST_NOTES}
        )
    return resolve(
        asks=asks,
        remarks=remarks,
        form="text",
        rules=rules,
        name=name,
        notes="\n".join(notes).strip(),
        collection=collection,
    )


def lines_of(text: str) -> list[str]:
    """Raises DeckUnreadable for more text than is accepted, and for what is not text."""
    with translated():
        return forms.lines_of(text)


def _of_field(right: Line, role: Role, value: str, remarks: list[Line]) -> Iterator[Ask]:
    """The cards of a field, each as a line of its own."""
    many = role == Role.HAND
    parts = value.split(";" if ";" in value else ",") if many else [value]
    for part in filter(None, map(str.strip, parts)):
        meant = parse_card(part)
        shown = part if many else right.text
        if meant.wrong:
            remarks.append(_wrong(right, said(meant.wrong)))
        else:
            yield Ask(right.number, right.place, shown, role, meant.mentions, said(meant.doubt))


def _wrong(line: Line, reason: str) -> Line:
    return Line(line.number, line.place, line.text, Status.NOT_UNDERSTOOD, reason=reason)


def _labels(cards: Iterable[Card]) -> dict[str, str]:
    """Maps card keys to labels: the name if it reads back as this card, else the name with the key."""
    names = Names()
    cards = list(cards)
    names.learn(card.name for card in cards)
    return {card.key: _label(card, names) for card in cards}


def _label(card: Card, names: Names) -> str:
    alone = [each.key for each in names.called(clean(card.name))] == [card.key]
    return label_of(card.key, card.name, alone)
