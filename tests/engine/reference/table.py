"""The cards on the table, and the record-format position they come from and go to (P1, P2)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]
Card = dict[str, Any]

BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(eq=False)
class Piece:
    """One physical card on the table. Two pieces of the same key are different things, so they compare by
    identity.
    """

    owner: int
    card: str


@dataclass(eq=False)
class LyingEvent:
    """An event with a duration (P29). `turns_left`: turns that remain after the current one."""

    owner: int
    card: str
    turns_left: int


@dataclass(eq=False)
class Space:
    """An occupied space (P2): its upper card, at most one more beneath it, and the events on the upper
    card.
    """

    at: Place
    upper: Piece
    under: Piece | None = None
    """A parasite under its host (P24)."""
    covered: Piece | None = None
    """1.3: a card that an invader turned face down (P23)."""
    events: list[LyingEvent] = field(default_factory=list)
    """Oldest first."""
    seed_of: Piece | None = None
    """The upper card is a face-down SPREAD card of this original (P31)."""

    @property
    def face_down(self) -> bool:
        return self.seed_of is not None

    @property
    def full(self) -> bool:
        """P2: at most two species cards one upon the other."""
        return self.under is not None or self.covered is not None


@dataclass(eq=False)
class Table:
    """`spaces` is in the order of placement."""

    cards: dict[str, Card]
    spaces: list[Space]

    def at(self, place: Place) -> Space | None:
        return next((space for space in self.spaces if space.at == place), None)

    def beside(self, place: Place) -> list[Space]:
        """P1: "A space's neighbours are the four beside it; diagonals are not neighbours." Left, right,
        down, up.
        """
        found = [self.at((place[0] + dx, place[1] + dy)) for dx, dy in BESIDE]
        return [space for space in found if space is not None]

    def empty_beside(self, place: Place) -> list[Place]:
        cells = [(place[0] + dx, place[1] + dy) for dx, dy in BESIDE]
        return sorted(cell for cell in cells if self.at(cell) is None)

    def frontier(self) -> list[Place]:
        """Every empty space that has a neighbour."""
        return sorted({cell for space in self.spaces for cell in self.empty_beside(space.at)})

    def kind(self, space: Space) -> str:
        """`species`, `habitat` or `home`. Any card can lie face down (P26) and stands for a species then
        (P31).
        """
        if space.face_down:
            return "species"
        return self.cards[space.upper.card]["kind"]

    def is_open_species(self, space: Space) -> bool:
        """A species lying face up: what can be a target, move, spread, be a host or be invaded."""
        return self.kind(space) == "species" and not space.face_down

    def effects_on(self, space: Space) -> list[tuple[LyingEvent, dict]]:
        """Every effect of every event lying there, oldest event first, in the order on the card (P30)."""
        return [
            (event, effect) for event in space.events for effect in self.cards[event.card].get("effects", [])
        ]

    def controller(self, space: Space) -> int:
        """P30: "with a duration the event's player controls it while the event lies there". The newest one
        decides.
        """
        seat = space.upper.owner
        for event, effect in self.effects_on(space):
            if effect["do"] == "take-control":
                seat = event.owner
        return seat

    def lift(self, place: Place) -> Space:
        """Take the upper card off the table, to be placed anew, with its events (P25) and its parasite (P24).

        P23, 1.3: what an invader covered stays and is released; it keeps the space's place in the order.
        """
        space = self.at(place)
        lifted = Space(at=place, upper=space.upper, under=space.under, events=space.events)
        if space.covered is None:
            self.spaces.remove(space)
        else:
            space.upper, space.covered, space.events = space.covered, None, []
        return lifted

    def seedlings_of(self, original: Piece) -> list[Space]:
        """The face-down cards of an original, the one placed first in front (P31)."""
        return [space for space in self.spaces if space.seed_of is original]

    def space_of(self, piece: Piece) -> Space:
        return next(space for space in self.spaces if piece in (space.upper, space.under, space.covered))


def read_table(cards: dict[str, Card], spaces: Iterable[dict]) -> Table:
    """Record-format `spaces` as a table."""
    table = Table(cards=cards, spaces=[])
    seeds: list[tuple[Space, Place]] = []
    for entry in spaces:
        space = Space(at=tuple(entry["at"]), upper=Piece(owner=entry["owner"], card=entry["card"]))
        for name in ("under", "covered"):
            if entry.get(name):
                setattr(space, name, Piece(owner=entry[name]["owner"], card=entry[name]["card"]))
        space.events = [LyingEvent(e["owner"], e["card"], e["turns_left"]) for e in entry.get("events", [])]
        if entry.get("face_down"):
            seeds.append((space, tuple(entry["face_down"]["of"])))
        table.spaces.append(space)
    for space, of in seeds:
        space.seed_of = _original_at(table, of)
    return table


def _original_at(table: Table, place: Place) -> Piece:
    """record-format: "`of` is the space of the card that spread; if two cards there can spread, the upper
    one is meant".
    """
    space = table.at(place)
    pieces = [piece for piece in (space.upper, space.under, space.covered) if piece is not None]
    spreading = [piece for piece in pieces if "spread" in table.cards[piece.card].get("abilities", {})]
    return spreading[0] if spreading else space.upper


def write_spaces(table: Table) -> list[dict]:
    """The table as record-format `spaces`."""
    written = []
    for space in table.spaces:
        entry: dict[str, Any] = {"at": list(space.at), "owner": space.upper.owner, "card": space.upper.card}
        for name in ("under", "covered"):
            piece = getattr(space, name)
            if piece is not None:
                entry[name] = {"owner": piece.owner, "card": piece.card}
        if space.events:
            entry["events"] = [
                {"owner": event.owner, "card": event.card, "turns_left": event.turns_left}
                for event in space.events
            ]
        if space.seed_of is not None:
            entry["face_down"] = {"of": list(table.space_of(space.seed_of).at)}
        written.append(entry)
    return written
