"""A deck as JSON (docs/deck-code.md): an object with format, version, name, rules, cards and more."""

import json
from collections.abc import Iterator, Mapping
from itertools import count

from django.utils.translation import gettext as _

from cards.decks.exchange.parsed import DeckUnreadable, Line, ParsedDeck, Status, listed
from cards.decks.exchange.resolve import Ask, resolve
from cards.decks.exchange.text import LONGEST_SHOWN, lines_of
from cards.decks.models.contents import MOST_COPIES, Contents
from cards.decks.models.deck import LONGEST_NAME, LONGEST_NOTES
from cards.exchange.entry import ExchangeError, loads
from cards.services.known_cards import names as known_names
from engine.deck_forms import writing
from engine.deck_forms.lines import MOST_LINES, Mention, Role, rules_called
from engine.deck_forms.spelling import clean
from engine.deck_forms.writing import FORMAT, VERSION

TEXTS = {"name": LONGEST_NAME, "notes": LONGEST_NOTES, "rules": 80}
FIELDS = {"format", "version", "cards", "starter", "opening_hand", *TEXTS}
CARD_FIELDS = {"key", "name", "count"}


def deck_object(contents: Contents, name: str = "", notes: str = "") -> dict[str, object]:
    """The object that `write_json` writes, for use inside a larger one."""
    names = known_names(contents.named, contents.collection)
    return writing.deck_object(listed(contents, name, notes), names)


def write_json(contents: Contents, name: str = "", notes: str = "") -> str:
    return json.dumps(deck_object(contents, name, notes), ensure_ascii=False, indent=2) + "\n"


def read_json(text: str, collection: int | None = None) -> ParsedDeck:
    """
    The deck, with what became of each card; `collection` as in `read_anything`. Raises DeckUnreadable, naming
    the place, for faults outside cards.

    Besides lists of cards it accepts objects that map keys to copies, and a key in place of a card.
    """
    lines_of(text)
    try:
        value = loads(text.strip().removeprefix("\ufeff"))
    except ExchangeError as error:
        raise DeckUnreadable(str(error)) from error
    if not isinstance(value, Mapping):
        raise DeckUnreadable(_("The JSON must be an object with a deck."))
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise DeckUnreadable(_("This is not text: the JSON contains half of a character.")) from None
    _check_head(value)
    texts = {field: _text(value, field, longest) for field, longest in TEXTS.items()}
    rules = rules_called(texts["rules"])
    if texts["rules"] and rules is None:
        raise DeckUnreadable(_("%(place)s: there are no rules of that name.") % {"place": "rules"})
    numbers = count(1)
    remarks = [
        _refused(next(numbers), field, _("There is no such field."))
        for field in sorted(value.keys() - FIELDS)
    ]
    asks = [*_asks(value, "cards", Role.CARD, numbers, remarks)]
    if value.get("starter"):
        asks += _asked(value["starter"], "starter", next(numbers), Role.STARTER, remarks)
    asks += _asks(value, "opening_hand", Role.HAND, numbers, remarks)
    return resolve(
        asks=asks,
        remarks=remarks,
        form="json",
        rules=rules or "",
        name=texts["name"],
        notes=texts["notes"],
        collection=collection,
    )


def _check_head(value: Mapping[str, object]) -> None:
    if value.get("format", FORMAT) != FORMAT:
        wanted = {"place": "format", "wanted": FORMAT}
        raise DeckUnreadable(_("%(place)s: must be %(wanted)s.") % wanted)
    version = value.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        fields = {"place": "version", "wanted": VERSION}
        raise DeckUnreadable(_("%(place)s: must be %(wanted)s.") % fields)
    if "cards" not in value:
        raise DeckUnreadable(_("%(place)s: is missing.") % {"place": "cards"})


def _text(value: Mapping[str, object], field: str, longest: int) -> str:
    text = value.get(field)
    if text is None:
        return ""
    if not isinstance(text, str) or len(text) > longest or "\0" in text:
        wanted = {"place": field, "most": longest}
        raise DeckUnreadable(_("%(place)s: must be a text of at most %(most)s characters.") % wanted)
    return text.strip()


def _asks(
    value: Mapping[str, object], field: str, role: Role, numbers: Iterator[int], remarks: list[Line]
) -> Iterator[Ask]:
    given = value.get(field) or []
    entries: dict[str, object] = {}
    if isinstance(given, Mapping):
        for key, copies in given.items():
            entries[f"{field}[{json.dumps(key, ensure_ascii=False)}]"] = {"key": key, "count": copies}
    elif isinstance(given, list):
        entries = {f"{field}[{place}]": entry for place, entry in enumerate(given)}
    else:
        raise DeckUnreadable(_("%(place)s: must be a list of cards.") % {"place": field})
    if len(entries) > MOST_LINES:
        wanted = {"place": field, "most": MOST_LINES}
        raise DeckUnreadable(_("%(place)s: has more than %(most)s cards.") % wanted)
    for place, entry in entries.items():
        yield from _asked(entry, place, next(numbers), role, remarks)


def _asked(entry: object, place: str, number: int, role: Role, remarks: list[Line]) -> Iterator[Ask]:
    """One card, or a line in `remarks` that says what is wrong with it."""
    if isinstance(entry, str):
        entry = {"key": entry}
    if not isinstance(entry, Mapping):
        remarks.append(_refused(number, place, _("A card is an object with key, name and count.")))
        return
    key, name, copies = entry.get("key", ""), entry.get("name", ""), entry.get("count", 1)
    odd = sorted(entry.keys() - CARD_FIELDS)
    shown = json.dumps(entry, ensure_ascii=False)[:LONGEST_SHOWN]
    if odd:
        remarks.append(_refused(number, f"{place}.{odd[0]}", _("There is no such field."), shown))
    elif not isinstance(key, str) or not isinstance(name, str):
        wrong = "name" if isinstance(key, str) else "key"
        remarks.append(_refused(number, f"{place}.{wrong}", _("Must be a text."), shown))
    elif type(copies) is not int or not 1 <= copies <= MOST_COPIES:
        says = _("Copies are whole numbers from 1 to %(most)s.") % {"most": MOST_COPIES}
        remarks.append(_refused(number, f"{place}.count", says, shown))
    elif not any(sign.isalnum() for sign in key + name):
        remarks.append(_refused(number, f"{place}.key", _("No card is named."), shown))
    else:
        shown = clean(f"{copies} {name or key}")[:LONGEST_SHOWN]
        yield Ask(number, place, shown, role, (Mention(copies, clean(name), key=clean(key)),))


def _refused(number: int, place: str, reason: str, text: str = "") -> Line:
    return Line(number, place, text or place, Status.NOT_UNDERSTOOD, reason=reason)
