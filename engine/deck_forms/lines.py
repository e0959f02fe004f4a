"""A deck as plain text, one card per line: what a line says. Lenient, as people write lists."""

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.contract import gettext_noop as _
from engine.deck_forms.code import MOST_COPIES
from engine.deck_forms.sentences import NOTHING, FormError, Sentence
from engine.deck_forms.spelling import clean, plain
from engine.phylo.rules import RULES

MOST_BYTES = 64 * 1024
MOST_LINES = 500
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


class Role(StrEnum):
    CARD = "card"
    STARTER = "starter"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Mention:
    """A card as it was written: by key, or by name with what tells it apart from others with that name."""

    copies: int
    name: str
    besides: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """
    What a line says: a `field` with its `value`; or `mentions`, the ways to read it as a card, of which the
    first known one counts; or `wrong`, why it cannot be read. `doubt` says what was ignored.
    """

    field: str = ""
    value: str = ""
    mentions: tuple[Mention, ...] = ()
    doubt: Sentence = NOTHING
    wrong: Sentence = NOTHING


def lines_of(text: str) -> list[str]:
    """Raises FormError for more text than is accepted, and for what is not text."""
    if len(text) > MOST_BYTES or len(text.encode(errors="replace")) > MOST_BYTES:
        raise FormError(Sentence(_("The text is longer than %(most)s kB."), most=MOST_BYTES // 1024))
    if "\0" in text:
        raise FormError(Sentence(_("This is not text: it contains a NUL character.")))
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise FormError(Sentence(_("The text has more than %(most)s lines."), most=MOST_LINES))
    if not any(line.strip() for line in lines):
        raise FormError(Sentence(_("There is nothing to read.")))
    return lines


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
        return Meaning(wrong=Sentence(_("A card has at most %(most)s characters."), most=LONGEST_LINE))
    if BELOW_NOTHING.match(text):
        return Meaning(wrong=_wrong_count())
    text = BULLET.sub("", text)
    doubt = NOTHING
    marked = NUMBERED.sub("", text)
    if marked != text:
        text = marked
        if not _counted(text)[1]:
            doubt = Sentence(_("The number in front of it was taken for a line number."))
    counts, _any = _counted(text)
    if any(not count.isdecimal() or len(count) > LONGEST_COUNT for count, _name in counts):
        return Meaning(wrong=_wrong_count())
    mentions = tuple(_mention(int(count), name) for count, name in counts)
    if any(not 1 <= mention.copies <= MOST_COPIES for mention in mentions):
        return Meaning(wrong=_wrong_count())
    if not any(sign.isalnum() for mention in mentions for sign in mention.name + mention.key):
        return Meaning(wrong=Sentence(_("No card is named.")))
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


def _wrong_count() -> Sentence:
    return Sentence(_("Copies are whole numbers from 1 to %(most)s."), most=MOST_COPIES)


def rules_called(text: str) -> str | None:
    """The key of the rule set that a text names, such as `1.4a`, `V1.3` or `phylo-1.4a`."""
    short = plain(text).replace(" ", "").removeprefix("phylo").removeprefix("v")
    for key in RULES:
        if short and short == plain(key).replace(" ", "").removeprefix("phylo"):
            return key
    return None
