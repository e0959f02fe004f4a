"""A deck as plain text, one card per line: written so that it can be read back, and lenient in reading."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from cards.decks.exchange.names import Names
from cards.decks.exchange.parsed import DeckUnreadable, Line, ParsedDeck, Status, clean
from cards.decks.exchange.resolve import Ask, Mention, Role, resolve, rules_called
from cards.decks.models.contents import MOST_COPIES, Contents
from cards.decks.models.deck import LONGEST_NAME, LONGEST_NOTES
from cards.models import Card, Kind
from cards.services.known_cards import known_cards
from cards.words import rules_name

MOST_BYTES = 64 * 1024
MOST_LINES = 500
LONGEST_SHOWN = 200
FIELDS = {
    "name": "name", "deck": "name", "title": "name", "rules": "rules", "format": "rules",
    "starter": "starter", "home": "starter", "opening hand": "hand", "hand": "hand", "notes": "notes",
    "note": "notes",
}  # fmt: skip
TIMES = "x×✕✖*"
COMMENT = re.compile(r"(?:^|\s)(?:#|//|<!--).*$")
FIELD = re.compile(rf"^({'|'.join(FIELDS)})\s*[:=](.*)$", re.IGNORECASE)
BULLET = re.compile(r"^(?:[-–—*+•·‣▪◦●○■□➤»>]+\s*)+(?=\S)")
BELOW_NOTHING = re.compile(r"^[-–−]\d")
QUOTED = re.compile(r'(?:^|(?<=[,;\t]))"([^"]*)"(?=[,;\t]|$)')
NUMBERED = re.compile(r"^\d+[.)]\s+(?=\S)")
COUNT_FIRST = re.compile(rf"^(\d+)\s*([{TIMES}]?)(\s*)(.*)$", re.IGNORECASE | re.DOTALL)
TIMES_FIRST = re.compile(r"^[x×✕✖]\s*(\d+)[\s,;:|]+(\S.*)$", re.IGNORECASE)
COUNT_LAST = (
    re.compile(rf"^(.*[^\s,;:|])[\s,;:|]*[(\[]?(?<![^\W\d_])[{TIMES}]\s*(\d+)\s*[)\]]?$", re.IGNORECASE),
    re.compile(rf"^(.*\S)\s*[(\[]\s*(\d+)\s*[{TIMES}]?\s*[)\]]$", re.IGNORECASE),
    re.compile(rf"^(.*\S)\s*[,;:|=\t]\s*(\d+)\s*[{TIMES}]?$", re.IGNORECASE),
    re.compile(rf"^(.*\S)\s+(\d+)\s*[{TIMES}]$", re.IGNORECASE),
)
NUMBER_LAST = re.compile(r"^(.*\S)\s+(\d+)$")
QUALIFIED = re.compile(r"^(.*?)\s*(?:\[([^\[\]]*)\]|\(([^()]*)\))$")
AROUND = " \t,;:|.\"'“”„«»`"
BLANKS = re.compile(r"\s+")
LONGEST_COUNT = 6
LONGEST_LINE = 500
"""In characters; the patterns take time quadratic in the length."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """
    What a line says: a `field` with its `value`; or `mentions`, the ways to read it as a card, of which the
    first known one counts; or `wrong`, why it cannot be read. `doubt` says what was ignored.
    """

    field: str = ""
    value: str = ""
    mentions: tuple[Mention, ...] = ()
    doubt: str = ""
    wrong: str = ""


def write_text(contents: Contents, name: str = "", notes: str = "") -> str:
    """Fields first, then the cards under comments; an ambiguous name is followed by its key."""
    cards = known_cards(contents.named, contents.collection)
    labels = _labels(cards.values()) | {key: f"[{key}]" for key in contents.named - cards.keys()}
    lines = [f"Name: {name}"] if name else []
    lines += [f"Notes: {line}".rstrip() for line in notes.splitlines()]
    lines.append(f"Rules: {rules_name(contents.rules)}")
    if contents.starter:
        lines.append(f"Starter: {labels[contents.starter]}")
    if contents.opening_hand:
        hand = [(key, len(list(copies))) for key, copies in groupby(sorted(contents.opening_hand))]
        written = "; ".join(f"{copies} {labels[key]}" for key, copies in hand)
        # Without a semicolon, a comma would split a name.
        lines.append(f"Opening hand: {written}" + (";" if "," in written and len(hand) == 1 else ""))
    rows = sorted((_group(cards.get(key)), labels[key], copies) for key, copies in contents.cards.items())
    for (_rank, heading), group in groupby(rows, key=lambda row: row[0]):
        entries = [f"{copies} {label}" for _group, label, copies in group]
        lines += ["", f"# {heading}", *entries]
    return "\n".join(lines) + "\n"


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
            remarks.append(_wrong(right, meant.wrong))
        elif meant.mentions:
            asks.append(Ask(number, place, shown, Role.CARD, meant.mentions, meant.doubt))
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
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise DeckUnreadable(_("The text is longer than %(most)s kB.") % {"most": MOST_BYTES // 1024})
    if "\0" in text:
        raise DeckUnreadable(_("This is not text: it contains a NUL character."))
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise DeckUnreadable(_("The text has more than %(most)s lines.") % {"most": MOST_LINES})
    if not any(line.strip() for line in lines):
        raise DeckUnreadable(_("There is nothing to read."))
    return lines


def _of_field(right: Line, role: Role, value: str, remarks: list[Line]) -> Iterator[Ask]:
    """The cards of a field, each as a line of its own."""
    many = role == Role.HAND
    parts = value.split(";" if ";" in value else ",") if many else [value]
    for part in filter(None, map(str.strip, parts)):
        meant = parse_card(part)
        shown = part if many else right.text
        if meant.wrong:
            remarks.append(_wrong(right, meant.wrong))
        else:
            yield Ask(right.number, right.place, shown, role, meant.mentions, meant.doubt)


def _wrong(line: Line, reason: str) -> Line:
    return Line(line.number, line.place, line.text, Status.NOT_UNDERSTOOD, reason=reason)


def _labels(cards: Iterable[Card]) -> dict[str, str]:
    """Maps card keys to labels: the name if it reads back as this card, else the name with the key."""
    names = Names()
    cards = list(cards)
    names.learn(card.name for card in cards)
    return {card.key: _label(card, names) for card in cards}


def _label(card: Card, names: Names) -> str:
    name = clean(card.name)
    if [each.key for each in names.called(name)] == [card.key] and _reads_back(name, name, ""):
        return name
    label = f"{name} [{card.key}]"
    return label if _reads_back(label, name, card.key) else f"[{card.key}]"


def _reads_back(label: str, name: str, key: str) -> bool:
    """Whether a line and an opening hand with this label read back as exactly this card."""
    meant = parse_line(f"2 {label}")
    return meant is not None and meant.mentions == (Mention(2, name, "", key),) and ";" not in label


def _group(card: Card | None) -> tuple[int, str]:
    """The card's place in the list, and the heading there."""
    if card is None:
        return 99, _("Not known here")
    if card.kind == Kind.SPECIES:
        number = card.food_chain or 0
        return number, _("Food-chain number %(number)s") % {"number": number}
    return (98, _("Habitats")) if card.kind == Kind.HABITAT else (97, _("Events"))


