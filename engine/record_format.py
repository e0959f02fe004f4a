"""The JSON of the record format as types: cards, positions, actions, logs, records, verdicts and views.

docs/record-format.md says what the fields mean. The engine returns these types; input is typed as `object`
until it has been checked.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

FORMAT = "phylo-record/1"
FILED = "phylo-game/1"
"""A record with what a site knows of the game besides, as in the files of all its public games."""
Place = list[int]
"""[x, y], and in the drafting games [row, column]."""
Winner = int | str | list[int] | None
"""A seat or "draw"; in the drafting games the seats with the most points. None while nobody has won."""


# Cards; abilities, effects and criteria are declared in phylo/cards.py.


CardData = TypedDict(
    "CardData",
    {
        "name": str,
        "kind": Literal["species", "event", "habitat", "home"],
        "latin_name": NotRequired[str],
        "scale": NotRequired[int],
        "food_chain": NotRequired[int],
        "diet": NotRequired[str],
        "terrains": NotRequired[list[str]],
        "climates": NotRequired[list[str]],
        "points": NotRequired[int],
        "kingdom": NotRequired[str],
        "phylum": NotRequired[str],
        "class": NotRequired[str],
        "tags": NotRequired[list[str]],
        "abilities": NotRequired[Mapping[str, object]],
        "target": NotRequired[object],
        "duration": NotRequired[int],
        "effects": NotRequired[Sequence[Mapping[str, object]]],
    },
)


# Positions of Phylo.


class Turn(TypedDict):
    seat: int | None
    number: int
    actions_left: int
    event_played: bool
    last_turn: bool


class Lying(TypedDict):
    owner: int
    card: str


class LyingEvent(Lying):
    turns_left: int


class FaceDown(TypedDict):
    of: Place


class Space(Lying):
    at: Place
    under: NotRequired[Lying]
    covered: NotRequired[Lying]
    events: NotRequired[list[LyingEvent]]
    face_down: NotRequired[FaceDown]


class Position(TypedDict):
    turn: Turn
    spaces: list[Space]
    hands: list[list[str]]
    decks: list[list[str]]
    discards: list[list[str]]


class Snapshot(TypedDict):
    """Everything that `restore` needs besides the cards; `lower` as for `from_position`."""

    position: Position
    chance: int | str
    revealed: dict[str, str | None]
    over: bool
    winner: int | str | None
    lower: list[Place]


class Risk(TypedDict):
    """A card that would leave the table if its player's upkeep came now."""

    seat: int
    at: Place
    card: str
    points: int
    why: str
    under: bool
    face_down: bool


class View(TypedDict):
    """A position as a seat may see it: other hands and decks are only numbers of cards."""

    turn: Turn
    spaces: list[Space]
    hands: list[list[str] | int]
    decks: list[int]
    discards: list[list[str]]
    rules: str
    food_step: str
    home_gap: int
    to_act: list[int]
    scores: list[int]
    over: bool
    winner: int | str | None
    at_risk: list[Risk]


class BotView(View):
    """What a bot gets (`engine.bots.phylo.view`): the view of its seat, and what else a player there knows.

    `deck` has the seat's own whole deck, `known_decks` decks that others may play, such as ready ones, and
    `known_hand` what is known of the other hand because it was shown and has not been played since. `cards`
    has the card of every key in all of these. `lower` are the spaces of seedlings that were spread by a card
    which now is the lower one of its space.
    """

    cards: Mapping[str, CardData]
    deck: list[str]
    known_decks: Sequence[Sequence[str]]
    known_hand: list[str]
    lower: list[Place]


# Actions of Phylo; in a record, and when they are checked or applied, each has its seat.


class _Action(TypedDict):
    seat: NotRequired[int]


class Reveal(_Action):
    do: Literal["reveal"]
    card: str | None


class Play(_Action):
    do: Literal["play"]
    card: str
    at: Place
    under: NotRequired[bool]


Move = TypedDict("Move", {"seat": NotRequired[int], "do": Literal["move"], "from": Place, "to": Place})
Spread = TypedDict(
    "Spread",
    {
        "seat": NotRequired[int],
        "do": Literal["spread"],
        "from": Place,
        "cards": list[str],
        "to": list[Place],
    },
)


class PlayEvent(_Action):
    do: Literal["event"]
    card: str
    at: Place
    choose: NotRequired[list[str]]


class Discard(_Action):
    do: Literal["discard"]
    card: str


class Pass(_Action):
    do: Literal["pass"]


class Resign(_Action):
    do: Literal["resign"]


Action = Reveal | Play | Move | Spread | PlayEvent | Discard | Pass | Resign


# The drafting games.


class Placing(_Action):
    do: Literal["place"]
    card: str
    at: Place
    swap: NotRequired[list[Place]]
    shift: NotRequired[list[Place]]


class Giving(_Action):
    do: Literal["give"]
    card: str


class Flipping(_Action):
    do: Literal["flip"]
    whale: Place
    card: Place


DraftAction = Placing | Giving | Flipping
Flips = list[list[Place]]
"""Pairs of a whale's cell and the cell of the card that it turns over."""


class LaidOut(TypedDict):
    at: Place
    card: str


