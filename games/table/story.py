"""The log in words, grouped by turn with the latest turn first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.table.sentences import Sentence, Voice, sentence


@dataclass
class Turn:
    """One turn's lines, the latest first; number 0 is the start of the game."""

    number: int
    seat: int | None = None
    lines: list[Sentence] = field(default_factory=list)


def story(log: Iterable[Mapping[str, Any]], voice: Voice) -> list[Turn]:
    """`log`: the hidden entries of a match from its start."""
    turns = [Turn(0)]
    for entry in merged(log):
        if entry["event"] == "turn":
            turns.append(Turn(entry["number"], entry.get("seat")))
        elif line := sentence(entry, voice):
            turns[-1].lines.insert(0, line)
    return [turn for turn in reversed(turns) if turn.lines]


def merged(log: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The log with a discard and the draw that it buys as one entry (P12)."""
    waiting: Mapping[str, Any] | None = None
    for entry in log:
        if waiting is not None and entry["event"] == "drew":
            yield {**waiting, "drew": entry["count"]}
            waiting = None
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        if entry["event"] == "discarded":
            waiting = entry
        else:
            yield entry
    if waiting is not None:
        yield waiting


def happened(log: Sequence[Mapping[str, Any]], voice: Voice) -> dict[str, Any]:
    """The last action's entries for the page: `entries` to animate and `said` to announce."""
    entries = [
        entry
        for entry in log
        if entry["event"] in ("played", "moved", "spread", "removed", "discarded", "drew")
    ]
    lines = [line.plain for entry in merged(log) if (line := sentence(entry, voice))]
    return {"entries": entries, "said": " ".join(lines)}