def parse_line(line: str) -> Meaning | None:
    """None for an empty line, a comment or a heading."""
    text = clean(line)
    field = FIELD.match(text)
    # A comment ends a line of cards; in the name and the notes, such signs may be meant.
    if field and FIELDS[field[1].lower()] in ("name", "notes"):
        return Meaning(field=FIELDS[field[1].lower()], value=field[2].strip())
    text = COMMENT.sub("", text).strip()
    field = FIELD.match(text)
    if field:
        return Meaning(field=FIELDS[field[1].lower()], value=field[2].strip())
    if text.endswith(":") or not any(sign.isalnum() for sign in text):
        return None
    return parse_card(text)


def parse_card(text: str) -> Meaning:
    """Like `parse_line`, for a text that can only be a card, such as one in an opening hand."""
    text = QUOTED.sub(r"\1", text)  # as spreadsheets write cells
    text = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", clean(text))
    if len(text) > LONGEST_LINE and not text[:LONGEST_LINE].isdecimal():
        return Meaning(wrong=_("A card has at most %(most)s characters.") % {"most": LONGEST_LINE})
    if BELOW_NOTHING.match(text):
        return Meaning(wrong=_wrong_count())
    text = BULLET.sub("", text)
    doubt = ""
    marked = NUMBERED.sub("", text)
    if marked != text:
        text = marked
        if not _counted(text)[1]:
            doubt = _("The number in front of it was taken for a line number.")
    counts, _any = _counted(text)
    if any(not count.isdecimal() or len(count) > LONGEST_COUNT for count, _name in counts):
        return Meaning(wrong=_wrong_count())
    mentions = tuple(_mention(int(count), name) for count, name in counts)
    if any(not 1 <= mention.copies <= MOST_COPIES for mention in mentions):
        return Meaning(wrong=_wrong_count())
    if not any(sign.isalnum() for mention in mentions for sign in mention.name + mention.key):
        return Meaning(wrong=_("No card is named."))
    return Meaning(mentions=mentions, doubt=doubt)


def _counted(text: str) -> tuple[list[tuple[str, str]], bool]:
    """The ways to read a text as copies and a name; and whether it has a number at all."""
    first = COUNT_FIRST.match(text)
    if first:
        count, times, blank, name = first.groups()
        if not times:
            return [(count, name)], True
        if times not in "xX" or blank:
            return [(count, name)], True
        return [(count, times + name), (count, name)], True
    times_first = TIMES_FIRST.match(text)
    if times_first:
        return [(times_first[1], times_first[2])], True
    for pattern in COUNT_LAST:
        last = pattern.match(text)
        if last:
            return [(last[2], last[1])], True
    last = NUMBER_LAST.match(text)
    if last:
        # A name may end in a number.
        return [("1", text), (last[2], last[1])], True
    return [("1", text)], False


def _mention(copies: int, text: str) -> Mention:
    text = text.strip(AROUND)
    found = QUALIFIED.match(text)
    if found is None:
        return Mention(copies, text)
    name, key, besides = found.groups()
    return Mention(copies, name.strip(AROUND), (besides or "").strip(), (key or "").strip())


def _wrong_count() -> str:
    return _("Copies are whole numbers from 1 to %(most)s.") % {"most": MOST_COPIES}
