"""One drafting table as a template context."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.drafting import GAMES
from engine.drafting.sets import HAND, SPACES
from games.draft_table.boards import Shown, boards
from games.draft_table.choices import choices, flipping
from games.draft_table.kinds import kinds_of, name_of
from games.draft_table.reading import View
from games.draft_table.result import result
from games.draft_table.sheet import sheet
from games.draft_table.story import Voice, happened, story


@dataclass(frozen=True)
class Occasion:
    """
    A table to present: the `view` of the seat that looks (its "seat" is None: a watcher) and what it may do,
    the players' `names` (not that of a solo opponent), the `log` from the start and that of the `latest`
    action, both already hidden. The words call the `reader` "you" (left out: the seat). `hands` are open
    ones, by seat.
    """

    view: View
    legal: Sequence[Mapping[str, Any]]
    version: int
    names: Sequence[str]
    log: Sequence[Mapping[str, Any]]
    latest: Sequence[Mapping[str, Any]] = ()
    reader: int | None = None
    hands: Sequence[Sequence[str]] = ()


@dataclass
class Side:
    """
    One seat beside the table. `held` counts the cards in hand, `left` is the time left in words; `stood_in`
    once its player has left it to a computer.
    """

    seat: int
    name: str
    you: bool
    score: int
    to_act: bool
    chosen: bool
    held: int | None
    board: Shown
    hand: Sequence[str] = field(default_factory=list)
    left: str = ""
    stood_in: bool = False


def table_context(occasion: Occasion) -> dict[str, Any]:
    """The context of templates/games/draft/."""
    view = occasion.view
    seat = view["seat"]
    reader = seat if occasion.reader is None else occasion.reader
    game = GAMES[view["rules"]]
    names = [*occasion.names, game.opponent] if view["players"] == 1 else list(occasion.names)
    shown = boards(view, seat, occasion.latest)
    sides = [_side(occasion, shown[number], name, reader) for number, name in enumerate(names)]
    voice = Voice(names, reader)
    found = choices(view, occasion.legal)
    told = sheet(view, [_("You") if number == reader else name for number, name in enumerate(names)])
    return {
        "version": occasion.version,
        "seat": seat,
        "rules": view["rules"],
        "game": game.name,
        "view": view,
        "round": view["round"],
        "turn": view["turn"],
        "turns": SPACES,
        "passing": _passing(view),
        "phase": view["phase"],
        "over": view["over"],
        "solo": view["players"] == 1,
        "sides": sides,
        "first": _first(view, seat),
        "hand": _held(view),
        "chosen": name_of(view["chosen"]["card"]) if view.get("chosen") and "card" in view["chosen"] else "",
        "acting": bool(found),
        "choices": found,
        "sheet": told,
        "pile": _pile(view),
        "story": story(occasion.log, voice),
        "happened": happened(occasion.latest, voice, view["turn"]),
        "revealed": _revealed(occasion.latest, voice),
        "result": result(view, names, reader),
        "open_hands": bool(occasion.hands),
    }


def _side(occasion: Occasion, board: Shown, name: str, reader: int | None) -> Side:
    view, number = occasion.view, board.seat
    plays = number < view["players"]
    return Side(
        seat=number,
        name=_("You") if number == reader else name,
        you=number == reader,
        score=view["scores"][number],
        to_act=plays and number in view["to_act"],
        chosen=plays and number in view["waiting"] and number not in view["to_act"],
        held=view["hands"][number] if plays else None,
        board=board,
        hand=sorted(occasion.hands[number]) if plays and occasion.hands else [],
    )


def _first(view: View, seat: int | None) -> int:
    """Whose layout is shown large."""
    if view["phase"] == "give" and seat is not None:
        return 1
    if view["phase"] == "flip" and seat is not None and view["to_act"]:
        return flipping(view)
    return seat or 0


def _held(view: View) -> list[str]:
    """In the order of the score sheet."""
    order = [kind.key for kind in kinds_of(view["rules"])]
    return sorted(view["hand"] or [], key=order.index)


def _passing(view: View) -> str:
    """Where the hands go after this turn."""
    if view["players"] == 1 or view["phase"] != "draft" or view["turn"] in (HAND, SPACES):
        return ""
    return "left" if view["turn"] < HAND else "right"


def _pile(view: View) -> list[tuple[str, int]] | None:
    """The neutral player's cards by type; None where there is none."""
    if view["players"] != 2:
        return None
    return [
        (kind.key, view["pile"].count(kind.key))
        for kind in kinds_of(view["rules"])
        if kind.key in view["pile"]
    ]


def _revealed(latest: Sequence[Mapping[str, Any]], voice: Voice) -> list[dict[str, Any]]:
    """The cards that were turned face up together by the latest action."""
    for entry in latest:
        if entry["event"] == "revealed" and len(entry["actions"]) > 1:
            neutral = [each["card"] for each in latest if each["event"] == "neutral"]
            found = [
                {
                    "seat": action["seat"],
                    "name": _("You") if action["seat"] == voice.reader else voice.names[action["seat"]],
                    "card": action["card"],
                    "words": voice.laid(action),
                }
                for action in entry["actions"]
            ]
            return found + [
                {"seat": None, "name": _("Neutral player"), "card": card, "words": name_of(card)}
                for card in neutral
            ]
    return []
