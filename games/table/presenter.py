"""A table as a template context."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import rules_name, signed
from engine.phylo.rules import RULES
from engine.phylo.state import State
from engine.record_format import LogEntry, Risk, View
from games.matches.clauses import rules_title
from games.matches.services.positions import Step
from games.matches.wording import lack_words, short_name
from games.table.board import Card, board, card_of
from games.table.choices import Choice, choices
from games.table.hand import hand_cards
from games.table.log import Turn, happened, turns
from games.table.result import result
from games.table.sentences import Voice
from games.table.turning_point import Decision, Judgement


@dataclass(frozen=True)
class Occasion:
    """
    A table to present: the game's `state`, the viewer's `seat` (None: a spectator), both players' `names`,
    the cards' definitions, the `log` from the start and that of the `latest` action, both without secrets.
    With `open_hands` both hands are shown, as after a finished match; with `acting` the seat may act. The
    `reader` (by default the seat) is called "you", also where a player watches the replay of their own match.
    Of a finished match `steps` are all its moves, and `judgement` is what decided it, if that is known.
    """

    state: State
    seat: int | None
    version: int
    names: Sequence[str]
    cards: Mapping[str, Card]
    log: Sequence[LogEntry]
    latest: Sequence[LogEntry] = ()
    open_hands: bool = False
    acting: bool = True
    reader: int | None = None
    steps: Sequence[Step] = ()
    judgement: Judgement | None = None
    game: Hashable = None
    """What tells the game, as this seat sees it, from others; None if it is not to be kept."""


@dataclass
class Side:
    """One seat, as shown in the header and beside the table."""

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
    def backs(self) -> range:
        """One item for each card in a hidden hand."""
        return range(self.hand_count)

    @property
    def hand_words(self) -> str:
        words = ngettext("%(count)s in hand", "%(count)s in hand", self.hand_count)
        return words % {"count": self.hand_count}

    @property
    def top(self) -> Card | None:
        return self.discard[-1] if self.discard else None


def table_context(occasion: Occasion) -> dict[str, object]:
    """The context of templates/table/base.html."""
    state, seat = occasion.state, occasion.seat
    view = state.view_for(seat)
    cards = occasion.cards
    viewer = 0 if seat is None else seat
    reader = seat if occasion.reader is None else occasion.reader
    compares = RULES[view["rules"]].reveal_compares
    voice = Voice(cards, occasion.names, reader, compares)
    sides = [_side(occasion, view, number) for number in (viewer, 1 - viewer)]
    story = turns(occasion.log, voice, game=occasion.game)
    found = choices(state, seat, cards) if occasion.acting and seat is not None and not view["over"] else []
    revealing = _revealing(found, compares)
    return {
        "version": occasion.version,
        "seat": seat,
        "rules": rules_name(view["rules"]),
        "rules_title": rules_title(view["rules"]),
        "turn": view["turn"],
        "next_is_last": not view["turn"]["last_turn"] and any(side.deck_count == 0 for side in sides),
        "over": view["over"],
        "sides": sides,
        "hand_cards": hand_cards(state, sides[0].hand, found),
        "hand_title": _hand_title(sides[0].hand, revealing),
        "by_seat": sorted(sides, key=lambda side: side.seat),
        "acting": bool(found),
        "revealing": revealing,
        "choosing": bool(found) and not revealing,
        "board": board(view, cards, viewer, occasion.names, reader=reader),
        "choices": found,
        "dots": [number < view["turn"]["actions_left"] for number in (2, 1, 0)],
        "risks": _risks(view, cards, seat),
        "story": story,
        "happened": _happened(occasion, view, voice, story),
        "result": None
        if occasion.open_hands
        else result(state, view, voice, occasion.latest, occasion.steps, _decision(occasion, reader)),
        "open_hands": occasion.open_hands,
        "closed_hands": seat is None and not occasion.open_hands and not view["over"],
    }


def _decision(occasion: Occasion, reader: int | None) -> Decision | None:
    return None if occasion.judgement is None else occasion.judgement(occasion.names, reader)


def _revealing(found: Sequence[Choice], compares: str) -> dict[str, object] | None:
    """While the seat chooses a species to reveal (P8): what is compared, and whether it has none."""
    reveals = [choice for choice in found if choice["do"] == "reveal"]
    if not reveals:
        return None
    return {"compares": compares, "nothing": reveals[0]["action"]["card"] is None}


def _hand_title(hand: Sequence[Card], revealing: object) -> str:
    if revealing:
        return _("Choose the species you reveal")
    if not hand:
        return _("Your hand")
    words = ngettext("Your hand, %(count)s card", "Your hand, %(count)s cards", len(hand))
    return words % {"count": len(hand)}


def _happened(occasion: Occasion, view: View, voice: Voice, story: Sequence[Turn]) -> dict[str, object]:
    """
    The latest action for the page, with its seat, and as `again` the versions of the other side's last turn;
    the last turn is announced when it begins.
    """
    log = occasion.log or occasion.latest
    found = happened(log, occasion.latest, voice)
    found["seat"] = next((entry["seat"] for entry in occasion.latest if entry.get("seat") is not None), None)
    others = (turn for turn in story if turn.moved and not voice.is_reader(turn.seat))
    found["again"] = next(([turn.since, turn.until] for turn in others), None)
    if view["turn"]["last_turn"] and any(entry["event"] == "turn" for entry in occasion.latest):
        found["said"] = "{} {}".format(found["said"], _("This is the last turn."))
    found["said"] = f"{found['said']} {_who_acts(occasion, view, voice)}".strip()
    return found


def _who_acts(occasion: Occasion, view: View, voice: Voice) -> str:
    """After the latest action: whose turn begins, or how many actions the reader has left."""
    seat, left = view["turn"]["seat"], view["turn"]["actions_left"]
    if view["over"] or seat is None or not occasion.latest:
        return ""
    if not any(entry["event"] == "turn" for entry in occasion.latest):
        words = ngettext("%(left)d action left.", "%(left)d actions left.", left) % {"left": left}
        return words if voice.is_reader(seat) else ""
    if voice.is_reader(seat):
        words = ngettext("Your turn, with %(left)d action.", "Your turn, with %(left)d actions.", left)
        return words % {"left": left}
    return _("It is the turn of %(name)s.") % {"name": occasion.names[seat]}


def _side(occasion: Occasion, view: View, number: int) -> Side:
    cards = occasion.cards
    hand = view["hands"][number]
    if occasion.open_hands and isinstance(hand, int):
        hand = occasion.state.position()["hands"][number]
    return Side(
        seat=number,
        name=_("You") if number == occasion.seat else occasion.names[number],
        you=number == occasion.seat,
        score=view["scores"][number],
        to_act=number in view["to_act"],
        hand_count=hand if isinstance(hand, int) else len(hand),
        deck_count=view["decks"][number],
        discard=[card_of(cards, key) for key in view["discards"][number]],
        hand=[] if isinstance(hand, int) else [card_of(cards, key) for key in hand],
    )


def _risks(view: View, cards: Mapping[str, Card], seat: int | None) -> dict[str, object]:
    """What the seat would lose at the end of this turn: its cards, and its score before and after."""
    if seat is None or seat not in view["to_act"]:
        return {"cards": [], "now": 0, "then": 0, "loss": ""}
    risks = [risk for risk in view["at_risk"] if risk["seat"] == seat]
    lost = [_lost(risk, card_of(cards, risk["card"])) for risk in risks]
    now, loss = view["scores"][seat], sum(risk["points"] for risk in risks)
    return {"cards": lost, "now": now, "then": now - loss, "loss": signed(-loss)}


def _lost(risk: Risk, card: Card) -> dict[str, object]:
    name = _("A seedling") if risk["face_down"] else str(card["name"])
    return {
        "name": name,
        "short": _("seedling") if risk["face_down"] else short_name(name),
        "words": lack_words(risk["why"]),
        "points": signed(-risk["points"]) if risk["points"] else "",
    }
