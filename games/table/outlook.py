"""What an event would do, in words, before it is played (P28 to P31)."""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.keywords.effects import EFFECTS
from cards.words import signed
from engine.phylo.reasons import preview_event
from engine.record_format import LogEntry
from games.table.board import at_of, card_of
from games.table.lines import Reader


class Outlook(TypedDict):
    """
    `tone`: "harm" if the reader loses points; `title`: whom it harms; `gain` and `reason`: for a tag on the
    card, the points and whose they are, if the reader loses them.
    """

    tone: str
    title: str
    gain: str
    reason: str
    words: str


TOLD = ("discard", "take-control")
"""The effects that their consequences say."""

# The reader's own cards, and all others.
HAPPENS = {
    "removed": (gettext_lazy("Your %(card)s goes."), gettext_lazy("%(card)s goes.")),
    "starves": (gettext_lazy("Your %(card)s starves."), gettext_lazy("%(card)s starves.")),
    "endangered": (gettext_lazy("Your %(card)s cannot stay."), gettext_lazy("%(card)s cannot stay.")),
    "rescued": (gettext_lazy("Your %(card)s is saved."), gettext_lazy("%(card)s is saved.")),
    "taken": (gettext_lazy("%(card)s is yours."), gettext_lazy("%(card)s changes sides.")),
}


def outlook(reader: Reader, seat: int, card: str, at: Sequence[int]) -> Outlook:
    """What the event would do if the seat, called "you", played it there."""
    log = preview_event(reader.state, {"seat": seat, "do": "event", "card": card, "at": list(at)})
    points = {entry["seat"]: entry["points"] for entry in log if entry["event"] == "outcome"}
    mine, theirs = points[seat], points[1 - seat]
    name = reader.names[1 - seat]
    happens = [_happens(entry, reader, seat) for entry in log if entry["event"] in HAPPENS]
    effects = [(EFFECTS[effect["do"]], effect) for effect in card_of(reader.cards, card)["effects"]]
    target = reader.lying.get(at_of(at), "")
    does = [effect.in_brief(block) for effect, block in effects if effect.name not in TOLD]
    params = [_("%(card)s: %(effect)s.") % {"card": target, "effect": each} for each in does if each]
    sentences = [*params, *(happens or [_("Nothing goes.")]), _mine(mine), _theirs(theirs, name)]
    return {
        "tone": "harm" if mine < 0 else "",
        "title": _title(mine, theirs, name),
        "gain": signed(mine if mine < 0 else theirs or mine) if mine or theirs else "",
        "reason": _("for you") if mine < 0 else "",
        "words": " ".join(filter(None, sentences)),
    }


def _happens(entry: LogEntry, reader: Reader, seat: int) -> str:
    event = entry["event"]
    card = card_of(reader.cards, entry["card"])
    eats = (card.get("food_chain") or 1) > 1 and not entry.get("face_down")
    if event == "endangered" and eats and entry["lacks"] in ("no-neighbour", "no-food", "too-big"):
        event = "starves"
    name = _("seedling") if entry.get("face_down") else card["name"]
    # A seedling may begin the sentence.
    return capfirst(str(HAPPENS[event][0 if entry["seat"] == seat else 1]) % {"card": name})


def _mine(points: int) -> str:
    params = {"points": abs(points)}
    if points < 0:
        return ngettext("You lose %(points)s point.", "You lose %(points)s points.", -points) % params
    gains = ngettext("You gain %(points)s point.", "You gain %(points)s points.", points) % params
    return gains if points else ""


def _theirs(points: int, name: str) -> str:
    params = {"points": abs(points), "name": name}
    if points < 0:
        loses = ngettext("%(name)s loses %(points)s point.", "%(name)s loses %(points)s points.", -points)
        return loses % params
    gains = ngettext("%(name)s gains %(points)s point.", "%(name)s gains %(points)s points.", points) % params
    return gains if points else ""


def _title(mine: int, theirs: int, name: str) -> str:
    if mine < 0:
        return _("This harms you and %(name)s") % {"name": name} if theirs < 0 else _("This harms you")
    if theirs < 0:
        return _("This harms %(name)s") % {"name": name}
    return _("This helps you") if mine > 0 else _("Fits here")
