"""The log in words: each entry of the engine's log as a sentence, reason first and by name.

Names arrive as plain text and leave as escaped HTML, set in bold where a sentence is about them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import lack_words, listed, signed


@dataclass(frozen=True)
class Sentence:
    """A line of the log. `tone` ("loss", "effect" or "") picks its sign; `worth` is the change of points."""

    seat: int | None
    words: SafeString
    tone: str = ""
    worth: str = ""

    @property
    def plain(self) -> str:
        return unescape(strip_tags(self.words))


@dataclass(frozen=True)
class Voice:
    """
    Who speaks to whom: the cards' definitions, both players' names, the seat that reads, if any, and what a
    reveal compares under these rules (P8).
    """

    cards: Mapping[str, Mapping[str, Any]]
    names: Sequence[str]
    reader: int | None = None
    compares: str = "food_chain"

    def card(self, key: str) -> str:
        return str(self.cards.get(key, {}).get("name", key))

    def bold(self, key: str) -> SafeString:
        return format_html("<b>{}</b>", self.card(key))

    def is_reader(self, seat: int | None) -> bool:
        return seat is not None and seat == self.reader


def sentence(entry: Mapping[str, Any], voice: Voice) -> Sentence | None:
    """One entry of the engine's log as a line to read, or None where there is nothing to say."""
    writer = WRITERS.get(entry["event"])
    return writer(entry, voice) if writer else None


def _said(entry: Mapping[str, Any], voice: Voice, yours: str, theirs: str, /, **values: Any) -> SafeString:
    """`yours` when the reader did it, `theirs` with the player's name otherwise; values are escaped."""
    seat = entry.get("seat")
    name = voice.names[seat] if seat is not None else ""
    return format_html(yours if voice.is_reader(seat) else theirs, name=name, **values)


def _worth(points: int | None, seat: int | None, voice: Voice) -> str:
    if not points:
        return ""
    change = signed(points)
    return _("%(change)s for you") % {"change": change} if points < 0 and voice.is_reader(seat) else change