class DraftPosition(TypedDict):
    """A record may begin at one; then `deck`, the next card to be dealt first, serves the second round."""

    turn: int
    phase: str
    hands: list[list[str]]
    layouts: list[list[LaidOut]]
    neutral_pile: NotRequired[list[str]]
    chosen: NotRequired[list[DraftAction]]
    flips: NotRequired[list[Flips]]
    deck: NotRequired[list[str]]


class DraftSnapshot(TypedDict):
    """Everything that `restore` needs."""

    rules: str
    players: int
    chance: int | str
    deck: list[str]
    hands: list[list[str]]
    layouts: list[list[LaidOut]]
    pile: list[str]
    turn: int
    phase: str
    chosen: list[DraftAction]
    flips: list[Flips]
    held: list[list[list[str]]]


class DraftView(TypedDict):
    """What a seat may see; `hand` and `held` are its own, None for a spectator."""

    rules: str
    players: int
    round: int
    turn: int
    phase: str
    to_act: list[int]
    waiting: list[int]
    seat: int | None
    hand: list[str] | None
    hands: list[int]
    held: list[list[str]] | None
    layouts: list[list[LaidOut]]
    pile: list[str]
    chosen: DraftAction | None
    flips: list[Flips]
    sheets: list[dict[str, int]]
    scores: list[int]
    over: bool
    winner: list[int] | None


class TableScores(TypedDict):
    """What the score command prints."""

    players: list["PlayerScore"]
    winners: list[str]


class PlayerScore(TypedDict):
    name: str
    scores: dict[str, int]
    total: int


# Logs, records and what the referee prints.


class FormerSupport(TypedDict):
    """A card that another one lived on, and `how` that ended: "gone", "moved", "covered" or "changed"."""

    card: str
    how: str


LogEntry = TypedDict(
    "LogEntry",
    {
        "step": NotRequired[int | None],
        "seat": NotRequired[int | None],
        "event": str,
        "card": NotRequired[str],
        "from": NotRequired[Place],
        "at": NotRequired[Place],
        "to": NotRequired[Place | list[Place] | str | int],
        "cards": NotRequired[list[str]],
        "count": NotRequired[int],
        "coin": NotRequired[bool],
        "number": NotRequired[int],
        "last": NotRequired[bool],
        "under": NotRequired[bool],
        "owner": NotRequired[int],
        "target": NotRequired[str],
        "why": NotRequired[str],
        "instead": NotRequired[str],
        "scores": NotRequired[list[int]],
        "winner": NotRequired[Winner],
        "round": NotRequired[int],
        "turn": NotRequired[int],
        "action": NotRequired[DraftAction],
        "actions": NotRequired[list[DraftAction]],
        "flips": NotRequired[list[Flips]],
        "beside": NotRequired[list[str]],
        "points": NotRequired[int],
        "face_down": NotRequired[bool],
        "lacks": NotRequired[str],
        "lost": NotRequired[list[FormerSupport]],
    },
)
"""An event in the log; a site may add entries of its own, and the reasons of engine.phylo.reasons."""
Log = list[LogEntry]


class RecordData(TypedDict):
    """A record of Phylo: from decks and a seed, or from a position."""

    format: str
    rules: str
    cards: Mapping[str, CardData]
    actions: list[Action]
    options: NotRequired[dict[str, object]]
    decks: NotRequired[list[list[str]]]
    generator: NotRequired[str]
    seed: NotRequired[int | str]
    first_seed: NotRequired[str]
    starters: NotRequired[list[str]]
    opening_hands: NotRequired[list[list[str]]]
    position: NotRequired[Position]
    hurried: NotRequired[list[int]]


class Illegal(TypedDict):
    step: int
    clause: str | None
    code: str
    message: str
    neighbour: NotRequired[Place]


class Judged(TypedDict):
    """How far a record is legal."""

    ok: bool
    applied: int
    illegal: NotRequired[Illegal]


class Reached(TypedDict):
    """The state that a record's legal actions lead to."""

    position: Position
    to_act: list[int]
    legal: list[Action]
    legal_incomplete: NotRequired[Literal[True]]
    scores: list[int]
    over: bool
    winner: int | str | None
    log: Log


class Verdict(Judged, Reached):
    """What the referee prints for a record."""


class DraftReached(TypedDict):
    """The same in a drafting game; `sheets` are the score sheets by seat."""

    position: DraftPosition
    to_act: list[int]
    legal: list[DraftAction]
    scores: list[int]
    over: bool
    winner: list[int] | None
    sheets: list[dict[str, int]]


class DraftVerdict(Judged, DraftReached):
    """What the referee prints for a record of a drafting game."""


class DraftRecordData(TypedDict):
    """A record of a drafting game: from a seed, or from a position."""

    format: str
    rules: str
    players: int
    actions: list[object]
    generator: NotRequired[str]
    seed: NotRequired[int | str]
    position: NotRequired[DraftPosition]
    options: NotRequired[dict[str, object]]
    hurried: NotRequired[list[int]]


class FiledSeat(TypedDict):
    """Who played there; of people no name."""

    kind: Literal["person", "program", "level"]
    name: str | None
    deck: str | None
    rating: int | None
    change: int | None


class FiledGame(TypedDict):
    """A line of a file of games (docs/archive.md)."""

    format: str
    ended: str
    ending: str
    pace: str
    rated: bool
    seats: list[FiledSeat]
    record: Mapping[str, object]


class Unreadable(TypedDict):
    """What a command prints for a file that it cannot read."""

    error: str
