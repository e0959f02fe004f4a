"""The log in words, turn by turn, and its latest part for the page."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.words import all_of
from engine.record_format import DraftAction, LogEntry
from games.table.draft.kinds import name_of

# The sentences for entries that are about no seat.
SAID = {
    "whales": gettext_lazy("Whales turn cards over now."),
    "flipped": gettext_lazy("All whales have turned over their cards."),
    "over": gettext_lazy("The game is over."),
}


@dataclass
class Line:
    seat: int | None
    words: str


@dataclass
class Turn:
    """`number` is None for what happens after the last turn."""

    number: int | None
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Voice:
    """The names used in sentences; the seat `reader` is called "you"."""

    names: Sequence[str]
    reader: int | None

    def about(self, seat: int | None, yours: str, theirs: str) -> str:
        """`yours` for the reader's own seat, otherwise `theirs` with the seat's name."""
        if seat is None or seat == self.reader:
            return yours
        return theirs % {"name": self.names[seat]}

    def laid(self, action: DraftAction) -> str:
        """Such as "Bee" or "Rabbit, swaps two cards"."""
        if action["do"] == "flip":
            return ""
        card = name_of(card_of(action))
        if action["do"] == "give":
            return _("%(card)s, given away") % {"card": card}
        if action.get("swap"):
            return _("%(card)s, swaps two cards") % {"card": card}
        return _("%(card)s, moves a card") % {"card": card} if action.get("shift") else card

    def lays(self, action: DraftAction) -> str:
        """Such as "You lay Bee" or "Mira lays Rabbit, swaps two cards"."""
        if action["do"] == "give":
            return _("%(name)s gets %(card)s") % {"name": self.names[-1], "card": name_of(card_of(action))}
        seat, card = action["seat"], self.laid(action)
        if seat == self.reader:
            return _("You lay %(card)s") % {"card": card}
        return _("%(name)s lays %(card)s") % {"name": self.names[seat], "card": card}


def card_of(action: DraftAction) -> str:
    """The type of the card laid or given."""
    assert action["do"] != "flip"
    return action["card"]


def turns(log: Sequence[LogEntry], voice: Voice) -> list[Turn]:
    """The log in words, latest turn first; choices that are still hidden are left out."""
    found: list[Turn] = []
    for entry in log:
        match entry["event"]:
            case "revealed":
                if not found or found[-1].number != entry["turn"]:
                    found.append(Turn(entry["turn"]))
                for action in entry["actions"]:
                    seat = len(voice.names) - 1 if action["do"] == "give" else action["seat"]
                    found[-1].lines.append(Line(seat, voice.laid(action)))
            case "neutral" if found:
                words = _("Neutral player: %(card)s") % {"card": name_of(entry["card"])}
                found[-1].lines.append(Line(None, words))
            case "flipped":
                turned = [(seat, len(flips)) for seat, flips in enumerate(entry["flips"]) if flips]
                lines = [Line(seat, _("turns over %(cards)s") % {"cards": count}) for seat, count in turned]
                found.append(Turn(None, lines))
    return found[::-1]


def happened(latest: Sequence[LogEntry], voice: Voice, turn: int) -> dict[str, object]:
    """`entries` for the scripts to animate, `said` for screen readers, `seat` of whoever chose last."""
    shown = ("event", "seat", "actions", "turn", "flips")
    chose = [entry["seat"] for entry in latest if entry["event"] == "chose"]
    revealed = any(entry["event"] in ("revealed", "flipped") for entry in latest)
    words = [_said(entry, voice) for entry in latest if not (revealed and entry["event"] == "chose")]
    return {
        "entries": [{name: value for name, value in entry.items() if name in shown} for entry in latest],
        "said": " ".join(filter(None, words)),
        "seat": chose[-1] if chose else None,
        "turn": turn,
    }


def _said(entry: LogEntry, voice: Voice) -> str:
    match entry["event"]:
        case "late":
            theirs = _("Time was up for %(name)s: the computer has chosen.")
            return voice.about(entry["seat"], _("Your time was up: the computer has chosen for you."), theirs)
        case "chose":
            return voice.about(entry["seat"], _("You have chosen."), _("%(name)s has chosen."))
        case "revealed":
            laid = all_of([voice.lays(action) for action in entry["actions"]])
            return _("Turn %(number)d: %(actions)s.") % {"number": entry["turn"], "actions": laid}
        case "neutral":
            return _("The neutral player lays %(card)s.") % {"card": name_of(entry["card"])}
        case "passed":
            return _("Hands go to the left.") if entry["to"] == "left" else _("Hands go to the right.")
        case "round" if entry["round"] == 2:
            return _("Round 2 begins: new hands, and they go to the right.")
        case "round":
            return _("Round 1 begins.")
    return str(SAID.get(entry["event"], ""))
