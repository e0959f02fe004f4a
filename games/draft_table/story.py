"""What happened, turn by turn, and the latest of it for the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from cards.words import all_of
from games.draft_table.kinds import name_of

Entry = Mapping[str, Any]


@dataclass
class Told:
    seat: int | None
    words: str
    card: str = ""


@dataclass
class TurnTold:
    """`number` is None for what is beyond the turns."""

    number: int | None
    lines: list[Told] = field(default_factory=list)


@dataclass(frozen=True)
class Voice:
    """Whom the words call what; `reader` is called "you"."""

    names: Sequence[str]
    reader: int | None

    def laid(self, action: Entry) -> str:
        """ "Bee", "Rabbit, exchanges two cards"."""
        card = name_of(action["card"])
        if action["do"] == "give":
            return _("%(card)s, given away") % {"card": card}
        if action.get("swap"):
            return _("%(card)s, exchanges two cards") % {"card": card}
        if action.get("shift"):
            return _("%(card)s, moves a card") % {"card": card}
        return card

    def lays(self, action: Entry) -> str:
        """ "You lay Bee", "Mira lays Rabbit, exchanges two cards"."""
        seat, card = action["seat"], self.laid(action)
        if action["do"] == "give":
            return _("%(name)s gets %(card)s") % {"name": self.names[-1], "card": name_of(action["card"])}
        if seat == self.reader:
            return _("You lay %(card)s") % {"card": card}
        return _("%(name)s lays %(card)s") % {"name": self.names[seat], "card": card}


def story(log: Sequence[Entry], voice: Voice) -> list[TurnTold]:
    """The newest turn first; choices that are still hidden are left out."""
    found: list[TurnTold] = []
    for entry in log:
        match entry["event"]:
            case "revealed":
                if not found or found[-1].number != entry["turn"]:
                    found.append(TurnTold(entry["turn"]))
                found[-1].lines += [
                    Told(
                        len(voice.names) - 1 if action["do"] == "give" else action["seat"],
                        voice.laid(action),
                        action["card"],
                    )
                    for action in entry["actions"]
                ]
            case "neutral" if found:
                found[-1].lines.append(
                    Told(
                        None, _("Neutral player: %(card)s") % {"card": name_of(entry["card"])}, entry["card"]
                    )
                )
            case "flipped":
                found.append(
                    TurnTold(
                        None,
                        [
                            Told(seat, _("turns over %(cards)s") % {"cards": len(flips)})
                            for seat, flips in enumerate(entry["flips"])
                            if flips
                        ],
                    )
                )
    return found[::-1]


def happened(latest: Sequence[Entry], voice: Voice, turn: int) -> dict[str, Any]:
    """`entries` for the scripts, `said` for those who do not see, `seat` of who has chosen."""
    words: list[str] = []
    seat = None
    revealed = any(entry["event"] in ("revealed", "flipped") for entry in latest)
    for entry in latest:
        match entry["event"]:
            case "late":
                words.append(_late(entry["seat"], voice))
            case "chose":
                seat = entry["seat"]
                if not revealed:
                    words.append(_chose(entry["seat"], voice))
            case "revealed":
                told = all_of([voice.lays(action) for action in entry["actions"]])
                words.append(_("Turn %(number)d: %(told)s.") % {"number": entry["turn"], "told": told})
            case "neutral":
                words.append(_("The neutral player lays %(card)s.") % {"card": name_of(entry["card"])})
            case "passed":
                words.append(
                    _("Hands go to the left.") if entry["to"] == "left" else _("Hands go to the right.")
                )
            case "round":
                words.append(
                    _("Round 2 begins: new hands, and they go to the right.")
                    if entry["round"] == 2
                    else _("Round 1 begins.")
                )
            case "whales":
                words.append(_("Whales turn cards over now."))
            case "flipped":
                words.append(_("All whales have turned over their cards."))
            case "over":
                words.append(_("The game is over."))
    return {
        "entries": [_bare(entry) for entry in latest],
        "said": " ".join(words),
        "seat": seat,
        "turn": turn,
    }


def _late(seat: int, voice: Voice) -> str:
    if seat == voice.reader:
        return _("Your time was up: the computer has chosen for you.")
    return _("Time was up for %(name)s: the computer has chosen.") % {"name": voice.names[seat]}


def _chose(seat: int, voice: Voice) -> str:
    if seat == voice.reader:
        return _("You have chosen.")
    return _("%(name)s has chosen.") % {"name": voice.names[seat]}


def _bare(entry: Entry) -> dict[str, Any]:
    """What the page moves: who laid what where."""
    return {
        name: value for name, value in entry.items() if name in ("event", "seat", "actions", "turn", "flips")
    }
