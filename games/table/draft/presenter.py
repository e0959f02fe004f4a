"""A drafting table as a template context."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.drafting import GAMES
from engine.drafting.sets import HAND, SPACES
from engine.record_format import DraftAction, DraftView, LogEntry
from games.table.draft.boards import Shown, boards
from games.table.draft.choices import choices, flipping
from games.table.draft.kinds import kinds_of, name_of
from games.table.draft.log import Voice, card_of, happened, turns
from games.table.draft.result import result
from games.table.draft.sheet import sheet


@dataclass(frozen=True)
class Occasion:
    """
    A table to present: the `view` of a seat (None in it: a spectator) and its `legal` actions, the players'
    `names` (without a solo opponent), the `log` from the start and that of the `latest` action, both without
    secrets. The `reader` (by default the seat) is called "you". By seat: `hands` if they are open, the time
    `left` in words, and those `stood_in`, where a bot plays for a player who has left.
    """

    view: DraftView
    legal: Sequence[DraftAction]
    version: int
    names: Sequence[str]
    log: Sequence[LogEntry]
    latest: Sequence[LogEntry] = ()
    reader: int | None = None
    hands: Sequence[Sequence[str]] = ()
    left: Sequence[str] = ()
    stood_in: Collection[int] = ()


@dataclass(frozen=True)
class Side:
    """
    One seat beside the table. `left` is the time left in words; `stood_in` means that a bot plays for a
    player who has left.
    """

    seat: int
    name: str
    you: bool
    score: int
    to_act: bool
    chosen: bool
    board: Shown
    hand: Sequence[str]
    left: str
    stood_in: bool


def table_context(occasion: Occasion) -> dict[str, object]:
    """The context of templates/table/draft/."""
    view = occasion.view
    seat = view["seat"]
    reader = seat if occasion.reader is None else occasion.reader
    game = GAMES[view["rules"]]
    names = [*occasion.names, game.opponent] if view["players"] == 1 else list(occasion.names)
    shown = boards(view, seat, occasion.latest)
    sides = [_side(occasion, shown[number], name, reader) for number, name in enumerate(names)]
    voice = Voice(names, reader)
    found = choices(view, occasion.legal)
    score_sheet = sheet(view, [_("You") if number == reader else name for number, name in enumerate(names)])
    return {
        "version": occasion.version,
        "seat": seat,
        "rules": view["rules"],
        "game": game.name,
        "round": view["round"],
        "turn": view["turn"],
        "turns": SPACES,
        "passing": _passing(view),
        "phase": view["phase"],
        "over": view["over"],
        "solo": view["players"] == 1,
        "sides": sides,
        "first": _first(view, seat),
        "hand": _hand(view),
        "chosen": _chosen(view),
        "acting": bool(found),
        "choices": found,
        "sheet": score_sheet,
        "pile": _pile(view),
        "story": turns(occasion.log, voice),
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
        board=board,
        hand=sorted(occasion.hands[number]) if plays and occasion.hands else [],
        left=occasion.left[number] if number < len(occasion.left) else "",
        stood_in=number in occasion.stood_in,
    )


def _first(view: DraftView, seat: int | None) -> int:
    """The seat whose layout is shown large."""
    if view["phase"] == "give" and seat is not None:
        return 1
    if view["phase"] == "flip" and seat is not None and view["to_act"]:
        return flipping(view)
    return seat or 0


def _hand(view: DraftView) -> list[str]:
    """The hand in the order of the score sheet."""
    order = [kind.key for kind in kinds_of(view["rules"])]
    return sorted(view["hand"] or [], key=order.index)


def _chosen(view: DraftView) -> str:
    """The name of the card that the seat has chosen to lay or give."""
    chosen = view["chosen"]
    return "" if chosen is None or chosen["do"] == "flip" else name_of(chosen["card"])


def _passing(view: DraftView) -> str:
    """The direction in which hands are passed after this turn, or ""."""
    if view["players"] == 1 or view["phase"] != "draft" or view["turn"] in (HAND, SPACES):
        return ""
    return "left" if view["turn"] < HAND else "right"


def _pile(view: DraftView) -> list[tuple[str, int]] | None:
    """The number of the neutral player's cards by type; None if there is no neutral player."""
    if view["players"] != 2:
        return None
    return [
        (kind.key, view["pile"].count(kind.key))
        for kind in kinds_of(view["rules"])
        if kind.key in view["pile"]
    ]


def _revealed(latest: Sequence[LogEntry], voice: Voice) -> list[dict[str, object]]:
    """The cards that the latest action revealed together."""
    revealed = [entry["actions"] for entry in latest if entry["event"] == "revealed"]
    together = next((actions for actions in revealed if len(actions) > 1), None)
    if together is None:
        return []
    found: list[tuple[int | None, str, str, str]] = []
    for action in together:
        name = voice.about(action["seat"], _("You"), "%(name)s")
        found.append((action["seat"], name, card_of(action), voice.laid(action)))
    neutral = [entry["card"] for entry in latest if entry["event"] == "neutral"]
    found += [(None, _("Neutral player"), card, name_of(card)) for card in neutral]
    return [dict(zip(("seat", "name", "card", "words"), each, strict=True)) for each in found]
