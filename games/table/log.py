"""The log of a match grouped by turn, and what the latest move did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from engine.record_format import LogEntry, Place
from games.table.board import Card
from games.table.sentences import Sentence, Voice, sentence

MOVING = ("played", "moved", "spread", "removed", "discarded", "drew")
"""The entries that a page animates."""
ACTIONS = ("played", "moved", "spread", "event-played", "discarded", "passed", "took-back")
FIELDS = ("event", "seat", "card", "cards", "count", "at", "from", "to")
MOST_KEPT = 8192  # sentences of 1 KB
_kept: dict[tuple[object, ...], tuple[Mapping[str, Card], Sentence | None]] = {}


@dataclass(frozen=True)
class Turn:
    """
    The lines of one turn, latest first, and whose it is; number 0 is the start of the game. `since` is the
    version at which it began, `until` that of its last line.
    """

    number: int
    seat: int | None = None
    who: str = ""
    lines: tuple[Sentence, ...] = ()
    since: int = 0
    until: int = 0

    @property
    def moved(self) -> bool:
        return self.until > self.since


def turns(log: Iterable[LogEntry], voice: Voice) -> list[Turn]:
    """The log grouped by turn, latest turn first."""
    found: list[Turn] = []
    number, seat, since, until = 0, None, 0, 0
    lines: list[Sentence] = []

    def close() -> None:
        if lines:
            who = "" if seat is None else voice.names[seat]
            found.append(Turn(number, seat, who, tuple(lines[::-1]), since, until))

    language = get_language()
    for entry in recalled(merged(log)):
        until = _version(entry)
        if entry["event"] == "turn":
            close()
            number, seat, lines, since = entry["number"], entry.get("seat"), [], until
        elif line := _told(entry, voice, language):
            lines.append(line)
    close()
    return found[::-1]


def _told(entry: LogEntry, voice: Voice, language: str | None) -> Sentence | None:
    """`sentence`, kept: of a game that goes on, all but the latest entries were told before."""
    place = repr(entry), voice.reader, *voice.names, voice.compares, id(voice.cards), language
    found = _kept.get(place)
    if found is None or found[0] is not voice.cards:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[place] = voice.cards, sentence(entry, voice)
    return found[1]


def _version(entry: LogEntry) -> int:
    step = entry.get("step")
    return 0 if step is None else step + 1


def merged(log: Iterable[LogEntry]) -> list[LogEntry]:
    """The log with a discard and the draw after it merged into one entry, with the draw's `count` (P12)."""
    found: list[LogEntry] = []
    for entry in log:
        if entry["event"] == "drew" and found and found[-1]["event"] == "discarded":
            found[-1] = {**found[-1], "count": entry["count"]}
        else:
            found.append(entry)
    return found


def recalled(log: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The log in which a card that goes has `lost` what an earlier action took from it."""
    known: dict[tuple[object, ...], LogEntry] = {}
    for entry in log:
        if entry["event"] == "endangered":
            known[entry["card"], *entry["at"]] = entry
        if entry["event"] == "removed" and entry.get("lost") == []:
            earlier = known.get((entry["card"], *entry["at"]))
            yield {**entry, "lost": earlier["lost"]} if earlier else entry
        else:
            yield entry


def happened(log: Sequence[LogEntry], latest: Sequence[LogEntry], voice: Voice) -> dict[str, object]:
    """
    The latest action for the page, given the whole log: `entries` to animate, `lines` to show, the same as
    `said` to announce, `fresh`: the spaces that the reader has yet to answer to.
    """
    told = list(recalled(merged([*log, *latest])))[len(merged(log)) :]
    lines = [line for entry in told if (line := sentence(entry, voice))]
    moving = [entry for entry in latest if entry["event"] in MOVING]
    return {
        "entries": [{name: entry[name] for name in FIELDS if name in entry} for entry in moving],  # type: ignore[literal-required]
        "lines": [{"words": line.plain, "tone": line.tone, "seat": line.seat} for line in lines],
        "said": " ".join(line.plain for line in lines),
        "fresh": _fresh(log, latest, voice),
    }


def _fresh(log: Sequence[LogEntry], latest: Sequence[LogEntry], voice: Voice) -> list[Place]:
    """Where others have played since the reader's last action; for a spectator, in the latest one."""
    found: list[Place] = []
    for entry in reversed(latest if voice.reader is None else log):
        if entry["event"] not in ACTIONS:
            continue
        if voice.is_reader(entry.get("seat")):
            break
        found += _places(entry)
    return found


def _places(entry: LogEntry) -> list[Place]:
    match entry["event"]:
        case "played" | "event-played":
            return [entry["at"]]
        case "moved":
            return [entry["to"]]  # type: ignore[list-item]
        case "spread":
            return list(entry["to"])  # type: ignore[arg-type]
    return []
