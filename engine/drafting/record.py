"""Game records of the drafting games: reading and judging them as the referee does (record format)."""

from collections.abc import Mapping
from typing import Any

from engine.drafting.draft import MOST_PLAYERS, Draft
from engine.drafting.notation import read, written
from engine.drafting.sets import GAMES
from engine.phylo.refusals import IllegalAction

FORMAT = "phylo-record/1"
NEEDED = ("format", "rules", "players", "seed", "actions")
FIELDS = {*NEEDED, "options"}


class InvalidRecord(ValueError):
    """A file that is no record; the message says where."""


def is_drafting(data: Any) -> bool:
    """Whether the referee should ask this module about a file."""
    return isinstance(data, Mapping) and isinstance(data.get("rules"), str) and data["rules"] in GAMES


def judge(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the referee prints: applied actions, the position reached, and what is refused.

    `winner` is a list of seats, since a victory may be shared, and null before the end; in a solo game it
    holds the seats with the most points. Raises `InvalidRecord`.
    """
    draft = start(data)
    seats = range(len(draft.layouts))
    verdict: dict[str, Any] = {"ok": True, "applied": len(data["actions"])}
    actions = []
    for step, action in enumerate(data["actions"]):
        try:
            if not isinstance(action, Mapping):
                raise ValueError("an action is an object")
            seat, chosen = read(action)
            if seat not in seats:
                raise ValueError(f"there is no seat {seat}")
        except ValueError as error:
            raise InvalidRecord(f"actions[{step}]: {error}") from None
        actions.append((seat, chosen))
    for step, (seat, chosen) in enumerate(actions):
        try:
            draft.choose(seat, chosen)
        except IllegalAction as error:
            code, message = error.refusal.code, error.refusal.message
            illegal = {"step": step, "clause": None, "code": code, "message": message}
            verdict = {"ok": False, "applied": step, "illegal": illegal}
            break
    scores = draft.scores()
    return verdict | {
        "position": position(draft),
        "to_act": list(draft.to_act),
        "legal": [written(seat, action) for seat in draft.to_act for action in draft.actions(seat)],
        "scores": [score.total for score in scores],
        "over": draft.over,
        "winner": draft.winners() if draft.over else None,
        "sheets": [dict(score.scores) for score in scores],
    }


def start(data: Mapping[str, Any]) -> Draft:
    """The deal of a record. Raises `InvalidRecord`."""
    for field in NEEDED:
        if field not in data:
            raise InvalidRecord(f"{field} is missing")
    unknown = data.keys() - FIELDS
    if unknown:
        raise InvalidRecord(f"a record has no field {min(unknown)!r}")
    if data["format"] != FORMAT:
        raise InvalidRecord(f"format must be {FORMAT}")
    if data.get("options", {}) != {}:
        raise InvalidRecord("options: these games have none")
    if type(data["players"]) is not int or not 1 <= data["players"] <= MOST_PLAYERS:
        raise InvalidRecord(f"players must be 1 to {MOST_PLAYERS}")
    if type(data["seed"]) is not int:
        raise InvalidRecord("seed must be a whole number")
    if not isinstance(data["actions"], list):
        raise InvalidRecord("actions must be a list")
    return Draft.deal(GAMES[data["rules"]], data["players"], data["seed"])


def position(draft: Draft) -> dict[str, Any]:
    """Everything on and off the table: it shows every hand."""
    return {
        "turn": draft.turn,
        "phase": draft.phase,
        "hands": [sorted(hand) for hand in draft.hands],
        "layouts": [
            [{"at": list(cell), "card": card} for cell, card in sorted(layout.cards.items())]
            for layout in draft.layouts
        ],
        "neutral_pile": list(draft.pile),
        "chosen": [written(seat, action) for seat, action in sorted(draft.chosen.items())],
        "flips": [
            [[list(whale), list(card)] for whale, card in sorted(flips.items())] for flips in draft.flips
        ],
    }
