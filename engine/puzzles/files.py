"""Puzzles as files (docs/puzzles.md): one JSON object a line, the first with the cards of all others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from json import dumps, loads
from pathlib import Path
from typing import Any

from engine.contract import shown
from engine.puzzles.puzzle import Node, Origin, Puzzle
from engine.record_format import FORMAT, CardData, Position, RecordData

FILE_FORMAT = "phylo-puzzles/1"
HOME = -1
"""The number of HOME, which has no definition."""
Data = dict[str, Any]
PILES = ("hands", "decks", "discards")


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
            data = loads(line)
            if number == 1:
                header = _header(data)
            else:
                found.append(_expanded(header, data))
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


def as_json(puzzle: Puzzle) -> Data:
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


def from_json(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle that `as_json` has written. Raises KeyError, TypeError or ValueError."""
    return Puzzle(
        key=str(data["key"]),
        rules=data["record"]["rules"],
        record=data["record"],
        seat=int(data["seat"]),
        gain=int(data["gain"]),
        margin=int(data["margin"]),
        lines=tuple(tuple(line) for line in data["lines"]),
        themes=tuple(data["themes"]),
        origin=_read_origin(data["origin"]),
        proof=tuple(Node(tuple(lost), tuple(to)) for lost, to in data["proof"]),
    )


def _header(data: Any) -> Data:
    if data["format"] != FILE_FORMAT:
        raise ValueError(f"format must be {FILE_FORMAT}")
    cards = [(card.pop("key"), card) for card in data["cards"]]
    return {"rules": data["rules"], "cards": cards}


def _expanded(header: Data, data: Data) -> Puzzle:
    known: list[tuple[str, CardData]] = header["cards"]
    named: dict[str, CardData] = {}

    def key_of(number: int) -> str:
        if number == HOME:
            return "home"
        if number < 0:
            raise IndexError("a card has a number from 0")
        key, card = known[number]
        named[key] = card
        return key

    position: Position = _with_cards(data["position"], key_of)
    actions = [_action(action, key_of) for action in data["actions"]]
    record: RecordData = {
        "format": FORMAT,
        "rules": header["rules"],
        "cards": dict(sorted(named.items())),
        "position": position,
        "actions": [],
    }
    if "options" in data:
        record = {**record, "options": data["options"]}
    lines = [[actions[number] for number in line] for line in data["lines"]]
    return from_json({**data, "record": record, "lines": lines})


def _compact(puzzle: Puzzle, cards: list[tuple[str, CardData]], numbers: dict[str, int]) -> Data:
    definitions = puzzle.record["cards"]

    def number_of(key: str) -> int:
        if key == "home":
            return HOME
        name = dumps([key, definitions[key]], sort_keys=True)
        if name not in numbers:
            numbers[name] = len(cards)
            cards.append((key, definitions[key]))
        return numbers[name]

    actions: list[Data] = []
    lines = []
    for line in puzzle.lines:
        written = [_action(action, number_of) for action in line]
        actions += [each for each in written if each not in actions]
        lines.append([actions.index(each) for each in written])
    found: Data = {"key": puzzle.key, "seat": puzzle.seat, "gain": puzzle.gain, "margin": puzzle.margin}
    if "options" in puzzle.record:
        found["options"] = puzzle.record["options"]
    return {
        **found,
        "position": _with_cards(puzzle.record["position"], number_of),
        "actions": actions,
        "lines": lines,
        "themes": list(puzzle.themes),
        "origin": _origin(puzzle.origin),
        "proof": _proof(puzzle),
    }


def _proof(puzzle: Puzzle) -> list[list[list[int]]]:
    return [[list(node.lost), list(node.to)] for node in puzzle.proof]


def _origin(origin: Origin) -> Data:
    found: Data = {"game": origin.game, "seed": origin.seed, "step": origin.step}
    if origin.decks:
        found |= {"decks": list(origin.decks), "playouts": origin.playouts}
    if origin.without:
        found["without"] = list(origin.without)
    if origin.aside:
        found["aside"] = list(origin.aside)
    return found


def _read_origin(data: Data) -> Origin:
    return Origin(
        data["game"],
        data["seed"],
        data["step"],
        tuple(data.get("decks", ())),
        data.get("playouts", 0),
        tuple(data.get("without", ())),
        tuple(data.get("aside", ())),
    )


def _with_cards(position: Any, name: Callable[[Any], Any]) -> Any:
    """A position with its cards named in another way."""
    return {
        **position,
        "spaces": [_renamed(space, name) for space in position["spaces"]],
        **{pile: [_all(cards, name) for cards in position[pile]] for pile in PILES},
    }


def _renamed(lying: Data, name: Callable[[Any], Any]) -> Data:
    found = {**lying, "card": name(lying["card"])}
    for layer in ("under", "covered"):
        if layer in lying:
            found[layer] = _renamed(lying[layer], name)
    if "events" in lying:
        found["events"] = [_renamed(event, name) for event in lying["events"]]
    return found


def _action(action: Mapping[str, Any], name: Callable[[Any], Any]) -> Any:
    found = dict(action)
    if "card" in found:
        found["card"] = name(found["card"])
    for several in ("cards", "choose"):
        if several in found:
            found[several] = _all(found[several], name)
    return found


def _all(cards: Iterable[Any], name: Callable[[Any], Any]) -> list[Any]:
    return [name(card) for card in cards]
