"""The log in words: each entry of the engine's log as a sentence, grouped by turn.

Names come in as plain text and go out as escaped HTML, in bold where they are the subject of a sentence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from cards.words import all_of, signed
from engine.record_format import LogEntry
from games.table.board import Card
from games.wording import lack_words

Words = str | Promise
_SPREADS = ngettext_lazy(
    "%(card)s spreads: one card face down.", "%(card)s spreads: %(count)s cards face down.", "count"
)


@dataclass(frozen=True)
class Sentence:
    """A line of the log. `tone` ("loss", "effect" or "") selects its icon; `worth` is the gain in points."""

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
    What sentences depend on: the cards' definitions, both players' names, the reader's seat, if any, and what
    a reveal compares under these rules (P8).
    """

    cards: Mapping[str, Card]
    names: Sequence[str]
    reader: int | None = None
    compares: str = "food_chain"

    def card(self, key: str) -> str:
        return str(self.cards.get(key, {}).get("name", key))

    def bold(self, key: str) -> SafeString:
        return format_html("<b>{}</b>", self.card(key))

    def is_reader(self, seat: int | None) -> bool:
        return seat is not None and seat == self.reader


@dataclass(frozen=True)
class Line:
    """
    The sentences for an entry: `yours` for the reader whose seat it is about, `theirs` for everybody else.
    They may contain %(name)s (the player), %(card)s, %(target)s, %(cards)s, %(count)s, %(number)s, %(lack)s
    and %(scores)s. `worth`: 1 if the card's points are gained, -1 if they are lost.
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
    "played": Line(_("You play %(card)s."), _("%(name)s plays %(card)s."), worth=1),
    "played under": Line(
        _("You slip %(card)s under its host."), _("%(name)s slips %(card)s under its host."), worth=1
    ),
    "covered": Line(
        _("Your %(card)s lies face down under it."), _("%(name)s’s %(card)s lies face down under it."),
        "loss", -1,
    ),
    "released": Line(
        _("Your %(card)s lies face up again."), _("%(name)s’s %(card)s lies face up again."), "effect", 1
    ),
    "moved": Line(_("You move %(card)s."), _("%(name)s moves %(card)s.")),
    "spread": Line(_SPREADS, _SPREADS),
    "event-played": Line(_("You play %(card)s on %(target)s."), _("%(name)s plays %(card)s on %(target)s.")),
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
        _("Your %(card)s %(lack)s and is lost."), _("%(name)s’s %(card)s %(lack)s and is lost."), "loss", -1
    ),
    "removed by a card": Line(
        _("Your %(card)s is discarded."), _("%(name)s’s %(card)s is discarded."), "loss", -1
    ),
    "expired": Line("", _("%(card)s is over."), "effect"),
    "replaced": Line("", _("%(card)s grows on in its seedling’s place."), "effect"),
    "passed": Line(_("You end the turn."), _("%(name)s ends the turn.")),
    "resigned": Line(_("You resign."), _("%(name)s resigns.")),
    "out-of-time": Line(_("Your time is up."), _("%(name)s’s time is up.")),
    "agreed": Line("", _("Both agree to a draw."), "effect"),
    "took-back": Line(_("You take back your last action."), _("%(name)s takes back an action.")),
    "ended": Line("", _("The game is over, %(scores)s."), "effect"),
}  # fmt: skip
"""By the entry's event and its variant."""


def sentence(entry: LogEntry, voice: Voice) -> Sentence | None:
    """One entry of the engine's log as a sentence, or None if there is nothing to say."""
    line = LINES.get(_kind(entry, voice))
    if line is None:
        return None
    seat = _whom(entry)
    # The spaces that cards spread to; for a take-back, a version.
    to = entry.get("to")
    card = voice.cards.get(entry.get("card") or "", {})
    values: dict[str, object] = {
        "name": "" if seat is None else conditional_escape(voice.names[seat]),
        "card": voice.bold(entry.get("card") or ""),
        "count": entry.get("count") or (len(to) if isinstance(to, list) else 0),
        "number": card.get(voice.compares, 0),
        "scores": " : ".join(map(str, entry.get("scores", []))),
        **dict.fromkeys(("target", "cards", "lack"), ""),
    }
    if "target" in entry:
        values["target"] = voice.bold(entry["target"])
    if "cards" in entry:
        values["cards"] = conditional_escape(all_of([voice.card(key) for key in entry["cards"]]))
    if "why" in entry:
        values["lack"] = conditional_escape(lack_words(entry["why"]))
    pattern = line.yours if voice.is_reader(seat) else line.theirs
    words = SafeString(pattern % values)
    return Sentence(seat, words, line.tone, _worth(line.worth * (card.get("points") or 0), seat, voice))


def _kind(entry: LogEntry, voice: Voice) -> str:
    """The key of the entry's line in `LINES`."""
    event = str(entry["event"])
    particular = {
        "revealed": " by scale" if voice.compares == "scale" else "",
        "begins": " by a coin" if entry.get("coin") else "",
        "played": " under" if entry.get("under") else "",
        "discarded": " to draw" if entry.get("count") else "",
        "removed": " by a card" if entry.get("why") in ("event", "invaded") else "",
    }
    if event == "revealed" and not entry.get("card"):
        return "revealed nothing"
    return event + particular.get(event, "")


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


def _worth(points: int, seat: int | None, voice: Voice) -> str:
    if not points:
        return ""
    if points < 0 and voice.is_reader(seat):
        return gettext("%(change)s for you") % {"change": signed(points)}
    return signed(points)


@dataclass(frozen=True)
class Turn:
    """The lines of one turn, latest first, and whose it is; number 0 is the start of the game."""

    number: int
    who: str = ""
    lines: tuple[Sentence, ...] = ()


def turns(log: Iterable[LogEntry], voice: Voice) -> list[Turn]:
    """The log grouped by turn, latest turn first."""
    found: list[tuple[int, str, list[Sentence]]] = [(0, "", [])]
    for entry in merged(log):
        if entry["event"] == "turn":
            seat = entry.get("seat")
            found.append((entry["number"], "" if seat is None else voice.names[seat], []))
        elif line := sentence(entry, voice):
            found[-1][2].append(line)
    return [Turn(number, who, tuple(lines[::-1])) for number, who, lines in reversed(found) if lines]


def merged(log: Iterable[LogEntry]) -> list[LogEntry]:
    """The log with a discard and the draw after it merged into one entry, with the draw's `count` (P12)."""
    found: list[LogEntry] = []
    for entry in log:
        if entry["event"] == "drew" and found and found[-1]["event"] == "discarded":
            found[-1] = {**found[-1], "count": entry["count"]}
        else:
            found.append(entry)
    return found


def happened(log: Sequence[LogEntry], voice: Voice) -> dict[str, object]:
    """The last action for the page: `entries` to animate and `said` to announce."""
    moving = ("played", "moved", "spread", "removed", "discarded", "drew")
    lines = [line.plain for entry in merged(log) if (line := sentence(entry, voice))]
    return {"entries": [entry for entry in log if entry["event"] in moving], "said": " ".join(lines)}
