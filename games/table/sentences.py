"""The log in words: each entry of the engine's log, with its reasons, as a sentence.

Names come in as plain text and go out as escaped HTML, in bold where they are the subject of a sentence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from cards.keywords.effects import EFFECTS
from cards.texts import local_name
from cards.words import all_of, signed
from engine.record_format import LogEntry
from games.matches.wording import reason_words
from games.table.board import Card

Words = str | Promise
_SPREADS = ngettext_lazy(
    "%(card)s spreads: one card face down.", "%(card)s spreads: %(count)s cards face down.", "count"
)


@dataclass(frozen=True)
class Sentence:
    """A line of the log. `tone` ("loss", "effect" or "") selects its icon."""

    seat: int | None
    words: SafeString
    tone: str = ""

    @cached_property
    def plain(self) -> str:
        return unescape(strip_tags(self.words))


@dataclass(frozen=True)
class Voice:
    """
    What sentences depend on: the cards' definitions, both players' names, the reader's seat, if any, and what
    a reveal compares under these rules (P8).
    """

    cards: Mapping[str, Card]
    names: Sequence[str]
    reader: int | None = None
    compares: str = "food_chain"

    def card(self, key: str) -> str:
        return local_name(str(self.cards.get(key, {}).get("name", key)))

    def bold(self, key: str) -> SafeString:
        return format_html("<b>{}</b>", self.card(key))

    def is_reader(self, seat: int | None) -> bool:
        return seat is not None and seat == self.reader


@dataclass(frozen=True)
class Line:
    """
    The sentences for an entry: `yours` for the reader whose seat it is about, `theirs` for everybody else.
    They may contain %(name)s (the player), %(card)s, %(target)s, %(cards)s, %(beside)s, %(count)s,
    %(number)s, %(effect)s, %(why)s, %(worth)s and %(scores)s. `worth`: 1 if the card's points are gained, -1
    if they are lost.
    """

    yours: Words
    theirs: Words
    tone: str = ""
    worth: int = 0


LINES = {
    "revealed": Line(
        _("You show %(card)s, number %(number)s."), _("%(name)s shows %(card)s, number %(number)s.")
    ),
    "revealed by scale": Line(
        _("You show %(card)s, scale %(number)s."), _("%(name)s shows %(card)s, scale %(number)s.")
    ),
    "revealed nothing": Line(_("You have no species to show."), _("%(name)s has no species to show.")),
    "begins": Line(_("You begin."), _("%(name)s begins.")),
    "begins by a coin": Line(_("A coin decides: you begin."), _("A coin decides: %(name)s begins.")),
    "drew": Line(
        ngettext_lazy("You draw a card.", "You draw %(count)s cards.", "count"),
        ngettext_lazy("%(name)s draws a card.", "%(name)s draws %(count)s cards.", "count"),
    ),
    "played": Line(_("You play %(card)s: %(worth)s."), _("%(name)s plays %(card)s: %(worth)s."), worth=1),
    "played beside": Line(
        _("You play %(card)s beside %(beside)s: %(worth)s."),
        _("%(name)s plays %(card)s beside %(beside)s: %(worth)s."), worth=1,
    ),
    "played under": Line(
        _("You slip %(card)s under its host: %(worth)s."),
        _("%(name)s slips %(card)s under its host: %(worth)s."), worth=1,
    ),
    "played under beside": Line(
        _("You slip %(card)s under %(beside)s: %(worth)s."),
        _("%(name)s slips %(card)s under %(beside)s: %(worth)s."), worth=1,
    ),
    "covered": Line(
        _("Your %(card)s lies face down under it: %(worth)s."),
        _("%(name)s’s %(card)s lies face down under it: %(worth)s."), "loss", -1,
    ),
    "released": Line(
        _("Your %(card)s lies face up again: %(worth)s."),
        _("%(name)s’s %(card)s lies face up again: %(worth)s."), "effect", 1,
    ),
    "moved": Line(_("You move %(card)s."), _("%(name)s moves %(card)s.")),
    "moved beside": Line(
        _("You move %(card)s beside %(beside)s."), _("%(name)s moves %(card)s beside %(beside)s.")
    ),
    "spread": Line(_SPREADS, _SPREADS),
    "event-played": Line(_("You play %(card)s on %(target)s."), _("%(name)s plays %(card)s on %(target)s.")),
    "event-played lasting": Line(
        ngettext_lazy(
            "You play %(card)s on %(target)s: %(effect)s, for %(count)s turn.",
            "You play %(card)s on %(target)s: %(effect)s, for %(count)s turns.", "count",
        ),
        ngettext_lazy(
            "%(name)s plays %(card)s on %(target)s: %(effect)s, for %(count)s turn.",
            "%(name)s plays %(card)s on %(target)s: %(effect)s, for %(count)s turns.", "count",
        ),
    ),
    "taken": Line(_("%(card)s is yours now."), _("%(name)s takes %(card)s over.")),
    "recovered": Line(_("You take back %(cards)s."), _("%(name)s takes back %(cards)s.")),
    "opponent-discards": Line(
        _("You lose %(cards)s from your hand."), _("%(name)s loses %(cards)s from the hand.")
    ),
    "discarded": Line(_("You discard %(card)s."), _("%(name)s discards %(card)s.")),
    "discarded to draw": Line(
        _("You discard %(card)s and draw %(count)s."), _("%(name)s discards %(card)s and draws %(count)s.")
    ),
    "removed": Line(
        _("Your %(card)s goes (%(worth)s): %(why)s."), _("%(name)s’s %(card)s goes (%(worth)s): %(why)s."),
        "loss", -1,
    ),
    "removed seedling": Line(
        _("Your seedling goes: %(why)s."), _("%(name)s’s seedling goes: %(why)s."), "loss"
    ),
    "removed by a card": Line(
        _("Your %(card)s is discarded (%(worth)s)."), _("%(name)s’s %(card)s is discarded (%(worth)s)."),
        "loss", -1,
    ),
    "endangered": Line(
        _("Your %(card)s is in danger: %(why)s. Without help it goes when your turn ends."),
        _("%(name)s’s %(card)s is in danger: %(why)s."), "loss",
    ),
    "endangered seedling": Line(
        _("Your seedling is in danger: %(why)s. Without help it goes when your turn ends."),
        _("%(name)s’s seedling is in danger: %(why)s."), "loss",
    ),
    "lost": Line(
        ngettext_lazy("You lose %(points)s point.", "You lose %(points)s points.", "points"),
        ngettext_lazy("%(name)s loses %(points)s point.", "%(name)s loses %(points)s points.", "points"),
        "loss",
    ),
    "expired": Line("", _("%(card)s is over."), "effect"),
    "replaced": Line("", _("%(card)s grows on in its seedling’s place."), "effect"),
    "passed": Line(_("You end the turn."), _("%(name)s ends the turn.")),
    "resigned": Line(_("You give up."), _("%(name)s gives up.")),
    "out-of-time": Line(_("Your time is up."), _("%(name)s’s time is up.")),
    "agreed": Line("", _("Both agree to a draw."), "effect"),
    "took-back": Line(_("You take back your last action."), _("%(name)s takes back an action.")),
    "ended": Line("", _("The game is over, %(scores)s."), "effect"),
}  # fmt: skip
"""By the entry's event and its variant."""


