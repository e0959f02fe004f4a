"""What a line of a deck as plain text may say, before anybody knows the cards."""

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.decks.exchange.reading import MOST_COPIES

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
"""Letters; the time that patterns take grows with the square of them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A card as it was asked for: by key, or by name with what tells it from others of that name."""

    copies: int
    name: str
    besides: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """
    What a line says: `field` and its `value`, or `wishes`, the ways to take it for a card, of which the first
    known one counts; or `wrong`, why it says nothing. `doubt` tells what was passed over.
    """

    field: str = ""
    value: str = ""
    wishes: tuple[Wish, ...] = ()
    doubt: str = ""
    wrong: str = ""


def said(line: str) -> Said | None:
    """None for a line that is empty, a comment or a heading."""
    text = clean(line)
    field = FIELD.match(text)
    # A comment ends a line of cards; in the name and the notes it may be meant.
    if field and FIELDS[field[1].lower()] in ("name", "notes"):
        return Said(field=FIELDS[field[1].lower()], value=field[2].strip())
    text = COMMENT.sub("", text).strip()
    field = FIELD.match(text)
    if field:
        return Said(field=FIELDS[field[1].lower()], value=field[2].strip())
    if text.endswith(":") or not any(sign.isalnum() for sign in text):
        return None
    return card_said(text)


def card_said(text: str) -> Said:
    """The same of a text that can only be a card, such as one of an opening hand."""
    text = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", clean(text))
    if len(text) > LONGEST_LINE and not text[:LONGEST_LINE].isdecimal():
        return Said(wrong=_("A card has at most %(most)s letters.") % {"most": LONGEST_LINE})
    if BELOW_NOTHING.match(text):
        return Said(wrong=_wrong_count())
    text = BULLET.sub("", text)
    doubt = ""
    marked = NUMBERED.sub("", text)
    if marked != text:
        text = marked
        if not _counted(text)[1]:
            doubt = _("The number before it was taken for the number of the line.")
    counts, _any = _counted(text)
    if any(not count.isdecimal() or len(count) > LONGEST_COUNT for count, _name in counts):
        return Said(wrong=_wrong_count())
    wishes = tuple(_wish(int(count), name) for count, name in counts)
    if any(not 1 <= wish.copies <= MOST_COPIES for wish in wishes):
        return Said(wrong=_wrong_count())
    if not any(sign.isalnum() for wish in wishes for sign in wish.name + wish.key):
        return Said(wrong=_("No card is named."))
    return Said(wishes=wishes, doubt=doubt)


def _counted(text: str) -> tuple[list[tuple[str, str]], bool]:
    """The ways to take a text for a number of copies and a name; whether a number is there at all."""
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
        # A name may end with a number.
        return [("1", text), (last[2], last[1])], True
    return [("1", text)], False


def _wish(copies: int, text: str) -> Wish:
    text = text.strip(AROUND)
    found = QUALIFIED.match(text)
    if found is None:
        return Wish(copies, text)
    name, key, besides = found.groups()
    return Wish(copies, name.strip(AROUND), (besides or "").strip(), (key or "").strip())


def _wrong_count() -> str:
    return _("Copies are whole numbers from 1 to %(most)s.") % {"most": MOST_COPIES}


def clean(text: str) -> str:
    """In one form of writing, without signs that nobody sees."""
    text = unicodedata.normalize("NFKC", text)
    return "".join(
        sign for sign in text if sign == "\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs")
    ).strip()
