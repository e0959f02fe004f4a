"""A deck as plain text, a line a card: written so that it reads back, read as people write."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.utils.translation import gettext as _

from cards.deck_contents import Contents
from cards.decks.exchange.gathering import Ask, Role, gathered, rules_called
from cards.decks.exchange.lines import card_said, clean, said
from cards.decks.exchange.names import Names
from cards.decks.exchange.reading import DeckUnreadable, Line, Named, Reading, Status
from cards.models import Card, Kind
from cards.models.deck import LONGEST_NAME, LONGEST_NOTES

MOST_BYTES = 64 * 1024
MOST_LINES = 500
LONGEST_SHOWN = 200


def write_text(contents: Contents, name: str = "", notes: str = "") -> str:
    """Fields first, then the cards under comments; a name that is not clear takes its key along."""
    named = {*contents.cards, *contents.opening_hand, contents.starter} - {""}
    cards = {card.key: card for card in Card.objects.filter(key__in=named)}
    labels = _labels(cards.values()) | {key: f"[{key}]" for key in named - cards.keys()}
    lines = [f"Name: {name}"] if name else []
    lines += [f"Notes: {line}".rstrip() for line in notes.splitlines()]
    lines.append(f"Rules: {contents.rules.removeprefix('phylo-')}")
    if contents.starter:
        lines.append(f"Starter: {labels[contents.starter]}")
    if contents.opening_hand:
        hand = [(key, len(list(copies))) for key, copies in groupby(sorted(contents.opening_hand))]
        written = "; ".join(f"{copies} {labels[key]}" for key, copies in hand)
        # Without a semicolon a comma would part a name.
        lines.append(f"Opening hand: {written}" + (";" if "," in written and len(hand) == 1 else ""))
    rows = sorted((_group(cards.get(key)), labels[key], copies) for key, copies in contents.cards.items())
    for (_rank, heading), group in groupby(rows, key=lambda row: row[0]):
        entries = [f"{copies} {label}" for _group, label, copies in group]
        lines += ["", f"# {heading}", *entries]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Reading:
    """The deck, and what became of each line that says something. Raises DeckUnreadable for too much."""
    lines = lines_of(text)
    asks: list[Ask] = []
    told: list[Line] = []
    rules, name, notes = "", "", []
    for number, line in enumerate(lines, start=1):
        meant = said(line)
        if meant is None:
            continue
        place = _("line %(line)d") % {"line": number}
        shown = clean(line)[:LONGEST_SHOWN]
        right = Line(number, place, shown, Status.UNDERSTOOD)
        if meant.wrong:
            told.append(_wrong(right, meant.wrong))
        elif meant.wishes:
            asks.append(Ask(number, place, shown, Role.CARD, meant.wishes, meant.doubt))
        elif meant.field == "name" and meant.value:
            told.append(right if not name else _wrong(right, _("It has a name already.")))
            name = name or meant.value
        elif meant.field == "notes":
            notes.append(meant.value)
            told.append(right)
        elif meant.field == "rules" and meant.value:
            key = rules_called(meant.value)
            told.append(right if key else _wrong(right, _("There are no rules of that name.")))
            rules = key or rules
        elif meant.value:
            asks += _of_field(right, Role(meant.field), meant.value, told)
    if len(name) > LONGEST_NAME or len("\n".join(notes)) > LONGEST_NOTES:
        raise DeckUnreadable(
            _("The name has at most %(name)s letters, the notes have at most %(notes)s.")
            % {"name": LONGEST_NAME, "notes": LONGEST_NOTES}
        )
    return gathered(asks=asks, told=told, form="text", rules=rules, name=name, notes="\n".join(notes).strip())


def lines_of(text: str) -> list[str]:
    """Raises DeckUnreadable for more than is read, and for what is no text."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise DeckUnreadable(_("The text is longer than %(most)s kB.") % {"most": MOST_BYTES // 1024})
    if "\0" in text:
        raise DeckUnreadable(_("The text holds a NUL character; it is no text."))
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise DeckUnreadable(_("The text has more than %(most)s lines.") % {"most": MOST_LINES})
    if not any(line.strip() for line in lines):
        raise DeckUnreadable(_("There is nothing to read."))
    return lines


def _of_field(right: Line, role: Role, value: str, told: list[Line]) -> Iterator[Ask]:
    """The cards of a field; each is a line of its own."""
    many = role == Role.HAND
    parts = value.split(";" if ";" in value else ",") if many else [value]
    for part in filter(None, map(str.strip, parts)):
        meant = card_said(part)
        shown = part if many else right.text
        if meant.wrong:
            told.append(_wrong(right, meant.wrong))
        else:
            yield Ask(right.number, right.place, shown, role, meant.wishes, meant.doubt)


def _wrong(line: Line, reason: str) -> Line:
    return Line(line.number, line.place, line.text, Status.NOT_UNDERSTOOD, reason=reason)


def _labels(cards: Iterable[Card]) -> dict[str, str]:
    """Card key -> what is written for it: its name if that reads back as this card, else with its key."""
    names = Names()
    cards = list(cards)
    names.learn(card.name for card in cards)
    return {card.key: _label(card, names) for card in cards}


def _label(card: Card, names: Names) -> str:
    name = clean(card.name)
    called: list[Named] = names.called(name)
    if [each.key for each in called] == [card.key] and _reads_back(name, name, ""):
        return name
    label = f"{name} [{card.key}]"
    return label if _reads_back(label, name, card.key) else f"[{card.key}]"


def _reads_back(label: str, name: str, key: str) -> bool:
    """Whether a line and a part of an opening hand with this label say just this."""
    meant = said(f"2 {label}")
    wishes = [(wish.copies, wish.name, wish.besides, wish.key) for wish in meant.wishes] if meant else []
    return wishes == [(2, name, "", key)] and ";" not in label


def _group(card: Card | None) -> tuple[int, str]:
    """Where a card stands, and the heading there."""
    if card is None:
        return 99, _("Not known here")
    if card.kind == Kind.SPECIES:
        number = card.food_chain or 0
        return number, _("Food-chain number %(number)s") % {"number": number}
    return (98, _("Habitats")) if card.kind == Kind.HABITAT else (97, _("Events"))