def sentence(entry: LogEntry, voice: Voice) -> Sentence | None:
    """One entry of the engine's log as a sentence, or None if there is nothing to say."""
    card = voice.cards.get(entry.get("card") or "", {})
    line = LINES.get(_kind(entry, card, voice))
    if line is None:
        return None
    seat = _whom(entry)
    # The spaces that cards spread to; for a take-back, a version.
    to = entry.get("to")
    points = entry.get("points", card.get("points") or 0)
    values: dict[str, object] = {
        "name": "" if seat is None else conditional_escape(voice.names[seat]),
        "card": voice.bold(entry.get("card") or ""),
        "count": entry.get("count") or (len(to) if isinstance(to, list) else card.get("duration", 0)),
        "number": card.get(voice.compares, 0),
        "scores": " : ".join(map(str, entry.get("scores", []))),
        "points": points,
        **dict.fromkeys(("target", "cards", "beside", "effect", "why", "worth"), ""),
    }
    if line.worth:
        values["worth"] = format_html('<span class="worth">{}</span>', signed(line.worth * points))
    if "target" in entry:
        values["target"] = voice.bold(entry["target"])
        values["effect"] = conditional_escape(all_of(_lasting(card)))
    for name in ("cards", "beside"):
        if name in entry:
            values[name] = conditional_escape(all_of([voice.card(key) for key in entry[name]]))
    if entry["event"] in ("removed", "endangered"):
        values["why"] = conditional_escape(_why(entry, voice))
    pattern = line.yours if voice.is_reader(seat) else line.theirs
    return Sentence(seat, SafeString(pattern % values), line.tone)


def _kind(entry: LogEntry, card: Card, voice: Voice) -> str:
    """The key of the entry's line in `LINES`; "" for an entry without."""
    event = str(entry["event"])
    beside, seedling = (" beside" if entry.get("beside") else ""), entry.get("face_down")
    match event:
        case "revealed":
            return (
                "revealed nothing"
                if not entry.get("card")
                else _or(event, voice.compares == "scale", " by scale")
            )
        case "begins":
            return _or(event, entry.get("coin"), " by a coin")
        case "played":
            return _or(event, entry.get("under"), " under") + beside
        case "moved":
            return event + beside
        case "event-played":
            return _or(event, card.get("duration") and _lasting(card), " lasting")
        case "discarded":
            return _or(event, entry.get("count"), " to draw")
        case "removed" if entry.get("why") in ("event", "invaded"):
            return "removed by a card"
        case "removed" | "endangered":
            return _or(event, seedling, " seedling")
        case "lost" if entry["points"] <= 0:
            return ""
    return event


def _or(event: str, special: object, variant: str) -> str:
    return event + variant if special else event


def _lasting(card: Card) -> list[str]:
    """What a lasting event does to its target, in a few words."""
    effects = [(EFFECTS[effect["do"]], effect) for effect in card.get("effects") or []]
    return [words for effect, block in effects if (words := effect.in_brief(block))]


def _why(entry: LogEntry, voice: Voice) -> str:
    """Why a card goes or is in danger (P13); of a log without reasons, that it has nothing to live on."""
    eats = (voice.cards.get(entry["card"], {}).get("food_chain") or 1) > 1 and not entry.get("face_down")
    lost: dict[str, list[str]] = {}
    for former in entry.get("lost", []):
        lost.setdefault(former["how"], []).append(voice.card(former["card"]))
    return reason_words(entry.get("lacks", ""), lost, eats=eats)


def _whom(entry: LogEntry) -> int | None:
    """The seat that the entry is about."""
    match entry["event"]:
        case "covered":  # `seat` is the invader's (P23, V1.3)
            return entry["owner"]
        case "opponent-discards":  # `seat` played the event
            return 1 - (entry["seat"] or 0)
        case "expired" | "replaced" | "agreed" | "ended":
            return None
    return entry["seat"]
