"""Every space that a card might go to, with what each neighbour there means for the card."""

from collections.abc import Callable, Mapping
from typing import NotRequired, TypedDict

from django.utils.translation import gettext as _

import engine
from cards.words import criterion_words
from engine.phylo import refusals
from engine.phylo.bonds import Fit
from engine.phylo.bonds import fits as engine_fits
from games.matches.wording import sentence
from games.table.board import At, Card, at_of, card_of
from games.table.lines import Line, Reader, clauses, line, welcome
from games.table.outlook import Outlook, outlook


class SpaceInWords(TypedDict):
    """Whether a card fits there, a line for each neighbour, the `outlook` of an event that one may play."""

    fits: bool
    title: str
    words: str
    clause: str
    lines: list[Line]
    outlook: NotRequired[Outlook]


def spaces_in_words(reader: Reader, seat: int, source: str) -> dict[str, object]:
    """
    Every space that a card of the seat, "hand:<key>" or "space:<x>,<y>", might go to: `spaces` (SpaceInWords)
    by "x,y", and the `clauses` that they name. Raises ValueError for any other `source`.
    """
    key, start = _read_source(reader, seat, source)
    card = _card(reader, key, start)
    spaces: dict[str, SpaceInWords] = {}
    for fit in engine_fits(reader.state, seat, key=key, start=start):
        at = "{},{}".format(*fit.at)
        if at not in spaces or fit.refusal is None:
            spaces[at] = _space(fit, card, reader.lying)
            if card["kind"] == "event" and fit.refusal is None and reader.state.to_act == (seat,):
                seen = spaces[at]["outlook"] = outlook(reader, seat, key, fit.at)
                spaces[at]["title"], spaces[at]["words"] = seen["title"], seen["words"]
    used = {part["clause"] for space in spaces.values() for part in (space, *space["lines"])}
    return {"spaces": spaces, "clauses": clauses(reader.state.rules.key, used)}


def _read_source(reader: Reader, seat: int, source: str) -> tuple[str, list[int] | None]:
    """The key of a card in hand, or the space of a card on the table. Raises ValueError."""
    kind, _colon, rest = source.partition(":")
    if kind == "hand" and rest in reader.state.position()["hands"][seat]:
        return rest, None
    for space in reader.spaces if kind == "space" else ():
        if rest == "{},{}".format(*space["at"]):
            return "", space["at"]
    raise ValueError(_("source must be a card of your hand or of the table."))


def _card(reader: Reader, key: str, start: list[int] | None) -> Card:
    if start is not None:
        key = next(space["card"] for space in reader.spaces if space["at"] == start)
    return card_of(reader.cards, key)


def _space(fit: Fit, card: Card, lying: Mapping[At, str]) -> SpaceInWords:
    lines = [line(bond, fit.at, lying) for bond in fit.bonds]
    refusal = fit.refusal
    at = at_of(fit.at)
    title = _("Fits here") if refusal is None else _("Not here")
    words, clause = "", "P22"
    if refusal is None:
        words = welcome(card, lying.get(at, ""), under=fit.under)
        clause = {"event": "P28"}.get(card["kind"], "P24" if fit.under else "P23" if at in lying else "P15")
    elif refusal.code in ("no-terrain", "no-climate", "no-food", "too-big") and lines:
        words, clause = _("None of its neighbours supports %(name)s.") % {"name": card["name"]}, "P15"
    else:
        words, clause = refused(refusal, card), refusal.clause
    return {"fits": refusal is None, "title": title, "words": words, "clause": clause, "lines": lines}


# Refusals that do not say what the card requires, with where to find that in its definition.
WANTED: Mapping[str, Callable[[Card], object]] = {
    refusals.WRONG_TARGET: lambda card: card.get("target"),
    refusals.CANNOT_COVER: lambda card: card["abilities"]["invasive"]["on"],
    refusals.WRONG_HOST: lambda card: card["abilities"]["parasitic"]["host"],
    refusals.NOT_BESIDE: lambda card: card["abilities"]["beside"],
    refusals.NO_PARTNER: lambda card: card["abilities"]["beside"],
    refusals.NOTHING_CHOSEN: lambda card: card["abilities"]["feeds_only"],
    refusals.NO_HOST_LIES: lambda card: card["abilities"]["parasitic"]["host"],
    refusals.NO_TARGET_LIES: lambda card: card.get("target"),
}


def refused(refusal: engine.Refusal, card: Card) -> str:
    """The refusal, with what the card requires where the sentence does not say so."""
    said = sentence(refusal)
    if refusal.template not in WANTED:
        return said
    wanted = criterion_words(WANTED[refusal.template](card))
    return "{} {}".format(said, _("It asks for: %(criterion)s.") % {"criterion": wanted})
