"""Reads and scores finished grids, the file of the `score` command (docs/record-format.md)."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from engine.contract import shown
from engine.drafting.grid import Cell, beside
from engine.drafting.scoring import Board, score_table, winners
from engine.drafting.sets import GAMES, HEIGHT, SPACES, WIDTH, DraftingGame
from engine.record_format import TableScores

KEYS = {"rules", "players", "neutral_pile", "solo"}
PLAYER_KEYS = {"name", "grid", "flips"}
MOST_PLAYERS = 6


class InvalidTable(ValueError):
    """The file is not a valid table of finished grids; the message says where."""


def score_file(table: object) -> TableScores:
    """The scores of a parsed file, as the `score` command prints them. Raises InvalidTable."""
    if not isinstance(table, dict):
        _refuse("the file", "must be an object")
    _no_others(table, KEYS, "the file")
    game = GAMES.get(table["rules"]) if isinstance(table.get("rules"), str) else None
    if game is None:
        _refuse("rules", f"must be one of {', '.join(GAMES)}")
    solo = table.get("solo", False)
    if not isinstance(solo, bool):
        _refuse("solo", "must be true or false")
    names, boards = _players(game, table.get("players"), solo=solo)
    neutral = _neutral(game, table.get("neutral_pile"), players=len(boards), solo=solo)
    scores = score_table(game, boards, neutral=neutral, solo=solo)
    return {
        "players": [
            {"name": name, "scores": dict(score.scores), "total": score.total}
            for name, score in zip(names, scores, strict=True)
        ],
        "winners": [names[number] for number in winners(scores)],
    }


def _players(game: DraftingGame, players: object, *, solo: bool) -> tuple[list[str], list[Board]]:
    if not isinstance(players, list) or not players:
        _refuse("players", "must be a list of players")
    if solo and len(players) != 2:
        _refuse("players", f"a solo table has the player and {game.opponent}")
    if not 2 <= len(players) <= MOST_PLAYERS:
        _refuse("players", f"must be 2 to {MOST_PLAYERS}")
    names, boards = [], []
    for number, player in enumerate(players):
        place = f"players[{number}]"
        if not isinstance(player, dict):
            _refuse(place, "must be an object")
        _no_others(player, PLAYER_KEYS, place)
        name = player.get("name")
        if not isinstance(name, str) or not name:
            _refuse(f"{place}.name", "must be a text")
        grid = _grid(game, player.get("grid"), f"{place}.grid")
        names.append(name)
        boards.append(Board(grid, _flips(grid, player.get("flips", []), f"{place}.flips")))
    return names, boards


def _grid(game: DraftingGame, rows: object, place: str) -> dict[Cell, str]:
    if not isinstance(rows, list) or len(rows) != HEIGHT:
        _refuse(place, f"must have {HEIGHT} rows")
    grid = {}
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != WIDTH:
            _refuse(f"{place}[{number}]", f"must have {WIDTH} cards")
        for column, card in enumerate(row):
            grid[number, column] = _card(game, card, f"{place}[{number}][{column}]")
    return grid


def _card(game: DraftingGame, card: object, place: str) -> str:
    if not isinstance(card, str) or card not in game.deck:
        _refuse(place, f"{shown(card)} is no card of {game.name}")
    return card


def _flips(grid: dict[Cell, str], flips: object, place: str) -> frozenset[Cell]:
    """The cards turned over. Each whale must turn over a card beside it, unless all are already."""
    if not isinstance(flips, list):
        _refuse(place, "must be a list of pairs of cells")
    done: dict[Cell, Cell] = {}
    for number, pair in enumerate(flips):
        where = f"{place}[{number}]"
        if not isinstance(pair, list) or len(pair) != 2:
            _refuse(where, "must be a whale's cell and the cell it turns over")
        whale, card = _cell(pair[0], f"{where}[0]"), _cell(pair[1], f"{where}[1]")
        if grid[whale] != "WHALE":
            _refuse(f"{where}[0]", f"{list(whale)} is no whale")
        if whale in done:
            _refuse(f"{where}[0]", "this whale has turned a card already")
        if card not in beside(whale):
            _refuse(f"{where}[1]", f"{list(card)} is not beside the whale")
        if card in done.values():
            _refuse(f"{where}[1]", f"{list(card)} is turned over already")
        done[whale] = card
    down = frozenset(done.values())
    for cell, kind in grid.items():
        if (
            kind == "WHALE"
            and cell not in done
            and any(near in grid and near not in down for near in beside(cell))
        ):
            _refuse(place, f"the whale at {list(cell)} turns no card over")
    return down


def _cell(cell: object, place: str) -> Cell:
    if not (
        isinstance(cell, list) and len(cell) == 2 and all(type(number) is int for number in cell)
    ) or not (0 <= cell[0] < HEIGHT and 0 <= cell[1] < WIDTH):
        _refuse(place, "must be [row, column] within the grid")
    return cell[0], cell[1]


def _neutral(game: DraftingGame, pile: object, *, players: int, solo: bool) -> Sequence[str] | None:
    if pile is None:
        return None
    if solo or players != 2:
        _refuse("neutral_pile", "is for games of two players")
    if not isinstance(pile, list) or len(pile) != SPACES:
        _refuse("neutral_pile", f"must have {SPACES} cards")
    return [_card(game, card, f"neutral_pile[{number}]") for number, card in enumerate(pile)]


def _no_others(given: Mapping[str, object], known: set[str], place: str) -> None:
    for key in given:
        if key not in known:
            _refuse(place, f"unknown key {shown(key)}")


def _refuse(place: str, why: str) -> NoReturn:
    raise InvalidTable(f"{place}: {why}")
