"""The table: which card lies where, updated so that it is always known which cards have support.

`at` maps each occupied space to its upper card, in order of placement. `near` has the set of upper cards
beside every occupied space, `open` the same for every empty space with a neighbour. A card may be played
where `open[space] & support[slot]` is not empty. `loose` is the set of upper cards without support, so that
the end of a turn costs nothing if no card lost its support.
"""

from engine.phylo.cards import Effect, Face
from engine.phylo.criteria import ALL_CLIMATES, CLIMATES
from engine.phylo.matchup import NEIGHBOURS, ROW, Matchup, Tables, in_order

Change = tuple[int, int, int, list[int], list[tuple[int, int]], bool]
"""
A card came into a space (True) or left it: the space, the set of upper cards beside it, the card as a set,
the empty spaces beside this card only, the empty spaces also beside others, each with the set of those
others, and whether it came.
"""


class Table:
    """Cards in spaces (P1, P2), the events on them and who owns them; knows nothing about turns and hands."""

    __slots__ = (
        "at",
        "below",
        "cell_of",
        "changes",
        "covered",
        "events",
        "face_down",
        "faces",
        "loose",
        "matchup",
        "near",
        "open",
        "own",
        "owned_by_1",
        "seedlings",
        "tables",
    )

    matchup: Matchup
    tables: Tables
    at: dict[int, int]  # space -> upper card
    near: dict[int, int]  # occupied space -> set of upper cards beside it
    open: dict[int, int]  # empty space with neighbours -> that set
    cell_of: list[int]  # slot -> space, 0 when not on the table
    below: dict[int, int]  # space -> the parasite or covered card under its upper card
    covered: int  # set of cards turned face down by an invader (1.3)
    seedlings: dict[int, int]  # face-down SPREAD card -> the card that spread, in order of placement
    face_down: int  # set of the same
    events: dict[int, list[tuple[int, int]]]  # species -> (event, turns left after this one), oldest first
    faces: dict[int, Face]  # cards that are not as printed
    own: list[int]  # by seat: set of the cards on the table that it controls, without covered ones
    owned_by_1: int  # set of the cards that go to seat 1's pile
    loose: int  # set of upper cards without support
    changes: list[Change]  # for the lists of actions that a game keeps

    def lay_out(self, matchup: Matchup) -> None:
        """Set up an empty table for these cards."""
        self.matchup = matchup
        self.tables = matchup.tables
        self.at, self.near, self.open = {}, {}, {}
        self.cell_of = [0] * matchup.size
        self.below, self.seedlings, self.events, self.faces = {}, {}, {}, {}
        self.covered = self.face_down = self.loose = 0
        self.own = [0, 0]
        self.owned_by_1 = matchup.owned_by_1
        self.changes = []

    def copy_table(self, other: "Table") -> None:
        """Copy another table's cards; no mutable data is shared."""
        self.matchup, self.tables = other.matchup, other.tables
        self.at, self.near, self.open = other.at.copy(), other.near.copy(), other.open.copy()
        self.cell_of = other.cell_of.copy()
        self.below, self.seedlings = other.below.copy(), other.seedlings.copy()
        self.faces = other.faces.copy()
        self.events = {slot: list(lying) for slot, lying in other.events.items()} if other.events else {}
        self.covered, self.face_down, self.loose = other.covered, other.face_down, other.loose
        self.own, self.owned_by_1 = other.own.copy(), other.owned_by_1
        self.changes = []

    def owner(self, slot: int) -> int:
        """The seat to whose discard pile the card goes."""
        return self.owned_by_1 >> slot & 1

    def face(self, slot: int) -> Face:
        """The card as it lies, changed by events."""
        return self.faces.get(slot) or self.matchup.printed[slot]

    def put(self, space: int, slot: int) -> None:
        """Lay a card into an empty space."""
        near, open_, bit = self.near, self.open, 1 << slot
        self.at[space] = slot
        self.cell_of[slot] = space
        beside = near[space] = open_.pop(space, 0)
        alone, shared = [], []
        for neighbour in (space - 1, space + 1, space - ROW, space + ROW):
            if neighbour in near:
                near[neighbour] |= bit
                if self.loose:  # another card can only add support
                    self.check(neighbour)
            elif neighbour in open_:
                before = open_[neighbour]
                open_[neighbour] = before | bit
                shared.append((neighbour, before))
            else:
                open_[neighbour] = bit
                alone.append(neighbour)
        self.changes.append((space, beside, bit, alone, shared, True))
        tables = self.tables
        if not (beside & tables.support[slot] and beside & tables.beside[slot]):
            self.loose |= bit

    def lift(self, space: int) -> None:
        """Remove the only card of a space."""
        near, open_ = self.near, self.open
        slot = self.at.pop(space)
        beside = near.pop(space)
        if beside:
            open_[space] = beside
        alone, shared, bit = [], [], 1 << slot
        self.cell_of[slot] = 0
        self.loose &= ~bit
        for neighbour in (space - 1, space + 1, space - ROW, space + ROW):
            if neighbour in near:
                near[neighbour] ^= bit
                self.check(neighbour)
                continue
            rest = open_[neighbour] ^ bit
            if rest:
                open_[neighbour] = rest
                shared.append((neighbour, rest))
            else:
                del open_[neighbour]
                alone.append(neighbour)
        self.changes.append((space, beside, bit, alone, shared, False))

    def exchange(self, space: int, slot: int) -> None:
        """Make another card the upper one of an occupied space, which keeps its place in `at`."""
        near, open_, gone, bit = self.near, self.open, 1 << self.at[space], 1 << slot
        self.at[space] = slot
        self.cell_of[slot] = space
        self.loose &= ~gone
        shared = []
        for neighbour in (space - 1, space + 1, space - ROW, space + ROW):
            if neighbour in near:
                near[neighbour] ^= gone | bit
                self.check(neighbour)
            else:
                rest = open_[neighbour] ^ gone
                open_[neighbour] = rest | bit
                shared.append((neighbour, rest))
        self.changes += (
            (space, near[space], gone, [], shared, False),
            (space, near[space], bit, [], shared, True),
        )
        self.check(space)

    def check(self, space: int) -> None:
        """Update whether the upper card of a space is supported by a neighbour (P15, P20)."""
        slot = self.at[space]
        beside = self.near[space]
        if beside & self.tables.support[slot] and beside & self.tables.beside[slot]:
            self.loose &= ~(1 << slot)
        else:
            self.loose |= 1 << slot

    def recast(self, slot: int, face: Face | None = None) -> None:
        """Update a card's face: to `face` if given, else as the events on it change it (P16, P31)."""
        face = face or self._face_in_force(slot)
        old = self.face(slot)
        if face is old or face == old:
            return
        if face == self.matchup.printed[slot]:
            del self.faces[slot]
        else:
            self.faces[slot] = face
        self.tables = self.matchup.recast(self.tables, slot, old, self.faces)
        space = self.cell_of[slot]
        for near in (space, *(space + step for step in NEIGHBOURS)):
            if near in self.at:
                self.check(near)

    def effects_on(self, slot: int) -> list[tuple[int, Effect]]:
        """The effects of the events on a species, oldest event first, each with its event's slot."""
        cards = self.matchup.cards
        return [(event, effect) for event, _ in self.events.get(slot, ()) for effect in cards[event].effects]

    def _face_in_force(self, slot: int) -> Face:
        card = self.matchup.cards[slot]
        terrains, climates = card.terrains, card.climates
        for _, effect in self.effects_on(slot):
            match effect.do:
                case "set-terrains":
                    terrains = effect.mask
                case "add-terrains":
                    terrains |= effect.mask
                case "remove-terrains":
                    terrains &= ~effect.mask
                case "set-climates":
                    climates = effect.mask
                case "add-climates":
                    climates |= effect.mask
                case "remove-climates":
                    climates &= ~effect.mask
                case "shift-climate":
                    climates = shifted(climates, effect.number)
        return Face(card, terrains, climates, owner=self.owner(slot))

    def settle_control(self, slot: int) -> None:
        """P30: the player of the last control event on a card controls it, or else its owner."""
        seat = self.owner(slot)
        for event, effect in self.effects_on(slot):
            if effect.do == "take-control":
                seat = self.owner(event)
        self.own[seat] |= 1 << slot
        self.own[1 - seat] &= ~(1 << slot)

    def disown(self, slot: int) -> None:
        """No player controls the card any more: it left the table or was covered."""
        self.own[0] &= ~(1 << slot)
        self.own[1] &= ~(1 << slot)

    def controller(self, slot: int) -> int:
        """The seat that controls a card on the table; its owner while it is covered."""
        return self.owner(slot) if self.covered >> slot & 1 else self.own[1] >> slot & 1

    def points_of(self, slot: int) -> int:
        """The points of a card where it lies (P33), with changes by events (P30); 0 if it is face down."""
        if (self.face_down | self.covered) >> slot & 1:
            return 0
        changes = [effect.number for _, effect in self.effects_on(slot) if effect.do == "change-points"]
        return self.matchup.points[slot] + sum(changes)

    def score(self, seat: int) -> int:
        """P33: the points of a seat's cards on the table."""
        points, events = self.matchup.points, self.events
        scoring = in_order(self.own[seat] & ~self.face_down)
        return sum([self.points_of(slot) if slot in events else points[slot] for slot in scoring])

    def frozen(self) -> int:
        """P30: the set of species that may not MOVE, FLY or SPREAD."""
        frozen, freezing = 0, self.matchup.freezing
        for slot, lying in self.events.items():
            if freezing.isdisjoint([event for event, _ in lying]):
                continue
            for _, effect in self.effects_on(slot):
                if effect.do != "freeze":
                    continue
                if effect.which is None:
                    frozen |= 1 << slot
                    continue
                for step in NEIGHBOURS:
                    other = self.at.get(self.cell_of[slot] + step)
                    if other is not None and effect.which.met_by(self.face(other)):
                        frozen |= 1 << other
        return frozen

    def able_to_spread(self, slots: int) -> int:
        """P26: those of a set of upper cards whose need is met: a pollinator beside them, or a WIND event."""
        matchup = self.matchup
        able = slots & matchup.free_spreaders
        if able == slots:
            return able
        pollinated = slots & matchup.pollinated
        if pollinated:
            near, cell_of, pollinators = self.near, self.cell_of, matchup.pollinators & ~self.face_down
            for slot in in_order(pollinated):
                if near[cell_of[slot]] & pollinators:
                    able |= 1 << slot
        for slot, lying in self.events.items() if self.events and slots & matchup.windy else ():
            if not matchup.windblown.isdisjoint([event for event, _ in lying]):
                able |= slots & matchup.windy & 1 << slot
        return able


def shifted(climates: int, by: int) -> int:
    """Each climate moved along cold, cool, warm, hot, stopping at the ends (P30)."""
    last = len(CLIMATES) - 1
    moved = 0
    for climate in range(last + 1):
        if climates >> climate & 1:
            moved |= 1 << min(last, max(0, climate + by))
    return moved & ALL_CLIMATES
