"""The log of a match grouped by turn, and what the latest move did."""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import get_language

from engine.record_format import LogEntry, Place
from games.table.board import Card
from games.table.sentences import Sentence, Voice, sentence

MOVING = ("played", "moved", "spread", "removed", "discarded", "drew")
"""The entries that a page animates."""
ACTIONS = ("played", "moved", "spread", "event-played", "discarded", "passed", "took-back")
Where = tuple[object, ...]  # a card and its space
FIELDS = ("event", "seat", "card", "cards", "count", "at", "from", "to")
RECENT_STORIES = 2048  # of 12 KB


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


@dataclass(frozen=True)
class Story:
    """A log in words: the turns that are over, and the one that goes on, after so many entries."""

    entries: int = 0
    over: tuple[Turn, ...] = ()
    goes_on: Turn = Turn(0)
    endangered: Mapping[Where, LogEntry] = field(default_factory=dict)

    @property
    def turns(self) -> list[Turn]:
        """Those of which there is something to tell, latest first."""
        return [turn for turn in (self.goes_on, *reversed(self.over)) if turn.lines]

    def continued(self, news: Sequence[LogEntry], voice: Voice) -> "Story":
        over, turn, known = list(self.over), self.goes_on, dict(self.endangered)
        for entry in recalled(merged(news), known):
            turn = replace(turn, until=_version(entry))
            if entry["event"] == "turn":
                over.append(turn)
                seat = entry.get("seat")
                who = "" if seat is None else voice.names[seat]
                turn = Turn(entry["number"], seat, who, (), turn.until, turn.until)
            elif line := sentence(entry, voice):
                turn = replace(turn, lines=(line, *turn.lines))
        return Story(self.entries + len(news), tuple(over), turn, known)


# Of a game that goes on, all but the latest entries were told before.
_recent: OrderedDict[tuple[object, ...], tuple[Mapping[str, Card], Story]] = OrderedDict()
_lock = threading.Lock()


def turns(log: Sequence[LogEntry], voice: Voice, *, game: Hashable = None) -> list[Turn]:
    """
    The log grouped by turn, latest turn first. Of a `game` it is kept, and continued when the game goes on;
    its log only ever gets longer.
    """
    place = game, voice.reader, *voice.names, voice.compares, get_language()
    story = Story()
    with _lock:
        if (found := _recent.get(place)) and found[0] is voice.cards and found[1].entries <= len(log):
            story = found[1]
    story = story.continued(log[story.entries :], voice)
    if game is not None:
        with _lock:
            _recent[place] = voice.cards, story
            _recent.move_to_end(place)
            while len(_recent) > RECENT_STORIES:
                _recent.popitem(last=False)
    return story.turns


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


def recalled(log: Iterable[LogEntry], known: dict[Where, LogEntry]) -> Iterator[LogEntry]:
    """
    The log in which a card that goes has `lost` what an earlier action took from it. `known` are the cards
    that were endangered before, and gets those that are now.
    """
    for entry in log:
        if entry["event"] == "endangered":
            known[_where(entry)] = entry
        if entry["event"] == "removed" and entry.get("lost") == []:
            earlier = known.get(_where(entry))
            yield {**entry, "lost": earlier["lost"]} if earlier else entry
        else:
            yield entry


def _where(entry: LogEntry) -> Where:
    return entry["card"], *entry["at"]


def happened(log: Sequence[LogEntry], latest: Sequence[LogEntry], voice: Voice) -> dict[str, object]:
    """
    The latest action for the page, given the whole log: `entries` to animate, `lines` to show, the same as
    `said` to announce, `fresh`: the spaces that the reader has yet to answer to.
    """
    known = {_where(entry): entry for entry in log if entry["event"] == "endangered"}
    lines = [line for entry in recalled(merged(latest), known) if (line := sentence(entry, voice))]
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
