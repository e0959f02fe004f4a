"""What has been read of a data set so far, kept in a file now and then to go on from after a kill."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cards.evidence.models import DataSet
from cards.evidence.readers.rows import EvidenceRefused, Fed, Line, Measured, Rejected

KEPT_EVERY = 10.0
"""Seconds between two times that it is kept, or KEPT_SHARE times what keeping it takes, if that is more."""
KEPT_SHARE = 20
MOST_TOLD = 20_000
MOST_PLACES = 3
"""Of a pair, by a data set: the first ones."""
MOST_PAIRS = 600_000
"""By data set and kind of feeding: they take 150 MB."""
WORD_BITS = 20
SAVED = ("key", "title", "version", "citation", "licence", "address")


class _Words:
    """Texts as small numbers, so that pairs take little room."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.texts = list(texts)
        self._number = {text: number for number, text in enumerate(self.texts)}

    def number(self, text: str) -> int:
        found = self._number.get(text)
        if found is None:
            found = self._number[text] = len(self.texts)
            self.texts.append(text)
            if found >> WORD_BITS:
                raise EvidenceRefused("names more places than can be told apart")
        return found

    def packed(self, *texts: str) -> int:
        key = 0
        for text in texts:
            key = key << WORD_BITS | self.number(text)
        return key

    def unpacked(self, key: int, count: int) -> list[str]:
        mask = (1 << WORD_BITS) - 1
        return [self.texts[key >> WORD_BITS * place & mask] for place in reversed(range(count))]


@dataclass
class Part:
    """
    `table` and `line` are the place up to which `path` says everything. `of` is a digest of what is read:
    what was kept of something else is not gone on with.
    """

    path: Path
    of: str
    table: int = 0
    line: int = 0
    lines: int = 0
    rejected: int = 0
    rejections: list[tuple[str, Rejected]] = field(default_factory=list)
    data_sets: dict[str, DataSet] = field(default_factory=dict)
    _words: _Words = field(default_factory=_Words)
    _feeding: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Data set, eater, eaten and kind, packed -> place and line, place and line …"""
    _measured: dict[tuple[str, str, str], tuple[Measured, int]] = field(default_factory=dict)
    _keep_at: float = field(default_factory=lambda: time.monotonic() + KEPT_EVERY)

    @classmethod
    def resumed(cls, path: Path, of: str, say: Callable[[str], None]) -> "Part":
        """From the file, if there is one of this that can be read."""
        part = cls(path, of)
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return part
        if kept.get("of") != of:
            return part
        part.table, part.line, part.lines, part.rejected = kept["place"]
        part.rejections = [(member, Rejected(*each)) for member, each in kept["told"]]
        part.data_sets = {each["key"]: DataSet(**each) for each in kept["data_sets"]}
        part._words = _Words(kept["words"])
        part._feeding = {key: tuple(places) for key, *places in kept["feeding"]}
        say(f"goes on after line {part.line:,}")
        return part

    @property
    def says_nothing(self) -> bool:
        return not (self._feeding or self._measured)

    def add(self, table: int, member: str, lines: Iterable[Line]) -> None:
        for number, said in lines:
            self.lines += 1
            self.line = number
            for each in said:
                if isinstance(each, Fed):
                    self._add_fed(each, number)
                elif isinstance(each, Measured):
                    self._add_measured(each, number)
                else:
                    self._add_rejected(member, each)
        self.table = table

    def _add_fed(self, fed: Fed, line: int) -> None:
        key = ""
        if fed.data_set is not None:
            key = fed.data_set.key
            self.data_sets.setdefault(key, fed.data_set)
        pair = self._words.packed(key, fed.eater, fed.eaten, fed.kind)
        places = self._feeding.get(pair, ())
        if len(places) < 2 * MOST_PLACES:
            place = self._words.number(fed.place)
            if place not in places[::2]:
                self._feeding[pair] = (*places, place, line)
        if len(self._feeding) > MOST_PAIRS:
            raise EvidenceRefused(f"reports more than {MOST_PAIRS:,} pairs of our species")

    def _add_measured(self, each: Measured, line: int) -> None:
        """Of two lines about one species the first counts, but before both the one that has our name."""
        key = each.latin_name, each.trait, each.word
        before = self._measured.get(key)
        if before is None or (before[0].named and not each.named):
            self._measured[key] = each, line

    def _add_rejected(self, member: str, mistake: Rejected) -> None:
        self.rejected += 1
        if len(self.rejections) < MOST_TOLD:
            self.rejections.append((member, mistake))

    def found_feeding(self) -> Iterator[tuple[str, Fed, int]]:
        """The key of the data set that reports it, empty for that of the file; the feeding, and its line."""
        for pair, places in self._feeding.items():
            key, eater, eaten, kind = self._words.unpacked(pair, 4)
            for place, line in zip(places[::2], places[1::2], strict=True):
                yield key, Fed(eater, eaten, kind, self._words.texts[place]), line

    def found_measurements(self) -> Iterator[tuple[Measured, int]]:
        return iter(self._measured.values())

    def keep_sometimes(self, say: Callable[[str], None]) -> None:
        """Measurements are few lines, which are read again."""
        found = len(self._feeding) or len(self._measured)
        say(f"{self.lines:,} lines, {found:,} found, {self.rejected:,} left out")
        began = time.monotonic()
        if self._measured or began < self._keep_at:
            return
        new = self.path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump(self._as_json(), file)
        new.replace(self.path)
        self._keep_at = time.monotonic() + max(KEPT_EVERY, KEPT_SHARE * (time.monotonic() - began))

    def _as_json(self) -> dict[str, object]:
        return {
            "of": self.of,
            "place": [self.table, self.line, self.lines, self.rejected],
            "told": self.rejections,
            "data_sets": [{name: getattr(each, name) for name in SAVED} for each in self.data_sets.values()],
            "words": self._words.texts,
            "feeding": [[pair, *places] for pair, places in self._feeding.items()],
        }

    def delete(self) -> None:
        self.path.unlink(missing_ok=True)