def _revealed(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    if not entry.get("card"):
        words = _said(entry, voice, _("You have no species to show."), _("{name} has no species to show."))
    else:
        yours, theirs = (
            (_("You show {card}, scale {number}."), _("{name} shows {card}, scale {number}."))
            if voice.compares == "scale"
            else (_("You show {card}, number {number}."), _("{name} shows {card}, number {number}."))
        )
        number = voice.cards.get(entry["card"], {}).get(voice.compares, 0)
        words = _said(entry, voice, yours, theirs, card=voice.bold(entry["card"]), number=number)
    return Sentence(entry["seat"], words)


def _begins(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    if entry.get("coin"):
        words = _said(entry, voice, _("A coin decides: you begin."), _("A coin decides: {name} begins."))
    else:
        words = _said(entry, voice, _("You begin."), _("{name} begins."))
    return Sentence(entry["seat"], words)


def _drew(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    count = entry["count"]
    words = _said(
        entry,
        voice,
        ngettext("You draw a card.", "You draw {count} cards.", count),
        ngettext("{name} draws a card.", "{name} draws {count} cards.", count),
        count=count,
    )
    return Sentence(entry["seat"], words)


def _played(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    card = voice.bold(entry["card"])
    if entry.get("under"):
        words = _said(
            entry,
            voice,
            _("You slip {card} under its host."),
            _("{name} slips {card} under its host."),
            card=card,
        )
    else:
        words = _said(entry, voice, _("You play {card}."), _("{name} plays {card}."), card=card)
    return Sentence(
        entry["seat"],
        words,
        worth=_worth(voice.cards.get(entry["card"], {}).get("points"), entry["seat"], voice),
    )


def _covered(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    """`seat` is the invader's player, `owner` the one whose card it covers (P23, 1.3)."""
    owner, points = entry["owner"], voice.cards.get(entry["card"], {}).get("points") or 0
    words = _said(
        {"seat": owner},
        voice,
        _("Your {card} lies face down under it."),
        _("{name}’s {card} lies face down under it."),
        card=voice.bold(entry["card"]),
    )
    return Sentence(owner, words, "loss", _worth(-points, owner, voice))


def _released(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(
        entry,
        voice,
        _("Your {card} lies face up again."),
        _("{name}’s {card} lies face up again."),
        card=voice.bold(entry["card"]),
    )
    points = voice.cards.get(entry["card"], {}).get("points")
    return Sentence(entry["seat"], words, "effect", _worth(points, entry["seat"], voice))


def _moved(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(
        entry, voice, _("You move {card}."), _("{name} moves {card}."), card=voice.bold(entry["card"])
    )
    return Sentence(entry["seat"], words)


def _spread(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    count = len(entry["to"])
    pattern = ngettext(
        "{card} spreads: one card face down.", "{card} spreads: {count} cards face down.", count
    )
    return Sentence(entry["seat"], format_html(pattern, card=voice.bold(entry["card"]), count=count))


def _event_played(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(
        entry,
        voice,
        _("You play {card} on {target}."),
        _("{name} plays {card} on {target}."),
        card=voice.bold(entry["card"]),
        target=voice.bold(entry["target"]),
    )
    return Sentence(entry["seat"], words)


def _taken(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(
        entry,
        voice,
        _("{card} is yours now."),
        _("{name} takes {card} over."),
        card=voice.bold(entry["card"]),
    )
    return Sentence(entry["seat"], words)


def _recovered(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    cards = listed([voice.card(key) for key in entry["cards"]])
    return Sentence(
        entry["seat"],
        _said(entry, voice, _("You take back {cards}."), _("{name} takes back {cards}."), cards=cards),
    )


def _made_to_discard(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    """`seat` is the one whose event it was; the other one's cards went."""
    cards = listed([voice.card(key) for key in entry["cards"]])
    loser = 1 - entry["seat"]
    pattern = (
        _("You lose {cards} from your hand.")
        if voice.is_reader(loser)
        else _("{name} loses {cards} from the hand.")
    )
    return Sentence(loser, format_html(pattern, name=voice.names[loser], cards=cards))


def _discarded(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    """`drew`: the cards drawn for it, when the log tells of both in one line."""
    card, count = voice.bold(entry["card"]), entry.get("drew", 0)
    if count:
        yours, theirs = (
            _("You discard {card} and draw {count}."),
            _("{name} discards {card} and draws {count}."),
        )
    else:
        yours, theirs = _("You discard {card}."), _("{name} discards {card}.")
    return Sentence(entry["seat"], _said(entry, voice, yours, theirs, card=card, count=count))


def _passed(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    return Sentence(entry["seat"], _said(entry, voice, _("You end the turn."), _("{name} ends the turn.")))


def _resigned(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    return Sentence(entry["seat"], _said(entry, voice, _("You resign."), _("{name} resigns.")))


def _out_of_time(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(entry, voice, _("Your time is up."), _("{name}’s time is up."))
    return Sentence(entry["seat"], words)


def _agreed(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    return Sentence(None, _said(entry, voice, "", _("Both agree to a draw.")), "effect")


def _took_back(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    words = _said(entry, voice, _("You take back your last action."), _("{name} takes back an action."))
    return Sentence(entry["seat"], words)


def _removed(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    """`seat` is the player to whose pile the card goes."""
    owner, why = entry["seat"], entry.get("why", "")
    points = voice.cards.get(entry["card"], {}).get("points") or 0
    if why in ("event", "invaded"):
        yours, theirs = _("Your {card} is discarded."), _("{name}’s {card} is discarded.")
    else:
        yours, theirs = _("Your {card} {lack} and is lost."), _("{name}’s {card} {lack} and is lost.")
    words = _said(entry, voice, yours, theirs, card=voice.bold(entry["card"]), lack=lack_words(why))
    return Sentence(owner, words, "loss", _worth(-points, owner, voice))


def _expired(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    return Sentence(None, format_html(_("{card} is over."), card=voice.bold(entry["card"])), "effect")


def _replaced(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    return Sentence(
        None,
        format_html(_("{card} grows on in its seedling’s place."), card=voice.bold(entry["card"])),
        "effect",
    )


def _ended(entry: Mapping[str, Any], voice: Voice) -> Sentence:
    scores = "{} : {}".format(*entry["scores"])
    return Sentence(None, format_html(_("The game is over, {scores}."), scores=scores), "effect")


WRITERS: dict[str, Callable[[Mapping[str, Any], Voice], Sentence | None]] = {
    "revealed": _revealed,
    "begins": _begins,
    "drew": _drew,
    "played": _played,
    "covered": _covered,
    "released": _released,
    "moved": _moved,
    "spread": _spread,
    "event-played": _event_played,
    "taken": _taken,
    "recovered": _recovered,
    "opponent-discards": _made_to_discard,
    "discarded": _discarded,
    "passed": _passed,
    "resigned": _resigned,
    "out-of-time": _out_of_time,
    "agreed": _agreed,
    "took-back": _took_back,
    "removed": _removed,
    "expired": _expired,
    "replaced": _replaced,
    "ended": _ended,
}
