"""The file that holds what somebody has made elsewhere (docs/account-data.md), taken apart into its items."""

import hashlib
import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from games.matches.clauses import rules_title
from games.transfer.models import ImportItem, Kind
from phylo.accounts.services import FORMAT
from phylo.http.problems import Refused

MOST_BYTES = 20 * 1024 * 1024
MOST_ITEMS = 3000
LONGEST_SOURCE = LONGEST_NAME = 200
AGAIN = {"do": "again"}
Json = Mapping[str, Any]


class BadFile(Refused):
    """The file is none of these."""

    code = "format"


@dataclass(frozen=True, slots=True)
class Item:
    """
    `content` is as in the file, of a set with its `own_cards`, of a game that is over with its `seats`; one
    that is not has a `table`.
    """

    kind: Kind
    source: str
    name: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DataFile:
    """`origin` is the id of the player whose file it is; "" if it has nobody's games."""

    origin: str
    digest: str
    items: list[Item]


def read_file(content: bytes) -> DataFile:
    """Raises BadFile."""
    if len(content) > MOST_BYTES:
        raise BadFile(_("The file is too large."))
    try:
        data = json.loads(content, parse_constant=_no_number)
        # What some databases cannot store, and no site has written.
        if b"\\u0000" in json.dumps(data).encode() or not json.dumps(data, ensure_ascii=False).encode():
            raise ValueError
    except (ValueError, RecursionError):
        raise BadFile(_("This is no file that a site of Phylo has written.")) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadFile(_("This is no file that a site of Phylo has written."))
    origin = _id(data, "player") if data.get("player") else ""
    items = list(_items(data, origin))
    if len({(each.kind, each.source) for each in items}) < len(items):
        raise BadFile(_("The file says something twice."))
    if len(items) > MOST_ITEMS:
        raise BadFile(_("At most %(most)s items at once.") % {"most": MOST_ITEMS})
    return DataFile(origin, hashlib.sha256(content).hexdigest(), items)


def as_file(*, origin: str, items: Iterator[ImportItem]) -> dict[str, object]:
    """Items as a file again, such as those that were refused."""
    sections: dict[str, list[object]] = {}
    for item in items:
        content = dict(item.content)
        if item.kind == Kind.SET:
            sections.setdefault("set_cards", []).extend(content.pop("own_cards", []))
        if item.kind == Kind.GAME and "table" in content:
            sections.setdefault("running", []).append(content)
            continue
        if item.kind == Kind.GAME:
            matches = sections.setdefault("matches", [])
            first, *others = content.pop("seats")
            matches.append({**content, "seat": first})
            matches.extend({"match": content["match"], "seat": seat} for seat in others)
            continue
        sections.setdefault(SECTIONS[Kind(item.kind)], []).append(content)
    return {"format": FORMAT, "player": origin or None, **sections}


SECTIONS = {
    Kind.SET: "sets", Kind.DECK: "decks", Kind.GAME: "matches", Kind.LESSON: "lessons",
    Kind.PUZZLE: "puzzles",
}  # fmt: skip


def _items(data: Json, origin: str) -> Iterator[Item]:
    """In the order in which they are taken: the oldest first, sets before the decks in them."""
    own_cards: dict[str, list[Json]] = {}
    for each in _rows(data, "set_cards"):
        own_cards.setdefault(_text(each, "slug"), []).append(each)
    for each in _rows(data, "sets"):
        slug = _text(each, "slug")
        yield Item(Kind.SET, slug, _name(each), {**each, "own_cards": own_cards.get(slug, [])})
    came = {each.get("target"): each for each in _rows(data, "taken_along") if each.get("kind") == Kind.DECK}
    for each in _rows(data, "decks"):
        slug = _text(each, "deck")
        yield Item(Kind.DECK, slug, _name(each), {**each, "came": each.get("came") or came.get(slug)})
    yield from _games(data)
    for each in reversed(_rows(data, "lessons")):
        _needs(origin)
        lesson = _text(each, "lesson")
        yield Item(Kind.LESSON, f"{origin}:{lesson}"[:LONGEST_SOURCE], lesson, dict(each))
    for each in reversed(_rows(data, "puzzles")):
        # Runs against the clock stay where they were, and so does what is not over.
        if each.get("run") or not each.get("ended"):
            continue
        _needs(origin)
        puzzle, begun = _text(each, "puzzle"), _text(each, "begun")
        yield Item(Kind.PUZZLE, f"{origin}:{puzzle}:{begun}"[:LONGEST_SOURCE], puzzle, dict(each))


def _games(data: Json) -> Iterator[Item]:
    """Those with their record, with all seats that the player had; then those that are not over."""
    seats: dict[str, list[object]] = {}
    for each in _rows(data, "matches"):
        seats.setdefault(_text(each, "match"), []).append(each.get("seat"))
    for each in reversed(_rows(data, "matches")):
        if not each.get("game"):
            continue
        yield _game(each, seats=seats[_text(each, "match")])
    for each in reversed(_rows(data, "running")):
        if not isinstance(each.get("table"), list):
            _unreadable()
        yield _game(each)


def _game(data: Json, **more: object) -> Item:
    name = f"{_title(_text(data, 'rules'))}, {_text(data, 'begun')[:10]}"[:LONGEST_NAME]
    return Item(Kind.GAME, _id(data, "match"), name, {**data, **more})


def _title(rules: str) -> str:
    try:
        return rules_title(rules)
    except KeyError:
        return rules


def _rows(data: Json, section: str) -> list[Json]:
    rows = data.get(section, [])
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        _unreadable()
    return rows


def _text(data: Json, field: str) -> str:
    found = data.get(field)
    if not isinstance(found, str) or not found or len(found) > LONGEST_SOURCE:
        _unreadable()
    return found


def _id(data: Json, field: str) -> str:
    try:
        return str(uuid.UUID(_text(data, field)))
    except ValueError:
        _unreadable()


def _name(data: Json) -> str:
    return _text(data, "name")[:LONGEST_NAME]


def _needs(origin: str) -> None:
    if not origin:
        _unreadable()


def _unreadable() -> NoReturn:
    raise BadFile(_("This file is damaged: something in it is missing or of another type."))


def _no_number(_said: str) -> NoReturn:
    raise ValueError
