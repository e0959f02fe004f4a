"""Puzzles as files (docs/puzzles.md): one JSON object a line, the first with the cards of all others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from engine.contract import shown
from engine.puzzles.puzzle import Node, Origin, Puzzle
from engine.record_format import FORMAT, Action, CardData, Position, RecordData

FILE_FORMAT = "phylo-puzzles/1"
HOME = -1
"""The number of HOME, which has no definition."""
NAMING = ("card", "cards", "choose", "hands", "decks", "discards")
"""The fields of positions and actions that hold cards, or lists of them."""
NEEDED = ("spaces", "hands", "decks", "discards")
"""The fields without which there is no position."""


class OriginData(TypedDict):
    game: str
    seed: str
    step: int
    decks: NotRequired[list[str]]
    playouts: NotRequired[int]
    without: NotRequired[list[str]]
    aside: NotRequired[list[Action]]


class _Data(TypedDict):
    key: str
    seat: int
    gain: int
    margin: int
    themes: list[str]
    origin: OriginData
    proof: list[list[list[int]]]


class PuzzleData(_Data):
    """A puzzle by itself."""

    record: RecordData
    lines: list[list[Action]]


class Line(_Data):
    """A puzzle in a file: cards are numbers, and lines have the numbers of actions."""

    options: NotRequired[dict[str, object]]
    position: dict[str, object]
    actions: list[object]
    lines: list[list[int]]


@dataclass(frozen=True, slots=True)
class Header:
    rules: str
    cards: list[tuple[str, CardData]]


class InvalidPuzzles(ValueError):
    """A file that is none of puzzles; the message is one line that begins with the file's name."""


def read_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file, in order. Raises `InvalidPuzzles`; it checks no rules (see checking.py)."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidPuzzles(f"{path.name}: {error}") from None
    if not lines:
        raise InvalidPuzzles(f"{path.name}: the file is empty")
    found = []
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                header = _header(line)
            else:
                found.append(_expanded(header, loads(line)))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise InvalidPuzzles(f"{path.name}: line {number}: {shown(error)}") from None
    return found


def write_file(path: Path, puzzles: Sequence[Puzzle], rules: str) -> None:
    """Write puzzles of one rule set in place of the file, whole or not at all."""
    cards: list[tuple[str, CardData]] = []
    numbers: dict[str, int] = {}
    lines = [_compact(puzzle, cards, numbers) for puzzle in puzzles]
    header = {"format": FILE_FORMAT, "rules": rules, "cards": [{"key": key, **card} for key, card in cards]}
    text = "".join(dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in (header, *lines))
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def as_json(puzzle: Puzzle) -> PuzzleData:
    """A puzzle by itself, with the definitions of its cards; `from_json` reads it."""
    return {
        "key": puzzle.key,
        "record": puzzle.record,
        "seat": puzzle.seat,
        "gain": puzzle.gain,
        "margin": puzzle.margin,
        "lines": [list(line) for line in puzzle.lines],
        "themes": list(puzzle.themes),
        "origin": _origin(puzzle.origin),
        "proof": _proof(puzzle),
    }


def from_json(data: PuzzleData) -> Puzzle:
    """The puzzle that `as_json` has written. Raises KeyError, TypeError or ValueError."""
    return _puzzle(data, data["record"], data["lines"])


def _puzzle(data: _Data, record: RecordData, lines: Sequence[Sequence[Action]]) -> Puzzle:
    return Puzzle(
        key=str(data["key"]),
        rules=record["rules"],
        record=record,
        seat=int(data["seat"]),
        gain=int(data["gain"]),
        margin=int(data["margin"]),
        lines=tuple(map(tuple, lines)),
        themes=tuple(data["themes"]),
        origin=_read_origin(data["origin"]),
        proof=tuple(Node(tuple(lost), tuple(to)) for lost, to in data["proof"]),
    )


def _header(line: str) -> Header:
    data = loads(line)
    if data["format"] != FILE_FORMAT:
        raise ValueError(f"format must be {FILE_FORMAT}")
    return Header(data["rules"], [(card.pop("key"), card) for card in data["cards"]])


def _expanded(header: Header, data: Line) -> Puzzle:
    named: dict[str, CardData] = {}

    def key_of(number: object) -> str:
        if number == HOME:
            return "home"
        if not isinstance(number, int) or number < 0:
            raise IndexError("a card has a number from 0")
        key, card = header.cards[number]
        named[key] = card
        return key

    if missing := [field for field in NEEDED if field not in data["position"]]:
        raise KeyError(*missing)
    position = cast(Position, _renamed(data["position"], key_of))
    actions = cast(list[Action], _renamed(data["actions"], key_of))
    record: RecordData = {
        "format": FORMAT,
        "rules": header.rules,
        "cards": dict(sorted(named.items())),
        "position": position,
        "actions": [],
    }
    if "options" in data:
        record = {**record, "options": data["options"]}
    lines = [[actions[number] for number in line] for line in data["lines"]]
    return _puzzle(data, record, lines)


def _compact(puzzle: Puzzle, cards: list[tuple[str, CardData]], numbers: dict[str, int]) -> dict[str, object]:
    definitions = puzzle.record["cards"]

    def number_of(card: object) -> int:
        key = str(card)
        if key == "home":
            return HOME
        name = dumps([key, definitions[key]], sort_keys=True)
        if name not in numbers:
            numbers[name] = len(cards)
            cards.append((key, definitions[key]))
        return numbers[name]

    actions: list[object] = []
    lines = []
    for line in puzzle.lines:
        written = [_renamed(action, number_of) for action in line]
        actions += [each for each in written if each not in actions]
        lines.append([actions.index(each) for each in written])
    options = {"options": puzzle.record["options"]} if "options" in puzzle.record else {}
    return {
        "key": puzzle.key,
        "seat": puzzle.seat,
        "gain": puzzle.gain,
        "margin": puzzle.margin,
        **options,
        "position": _renamed(puzzle.record["position"], number_of),
        "actions": actions,
        "lines": lines,
        "themes": list(puzzle.themes),
        "origin": _origin(puzzle.origin),
        "proof": _proof(puzzle),
    }


def _proof(puzzle: Puzzle) -> list[list[list[int]]]:
    return [[list(node.lost), list(node.to)] for node in puzzle.proof]


def _origin(origin: Origin) -> OriginData:
    found: OriginData = {"game": origin.game, "seed": origin.seed, "step": origin.step}
    if origin.decks:
        found["decks"], found["playouts"] = list(origin.decks), origin.playouts
    if origin.without:
        found["without"] = list(origin.without)
    if origin.aside:
        found["aside"] = list(origin.aside)
    return found


def _read_origin(data: OriginData) -> Origin:
    return Origin(
        data["game"],
        data["seed"],
        data["step"],
        tuple(data.get("decks", ())),
        data.get("playouts", 0),
        tuple(data.get("without", ())),
        tuple(data.get("aside", ())),
    )


def _renamed(data: object, name: Callable[[object], object]) -> object:
    """A position or actions with their cards named in another way."""
    if isinstance(data, dict):
        return {
            field: _all_named(value, name) if field in NAMING else _renamed(value, name)
            for field, value in data.items()
        }
    return [_renamed(each, name) for each in data] if isinstance(data, list) else data


def _all_named(cards: object, name: Callable[[object], object]) -> object:
    return [_all_named(card, name) for card in cards] if isinstance(cards, list) else name(cards)
