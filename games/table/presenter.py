"""One table as a template context."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.table.board import Card, board, card_of
from games.table.choices import choices
from games.table.result import result
from games.table.sentences import Voice
from games.table.story import happened, story
from games.wording import lack_badge, lack_words, short_name, signed

LACK_ORDER = ("no-neighbour", "no-terrain", "no-climate", "no-food", "too-big", "not-adjacent")


@dataclass(frozen=True)
class Occasion:
    """
    A table to present: the game's `state`, the `seat` that looks (None: a spectator), both players' `names`,
    the cards' definitions, the `log` from the start and that of the `latest` action, both already hidden.
    With `open_hands` both hands are shown, as after a finished match; with `acting` the seat may act.
    """

    state: Any
    seat: int | None
    version: int
    names: Sequence[str]
    cards: Mapping[str, Card]
    log: Sequence[Mapping[str, Any]]
    latest: Sequence[Mapping[str, Any]] = ()
    open_hands: bool = False
    acting: bool = True


@dataclass
class Side:
    """One seat in the header and beside the table."""

    seat: int
    name: str
    you: bool
    score: int
    to_act: bool
    hand_count: int
    deck_count: int
    discard: Sequence[Card]
    hand: Sequence[Card] = field(default_factory=list)

    @property
    def top(self) -> Card | None:
        return self.discard[-1] if self.discard else None


def table_context(occasion: Occasion) -> dict[str, Any]:
    """The context of templates/games/_table.html."""
    state, seat = occasion.state, occasion.seat
    view = state.view_for(seat)
    view["at_risk"] = [{**risk, "why": lack_of(state, risk)} for risk in view["at_risk"]]
    cards = occasion.cards
    viewer = 0 if seat is None else seat
    voice = Voice(cards, occasion.names, seat)
    sides = [_side(occasion, view, number) for number in (viewer, 1 - viewer)]
    found = choices(state, seat, cards) if occasion.acting and seat is not None and not view["over"] else []
    return {
        "version": occasion.version,
        "seat": seat,
        "viewer": viewer,
        "rules": view["rules"].removeprefix("phylo-"),
        "turn": view["turn"],
        "over": view["over"],
        "sides": sides,
        "by_seat": sorted(sides, key=lambda side: side.seat),
        "acting": bool(found),
        "revealing": any(choice["do"] == "reveal" for choice in found),
        "can_discard": any(choice["do"] == "discard" for choice in found),
        "can_pass": any(choice["do"] == "pass" for choice in found),
        "board": board(view, cards, viewer, occasion.names),
        "choices": found,
        "dots": [number < view["turn"].get("actions_left", 0) for number in (2, 1, 0)],
        "risks": _risks(view, cards, seat),
        "story": story(occasion.log, voice),
        "names": occasion.names,
        "happened": happened(occasion.latest, voice) | {"seat": _actor(occasion.latest)},
        "result": result(view, cards, seat, occasion.names),
        "open_hands": occasion.open_hands,
    }


def lack_of(state: engine.State, risk: Mapping[str, Any]) -> str:
    """What a card at risk lacks, by the neighbour that comes furthest; "loses-it" if that one goes too."""
    found = list(engine.supporters(state, risk["card"], risk["at"], start=risk["at"]).values())
    if None in found:
        return "loses-it"
    return max((code for code in found if code), key=LACK_ORDER.index, default="no-neighbour")


def _side(occasion: Occasion, view: Mapping[str, Any], number: int) -> Side:
    cards = occasion.cards
    hand, deck = view["hands"][number], view["decks"][number]
    if occasion.open_hands and isinstance(hand, int):
        hand = occasion.state.position()["hands"][number]
    return Side(
        seat=number,
        name=_("You") if number == occasion.seat else occasion.names[number],
        you=number == occasion.seat,
        score=view["scores"][number],
        to_act=number in view["to_act"],
        hand_count=hand if isinstance(hand, int) else len(hand),
        deck_count=deck if isinstance(deck, int) else len(deck),
        discard=[card_of(cards, key) for key in view["discards"][number]],
        hand=[] if isinstance(hand, int) else [card_of(cards, key) for key in hand],
    )


def _risks(view: Mapping[str, Any], cards: Mapping[str, Card], seat: int | None) -> dict[str, Any]:
    """What the seat would lose at the end of this turn: the cards, and its score before and after."""
    if seat is None or seat not in view["to_act"]:
        return {"cards": [], "now": 0, "then": 0, "loss": ""}
    spaces = {tuple(space["at"]): space for space in view["spaces"]}
    lost: list[dict[str, Any]] = []
    for risk in view["at_risk"]:
        if risk["seat"] != seat:
            continue
        space = spaces[tuple(risk["at"])]
        card = card_of(cards, space["card"])
        points = 0 if space.get("face_down") else card.get("points") or 0
        lost.append(
            {
                "name": card["name"] or _("A seedling"),
                "short": short_name(card["name"] or _("seedling")),
                "badge": lack_badge(risk["why"]),
                "words": lack_words(risk["why"]),
                "points": points,
            }
        )
    now, loss = view["scores"][seat], sum(card["points"] for card in lost)
    return {"cards": lost, "now": now, "then": now - loss, "loss": signed(-loss)}


def _actor(latest: Sequence[Mapping[str, Any]]) -> int | None:
    return next((entry["seat"] for entry in latest if entry.get("seat") is not None), None)
